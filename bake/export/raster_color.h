// Light to bytes and back, and the colour scale of scalar pictures.
// SPDX-License-Identifier: MIT
#pragma once

#include <stdint.h>

enum { ENCODE_STEPS = 1024 };

// sRGB (IEC 61966-2-1) as tables; made once a picture, because there are no globals here.
typedef struct color_tables {
    float linear[256];               // of each byte
    float above[256];                // a light above this is nearer to the next byte
    uint8_t start[ENCODE_STEPS + 1]; // the byte at i / ENCODE_STEPS: where the search starts
} color_tables;

void color_tables_make(color_tables* t);
uint8_t color_encode(const color_tables* t, float linear);

// Linear up to 0.6, then a soft shoulder below 1, so that highlights keep their hue and shape.
float color_tone(float linear);

// The scale from 0 (dark violet) to 1 (pale yellow), lightness rising evenly: linear RGB.
void color_scale(const color_tables* t, float position, float rgb[3]);
