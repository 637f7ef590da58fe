// Radiance pictures as bytes, for tests: any order of pixels, any packing.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/buffer.h"
#include "bake/light/hdr.h"

#include <math.h>
#include <string.h>

typedef enum hdr_packing { HDR_FLAT, HDR_OLD, HDR_NEW, HDR_PACKINGS } hdr_packing;

typedef struct hdr_maker {
    const char* head; // lines of the head besides the first
    const char* axes; // like "-Y+X"
    hdr_packing packing;
} hdr_maker;

// A pixel whose radiance, read, is nearest to this.
static inline void hdr_pixel(const double rgb[3], uint8_t out[4]) {
    double most = fmax(rgb[0], fmax(rgb[1], rgb[2]));
    int exponent = 0;
    memset(out, 0, 4);
    if (!(most > 1e-30))
        return;
    frexp(most, &exponent);
    out[3] = (uint8_t)(exponent + 128);
    for (int c = 0; c < 3; ++c)
        out[c] = (uint8_t)fmin(floor(ldexp(rgb[c], 8 - exponent)), 255.0);
}

// Any picture of this size, black; fill it by hdr_pixel.
static inline hdr_picture hdr_blank(int32_t width, int32_t height, arena* memory) {
    hdr_picture p = {.width = width, .height = height, .scale = {1.0, 1.0, 1.0}};
    p.rgbe = arena_alloc(memory, (size_t)width * (size_t)height, sizeof *p.rgbe);
    memset(p.rgbe, 0, (size_t)width * (size_t)height * sizeof *p.rgbe);
    return p;
}

static inline void hdr_pack_old(buffer* b, const uint8_t (*line)[4], int32_t length) {
    for (int32_t i = 0; i < length;) {
        int32_t run = 1;
        while (i + run < length && memcmp(line[i], line[i + run], 4) == 0)
            ++run;
        buffer_add(b, line[i], 4);
        i += run--;
        for (; run > 0; run >>= 8) { // each further count is of 256 times as many
            uint8_t more[4] = {1, 1, 1, (uint8_t)(run & 255)};
            buffer_add(b, more, 4);
        }
    }
}

static inline void hdr_pack_new(buffer* b, const uint8_t (*line)[4], int32_t length) {
    uint8_t begin[4] = {2, 2, (uint8_t)(length >> 8), (uint8_t)(length & 255)};
    buffer_add(b, begin, 4);
    for (int c = 0; c < 4; ++c)
        for (int32_t i = 0; i < length;) {
            int32_t run = 1;
            while (i + run < length && run < 127 && line[i][c] == line[i + run][c])
                ++run;
            uint8_t code[2] = {(uint8_t)(run > 2 ? 128 + run : 1), line[i][c]};
            buffer_add(b, code, 2);
            i += run > 2 ? run : 1;
        }
}

static inline bytes hdr_write(const hdr_picture* p, const hdr_maker* m, arena* memory) {
    buffer b = buffer_new(memory, 1024);
    bool by_columns = m->axes[1] == 'X';
    int32_t lines = by_columns ? p->width : p->height, length = by_columns ? p->height : p->width;
    buffer_text(&b, arena_format(memory, "#?RADIANCE\n%s\n%.2s %d %.2s %d\n", m->head, m->axes,
                                 (int)lines, m->axes + 2, (int)length));
    uint8_t(*line)[4] = arena_alloc(memory, (size_t)length, sizeof *line);
    for (int32_t i = 0; i < lines; ++i) {
        for (int32_t k = 0; k < length; ++k) {
            int32_t x = by_columns ? i : k, y = by_columns ? k : i;
            const char *of_x = by_columns ? m->axes : m->axes + 2,
                       *of_y = by_columns ? m->axes + 2 : m->axes;
            x = *of_x == '+' ? x : p->width - 1 - x;
            y = *of_y == '-' ? y : p->height - 1 - y;
            memcpy(line[k], p->rgbe[(size_t)y * (size_t)p->width + (size_t)x], 4);
        }
        if (m->packing == HDR_NEW && length >= 8)
            hdr_pack_new(&b, (const uint8_t(*)[4])line, length);
        else if (m->packing == HDR_OLD)
            hdr_pack_old(&b, (const uint8_t(*)[4])line, length);
        else
            buffer_add(&b, line, 4 * (size_t)length);
    }
    return buffer_bytes(&b);
}
