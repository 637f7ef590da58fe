// The solver alone, against contacts and sweeps, beside what the machine could do.
//
// Nine bodies of 20 coordinates with contacts among them and with the ground, friction 0.5, as random as
// contacts can be; then towers and chains, for how many sweeps are needed. A sweep reads the rows of each
// block twice and does a multiply and an add for every number it reads: two limits, the time to read as many
// bytes from where they lie and the time for as many multiplications and additions in registers.
// SPDX-License-Identifier: MIT
#include "bench/solve.h"

#include "bake/base/arena.h"
#include "bake/base/clock.h"
#include "runtime/math/lanes.h"
#include "runtime/solve/solve.h"

#include <math.h>
#include <stdio.h>

enum { SOLVE_BODIES = 9, SOLVE_COORDS = 20, SOLVE_MOST = 800, SOLVE_NUMBERS = 6 * 28 };

typedef struct heap {
    solver* solver;
    int32_t contacts;
    float rows[SOLVE_MOST * 6 * SOLVE_COORDS]; // [SOLVE_MOST][2][3][SOLVE_COORDS]
    double gain[SOLVE_COORDS], speed[SOLVE_COORDS];
    uint64_t seed;
} heap;

static double chance(heap* b) { // -1 to 1
    b->seed = b->seed * 6364136223846793005u + 1442695040888963407u;
    return (double)(int64_t)b->seed / 9.3e18;
}

static solver* solver_new(arena* memory, int32_t bodies, int32_t joints) {
    solve_room room = {.bodies = bodies,
                       .coords = bodies * SOLVE_COORDS,
                       .blocks = SOLVE_MOST,
                       .joints = joints,
                       .numbers = (int64_t)SOLVE_MOST * SOLVE_NUMBERS};
    solver* s = solve_place(arena_alloc(memory, solve_size(&room), 1), &room);
    solve_place_coords(s, arena_alloc(memory, solve_coords_size(&room), 1), room.coords);
    return s;
}

// ---- a heap ----------------------------------------------------------------------------

static solve_body body_of(heap* b, double x, double y, double z) {
    return (solve_body){true,      1.0,       {{10, 0, 0}, {0, 10, 0}, {0, 0, 10}},
                        {x, y, z}, {0, 0, 0}, SOLVE_COORDS,
                        b->gain,   b->speed};
}

static solve_side side_of(heap* b, int32_t body, int32_t contact, int which) {
    return (solve_side){.body = body,
                        .arm = {chance(b), chance(b), chance(b)},
                        .count = SOLVE_COORDS,
                        .rows = b->rows + (contact * 2 + which) * 3 * SOLVE_COORDS,
                        .stride = SOLVE_COORDS};
}

static void fill(heap* b) {
    b->seed = 7;
    solve_clear(b->solver);
    for (int32_t i = 0; i < SOLVE_BODIES; ++i) {
        solve_body body = body_of(b, chance(b), chance(b), chance(b));
        solve_add_body(b->solver, &body);
    }
    for (int32_t i = 0; i < b->contacts; ++i) {
        int32_t one = i % SOLVE_BODIES, two = (i * 7 + 1) % SOLVE_BODIES;
        two = i % 5 == 0 ? -1 : two == one ? (one + 1) % SOLVE_BODIES : two;
        double n[3] = {chance(b), chance(b), chance(b) + 1.5};
        double size = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
        solve_contact c = {.side = {side_of(b, one, i, 0), side_of(b, two, i, 1)},
                           .normal = {n[0] / size, n[1] / size, n[2] / size},
                           .bias = 0.01,
                           .friction = 0.5};
        solve_add_contact(b->solver, &c);
    }
}

typedef struct laps {
    double fill, run, read, multiply; // seconds
    double residual;
} laps;

static float sink; // so that limits are not left out

// As many floats read as the sweeps read.
static double read_time(const heap* b, int32_t sweeps) {
    const float* rows = b->rows;
    int32_t count = b->contacts * 2 * 3 * SOLVE_COORDS;
    double t = clock_seconds();
    for (int32_t n = 0; n < 2 * sweeps; ++n) {
        lanes s[8];
        for (int32_t k = 0; k < 8; ++k)
            s[k] = lanes_all(0.0f);
        for (int32_t i = 0; i + 32 <= count; i += 32)
            for (int32_t k = 0; k < 8; ++k)
                s[k] = lanes_plus(s[k], lanes_load(rows + i + 4 * k));
        for (int32_t k = 0; k < 8; ++k)
            sink += lanes_sum(s[k]);
    }
    return clock_seconds() - t;
}

// As many multiplications and additions in registers.
static double multiply_time(const heap* b, int32_t sweeps) {
    double t = clock_seconds();
    lanes s[8], x = lanes_all(b->rows[0]);
    for (int32_t k = 0; k < 8; ++k)
        s[k] = lanes_all((float)k);
    int64_t count = (int64_t)b->contacts * 2 * 3 * SOLVE_COORDS * 2 * sweeps / 32;
    for (int64_t i = 0; i < count; ++i)
        for (int32_t k = 0; k < 8; ++k)
            s[k] = lanes_more(x, s[k], x);
    for (int32_t k = 0; k < 8; ++k)
        sink += lanes_sum(s[k]);
    return clock_seconds() - t;
}

static void keep_best(double* best, double t) {
    *best = t < *best ? t : *best;
}

static laps measure(heap* b, int32_t contacts, int32_t sweeps) {
    laps best = {1e30, 1e30, 1e30, 1e30, 0.0};
    b->contacts = contacts;
    double begin = clock_seconds();
    for (int32_t i = 0; i < 5 || clock_seconds() - begin < 0.1; ++i) {
        double t = clock_seconds();
        fill(b);
        keep_best(&best.fill, clock_seconds() - t);
        t = clock_seconds();
        best.residual = solve_run(b->solver, sweeps, 0.0).residual;
        keep_best(&best.run, clock_seconds() - t);
        keep_best(&best.read, read_time(b, sweeps));
        keep_best(&best.multiply, multiply_time(b, sweeps));
    }
    return best;
}

static void show_heaps(heap* b) {
    printf("%8s %7s %9s %9s %9s %9s %11s %11s %10s\n", "contacts", "sweeps", "fill us", "run us",
           "ns/block", "Gflop/s", "x reading", "x multiply", "residual");
    for (int32_t contacts = 25; contacts <= SOLVE_MOST; contacts *= 2)
        for (int32_t sweeps = 10; sweeps <= 40; sweeps *= 2) {
            laps t = measure(b, contacts, sweeps);
            double numbers = contacts * 1.8 * 3 * (SOLVE_COORDS + 6) * 2.0 * sweeps;
            printf("%8d %7d %9.1f %9.1f %9.1f %9.2f %11.2f %11.2f %10.1e\n", contacts, sweeps,
                   1e6 * t.fill, 1e6 * t.run, 1e9 * t.run / contacts / sweeps,
                   2e-9 * numbers / t.run, t.run / t.read, t.run / t.multiply, t.residual);
        }
}

// ---- towers and chains -----------------------------------------------------------------

// `count` bodies on each other, nine contacts each, that fall for a sixtieth of a second.
static double tower(heap* b, int32_t count, int32_t sweeps) {
    b->seed = 11;
    solve_clear(b->solver);
    for (int32_t i = 0; i < count; ++i) {
        solve_body body = body_of(b, 0.05, 0.0, -0.163);
        solve_add_body(b->solver, &body);
    }
    for (int32_t i = 0; i < 9 * count; ++i) {
        int32_t body = i / 9, column = i % 3, row = i % 9 / 3;
        solve_contact c = {.side = {side_of(b, body, i, 0), side_of(b, body - 1, i, 1)},
                           .normal = {0, 0, 1},
                           .friction = 0.5};
        const double at[3] = {0.5 * (column - 1), 0.5 * (row - 1), -0.5};
        for (int32_t m = 0; m < 3; ++m) {
            c.side[0].arm[m] = at[m];
            c.side[1].arm[m] = m == 2 ? 0.5 : at[m];
        }
        solve_add_contact(b->solver, &c);
    }
    return solve_run(b->solver, sweeps, 0.0).residual;
}

// A chain of `count` bodies under a load at its end; seconds of a run, and its sweeps.
static double chain(heap* b, solver* s, int32_t count, int32_t* sweeps, double* residual) {
    solve_clear(s);
    for (int32_t i = 0; i < count; ++i) {
        solve_body body = body_of(b, 0.3, 0.0, i == count - 1 ? -1.0 : -0.163);
        solve_add_body(s, &body);
    }
    for (int32_t i = 0; i < count; ++i) {
        solve_joint j = {.side = {side_of(b, i, i, 0), side_of(b, i - 1, i, 1)},
                         .row_count = 3,
                         .axes = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
                         .limit = INFINITY};
        solve_add_joint(s, &j);
    }
    double t = clock_seconds();
    solve_report report = solve_run(s, 2000, 1e-5);
    t = clock_seconds() - t;
    *sweeps = report.sweeps;
    *residual = report.residual;
    return t;
}

static void show_towers(heap* b) {
    printf("\ntower, 9 contacts a body, from no impulses: what is left of 0.163 m/s\n%8s",
           "bodies");
    for (int32_t sweeps = 5; sweeps <= 160; sweeps *= 2)
        printf("%6d sweeps", sweeps);
    for (int32_t count = 1; count <= SOLVE_BODIES; count += 2) {
        printf("\n%8d", count);
        for (int32_t sweeps = 5; sweeps <= 160; sweeps *= 2)
            printf("%13.1e", tower(b, count, sweeps));
    }
    printf("\n");
}

static void show_chains(heap* b, arena* memory) {
    solver* direct = solver_new(memory, 2 * SOLVE_BODIES, 2 * SOLVE_BODIES);
    solver* plain = solver_new(memory, 2 * SOLVE_BODIES, 0);
    printf("\nchain to 1e-5 m/s\n%8s %10s %10s %12s %10s\n", "bodies", "sweeps", "us", "all sweeps",
           "us");
    for (int32_t count = 2; count <= 2 * SOLVE_BODIES; count += 4) {
        int32_t sweeps[2];
        double residual, us[2] = {1e30, 1e30};
        for (int32_t i = 0; i < 5; ++i) {
            keep_best(&us[0], 1e6 * chain(b, direct, count, &sweeps[0], &residual));
            keep_best(&us[1], 1e6 * chain(b, plain, count, &sweeps[1], &residual));
        }
        printf("%8d %10d %10.1f %12d %10.1f\n", count, sweeps[0], us[0], sweeps[1], us[1]);
    }
}

int bench_solve(void) {
    arena* memory = arena_create();
    heap* b = ARENA_NEW(memory, heap, 1);
    b->solver = solver_new(memory, SOLVE_BODIES, 0);
    b->seed = 3;
    for (int32_t i = 0; i < SOLVE_MOST * 6 * SOLVE_COORDS; ++i)
        b->rows[i] = (float)(0.3 * chance(b));
    for (int32_t i = 0; i < SOLVE_COORDS; ++i) {
        b->gain[i] = 1.0;
        b->speed[i] = 0.01 * chance(b);
    }
    show_heaps(b);
    show_towers(b);
    show_chains(b, memory);
    arena_destroy(memory);
    return sink == 1.0f; // never
}
