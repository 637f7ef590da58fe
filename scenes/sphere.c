// A toy ball, 20 cm across, standing on the ground: six panels in three colours, so that its
// turning is seen.
// SPDX-License-Identifier: MIT
#include "scenes/box.h"
#include "scenes/makers.h"

scene sample_sphere(arena* memory) {
    const double radius = 0.1;
    primitive p = box_rounded(radius, radius, 0, 10, memory);
    const vec3 colors[3] = {paint(0xe4572e), paint(0xf6efe0), paint(0x2a8c9e)};
    int32_t side = p.vertex_count / 6;
    for (int32_t i = 0; i < p.vertex_count; ++i) {
        body_paint(&p, i, colors[i / side / 2]);
        p.positions[i].y += radius;
    }
    return body_scene("sphere", p, false, memory);
}
