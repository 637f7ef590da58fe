// Normals and tangents of displaced vertices: an independent program, homogeneous deformation, seams.
// SPDX-License-Identifier: MIT
#include "runtime/show/normals.h"
#include "test/kit/body_shown.h"
#include "test/kit/check.h"

// ---- an independent program's mesh, area-weighted normals and corrections --------------

static const float place6[6][3] = {{0.0f, 0.0f, 1.2f},  {1.0f, 0.0f, 0.0f},  {0.0f, 1.0f, 0.0f},
                                   {-1.0f, 0.0f, 0.0f}, {0.0f, -1.0f, 0.1f}, {0.1f, 0.0f, -0.9f}};
static const uint32_t face8[8][3] = {{0, 1, 2}, {0, 2, 3}, {0, 3, 4}, {0, 4, 1},
                                     {5, 2, 1}, {5, 3, 2}, {5, 4, 3}, {5, 1, 4}};
static const float normal6[6][3] = {{0.0f, 0.0499376169f, 0.998752339f},
                                    {0.998865313f, 0.00237825074f, 0.0475650149f},
                                    {0.0f, 1.0f, 0.0f},
                                    {-0.998865313f, -0.00237825074f, -0.0475650149f},
                                    {0.0f, -1.0f, -2.64338815e-17f},
                                    {0.0f, -0.0499376169f, -0.998752339f}};
static const float shape2[2][6][3] = {{{0.0f, 0.0f, 0.0f},
                                       {0.0f, 0.0f, 0.0f},
                                       {0.0f, 0.0f, 0.0f},
                                       {0.0f, 0.0f, 0.0f},
                                       {0.1f, 0.0f, 0.0f},
                                       {0.0f, -0.09f, 0.0f}},
                                      {{0.72f, 0.0f, 0.0f},
                                       {0.0f, 0.0f, 0.0f},
                                       {0.0f, 0.0f, 0.0f},
                                       {0.0f, 0.0f, 0.0f},
                                       {0.005f, 0.0f, 0.0f},
                                       {0.405f, 0.0f, 0.09f}}};
static const float bend2[2][6][3] = {{{0.0f, 0.0f, 0.0f},
                                      {0.00214042567f, 0.0499432656f, 0.0f},
                                      {0.0f, 0.0f, -0.0428571429f},
                                      {-0.00214042567f, -0.0499432656f, 0.0f},
                                      {0.0f, 0.0f, 0.0428571429f},
                                      {0.0f, 0.0f, 0.0f}},
                                     {{0.0f, 0.0f, 0.0f},
                                      {-0.0428085134f, -0.00499432656f, -0.149829797f},
                                      {0.0f, -0.0428571429f, 0.0f},
                                      {0.0428085134f, 0.00499432656f, 0.149829797f},
                                      {0.0f, 0.0428571429f, 0.0f},
                                      {0.0f, 0.0f, 0.0f}}};
static const double linearised[6][3] = {
    {0.0, 0.0499376169, 0.998752339},   {0.998462655, 0.00760130361, 0.0549048919},
    {0.0, 0.999990856, -0.00427651114}, {-0.998462655, -0.00760130361, -0.0549048919},
    {0.0, -0.999990856, 0.00427651114}, {0.0, -0.0499376169, -0.998752339}};
static const double recomputed[6][3] = {
    {0.0, 0.0499376169, 0.998752339},   {0.998463716, 0.00761171755, 0.0548841386},
    {0.0, 0.999990856, -0.00427651114}, {-0.998463716, -0.00761171755, -0.0548841386},
    {0.0, -0.999990856, 0.00427651114}, {0.0, -0.0499376169, -0.998752339}};

TEST(both_forms_agree_with_an_independent_program) {
    static const uint32_t all[6] = {0, 1, 2, 3, 4, 5};
    const double lambda[2] = {100.0, 200.0}, decay[2] = {1.0, 1.0};
    const int32_t bone = 0;
    const format_forcing still[2] = {{{0}, {{0}}}, {{0}, {{0}}}};
    asset_draft_bone root = {"root", {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0}};
    format_mesh mesh = {0, 0, 0, 0, 6, 0, 8};
    asset_draft_part part = {.name = "octahedron",
                             .coord_count = 2,
                             .bone_count = 1,
                             .vertex_count = 6,
                             .lambda = lambda,
                             .decay = decay,
                             .bones = &bone,
                             .forcing = still,
                             .vertices = all,
                             .shapes = shape2[0],
                             .bends_or_null = bend2[0],
                             .stiffness = 1.0f,
                             .damping = 1.0f,
                             .response = 1.0f,
                             .limit = 1e4f, // asks for floats
                             .mass = 1.0};
    asset_draft draft = {.metres = 1.0,
                         .part_count = 1,
                         .bone_count = 1,
                         .mesh_count = 1,
                         .vertex_count = 6,
                         .triangle_count = 8,
                         .parts = &part,
                         .bones = &root,
                         .meshes = &mesh,
                         .positions = place6,
                         .normals = normal6,
                         .triangles = face8};
    arena* memory = arena_create();
    report r = report_new(memory);
    asset_out file;
    supple_asset asset;
    CHECK(asset_write(&draft, memory, &file, &r));
    CHECK(supple_asset_read(&asset, file.file.data, file.file.size) == SUPPLE_OK);
    supple_body* b = supple_body_create(&asset, NULL, NULL);
    b->amount[0] = 0.1f;
    b->amount[1] = -0.05f;
    float positions[6][3], normals[6][3];
    supple_streams out = supple_streams_packed(positions[0], normals[0]);
    for (int form = 0; form < 2; ++form) {
        out.normal_form = form == 0 ? SUPPLE_NORMALS_LINEAR : SUPPLE_NORMALS_RECOMPUTED;
        supple_body_evaluate(b, &out);
        for (int i = 0; i < 6; ++i)
            for (int k = 0; k < 3; ++k)
                CHECK_NEAR((double)normals[i][k], (form == 0 ? linearised : recomputed)[i][k],
                           3e-7);
    }
    supple_body_destroy(b);
    arena_destroy(memory);
}

// ---- one deformation for all of a bar --------------------------------------------------

enum { VERTICES = 200 };

typedef struct vertices {
    float positions[VERTICES][3], normals[VERTICES][3], tangents[VERTICES][4];
} vertices;

static supple_streams all_of(vertices* v, supple_normals form) {
    supple_streams out = supple_streams_packed(v->positions[0], v->normals[0]);
    out.tangents = v->tangents[0];
    out.tangent_stride = 16;
    out.normal_form = form;
    return out;
}

// The first coordinate of a part of everything moves x to F x.
static const double F[3][3] = {{1.1, 0.3, -0.1}, {0.2, 0.9, 0.15}, {-0.25, 0.1, 1.2}};

static supple_body* deformed(asset_maker* m) {
    asset_maker_part* p = &m->parts[0];
    int32_t n = m->draft.vertex_count;
    p->vertices = ARENA_NEW(m->memory, uint32_t, (size_t)n);
    p->shapes = arena_alloc(m->memory, (size_t)n, sizeof *p->shapes);
    p->bends = arena_alloc(m->memory, (size_t)n, sizeof *p->bends);
    for (int32_t v = 0; v < n; ++v) {
        p->vertices[v] = (uint32_t)v;
        for (int i = 0; i < 3; ++i)
            for (int j = 0; j < 3; ++j)
                p->shapes[v][i] += (F[i][j] - (i == j)) * (double)m->positions[v][j];
    }
    m->draft_parts[0].vertices = p->vertices;
    m->draft_parts[0].vertex_count = n;
    m->draft_parts[0].limit = 1e4f; // floats
    if (!asset_maker_write(m))
        return NULL;
    supple_body* b = supple_body_create(&m->asset, NULL, NULL);
    b->amount[0] = 1.0f;
    return b;
}

static double dot(const double a[3], const float b[3]) {
    return a[0] * (double)b[0] + a[1] * (double)b[1] + a[2] * (double)b[2];
}

static void unit(double n[3]) {
    double length = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    for (int k = 0; k < 3; ++k)
        n[k] /= length;
}

// Area vectors go by the cofactors of F, vectors in the surface by F itself. The bar's tangents lie along
// it, in the planes of its sides.
TEST(recomputed_normals_and_tangents_go_with_the_surface) {
    static vertices rest, moved;
    asset_maker m =
        asset_maker_new((asset_maker_options){.part_count = 1, .coord_count = 1, .tangents = true});
    supple_body* b = deformed(&m);
    CHECK(b != NULL && m.asset.vertex_count <= VERTICES);
    supple_streams out = all_of(&moved, SUPPLE_NORMALS_RECOMPUTED);
    supple_body_evaluate(b, &out);
    b->amount[0] = 0.0f;
    out = all_of(&rest, SUPPLE_NORMALS_RECOMPUTED);
    supple_body_evaluate(b, &out);
    int32_t first_of_last_ring = 12 * 8;
    for (int32_t v = 0; v < m.asset.vertex_count; ++v) {
        double n[3], t[3];
        for (int i = 0; i < 3; ++i) {
            int j = (i + 1) % 3, k = (i + 2) % 3;
            n[i] = 0.0;
            for (int c = 0; c < 3; ++c) {
                int d = (c + 1) % 3, e = (c + 2) % 3;
                n[i] += (F[j][d] * F[k][e] - F[j][e] * F[k][d]) * (double)rest.normals[v][c];
            }
            t[i] = F[i][1];
        }
        unit(n);
        unit(t);
        for (int k = 0; k < 3; ++k)
            CHECK_NEAR((double)moved.normals[v][k], n[k], 2e-6);
        for (int k = 0; k < 3 && v >= 8 && v < first_of_last_ring; ++k)
            CHECK_NEAR((double)moved.tangents[v][k], t[k], 2e-6);
        CHECK_NEAR(dot(n, moved.tangents[v]), 0.0, 2e-6);
    }
    supple_body_destroy(b);
    asset_maker_close(&m);
}

// The first triangle at vertex 20 gets a copy of it instead: the last vertex, whose cap is taken away.
static void split_vertex(asset_maker* m) {
    size_t count = (size_t)m->draft.triangle_count;
    uint32_t copy = (uint32_t)m->draft.vertex_count - 1;
    uint32_t(*triangles)[3] = arena_alloc(m->memory, count, sizeof *triangles);
    memcpy(triangles, m->draft.triangles, count * sizeof *triangles);
    bool done = false;
    for (size_t i = 0; i < count; ++i)
        for (int k = 0; k < 3; ++k)
            if (triangles[i][k] == copy)
                memset(triangles[i], 0, sizeof triangles[i]);
    for (size_t i = 0; i < count && !done; ++i)
        for (int k = 0; k < 3 && !done; ++k)
            if (triangles[i][k] == 20) {
                triangles[i][k] = copy;
                done = true;
            }
    memcpy(m->positions[copy], m->positions[20], sizeof m->positions[20]);
    memcpy(m->normals[copy], m->normals[20], sizeof m->normals[20]);
    m->draft.triangles = (const uint32_t(*)[3])triangles;
}

TEST(seams_share_a_recomputed_normal_and_hard_edges_do_not) {
    static vertices whole, v;
    asset_maker m = asset_maker_new((asset_maker_options){.part_count = 1, .coord_count = 1});
    supple_body* b = deformed(&m);
    CHECK(b != NULL);
    supple_streams out = supple_streams_packed(whole.positions[0], whole.normals[0]);
    out.normal_form = SUPPLE_NORMALS_RECOMPUTED;
    supple_body_evaluate(b, &out);
    supple_body_destroy(b);

    int32_t copy = m.draft.vertex_count - 1;
    split_vertex(&m);
    for (int hard = 0; hard < 2; ++hard) {
        if (hard)
            m.normals[copy][1] = 0.5f;
        b = deformed(&m);
        CHECK(b != NULL && (m.asset.twins != NULL) == !hard);
        out.positions = v.positions[0];
        out.normals = v.normals[0];
        supple_body_evaluate(b, &out);
        double apart = 0.0;
        for (int k = 0; k < 3; ++k) {
            apart += fabs((double)v.normals[20][k] - (double)v.normals[copy][k]);
            if (!hard)
                CHECK_NEAR((double)v.normals[20][k], (double)whole.normals[20][k], 1e-6);
        }
        CHECK(hard ? apart > 0.1 : apart == 0.0);
        supple_body_destroy(b);
    }
    asset_maker_close(&m);
}

TEST(a_vertex_without_triangles_keeps_its_linear_normal) {
    static vertices linear, v;
    asset_maker m = asset_maker_new((asset_maker_options){.part_count = 1, .coord_count = 1});
    uint32_t(*none)[3] = arena_alloc(m.memory, (size_t)m.draft.triangle_count, sizeof *none);
    m.draft.triangles = (const uint32_t(*)[3])none;
    supple_body* b = deformed(&m);
    CHECK(b != NULL);
    supple_streams out = supple_streams_packed(linear.positions[0], linear.normals[0]);
    supple_body_evaluate(b, &out);
    out = supple_streams_packed(v.positions[0], v.normals[0]);
    out.normal_form = SUPPLE_NORMALS_RECOMPUTED;
    supple_body_evaluate(b, &out);
    for (int32_t i = 0; i < m.asset.vertex_count; ++i)
        for (int k = 0; k < 3; ++k)
            CHECK_NEAR((double)v.normals[i][k], (double)linear.normals[i][k], 1e-6);
    supple_body_destroy(b);
    asset_maker_close(&m);
}

TEST(any_length_becomes_one_and_none_becomes_the_other) {
    const float other[3] = {0.0f, 0.0f, 1.0f};
    const float sizes[] = {1.0f, 1e-30f, 1e30f, 3e38f, 1e-40f};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; ++i) {
        float n[3] = {sizes[i], 0.0f, sizes[i]};
        normals_unit(n, other);
        CHECK_NEAR((double)n[0], sqrt(0.5), 1e-4); // the smallest has few digits
        CHECK_NEAR((double)n[2], sqrt(0.5), 1e-4);
    }
    const float bad[][3] = {{0, 0, 0}, {NAN, 1, 0}, {INFINITY, 1, 0}, {1, NAN, 0}, {1, 0, NAN}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; ++i) {
        float n[3] = {bad[i][0], bad[i][1], bad[i][2]};
        normals_unit(n, other);
        CHECK(n[0] == 0.0f && n[1] == 0.0f && n[2] == 1.0f);
    }
    float t[3] = {0.0f, 0.0f, 1.0f}; // along the normal: any other
    normals_orthogonal(t, other);
    CHECK(t[2] == 0.0f && fabsf(t[0] * t[0] + t[1] * t[1] - 1.0f) < 1e-6f);
}

TEST_MAIN(CASE(both_forms_agree_with_an_independent_program),
          CASE(recomputed_normals_and_tangents_go_with_the_surface),
          CASE(seams_share_a_recomputed_normal_and_hard_edges_do_not),
          CASE(a_vertex_without_triangles_keeps_its_linear_normal),
          CASE(any_length_becomes_one_and_none_becomes_the_other))
