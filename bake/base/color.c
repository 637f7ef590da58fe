// x^2.4 is x^2 times the fifth root of x^2, and a root is a few Newton steps.
// SPDX-License-Identifier: MIT
#include "bake/base/color.h"

double color_from_srgb(double x) {
    if (!(x > 0.04045))
        return x / 12.92;
    x = (x + 0.055) / 1.055;
    double a = x * x, root = a > 1.0 ? a : 1.0; // from above Newton falls steadily
    for (double last = 0.0; root != last && (last == 0.0 || root < last);) {
        last = root;
        root -= 0.2 * (root - a / (root * root * root * root));
    }
    return a * root;
}
