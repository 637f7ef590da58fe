// Normal corrections against an independent program, recomputed normals and exact deformation.
// SPDX-License-Identifier: MIT
#include "bake/mesh/weld.h"
#include "bake/model/bend.h"
#include "bake/model/carry.h"
#include "bake/volume/fill.h"
#include "test/kit/check.h"

// ---- the oracle ------------------------------------------------------------------------

static const double place6[6][3] = {{0.0, 0.0, 1.2},  {1.0, 0.0, 0.0},  {0.0, 1.0, 0.0},
                                    {-1.0, 0.0, 0.0}, {0.0, -1.0, 0.1}, {0.1, 0.0, -0.9}};
static const uint32_t face8[8][3] = {{0, 1, 2}, {0, 2, 3}, {0, 3, 4}, {0, 4, 1},
                                     {5, 2, 1}, {5, 3, 2}, {5, 4, 3}, {5, 1, 4}};
static const double shape2[2][6][3] = {{{-0.0, 0.0, 0.0},
                                        {-0.0, 0.0, 0.0},
                                        {-0.0, 0.0, 0.0},
                                        {-0.0, -0.0, -0.0},
                                        {0.1, 0.0, 0.0},
                                        {0.0, -0.09000000000000001, 0.0}},
                                       {{0.72, 0.0, -0.0},
                                        {0.0, 0.0, -0.0},
                                        {0.0, 0.0, -0.0},
                                        {0.0, -0.0, 0.0},
                                        {0.005000000000000001, 0.0, -0.0},
                                        {0.405, 0.0, 0.09000000000000001}}};
static const double corrections[2][6][3] = {
    {{0.0, 0.0, 0.0},
     {0.002140425670463763, 0.04994326564415451, 0.0},
     {0.0, 0.0, -0.042857142857142864},
     {-0.002140425670463763, -0.04994326564415451, 0.0},
     {0.0, 0.0, 0.042857142857142864},
     {0.0, 0.0, 0.0}},
    {{0.0, 0.0, 0.0},
     {-0.042808513409275294, -0.004994326564415468, -0.14982979693246348},
     {0.0, -0.042857142857142864, 0.0},
     {0.042808513409275294, 0.004994326564415468, 0.14982979693246348},
     {0.0, 0.042857142857142864, 0.0},
     {0.0, 0.0, 0.0}}};
static const double linearised[6][3] = {
    {0.0, 0.04993761694389228, 0.9987523388778448},
    {0.9984626547969777, 0.007601303614395416, 0.054904891941732675},
    {0.0, 0.9999908556844113, -0.00427651114334032},
    {-0.9984626547969777, -0.007601303614395337, -0.0549048919417327},
    {0.0, -0.9999908556844113, 0.004276511143340294},
    {0.0, -0.04993761694389217, -0.9987523388778448}};
static const double normal6[6][3] = {
    {0.0, 0.049937616943892274, 0.9987523388778446},
    {0.9988653128830901, 0.0023782507449597668, 0.04756501489919478},
    {0.0, 1.0, 0.0},
    {-0.9988653128830901, -0.0023782507449596874, -0.047565014899194805},
    {0.0, -1.0, -2.6433881538694202e-17},
    {0.0, -0.04993761694389216, -0.9987523388778446}};

TEST(corrections_are_those_of_an_independent_program) {
    static const double q[2] = {0.1, -0.05};
    static const int32_t itself[6] = {0, 1, 2, 3, 4, 5};
    arena* a = arena_create();
    vec3 positions[6];
    for (int i = 0; i < 6; ++i)
        positions[i] = v3(place6[i][0], place6[i][1], place6[i][2]);
    bend_surface s = {6, 8, positions, face8, bend_group(itself, 6, 6, NULL, a)};
    double found[2][6][3];
    bend_normals(&s, shape2[0][0], 2, NULL, 1, found[0][0]);
    for (int m = 0; m < 2; ++m)
        for (int i = 0; i < 6; ++i)
            for (int k = 0; k < 3; ++k)
                CHECK_NEAR(found[m][i][k], corrections[m][i][k], 1e-12);
    for (int i = 0; i < 6; ++i) {
        double n[3];
        for (int k = 0; k < 3; ++k)
            n[k] = normal6[i][k] + q[0] * found[0][i][k] + q[1] * found[1][i][k];
        vec3 unit = v3_unit(v3(n[0], n[1], n[2]));
        CHECK_NEAR(unit.x, linearised[i][0], 1e-12);
        CHECK_NEAR(unit.y, linearised[i][1], 1e-12);
        CHECK_NEAR(unit.z, linearised[i][2], 1e-12);
    }
    arena_destroy(a);
}

// ---- bodies ----------------------------------------------------------------------------

// A cube's six sides of SIDE x SIDE squares, blown up to an ellipsoid or not; vertices are split
// between the sides.
enum { SIDE = 8, ROW = SIDE + 1, VERTICES = 6 * ROW * ROW, TRIANGLES = 12 * SIDE * SIDE };

typedef struct body {
    vec3 positions[VERTICES];
    float normals[VERTICES][3];
    uint32_t triangles[TRIANGLES][3];
    weld weld;
} body;

static vec3 as_vec(const float n[3]) {
    return v3((double)n[0], (double)n[1], (double)n[2]);
}

static void store(vec3 n, float out[3]) {
    out[0] = (float)n.x, out[1] = (float)n.y, out[2] = (float)n.z;
}

static body* make_body(bool round, arena* a) {
    static const vec3 radius = {1.0, 0.7, 0.5};
    body* b = ARENA_NEW(a, body, 1);
    for (int v = 0; v < VERTICES; ++v) {
        int side = v / (ROW * ROW), axis = side / 2;
        double x[3];
        x[axis] = side % 2 ? 1.0 : -1.0;
        x[(axis + 1) % 3] = 2.0 * (v % ROW) / SIDE - 1.0;
        x[(axis + 2) % 3] = 2.0 * (v / ROW % ROW) / SIDE - 1.0;
        vec3 p = round ? v3_unit(v3(x[0], x[1], x[2])) : v3(x[0], x[1], x[2]);
        vec3 n = v3(p.x / radius.x, p.y / radius.y, p.z / radius.z), flat = v3(0, 0, 0);
        *(axis == 0 ? &flat.x : axis == 1 ? &flat.y : &flat.z) = side % 2 ? 1.0 : -1.0;
        b->positions[v] = round ? v3_mul(p, radius) : v3_scale(p, 0.5);
        store(round ? v3_unit(n) : flat, b->normals[v]);
    }
    uint32_t(*t)[3] = b->triangles;
    for (uint32_t i = 0; i < 6 * SIDE * SIDE; ++i, t += 2) {
        uint32_t side = i / (SIDE * SIDE), cell = i % (SIDE * SIDE);
        uint32_t c = side * ROW * ROW + cell / SIDE * ROW + cell % SIDE;
        uint32_t one = side % 2 ? 1 : ROW, other = side % 2 ? ROW : 1;
        const uint32_t pair[2][3] = {{c, c + one, c + ROW + 1}, {c, c + ROW + 1, c + other}};
        memcpy(t, pair, sizeof pair);
    }
    b->weld = weld_positions(b->positions, VERTICES, 0.0, a);
    return b;
}

// ---- deformations ----------------------------------------------------------------------

typedef vec3 (*field)(vec3 x);

static vec3 stretch(vec3 x) {
    return v3(x.x, 0.0, -0.4 * x.z);
}
static vec3 shear(vec3 x) {
    return v3(x.y, 0.3 * x.z, 0.0);
}
static vec3 bend(vec3 x) {
    return v3(-x.x * x.y, 0.5 * x.x * x.x, 0.0);
}
static vec3 twist(vec3 x) {
    return v3(0.0, -x.x * x.z, x.x * x.y);
}
static vec3 bulge(vec3 x) {
    double s = exact_exp(-3.0 * v3_dot(x, x));
    return v3_scale(x, 1.5 * s);
}
// A part's fade, of a swing along y: only what is in front of x = 0 moves, all of it from 0.5 on.
static vec3 faded(vec3 x) {
    double t = x.x < 0.0 ? 0.0 : x.x > 0.5 ? 1.0 : 2.0 * x.x;
    return v3(0.0, t * t * (3.0 - 2.0 * t) * 0.3, 0.0);
}

typedef struct gradient {
    vec3 by[3]; // derivatives along x, y, z
} gradient;

static gradient gradient_of(field f, vec3 x) {
    const double h = 1e-5;
    const vec3 step[3] = {{h, 0, 0}, {0, h, 0}, {0, 0, h}};
    gradient g;
    for (int k = 0; k < 3; ++k)
        g.by[k] = v3_scale(v3_sub(f(v3_add(x, step[k])), f(v3_sub(x, step[k]))), 0.5 / h);
    return g;
}

// The normal of a plane that deforms by I + q g: the cross product of what its tangents become.
static vec3 carried_normal(vec3 n, gradient g, double q) {
    vec3 f[3] = {v3_madd(v3(1, 0, 0), g.by[0], q), v3_madd(v3(0, 1, 0), g.by[1], q),
                 v3_madd(v3(0, 0, 1), g.by[2], q)};
    vec3 out = v3_scale(v3_cross(f[1], f[2]), n.x);
    out = v3_madd(out, v3_cross(f[2], f[0]), n.y);
    return v3_unit(v3_madd(out, v3_cross(f[0], f[1]), n.z));
}

static vec3 minus_transposed(gradient g, vec3 n) {
    return v3(-v3_dot(g.by[0], n), -v3_dot(g.by[1], n), -v3_dot(g.by[2], n));
}

// -(I - n n') g' n, numerics.md A10.
static vec3 projected(vec3 n, gradient g) {
    vec3 r = minus_transposed(g, n);
    return v3_madd(r, n, -v3_dot(r, n));
}

// (trace g) n - g' n: the same for the area vector, not projected.
static vec3 unprojected(vec3 n, gradient g) {
    return v3_madd(minus_transposed(g, n), n, g.by[0].x + g.by[1].y + g.by[2].z);
}

static double degrees_between(vec3 a, vec3 b) {
    return atan2(v3_length(v3_cross(a, b)), v3_dot(a, b)) * 180.0 / 3.14159265358979;
}

// ---- ways of correcting, measured ------------------------------------------------------

typedef enum displacement {
    NONE,
    AREA,      // bend_normals alone
    LEAN4,     // and bend_leaning, from four-node elements
    LEAN10,    // or ten-node ones
    VOLUME4,   // all of the normal by the gradient of four-node elements
    PROJECTED, // numerics.md A10 with the exact gradient
    EXACT,     // not projected
    WAYS
} displacement;

typedef struct table {
    bool ok;
    double rms[WAYS], worst[WAYS]; // degrees
} table;

typedef struct trial {
    const body* b;
    bend_surface s;
    tets four, ten;
    embedding at;
    double* nodal; // over the ten-node elements' nodes; the four-node elements' come first
    double* shape; // of the vertices, exact: only normals are judged here
} trial;

static void put(vec3 v, double* out) {
    out[0] = v.x, out[1] = v.y, out[2] = v.z;
}

static bool make_trial(const body* b, field f, arena* a, trial* out) {
    report r = report_new(a);
    fill_options o = fill_default();
    o.cells = 12;
    o.threads = 1;
    fill_result filled;
    uint32_t(*triangles)[3] = arena_alloc(a, TRIANGLES, sizeof *triangles);
    const uint32_t(*split)[3] = (const uint32_t(*)[3])b->triangles;
    int32_t count = weld_triangles(&b->weld, split, TRIANGLES, triangles);
    if (!volume_fill(b->weld.positions, b->weld.count, (const uint32_t(*)[3])triangles, count, &o,
                     a, &filled, &r))
        return false;
    *out = (trial){.b = b, .four = filled.tets};
    out->s = (bend_surface){
        VERTICES, TRIANGLES, b->positions, split,
        bend_group(b->weld.welded, VERTICES, b->weld.count, (const float(*)[3])b->normals, a)};
    out->ten = tets_promote(&out->four, a);
    out->at = embed_points(&out->four, b->positions, VERTICES, 1, a);
    out->nodal = ARENA_NEW(a, double, 3 * (size_t)out->ten.node_count);
    out->shape = ARENA_NEW(a, double, 3 * VERTICES);
    for (int32_t i = 0; i < out->ten.node_count; ++i)
        put(f(out->ten.nodes[i]), out->nodal + 3 * (size_t)i);
    for (int v = 0; v < VERTICES; ++v)
        put(f(b->positions[v]), out->shape + 3 * (size_t)v);
    return true;
}

// The faces' own normals of the body moved by q.
static vec3* face_normals(const trial* t, double q, arena* a) {
    vec3 *sums = ARENA_NEW(a, vec3, VERTICES), *moved = ARENA_NEW(a, vec3, VERTICES);
    vec3* out = ARENA_NEW(a, vec3, VERTICES);
    const double* u = t->shape;
    for (int v = 0; v < VERTICES; ++v, u += 3)
        moved[v] = v3_madd(t->b->positions[v], v3(u[0], u[1], u[2]), q);
    for (int i = 0; i < TRIANGLES; ++i) {
        const uint32_t* f = t->b->triangles[i];
        vec3 area = v3_cross(v3_sub(moved[f[1]], moved[f[0]]), v3_sub(moved[f[2]], moved[f[0]]));
        for (int k = 0; k < 3; ++k)
            sums[t->s.groups.group[f[k]]] = v3_add(sums[t->s.groups.group[f[k]]], area);
    }
    for (int v = 0; v < VERTICES; ++v)
        out[v] = v3_unit(sums[t->s.groups.group[v]]);
    return out;
}

static double* bent(const trial* t, const tets* lean_or_null, arena* a) {
    double* out = ARENA_NEW(a, double, 3 * VERTICES);
    bend_normals(&t->s, t->shape, 1, NULL, 1, out);
    if (lean_or_null == NULL)
        return out;
    int32_t itself[VERTICES];
    for (int32_t v = 0; v < VERTICES; ++v)
        itself[v] = v;
    carry_source c = {.t = lean_or_null, .at = &t->at, .row_count = lean_or_null->node_count};
    bend_lean l = {(const float(*)[3])t->b->normals, &c, itself, t->nodal};
    bend_leaning(&t->s, &l, 1, NULL, 1, out);
    return out;
}

static gradient volume_gradient(const trial* t, int32_t v) {
    carry_source c = {.t = &t->four, .at = &t->at, .row_count = t->four.node_count};
    double g[3][3];
    carry_gradient(&c, t->nodal, v, g);
    gradient out;
    for (int k = 0; k < 3; ++k)
        out.by[k] = v3(g[0][k], g[1][k], g[2][k]);
    return out;
}

// Against the faces' own normals recomputed, or the normals that the exact deformation carries
// along.
static table measure(const body* b, field f, double q, bool recomputed, arena* a) {
    trial t;
    table out = {.ok = make_trial(b, f, a, &t)};
    if (!out.ok)
        return out;
    const double* ways[3] = {bent(&t, NULL, a), bent(&t, &t.four, a), bent(&t, &t.ten, a)};
    const vec3* own = face_normals(&t, q, a);
    for (int32_t v = 0; v < VERTICES; ++v) {
        vec3 n = as_vec(b->normals[v]), change[WAYS] = {{0, 0, 0}};
        gradient g = gradient_of(f, b->positions[v]);
        vec3 truth = recomputed ? own[v] : carried_normal(n, g, q);
        for (int w = 0; w < 3; ++w)
            change[AREA + w] = v3(ways[w][3 * v], ways[w][3 * v + 1], ways[w][3 * v + 2]);
        change[VOLUME4] = unprojected(n, volume_gradient(&t, v));
        change[PROJECTED] = projected(n, g);
        change[EXACT] = unprojected(n, g);
        for (int w = 0; w < WAYS; ++w) {
            double d = degrees_between(v3_madd(n, change[w], q), truth);
            out.rms[w] += d * d / VERTICES;
            out.worst[w] = fmax(out.worst[w], d);
        }
    }
    for (int w = 0; w < WAYS; ++w)
        out.rms[w] = sqrt(out.rms[w]);
    return out;
}

static void print_table(const char* kind, const char* name, const table* t) {
    printf("%-9s %-8s", kind, name);
    for (int w = 0; w < WAYS; ++w)
        printf(" %5.2f/%5.2f", t->rms[w], t->worst[w]);
    printf("\n");
}

typedef struct named_field {
    const char* name;
    field f;
} named_field;
static const named_field fields[6] = {{"stretch", stretch}, {"shear", shear}, {"bend", bend},
                                      {"twist", twist},     {"bulge", bulge}, {"faded", faded}};

// Area-weighted over all faces at a place, creases or not.
static void smooth(body* b) {
    vec3 sums[VERTICES] = {{0, 0, 0}};
    for (int k = 0; k < 3 * TRIANGLES; ++k) {
        const uint32_t* t = b->triangles[k / 3];
        vec3 p = b->positions[t[0]], u = v3_sub(b->positions[t[1]], p);
        int32_t w = b->weld.welded[t[k % 3]];
        sums[w] = v3_add(sums[w], v3_cross(u, v3_sub(b->positions[t[2]], p)));
    }
    for (int v = 0; v < VERTICES; ++v)
        store(v3_unit(sums[b->weld.welded[v]]), b->normals[v]);
}

// Measured at a strain of about 0.2: 0.1 to 0.4 degrees rms, where normals left alone are off by 2
// to 7. The fade's normals come from its own slope, which the volume does not have.
TEST(faces_own_normals_turn_as_if_recomputed) {
    for (int body_kind = 0; body_kind < 3; ++body_kind)
        for (int i = 0; i < 6; ++i) {
            arena* a = arena_create();
            body* b = make_body(body_kind == 0, a);
            if (body_kind < 2)
                smooth(b);
            table t = measure(b, fields[i].f, 0.2, true, a);
            print_table(body_kind == 0   ? "round"
                        : body_kind == 1 ? "smooth"
                                         : "creased",
                        fields[i].name, &t);
            CHECK(t.ok);
            CHECK(t.rms[AREA] < 0.42 && t.worst[AREA] < 0.9);
            CHECK(t.rms[AREA] <= 0.12 * t.rms[NONE]);
            CHECK_NEAR(t.rms[LEAN4], t.rms[AREA], 1e-4);
            CHECK(t.rms[AREA] < t.rms[PROJECTED] + 1e-9);
            arena_destroy(a);
        }
}

// A file's normals: the ellipsoid's, and those bent towards some direction by up to 20 degrees.
TEST(normals_of_a_file_turn_as_the_body_deforms) {
    for (int tilted = 0; tilted < 2; ++tilted)
        for (int i = 0; i < 6; ++i) {
            arena* a = arena_create();
            body* b = make_body(true, a);
            for (int v = 0; v < VERTICES && tilted; ++v) {
                vec3 x = b->positions[v], by = v3(sin(3.0 * x.x), cos(2.0 * x.y), 0.5);
                store(v3_unit(v3_madd(as_vec(b->normals[v]), by, 0.3)), b->normals[v]);
            }
            table t = measure(b, fields[i].f, 0.2, false, a);
            print_table(tilted ? "tilted" : "exact", fields[i].name, &t);
            CHECK(t.ok);
            bool fades = fields[i].f == faded; // its slope jumps within a face
            CHECK(t.rms[LEAN4] < (fades ? 0.74 : 0.51) && t.rms[LEAN10] < (fades ? 0.74 : 0.51));
            CHECK(t.rms[LEAN4] <= t.rms[AREA] + 0.01);
            CHECK(!tilted || fades || t.rms[LEAN4] < 0.5 * t.rms[AREA]);
            arena_destroy(a);
        }
}

// ---- groups, masks, degenerate faces ---------------------------------------------------

TEST(seams_are_smoothed_over_and_creases_kept) {
    arena* a = arena_create();
    const body *ball = make_body(true, a), *cube = make_body(false, a);
    const int32_t welded = 6 * SIDE * SIDE + 2;
    CHECK(ball->weld.count == welded && cube->weld.count == welded);
    bend_groups round =
        bend_group(ball->weld.welded, VERTICES, welded, (const float(*)[3])ball->normals, a);
    bend_groups hard =
        bend_group(cube->weld.welded, VERTICES, welded, (const float(*)[3])cube->normals, a);
    bend_groups soft = bend_group(cube->weld.welded, VERTICES, welded, NULL, a);
    CHECK(round.count == welded && hard.count == VERTICES && soft.count == welded);
    for (int v = 0; v < VERTICES; ++v) {
        CHECK(round.group[v] == ball->weld.welded[v] && hard.group[v] == v);
        CHECK(soft.group[v] == cube->weld.welded[v]);
    }
    arena_destroy(a);
}

TEST(unwanted_modes_are_zero_and_threads_change_nothing) {
    static const uint8_t wanted[3] = {1, 0, 1};
    arena* a = arena_create();
    const body* b = make_body(true, a);
    bend_surface s = {VERTICES, TRIANGLES, b->positions, (const uint32_t(*)[3])b->triangles,
                      bend_group(b->weld.welded, VERTICES, b->weld.count, NULL, a)};
    size_t n = 3 * VERTICES;
    double *shapes = ARENA_NEW(a, double, 3 * n), *all = ARENA_NEW(a, double, 3 * n);
    double* some = ARENA_NEW(a, double, 3 * n);
    for (int v = 0; v < 3 * VERTICES; ++v)
        put(fields[v / VERTICES].f(b->positions[v % VERTICES]), shapes + 3 * (size_t)v);
    bend_normals(&s, shapes, 3, NULL, 1, all);
    for (size_t i = 0; i < 3 * n; ++i)
        some[i] = NAN;
    bend_normals(&s, shapes, 3, wanted, 3, some);
    CHECK(memcmp(all, some, n * sizeof *all) == 0);
    CHECK(memcmp(all + 2 * n, some + 2 * n, n * sizeof *all) == 0);
    for (size_t i = n; i < 2 * n; ++i)
        CHECK(some[i] == 0.0);
    arena_destroy(a);
}

// A needle, a point, two faces back to back, a vertex of no face, and numbers near the ends of
// range.
TEST(faces_without_area_give_no_nan) {
    static const uint32_t triangles[6][3] = {{0, 1, 2}, {3, 3, 3},  {4, 5, 6},
                                             {4, 6, 5}, {8, 9, 10}, {11, 12, 13}};
    static const vec3 positions[14] = {{0, 0, 0},      {1, 0, 0},      {2, 0, 0}, {5, 5, 5},
                                       {0, 0, 0},      {1, 0, 0},      {0, 1, 0}, {3, 3, 3},
                                       {1e-160, 0, 0}, {0, 1e-160, 0}, {0, 0, 0}, {1e150, 0, 0},
                                       {0, 1e150, 0},  {0, 0, 0}};
    int32_t itself[14];
    double shape[14][3], out[14][3];
    for (int v = 0; v < 14; ++v) {
        itself[v] = v;
        shape[v][0] = 0.3 * v, shape[v][1] = 1.0 - v, shape[v][2] = 0.1 * v * v;
    }
    arena* a = arena_create();
    bend_surface s = {14, 6, positions, triangles, bend_group(itself, 14, 14, NULL, a)};
    bend_normals(&s, shape[0], 1, NULL, 1, out[0]);
    for (int v = 0; v < 14; ++v)
        for (int k = 0; k < 3; ++k) {
            CHECK(isfinite(out[v][k]));
            CHECK(v >= 8 || out[v][k] == 0.0);
        }
    arena_destroy(a);
}

TEST_MAIN(CASE(corrections_are_those_of_an_independent_program),
          CASE(faces_own_normals_turn_as_if_recomputed),
          CASE(normals_of_a_file_turn_as_the_body_deforms),
          CASE(seams_are_smoothed_over_and_creases_kept),
          CASE(unwanted_modes_are_zero_and_threads_change_nothing),
          CASE(faces_without_area_give_no_nan))
