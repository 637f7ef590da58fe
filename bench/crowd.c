// Spin, and ten thousand characters: what a driven step costs, alone and in a crowd, on one thread and on two.
//
// A bar on three bones, 3 parts x 5 coordinates. Alone it turns at speeds that cut its steps into one to four substeps, with
// and without spin, far from its limits and with those it has; beside it stands how far what is folded is from the full
// form (test/kit/spin_truth.h). In the crowd all walk, each at another phase. Medians of processor time,
// with the fastest and the slowest; of two threads time by the clock.
// SPDX-License-Identifier: MIT
#include "bench/crowd.h"

#include "bake/base/clock.h"
#include "bench/figures/recorder.h"
#include "runtime/body/bound.h"
#include "runtime/body/limit.h"
#include "runtime/body/many.h"
#include "runtime/body/spin.h"
#include "test/kit/asset_maker.h"
#include "test/kit/palette.h"
#include "test/kit/spin_truth.h"

#include <pthread.h>

enum { CROWD = 10000, SHOWN = 4096, BONES = 3, FRAMES = 30, FIRST = 8, THREADS = 2, SHAPES = 4 };

// ---- two threads -----------------------------------------------------------------------

typedef struct pool {
    int32_t thread, count;
    void (*task)(void*, int32_t);
    void* data;
} pool;

static void* work(void* data) {
    const pool* p = data;
    for (int32_t i = p->thread; i < p->count; i += THREADS)
        p->task(p->data, i);
    return NULL;
}

static void run_threads(void* user, int32_t count, void (*task)(void* data, int32_t index),
                        void* data) {
    pool pools[THREADS];
    pthread_t others[THREADS];
    (void)user;
    for (int32_t i = 0; i < THREADS; ++i)
        pools[i] = (pool){i, count, task, data};
    for (int32_t i = 1; i < THREADS; ++i)
        pthread_create(&others[i], NULL, work, &pools[i]);
    work(&pools[0]);
    for (int32_t i = 1; i < THREADS; ++i)
        pthread_join(others[i], NULL);
}

// ---- one -------------------------------------------------------------------------------

// How far velocities are from the full form after the spin of one substep, of the largest of them.
static double error_of(supple_body* b, float h) {
    double worst = 0.0, largest = 0.0;
    for (int32_t p = 0; p < b->part_count; ++p) {
        int32_t first = b->parts[p].first;
        double q[SPIN_TRUTH_MOST], v[SPIN_TRUTH_MOST];
        for (int32_t i = 0; i < b->active[p]; ++i)
            q[i] = (double)b->q[first + i], v[i] = (double)b->v[first + i];
        spin_truth_throw(b, p, b->spins[p].w, 0.5 * (double)h, q, v);
        spin_truth_turn(b, p, b->spins[p].w, 0.5 * (double)h, v);
        spin_begin(b, p, h);
        spin_before(b, p);
        for (int32_t i = 0; i < b->active[p]; ++i) {
            worst = fmax(worst, fabs(v[i] - (double)b->v[first + i]));
            largest = fmax(largest, fabs(v[i]));
        }
    }
    return largest > 0.0 ? worst / largest : 0.0;
}

// at_rest: what the first of them took.
static void show_one(supple_prepared* prepared, double rate, bool spin, float limit,
                     spread* at_rest) {
    enum { TIMED_RUNS = 40, RUN_STEPS = 50 };
    static supple_matrix palettes[RUN_STEPS][BONES];
    double seconds[TIMED_RUNS], t = 0.0;
    supple_body_options o = supple_body_options_default(&prepared->asset);
    o.spin = spin;
    supple_body* b = supple_prepared_body(prepared, &o, NULL);
    supple_tuning tuning = supple_body_tuning(b, 0);
    tuning.limit *= limit;
    supple_body_tune(b, SUPPLE_ALL_PARTS, tuning);
    for (int k = 0; k < TIMED_RUNS; ++k) {
        for (int i = 0; i < RUN_STEPS; ++i) {
            t += 1.0 / 60.0;
            palette_set(palettes[i], BONES, rate * t, 0.02 * exact_sin(7.0 * t), 0.0, 0.5 * t);
        }
        double begin = clock_processor();
        for (int i = 0; i < RUN_STEPS; ++i) {
            supple_body_drive(b, palettes[i]);
            supple_body_step(b, 1.0f / 60.0f);
        }
        seconds[k] = (clock_processor() - begin) / RUN_STEPS;
    }
    spread l = spread_of(seconds, TIMED_RUNS);
    int32_t cuts = b->state->substeps;
    arena* memory = arena_create();
    figure f = {.bench = "crowd",
                .name = arena_format(memory, "one, %.1f rad/s, %s, limits x %.0f, %d substeps",
                                     rate, spin ? "spin" : "no spin", (double)limit, cuts),
                .unit = "us",
                .value = spread_times(l, 1e6),
                .beside_or_null = at_rest->runs > 0 ? "at rest without spin" : NULL,
                .ratio = spread_times(l, at_rest->runs > 0 ? 1.0 / at_rest->median : 1.0)};
    record_and_show(&f);
    if (spin && rate > 0.0)
        printf("  off the full form by %.1e\n", error_of(b, (1.0f / 60.0f) / (float)cuts));
    *at_rest = at_rest->runs > 0 ? *at_rest : l;
    arena_destroy(memory);
    supple_body_destroy(b);
}

// ---- many ------------------------------------------------------------------------------

typedef struct crowd {
    supple_body* bodies[CROWD];
    supple_matrix palettes[CROWD][BONES];
    float* shapes[SHAPES]; // where vertices go: a crowd's own would be gigabytes
    supple_streams outs[SHOWN];
} crowd;

static double step_one_by_one(crowd* c) {
    double begin = clock_processor();
    for (int32_t i = 0; i < CROWD; ++i) {
        supple_body_drive(c->bodies[i], c->palettes[i]);
        supple_body_step(c->bodies[i], 1.0f / 60.0f);
    }
    return clock_processor() - begin;
}

static double step_crowd(crowd* c, const supple_tasks* tasks_or_null) {
    double begin = tasks_or_null == NULL ? clock_processor() : clock_seconds();
    supple_bodies_step(c->bodies, CROWD, &c->palettes[0][0], 1.0f / 60.0f, tasks_or_null);
    return (tasks_or_null == NULL ? clock_processor() : clock_seconds()) - begin;
}

// Without eight lanes, if it is compiled for fewer.
static double step_lanes(crowd* c) {
    double begin = clock_processor();
    many_step(c->bodies, CROWD, &c->palettes[0][0], 1.0f / 60.0f, LANES);
    return clock_processor() - begin;
}

static void set_limits(crowd* c, const supple_asset* asset, float times) {
    for (int32_t p = 0; p < asset->part_count; ++p)
        for (int32_t i = 0; i < CROWD; ++i) {
            supple_tuning t = supple_body_tuning(c->bodies[i], p);
            t.limit = times * supple_asset_part(asset, p).tuning.limit;
            supple_body_tune(c->bodies[i], p, t);
        }
}

// What share of parts is beyond half of its limit now.
static double share_beyond(const crowd* c) {
    int32_t beyond = 0, all = 0;
    for (int32_t i = 0; i < CROWD; ++i)
        for (int32_t p = 0; p < c->bodies[i]->part_count; ++p, ++all)
            beyond += (double)bound_now(c->bodies[i], p) > LIMIT_FREE;
    return (double)beyond / all;
}

// Neighbours are at quite another phase of their walk, as they are where nobody arranged them.
enum { FORMS = 4 };

static double step_form(crowd* c, int form) {
    supple_tasks two = {run_threads, NULL};
    if (form == 0)
        return step_one_by_one(c);
    if (form == 1)
        return step_lanes(c);
    return step_crowd(c, form == 2 ? NULL : &two);
}

static void show_steps(crowd* c, const char* what) {
    static const char* const names[FORMS] = {"one by one", "together, the lanes it is compiled for",
                                             "together", "... on two threads"};
    double seconds[FORMS][FRAMES], alone[FRAMES], t = 0.0, share = 0.0;
    for (int n = 0; n < FIRST + FORMS * FRAMES; ++n, t += 1.0 / 60.0) { // by turns
        for (int32_t i = 0; i < CROWD; ++i)
            palette_script(c->palettes[i], BONES, t + fmod(0.618034 * i, 1.0) * 10.0);
        double s = step_form(c, n % FORMS);
        if (n >= FIRST)
            seconds[n % FORMS][(n - FIRST) / FORMS] = s;
        share += n >= FIRST ? share_beyond(c) / (FORMS * FRAMES) : 0.0;
    }
    printf("%s: %.0f %% of parts beyond half of their limits\n", what, 100.0 * share);
    memcpy(alone, seconds[0], sizeof alone);
    arena* memory = arena_create();
    for (int k = 0; k < FORMS; ++k) {
        double ratios[FRAMES];
        for (int i = 0; i < FRAMES; ++i)
            ratios[i] = seconds[k][i] / alone[i];
        figure f = {.bench = "crowd",
                    .name = arena_format(memory, "%d, %s, %s", CROWD, what, names[k]),
                    .unit = "ms",
                    .value = spread_times(spread_of(seconds[k], FRAMES), 1e3),
                    .beside_or_null = k > 0 ? names[0] : NULL,
                    .ratio = spread_of(ratios, FRAMES)};
        record_and_show(&f);
    }
    arena_destroy(memory);
}

static void show_shown(crowd* c) {
    spread first = {0};
    for (int32_t count = 1; count <= SHOWN; count *= 16) {
        int runs = count >= 256 ? 3 : 9;
        double seconds[9];
        for (int k = 0; k < runs; ++k) {
            double begin = clock_processor();
            supple_bodies_evaluate((const supple_body* const*)c->bodies, count, c->outs, NULL);
            seconds[k] = (clock_processor() - begin) / count;
        }
        spread l = spread_of(seconds, runs);
        first = count == 1 ? l : first;
        figure f = {.bench = "crowd",
                    .name = "positions of each of so many",
                    .unit = "us",
                    .value = spread_times(l, 1e6),
                    .beside_or_null = "one alone",
                    .ratio = spread_times(l, 1.0 / first.median),
                    .of_or_null = "bodies shown",
                    .at = count};
        record_and_show(&f);
    }
}

void bench_crowd(void) {
    static const double rates[5] = {0.0, 0.5, 3.7, 6.2, 8.7};
    static crowd c;
    asset_maker m = asset_maker_new(
        (asset_maker_options){.rings = 179, .sides = 100, .coord_count = 5, .bone_count = BONES});
    if (!asset_maker_write(&m))
        return;
    supple_prepared* prepared = supple_asset_prepare(&m.asset, NULL);
    spread at_rest = {0};
    for (int k = 0; k < 5; ++k)
        for (int form = 0; form < 3; ++form)
            show_one(prepared, rates[k], form > 0, form < 2 ? 100.0f : 1.0f, &at_rest);
    supple_prepared_step(prepared, 1.0f / 60.0f);
    for (int k = 0; k < SHAPES; ++k)
        c.shapes[k] = ARENA_NEW(m.memory, float, 3 * (size_t)m.asset.vertex_count);
    for (int32_t i = 0; i < CROWD; ++i)
        c.bodies[i] = supple_prepared_body(prepared, NULL, NULL);
    for (int32_t i = 0; i < SHOWN; ++i)
        c.outs[i] = supple_streams_packed(c.shapes[i % SHAPES], NULL);
    set_limits(&c, &m.asset, 4.0f);
    show_steps(&c, "an ordinary crowd, limits x 4");
    set_limits(&c, &m.asset, 1.0f);
    show_steps(&c, "one that is pressed against its limits");
    show_shown(&c);
    for (int32_t i = 0; i < CROWD; ++i)
        supple_body_destroy(c.bodies[i]);
    supple_prepared_release(prepared);
    asset_maker_close(&m);
}
