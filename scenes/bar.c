// A bar of rubber, 40 cm: what beam theory knows everything about, and what linear modes bend badly (Hauser, Shen & O'Brien
// 2003, fig. 2).
//
// It lies along x, in rings of two colours, so that one sees how they are stretched.
// SPDX-License-Identifier: MIT
#include "scenes/body.h"
#include "scenes/makers.h"

static const double ring = 0.04; // metres

static vec3 color_at(vec3 x) {
    double at = x.x / ring,
           displacement = fabs(at - 2.0 * floor(0.5 * at) - 1.0); // 0 to 1 and back
    return v3_lerp(paint(0x1f5f8b), paint(0xf3dfb2), smooth_step(0.42, 0.58, displacement));
}

scene sample_bar(arena* memory) {
    static const sdf_part part = {
        .shape = SDF_BOX, .a = {0, 0.02, 0}, .size = {0.2, 0.02, 0.02}, .r = 0.005};
    sdf_body body = sdf_body_make(&part, 1, memory);
    sdf_mesh m = mesher_run(&body, (mesher_options){.cell = 0.005, .rounds = 8}, memory);
    primitive p = body_from_sdf(&m, memory);
    for (int32_t i = 0; i < p.vertex_count; ++i)
        body_paint(&p, i, color_at(p.positions[i]));
    return body_scene("bar", p, false, memory);
}
