// A towel on a door, 2 m: the cloth of James & Fatahalian 2003 (figure 8).
//
// Two meshes: "towel", 3,306 vertices of square cells with all diagonals one way (docs/dynamics.md, sheets), whose
// attribute _FIXED is 1 under the five pegs, and "door", what it hangs on. It hangs flat, from a bar that keeps it
// off the door; hinges are along the edge at x = -0.46, and an open door has turned about +y.
// SPDX-License-Identifier: MIT
#include "scenes/body.h"
#include "scenes/makers.h"
#include "scenes/painter.h"

#define COUNT(table) ((int32_t)(sizeof(table) / sizeof *(table)))
#define TWIN         .mirror = true

// ---- the towel -------------------------------------------------------------------------

enum { DOOR_ACROSS = 56, DOWN = 57, DOOR_ROW = DOOR_ACROSS + 1, PEGS = 5, PEG_HALF = 1 };

static const double cell = 0.0145;             // m
static const double top = 1.660, off = 0.1300; // of the towel's upper edge, m

// The middle column of a peg: 4, 16, 28, 40 and 52, mirrored about the middle.
static int32_t peg_column(int32_t peg) {
    return 4 + peg * (DOOR_ACROSS - 8) / (PEGS - 1);
}

// A disc or a line, 1 inside, soft over a cell so that a vertex shows how much of its cell is painted.
static double inside(double distance) {
    return smooth_step(0.6 * cell, -0.6 * cell, distance);
}

static double ball(double x, double y, double r) {
    return inside(sqrt(x * x + y * y) - r);
}

// A sun that smiles, over bands of the sea. x from the middle, y from the upper edge, up.
static vec3 towel_color(double x, double y) {
    const vec3 sea = paint(0x2f7fa8), foam = paint(0x9fd3dd), orange = paint(0xf39a36),
               ink = paint(0x6b3018);
    double dx = fabs(x), dy = y + 0.300, far = sqrt(dx * dx + dy * dy);
    double rays = 0.205 + 0.040 * exact_cos(12.0 * exact_atan2(dy, x));
    double smile = fabs(sqrt(dx * dx + (dy - 0.020) * (dy - 0.020)) - 0.095) - 0.011;
    double depth = -y - 0.575 + 0.014 * exact_sin(24.0 * x);
    vec3 color = paint(0xfbf4e4);
    color = v3_lerp(color, orange, inside(far - rays));
    color = v3_lerp(color, paint(0xfbf4e4), inside(far - 0.180));
    color = v3_lerp(color, v3_lerp(paint(0xffd95e), paint(0xf8b93c), smooth_step(0.05, 0.17, far)),
                    inside(far - 0.165));
    color = v3_lerp(color, paint(0xf28d63), 0.8 * ball(dx - 0.112, dy + 0.022, 0.026));
    color = v3_lerp(color, ink, ball(dx - 0.058, dy - 0.042, 0.023));
    color = v3_lerp(color, ink, inside(smile) * inside(dy + 0.034));
    color = v3_lerp(color, foam, inside(-depth));
    color = v3_lerp(color, sea, inside(0.050 - depth) * inside(depth - 0.105));
    color = v3_lerp(color, sea, inside(0.150 - depth));
    return v3_lerp(color, sea, inside(fabs(y + 0.030) - 0.012));
}

static primitive towel(arena* memory) {
    primitive p = body_primitive(DOOR_ROW * (DOWN + 1), 2 * DOOR_ACROSS * DOWN, memory);
    float* fixed = body_attribute(&p, "_FIXED", memory);
    int32_t triangle = 0;
    for (int32_t j = 0, v = 0; j <= DOWN; ++j)
        for (int32_t i = 0; i < DOOR_ROW; ++i, ++v) {
            double x = cell * (i - 0.5 * DOOR_ACROSS), y = -cell * j;
            p.positions[v] = v3(x, top + y, off);
            p.normals[v][2] = 1.0f;
            body_paint(&p, v, towel_color(x, y));
            for (int32_t k = 0; j == 0 && k < PEGS; ++k)
                if (i >= peg_column(k) - PEG_HALF && i <= peg_column(k) + PEG_HALF)
                    fixed[v] = 1.0f;
        }
    for (uint32_t j = 0; j < DOWN; ++j)
        for (uint32_t i = 0; i < DOOR_ACROSS; ++i) {
            uint32_t a = j * DOOR_ROW + i, b = a + 1, c = b + DOOR_ROW, d = a + DOOR_ROW;
            body_triangle(&p, &triangle, a, d, c);
            body_triangle(&p, &triangle, a, c, b);
        }
    return p;
}

// ---- the door --------------------------------------------------------------------------

static const sdf_part wood[] = {
    {SDF_BOX, .a = {0, 1.020, 0}, .size = {0.460, 1.020, 0.020}, .r = 0.006},
    // four panels, sunk in on both sides
    {SDF_BOX, SDF_CUT, .a = {0.205, 1.430, 0.034}, .size = {0.155, 0.470, 0.026}, .r = 0.010, TWIN},
    {SDF_BOX, SDF_CUT, .a = {0.205, 0.440, 0.034}, .size = {0.155, 0.310, 0.026}, .r = 0.010, TWIN},
    {SDF_BOX, SDF_CUT, .a = {0.205, 1.430, -0.034}, .size = {0.155, 0.470, 0.026}, .r = 0.010,
     TWIN},
    {SDF_BOX, SDF_CUT, .a = {0.205, 0.440, -0.034}, .size = {0.155, 0.310, 0.026}, .r = 0.010,
     TWIN},
    // a bar on two brackets
    {SDF_CAPSULE, .a = {0.425, 1.690, 0.010}, .b = {0.425, 1.690, 0.130}, .r = 0.012,
     .blend = 0.012, TWIN},
    {SDF_CAPSULE, .a = {-0.425, 1.690, 0.130}, .b = {0.425, 1.690, 0.130}, .r = 0.012,
     .blend = 0.006},
    // pegs, which end just above the towel
    {SDF_CAPSULE, .a = {0.348, 1.690, 0.130}, .b = {0.348, 1.672, 0.130}, .r = 0.0100, TWIN},
    {SDF_CAPSULE, .a = {0.174, 1.690, 0.130}, .b = {0.174, 1.672, 0.130}, .r = 0.0100, TWIN},
    {SDF_CAPSULE, .a = {0, 1.690, 0.130}, .b = {0, 1.672, 0.130}, .r = 0.0100},
    // knobs on both sides
    {SDF_CAPSULE, .a = {0.405, 0.880, -0.055}, .b = {0.405, 0.880, 0.055}, .r = 0.012,
     .blend = 0.012},
    {SDF_ELLIPSOID, .a = {0.405, 0.880, 0.066}, .size = {0.030, 0.030, 0.022}, .blend = 0.006},
    {SDF_ELLIPSOID, .a = {0.405, 0.880, -0.066}, .size = {0.030, 0.030, 0.022}, .blend = 0.006},
};
static const sdf_part panels[] = {
    {SDF_BOX, .a = {0.205, 1.430, 0}, .size = {0.155, 0.470, 1}, .r = 0.010, TWIN},
    {SDF_BOX, .a = {0.205, 0.440, 0}, .size = {0.155, 0.310, 1}, .r = 0.010, TWIN},
};
static const sdf_part pegs[] = {
    {SDF_BOX, .a = {0.348, 1.690, 0.130}, .size = {0.0130, 0.04, 0.02}, TWIN},
    {SDF_BOX, .a = {0.174, 1.690, 0.130}, .size = {0.0130, 0.04, 0.02}, TWIN},
    {SDF_BOX, .a = {0, 1.690, 0.130}, .size = {0.0130, 0.04, 0.02}},
};
static const sdf_part brass[] = {
    {SDF_BOX, .a = {0.425, 1.690, 0.10}, .size = {0.030, 0.030, 0.079}, TWIN},
    {SDF_BOX, .a = {0, 1.690, 0.10}, .size = {0.45, 0.030, 0.060}},
    {SDF_BOX, .a = {0.405, 0.880, 0.1205}, .size = {0.05, 0.05, 0.098}},
    {SDF_BOX, .a = {0.405, 0.880, -0.1205}, .size = {0.05, 0.05, 0.098}},
};

enum { PAINT, PANELS, BRASS, PEGWOOD, LAYERS };
static const paint_layer layers[LAYERS] = {
    [PAINT] = {NULL, 0, 0, 0x6fa8a0, 0x6fa8a0},
    [PANELS] = {panels, COUNT(panels), 0, 0x86bcb2, 0x86bcb2},
    [BRASS] = {brass, COUNT(brass), 0, 0xd8b25a, 0xd8b25a},
    [PEGWOOD] = {pegs, COUNT(pegs), BRASS, 0xc8443a, 0xc8443a},
};

static primitive door(arena* memory) {
    static const mesher_lens lenses[] = {
        {.center = {0.405, 0.880, 0.0}, .radius = 0.09, .gain = 2.2, TWIN},
        {.center = {0.425, 1.690, 0.07}, .radius = 0.10, .gain = 1.8, TWIN},
        {.center = {0.20, 1.690, 0.13}, .radius = 0.16, .gain = 1.8, TWIN},
    };
    sdf_body body = sdf_body_make(wood, COUNT(wood), memory);
    mesher_options o = {.cell = 0.0195, .rounds = 8, .lens_count = COUNT(lenses), .lenses = lenses};
    sdf_mesh m = mesher_run(&body, o, memory);
    int8_t* layer = ARENA_NEW(memory, int8_t, (size_t)m.vertex_count);
    bool* on_edge = ARENA_NEW(memory, bool, (size_t)m.vertex_count);
    painter_run(&body, &m, layers, LAYERS, layer, on_edge, memory);
    primitive p = body_from_sdf(&m, memory);
    for (int32_t i = 0; i < p.vertex_count; ++i) {
        const paint_layer* l = &layers[layer[i]];
        vec3 x = p.positions[i], color = paint(on_edge[i] ? l->edge : l->srgb);
        double grain = noise_fractal(v3(40.0 * x.x, 3.0 * x.y, 40.0 * x.z));
        body_paint(&p, i, v3_scale(color, 1.0 + (layer[i] == BRASS ? 0.0 : 0.06 * grain)));
    }
    return p;
}

scene sample_door(arena* memory) {
    scene s = body_scene("towel", towel(memory), true, memory);
    body_add_mesh(&s, "door", door(memory), false, memory);
    return s;
}
