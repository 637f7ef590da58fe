// The outside of a volume as a surface, and strips of modes drawn on it.
// SPDX-License-Identifier: MIT
#include "bake/export/mode_strip.h"
#include "bake/export/tet_skin.h"
#include "test/kit/check.h"
#include "test/kit/tet_box.h"

static double enclosed(const surface* f) {
    double sum = 0.0;
    for (int32_t i = 0; i < f->triangle_count; ++i) {
        const uint32_t* t = f->triangles[i];
        sum += v3_dot(f->positions[t[0]], v3_cross(f->positions[t[1]], f->positions[t[2]])) / 6.0;
    }
    return sum;
}

TEST(the_skin_encloses_the_volume) {
    arena* a = arena_create();
    tets four = tet_box(2, a), ten = tets_promote(&four, a);
    embedding at;
    surface plain = tet_skin(&four, &at, a), fine = tet_skin(&ten, &at, a);
    CHECK(plain.triangle_count == 48 && fine.triangle_count == 4 * 48);
    CHECK(plain.vertex_count == 26 && fine.vertex_count == 2 + 2 * 48); // Euler
    CHECK_NEAR(enclosed(&plain), tets_volume(&four), 1e-14);
    CHECK_NEAR(enclosed(&fine), tets_volume(&four), 1e-14);
    arena_destroy(a);
}

// Shape functions at a node give the node's own value, also where mid-edge nodes are not in the middle.
TEST(the_skin_follows_its_nodes) {
    arena* a = arena_create();
    tets four = tet_box(2, a), ten = tets_promote(&four, a);
    double* places = ARENA_NEW(a, double, 3 * (size_t)ten.node_count);
    for (int32_t i = 0; i < ten.node_count; ++i) {
        ten.nodes[i].x += 0.01 * (i % 5);
        memcpy(places + 3 * (ptrdiff_t)i, &ten.nodes[i], 3 * sizeof(double));
    }
    embedding at;
    surface f = tet_skin(&ten, &at, a);
    double* carried = ARENA_NEW(a, double, 3 * (size_t)at.count);
    CHECK(at.count == f.vertex_count && at.outside_count == 0);
    embed_field(&at, &ten, places, 3, carried);
    for (int32_t i = 0; i < f.vertex_count; ++i)
        CHECK_NEAR(
            v3_distance(f.positions[i], v3(carried[3 * i], carried[3 * i + 1], carried[3 * i + 2])),
            0.0, 1e-15);
    arena_destroy(a);
}

static picture draw(const surface* f, const double* offsets, int32_t count, arena* a) {
    static const char* const labels[3] = {"1", "2", "3"};
    const mode_strip strip = {.rest = f,
                              .count = count,
                              .offsets = offsets,
                              .labels = labels,
                              .frame = bounds_of(f->positions, f->vertex_count),
                              .side = 60,
                              .columns = 2};
    return mode_strip_draw(&strip, a);
}

TEST(the_length_of_a_mode_does_not_matter_but_its_shape_does) {
    arena* a = arena_create();
    tets t = tet_box(1, a);
    embedding at;
    surface f = tet_skin(&t, &at, a);
    double *one = ARENA_NEW(a, double, 9 * (size_t)f.vertex_count),
           *other = ARENA_NEW(a, double, 9 * (size_t)f.vertex_count);
    for (int32_t i = 0; i < 3 * f.vertex_count; ++i) { // the third mode moves nothing
        one[3 * i] = i < f.vertex_count ? f.positions[i].y : 0.0;
        other[3 * i] = 1024.0 * one[3 * i];
    }
    picture p = draw(&f, one, 3, a), q = draw(&f, other, 3, a);
    CHECK(p.width == 2 * 60 + 2 && p.height == 2 * 60 + 2);
    size_t size = (size_t)p.width * (size_t)p.height * 3;
    CHECK(memcmp(p.pixels, q.pixels, size) == 0);
    other[3] = -other[3] - 1.0;
    q = draw(&f, other, 3, a);
    CHECK(memcmp(p.pixels, q.pixels, size) != 0);
    arena_destroy(a);
}

TEST_MAIN(CASE(the_skin_encloses_the_volume), CASE(the_skin_follows_its_nodes),
          CASE(the_length_of_a_mode_does_not_matter_but_its_shape_does))
