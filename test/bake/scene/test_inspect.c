// The mesh report on made-up meshes: each kind of trouble is seen, and nothing else is.
// SPDX-License-Identifier: MIT
#include "bake/scene/inspect.h"
#include "test/kit/check.h"
#include "test/kit/soup.h"

static const unit_hints no_hints = {FILE_NONE, false, NULL};

// Looks at a soup and gives its memory back; reasons of units go with it.
static inspection look(soup* s) {
    surface f = soup_surface(s);
    inspection x = inspect_surface(&f, no_hints, s->memory);
    arena_destroy(s->memory);
    return x;
}

static bool spotless(const inspection* x) {
    return x->closed && !x->inside_out && x->nonmanifold_vertices == 0 &&
           x->degenerate_triangles == 0 && x->duplicate_triangles == 0 &&
           x->self_intersections == 0 && !x->intersections_capped;
}

TEST(a_box_is_spotless_and_has_its_volume_and_area) {
    soup s = {.memory = arena_create()};
    soup_box(&s, v3(1000, 2000, 3000), v3(1001, 2002, 3003)); // far out: the centre must not matter
    inspection x = look(&s);
    CHECK(spotless(&x));
    CHECK(x.piece_count == 1 && x.welded_count == 8 && x.vertex_count == 24);
    CHECK(x.volume == 6.0 && x.area == 22.0);
    CHECK_NEAR(x.diagonal, sqrt(14.0), 1e-15);
}

TEST(a_box_turned_inside_out_is_noticed) {
    soup s = {.memory = arena_create()};
    soup_box(&s, v3(0, 0, 0), v3(1, 1, 1));
    for (int32_t t = 0; t < s.triangle_count; ++t) {
        uint32_t swap = s.triangles[t][0];
        s.triangles[t][0] = s.triangles[t][1];
        s.triangles[t][1] = swap;
    }
    inspection x = look(&s);
    CHECK(x.closed && x.inside_out && x.volume == -1.0);
}

TEST(a_missing_triangle_opens_three_edges) {
    soup s = {.memory = arena_create()};
    soup_box(&s, v3(0, 0, 0), v3(1, 1, 1));
    --s.triangle_count;
    inspection x = look(&s);
    CHECK(x.boundary_edges == 3 && !x.closed && x.flipped_edges == 0);
}

TEST(one_flipped_triangle_flips_its_three_edges) {
    soup s = {.memory = arena_create()};
    soup_box(&s, v3(0, 0, 0), v3(1, 1, 1));
    uint32_t swap = s.triangles[4][0];
    s.triangles[4][0] = s.triangles[4][2];
    s.triangles[4][2] = swap;
    inspection x = look(&s);
    CHECK(x.flipped_edges == 3 && x.boundary_edges == 0 && !x.closed);
}

TEST(a_moebius_strip_cannot_be_oriented) {
    enum { N = 24 };
    soup s = {.memory = arena_create()};
    for (int i = 0; i < N; ++i) {
        double turn = 2.0 * EXACT_PI * i / N;
        vec3 out = v3(exact_cos(turn), 0, exact_sin(turn));
        vec3 across = v3_add(v3_scale(out, exact_cos(turn / 2)), v3(0, exact_sin(turn / 2), 0));
        soup_vertex(&s, v3_madd(out, across, -0.2));
        soup_vertex(&s, v3_madd(out, across, 0.2));
    }
    for (uint32_t i = 0; i < N; ++i) {
        uint32_t a = 2 * i, b = 2 * i + 1;
        uint32_t c = i + 1 < N ? a + 2 : 1, d = i + 1 < N ? b + 2 : 0; // the ends meet crosswise
        soup_triangle(&s, a, c, b);
        soup_triangle(&s, b, c, d);
    }
    inspection x = look(&s);
    CHECK(x.piece_count == 1 && x.boundary_edges == 2 * N);
    CHECK(x.nonmanifold_edges == 0 && x.nonmanifold_vertices == 0);
    CHECK(x.flipped_edges == 1); // wherever the numbering starts, one edge does not fit
}

TEST(two_boxes_on_one_edge_make_it_nonmanifold) {
    soup s = {.memory = arena_create()};
    soup_box(&s, v3(0, 0, 0), v3(1, 1, 1));
    soup_box(&s, v3(1, 1, 0), v3(2, 2, 1));
    inspection x = look(&s);
    CHECK(x.nonmanifold_edges == 1 && !x.closed && x.piece_count == 1);
    CHECK(x.flipped_edges == 0 && x.boundary_edges == 0 && x.self_intersections == 0);
    CHECK(x.volume == 2.0);
}

TEST(two_boxes_on_one_corner_make_a_bow_tie) {
    soup s = {.memory = arena_create()};
    soup_box(&s, v3(0, 0, 0), v3(1, 1, 1));
    soup_box(&s, v3(1, 1, 1), v3(2, 2, 2));
    inspection x = look(&s);
    CHECK(x.nonmanifold_vertices == 1 && x.nonmanifold_edges == 0 && x.closed);
    CHECK(x.piece_count == 1 && x.welded_count == 15);
}

TEST(duplicates_count_whichever_way_round) {
    soup s = {.memory = arena_create()};
    soup_grid(&s, 2, 1, 1.0);
    for (int32_t t = 0; t < 4; ++t) // a leaf with two sides
        soup_triangle(&s, s.triangles[t][0], s.triangles[t][2], s.triangles[t][1]);
    soup_triangle(&s, s.triangles[0][1], s.triangles[0][2], s.triangles[0][0]);
    inspection x = look(&s);
    CHECK(x.duplicate_triangles == 5);
    CHECK(x.self_intersections == 0);
}

TEST(degenerate_triangles_are_counted_and_do_not_open_the_surface) {
    soup s = {.memory = arena_create()};
    soup_box(&s, v3(0, 0, 0), v3(1, 1, 1));
    soup_triangle(&s, 0, 0, 1);
    uint32_t loose = soup_vertex(&s, s.positions[2]);
    soup_triangle(&s, 2, loose, 1);
    inspection x = look(&s);
    CHECK(x.degenerate_triangles == 2 && x.closed && x.volume == 1.0);

    soup line = {.memory = arena_create()};
    for (int i = 0; i < 3; ++i)
        soup_vertex(&line, v3(0.1 * i, 0.3 * i, 0.7 * i));
    soup_triangle(&line, 0, 1, 2);
    x = look(&line);
    CHECK(x.degenerate_triangles == 1 && !inspection_usable(&x));
}

TEST(crossing_boxes_cross_and_touching_ones_do_not) {
    soup s = {.memory = arena_create()};
    soup_box(&s, v3(-3, -1, -1), v3(3, 1, 1));
    soup_box(&s, v3(-0.5, -3, -0.5), v3(0.5, 3, 0.5));
    inspection x = look(&s);
    CHECK(x.closed && x.piece_count == 2);
    // the upright bar's 8 side triangles end above and below, so each meets top and bottom; a
    // side face meets one or both of the two triangles it runs through
    CHECK(x.self_intersections >= 16 && x.self_intersections <= 32);

    soup touch = {.memory = arena_create()};
    soup_box(&touch, v3(0, 0, 0), v3(2, 2, 2));
    soup_box(&touch, v3(2, 0.5, 0.5), v3(3, 1.5, 1.5)); // a face within a face
    soup_box(&touch, v3(0.5, 2, 0.5), v3(0.75, 3, 0.75));
    x = look(&touch);
    CHECK(x.self_intersections == 0 && x.piece_count == 3);
}

TEST(a_hopeless_soup_ends_at_the_limit) {
    enum { N = 3000 };
    soup s = {.memory = arena_create()};
    uint64_t state = 3;
    for (uint32_t i = 0; i < N; ++i) { // large triangles through one another
        for (int k = 0; k < 3; ++k)
            soup_vertex(&s, v3(soup_random(&state, -1, 1), soup_random(&state, -1, 1),
                               soup_random(&state, -1, 1)));
        soup_triangle(&s, 3 * i, 3 * i + 1, 3 * i + 2);
    }
    inspection x = look(&s);
    CHECK(x.intersections_capped && x.self_intersections == 1000000);
}

TEST(what_cannot_be_used_is_an_error_and_the_rest_is_not) {
    soup empty = {.memory = arena_create()};
    inspection x = look(&empty);
    arena* memory = arena_create();
    report r = report_new(memory);
    inspect_advise(&x, "empty.obj", &r);
    bool refused = !inspection_usable(&x) && r.error_count == 1 && r.count == 1;

    soup dirty = {.memory = arena_create()};
    soup_grid(&dirty, 3, 3, 1.0);
    soup_triangle(&dirty, 0, 1, 5);
    soup_triangle(&dirty, 0, 0, 5);
    soup_box(&dirty, v3(0.2, 0.3, -1), v3(0.4, 0.6, 1));
    surface f = soup_surface(&dirty);
    x = inspect_surface(&f, no_hints, memory);
    r = report_new(memory);
    inspect_advise(&x, "dirty.obj", &r);
    bool accepted = inspection_usable(&x) && r.error_count == 0;
    int32_t count = r.count;
    arena_destroy(dirty.memory);
    arena_destroy(memory);
    CHECK(refused);
    CHECK(accepted &&
          count >= 5); // open, non-manifold or double, degenerate, crossing, pieces, unit
}

static unit_guess guess(file_format format, bool skeleton, vec3 size) {
    arena* memory = arena_create();
    const char* reason = NULL;
    bounds box = {v3(-5, -5, -5), v3_add(size, v3(-5, -5, -5))};
    unit_guess u = unit_from_size(box, (unit_hints){format, skeleton, NULL}, &reason, memory);
    bool said = reason != NULL && strlen(reason) > 10;
    arena_destroy(memory);
    return said ? u : (unit_guess)-1;
}

TEST(units_are_guessed_where_the_size_tells_and_only_there) {
    CHECK(guess(FILE_GLB, true, v3(0.8, 1.75, 0.4)) == UNIT_METRE);
    CHECK(guess(FILE_GLB, true, v3(80, 175, 40)) == UNIT_CENTIMETRE);
    CHECK(guess(FILE_GLB, true, v3(25, 78, 155)) == UNIT_CENTIMETRE); // a fox, lengthwise
    CHECK(guess(FILE_GLB, true, v3(800, 1750, 400)) == UNIT_MILLIMETRE);
    CHECK(guess(FILE_GLB, true, v3(30, 69, 12)) == UNIT_INCH);
    CHECK(guess(FILE_GLB, true, v3(12, 40, 69)) == UNIT_CENTIMETRE); // a dog is not upright
    CHECK(guess(FILE_GLB, true, v3(1e5, 1e5, 1e5)) == UNIT_UNKNOWN);
    CHECK(guess(FILE_GLTF, false, v3(0.1, 0.3, 0.1)) == UNIT_METRE);
    CHECK(guess(FILE_GLTF, false, v3(155, 30, 20)) == UNIT_CENTIMETRE);
    CHECK(guess(FILE_OBJ, false, v3(80, 322, 240)) == UNIT_CENTIMETRE); // a horse
    CHECK(guess(FILE_OBJ, false, v3(800, 3220, 2400)) == UNIT_MILLIMETRE);
    CHECK(guess(FILE_OBJ, false, v3(1e9, 1e9, 1e9)) == UNIT_UNKNOWN);
    CHECK(guess(FILE_STL, false, v3(40, 60, 20)) == UNIT_MILLIMETRE);
    CHECK(guess(FILE_OBJ, false, v3(1, 1, 1)) == UNIT_UNKNOWN);
    CHECK(guess(FILE_GLB, true, v3(0, 0, 0)) == UNIT_UNKNOWN);
}

TEST_MAIN(CASE(a_box_is_spotless_and_has_its_volume_and_area),
          CASE(a_box_turned_inside_out_is_noticed), CASE(a_missing_triangle_opens_three_edges),
          CASE(one_flipped_triangle_flips_its_three_edges),
          CASE(a_moebius_strip_cannot_be_oriented), CASE(two_boxes_on_one_edge_make_it_nonmanifold),
          CASE(two_boxes_on_one_corner_make_a_bow_tie), CASE(duplicates_count_whichever_way_round),
          CASE(degenerate_triangles_are_counted_and_do_not_open_the_surface),
          CASE(crossing_boxes_cross_and_touching_ones_do_not),
          CASE(a_hopeless_soup_ends_at_the_limit),
          CASE(what_cannot_be_used_is_an_error_and_the_rest_is_not),
          CASE(units_are_guessed_where_the_size_tells_and_only_there))
