// PNG and other pictures through stb (Debian's libstb).
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/file.h"

// 8-bit RGB or RGBA rows from the top.
typedef struct picture {
    int32_t width, height, channels; // channels 3 or 4
    uint8_t* pixels;
} picture;

bytes png_encode(const picture* p, arena* memory);
// PNG or JPEG to RGBA. False (no report) when it is neither or larger than 16384 a side.
bool picture_decode(bytes encoded, arena* memory, picture* out);
