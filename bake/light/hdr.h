// Radiance pictures (.hdr, .pic): light from all round as it was photographed.
//
// Ward 1991, and the manual of Radiance: lines of text, an empty one, the size with the order of pixels, then a byte for each colour
// and one for their common exponent. Scanlines are packed by colour (the new way), by runs of pixels (the old one) or not at all.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/file.h"

enum { HDR_SIDE_MOST = 32767 };

// Upright: the first row is the top one, the first column the left one.
typedef struct hdr_picture {
    int32_t width, height;
    uint8_t (*rgbe)[4]; // [height][width]
    double scale[3];    // of each colour: what EXPOSURE and COLORCORR did is undone
} hdr_picture;

// False with a sentence.
bool hdr_read(bytes file, const char* path, arena* memory, hdr_picture* out, report* r);

// Radiance of a pixel, in the unit that it was photographed in.
void hdr_radiance(const hdr_picture* p, int32_t row, int32_t column, double rgb[3]);
