// PNG and other pictures through stb (Debian's libstb).
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/file.h"

// 8-bit RGB or RGBA rows from the top.
typedef struct picture {
    int32_t width, height, channels; // channels 3 or 4
    uint8_t* pixels;
} picture;

enum { PICTURE_SIDE_MAX = 16384 }; // pixels a side; a picture holds at most 2^26 of them

bytes png_encode(const picture* p, arena* memory);
// PNG or JPEG to RGBA. False (no report) when it is neither, broken, larger than the limits or than its bytes can hold.
bool picture_decode(bytes encoded, arena* memory, picture* out);
