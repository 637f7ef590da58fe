// Coverage and depth: every sample belongs to one triangle, and to the nearest.
// SPDX-License-Identifier: MIT
#include "bake/export/raster_fill.h"

#include "test/kit/check.h"
#include "test/kit/picture_check.h"

enum { SIDE = 64 };

// A camera at the origin that looks along z; at z = 1 a unit is a sample.
static camera straight(void) {
    return (camera){.right = {1, 0, 0},
                    .up = {0, 1, 0},
                    .forward = {0, 0, 1},
                    .focal = 1.0,
                    .reach = 1.0,
                    .width = SIDE,
                    .height = SIDE};
}

static void fill(fill_target* t, const surface* f) {
    camera c = straight();
    paint p = {.f = f};
    fill_surface(t, &c, f->positions, &p);
}

// How many triangles take each sample, each triangle drawn on its own.
static int* coverage(const surface* f, arena* memory) {
    int* count = ARENA_NEW(memory, int, SIDE* SIDE);
    for (int32_t i = 0; i < f->triangle_count; ++i) {
        arena* scratch = arena_create();
        surface one = *f;
        one.triangles = &f->triangles[i];
        one.triangle_count = 1;
        fill_target t = fill_target_new(SIDE, SIDE, 1, scratch);
        fill(&t, &one);
        for (int k = 0; k < SIDE * SIDE; ++k)
            count[k] += t.triangle[k] == 0;
        arena_destroy(scratch);
    }
    return count;
}

static bool split_square_is_covered_once(uint64_t seed, bool on_samples) {
    arena* memory = arena_create();
    soup s = {.memory = memory};
    soup_grid(&s, 7, 7, 10.0);
    uint64_t random = seed;
    for (int32_t i = 0; i < s.vertex_count; ++i) {
        vec3* p = &s.positions[i];
        bool rim = p->x == 0.0 || p->y == 0.0 || p->x == 70.0 || p->y == 70.0;
        double depth = soup_random(&random, 0.5, 4.0); // slanted: projection must not matter
        double dx = soup_random(&random, -2.4, 2.4), dy = soup_random(&random, -2.4, 2.4);
        p->x += rim ? 0.0 : on_samples ? floor(dx) + 0.5 : dx;
        p->y += rim ? 0.0 : on_samples ? floor(dy) + 0.5 : dy;
        *p = v3((p->x - 3.0) * depth, -(p->y - 3.0) * depth, depth);
    }
    surface f = drawable(&s);
    int* count = coverage(&f, memory);
    int wrong = 0;
    for (int i = 0; i < SIDE * SIDE; ++i)
        wrong += count[i] != 1;
    arena_destroy(memory);
    return wrong == 0;
}

TEST(a_split_square_covers_each_sample_once) {
    for (uint64_t seed = 1; seed <= 20; ++seed)
        CHECK(split_square_is_covered_once(seed, false));
}

TEST(samples_exactly_on_edges_and_corners_are_taken_once) {
    for (uint64_t seed = 1; seed <= 20; ++seed)
        CHECK(split_square_is_covered_once(seed, true));
}

static void random_triangles(soup* s, int count) {
    uint64_t random = 7;
    for (int i = 0; i < count; ++i) {
        uint32_t v[3];
        for (int k = 0; k < 3; ++k) {
            double z = soup_random(&random, 1.0, 9.0);
            v[k] = soup_vertex(
                s, v3(soup_random(&random, 0, SIDE) * z, -soup_random(&random, 0, SIDE) * z, z));
        }
        soup_triangle(s, v[0], v[1], v[2]);
    }
}

TEST(the_nearest_triangle_is_seen_whatever_the_order) {
    arena* memory = arena_create();
    soup s = {.memory = memory};
    enum { COUNT = 60 };
    random_triangles(&s, COUNT);
    surface f = drawable(&s), g = f;
    g.triangles = arena_alloc(memory, COUNT, sizeof *g.triangles);
    for (int i = 0; i < COUNT; ++i)
        memcpy(g.triangles[i], f.triangles[COUNT - 1 - i], sizeof *g.triangles);
    fill_target a = fill_target_new(SIDE, SIDE, 1, memory);
    fill_target b = fill_target_new(SIDE, SIDE, 1, memory);
    fill(&a, &f);
    fill(&b, &g);
    int differ = 0, seen = 0;
    for (int i = 0; i < SIDE * SIDE; ++i) {
        differ += a.nearness[i] != b.nearness[i];
        differ += a.triangle[i] >= 0 && a.triangle[i] != COUNT - 1 - b.triangle[i];
        seen += a.triangle[i] >= 0;
    }
    arena_destroy(memory);
    CHECK(differ == 0 && seen > SIDE * SIDE / 2);
}

TEST(barycentric_coordinates_are_true_in_perspective) {
    vec3 a = v3(-3, -2, 2), b = v3(9, -1, 7), c = v3(0, 4, 3);
    fill_corners k = fill_corners_of(a, b, c);
    uint64_t random = 3;
    for (int i = 0; i < 100; ++i) {
        double u = soup_random(&random, 0, 1), v = soup_random(&random, 0, 1 - u);
        vec3 p = v3_add(v3_scale(a, 1 - u - v), v3_add(v3_scale(b, u), v3_scale(c, v)));
        float w[3];
        fill_barycentric(&k, v3_scale(p, 1.0 / p.z), w);
        CHECK_NEAR(w[0], 1 - u - v, 1e-6);
        CHECK_NEAR(w[1], u, 1e-6);
        CHECK_NEAR(w[2], v, 1e-6);
    }
}

TEST(a_floor_that_passes_behind_the_eye_fills_the_picture_below_the_horizon) {
    arena* memory = arena_create();
    soup s = {.memory = memory};
    uint32_t v[4];
    for (int k = 0; k < 4; ++k) // y = -1, from far behind to far ahead
        v[k] = soup_vertex(&s, v3(k & 1 ? 1e6 : -1e6, -1.0, k & 2 ? 1e6 : -1e6));
    soup_triangle(&s, v[0], v[1], v[3]);
    soup_triangle(&s, v[0], v[3], v[2]);
    surface f = drawable(&s);
    camera c = straight();
    c.focal = 0.5 * SIDE;
    c.center_x = c.center_y = 0.5 * SIDE;
    paint p = {.f = &f};
    fill_target t = fill_target_new(SIDE, SIDE, 1, memory);
    fill_surface(&t, &c, f.positions, &p);
    int wrong = 0;
    for (int y = 0; y < SIDE; ++y)
        for (int x = 0; x < SIDE; ++x)
            wrong += (t.triangle[y * SIDE + x] >= 0) != (y >= SIDE / 2);
    double nearness = t.nearness[(SIDE - 1) * SIDE + SIDE / 2];
    arena_destroy(memory);
    CHECK(wrong == 0);
    CHECK_NEAR(nearness, (0.5 * SIDE - 0.5) / (0.5 * SIDE), 1e-6); // 1 / z = -y / (f y')
}

TEST_MAIN(CASE(a_split_square_covers_each_sample_once),
          CASE(samples_exactly_on_edges_and_corners_are_taken_once),
          CASE(the_nearest_triangle_is_seen_whatever_the_order),
          CASE(barycentric_coordinates_are_true_in_perspective),
          CASE(a_floor_that_passes_behind_the_eye_fills_the_picture_below_the_horizon))
