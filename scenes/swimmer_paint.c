// The swimmer's colours: skin with a blush, a striped bathing suit, cap and goggles.
//
// Stripes are there to be looked at when the belly moves. Each layer is the inside of a few shapes;
// see painter.h.
// SPDX-License-Identifier: MIT
#include "scenes/body.h"
#include "scenes/swimmer.h"

#define COUNT(table) ((int32_t)(sizeof(table) / sizeof *(table)))
#define TWIN         .mirror = true
#define STRIPE(y)                                                                                  \
    {                                                                                              \
        SDF_BOX, .a = {0, y, 0}, .size = { 1, 0.0225, 1 }                                          \
    }

enum { SKIN, SUIT, STRIPES, CAP, BAND, FRAME, GLASS, PUPIL, MOUTH, LAYERS };

static const sdf_part suit[] = {
    {SDF_BOX, .a = {0, 0.96875, 0}, .size = {0.235, 0.39125, 0.5}},
    {SDF_CAPSULE, SDF_CUT, .a = {0, 1.355, 0.3}, .b = {0, 1.355, -0.3}, .r = 0.110}, // neckline
    {SDF_BOX, SDF_CUT, .a = {0.65, 1.3725, 0}, .size = {0.494, 0.30, 1}, .r = 0.06,
     TWIN}, // sleeves
};
static const sdf_part stripes[] = {
    {SDF_BOX, .a = {0, 1.4075, 0}, .size = {1, 0.2, 1}},                            // the straps
    {SDF_BOX, .a = {0.65, 1.3725, 0}, .size = {0.507, 0.313, 1}, .r = 0.073, TWIN}, // sleeve hems
    STRIPE(0.60),
    STRIPE(0.69),
    STRIPE(0.78),
    STRIPE(0.87),
    STRIPE(0.96),
    STRIPE(1.05),
    STRIPE(1.14),
};
static const sdf_part cap[] = {
    {SDF_BOX, .a = {0, 1.697, -0.055}, .size = {0.3, 0.2, 0.3}, .turn = {-16, 0, 0}},
};
static const sdf_part band[] = {
    {SDF_TORUS, .a = {0, 1.513, -0.008}, .r = 0.122, .r2 = 0.0135, .turn = {-3, 0, 0}},
    {SDF_BOX, SDF_CUT, .a = {0, 1.5, 0.15}, .size = {0.05, 0.1, 0.1}},
};
static const sdf_part frame[] = {
    {SDF_ELLIPSOID, .a = {0.050, 1.510, 0.096}, .size = {0.053, 0.048, 0.036}, .turn = {0, 22, 0},
     TWIN},
    {SDF_CAPSULE, .a = {-0.02, 1.514, 0.125}, .b = {0.02, 1.514, 0.125}, .r = 0.015},
};
static const sdf_part glass[] = {
    {SDF_CAPSULE, .a = {0.050, 1.513, 0.10}, .b = {0.066, 1.515, 0.16}, .r = 0.0275, TWIN},
};
static const sdf_part pupil[] = {
    {SDF_CAPSULE, .a = {0.049, 1.512, 0.10}, .b = {0.063, 1.514, 0.16}, .r = 0.0132, TWIN},
};
static const sdf_part mouth[] = {
    {SDF_CAPSULE, .a = {0, 1.440, 0.05}, .b = {0, 1.440, 0.2}, .r = 0.038},
    {SDF_CAPSULE, SDF_CUT, .a = {0, 1.506, 0.0}, .b = {0, 1.506, 0.3}, .r = 0.076, .blend = 0.008},
};

#define LAYER(table, inside, fill, rim)                                                            \
    { table, COUNT(table), inside, fill, rim }
static const paint_layer layers[LAYERS] = {
    [SKIN] = {NULL, 0, 0, 0xf2b48f, 0xf2b48f},
    [SUIT] = LAYER(suit, 0, 0xf6efe0, 0x1f3a63),
    [STRIPES] = LAYER(stripes, SUIT, 0x1f3a63, 0x1f3a63),
    [CAP] = LAYER(cap, 0, 0xd8392b, 0xd8392b),
    [BAND] = LAYER(band, 0, 0x26303c, 0x26303c),
    [FRAME] = LAYER(frame, 0, 0xf2b632, 0xf2b632),
    [GLASS] = LAYER(glass, FRAME, 0xeaf6fb, 0xeaf6fb),
    [PUPIL] = LAYER(pupil, GLASS, 0x1d1f26, 0x1d1f26),
    [MOUTH] = LAYER(mouth, 0, 0x8e2430, 0x8e2430),
};

// Where blood shines through.
typedef struct blush {
    vec3 center;
    double radius, strength;
} blush;
static const blush blushes[] = {
    {{0.066, 1.437, 0.100}, 0.040, 0.75},  {{0, 1.462, 0.155}, 0.030, 0.55},
    {{0.118, 1.454, 0}, 0.040, 0.45},      {{0.120, 0.432, 0.075}, 0.055, 0.40},
    {{0.392, 1.064, -0.055}, 0.050, 0.40}, {{0.66, 0.845, 0.01}, 0.055, 0.30},
    {{0.140, 0.010, 0.170}, 0.060, 0.35},  {{0.196, 1.290, -0.01}, 0.060, 0.20},
};

static vec3 skin_color(vec3 p) {
    vec3 color = paint(layers[SKIN].srgb), rosy = paint(0xe27a62);
    vec3 q = v3(fabs(p.x), p.y, p.z);
    for (int32_t i = 0; i < COUNT(blushes); ++i) {
        double d = v3_distance(q, blushes[i].center) / blushes[i].radius;
        color = v3_lerp(color, rosy, blushes[i].strength * smooth_step(1.0, 0.0, d));
    }
    return v3_scale(color, 1.0 + 0.02 * noise_at(v3_scale(q, 14.0)));
}

float (*swimmer_paint(const sdf_body* body, sdf_mesh* m, arena* memory))[4] {
    size_t count = (size_t)m->vertex_count;
    int8_t* layer = ARENA_NEW(memory, int8_t, count);
    bool* on_edge = ARENA_NEW(memory, bool, count);
    float(*colors)[4] = arena_alloc(memory, count, sizeof *colors);
    painter_run(body, m, layers, LAYERS, layer, on_edge, memory);
    for (size_t v = 0; v < count; ++v) {
        const paint_layer* l = &layers[layer[v]];
        vec3 c =
            layer[v] == SKIN ? skin_color(m->positions[v]) : paint(on_edge[v] ? l->edge : l->srgb);
        colors[v][0] = (float)c.x;
        colors[v][1] = (float)c.y;
        colors[v][2] = (float)c.z;
        colors[v][3] = 1.0f;
    }
    return colors;
}
