// Towers and piles come to rest, and stay.
// SPDX-License-Identifier: MIT
#include "scenes/playground.h"
#include "test/kit/check.h"

typedef struct heap {
    arena* memory;
    report r;
    playground_open open;
} heap;

static bool heap_open(heap* h, const char* name) {
    playground p;
    *h = (heap){.memory = arena_create()};
    h->r = report_new(h->memory);
    return playground_describe(name, &p) && playground_begin(&p, &h->open, &h->r);
}

static void heap_close(heap* h) {
    playground_close(&h->open);
    arena_destroy(h->memory);
}

// Steps until all sleep, or for so many seconds; returns when they did.
static double settle(heap* h, double seconds) {
    for (int i = 0; i < (int)(60.0 * seconds); ++i) {
        supple_world_step(h->open.world, 1.0f / 60.0f);
        if (supple_world_stats(h->open.world).awake == 0)
            return i / 60.0;
    }
    return INFINITY;
}

static double deepest(const heap* h) {
    supple_contact contacts[1024];
    int count = supple_world_contacts(h->open.world, contacts, 1024);
    double depth = 0.0;
    for (int i = 0; i < count && i < 1024; ++i)
        depth = fmax(depth, (double)contacts[i].depth);
    return depth;
}

TEST(a_tower_of_five_stands_for_a_minute_and_sleeps) {
    heap h;
    CHECK(heap_open(&h, "tower"));
    double when = settle(&h, 60.0);
    for (int i = 0; i < 3600; ++i)
        supple_world_step(h.open.world, 1.0f / 60.0f);
    CHECK(supple_world_stats(h.open.world).awake == 0);
    for (int i = 0; i < 5; ++i) {
        const float* m = supple_body_motion(h.open.bodies[i]).pose.m;
        double stands = 0.05 + 0.1 * i;
        CHECK_NEAR(m[13], stands, 0.05 * stands);
        CHECK(fabsf(m[12]) < 0.01f && fabsf(m[14]) < 0.01f && m[5] > 0.99f);
    }
    printf("    asleep after %.1f s, the top sags by %.2f %%\n", when,
           100.0 * (1.0 - (double)supple_body_motion(h.open.bodies[4]).pose.m[13] / 0.45));
    CHECK(when < 60.0 && deepest(&h) < 0.001);
    heap_close(&h);
}

TEST(a_pile_of_nine_rings_settles_without_overlap) {
    heap h;
    CHECK(heap_open(&h, "pile"));
    double when = settle(&h, 30.0);
    printf("    asleep after %.1f s, overlap at most %.1e m of 0.3\n", when, deepest(&h));
    CHECK(when < 30.0 && deepest(&h) < 0.003);
    for (int i = 0; i < 9; ++i)
        CHECK(supple_body_motion(h.open.bodies[i]).pose.m[13] > 0.03f);
    heap_close(&h);
}

TEST_MAIN(CASE(a_tower_of_five_stands_for_a_minute_and_sleeps),
          CASE(a_pile_of_nine_rings_settles_without_overlap))
