// Picking: the first triangle on the body as it is now, and no ray slips through.
// SPDX-License-Identifier: MIT
#include "runtime/body/body.h"
#include "test/kit/asset_maker.h"
#include "test/kit/check.h"
#include "test/kit/palette.h"

#include <time.h>

static asset_maker kit;
static float* skinned; // [vertex_count][3]
static unsigned seed;

static double any(void) { // -1 .. 1
    seed = seed * 1664525u + 1013904223u;
    return (double)(seed >> 8) / (1 << 23) - 1.0;
}

// Bent by its bones and swinging.
static supple_body* make_body(asset_maker_options o) {
    kit = asset_maker_new(o);
    if (!asset_maker_write(&kit))
        return NULL;
    supple_body* b = supple_body_create(&kit.asset, NULL, NULL);
    for (int p = 0; p < kit.asset.part_count; ++p) {
        supple_tuning t = supple_body_tuning(b, p);
        t.response *= 0.3f; // no folds: at a silhouette even a good ray goes by
        supple_body_tune(b, p, t);
    }
    supple_matrix palette[8];
    for (int k = 0; k < 20; ++k) {
        palette_script(palette, kit.asset.bone_count, 0.02 * k);
        if (k == 0)
            supple_body_place(b, palette);
        supple_body_drive(b, palette);
        supple_body_step(b, 0.02f);
    }
    skinned = malloc(3 * sizeof(float) * (size_t)kit.asset.vertex_count);
    supple_streams out = supple_streams_packed(skinned, NULL);
    supple_body_skin(b, &out);
    seed = 1;
    return b;
}

static void drop_body(supple_body* b) {
    free(skinned);
    supple_body_destroy(b);
    asset_maker_close(&kit);
}

static supple_vec3 vertex(uint32_t v) {
    return (supple_vec3){skinned[3 * v], skinned[3 * v + 1], skinned[3 * v + 2]};
}

static supple_vec3 minus(supple_vec3 a, supple_vec3 b) {
    return (supple_vec3){a.x - b.x, a.y - b.y, a.z - b.z};
}

// From some way off towards a place near the body's middle.
static void any_ray(supple_vec3* origin, supple_vec3* direction) {
    supple_vec3 middle = vertex((uint32_t)(kit.options.rings / 2 * kit.options.sides));
    *origin = (supple_vec3){middle.x + (float)(3.0 * any()), middle.y + (float)(3.0 * any()),
                            middle.z + (float)(3.0 * any())};
    supple_vec3 to = {middle.x + (float)(0.4 * any()), middle.y + (float)(0.6 * any()),
                      middle.z + (float)(0.4 * any())};
    *direction = minus(to, *origin);
}

// Moeller and Trumbore in double over skinned vertices.
static double brute_force(supple_vec3 origin, supple_vec3 direction) {
    double nearest = INFINITY, d[3] = {direction.x, direction.y, direction.z};
    for (int32_t t = 0; t < kit.asset.triangle_count; ++t) {
        const uint32_t* corner = kit.asset.triangles + 3 * (size_t)t;
        double a[3], e[3], f[3], o[3] = {origin.x, origin.y, origin.z}, s[3];
        for (int i = 0; i < 3; ++i) {
            a[i] = skinned[3 * corner[0] + i];
            e[i] = skinned[3 * corner[1] + i] - a[i];
            f[i] = skinned[3 * corner[2] + i] - a[i];
            s[i] = o[i] - a[i];
        }
        double p[3] = {d[1] * f[2] - d[2] * f[1], d[2] * f[0] - d[0] * f[2],
                       d[0] * f[1] - d[1] * f[0]};
        double det = e[0] * p[0] + e[1] * p[1] + e[2] * p[2];
        double r[3] = {s[1] * e[2] - s[2] * e[1], s[2] * e[0] - s[0] * e[2],
                       s[0] * e[1] - s[1] * e[0]};
        double u = (s[0] * p[0] + s[1] * p[1] + s[2] * p[2]) / det;
        double v = (d[0] * r[0] + d[1] * r[1] + d[2] * r[2]) / det;
        double away = (f[0] * r[0] + f[1] * r[1] + f[2] * r[2]) / det;
        if (u >= 0.0 && v >= 0.0 && u + v <= 1.0 && away >= 0.0 && away < nearest)
            nearest = away;
    }
    return nearest;
}

TEST(picking_agrees_with_every_triangle_of_the_skinned_mesh) {
    supple_body* b = make_body((asset_maker_options){.rings = 20, .sides = 12});
    int hits = 0, misses = 0;
    for (int run = 0; run < 500; ++run) {
        supple_vec3 origin, direction;
        any_ray(&origin, &direction);
        supple_point hit;
        float distance = -1.0f;
        bool found = supple_body_pick(b, origin, direction, &hit, &distance);
        double expected = brute_force(origin, direction);
        CHECK(found == isfinite(expected));
        if (found)
            CHECK_NEAR(distance, expected, 2e-6);
        hits += found;
        misses += !found;
    }
    CHECK(hits > 50 && misses > 50);
    drop_body(b);
}

TEST(the_picked_point_lies_on_the_ray_at_the_distance) {
    supple_body* b = make_body((asset_maker_options){0});
    int hits = 0;
    for (int run = 0; run < 500; ++run) {
        supple_vec3 origin, direction;
        any_ray(&origin, &direction);
        supple_point hit;
        float t;
        if (!supple_body_pick(b, origin, direction, &hit, &t))
            continue;
        ++hits;
        supple_vec3 at = supple_body_position(b, hit);
        CHECK_NEAR(at.x, origin.x + t * direction.x, 2e-6);
        CHECK_NEAR(at.y, origin.y + t * direction.y, 2e-6);
        CHECK_NEAR(at.z, origin.z + t * direction.z, 2e-6);
        CHECK_NEAR(hit.weight[0] + hit.weight[1] + hit.weight[2], 1.0, 2e-7);
        for (int i = 0; i < 3; ++i)
            CHECK(hit.weight[i] >= 0.0f && hit.weight[i] <= 1.0f);
    }
    CHECK(hits > 50);
    drop_body(b);
}

TEST(no_ray_slips_between_triangles) {
    // Rays from inside a closed body, at its vertices and at points of its edges: each must hit.
    supple_body* b = make_body((asset_maker_options){.rings = 16, .sides = 10, .bone_count = 1});
    uint32_t n = (uint32_t)kit.asset.vertex_count;
    supple_vec3 a = vertex(n - 2), c = vertex(n - 1); // the poles
    for (int run = 0; run < 4000; ++run) {
        float s = 0.3f + 0.2f * (float)(any() + 1.0);
        supple_vec3 inside = {a.x + s * (c.x - a.x), a.y + s * (c.y - a.y), a.z + s * (c.z - a.z)};
        const uint32_t* corner = kit.asset.triangles + 3 * (run % kit.asset.triangle_count);
        supple_vec3 p = vertex(corner[run % 3]), q = vertex(corner[(run + 1) % 3]);
        float w = run % 4 == 0 ? 0.0f : 0.5f + 0.5f * (float)any();
        supple_vec3 to = {p.x + w * (q.x - p.x), p.y + w * (q.y - p.y), p.z + w * (q.z - p.z)};
        supple_point hit;
        float t;
        CHECK(supple_body_pick(b, inside, minus(to, inside), &hit, &t));
        CHECK(t < 1.0001f);
    }
    drop_body(b);
}

TEST(distance_is_in_lengths_of_the_direction) {
    supple_body* b = make_body((asset_maker_options){0});
    supple_vec3 origin, d;
    supple_point hit, again;
    float t, far;
    do
        any_ray(&origin, &d);
    while (!supple_body_pick(b, origin, d, &hit, &t));
    CHECK(supple_body_pick(b, origin, (supple_vec3){0.25f * d.x, 0.25f * d.y, 0.25f * d.z}, &again,
                           &far));
    CHECK_NEAR(far, 4.0 * t, 1e-5);
    CHECK(memcmp(hit.vertex, again.vertex, sizeof hit.vertex) == 0);
    CHECK(supple_body_pick(b, origin, (supple_vec3){-d.x, -d.y, -d.z}, &again, &far) == false);
    drop_body(b);
}

TEST(what_is_no_ray_hits_nothing_and_is_counted) {
    supple_body* b = make_body((asset_maker_options){0});
    supple_vec3 o = vertex(5), along = {0.0f, 0.0f, 1.0f};
    supple_point hit = {{7, 7, 7}, {7.0f, 7.0f, 7.0f}};
    float t = 7.0f;
    CHECK(!supple_body_pick(b, o, (supple_vec3){0.0f, 0.0f, 0.0f}, &hit, &t));
    CHECK(!supple_body_pick(b, o, (supple_vec3){NAN, 0.0f, 1.0f}, &hit, &t));
    CHECK(!supple_body_pick(b, (supple_vec3){INFINITY, 0.0f, 0.0f}, along, &hit, &t));
    CHECK(supple_body_stats(b).rejected == 3);
    CHECK(!supple_body_pick(b, (supple_vec3){50.0f, 0.0f, 0.0f}, along, &hit, &t)); // misses
    CHECK(hit.vertex[0] == 7 && t == 7.0f && supple_body_stats(b).rejected == 3);
    drop_body(b);
}

// Every triangle asks for vertices that no other near it in the list has.
static void shuffle_triangles(void) {
    uint32_t(*t)[3] = (uint32_t(*)[3])(void*)(uintptr_t)kit.asset.triangles; // the test's own bytes
    for (int32_t i = kit.asset.triangle_count - 1; i > 0; --i) {
        int32_t k = (int32_t)(0.5 * (any() + 1.0) * i);
        uint32_t swap[3];
        memcpy(swap, t[i], sizeof swap);
        memcpy(t[i], t[k], sizeof swap);
        memcpy(t[k], swap, sizeof swap);
    }
}

TEST(a_mouse_on_18000_vertices) {
    supple_body* b = make_body((asset_maker_options){.rings = 140, .sides = 128, .coord_count = 5});
    double best[2] = {INFINITY, INFINITY};
    int hits = 0;
    for (int run = 0; run < 24; ++run) {
        if (run == 12)
            shuffle_triangles();
        supple_vec3 origin, direction;
        any_ray(&origin, &direction);
        supple_point hit;
        float t;
        clock_t begin = clock();
        hits += supple_body_pick(b, origin, direction, &hit, &t);
        best[run / 12] = fmin(best[run / 12], 1e3 * (double)(clock() - begin) / CLOCKS_PER_SEC);
    }
    printf("        %d vertices, %d triangles, 3 parts of 5: %.2f ms, shuffled %.2f ms\n",
           kit.asset.vertex_count, kit.asset.triangle_count, best[0], best[1]);
    CHECK(hits > 0);
    drop_body(b);
}

TEST_MAIN(CASE(picking_agrees_with_every_triangle_of_the_skinned_mesh),
          CASE(the_picked_point_lies_on_the_ray_at_the_distance),
          CASE(no_ray_slips_between_triangles), CASE(distance_is_in_lengths_of_the_direction),
          CASE(what_is_no_ray_hits_nothing_and_is_counted), CASE(a_mouse_on_18000_vertices))
