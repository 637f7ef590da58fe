// The dashboard below the beast: a padded slab with a seam, a row of vents and a hood with two dials.
// SPDX-License-Identifier: MIT
#include "scenes/beast.h"

#include "scenes/body.h"
#include "scenes/painter.h"

#define COUNT(table) ((int32_t)(sizeof(table) / sizeof *(table)))
#define TWIN         .mirror = true

static const sdf_part slab[] = {
    {SDF_BOX, .a = {0, -0.0305, -0.060}, .size = {0.200, 0.030, 0.200}, .r = 0.022},
    {SDF_BOX, .a = {0, -0.0500, 0.085}, .size = {0.185, 0.032, 0.070}, .r = 0.020, .blend = 0.012},
};

static const sdf_part seam[] = {
    {SDF_BOX, .a = {0, -0.02, -0.060}, .size = {0.1740, 0.1, 0.1740}, .r = 0.020},
    {SDF_BOX, SDF_CUT, .a = {0, -0.02, -0.060}, .size = {0.1640, 0.2, 0.1640}, .r = 0.016},
    {SDF_BOX, SDF_CUT, .a = {0, -0.2, 0}, .size = {1, 0.195, 1}},
};
static const sdf_part vents[] = {
    {SDF_CAPSULE, .a = {-0.038, -0.042, 0.155}, .b = {0.038, -0.042, 0.155}, .r = 0.0048},
    {SDF_CAPSULE, .a = {-0.038, -0.058, 0.155}, .b = {0.038, -0.058, 0.155}, .r = 0.0048},
};
static const sdf_part rims[] = {
    {SDF_CAPSULE, .a = {0.105, -0.050, 0.10}, .b = {0.105, -0.050, 0.25}, .r = 0.0270, TWIN},
};
static const sdf_part dials[] = {
    {SDF_CAPSULE, .a = {0.105, -0.050, 0.10}, .b = {0.105, -0.050, 0.25}, .r = 0.0215, TWIN},
};
static const sdf_part needles[] = {
    {SDF_CAPSULE, .a = {0.105, -0.052, 0.155}, .b = {0.118, -0.036, 0.155}, .r = 0.0036},
    {SDF_CAPSULE, .a = {-0.105, -0.052, 0.155}, .b = {-0.119, -0.040, 0.155}, .r = 0.0036},
};

enum { PAD, SEAM, VENTS, RIMS, DIALS, NEEDLES, LAYERS };

#define LAYER(table, inside, fill)                                                                 \
    { table, COUNT(table), inside, fill, fill }
static const paint_layer layers[LAYERS] = {
    [PAD] = {NULL, 0, 0, 0x4a5568, 0x4a5568}, [SEAM] = LAYER(seam, 0, 0xd9b27c),
    [VENTS] = LAYER(vents, 0, 0x1d232c),      [RIMS] = LAYER(rims, 0, 0xc7ccd3),
    [DIALS] = LAYER(dials, RIMS, 0xf4efe0),   [NEEDLES] = LAYER(needles, DIALS, 0xc8382d),
};

primitive beast_dashboard(arena* memory) {
    static const mesher_lens lenses[] = {
        {.center = {0.105, -0.050, 0.155}, .radius = 0.05, .gain = 4.0, TWIN},
        {.center = {0, -0.050, 0.155}, .radius = 0.05, .gain = 4.0},
    };
    sdf_body body = sdf_body_make(slab, COUNT(slab), memory);
    mesher_options o = {.cell = 0.011, .rounds = 8, .lens_count = COUNT(lenses), .lenses = lenses};
    sdf_mesh m = mesher_run(&body, o, memory);
    int8_t* layer = ARENA_NEW(memory, int8_t, (size_t)m.vertex_count);
    bool* on_edge = ARENA_NEW(memory, bool, (size_t)m.vertex_count);
    painter_run(&body, &m, layers, LAYERS, layer, on_edge, memory);
    primitive p = body_from_sdf(&m, memory);
    for (int32_t i = 0; i < p.vertex_count; ++i) {
        vec3 color = paint(layers[layer[i]].srgb);
        double grain = layer[i] == PAD ? 0.10 * noise_fractal(v3_scale(p.positions[i], 90.0)) : 0.0;
        body_paint(&p, i, v3_scale(color, 1.0 + grain));
    }
    return p;
}
