// sRGB without pow: x^2.4 is x^2 times the fifth root of x^2, and a root is a few Newton steps.
//
// Newton's iteration uses * and / alone, so the tables have the same bits everywhere.
// SPDX-License-Identifier: MIT
#include "bake/export/raster_color.h"

// Own control points, bytes: hue runs from violet over blue, teal and green to yellow, while the
// lightness L* rises from 15 to 93 in nearly equal steps.
static const uint8_t scale_points[9][3] = {{52, 12, 78},   {56, 48, 124},  {45, 82, 140},
                                           {33, 113, 141}, {31, 143, 135}, {61, 172, 115},
                                           {122, 198, 82}, {190, 219, 56}, {250, 231, 72}};

static double fifth_root(double x) {
    if (x <= 0.0)
        return 0.0;
    double r = 1.0; // above the root of every x in (0, 1]: Newton falls steadily
    for (int i = 0; i < 64; ++i) {
        double r4 = r * r * r * r;
        r -= (r - x / r4) / 5.0;
    }
    return r;
}

static double decode(double s) {
    if (s <= 0.04045)
        return s / 12.92;
    double y = (s + 0.055) / 1.055;
    return y * y * fifth_root(y * y);
}

void color_tables_make(color_tables* t) {
    for (int i = 0; i < 256; ++i) {
        t->linear[i] = (float)decode(i / 255.0);
        t->above[i] = i < 255 ? (float)decode((i + 0.5) / 255.0) : 3e38f;
    }
    int byte = 0;
    for (int i = 0; i <= ENCODE_STEPS; ++i) {
        while ((float)i / ENCODE_STEPS > t->above[byte])
            ++byte;
        t->start[i] = (uint8_t)byte;
    }
}

uint8_t color_encode(const color_tables* t, float linear) {
    if (!(linear > 0.0f)) // NaN too
        return 0;
    if (linear >= 1.0f)
        return 255;
    int byte = t->start[(int)(linear * ENCODE_STEPS)];
    while (linear > t->above[byte])
        ++byte;
    return (uint8_t)byte;
}

float color_tone(float x) {
    const float knee = 0.6f;
    if (x <= knee)
        return x;
    float t = (x - knee) / (1.0f - knee);
    return knee + (1.0f - knee) * t / (1.0f + t);
}

void color_scale(const color_tables* t, float position, float rgb[3]) {
    float x = (position > 0.0f ? position < 1.0f ? position : 1.0f : 0.0f) * 8.0f;
    int i = x < 7.0f ? (int)x : 7;
    float f = x - (float)i;
    for (int k = 0; k < 3; ++k) { // blended as bytes: even to the eye
        float s = (float)scale_points[i][k] * (1.0f - f) + (float)scale_points[i + 1][k] * f;
        int low = (int)s;
        int high = low < 255 ? low + 1 : 255;
        float part = s - (float)low;
        rgb[k] = t->linear[low] * (1.0f - part) + t->linear[high] * part;
    }
}
