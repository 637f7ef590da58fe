// SPDX-License-Identifier: MIT
#include "bake/light/smooth.h"

#include "bake/mesh/weld.h"

static double cosine_of(const float* a, const float* b) {
    return (double)a[0] * (double)b[0] + (double)a[1] * (double)b[1] + (double)a[2] * (double)b[2];
}

int32_t* smooth_groups(const vec3* positions, const float (*normals)[3], int32_t vertex_count,
                       double cosine, arena* memory) {
    arena* scratch = arena_create();
    size_t count = (size_t)vertex_count;
    weld w = weld_positions(positions, vertex_count, 0.0, scratch);
    int32_t *group = ARENA_NEW(memory, int32_t, count),
            *last = ARENA_NEW(scratch, int32_t, count),       // of groups at a welded place, + 1
                *before = ARENA_NEW(scratch, int32_t, count); // the group there before that, + 1
    for (int32_t v = 0; v < vertex_count; ++v) {
        int32_t at = w.welded[v], g = last[at];
        while (g > 0 && cosine_of(normals[g - 1], normals[v]) < cosine)
            g = before[g - 1];
        if (g == 0) {
            before[v] = last[at];
            last[at] = g = v + 1;
        }
        group[v] = g - 1;
    }
    arena_destroy(scratch);
    return group;
}
