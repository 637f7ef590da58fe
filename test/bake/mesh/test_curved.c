// Points in volumes whose edges bend: found where the quadratic map has them.
// SPDX-License-Identifier: MIT
#include "bake/mesh/curved.h"
#include "test/kit/check.h"
#include "test/kit/tet_box.h"

enum { COUNT = 2000 };

static double next_random(uint32_t* state) {
    *state = *state * 1664525u + 1013904223u;
    return (*state >> 8) / 16777216.0;
}

// The corners stay, mid-edge nodes go to where a smooth map takes them, relative to their ends.
static void bend_edges(tets* t, double by) {
    for (int32_t i = 0; i < t->tet_count; ++i) {
        const int32_t* e = t->elements + 10 * (size_t)i;
        for (int k = 0; k < 6; ++k) {
            vec3 a = t->nodes[e[tet_edge[k][0]]], b = t->nodes[e[tet_edge[k][1]]];
            vec3 middle = v3_scale(v3_add(a, b), 0.5);
            vec3 off = v3(sin(9.0 * middle.y), sin(7.0 * middle.z + 1.0), cos(8.0 * middle.x));
            t->nodes[e[4 + k]] = v3_madd(middle, off, by * v3_distance(a, b));
        }
    }
}

static vec3 map_at(const tets* t, int32_t element, const double b[4]) {
    double shape[10];
    vec3 at = v3(0, 0, 0);
    tet_shape(t->width, b, shape);
    for (int k = 0; k < t->width; ++k)
        at = v3_madd(at, t->nodes[t->elements[element * t->width + k]], shape[k]);
    return at;
}

static double least(const double b[4]) {
    return fmin(fmin(b[0], b[1]), fmin(b[2], b[3]));
}

// Points of the bent volume, by element and coordinates.
static vec3* points_inside(const tets* t, arena* a) {
    vec3* points = ARENA_NEW(a, vec3, COUNT);
    uint32_t state = 7;
    for (int i = 0; i < COUNT; ++i) {
        double b[4], sum = 0.0;
        for (int k = 0; k < 4; ++k)
            sum += b[k] = next_random(&state);
        for (int k = 0; k < 4; ++k)
            b[k] /= sum;
        points[i] = map_at(t, (int32_t)(next_random(&state) * t->tet_count), b);
    }
    return points;
}

TEST(every_point_of_a_bent_volume_is_found_inside_it) {
    arena* a = arena_create();
    tets box = tet_box(4, a), t = tets_promote(&box, a);
    CHECK(!curved_any(&box) && !curved_any(&t));
    bend_edges(&t, 0.06);
    CHECK(curved_any(&t));
    vec3* points = points_inside(&t, a);
    embedding e = embed_points(&t, points, COUNT, 2, a);
    CHECK(e.outside_count == 0 && e.outside_max == 0.0);
    embedding corners = embed_points(&box, points, COUNT, 2, a);
    int moved = 0;
    for (int i = 0; i < COUNT; ++i) {
        CHECK(least(e.barycentric[i]) >= -1e-9);
        CHECK(v3_distance(map_at(&t, e.element[i], e.barycentric[i]), points[i]) < 1e-13);
        moved += e.element[i] != corners.element[i];
    }
    CHECK(corners.outside_count > 0 && moved > COUNT / 50); // by corners they were elsewhere
    arena_destroy(a);
}

// Half of the points are outside, the farthest as far as an element is long: there the quadratic
// map may have no such place, and one point keeps the coordinates of the corners.
TEST(affine_motions_of_bent_volumes_are_carried_exactly) {
    arena* a = arena_create();
    tets box = tet_box(3, a), t = tets_promote(&box, a);
    bend_edges(&t, 0.05);
    uint32_t state = 3;
    vec3 points[COUNT];
    for (int i = 0; i < COUNT; ++i)
        points[i] = v3(1.4 * next_random(&state) - 0.1, 1.1 * next_random(&state) - 0.1,
                       1.3 * next_random(&state) - 0.1);
    double *nodal = ARENA_NEW(a, double, (size_t)t.node_count),
           *found = ARENA_NEW(a, double, COUNT);
    vec3 slope = v3(2.0, -0.5, 1.5);
    for (int32_t i = 0; i < t.node_count; ++i)
        nodal[i] = 0.3 + v3_dot(slope, t.nodes[i]);
    embedding e = embed_points(&t, points, COUNT, 1, a);
    embed_field(&e, &t, nodal, 1, found);
    CHECK(e.outside_count > 0 && e.outside_count < COUNT);
    int lost = 0;
    for (int i = 0; i < COUNT; ++i)
        lost += !(fabs(found[i] - 0.3 - v3_dot(slope, points[i])) < 1e-12);
    CHECK(lost <= 2);
    CHECK(e.outside_max < 0.35);
    arena_destroy(a);
}

// Few edges bend: elsewhere nothing changes, to the last bit.
TEST(straight_elements_are_embedded_as_ever) {
    arena* a = arena_create();
    tets box = tet_box(4, a), t = tets_promote(&box, a);
    vec3* points = points_inside(&t, a);
    embedding before = embed_points(&t, points, COUNT, 1, a);
    int32_t bent = t.elements[9]; // between corners 2 and 3 of the first element
    t.nodes[bent] = v3_add(t.nodes[bent], v3(0.01, 0.0, -0.01));
    embedding after = embed_points(&t, points, COUNT, 3, a);
    int same = 0, touched = 0;
    for (int i = 0; i < COUNT; ++i) {
        const int32_t* e = t.elements + 10 * (size_t)before.element[i];
        bool near = false;
        for (int k = 4; k < 10; ++k)
            near = near || e[k] == bent;
        touched += near;
        CHECK(near || before.element[i] == after.element[i]);
        same +=
            memcmp(before.barycentric[i], after.barycentric[i], sizeof after.barycentric[i]) == 0;
    }
    CHECK(touched > 0 && same >= COUNT - touched);
    arena_destroy(a);
}

// Elements that fold over themselves have no such place: coordinates stay finite and sum to one.
TEST(folded_elements_give_no_nan) {
    arena* a = arena_create();
    tets box = tet_box(2, a), t = tets_promote(&box, a);
    bend_edges(&t, 0.9);
    vec3* points = points_inside(&t, a);
    embedding e = embed_points(&t, points, COUNT, 1, a);
    for (int i = 0; i < COUNT; ++i) {
        const double* b = e.barycentric[i];
        CHECK(e.element[i] >= 0 && e.element[i] < t.tet_count);
        CHECK_NEAR(b[0] + b[1] + b[2] + b[3], 1.0, 1e-9);
    }
    CHECK(isfinite(e.outside_max));
    arena_destroy(a);
}

TEST_MAIN(CASE(every_point_of_a_bent_volume_is_found_inside_it),
          CASE(affine_motions_of_bent_volumes_are_carried_exactly),
          CASE(straight_elements_are_embedded_as_ever), CASE(folded_elements_give_no_nan))
