// A pot of broad leaves, 45 cm, all of it thin sheets (James & Fatahalian 2003, figures 10, 11).
//
// Stem and leaf are one sheet: a channel folded along its middle, as leaf stalks are, that widens to a blade. So
// every edge has two triangles at most, and what holds a stem up is the fold. Three meshes: "leaves", eleven sheets of
// 8 by 36 cells; "pot"; and "structure", which is not shown: every second vertex of the leaves, 792 cells, for a
// simulation that carries what is drawn. Attributes are 1 where leaves root (_FIXED) and in the stems (_STEM).
// SPDX-License-Identifier: MIT
#include "scenes/lathe.h"
#include "scenes/makers.h"

#include "runtime/math/exact.h"

enum {
    LEAVES = 11,
    PLANT_ACROSS = 8,
    PLANT_ALONG = 36,
    PLANT_ROW = PLANT_ACROSS + 1,
    ROOT = 2,
    PLANT_STEPS = 8
};

// How a leaf stands.
typedef struct leaf {
    double azimuth, out; // degrees about y; m from the axis to its root
    double length;       // m, stem and blade
    double stem;         // part of the length that is stem
    double width;        // m, half of the blade's widest
    double lean, arch;   // degrees from upright at the root, and at the tip
} leaf;

static const leaf leaves[LEAVES] = {
    // a low ring of seven
    {0, 0.040, 0.285, 0.40, 0.046, 28, 128},
    {52, 0.042, 0.300, 0.42, 0.048, 24, 116},
    {103, 0.040, 0.275, 0.40, 0.044, 30, 130},
    {155, 0.042, 0.310, 0.43, 0.049, 25, 118},
    {206, 0.041, 0.290, 0.41, 0.046, 28, 126},
    {258, 0.040, 0.305, 0.43, 0.048, 23, 114},
    {309, 0.042, 0.280, 0.40, 0.045, 29, 128},
    // four that stand up
    {28, 0.016, 0.365, 0.55, 0.044, 4, 62},
    {125, 0.018, 0.340, 0.53, 0.042, 7, 74},
    {214, 0.017, 0.385, 0.57, 0.043, 3, 56},
    {304, 0.018, 0.350, 0.54, 0.042, 6, 70},
};

static const double soil = 0.104,
                    above = 0.002; // m: of the soil, and how far above it leaves begin

// Half of the width at a part of the length: a stem, then a blade with a round base and a drawn-out tip.
static double half_width(const leaf* l, double s) {
    const double stalk = 0.0046;
    if (s < l->stem)
        return stalk * (1.15 - 0.25 * s / l->stem);
    double t = (s - l->stem) / (1.0 - l->stem), belly = t < 0.32 ? t / 0.32 : (1.0 - t) / 0.68;
    double round = t < 0.32 ? sqrt(belly * (2.0 - belly)) : belly * (1.6 - 0.6 * belly);
    return 0.9 * stalk * (1.0 - 0.75 * t) + (l->width - stalk) * round;
}

// How steep both halves rise from the fold, as a tangent.
static double fold(const leaf* l, double s) {
    return 0.95 + (0.26 - 0.95) * smooth_step(l->stem - 0.08, l->stem + 0.22, s);
}

typedef struct section {
    vec3 at, along, up; // the fold; its direction; across the blade, towards its upper side
} section;

// Sections at equal steps of the length; the angle from upright grows mostly in the blade.
static void follow(const leaf* l, section out[PLANT_ALONG + 1]) {
    const double degree = EXACT_PI / 180.0, step = l->length / (PLANT_ALONG * PLANT_STEPS);
    double s, c, r = l->out, y = soil + above;
    exact_sincos(l->azimuth * degree, &s, &c);
    for (int32_t i = 0; i <= PLANT_ALONG * PLANT_STEPS; ++i) {
        double t = (double)i / (PLANT_ALONG * PLANT_STEPS), sine, cosine;
        exact_sincos((l->lean + (l->arch - l->lean) * t * t * (1.5 - 0.5 * t)) * degree, &sine,
                     &cosine);
        if (i % PLANT_STEPS == 0)
            out[i / PLANT_STEPS] = (section){v3(r * s, y, r * c), v3(sine * s, cosine, sine * c),
                                             v3(-cosine * s, sine, -cosine * c)};
        r += step * sine;
        y += step * cosine;
    }
}

static vec3 leaf_color(const leaf* l, double s, double across, vec3 x) {
    const vec3 deep = paint(0x2f7d46), fresh = paint(0x79bf4c), vein = paint(0xd9ecb0);
    double t = (s - l->stem) / (1.0 - l->stem);
    if (t < 0.0)
        return v3_lerp(paint(0xb5cf7a), paint(0x86b356), s / l->stem);
    double rib = fabs(across), side = exact_sin(34.0 * t - 9.0 * rib);
    vec3 color = v3_lerp(deep, fresh, smooth_step(0.3, 1.0, rib) * 0.7);
    color = v3_lerp(color, fresh, 0.5 * smooth_step(0.75, 1.0, side));
    color = v3_lerp(color, vein, smooth_step(0.16, 0.0, rib) * (1.0 - 0.6 * t));
    return v3_scale(color, 1.0 + 0.10 * noise_fractal(v3_scale(x, 40.0)));
}

static void add_leaf(primitive* p, int32_t which) {
    const leaf* l = &leaves[which];
    section at[PLANT_ALONG + 1];
    float *fixed = p->attributes[0].values, *stem = p->attributes[1].values;
    int32_t first = which * PLANT_ROW * (PLANT_ALONG + 1);
    follow(l, at);
    for (int32_t j = 0; j <= PLANT_ALONG; ++j) {
        double s = (double)j / PLANT_ALONG, half = half_width(l, s), rise = fold(l, s);
        vec3 side = v3_cross(at[j].along, at[j].up);
        for (int32_t i = 0; i < PLANT_ROW; ++i) {
            int32_t v = first + j * PLANT_ROW + i;
            double across = 2.0 * i / PLANT_ACROSS - 1.0, in = fabs(across);
            // the rims of the blade turn down again
            double up = half * rise * (in - 0.35 * in * in * smooth_step(0.5, 0.8, s));
            p->positions[v] = v3_madd(v3_madd(at[j].at, side, half * across), at[j].up, up);
            fixed[v] = j <= ROOT ? 1.0f : 0.0f;
            stem[v] = s <= l->stem ? 1.0f : 0.0f;
            body_paint(p, v, leaf_color(l, s, across, p->positions[v]));
        }
    }
}

// Cells of sheets with so many vertices across and along; diagonals are mirrored in the fold, so that both halves bend
// alike.
static void add_cells(primitive* p, int32_t across, int32_t along) {
    int32_t triangle = 0;
    for (int32_t k = 0; k < LEAVES * along * across; ++k) {
        int32_t i = k % across, j = k / across % along, which = k / across / along,
                row = across + 1;
        uint32_t a = (uint32_t)((which * (along + 1) + j) * row + i), b = a + 1;
        uint32_t c = b + (uint32_t)row, d = a + (uint32_t)row;
        bool left = 2 * i < across;
        body_triangle(p, &triangle, a, b, left ? c : d);
        body_triangle(p, &triangle, left ? a : b, c, d);
    }
}

static void find_normals(primitive* p, arena* memory) {
    vec3* sum = ARENA_NEW(memory, vec3, (size_t)p->vertex_count);
    for (int32_t i = 0; i < p->triangle_count; ++i) {
        const uint32_t* t = p->triangles[i];
        vec3 n = v3_cross(v3_sub(p->positions[t[1]], p->positions[t[0]]),
                          v3_sub(p->positions[t[2]], p->positions[t[0]]));
        for (int c = 0; c < 3; ++c)
            sum[t[c]] = v3_add(sum[t[c]], n);
    }
    for (int32_t i = 0; i < p->vertex_count; ++i) {
        vec3 n = v3_unit(sum[i]);
        p->normals[i][0] = (float)n.x;
        p->normals[i][1] = (float)n.y;
        p->normals[i][2] = (float)n.z;
    }
}

static primitive sheets(int32_t across, int32_t along, arena* memory) {
    primitive p =
        body_primitive(LEAVES * (across + 1) * (along + 1), LEAVES * 2 * across * along, memory);
    body_attribute(&p, "_FIXED", memory);
    body_attribute(&p, "_STEM", memory);
    add_cells(&p, across, along);
    return p;
}

static primitive all_leaves(arena* memory) {
    primitive p = sheets(PLANT_ACROSS, PLANT_ALONG, memory);
    for (int32_t i = 0; i < LEAVES; ++i)
        add_leaf(&p, i);
    find_normals(&p, memory);
    return p;
}

// Every second vertex of the leaves, across and along.
static primitive structure_of(const primitive* l, arena* memory) {
    primitive p = sheets(PLANT_ACROSS / 2, PLANT_ALONG / 2, memory);
    for (int32_t v = 0; v < p.vertex_count; ++v) {
        int32_t row = PLANT_ACROSS / 2 + 1, rows = PLANT_ALONG / 2 + 1, i = v % row,
                j = v / row % rows;
        int32_t from = (v / row / rows * (PLANT_ALONG + 1) + 2 * j) * PLANT_ROW + 2 * i;
        p.positions[v] = l->positions[from];
        for (int k = 0; k < 2; ++k)
            p.attributes[k].values[v] = l->attributes[k].values[from];
    }
    find_normals(&p, memory);
    return p;
}

// ---- the pot ---------------------------------------------------------------------------

enum { PLANT_RINGS = 64, PLANT_COLUMNS = 80 };

static const lathe_point profile[] = {
    {0.000, 0.000},  {0.000, 0.030},  {0.002, 0.051}, {0.010, 0.055},
    {0.045, 0.063},  {0.080, 0.071},  {0.088, 0.074}, {0.091, 0.080},
    {0.105, 0.0835}, {0.116, 0.0845}, {0.120, 0.081}, {0.117, 0.076},
    {0.108, 0.073},  {0.1015, 0.068}, {0.102, 0.045}, {0.104, 0.000},
};

// Terracotta with a face on its front; earth inside.
static vec3 pot_color(vec3 x) {
    double far = sqrt(x.x * x.x + x.z * x.z), grain = noise_fractal(v3_scale(x, 70.0));
    if (x.y > 0.099 && far < 0.0735)
        return v3_scale(v3_lerp(paint(0x4a3226), paint(0x6b4a34), 0.5 + 0.5 * grain),
                        1.0 + 0.4 * noise_at(v3_scale(x, 260.0)));
    vec3 clay = v3_lerp(paint(0xd0713f), paint(0xbf5f33), smooth_step(-0.3, 0.4, grain));
    double dx = fabs(x.x), dy = x.y - 0.046;
    if (x.z < 0.0 || x.y > 0.088)
        return x.y > 0.088 ? v3_scale(clay, 1.10) : clay;
    double eye = sqrt((dx - 0.021) * (dx - 0.021) + 0.6 * (dy - 0.012) * (dy - 0.012));
    double smile = fabs(sqrt(dx * dx + (dy - 0.006) * (dy - 0.006)) - 0.021);
    double cheek = sqrt((dx - 0.034) * (dx - 0.034) + (dy + 0.006) * (dy + 0.006));
    vec3 color = v3_lerp(clay, paint(0xf2a07c), smooth_step(0.009, 0.005, cheek));
    return v3_lerp(color, paint(0x3a1d14),
                   fmax(smooth_step(0.0062, 0.0042, eye),
                        dy < -0.003 ? smooth_step(0.0030, 0.0014, smile) : 0.0));
}

static primitive pot(arena* memory) {
    lathe_point smooth[PLANT_RINGS + 2];
    lathe_smooth(profile, (int32_t)(sizeof profile / sizeof *profile), smooth, PLANT_RINGS + 2,
                 memory);
    primitive p = lathe_turn(smooth, PLANT_RINGS + 2, PLANT_COLUMNS, memory);
    for (int32_t i = 0; i < p.vertex_count; ++i)
        body_paint(&p, i, pot_color(p.positions[i]));
    return p;
}

scene sample_plant(arena* memory) {
    primitive drawn = all_leaves(memory);
    scene s = body_scene("leaves", drawn, true, memory);
    body_add_mesh(&s, "pot", pot(memory), false, memory);
    body_add_mesh(&s, "structure", structure_of(&drawn, memory), true, memory);
    --s.root_count; // the last: there, and not shown
    return s;
}
