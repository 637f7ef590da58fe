// Laws of painted meshes: edges of paint lie on edges of the mesh, and the mesh stays sound.
// SPDX-License-Identifier: MIT
#include "scenes/painter.h"
#include "test/kit/check.h"
#include "test/kit/mesh_check.h"

static const sdf_part ball[] = {{SDF_ELLIPSOID, .size = {0.5, 0.6, 0.5}}};
static const sdf_part cap[] = {{SDF_BOX, .a = {0, 1.23, 0}, .size = {2, 1, 2}, .turn = {10, 0, 7}}};
static const sdf_part spot[] = {{SDF_SPHERE, .a = {0, 0.3, 0.45}, .r = 0.15}};
static const paint_layer layers[] = {
    {NULL, 0, 0, 0xffffff, 0xffffff},
    {cap, 1, 0, 0xff0000, 0xff0000},
    {spot, 1, 1, 0x0000ff, 0x0000ff}, // only where the cap is
};

typedef struct painted {
    arena* memory;
    sdf_body body;
    sdf_mesh m;
    int8_t* layer;
    bool* on_edge;
} painted;

static painted paint_ball(void) {
    painted p = {.memory = arena_create()};
    p.body = sdf_body_make(ball, 1, p.memory);
    p.m = mesher_run(&p.body, (mesher_options){.cell = 0.04, .rounds = 6}, p.memory);
    p.layer = ARENA_NEW(p.memory, int8_t, (size_t)p.m.vertex_count);
    p.on_edge = ARENA_NEW(p.memory, bool, (size_t)p.m.vertex_count);
    painter_run(&p.body, &p.m, layers, 3, p.layer, p.on_edge, p.memory);
    return p;
}

TEST(the_mesh_stays_closed_and_on_the_body) {
    painted p = paint_ball();
    bool closed = mesh_is_closed_manifold(p.m.vertex_count, (const uint32_t(*)[3])p.m.triangles,
                                          p.m.triangle_count, p.memory);
    double off = 0.0;
    for (int32_t v = 0; v < p.m.vertex_count; ++v) {
        double d = fabs(sdf_at(&p.body, p.m.positions[v]).distance);
        off = d > off ? d : off;
    }
    arena_destroy(p.memory);
    CHECK(closed);
    CHECK(off < 1e-4);
}

// Wherever the paint changes along a mesh edge, the painted end lies on the edge of its paint.
TEST(paint_ends_on_vertices) {
    painted p = paint_ball();
    sdf_body covers[3] = {{0}, sdf_body_make(cap, 1, p.memory), sdf_body_make(spot, 1, p.memory)};
    int edges = 0, off = 0, counts[3] = {0};
    for (int32_t v = 0; v < p.m.vertex_count; ++v)
        ++counts[p.layer[v]];
    for (int32_t t = 0; t < p.m.triangle_count; ++t)
        for (int k = 0; k < 3; ++k) {
            uint32_t u = p.m.triangles[t][k], w = p.m.triangles[t][(k + 1) % 3];
            uint32_t top = p.layer[u] > p.layer[w] ? u : w;
            if (p.layer[u] == p.layer[w])
                continue;
            double d = sdf_at(&covers[p.layer[top]], p.m.positions[top]).distance;
            if (p.layer[top] == 2) { // the spot ends at its own edge or at the cap's
                double outer = sdf_at(&covers[1], p.m.positions[top]).distance;
                d = outer > d ? outer : d;
            }
            ++edges;
            off += fabs(d) > 0.002;
        }
    arena_destroy(p.memory);
    CHECK(counts[0] > 500 && counts[1] > 200 && counts[2] > 5);
    CHECK(edges > 200);
    CHECK(off * 50 < edges); // a few are left where moving a vertex would fold the mesh
}

TEST(triangles_stay_well_shaped) {
    painted p = paint_ball();
    double worst = 1.0;
    for (int32_t t = 0; t < p.m.triangle_count; ++t) {
        const uint32_t* c = p.m.triangles[t];
        vec3 a = p.m.positions[c[0]], b = p.m.positions[c[1]], d = p.m.positions[c[2]];
        vec3 ab = v3_sub(b, a), bd = v3_sub(d, b), da = v3_sub(a, d), n = v3_cross(ab, bd);
        double shape =
            2.0 * sqrt(3.0) * v3_length(n) / (v3_dot(ab, ab) + v3_dot(bd, bd) + v3_dot(da, da));
        shape = v3_dot(n, p.m.normals[c[0]]) > 0.0 ? shape : -1.0;
        worst = shape < worst ? shape : worst;
    }
    arena_destroy(p.memory);
    CHECK(worst > 0.05);
}

TEST_MAIN(CASE(the_mesh_stays_closed_and_on_the_body), CASE(paint_ends_on_vertices),
          CASE(triangles_stay_well_shaped))
