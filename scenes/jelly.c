// A cube of jelly, 10 cm, standing on the ground: the first thing one wants to see wobble.
// SPDX-License-Identifier: MIT
#include "scenes/box.h"
#include "scenes/makers.h"

scene sample_jelly(arena* memory) {
    const double half = 0.05, radius = 0.014;
    primitive p = box_rounded(half, radius, 12, 6, memory);
    const vec3 deep = paint(0xc2241a), body = paint(0xe8452a), thin = paint(0xffa14a);
    for (int32_t i = 0; i < p.vertex_count; ++i) {
        // Light comes through where there is little jelly: near edges, and more near the top.
        vec3* x = &p.positions[i];
        double ax = fabs(x->x) / half, ay = fabs(x->y) / half, az = fabs(x->z) / half;
        double sum = ax * ax + ay * ay + az * az; // 1 amid a side, 2 on an edge, near 3 in a corner
        double height = 0.5 + 0.5 * x->y / half;
        vec3 color = v3_lerp(deep, body, smooth_step(0.0, 1.0, height));
        color = v3_lerp(color, thin, 0.85 * smooth_step(1.25, 2.3, sum) * (0.55 + 0.45 * height));
        body_paint(&p, i, color);
        x->y += half;
    }
    return body_scene("jelly", p, false, memory);
}
