// printf and strtod until they agree. Whole numbers, half of what mesh files hold, need neither.
// SPDX-License-Identifier: MIT
#include "bake/base/number_out.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The decimal point is the only byte of a number that a locale changes.
static int with_point(char* text) {
    char* c = text;
    for (; *c != 0; ++c)
        if (strchr("0123456789+-e", *c) == NULL)
            *c = '.';
    return (int)(c - text);
}

static int not_finite(double value, char* out) {
    return snprintf(out, NUMBER_OUT_SIZE, "%s", isnan(value) ? "nan" : value < 0 ? "-inf" : "inf");
}

int number_out(double value, char out[NUMBER_OUT_SIZE]) {
    if (!isfinite(value))
        return not_finite(value, out);
    if (fabs(value) < 1e15 && value == (double)(long long)value && !signbit(value))
        return snprintf(out, NUMBER_OUT_SIZE, "%lld", (long long)value);
    for (int digits = 15; digits <= 17; ++digits) {
        snprintf(out, NUMBER_OUT_SIZE, "%.*g", digits, value);
        if (strtod(out, NULL) == value)
            break;
    }
    return with_point(out);
}

int number_out_float(float value, char out[NUMBER_OUT_SIZE]) {
    if (!isfinite(value))
        return not_finite((double)value, out);
    for (int digits = 6; digits <= 9; ++digits) {
        snprintf(out, NUMBER_OUT_SIZE, "%.*g", digits, (double)value);
        if (strtof(out, NULL) == value)
            break;
    }
    return with_point(out);
}
