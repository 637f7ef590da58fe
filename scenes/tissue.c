// An organ bed for the surgical example of DyRT (James & Pai 2002, fig. 4): liver, stomach, gall
// bladder and gut on a soft bed, one closed skin, 30 cm wide.
//
// The attribute _FIXED is 1 on the underside, which lies on the support; the support breathes.
// SPDX-License-Identifier: MIT
#include "scenes/tissue.h"
#include "scenes/body.h"
#include "scenes/makers.h"
#include "scenes/rig.h"

typedef enum organ { BED, LIVER, STOMACH, GALL, GUT, FAT } organ;

static const sdf_part organs[] = {
    // the bed: a slab with rounded edges, and what swells below the organs
    {.shape = SDF_BOX, .a = {0, 0.016, 0}, .size = {0.15, 0.016, 0.12}, .r = 0.014, .color = BED},
    {.shape = SDF_ELLIPSOID,
     .a = {0.0, 0.02, -0.02},
     .size = {0.13, 0.026, 0.085},
     .blend = 0.02,
     .color = BED},
    {.shape = SDF_BOX,
     .a = {0.0, 0.024, 0.072},
     .size = {0.118, 0.014, 0.04},
     .r = 0.012,
     .blend = 0.01,
     .color = BED},
    // liver: a large right lobe, a thinner left one
    {.shape = SDF_ELLIPSOID,
     .a = {-0.068, 0.046, -0.045},
     .size = {0.070, 0.038, 0.055},
     .turn = {8, 18, -10},
     .blend = 0.006,
     .color = LIVER},
    {.shape = SDF_ELLIPSOID,
     .a = {-0.004, 0.046, -0.064},
     .size = {0.058, 0.024, 0.040},
     .turn = {6, -12, -6},
     .blend = 0.012,
     .color = LIVER},
    // stomach: a bent bag
    {.shape = SDF_ROUND_CONE,
     .a = {0.068, 0.044, -0.072},
     .b = {0.108, 0.046, -0.032},
     .r = 0.026,
     .r2 = 0.034,
     .blend = 0.005,
     .color = STOMACH},
    {.shape = SDF_ROUND_CONE,
     .a = {0.108, 0.046, -0.032},
     .b = {0.084, 0.040, 0.004},
     .r = 0.034,
     .r2 = 0.026,
     .blend = 0.014,
     .color = STOMACH},
    {.shape = SDF_ROUND_CONE,
     .a = {0.084, 0.040, 0.004},
     .b = {0.036, 0.036, 0.006},
     .r = 0.026,
     .r2 = 0.013,
     .blend = 0.014,
     .color = STOMACH},
    // gall bladder: a pear under the edge of the liver
    {.shape = SDF_ROUND_CONE,
     .a = {-0.020, 0.046, -0.018},
     .b = {-0.014, 0.044, 0.012},
     .r = 0.009,
     .r2 = 0.0145,
     .blend = 0.003,
     .color = GALL},
    // lumps of fat
    {.shape = SDF_ELLIPSOID,
     .a = {-0.108, 0.034, 0.022},
     .size = {0.024, 0.014, 0.016},
     .turn = {0, 30, 0},
     .blend = 0.006,
     .color = FAT},
    {.shape = SDF_ELLIPSOID,
     .a = {-0.066, 0.036, 0.020},
     .size = {0.022, 0.013, 0.013},
     .turn = {0, -20, 0},
     .blend = 0.006,
     .color = FAT},
    {.shape = SDF_ELLIPSOID,
     .a = {0.046, 0.036, -0.034},
     .size = {0.018, 0.014, 0.020},
     .blend = 0.006,
     .color = FAT},
};

enum { ORGANS = (int)(sizeof organs / sizeof *organs), GUT_PARTS = 78 };

// The middle line of the gut: three rows joined by half turns, meandering. s from 0 to 1.
static vec3 gut_line(double s) {
    const double width = 0.098, pitch = 0.0285, first = 0.044; // of rows, metres
    const double straight = 2.0 * width, turn = 0.5 * EXACT_PI * pitch;
    double at = s * (3.0 * straight + 2.0 * turn);
    int row = 0;
    while (row < 2 && at > straight + turn) {
        at -= straight + turn;
        ++row;
    }
    double side = row % 2 == 0 ? 1.0 : -1.0, x, z = first + pitch * row;
    if (at <= straight) {
        x = side * (at - width);
    } else {
        double sine, cosine;
        exact_sincos((at - straight) / (0.5 * pitch), &sine, &cosine);
        x = side * (width + 0.5 * pitch * sine);
        z += 0.5 * pitch * (1.0 - cosine);
    }
    // rows bend alike, so that they lie against each other
    double bend = exact_sin(38.0 * x + 0.5) + 0.6 * exact_sin(87.0 * x + 2.0);
    return v3(x, 0.0385 + 0.004 * exact_sin(50.0 * x + 2.1 * row), z + 0.0042 * bend);
}

static sdf_body body_of(arena* memory) {
    sdf_part* parts = ARENA_NEW(memory, sdf_part, ORGANS + GUT_PARTS);
    for (int i = 0; i < ORGANS; ++i)
        parts[i] = organs[i];
    for (int i = 0; i < GUT_PARTS; ++i) {
        // pouches: thick and thin in turn
        double thick = 0.0146, thin = 0.0122;
        parts[ORGANS + i] = (sdf_part){.shape = SDF_ROUND_CONE,
                                       .a = gut_line((double)i / GUT_PARTS),
                                       .b = gut_line((i + 1.0) / GUT_PARTS),
                                       .r = i % 2 == 0 ? thick : thin,
                                       .r2 = i % 2 == 0 ? thin : thick,
                                       .blend = 0.003,
                                       .color = GUT};
    }
    return sdf_body_make(parts, ORGANS + GUT_PARTS, memory);
}

static vec3 organ_color(organ o, vec3 x) {
    static const uint32_t colors[][3] = {
        // flesh, darker, lighter (sRGB)
        [BED] = {0xc4625c, 0x9c3c3e, 0xdc8a7c},     [LIVER] = {0x8c2f2a, 0x641b1e, 0xa84438},
        [STOMACH] = {0xdb8f86, 0xc06660, 0xedb4a8}, [GALL] = {0x6f8a45, 0x4b6a33, 0x93a85c},
        [GUT] = {0xe39d90, 0xcb7068, 0xf2c2b2},     [FAT] = {0xecc574, 0xd9a457, 0xf6dd9e}};
    double mottle = noise_fractal(v3_scale(x, 45.0)), vein = noise_at(v3_scale(x, 60.0));
    vec3 c = v3_lerp(paint(colors[o][0]), paint(colors[o][2]), smooth_step(0.0, 0.45, mottle));
    c = v3_lerp(c, paint(colors[o][1]), smooth_step(0.0, -0.45, mottle));
    return v3_lerp(c, paint(colors[o][1]), 0.6 * smooth_step(0.12, 0.0, fabs(vein)));
}

// Paint of the nearest organ, mixed over the width of a fillet where two meet.
static vec3 color_at(const sdf_body* body, vec3 x) {
    double sum = 0.0;
    vec3 color = v3(0.0, 0.0, 0.0);
    double nearest = sdf_part_distance(body, sdf_nearest_part(body, x), x);
    for (int32_t i = 0; i < body->part_count; ++i) {
        double weight = smooth_step(0.005, 0.0, sdf_part_distance(body, i, x) - nearest);
        if (weight > 0.0)
            color = v3_madd(color, organ_color((organ)body->parts[i].color, x), weight);
        sum += weight;
    }
    return v3_scale(color, 1.0 / sum);
}

// In over a third of the time, out over the rest: 9 mm up and 2.5 degrees.
static void breathe(double time, const void* user, rig_pose* out) {
    double turns = time / *(const double*)user, phase = 2.0 * EXACT_PI * (turns - floor(turns));
    double air = 0.5 - 0.5 * exact_cos(phase + 0.55 * exact_sin(phase));
    out->root = v3(0.0, 0.009 * air, 0.003 * air);
    out->turns[0] = quat_axis_angle(v3(1, 0, 0), -2.5 * EXACT_PI / 180.0 * air);
}

// The shown node hangs below a node of its own, which moves.
static void add_support(scene* s, arena* memory) {
    static const rig_joint support = {.name = "support", .parent = -1};
    static const double period = 4.0; // seconds
    int32_t moving = body_add_node(s, support.name, -1, support.head, memory);
    s->nodes[0].parent = moving;
    s->roots[0] = moving;
    s->root_count = 1;
    s->clip_count = 1;
    s->clips = ARENA_NEW(memory, clip, 1);
    s->clips[0] = rig_clip(&(rig){1, &support}, "breathe", period, breathe, &period, memory);
}

primitive tissue_bed(arena* memory) {
    sdf_body body = body_of(memory);
    sdf_mesh m = mesher_run(&body, (mesher_options){.cell = 0.0052, .rounds = 8}, memory);
    primitive p = body_from_sdf(&m, memory);
    p.attribute_count = 1;
    p.attributes = ARENA_NEW(memory, attribute, 1);
    p.attributes[0] = (attribute){"_FIXED", 1, ARENA_NEW(memory, float, (size_t)p.vertex_count)};
    for (int32_t i = 0; i < p.vertex_count; ++i) {
        body_paint(&p, i, color_at(&body, p.positions[i]));
        p.attributes[0].values[i] = p.positions[i].y < 0.004 ? 1.0f : 0.0f;
    }
    return p;
}

scene sample_tissue(arena* memory) {
    scene s = body_scene("tissue", tissue_bed(memory), false, memory);
    add_support(&s, memory);
    return s;
}
