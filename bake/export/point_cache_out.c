// See bake/import/point_cache_in.c for the two layouts.
// SPDX-License-Identifier: MIT
#include "bake/export/point_cache_out.h"

#include "bake/base/buffer.h"

#include <string.h>

bytes point_cache_head(point_cache_layout layout, int32_t frame_count, int32_t point_count,
                       const double* times, arena* memory) {
    buffer b = buffer_new(memory, 32 + 4 * (size_t)frame_count);
    if (layout == POINT_CACHE_PC2) {
        int32_t version = 1;
        float start = 0.0f, step = 1.0f;
        buffer_add(&b, "POINTCACHE2", 12); // with its zero byte
        buffer_add(&b, &version, sizeof version);
        buffer_add(&b, &point_count, sizeof point_count);
        buffer_add(&b, &start, sizeof start);
        buffer_add(&b, &step, sizeof step);
        buffer_add(&b, &frame_count, sizeof frame_count);
        return buffer_bytes(&b);
    }
    buffer_reversed(&b, &frame_count, sizeof frame_count);
    buffer_reversed(&b, &point_count, sizeof point_count);
    for (int32_t i = 0; i < frame_count; ++i) {
        float time = (float)times[i];
        buffer_reversed(&b, &time, sizeof time);
    }
    return buffer_bytes(&b);
}

// Each four bytes last byte first.
static void reverse(const uint8_t* from, size_t count, uint8_t* out) {
    for (size_t i = 0; i < 4 * count; ++i)
        out[i] = from[i ^ 3];
}

void point_cache_frame(point_cache_layout layout, const float (*points)[3], int32_t count,
                       uint8_t* out) {
    if (layout == POINT_CACHE_MDD)
        reverse((const uint8_t*)points, 3 * (size_t)count, out);
    else
        memcpy(out, points, (size_t)count * sizeof *points);
}

void point_cache_unframe(point_cache_layout layout, const uint8_t* frame, int32_t count,
                         float (*out)[3]) {
    if (layout == POINT_CACHE_MDD)
        reverse(frame, 3 * (size_t)count, (uint8_t*)out);
    else
        memcpy(out, frame, (size_t)count * sizeof *out);
}

static bytes whole(point_cache_layout layout, const point_cache* c, arena* memory) {
    bytes head = point_cache_head(layout, c->frame_count, c->point_count, c->times, memory);
    size_t size = (size_t)c->point_count * sizeof *c->points;
    buffer b = buffer_new(memory, head.size + (size_t)c->frame_count * size);
    buffer_add(&b, head.data, head.size);
    for (int32_t i = 0; i < c->frame_count; ++i) {
        point_cache_frame(layout,
                          (const float(*)[3])(c->points + (size_t)i * (size_t)c->point_count),
                          c->point_count, buffer_room(&b, size));
        b.size += size;
    }
    return buffer_bytes(&b);
}

bytes point_cache_pc2(const point_cache* c, arena* memory) {
    return whole(POINT_CACHE_PC2, c, memory);
}

bytes point_cache_mdd(const point_cache* c, arena* memory) {
    return whole(POINT_CACHE_MDD, c, memory);
}
