// A bowl of thin rubber, 24 cm: its rim rings like a bell's, in two lobes, three, four (Hauser, Shen & O'Brien 2003, fig. 4).
// SPDX-License-Identifier: MIT
#include "scenes/lathe.h"
#include "scenes/makers.h"

enum { BOWL_RINGS = 64, BOWL_COLUMNS = 64 };

// Outside from the foot up to the rim, over it, and down to the middle of the inside.
static const lathe_point profile[] = {
    {0.000, 0.0000}, {0.000, 0.0300}, {0.001, 0.0390}, {0.006, 0.0440}, {0.014, 0.0560},
    {0.030, 0.0800}, {0.052, 0.1010}, {0.078, 0.1140}, {0.100, 0.1190}, {0.106, 0.1175},
    {0.104, 0.1135}, {0.080, 0.1075}, {0.056, 0.0945}, {0.036, 0.0740}, {0.022, 0.0480},
    {0.016, 0.0230}, {0.015, 0.0000},
};

// Rings: a vertex is too coarse for more.
static vec3 color_at(vec3 x, bool inside) {
    vec3 glaze = v3_lerp(paint(0x2b8c84), paint(0x1d5f63), smooth_step(0.09, 0.01, x.y));
    vec3 within = v3_lerp(paint(0xe8a33d), paint(0xf3e8d2), smooth_step(0.024, 0.027, x.y));
    within = v3_lerp(within, paint(0x2b8c84), smooth_step(0.0035, 0.0015, fabs(x.y - 0.075)));
    return v3_lerp(inside ? within : glaze, paint(0xc8553d), smooth_step(0.098, 0.101, x.y));
}

scene sample_bowl(arena* memory) {
    lathe_point smooth[BOWL_RINGS + 2];
    lathe_smooth(profile, (int32_t)(sizeof profile / sizeof *profile), smooth, BOWL_RINGS + 2,
                 memory);
    primitive p = lathe_turn(smooth, BOWL_RINGS + 2, BOWL_COLUMNS, memory);
    for (int32_t i = 0; i < p.vertex_count; ++i) {
        vec3 x = p.positions[i];
        vec3 n = v3(p.normals[i][0], p.normals[i][1], p.normals[i][2]);
        bool inside = n.y > 0.0 && v3_dot(n, v3(x.x, 0.0, x.z)) <= 1e-9;
        body_paint(&p, i, color_at(x, inside));
    }
    return body_scene("bowl", p, false, memory);
}
