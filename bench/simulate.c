// Seconds for each stored state at 1/60 s, without contact, and where they go. James & Fatahalian 2003, table 2, beside it:
// 33 h 21 m for 20,010 states of their dinosaur, 16 h 46 m for 8,001 of their cloth, about a week for 6,245 of their plant.
// SPDX-License-Identifier: MIT
#include "bench/simulate.h"

#include "bake/base/clock.h"
#include "scenes/scenes.h"
#include "test/simulated.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char* name;
    double theirs; // seconds a state, on a Xeon of 2003
} cases[] = {{"beast", 6.0}, {"plant", 97.0}, {"door", 7.5}};

typedef struct run {
    simulated s;
    dynamics* d;
    support_body b;
    simulated_move moves[SIMULATED_MOVES];
    int32_t move_count, next;
} run;

static bool begin(const char* name, int threads, run* x, arena* memory, report* r) {
    scene* s = ARENA_NEW(memory, scene, 1);
    *s = sample_find(name)->make(memory);
    if (!simulated_make(name, s, threads, memory, &x->s, r))
        return false;
    x->d = dynamics_make(&x->s.body, x->s.held, &x->s.options, memory, r);
    if (x->d == NULL)
        return false;
    x->move_count = simulated_moves(name, x->moves);
    x->b = support_make(&x->s.support, x->d, &x->s.body, memory);
    return support_start(&x->b, NULL, NULL, r);
}

static bool advance(run* x, double time, report* r) {
    for (; x->next < x->move_count && x->moves[x->next].at <= time + 1e-9; ++x->next) {
        const simulated_move* m = &x->moves[x->next];
        if (!(x->s.support.kind == SUPPORT_TURNING
                  ? support_turn(&x->b, m->rate, r)
                  : support_drive(&x->b, m->velocity, v3(0.0, 0.0, 0.0), r)))
            return false;
    }
    return support_step(&x->b, NULL, x->s.step, r);
}

static void print(const char* name, const run* x, int states, double wall, double processor) {
    const newmark* n = dynamics_stepper(x->d);
    step_matrix_cost c = dynamics_cost(x->d);
    double forces = processor - c.assemble - c.factor - c.solve;
    printf("%-6s %6d %7d %8.3f %9.3f %8.1f %8.1f %5d  %8.0f%% %6.0f%% %5.0f%% %6.0f%%\n", name,
           x->s.body.node_count, states, wall / states, processor / states,
           (double)n->newton.counts.corrections / states,
           (double)n->newton.counts.matrices / states, (int)n->cut, 100.0 * c.assemble / processor,
           100.0 * c.factor / processor, 100.0 * c.solve / processor, 100.0 * forces / processor);
}

static bool measure(const char* name, double seconds, int threads) {
    arena* memory = arena_create();
    report r = report_new(memory);
    run x = {.d = NULL};
    bool sound = begin(name, threads, &x, memory, &r);
    int states = sound ? (int)(seconds / x.s.step + 0.5) : 0;
    double wall = clock_seconds(), processor = clock_processor();
    for (int i = 0; i < states && sound; ++i)
        sound = advance(&x, i * x.s.step, &r);
    if (sound)
        print(name, &x, states, clock_seconds() - wall, clock_processor() - processor);
    for (int32_t i = 0; i < r.count; ++i)
        printf("%s: %s\n", name, finding_text(&r.findings[i], memory));
    dynamics_free(x.d);
    arena_destroy(memory);
    return sound;
}

int simulate_bench(int argc, char** argv) {
    const char* only = argc > 0 ? argv[0] : NULL;
    double seconds = argc > 1 ? atof(argv[1]) : 1.0;
    bool sound = true;
    printf("%-6s %6s %7s %8s %9s %8s %8s %5s  %9s %7s %6s %7s\n", "scene", "nodes", "states",
           "s/state", "processor", "correct.", "matrices", "cut", "assembly", "factor", "solve",
           "forces");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i)
        if (only == NULL || strcmp(only, cases[i].name) == 0) {
            sound = measure(cases[i].name, seconds, 0) && sound;
            printf("%-6s %.3g s a state in 2003, contact included\n", "", cases[i].theirs);
        }
    return sound ? 0 : 1;
}
