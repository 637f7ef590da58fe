// A brain, 16 cm: two folded halves, what lies under them behind, and a stem (Hauser, Shen & O'Brien 2003, fig. 1).
//
// Smooth shapes first; then furrows are pressed in along lines that wind and never end.
// SPDX-License-Identifier: MIT
#include "bake/scene/surface.h"
#include "scenes/body.h"
#include "scenes/makers.h"

typedef enum lobe { CORTEX, CEREBELLUM, STEM } lobe;

static const sdf_part parts[] = {
    // x to the left, z forward; each half is a long egg, flat where it meets the other
    {.shape = SDF_ELLIPSOID,
     .a = {0.027, 0.088, 0.004},
     .size = {0.041, 0.050, 0.078},
     .mirror = true,
     .twin_blend = 0.006,
     .color = CORTEX},
    {.shape = SDF_ELLIPSOID,
     .a = {0.044, 0.064, 0.016},
     .size = {0.026, 0.026, 0.048},
     .turn = {-14, 0, 0},
     .blend = 0.012,
     .mirror = true,
     .color = CORTEX},
    {.shape = SDF_ROUND_CONE,
     .a = {0, 0.066, -0.012},
     .b = {0, 0.012, -0.030},
     .r = 0.019,
     .r2 = 0.011,
     .blend = 0.010,
     .color = STEM},
    {.shape = SDF_ELLIPSOID,
     .a = {0.022, 0.044, -0.048},
     .size = {0.030, 0.022, 0.026},
     .blend = 0.003,
     .mirror = true,
     .twin_blend = 0.004,
     .color = CEREBELLUM},
};

static const double deep = 0.0062, apart = 0.0148; // of furrows, metres

enum { WAVES = 18 };

// Waves of one length in all directions: zero along lines that wind, as far from each other as half a wave is long.
static double winding(vec3 x) {
    const double k = EXACT_PI / apart;
    double sum = 0.0;
    for (int i = 0; i < WAVES; ++i) { // directions on a spiral from pole to pole
        double up = (i + 0.5) / WAVES, s, c, level = sqrt(1.0 - up * up);
        exact_sincos(2.399963229728653 * i, &s, &c);
        sum += exact_cos(k * (x.x * level * c + x.y * up + x.z * level * s) + 1.7 * i * i);
    }
    return sum * sqrt(2.0 / WAVES);
}

// 1 in the middle of a furrow, 0 on a ridge.
static double furrow_at(lobe of, vec3 x) {
    if (of == STEM)
        return 0.0;
    if (of == CEREBELLUM) { // leaves, one above the other
        double wave = exact_sin(1150.0 * (x.y + 0.25 * fabs(x.x) + 0.15 * x.z));
        return 0.30 * smooth_step(0.2, -0.9, wave);
    }
    double ridge = fmin(fabs(winding(x)) / 1.1, 1.0); // round on top, steep into the furrow
    return (1.0 - ridge) * (1.0 - ridge);
}

static double fraction_of(const sdf_body* body, lobe of, vec3 x, double nearest) {
    double least = INFINITY;
    for (int32_t i = 0; i < body->part_count; ++i)
        if (body->parts[i].color == (int16_t)of)
            least = fmin(least, sdf_part_distance(body, i, x));
    return smooth_step(0.006, 0.0, least - nearest);
}

// How deep the furrow is at a place, and its colour.
static double dress(const sdf_body* body, vec3 x, vec3* color) {
    static const uint32_t paints[][2] = {[CORTEX] = {0xeab3a6, 0xa8554f},
                                         [CEREBELLUM] = {0xd99a8c, 0x96504a},
                                         [STEM] = {0xf0d2b4, 0xf0d2b4}};
    double nearest = sdf_part_distance(body, sdf_nearest_part(body, x), x), sum = 0.0, depth = 0.0;
    double mottle = 0.5 + 0.5 * noise_fractal(v3_scale(x, 70.0));
    *color = v3(0, 0, 0);
    for (int of = CORTEX; of <= STEM; ++of) {
        double fraction = fraction_of(body, (lobe)of, x, nearest), f = furrow_at((lobe)of, x);
        vec3 c =
            v3_lerp(paint(paints[of][0]), paint(paints[of][1]), fmin(1.0, 0.15 * mottle + 0.9 * f));
        *color = v3_madd(*color, c, fraction);
        depth += fraction * f;
        sum += fraction;
    }
    *color = v3_scale(*color, 1.0 / sum);
    return depth / sum;
}

scene sample_brain(arena* memory) {
    sdf_body body = sdf_body_make(parts, (int32_t)(sizeof parts / sizeof *parts), memory);
    sdf_mesh m = mesher_run(&body, (mesher_options){.cell = 0.00215, .rounds = 8}, memory);
    primitive p = body_from_sdf(&m, memory);
    for (int32_t i = 0; i < p.vertex_count; ++i) {
        vec3 color, n = m.normals[i];
        double depth = dress(&body, p.positions[i], &color);
        body_paint(&p, i, color);
        p.positions[i] = v3_madd(p.positions[i], n, -deep * depth);
    }
    surface_normals(p.positions, p.vertex_count, (const uint32_t(*)[3])p.triangles,
                    p.triangle_count, p.normals);
    return body_scene("brain", p, false, memory);
}
