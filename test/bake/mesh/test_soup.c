// Tree answers against asking every triangle.
// SPDX-License-Identifier: MIT
#include "bake/mesh/soup_close.h"
#include "bake/mesh/soup_ray.h"
#include "bake/mesh/weld.h"
#include "bake/scene/surface.h"
#include "bake/volume/lattice.h"
#include "scenes/scenes.h"
#include "test/kit/check.h"

static uint64_t state = 11;
static double random_unit(void) { // -1 .. 1
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (double)(state >> 11) * 0x1p-52 - 1.0;
}
static vec3 random_vec(void) {
    double x = random_unit(), y = random_unit(), z = random_unit();
    return v3(x, y, z);
}

static surface sample_surface(const char* name, arena* a) {
    scene* s = ARENA_NEW(a, scene, 1);
    *s = sample_find(name)->make(a);
    pose p = pose_at(s, -1, 0.0, a);
    return surface_from_scene(s, &p, a);
}

// A soup without any order: triangles of all sizes and directions.
typedef struct mess {
    vec3 positions[900];
    uint32_t triangles[300][3];
} mess;
static void make_mess(mess* m) {
    for (uint32_t i = 0; i < 300; ++i) {
        vec3 middle = random_vec();
        double size = i % 10 == 0 ? 1.0 : 0.1;
        for (uint32_t k = 0; k < 3; ++k) {
            m->positions[3 * i + k] = v3_madd(middle, random_vec(), size);
            m->triangles[i][k] = 3 * i + k;
        }
    }
}

static double exact_winding(const vec3* p, const uint32_t (*t)[3], int32_t count, vec3 at) {
    double sum = 0.0;
    for (int32_t i = 0; i < count; ++i)
        sum += soup_solid_angle(at, p[t[i][0]], p[t[i][1]], p[t[i][2]]);
    return sum / (4.0 * EXACT_PI);
}

TEST(solid_angle_of_an_octant_is_half_pi) {
    CHECK_NEAR(soup_solid_angle(v3(0, 0, 0), v3(2, 0, 0), v3(0, 3, 0), v3(0, 0, 5)), EXACT_PI / 2.0,
               1e-15);
    CHECK_NEAR(soup_solid_angle(v3(0, 0, 0), v3(0, 3, 0), v3(2, 0, 0), v3(0, 0, 5)),
               -EXACT_PI / 2.0, 1e-15);
}

TEST(winding_number_agrees_with_the_sum_of_exact_solid_angles) {
    static mess m;
    make_mess(&m);
    arena* a = arena_create();
    const uint32_t(*t)[3] = (const uint32_t(*)[3])m.triangles;
    soup s = soup_new(m.positions, t, 300, a);
    double worst = 0.0;
    for (int i = 0; i < 2000; ++i) {
        vec3 p = v3_scale(random_vec(), 1.5);
        double exact = exact_winding(m.positions, t, 300, p);
        worst = fmax(worst, fabs(soup_winding(&s, p) - exact));
    }
    CHECK(worst < 0.02);
    arena_destroy(a);
}

// Summed up the tree, and triangle by triangle.
TEST(moments_of_a_cluster_are_those_of_its_triangles) {
    static mess m;
    make_mess(&m);
    arena* a = arena_create();
    const uint32_t(*t)[3] = (const uint32_t(*)[3])m.triangles;
    for (int32_t count = 3; count <= 300; count = 2 * count + 1) {
        soup s = soup_new(m.positions, t, count, a);
        const soup_cluster* c = &s.clusters[0];
        vec3 area = v3(0, 0, 0), second = v3(0, 0, 0), look = random_vec();
        double first = 0.0, cubic = 0.0; // along `look`
        for (int32_t i = 0; i < 3 * count; ++i) {
            vec3 p = m.positions[t[i / 3][0]], q = m.positions[t[i / 3][1]],
                 r = m.positions[t[i / 3][2]];
            vec3 third = v3_scale(v3_cross(v3_sub(q, p), v3_sub(r, p)), 1.0 / 6.0);
            vec3 o = v3_sub(i % 3 == 0   ? v3_lerp(p, q, 0.5)
                            : i % 3 == 1 ? v3_lerp(q, r, 0.5)
                                         : v3_lerp(r, p, 0.5),
                            c->centre);
            area = v3_add(area, third);
            first += v3_dot(third, look) * v3_dot(o, look);
            second = v3_madd(v3_madd(second, o, 2.0 * v3_dot(third, o)), third, v3_dot(o, o));
            cubic += v3_dot(third, look) * v3_dot(o, look) * v3_dot(o, look);
        }
        const double *g = c->first, *k = c->cubic;
        double x = look.x, y = look.y, z = look.z;
        CHECK_NEAR(v3_distance(area, c->area), 0.0, 1e-12);
        CHECK_NEAR(v3_distance(second, c->second), 0.0, 1e-11);
        CHECK_NEAR(first,
                   g[0] * x * x + g[1] * y * y + g[2] * z * z +
                       2.0 * (g[3] * x * y + g[4] * y * z + g[5] * z * x),
                   1e-11);
        CHECK_NEAR(cubic,
                   k[0] * x * x * x + k[1] * y * y * y + k[2] * z * z * z + k[3] * x * x * y +
                       k[4] * x * x * z + k[5] * x * y * y + k[6] * y * y * z + k[7] * x * z * z +
                       k[8] * y * z * z + k[9] * x * y * z,
                   1e-11);
    }
    arena_destroy(a);
}

TEST(a_closed_body_is_one_inside_and_zero_outside) {
    arena* a = arena_create();
    surface f = sample_surface("sphere", a);
    soup s = soup_new(f.positions, (const uint32_t(*)[3])f.triangles, f.triangle_count, a);
    bounds b = bounds_of(f.positions, f.vertex_count);
    vec3 middle = v3_lerp(b.low, b.high, 0.5);
    double radius = 0.5 * (b.high.x - b.low.x);
    for (int i = 0; i < 2000; ++i) {
        vec3 direction = v3_unit(random_vec());
        double r = radius * (1.0 + 0.99 * random_unit());
        if (fabs(r - radius) < 0.01 * radius)
            continue;
        double w = soup_winding(&s, v3_madd(middle, direction, r));
        CHECK_NEAR(w, r < radius ? 1.0 : 0.0, 1e-2);
    }
    arena_destroy(a);
}

TEST(nearest_point_agrees_with_asking_every_triangle) {
    static mess m;
    make_mess(&m);
    arena* a = arena_create();
    const uint32_t(*t)[3] = (const uint32_t(*)[3])m.triangles;
    soup s = soup_new(m.positions, t, 300, a);
    for (int i = 0; i < 1000; ++i) {
        vec3 p = v3_scale(random_vec(), 2.0);
        double best = INFINITY;
        for (int k = 0; k < 300; ++k)
            best = fmin(best, v3_distance(p, soup_closest_on_triangle(p, m.positions[t[k][0]],
                                                                      m.positions[t[k][1]],
                                                                      m.positions[t[k][2]])));
        soup_hit hit;
        CHECK(soup_nearest(&s, p, INFINITY, &hit));
        CHECK_NEAR(hit.distance, best, 1e-12);
        CHECK_NEAR(v3_distance(p, hit.point), best, 1e-12);
        CHECK(!soup_nearest(&s, p, 0.99 * best, &hit));
    }
    arena_destroy(a);
}

TEST(closest_point_of_a_triangle_beats_every_sample_of_it) {
    for (int i = 0; i < 300; ++i) {
        vec3 a = random_vec(), b = random_vec(), c = i % 7 == 0 ? b : random_vec();
        vec3 p = v3_scale(random_vec(), 2.0), q = soup_closest_on_triangle(p, a, b, c);
        for (int k = 0; k < 200; ++k) {
            double u = 0.5 + 0.5 * random_unit(), v = (1.0 - u) * (0.5 + 0.5 * random_unit());
            vec3 other = v3_madd(v3_madd(a, v3_sub(b, a), u), v3_sub(c, a), v);
            CHECK(v3_distance(p, q) <= v3_distance(p, other) + 1e-12);
        }
    }
}

TEST(crossings_of_a_closed_body_change_side_each_time) {
    arena* a = arena_create();
    surface f = sample_surface("jelly", a);
    soup s = soup_new(f.positions, (const uint32_t(*)[3])f.triangles, f.triangle_count, a);
    bounds b = bounds_of(f.positions, f.vertex_count);
    vec3 size = v3_sub(b.high, b.low), middle = v3_lerp(b.low, b.high, 0.5);
    for (int i = 0; i < 2000; ++i) {
        vec3 p = v3_add(middle, v3_mul(size, random_vec()));
        vec3 q = v3_add(middle, v3_mul(size, random_vec()));
        double at[8];
        int count = soup_crossings(&s, p, q, at, NULL, 8);
        bool p_inside = soup_winding(&s, p) > 0.5, q_inside = soup_winding(&s, q) > 0.5;
        CHECK((count % 2 != 0) == (p_inside != q_inside));
        for (int k = 1; k < count && k < 8; ++k)
            CHECK(at[k] >= at[k - 1]);
    }
    arena_destroy(a);
}

static soup_closure closure_of(const uint32_t (*triangles)[3], int32_t count, arena* a) {
    static const vec3 p[4] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    soup s = soup_new(p, triangles, count, a);
    soup_close(&s, a);
    return s.closure;
}

// Random lines through it: in the middle of each stretch the winding number is the sum of exact solid angles.
static void check_lines(const soup* s, double tolerance) {
    bounds b = s->tree.nodes[0].box;
    vec3 middle = v3_lerp(b.low, b.high, 0.5);
    double size = v3_distance(b.low, b.high), worst = 0.0;
    int counted = 0, all = 0;
    for (int i = 0; i < 40; ++i) {
        vec3 displacement = v3_scale(v3_unit(random_vec()), 1.5 * size),
             through = v3_madd(middle, random_vec(), 0.25 * size);
        soup_line l;
        soup_line_find(s, v3_sub(through, displacement), v3_add(through, displacement), true, &l);
        ++all;
        counted += l.counted;
        for (int k = 0; k <= l.count; ++k) {
            double at = 0.5 * ((k > 0 ? l.at[k - 1] : 0.0) + (k < l.count ? l.at[k] : 1.0));
            double exact = exact_winding(s->positions, s->triangles, s->triangle_count,
                                         v3_lerp(l.from, l.to, at));
            worst = fmax(worst, fabs(soup_line_winding(&l, k, at) - exact));
        }
    }
    CHECK(worst < tolerance);
    CHECK(counted > 0.9 * all);
}

TEST(watertight_means_that_every_edge_is_balanced) {
    arena* a = arena_create();
    static const uint32_t tet[4][3] = {{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}};
    static const uint32_t flipped[4][3] = {{1, 3, 2}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}};
    CHECK(closure_of(tet, 4, a) == SOUP_CLOSED);
    CHECK(closure_of(tet, 3, a) == SOUP_OPEN); // three caps for three triangles
    CHECK(closure_of(flipped, 4, a) == SOUP_OPEN);
    CHECK(closure_of(tet, 0, a) == SOUP_OPEN);
    arena_destroy(a);
}

// The body as it is, with holes, with faces turned round and with faces twice.
TEST(a_line_tells_the_winding_numbers_of_a_surface_with_holes) {
    arena* a = arena_create();
    surface f = sample_surface("dodo", a);
    weld w = weld_positions(f.positions, f.vertex_count, 0.0, a);
    uint32_t(*t)[3] = arena_alloc(a, (size_t)f.triangle_count, sizeof *t);
    for (int kind = 0; kind < 4; ++kind) {
        int32_t count = weld_triangles(&w, (const uint32_t(*)[3])f.triangles, f.triangle_count, t);
        for (int i = 0; i < (kind > 0 ? 40 : 0); ++i) {
            uint32_t* one = t[(uint32_t)(1e6 * (1.0 + random_unit())) % (uint32_t)count];
            uint32_t second = one[1];
            if (kind == 1) {
                memcpy(one, t[--count], sizeof *t);
            } else if (kind == 2) {
                one[1] = one[2];
                one[2] = second;
            } else {
                memcpy(one, t[0], sizeof *t);
            }
        }
        soup s = soup_new(w.positions, (const uint32_t(*)[3])t, count, a);
        soup_close(&s, a);
        CHECK(s.closure == (kind == 0 ? SOUP_CLOSED : SOUP_CAPPED));
        check_lines(&s, kind == 0 ? 1e-9 : 0.01);
    }
    arena_destroy(a);
}

TEST(only_a_body_inside_out_is_turned) {
    static const vec3 p[4] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    uint32_t tet[4][3] = {{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}};
    CHECK(!soup_face_outwards(p, tet, 4) && tet[0][1] == 2);
    uint32_t inwards[4][3] = {{1, 3, 2}, {0, 2, 3}, {0, 3, 1}, {0, 1, 2}};
    CHECK(soup_face_outwards(p, inwards, 4) && memcmp(inwards, tet, sizeof tet) == 0);
    uint32_t sheet[1][3] = {{1, 3, 2}};
    CHECK(!soup_face_outwards(p, sheet, 1) && !soup_face_outwards(p, sheet, 0));
}

TEST_MAIN(CASE(solid_angle_of_an_octant_is_half_pi),
          CASE(winding_number_agrees_with_the_sum_of_exact_solid_angles),
          CASE(moments_of_a_cluster_are_those_of_its_triangles),
          CASE(a_closed_body_is_one_inside_and_zero_outside),
          CASE(nearest_point_agrees_with_asking_every_triangle),
          CASE(closest_point_of_a_triangle_beats_every_sample_of_it),
          CASE(crossings_of_a_closed_body_change_side_each_time),
          CASE(watertight_means_that_every_edge_is_balanced),
          CASE(a_line_tells_the_winding_numbers_of_a_surface_with_holes),
          CASE(only_a_body_inside_out_is_turned))
