// A baseball bat, 84 cm, standing on its knob: turned wood with a taped grip.
// SPDX-License-Identifier: MIT
#include "scenes/lathe.h"
#include "scenes/makers.h"

enum { BAT_RINGS = 112, BAT_COLUMNS = 32 };

static const lathe_point profile[] = {
    {0.000, 0.0000}, {0.000, 0.0140}, {0.005, 0.0225}, {0.013, 0.0240}, {0.020, 0.0190},
    {0.030, 0.0145}, {0.060, 0.0128}, {0.180, 0.0122}, {0.300, 0.0135}, {0.420, 0.0175},
    {0.530, 0.0240}, {0.620, 0.0295}, {0.700, 0.0322}, {0.770, 0.0330}, {0.815, 0.0320},
    {0.832, 0.0270}, {0.840, 0.0160}, {0.842, 0.0000},
};

static vec3 wood(vec3 x) {
    // annual rings are sheets along the trunk: noise stretched along y, read in bands
    double along = noise_fractal(v3(60.0 * x.x + 3.0, 2.5 * x.y, 60.0 * x.z));
    double band = 0.5 + 0.5 * exact_sin(420.0 * x.x + 9.0 * along + 3.0 * x.y);
    vec3 color = v3_lerp(paint(0xd9a866), paint(0xb9803f), band * band);
    return v3_lerp(color, paint(0x8f5c2c), 0.5 * smooth_step(0.25, 0.6, along));
}

static vec3 tape(vec3 x) {
    // wound as a helix of 22 mm pitch: dark at each overlap
    double turn = x.y / 0.022 + exact_atan2(x.x, x.z) / (2.0 * EXACT_PI);
    double edge = turn - floor(turn);
    return v3_lerp(paint(0x16181b), paint(0x34383e), smooth_step(0.0, 0.8, edge));
}

scene sample_bat(arena* memory) {
    lathe_point smooth[BAT_RINGS + 2];
    lathe_smooth(profile, (int32_t)(sizeof profile / sizeof *profile), smooth, BAT_RINGS + 2,
                 memory);
    primitive p = lathe_turn(smooth, BAT_RINGS + 2, BAT_COLUMNS, memory);
    for (int32_t i = 0; i < p.vertex_count; ++i) {
        vec3 x = p.positions[i];
        body_paint(&p, i, x.y > 0.024 && x.y < 0.29 ? tape(x) : wood(x));
    }
    return body_scene("bat", p, false, memory);
}
