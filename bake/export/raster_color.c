// Tables between bytes of sRGB and linear light, the tone curve and the colour scale.
// SPDX-License-Identifier: MIT
#include "bake/export/raster_color.h"

#include "bake/base/color.h"

// Own control points, bytes: hue runs from violet over blue, teal and green to yellow, while the
// lightness L* rises from 15 to 93 in nearly equal steps.
static const uint8_t scale_points[9][3] = {{52, 12, 78},   {56, 48, 124},  {45, 82, 140},
                                           {33, 113, 141}, {31, 143, 135}, {61, 172, 115},
                                           {122, 198, 82}, {190, 219, 56}, {250, 231, 72}};

void color_tables_make(color_tables* t) {
    for (int i = 0; i < 256; ++i) {
        t->linear[i] = (float)color_from_srgb(i / 255.0);
        t->above[i] = i < 255 ? (float)color_from_srgb((i + 0.5) / 255.0) : 3e38f;
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
