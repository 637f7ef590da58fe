// A long-necked beast of rubber, 26 cm, feet on the dashboard of a car (James & Fatahalian 2003, figures 11, 13).
//
// Two meshes: "beast", one closed skin whose attribute _FIXED is 1 at the soles, and "dashboard", what it stands on
// (beast_dashboard.c). Between soles and dashboard there is half a millimetre of air, so that nothing touches at
// rest.
// SPDX-License-Identifier: MIT
#include "scenes/beast.h"

#include "scenes/body.h"
#include "scenes/makers.h"
#include "scenes/painter.h"

#define COUNT(table) ((int32_t)(sizeof(table) / sizeof *(table)))
#define TWIN         .mirror = true

static const double sole = 0.0025; // m: below it skin is sole

static const sdf_part flesh[] = {
    // trunk, from the chest to the hips
    {SDF_ELLIPSOID, .a = {0, 0.088, -0.024}, .size = {0.050, 0.046, 0.072}},
    {SDF_ELLIPSOID, .a = {0, 0.090, 0.028}, .size = {0.042, 0.043, 0.044}, .blend = 0.03},
    // neck, an S
    {SDF_ROUND_CONE, .a = {0, 0.104, 0.052}, .b = {0, 0.146, 0.083}, .r = 0.031, .r2 = 0.0225,
     .blend = 0.025},
    {SDF_ROUND_CONE, .a = {0, 0.146, 0.083}, .b = {0, 0.196, 0.092}, .r = 0.0225, .r2 = 0.0185,
     .blend = 0.02},
    {SDF_ROUND_CONE, .a = {0, 0.196, 0.092}, .b = {0, 0.236, 0.102}, .r = 0.0185, .r2 = 0.0180,
     .blend = 0.015},
    // head: a skull, a snout with round jowls, eyes that stick out, nostrils
    {SDF_ELLIPSOID, .a = {0, 0.250, 0.116}, .size = {0.0270, 0.0235, 0.0310}, .blend = 0.012},
    {SDF_ELLIPSOID, .a = {0, 0.2415, 0.143}, .size = {0.0235, 0.0165, 0.0220}, .blend = 0.014},
    {SDF_SPHERE, .a = {0.0125, 0.2380, 0.144}, .r = 0.0125, .blend = 0.008, TWIN,
     .twin_blend = 0.008},
    {SDF_SPHERE, .a = {0.0185, 0.2655, 0.1225}, .r = 0.0118, .blend = 0.003, TWIN},
    {SDF_SPHERE, .a = {0.0075, 0.2540, 0.1560}, .r = 0.0042, .blend = 0.004, TWIN},
    // tail, its tip turned up
    {SDF_ROUND_CONE, .a = {0, 0.084, -0.078}, .b = {0, 0.060, -0.128}, .r = 0.034, .r2 = 0.0225,
     .blend = 0.03},
    {SDF_ROUND_CONE, .a = {0, 0.060, -0.128}, .b = {0, 0.049, -0.168}, .r = 0.0225, .r2 = 0.0150,
     .blend = 0.015},
    {SDF_ROUND_CONE, .a = {0, 0.049, -0.168}, .b = {0, 0.055, -0.203}, .r = 0.0150, .r2 = 0.0100,
     .blend = 0.01},
    {SDF_ROUND_CONE, .a = {0, 0.055, -0.203}, .b = {0, 0.074, -0.226}, .r = 0.0100, .r2 = 0.0078,
     .blend = 0.008},
    // legs and feet
    {SDF_ROUND_CONE, .a = {0.031, 0.078, 0.030}, .b = {0.035, 0.014, 0.032}, .r = 0.0235,
     .r2 = 0.0175, .blend = 0.016, TWIN},
    {SDF_ROUND_CONE, .a = {0.033, 0.080, -0.060}, .b = {0.037, 0.014, -0.056}, .r = 0.0275,
     .r2 = 0.0190, .blend = 0.018, TWIN},
    {SDF_ELLIPSOID, .a = {0.036, 0.0085, 0.038}, .size = {0.0220, 0.0145, 0.0250}, .blend = 0.008,
     TWIN},
    {SDF_ELLIPSOID, .a = {0.038, 0.0085, -0.049}, .size = {0.0230, 0.0145, 0.0260}, .blend = 0.008,
     TWIN},
};

// Toes: where, and half as wide as long.
static const vec3 toes[] = {{0.0225, 0.0055, 0.0575},  {0.0365, 0.0055, 0.0625},
                            {0.0500, 0.0055, 0.0560},  {0.0240, 0.0055, -0.0285},
                            {0.0385, 0.0055, -0.0235}, {0.0525, 0.0055, -0.0305}};

// Spines from the nape to the tip of the tail: where they stand, which way they point, how long they are.
typedef struct spine {
    double y, z, dy, dz, length;
} spine;
static const spine spines[] = {
    {0.2690, 0.0980, 0.80, -0.60, 0.0095},  {0.2485, 0.0840, 0.42, -0.91, 0.0115},
    {0.2260, 0.0790, 0.15, -0.99, 0.0125},  {0.2030, 0.0740, 0.08, -1.00, 0.0135},
    {0.1800, 0.0690, 0.15, -0.99, 0.0145},  {0.1575, 0.0615, 0.38, -0.92, 0.0160},
    {0.1395, 0.0470, 0.75, -0.66, 0.0180},  {0.1320, 0.0240, 0.96, -0.28, 0.0200},
    {0.1320, -0.0020, 1.00, -0.04, 0.0215}, {0.1330, -0.0285, 0.99, -0.14, 0.0220},
    {0.1260, -0.0550, 0.94, -0.34, 0.0205}, {0.1145, -0.0800, 0.84, -0.54, 0.0185},
    {0.0985, -0.1030, 0.82, -0.57, 0.0165}, {0.0825, -0.1250, 0.87, -0.49, 0.0145},
    {0.0700, -0.1470, 0.94, -0.34, 0.0125}, {0.0640, -0.1690, 1.00, 0.05, 0.0105},
    {0.0655, -0.1890, 0.95, 0.31, 0.0085},
};

enum { BEAST_PARTS = COUNT(flesh) + COUNT(toes) + COUNT(spines) + 1 };

static sdf_part spine_part(const spine* s, double swell) {
    vec3 at = {0.0, s->y, s->z}, displacement = v3_unit(v3(0.0, s->dy, s->dz));
    return (sdf_part){SDF_ROUND_CONE,
                      .a = v3_madd(at, displacement, -0.002),
                      .b = v3_madd(at, displacement, s->length),
                      .r = 0.40 * s->length + swell,
                      .r2 = 0.0022 + swell,
                      .blend = 0.003};
}

static sdf_body beast_body(arena* memory) {
    sdf_part* parts = ARENA_NEW(memory, sdf_part, BEAST_PARTS);
    int32_t n = 0;
    for (int32_t i = 0; i < COUNT(flesh); ++i)
        parts[n++] = flesh[i];
    for (int32_t i = 0; i < COUNT(toes); ++i)
        parts[n++] = (sdf_part){SDF_ELLIPSOID, .a = toes[i], .size = {0.0062, 0.0068, 0.0070},
                                .blend = 0.003, TWIN};
    for (int32_t i = 0; i < COUNT(spines); ++i)
        parts[n++] = spine_part(&spines[i], 0.0);
    parts[n++] = (sdf_part){SDF_BOX, SDF_CUT, .a = {0, -0.2, 0}, .size = {0.5, 0.2, 0.5},
                            .blend = 0.003}; // it stands on a flat floor
    return sdf_body_make(parts, n, memory);
}

// ---- paint -----------------------------------------------------------------------------

static const sdf_part belly[] = {
    {SDF_ELLIPSOID, .a = {0, 0.046, -0.020}, .size = {0.034, 0.034, 0.092}},
    {SDF_ELLIPSOID, .a = {0, 0.078, 0.062}, .size = {0.026, 0.046, 0.030}, .blend = 0.02},
    {SDF_ROUND_CONE, .a = {0, 0.090, 0.084}, .b = {0, 0.150, 0.110}, .r = 0.019, .r2 = 0.0150,
     .blend = 0.02},
    {SDF_ROUND_CONE, .a = {0, 0.150, 0.110}, .b = {0, 0.218, 0.122}, .r = 0.0150, .r2 = 0.0135,
     .blend = 0.02},
};
static const sdf_part spots[] = {
    {SDF_SPHERE, .a = {0.040, 0.112, -0.020}, .r = 0.0125, TWIN},
    {SDF_SPHERE, .a = {0.043, 0.092, -0.052}, .r = 0.0105, TWIN},
    {SDF_SPHERE, .a = {0.036, 0.118, -0.050}, .r = 0.0085, TWIN},
    {SDF_SPHERE, .a = {0.038, 0.118, 0.008}, .r = 0.0095, TWIN},
    {SDF_SPHERE, .a = {0.046, 0.092, 0.002}, .r = 0.0080, TWIN},
    {SDF_SPHERE, .a = {0.030, 0.096, -0.095}, .r = 0.0090, TWIN},
    {SDF_SPHERE, .a = {0.022, 0.078, -0.122}, .r = 0.0075, TWIN},
    {SDF_SPHERE, .a = {0.026, 0.128, 0.058}, .r = 0.0085, TWIN},
    {SDF_SPHERE, .a = {0.019, 0.158, 0.076}, .r = 0.0065, TWIN},
    {SDF_SPHERE, .a = {0.016, 0.186, 0.082}, .r = 0.0055, TWIN},
};
static const sdf_part mouth[] = {
    // a wide smile: the lower half of a ring that lies against the jowls
    {SDF_TORUS, .a = {0, 0.2480, 0.1440}, .r = 0.0225, .r2 = 0.0017, .turn = {26, 0, 0}},
    {SDF_BOX, SDF_CUT, .a = {0, 0.2480, 0.100}, .size = {0.1, 0.1, 0.040}},
};
static const sdf_part cheek[] = {
    {SDF_SPHERE, .a = {0.0245, 0.2445, 0.1325}, .r = 0.0070, TWIN},
};
static const sdf_part eye[] = {
    {SDF_CAPSULE, .a = {0.0200, 0.2665, 0.1240}, .b = {0.0330, 0.2715, 0.1450}, .r = 0.0088, TWIN},
};
static const sdf_part pupil[] = {
    {SDF_CAPSULE, .a = {0.0195, 0.2665, 0.1260}, .b = {0.0290, 0.2705, 0.1450}, .r = 0.0052, TWIN},
};
static const sdf_part glint[] = {
    {SDF_CAPSULE, .a = {0.0210, 0.2690, 0.1260}, .b = {0.0325, 0.2745, 0.1450}, .r = 0.0022, TWIN},
};
static const sdf_part nostril[] = {
    {SDF_SPHERE, .a = {0.0085, 0.2570, 0.1595}, .r = 0.0025, TWIN},
};

enum { SKIN, BELLY, SPOTS, CHEEK, MOUTH, EYE, PUPIL, GLINT, NOSTRIL, NAILS, SPINES, LAYERS };

#define LAYER(table, inside, fill)                                                                 \
    { table, COUNT(table), inside, fill, fill }

// Spines and nails are painted as far as they stick out, from the tables that made them.
static void paint_layers(paint_layer layers[LAYERS], arena* memory) {
    const paint_layer flat[LAYERS] = {
        [SKIN] = {NULL, 0, 0, 0x58b368, 0x58b368}, [BELLY] = LAYER(belly, 0, 0xf5e7b2),
        [SPOTS] = LAYER(spots, 0, 0x2f8f74),       [CHEEK] = LAYER(cheek, 0, 0xf08a86),
        [MOUTH] = LAYER(mouth, 0, 0x7a2433),       [EYE] = LAYER(eye, 0, 0xfdfbf4),
        [PUPIL] = LAYER(pupil, EYE, 0x1b2430),     [GLINT] = LAYER(glint, PUPIL, 0xffffff),
        [NOSTRIL] = LAYER(nostril, 0, 0x2c6e4a)};
    sdf_part* nails = ARENA_NEW(memory, sdf_part, (size_t)COUNT(toes));
    sdf_part* crest = ARENA_NEW(memory, sdf_part, (size_t)COUNT(spines));
    for (int32_t i = 0; i < COUNT(toes); ++i)
        nails[i] =
            (sdf_part){SDF_SPHERE, .a = v3_add(toes[i], v3(0.0, 0.0, 0.0060)), .r = 0.0052, TWIN};
    for (int32_t i = 0; i < COUNT(spines); ++i)
        crest[i] = spine_part(&spines[i], 0.0012);
    for (int32_t i = 0; i < NAILS; ++i)
        layers[i] = flat[i];
    layers[NAILS] = (paint_layer){nails, COUNT(toes), 0, 0xf7efd8, 0xf7efd8};
    layers[SPINES] = (paint_layer){crest, COUNT(spines), 0, 0xf29a3f, 0xf29a3f};
}

static vec3 color_of(int layer, uint32_t srgb, vec3 x) {
    vec3 q = v3(fabs(x.x), x.y, x.z), color = paint(srgb);
    if (layer == SKIN) { // darker above, mottled
        color = v3_lerp(paint(0x8ccf6e), color, smooth_step(0.03, 0.11, q.y));
        return v3_scale(color, 1.0 + 0.10 * noise_fractal(v3_scale(q, 60.0)));
    }
    if (layer == SPINES) // pale where they end
        return v3_scale(color, 1.0 + 0.08 * noise_at(v3_scale(q, 120.0)));
    return color;
}

static void dress(const sdf_body* body, sdf_mesh* m, primitive* p, arena* memory) {
    paint_layer layers[LAYERS];
    int8_t* layer = ARENA_NEW(memory, int8_t, (size_t)m->vertex_count);
    bool* on_edge = ARENA_NEW(memory, bool, (size_t)m->vertex_count);
    paint_layers(layers, memory);
    painter_run(body, m, layers, LAYERS, layer, on_edge, memory);
    *p = body_from_sdf(m, memory);
    for (int32_t i = 0; i < m->vertex_count; ++i)
        body_paint(p, i, color_of(layer[i], layers[layer[i]].srgb, m->positions[i]));
}

scene sample_beast(arena* memory) {
    static const mesher_lens lenses[] = {
        {.center = {0, 0.252, 0.136}, .radius = 0.050, .gain = 2.3},
    };
    sdf_body body = beast_body(memory);
    mesher_options o = {
        .cell = 0.003210, .rounds = 8, .lens_count = COUNT(lenses), .lenses = lenses};
    sdf_mesh m = mesher_run(&body, o, memory);
    primitive p;
    dress(&body, &m, &p, memory);
    float* fixed = body_attribute(&p, "_FIXED", memory);
    for (int32_t i = 0; i < p.vertex_count; ++i)
        fixed[i] = p.positions[i].y < sole ? 1.0f : 0.0f;
    scene s = body_scene("beast", p, false, memory);
    body_add_mesh(&s, "dashboard", beast_dashboard(memory), false, memory);
    return s;
}
