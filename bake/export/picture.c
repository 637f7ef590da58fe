// Pictures side by side and one above the other.
// SPDX-License-Identifier: MIT
#include "bake/export/raster.h"

#include "bake/base/assert.h"

#include <string.h>

static const uint8_t gap_color = 255;

static picture blank(int32_t width, int32_t height, int32_t channels, arena* memory) {
    size_t size = (size_t)width * (size_t)height * (size_t)channels;
    picture p = {width, height, channels, ARENA_NEW(memory, uint8_t, size)};
    memset(p.pixels, gap_color, size);
    return p;
}

static void paste(picture* onto, const picture* p, int32_t left, int32_t top) {
    for (int32_t y = 0; y < p->height; ++y)
        memcpy(&onto->pixels[((size_t)(top + y) * (size_t)onto->width + (size_t)left) *
                             (size_t)onto->channels],
               &p->pixels[(size_t)y * (size_t)p->width * (size_t)p->channels],
               (size_t)p->width * (size_t)p->channels);
}

picture picture_row(const picture* p, int32_t count, int32_t gap, arena* memory) {
    SUPPLE_ASSERT(count > 0 && gap >= 0);
    int32_t width = gap * (count - 1), left = 0;
    for (int32_t i = 0; i < count; ++i)
        width += p[i].width;
    picture row = blank(width, p[0].height, p[0].channels, memory);
    for (int32_t i = 0; i < count; ++i) {
        paste(&row, &p[i], left, 0);
        left += p[i].width + gap;
    }
    return row;
}

picture picture_column(const picture* p, int32_t count, int32_t gap, arena* memory) {
    SUPPLE_ASSERT(count > 0 && gap >= 0);
    int32_t height = gap * (count - 1), top = 0;
    for (int32_t i = 0; i < count; ++i)
        height += p[i].height;
    picture column = blank(p[0].width, height, p[0].channels, memory);
    for (int32_t i = 0; i < count; ++i) {
        paste(&column, &p[i], 0, top);
        top += p[i].height + gap;
    }
    return column;
}
