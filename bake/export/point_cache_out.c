// See bake/import/point_cache_in.c for the two layouts.
// SPDX-License-Identifier: MIT
#include "bake/export/point_cache_out.h"

#include "bake/base/buffer.h"

static size_t size_of_points(const point_cache* c) {
    return (size_t)c->frame_count * (size_t)c->point_count * sizeof *c->points;
}

bytes point_cache_pc2(const point_cache* c, arena* memory) {
    buffer b = buffer_new(memory, 32 + size_of_points(c));
    int32_t version = 1;
    float start = 0.0f, step = 1.0f;
    buffer_add(&b, "POINTCACHE2", 12); // with its zero byte
    buffer_add(&b, &version, sizeof version);
    buffer_add(&b, &c->point_count, sizeof c->point_count);
    buffer_add(&b, &start, sizeof start);
    buffer_add(&b, &step, sizeof step);
    buffer_add(&b, &c->frame_count, sizeof c->frame_count);
    buffer_add(&b, c->points, size_of_points(c));
    return buffer_bytes(&b);
}

bytes point_cache_mdd(const point_cache* c, arena* memory) {
    buffer b = buffer_new(memory, 8 + 4 * (size_t)c->frame_count + size_of_points(c));
    buffer_reversed(&b, &c->frame_count, sizeof c->frame_count);
    buffer_reversed(&b, &c->point_count, sizeof c->point_count);
    for (int32_t i = 0; i < c->frame_count; ++i) {
        float time = (float)c->times[i];
        buffer_reversed(&b, &time, sizeof time);
    }
    size_t count = size_of_points(c) / sizeof *c->points;
    for (size_t i = 0; i < count; ++i)
        for (int k = 0; k < 3; ++k)
            buffer_reversed(&b, &c->points[i][k], sizeof(float));
    return buffer_bytes(&b);
}
