// Laws of meshes made from signed distances.
// SPDX-License-Identifier: MIT
#include "scenes/mesher.h"
#include "test/kit/check.h"
#include "test/kit/mesh_check.h"
#include "test/kit/random.h"

static sdf_mesh mesh_of(const sdf_part* parts, int32_t count, double cell, int32_t rounds,
                        arena* memory) {
    sdf_body body = sdf_body_make(parts, count, memory);
    return mesher_run(&body, (mesher_options){.cell = cell, .rounds = rounds}, memory);
}

static int32_t euler(const sdf_mesh* m) { // of a closed mesh: edges are 3/2 of the triangles
    return m->vertex_count - m->triangle_count / 2;
}

static bool closed(const sdf_mesh* m, arena* memory) {
    return mesh_is_closed_manifold(m->vertex_count, (const uint32_t(*)[3])m->triangles,
                                   m->triangle_count, memory);
}

TEST(a_sphere_is_closed_and_has_its_volume_and_area) {
    static const sdf_part ball[] = {{SDF_SPHERE, .a = {0.1, 0.2, -0.3}, .r = 0.5}};
    arena* memory = arena_create();
    sdf_mesh m = mesh_of(ball, 1, 0.03, 8, memory);
    const uint32_t(*t)[3] = (const uint32_t(*)[3])m.triangles;
    bool ok = closed(&m, memory);
    double volume = mesh_volume(m.positions, t, m.triangle_count);
    double area = mesh_area(m.positions, t, m.triangle_count), off = 0.0;
    for (int32_t v = 0; v < m.vertex_count; ++v) {
        double d = fabs(v3_distance(m.positions[v], ball[0].a) - 0.5);
        off = d > off ? d : off;
    }
    int32_t characteristic = euler(&m);
    arena_destroy(memory);
    CHECK(ok);
    CHECK(characteristic == 2);
    CHECK(off < 1e-7);
    CHECK_NEAR(volume / (4.0 / 3.0 * EXACT_PI * 0.125), 1.0, 0.003);
    CHECK_NEAR(area / (4.0 * EXACT_PI * 0.25), 1.0, 0.003);
}

TEST(a_torus_has_one_hole) {
    static const sdf_part ring[] = {{SDF_TORUS, .r = 0.4, .r2 = 0.15, .turn = {40, 10, 0}}};
    arena* memory = arena_create();
    sdf_mesh m = mesh_of(ring, 1, 0.04, 8, memory);
    bool ok = closed(&m, memory);
    int32_t characteristic = euler(&m);
    arena_destroy(memory);
    CHECK(ok);
    CHECK(characteristic == 0);
}

// Shapes thinner than a cell, touching and crossing: every kind of ambiguous cell occurs.
TEST(anything_becomes_closed_and_manifold) {
    arena* memory = arena_create();
    int bad = 0, vertices = 0;
    for (int table = 0; table < 12; ++table) {
        sdf_part parts[40];
        for (int i = 0; i < 40; ++i) {
            parts[i] = (sdf_part){i % 3 ? SDF_CAPSULE : SDF_ELLIPSOID, .a = random_point(0.5)};
            parts[i].b = v3_add(parts[i].a, random_point(0.3));
            parts[i].r = random_in(0.005, 0.06);
            parts[i].size = v3(random_in(0.01, 0.2), random_in(0.01, 0.2), 0.02);
            parts[i].turn = random_point(180.0);
            parts[i].join = i > 20 && i % 4 == 0 ? SDF_CUT : SDF_ADD;
            parts[i].mirror = table % 2;
            parts[i].blend = random_in(0.0, 0.02);
        }
        sdf_mesh m = mesh_of(parts, 40, 0.04, 0, memory);
        bad += !closed(&m, memory);
        vertices += m.vertex_count;
    }
    arena_destroy(memory);
    CHECK(vertices > 12 * 500);
    CHECK(bad == 0);
}

static const sdf_part man[] = {
    {SDF_ELLIPSOID, .size = {0.2, 0.3, 0.15}},
    {SDF_ROUND_CONE, .a = {0.15, 0.2, 0}, .b = {0.5, 0.35, 0.05}, .r = 0.07, .r2 = 0.05,
     .blend = 0.06, .mirror = true},
    {SDF_CAPSULE, .a = {0.1, -0.2, 0}, .b = {0.12, -0.6, 0}, .r = 0.08, .blend = 0.06,
     .mirror = true, .twin_blend = 0.02},
    {SDF_SPHERE, .a = {0, 0.4, 0}, .r = 0.12, .blend = 0.04},
};
static const mesher_lens hands[] = {
    {.center = {0.52, 0.36, 0.05}, .radius = 0.1, .gain = 2.5, .mirror = true},
    {.center = {0, 0.4, 0.1}, .radius = 0.1, .gain = 1.5}};

static sdf_mesh man_mesh(int32_t lens_count, arena* memory) {
    sdf_body body = sdf_body_make(man, 4, memory);
    mesher_options o = {.cell = 0.02, .rounds = 8, .lens_count = lens_count, .lenses = hands};
    return mesher_run(&body, o, memory);
}

static double angle_cosine(vec3 at, vec3 b, vec3 c) {
    return v3_dot(v3_unit(v3_sub(b, at)), v3_unit(v3_sub(c, at)));
}

TEST(triangles_are_well_shaped) {
    arena* memory = arena_create();
    sdf_mesh m = man_mesh(2, memory);
    int sharp = 0, sliver = 0, inverted = 0;
    for (int32_t t = 0; t < m.triangle_count; ++t) {
        const uint32_t* c = m.triangles[t];
        vec3 p[3] = {m.positions[c[0]], m.positions[c[1]], m.positions[c[2]]};
        double most = -1.0;
        for (int i = 0; i < 3; ++i) {
            double cosine = angle_cosine(p[i], p[(i + 1) % 3], p[(i + 2) % 3]);
            most = cosine > most ? cosine : most;
        }
        sharp += most > 0.866;   // below 30 degrees
        sliver += most > 0.9848; // below 10 degrees
        vec3 n = v3_cross(v3_sub(p[1], p[0]), v3_sub(p[2], p[0]));
        inverted += v3_dot(n, m.normals[c[0]]) <= 0.0;
    }
    int32_t count = m.triangle_count;
    arena_destroy(memory);
    CHECK(sliver == 0);
    CHECK(inverted == 0);
    CHECK(sharp < count / 50);
}

TEST(symmetric_bodies_have_symmetric_vertices) {
    arena* memory = arena_create();
    sdf_mesh m = man_mesh(2, memory);
    int lonely = 0;
    for (int32_t v = 0; v < m.vertex_count; ++v) {
        vec3 mirrored = v3(-m.positions[v].x, m.positions[v].y, m.positions[v].z);
        double nearest = 1.0;
        for (int32_t w = 0; w < m.vertex_count; ++w) {
            double d = v3_distance(mirrored, m.positions[w]);
            nearest = d < nearest ? d : nearest;
        }
        lonely += nearest > 1e-9;
    }
    arena_destroy(memory);
    CHECK(lonely == 0);
}

TEST(a_lens_gives_smaller_triangles_where_it_stands) {
    arena* memory = arena_create();
    sdf_mesh plain = man_mesh(0, memory), fine = man_mesh(1, memory);
    int32_t count[2] = {0, 0}, far[2] = {0, 0};
    const sdf_mesh* both[2] = {&plain, &fine};
    for (int k = 0; k < 2; ++k)
        for (int32_t v = 0; v < both[k]->vertex_count; ++v) {
            count[k] += v3_distance(both[k]->positions[v], v3(0.52, 0.36, 0.05)) < 0.06;
            far[k] += both[k]->positions[v].y < -0.4;
        }
    arena_destroy(memory);
    CHECK(count[1] > 3 * count[0]);
    CHECK(far[1] > far[0] * 0.9 && far[1] < far[0] * 1.5);
}

TEST(neighbours_are_mutual_and_listed_once) {
    arena* memory = arena_create();
    sdf_mesh m = man_mesh(0, memory);
    mesh_neighbors n =
        mesh_neighbors_find(m.vertex_count, m.triangles[0], 3, m.triangle_count, memory);
    int bad = n.first[m.vertex_count] != 3 * m.triangle_count;
    for (int32_t v = 0; v < m.vertex_count; ++v)
        for (int32_t i = n.first[v]; i < n.first[v + 1]; ++i) {
            int32_t w = n.list[i], back = 0;
            for (int32_t k = n.first[w]; k < n.first[w + 1]; ++k)
                back += n.list[k] == v;
            bad += back != 1;
        }
    arena_destroy(memory);
    CHECK(bad == 0);
}

static double worst_shape(const sdf_mesh* m, double* mean) {
    double worst = 1.0, sum = 0.0;
    for (int32_t t = 0; t < m->triangle_count; ++t) {
        const uint32_t* c = m->triangles[t];
        vec3 a = m->positions[c[0]], b = m->positions[c[1]], d = m->positions[c[2]];
        vec3 ab = v3_sub(b, a), bd = v3_sub(d, b), da = v3_sub(a, d);
        double edges = v3_dot(ab, ab) + v3_dot(bd, bd) + v3_dot(da, da);
        double shape = 2.0 * sqrt(3.0) * v3_length(v3_cross(ab, bd)) / edges;
        worst = shape < worst ? shape : worst;
        sum += shape;
    }
    *mean = sum / m->triangle_count;
    return worst;
}

TEST(flipping_edges_betters_the_shapes_and_keeps_the_mesh_closed) {
    arena* memory = arena_create();
    sdf_mesh m = man_mesh(1, memory);
    for (int32_t v = 0; v < m.vertex_count; ++v) // shake the vertices, so that there is work
        m.positions[v] = v3_add(m.positions[v], random_point(0.004));
    double mean[2], worst[2];
    worst[0] = worst_shape(&m, &mean[0]);
    mesher_flip(&m, NULL, memory);
    worst[1] = worst_shape(&m, &mean[1]);
    bool ok = closed(&m, memory);
    int32_t characteristic = euler(&m);
    arena_destroy(memory);
    CHECK(ok);
    CHECK(characteristic == 2);
    CHECK(worst[1] >= worst[0]);
    CHECK(mean[1] > mean[0]);
}

TEST_MAIN(CASE(a_sphere_is_closed_and_has_its_volume_and_area), CASE(a_torus_has_one_hole),
          CASE(anything_becomes_closed_and_manifold), CASE(triangles_are_well_shaped),
          CASE(symmetric_bodies_have_symmetric_vertices),
          CASE(a_lens_gives_smaller_triangles_where_it_stands),
          CASE(neighbours_are_mutual_and_listed_once),
          CASE(flipping_edges_betters_the_shapes_and_keeps_the_mesh_closed))
