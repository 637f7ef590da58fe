// The swimmer put together: shape, paint, weights, clips, sculpted shapes.
// SPDX-License-Identifier: MIT
#include "scenes/swimmer.h"

#include "scenes/makers.h"

static scene put_together(const char* name, const rig* g, arena* memory) {
    sdf_body body = swimmer_body(memory);
    sdf_mesh m = swimmer_mesh(&body, memory);
    float(*colors)[4] = swimmer_paint(&body, &m, memory);
    int16_t* regions = ARENA_NEW(memory, int16_t, (size_t)m.vertex_count);
    for (int32_t v = 0; v < m.vertex_count; ++v)
        regions[v] = body.parts[sdf_nearest_part(&body, m.positions[v])].region;
    rig_skin influences = rig_weigh(g, &m, regions, 40, memory);
    scene s = rig_scene(name, &m, colors, g, &influences, memory);
    swimmer_clips(g, &s, memory);
    swimmer_sculpt(&s, memory);
    return s;
}

scene sample_swimmer(arena* memory) {
    rig g = swimmer_rig(memory);
    return put_together("swimmer", &g, memory);
}

scene sample_swimmer46(arena* memory) {
    rig g = swimmer_rig_fine(memory);
    return put_together("swimmer46", &g, memory);
}
