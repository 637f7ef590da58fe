// k-means over states: its laws, and the same choice every time.
// SPDX-License-Identifier: MIT
#include "bake/light/shapes.h"
#include "test/kit/check.h"
#include "test/kit/random.h"

enum { STATES = 600, RANK = 3 };

static double between(const double* a, const double* b) {
    double sum = 0.0;
    for (int k = 0; k < RANK; ++k)
        sum += (a[k] - b[k]) * (a[k] - b[k]);
    return sqrt(sum);
}

// Heaps round `heaps` places that lie 10 apart.
static void scatter(double* q, int heaps, double wide) {
    for (int s = 0; s < STATES; ++s)
        for (int k = 0; k < RANK; ++k)
            q[RANK * s + k] = 10.0 * (k == 0 ? s % heaps : 0) + random_in(-wide, wide);
}

TEST(every_heap_gets_a_shape_of_its_own) {
    static double q[STATES * RANK];
    for (int heaps = 1; heaps <= 16; ++heaps) {
        arena* memory = arena_create();
        scatter(q, heaps, 1.0);
        shapes_options o = shapes_default();
        o.count = heaps;
        shapes x = shapes_choose(q, STATES, RANK, &o, memory);
        CHECK(x.count == heaps);
        for (int s = 0; s < STATES; ++s)
            CHECK(x.states[x.nearest[s]] % heaps == s % heaps);
        CHECK(x.farthest < 3.0 && x.spread <= x.farthest);
        arena_destroy(memory);
    }
}

TEST(each_state_goes_to_the_nearest_shape_and_more_shapes_are_nearer) {
    static double q[STATES * RANK];
    double last = INFINITY;
    scatter(q, 1, 5.0);
    for (int count = 1; count <= 256; count *= 4) {
        arena* memory = arena_create();
        shapes_options o = shapes_default();
        double sum = 0.0;
        o.count = count;
        shapes x = shapes_choose(q, STATES, RANK, &o, memory);
        CHECK(x.count == count);
        for (int s = 0; s < STATES; ++s) {
            double own = between(q + RANK * s, q + RANK * x.states[x.nearest[s]]);
            for (int k = 0; k < x.count; ++k)
                CHECK(own <= between(q + RANK * s, q + RANK * x.states[k]));
            sum += own * own / STATES;
        }
        CHECK_NEAR(x.spread, sqrt(sum), 1e-12);
        CHECK(x.spread < 0.8 * last);
        last = x.spread;
        for (int k = 1; k < x.count; ++k)
            CHECK(x.states[k] > x.states[k - 1]);
        arena_destroy(memory);
    }
}

TEST(the_rest_is_among_them_when_it_is_to_be_kept) {
    static double q[STATES * RANK];
    scatter(q, 1, 5.0);
    for (int keep = 0; keep < STATES; keep += 37) {
        arena* memory = arena_create();
        shapes_options o = shapes_default();
        bool found = false;
        o.count = 10;
        o.keep = keep;
        shapes x = shapes_choose(q, STATES, RANK, &o, memory);
        for (int k = 0; k < x.count; ++k)
            found |= x.states[k] == keep;
        CHECK(found && x.count == 10 && x.states[x.nearest[keep]] == keep);
        arena_destroy(memory);
    }
}

TEST(states_that_are_the_same_need_one_shape) {
    static double q[STATES * RANK];
    arena* memory = arena_create();
    for (int s = 0; s < STATES; ++s)
        for (int k = 0; k < RANK; ++k)
            q[RANK * s + k] = s % 7;
    shapes_options o = shapes_default();
    shapes x = shapes_choose(q, STATES, RANK, &o, memory);
    CHECK(x.count == 7 && x.spread == 0.0);
    x = shapes_choose(q, 3, RANK, &o, memory); // fewer states than shapes
    CHECK(x.count == 3);
    x = shapes_choose(q, STATES, 0, &o, memory); // nothing moves
    CHECK(x.count == 1 && x.spread == 0.0);
    arena_destroy(memory);
}

TEST(the_choice_is_the_same_each_time) {
    static double q[STATES * RANK];
    arena* memory = arena_create();
    scatter(q, 1, 5.0);
    shapes_options o = shapes_default();
    shapes a = shapes_choose(q, STATES, RANK, &o, memory),
           b = shapes_choose(q, STATES, RANK, &o, memory);
    CHECK(memcmp(a.states, b.states, (size_t)a.count * sizeof *a.states) == 0);
    o.seed = 2;
    b = shapes_choose(q, STATES, RANK, &o, memory);
    CHECK(memcmp(a.states, b.states, (size_t)a.count * sizeof *a.states) != 0);
    arena_destroy(memory);
}

TEST_MAIN(CASE(every_heap_gets_a_shape_of_its_own),
          CASE(each_state_goes_to_the_nearest_shape_and_more_shapes_are_nearer),
          CASE(the_rest_is_among_them_when_it_is_to_be_kept),
          CASE(states_that_are_the_same_need_one_shape), CASE(the_choice_is_the_same_each_time))
