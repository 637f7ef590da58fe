// A dodo of rubber, 40 cm: soft belly and neck, stiff beak and legs, for bodies of uneven stiffness that
// collide (Hauser et al. 2003, fig. 5).
//
// The attribute _STIFFNESS is a factor on Young's modulus: 1 in the flesh, 30 in beak, legs and feet.
// SPDX-License-Identifier: MIT
#include "scenes/body.h"
#include "scenes/makers.h"

typedef enum plumage { DOWN, WING, TAIL, FACE, BEAK, TIP, LEG, EYE } plumage;

#define TWIN .mirror = true

static const sdf_part parts[] = {
    // trunk and neck, an S
    {SDF_ELLIPSOID, .a = {0, 0.165, -0.015}, .size = {0.098, 0.092, 0.128}, .turn = {-14, 0, 0},
     .color = DOWN},
    {SDF_ELLIPSOID, .a = {0, 0.150, 0.040}, .size = {0.080, 0.078, 0.080}, .blend = 0.05,
     .color = DOWN},
    {SDF_ROUND_CONE, .a = {0, 0.190, 0.070}, .b = {0, 0.262, 0.098}, .r = 0.056, .r2 = 0.040,
     .blend = 0.035, .color = DOWN},
    {SDF_ROUND_CONE, .a = {0, 0.262, 0.098}, .b = {0, 0.318, 0.080}, .r = 0.040, .r2 = 0.040,
     .blend = 0.02, .color = DOWN},
    // tail: a tuft of three plumes
    {SDF_ROUND_CONE, .a = {0, 0.215, -0.120}, .b = {0, 0.272, -0.150}, .r = 0.030, .r2 = 0.020,
     .blend = 0.03, .color = TAIL},
    {SDF_ROUND_CONE, .a = {0.012, 0.205, -0.120}, .b = {0.034, 0.250, -0.158}, .r = 0.026,
     .r2 = 0.016, .blend = 0.015, TWIN, .twin_blend = 0.015, .color = TAIL},
    // stubs of wings
    {SDF_ELLIPSOID, .a = {0.092, 0.178, -0.020}, .size = {0.018, 0.036, 0.060}, .turn = {22, -8, 0},
     .blend = 0.016, TWIN, .color = WING},
    // head and face
    {SDF_ELLIPSOID, .a = {0, 0.345, 0.086}, .size = {0.047, 0.046, 0.056}, .blend = 0.025,
     .color = FACE},
    {SDF_ELLIPSOID, .a = {0, 0.352, 0.062}, .size = {0.048, 0.044, 0.048}, .blend = 0.02,
     .color = DOWN},
    {SDF_SPHERE, .a = {0.040, 0.358, 0.098}, .r = 0.0125, .blend = 0.004, TWIN, .color = EYE},
    // beak: long, thick, hooked
    {SDF_ROUND_CONE, .a = {0, 0.336, 0.118}, .b = {0, 0.328, 0.180}, .r = 0.031, .r2 = 0.022,
     .blend = 0.012, .color = BEAK},
    {SDF_ROUND_CONE, .a = {0, 0.328, 0.180}, .b = {0, 0.306, 0.204}, .r = 0.024, .r2 = 0.012,
     .blend = 0.012, .color = TIP},
    {SDF_ROUND_CONE, .a = {0, 0.314, 0.120}, .b = {0, 0.308, 0.176}, .r = 0.019, .r2 = 0.013,
     .blend = 0.006, .color = BEAK},
    // legs and feet
    {SDF_ELLIPSOID, .a = {0.050, 0.112, 0.004}, .size = {0.036, 0.046, 0.040}, .blend = 0.025, TWIN,
     .color = DOWN},
    {SDF_CAPSULE, .a = {0.052, 0.085, 0.008}, .b = {0.056, 0.018, 0.004}, .r = 0.0165,
     .blend = 0.012, TWIN, .color = LEG},
    {SDF_ROUND_CONE, .a = {0.056, 0.014, 0.006}, .b = {0.058, 0.008, 0.056}, .r = 0.017,
     .r2 = 0.0105, .blend = 0.010, TWIN, .color = LEG},
    {SDF_ROUND_CONE, .a = {0.056, 0.014, 0.006}, .b = {0.090, 0.008, 0.040}, .r = 0.015,
     .r2 = 0.010, .blend = 0.010, TWIN, .color = LEG},
    {SDF_ROUND_CONE, .a = {0.056, 0.014, 0.006}, .b = {0.028, 0.008, 0.042}, .r = 0.015,
     .r2 = 0.010, .blend = 0.010, TWIN, .color = LEG},
    {SDF_ROUND_CONE, .a = {0.056, 0.014, 0.004}, .b = {0.056, 0.009, -0.030}, .r = 0.015,
     .r2 = 0.010, .blend = 0.010, TWIN, .color = LEG},
    // it stands on a flat floor
    {SDF_BOX, SDF_CUT, .a = {0, -0.2, 0}, .size = {0.5, 0.2, 0.5}, .blend = 0.005, .color = LEG},
};

static const mesher_lens lenses[] = {
    {.center = {0.040, 0.358, 0.098}, .radius = 0.030, .gain = 2.2, TWIN},
    {.center = {0.058, 0.012, 0.020}, .radius = 0.060, .gain = 1.6, TWIN},
};

static vec3 color_of(plumage part, vec3 x) {
    static const uint32_t colors[][2] = {
        [DOWN] = {0x6f8793, 0x93a9b0}, [WING] = {0x51646f, 0x7b8f98}, [TAIL] = {0xe9e6dc, 0xd6cfbf},
        [FACE] = {0xd3c3ae, 0xe2d6c4}, [BEAK] = {0xe0a63c, 0xeec06a}, [TIP] = {0x4a3a2a, 0x6b4d2c},
        [LEG] = {0xe08a2e, 0xc9701f},  [EYE] = {0x17181c, 0x17181c}};
    double mottle = noise_fractal(v3(26.0 * x.x, 40.0 * x.y, 26.0 * x.z));
    return v3_lerp(paint(colors[part][0]), paint(colors[part][1]), smooth_step(-0.2, 0.35, mottle));
}

// Paint and stiffness of the parts about a place, each by its share: 1 on its surface, 0 where it is
// `width` farther off than the nearest.
static vec3 dress(const sdf_body* body, vec3 x, double* stiffness) {
    double nearest = sdf_part_distance(body, sdf_nearest_part(body, x), x), sum = 0.0, stiff = 0.0;
    vec3 color = v3(0.0, 0.0, 0.0);
    const double width = 0.004;
    for (int32_t i = 0; i < body->part_count; ++i) {
        plumage part = (plumage)body->parts[i].color;
        double weight = body->parts[i].join == SDF_CUT
                            ? 0.0
                            : smooth_step(width, 0.0, sdf_part_distance(body, i, x) - nearest);
        color = v3_madd(color, color_of(part, x), weight);
        stiff += weight * (part == BEAK || part == TIP || part == LEG ? 1.0 : 0.0);
        sum += weight;
    }
    *stiffness = 1.0 + 29.0 * stiff / sum;
    return v3_scale(color, 1.0 / sum);
}

scene sample_dodo(arena* memory) {
    sdf_body body = sdf_body_make(parts, (int32_t)(sizeof parts / sizeof *parts), memory);
    mesher_options o = {.cell = 0.0100,
                        .rounds = 8,
                        .lens_count = (int32_t)(sizeof lenses / sizeof *lenses),
                        .lenses = lenses};
    sdf_mesh m = mesher_run(&body, o, memory);
    primitive p = body_from_sdf(&m, memory);
    p.attribute_count = 1;
    p.attributes = ARENA_NEW(memory, attribute, 1);
    p.attributes[0] =
        (attribute){"_STIFFNESS", 1, ARENA_NEW(memory, float, (size_t)p.vertex_count)};
    for (int32_t i = 0; i < p.vertex_count; ++i) {
        double stiffness;
        body_paint(&p, i, dress(&body, p.positions[i], &stiffness));
        p.attributes[0].values[i] = (float)stiffness;
    }
    return body_scene("dodo", p, false, memory);
}
