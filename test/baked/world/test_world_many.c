// A thousand bodies of one asset: what they cost grows as they do, counted in work and bytes.
// SPDX-License-Identifier: MIT
#include "test/kit/check.h"
#include "test/kit/counted.h"
#include "test/kit/world_kit.h"

enum { FEW = 125, MANY = 1000, STEPS = 12 };

// What a crowd took, of each of its bodies.
typedef struct crowd_cost {
    double created, added; // bytes
    double pairs;          // bounds compared in a step, mean of all
    double contacts, rows; // in the last one
    double asleep;         // bounds compared when all sleep
    bool all_added;
} crowd_cost;

static toy_options small_ball(void) {
    toy_options o = toy_default();
    o.kind = TOY_BALL;
    o.cells[0] = o.cells[1] = o.cells[2] = 4;
    o.modes = 6;
    return o;
}

static void stand(supple_body* b, int i, int side) {
    supple_motion m = {.pose = kit_pose(0.13 * (i % side), 0.0495, 0.13 * (double)(i / side))};
    supple_body_set_motion(b, &m);
}

// On the ground, side by side in a square.
static crowd_cost cost_of(const supple_asset* asset, int count) {
    counted c = {0};
    supple_allocator a = {counted_allocate, counted_release, &c};
    crowd_cost cost = {.all_added = true};
    supple_world_options o = supple_world_options_default();
    o.max_bodies = count;
    o.max_contacts = 16 * count;
    supple_body_options how = supple_body_options_default(asset);
    how.free = true;
    supple_world* w = supple_world_create(&o, NULL);
    supple_prepared* p = supple_asset_prepare(asset, NULL);
    supple_body** bodies = calloc((size_t)count, sizeof *bodies);
    supple_matrix level = kit_pose(0.0, 0.0, 0.0);
    supple_shape plane = {.kind = SUPPLE_PLANE, .friction = -1.0f};
    supple_world_add_collider(w, &plane, &level);
    for (int i = 0; i < count; ++i)
        bodies[i] = supple_prepared_body(p, &how, &a);
    cost.created = (double)c.bytes / count;
    c.bytes = 0;
    w->allocator = a; // of what is added from here on
    for (int i = 0; i < count; ++i) {
        cost.all_added &= supple_world_add_body(w, bodies[i]);
        stand(bodies[i], i, (int)ceil(sqrt(count)));
        if (i == 0)
            c.bytes = 0; // the solver's, which is as large as max_contacts
    }
    cost.added = (double)c.bytes / (count - 1);
    for (int i = 0; i < STEPS; ++i) {
        supple_world_step(w, 1.0f / 60.0f);
        cost.pairs += (double)supple_world_stats(w).pairs_tested / count / STEPS;
    }
    cost.contacts = (double)supple_world_stats(w).contacts / count;
    cost.rows = (double)supple_world_stats(w).rows_swept / count;
    for (int i = 0; i < count; ++i)
        bodies[i]->state->asleep = 1;
    supple_world_step(w, 1.0f / 60.0f);
    cost.asleep = (double)supple_world_stats(w).pairs_tested / count;
    supple_world_destroy(w);
    for (int i = 0; i < count; ++i)
        supple_body_destroy(bodies[i]);
    supple_prepared_release(p);
    free(bodies);
    return cost;
}

static void show(int count, const crowd_cost* c) {
    printf("    %4d bodies: each %.0f bytes created, %.0f added; bounds compared %.1f, contacts "
           "%.2f, rows %.0f; asleep %.1f\n",
           count, c->created, c->added, c->pairs, c->contacts, c->rows, c->asleep);
}

TEST(a_thousand_bodies_cost_each_what_a_hundred_do) {
    world_kit k = {.memory = arena_create()};
    k.r = report_new(k.memory);
    toy t = kit_toy(&k, small_ball());
    crowd_cost few = cost_of(&t.asset, FEW), many = cost_of(&t.asset, MANY);
    show(FEW, &few);
    show(MANY, &many);
    CHECK(few.all_added && many.all_added);
    CHECK(many.created <= few.created && many.created < 16e3);
    CHECK(many.added < 1.1 * few.added);
    CHECK(many.pairs < 1.5 * few.pairs); // of a tree: log n
    CHECK(few.contacts > 0.9 && many.contacts < 1.1 * few.contacts);
    CHECK(many.rows < 1.5 * few.rows);
    CHECK(many.asleep == 0.0);
    arena_destroy(k.memory);
}

TEST_MAIN(CASE(a_thousand_bodies_cost_each_what_a_hundred_do))
