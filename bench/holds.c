// Pins on a box of 40 coordinates whose set does not change, and what it costs when it does.
//
// The best of blocks of steps. The box is soft, 40 modes from 3 Hz on, so that how finely steps are cut says
// what the fastest of them needs. Rows made anew: bones that move, so that nothing is cached but the memory.
// SPDX-License-Identifier: MIT
#include "bench/holds.h"

#include "bake/base/clock.h"
#include "runtime/body/body.h"
#include "scenes/toy.h"

#include <stdio.h>

enum { HOLDS_MOST = 64, HOLDS_BLOCK = 50, BLOCKS = 40 };
static const float HOLDS_STEP = 1.0f / 60.0f;

static void pin_all(supple_body* b, int count) {
    for (int i = 0; i < count; ++i) {
        uint32_t at = (uint32_t)((int64_t)i * b->asset.vertex_count / count);
        supple_point point = {{at, at, at}, {1.0f, 0.0f, 0.0f}};
        supple_vec3 target = supple_body_position(b, point);
        target.x += 0.0005f * (float)(i % 3);
        supple_body_pin(b, point, target);
    }
}

// Microseconds a step.
static double measure(supple_body* b, bool moving, int blocks) {
    double best = 1e30;
    supple_matrix palette = {{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}};
    for (int i = 0; i < blocks; ++i) {
        double begin = clock_seconds();
        for (int k = 0; k < HOLDS_BLOCK; ++k) {
            palette.m[12] = 1e-4f * (float)(k % 2);
            if (moving)
                supple_body_drive(b, &palette);
            supple_body_step(b, HOLDS_STEP);
        }
        double took = (clock_seconds() - begin) / HOLDS_BLOCK;
        best = took < best ? took : best;
    }
    return 1e6 * best;
}

void bench_holds(void) {
    static const int counts[] = {0, 1, 4, 16, HOLDS_MOST};
    arena* memory = arena_create();
    report r = report_new(memory);
    toy t;
    toy_options o = toy_default();
    o.modes = 40;
    o.first = 3.0;
    if (toy_make(&o, memory, &t, &r)) {
        printf("%d coordinates of %.1f to %.1f Hz, microseconds a step at 60 Hz\n",
               t.asset.coord_count, modal_frequency(&t.model.modes[0]),
               modal_frequency(&t.model.modes[t.model.count - 1]));
        printf("%6s %10s %14s %10s %14s %10s\n", "pins", "standing", "(substeps)", "free",
               "(substeps)", "moving");
        for (int i = 0; i < 5; ++i) {
            double us[3];
            int32_t cuts[3];
            for (int how = 0; how < 3; ++how) { // standing, free, bones moving
                supple_body_options options = supple_body_options_default(&t.asset);
                options.max_pins = HOLDS_MOST;
                options.free = how == 1;
                options.spin = false;
                supple_body* b = supple_body_create(&t.asset, &options, NULL);
                pin_all(b, counts[i]);
                us[how] = measure(b, how == 2, how == 2 && counts[i] > 4 ? 2 : BLOCKS);
                cuts[how] = supple_body_stats(b).substeps;
                supple_body_destroy(b);
            }
            printf("%6d %10.1f %14d %10.1f %14d %10.1f\n", counts[i], us[0], cuts[0], us[1],
                   cuts[1], us[2]);
            fflush(stdout);
        }
    }
    arena_destroy(memory);
}
