// Towers of jellies apart from each other, in one world: a frame on one thread, and on two, from the same state.
//
// Wall-clock time, the fastest of several goes at each of some frames, one thread and two in turns, so that both meet the same
// machine. The phases say what of a frame threads share: bodies' own phases and islands of the solver; contacts are found, and rows
// made, by one.
// SPDX-License-Identifier: MIT
#include "bench/threads.h"

#include "bake/base/clock.h"
#include "bench/figures/recorder.h"
#include "examples/threads/pool.h"
#include "runtime/world/world.h"
#include "scenes/toy.h"

#include <math.h>

enum {
    PILE_COUNT = 32,
    PILE_HEIGHT = 3,
    PILED = PILE_COUNT * PILE_HEIGHT,
    THREAD_FRAMES = 8,
    AGAIN = 12,
    APART = 5
};
static const float DT = 1.0f / 60.0f;

typedef struct towers {
    arena* memory;
    toy jelly;
    supple_world* world;
    supple_body* bodies[PILED];
    uint8_t* state;
    size_t size;
} towers;

static bool build(towers* x, bool apart) {
    toy_options o = toy_default();
    report r;
    x->memory = arena_create();
    r = report_new(x->memory);
    supple_world_options room = supple_world_options_default();
    room.max_bodies = PILED;
    room.max_contacts = 4096;
    x->world = supple_world_create(&room, NULL);
    if (x->world == NULL || !toy_make(&o, x->memory, &x->jelly, &r))
        return false;
    supple_shape ground = {.kind = SUPPLE_PLANE, .friction = 0.5f};
    supple_matrix level = {{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}};
    if (!apart)
        supple_world_add_collider(x->world, &ground, &level);
    supple_body_options how = supple_body_options_default(&x->jelly.asset);
    how.free = true;
    for (int i = 0; i < PILED; ++i) {
        supple_motion m = {.pose = level};
        m.pose.m[12] = 0.4f * (float)(i / PILE_HEIGHT % 8);
        m.pose.m[13] = 0.06f + (apart ? 0.5f : 0.13f) * (float)(i % PILE_HEIGHT);
        m.pose.m[14] = 0.4f * (float)(i / PILE_HEIGHT / 8);
        x->bodies[i] = supple_body_create(&x->jelly.asset, &how, NULL);
        supple_body_set_motion(x->bodies[i], &m);
        supple_world_add_body(x->world, x->bodies[i]);
    }
    x->size = supple_world_state_size(x->world);
    x->state = arena_alloc(x->memory, x->size, 1);
    return true;
}

static void take_down(towers* x) {
    supple_world_destroy(x->world);
    for (int i = 0; i < PILED; ++i)
        supple_body_destroy(x->bodies[i]);
    arena_destroy(x->memory);
}

static double timed(towers* x, const supple_tasks* tasks_or_null) {
    supple_world_restore(x->world, x->state, x->size);
    supple_world_set_tasks(x->world, tasks_or_null);
    double begin = clock_seconds();
    supple_world_step(x->world, DT);
    return 1e6 * (clock_seconds() - begin);
}

static bool compare(const char* what, bool apart, pool* workers) {
    towers x;
    double two[THREAD_FRAMES], ratios[THREAD_FRAMES];
    supple_tasks tasks = {pool_run, workers};
    if (!build(&x, apart))
        return false;
    for (int f = 0; f < THREAD_FRAMES; ++f) {
        double best[2] = {INFINITY, INFINITY};
        for (int i = 0; i < APART; ++i)
            supple_world_step(x.world, DT);
        supple_world_save(x.world, x.state);
        for (int i = 0; i < 2 * AGAIN; ++i)
            best[i % 2] = fmin(best[i % 2], timed(&x, i % 2 == 0 ? NULL : &tasks));
        two[f] = best[1];
        ratios[f] = best[1] / best[0];
    }
    supple_world_counts s = supple_world_stats(x.world);
    spread ratio = spread_of(ratios, THREAD_FRAMES);
    figure f = {.bench = "threads",
                .name = arena_format(x.memory, "%s, %d bodies, %d contacts: a frame on two threads",
                                     what, s.bodies, s.contacts),
                .unit = "us",
                .value = spread_of(two, THREAD_FRAMES),
                .beside_or_null = "one thread",
                .ratio = ratio};
    record_and_show(&f);
    take_down(&x);
    return true;
}

int bench_threads(void) {
    pool workers;
    bool good = pool_start(&workers, 2);
    good = good && compare("apart in the air", true, &workers);
    good = good && compare("towers of three on the ground", false, &workers);
    pool_stop(&workers);
    return good ? 0 : 1;
}
