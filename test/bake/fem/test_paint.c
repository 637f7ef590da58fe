// Painted stiffness: what is painted on the surface arrives at the elements.
// SPDX-License-Identifier: MIT
#include "bake/fem/eigen.h"
#include "bake/fem/paint.h"
#include "bake/mesh/tet_topology.h"
#include "bake/volume/inside.h"
#include "test/kit/check.h"
#include "test/kit/skinned_ball.h"
#include "test/kit/tet_box.h"

// A box of tets and its own boundary as the painted surface.
typedef struct painted_box {
    tets t;
    soup s;
    double* factors; // [t.node_count]
    material* list;
} painted_box;

static painted_box box_of(int32_t n, int32_t width, arena* a) {
    painted_box b = {.t = tet_box(n, a)};
    if (width == 10)
        b.t = tets_promote(&b.t, a);
    tet_topology shape = tets_topology(&b.t, a);
    b.s = soup_new(b.t.nodes, (const uint32_t(*)[3])shape.boundary, shape.boundary_count, a);
    b.factors = ARENA_NEW(a, double, (size_t)b.t.node_count);
    b.list = ARENA_NEW(a, material, (size_t)b.t.tet_count);
    for (int32_t i = 0; i < b.t.tet_count; ++i)
        b.list[i] = (material){3e3, 0.45, 950.0};
    return b;
}

static double ramp(vec3 p) {
    return 2.0 + 0.5 * p.x - 0.3 * p.y + 0.7 * p.z;
}

TEST(linear_paint_is_that_linear_function_at_every_node_and_in_every_element) {
    arena* a = arena_create();
    report r = report_new(a);
    for (int32_t width = 4; width <= 10; width += 6) {
        painted_box b = box_of(5, width, a);
        for (int32_t i = 0; i < b.t.node_count; ++i)
            b.factors[i] = ramp(b.t.nodes[i]);
        double* at = ARENA_NEW(a, double, (size_t)b.t.node_count);
        CHECK(inside_spread(&b.t, &b.s, b.factors, 2, at, &r));
        for (int32_t i = 0; i < b.t.node_count; ++i)
            CHECK_NEAR(at[i], ramp(b.t.nodes[i]), 1e-12);
        CHECK(paint_materials(&b.t, &b.s, b.factors, 2, b.list, &r));
        for (int32_t i = 0; i < b.t.tet_count; ++i) {
            const int32_t* e = b.t.elements + (ptrdiff_t)i * width;
            vec3 middle = v3(0, 0, 0);
            for (int k = 0; k < 4; ++k)
                middle = v3_madd(middle, b.t.nodes[e[k]], 0.25);
            CHECK_NEAR(b.list[i].young, 3e3 * ramp(middle), 1e-8);
            CHECK(b.list[i].poisson == 0.45 && b.list[i].density == 950.0);
        }
        for (int32_t i = 0; i < b.t.node_count; ++i)
            b.factors[i] = 0.1 * ramp(b.t.nodes[i]);
        CHECK(paint_poisson(&b.t, &b.s, b.factors, 2, b.list, &r));
        for (int32_t i = 0; i < b.t.tet_count; ++i) {
            const int32_t* e = b.t.elements + (ptrdiff_t)i * width;
            vec3 middle = v3(0, 0, 0);
            for (int k = 0; k < 4; ++k)
                middle = v3_madd(middle, b.t.nodes[e[k]], 0.25);
            CHECK_NEAR(b.list[i].poisson, 0.1 * ramp(middle), 1e-12);
        }
    }
    CHECK(r.count == 0);
    arena_destroy(a);
}

// Two kinds of paint side by side: nothing between is beyond them, whatever the tets do.
TEST(inside_nothing_is_stiffer_or_softer_than_what_was_painted) {
    arena* a = arena_create();
    report r = report_new(a);
    painted_box b = box_of(6, 4, a);
    for (int32_t i = 0; i < b.t.node_count; ++i)
        b.factors[i] = b.t.nodes[i].x > 0.5 ? 8.0 : 0.25;
    CHECK(paint_materials(&b.t, &b.s, b.factors, 1, b.list, &r));
    double low = INFINITY, high = 0.0;
    for (int32_t i = 0; i < b.t.tet_count; ++i) {
        low = fmin(low, b.list[i].young);
        high = fmax(high, b.list[i].young);
    }
    CHECK(low >= 0.25 * 3e3 && low < 0.26 * 3e3 && high <= 8.0 * 3e3 && high > 7.9 * 3e3);
    arena_destroy(a);
}

static bool lowest(const painted_box* b, eigen_modes* m, arena* a, report* r) {
    assemble_matrices all;
    return assemble_body(&b->t, b->list, ELEMENT_MASS_CONSISTENT, 1, &all, place_none(), a, r) &&
           eigen_lowest(&all, &(eigen_request){.count = 16, .free = true, .threads = 1}, m, a, r);
}

TEST(four_painted_everywhere_doubles_all_frequencies) {
    arena* a = arena_create();
    report r = report_new(a);
    painted_box b = box_of(2, 10, a);
    eigen_modes plain, painted;
    CHECK(lowest(&b, &plain, a, &r));
    for (int32_t i = 0; i < b.t.node_count; ++i)
        b.factors[i] = 4.0;
    CHECK(paint_materials(&b.t, &b.s, b.factors, 1, b.list, &r) && lowest(&b, &painted, a, &r));
    for (int32_t i = 6; i < 16; ++i)
        CHECK_NEAR(sqrt(painted.values[i]), 2.0 * sqrt(plain.values[i]), 1e-9);
    arena_destroy(a);
}

TEST(factors_come_from_an_attribute_or_a_channel_of_the_vertex_colour) {
    arena* a = arena_create();
    report r = report_new(a);
    ball* o = ball_make(4, a);
    primitive* p = &o->scene.primitives[0];
    double* factors = ARENA_NEW(a, double, (size_t)o->surface.vertex_count);
    for (int32_t i = 0; i < p->vertex_count; ++i) {
        p->attributes[0].values[i] = 1.0f + (float)i;
        p->colors[i][1] = 0.5f;
    }
    CHECK(paint_factors(&o->scene, &o->surface, "_SOFT", factors, place_none(), &r));
    for (int32_t v = 0; v < o->surface.vertex_count; ++v)
        CHECK(factors[v] == 1.0 + o->surface.vertex_index[v]);
    CHECK(paint_factors(&o->scene, &o->surface, "green", factors, place_none(), &r));
    for (int32_t v = 0; v < o->surface.vertex_count; ++v)
        CHECK(factors[v] == 0.5);
    CHECK(r.count == 0);
    arena_destroy(a);
}

TEST(paint_of_nothing_counts_as_the_least_there_is_and_is_noted) {
    arena* a = arena_create();
    report r = report_new(a);
    ball* o = ball_make(4, a);
    double* factors = ARENA_NEW(a, double, (size_t)o->surface.vertex_count);
    CHECK(paint_factors(&o->scene, &o->surface, "green", factors, place_none(), &r)); // black
    for (int32_t v = 0; v < o->surface.vertex_count; ++v)
        CHECK(factors[v] == PAINT_LEAST);
    CHECK(r.count == 1 && r.error_count == 0);
    CHECK(strstr(r.findings[0].text, "softer than 0.01") != NULL);
    arena_destroy(a);
}

TEST(missing_negative_and_impossible_paint_is_refused_with_a_sentence) {
    arena* a = arena_create();
    report r = report_new(a);
    ball* o = ball_make(4, a);
    primitive* p = &o->scene.primitives[0];
    double* factors = ARENA_NEW(a, double, (size_t)o->surface.vertex_count);
    CHECK(!paint_factors(&o->scene, &o->surface, "_SOFF", factors, place_none(), &r));
    CHECK(strstr(r.findings[0].text, "did you mean \"_SOFT\"") != NULL);
    static const float wrong[] = {-0.5f, NAN, INFINITY};
    for (int i = 0; i < 3; ++i) {
        for (int32_t v = 0; v < p->vertex_count; ++v)
            p->attributes[0].values[v] = v == 7 ? wrong[i] : 1.0f;
        CHECK(!paint_factors(&o->scene, &o->surface, "_SOFT", factors, place_none(), &r));
        CHECK(strstr(r.findings[i + 1].text, "painted at vertex 7 is") != NULL);
    }
    p->colors = NULL;
    CHECK(!paint_factors(&o->scene, &o->surface, "red", factors, place_none(), &r));
    CHECK(!paint_ratios(&o->scene, &o->surface, "red", 0.4, factors, place_none(), &r));
    CHECK(strstr(r.findings[r.count - 1].text, "Poisson's ratio is to be taken from red") != NULL);
    CHECK(strstr(r.findings[4].text, "the file has none") != NULL);
    CHECK(r.count == 6);
    arena_destroy(a);
}

TEST_MAIN(CASE(linear_paint_is_that_linear_function_at_every_node_and_in_every_element),
          CASE(inside_nothing_is_stiffer_or_softer_than_what_was_painted),
          CASE(four_painted_everywhere_doubles_all_frequencies),
          CASE(factors_come_from_an_attribute_or_a_channel_of_the_vertex_colour),
          CASE(paint_of_nothing_counts_as_the_least_there_is_and_is_noted),
          CASE(missing_negative_and_impossible_paint_is_refused_with_a_sentence))
