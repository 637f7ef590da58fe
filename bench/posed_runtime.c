// Twenty coordinates that are not linear, with one target and with nine, in a pose that changes every frame.
//
// The aims are those of one core with AVX2: cmake -B build-v3 -DCMAKE_C_FLAGS=-march=x86-64-v3. VegaFEM 4 with
// OpenBLAS, in double, was measured on such a machine beforehand. Best of many, because other work disturbs.
// SPDX-License-Identifier: MIT
#include "bench/posed_runtime.h"

#include "bake/base/clock.h"
#include "runtime/body/body.h"
#include "runtime/model/pose_part.h"
#include "runtime/model/pose_weights.h"
#include "test/kit/posed_maker.h"

#include <stdio.h>

enum { POSED_RUNTIME_COORDS = 20, TARGETS = 9, POSED_RUNTIME_BATCH = 50 };

typedef struct bodies {
    asset_maker maker[2]; // of one target, of nine
    supple_body* body[2];
    int which;
    double t[2];
    float q[POSED_RUNTIME_COORDS], v[POSED_RUNTIME_COORDS], load[POSED_RUNTIME_COORDS];
} bodies;

typedef void (*stage)(bodies* x);

static double best_of(bodies* x, stage run) {
    double best = 1e30, begin = clock_seconds();
    for (int i = 0; i < 20 || clock_seconds() - begin < 0.5; ++i) {
        double t = clock_seconds();
        for (int k = 0; k < POSED_RUNTIME_BATCH; ++k)
            run(x);
        t = (clock_seconds() - t) / POSED_RUNTIME_BATCH;
        best = t < best ? t : best;
    }
    return best;
}

// Of both bodies by turns, so that both meet the same other load.
static void best_of_both(bodies* x, stage run, double best[2]) {
    double begin = clock_seconds();
    best[0] = best[1] = 1e30;
    for (int i = 0; i < 40 || clock_seconds() - begin < 2.0; ++i) {
        x->which = i % 2;
        double t = clock_seconds();
        for (int k = 0; k < POSED_RUNTIME_BATCH; ++k)
            run(x);
        t = (clock_seconds() - t) / POSED_RUNTIME_BATCH;
        best[x->which] = t < best[x->which] ? t : best[x->which];
    }
}

static pose_part* part_of(bodies* x) {
    return x->body[x->which]->parts[0].cache;
}

static void run_look(bodies* x) {
    x->q[0] += 1e-7f;
    implicit_update(&part_of(x)->model, x->q);
}

// The bare rule with one Newton step, and the look that the next one needs.
static void run_substep(bodies* x) {
    float v[POSED_RUNTIME_COORDS] = {0.01f}, a[POSED_RUNTIME_COORDS] = {0.0f},
          q[POSED_RUNTIME_COORDS];
    memcpy(q, x->q, sizeof q);
    implicit_newmark(&part_of(x)->model, 1.0f / 240.0f, x->load, 1, q, v, a);
    implicit_update(&part_of(x)->model, q);
}

// Swings on from where it is.
static void run_safe_substep(bodies* x) {
    implicit_step(&part_of(x)->model, 1.0f / 240.0f, x->load, x->q, x->v);
}

static void run_blend(bodies* x) {
    pose_part* p = part_of(x);
    quartic_blend(p->terms, p->asset.polynomials, p->term_count, p->blended, p->target_count);
}

static void next_pose(bodies* x, supple_matrix* palette) {
    double t = x->t[x->which] += 1.0 / 60.0;
    posed_maker_palette(&x->maker[x->which], 1.2 + 1.0 * exact_sin(2.0 * t),
                        0.1 * exact_sin(3.0 * t), palette);
}

static void run_weights(bodies* x) {
    const supple_body* b = x->body[x->which];
    float weights[TARGETS];
    pose_weights_find(&part_of(x)->asset, b->sections.bones, body_palette(b), b->inputs, weights);
}

static void run_frame(bodies* x) {
    supple_matrix palette[3];
    next_pose(x, palette);
    supple_body_drive(x->body[x->which], palette);
    supple_body_step(x->body[x->which], 1.0f / 60.0f);
}

static void make(bodies* x, int which, int32_t target_count, int32_t degree) {
    posed_maker_target targets[TARGETS];
    for (int t = 0; t < TARGETS; ++t)
        targets[t] = (posed_maker_target){
            .stiffness = 1.0 + 0.3 * t, .turn = 0.3 * t, .lift = 0.1 * (t % 3), .bulge = 0.002 * t};
    x->maker[which] = asset_maker_new(
        (asset_maker_options){.part_count = 1, .coord_count = POSED_RUNTIME_COORDS});
    posed_maker_add(&x->maker[which], 0,
                    (posed_maker_options){.degree = degree,
                                          .target_count = target_count,
                                          .targets = targets,
                                          .alpha = 0.5,
                                          .beta = 0.001,
                                          .coupled = true});
    asset_maker_write(&x->maker[which]);
    x->body[which] = supple_body_create(&x->maker[which].asset, NULL, NULL);
}

static void show(const char* name, double seconds, const char* aim) {
    printf("  %-44s %8.2f us   %s\n", name, 1e6 * seconds, aim);
}

static void bench_degree(int32_t degree) {
    bodies x = {.which = 0};
    make(&x, 0, 1, degree);
    make(&x, 1, TARGETS, degree);
    for (int i = 0; i < POSED_RUNTIME_COORDS; ++i)
        x.q[i] = 0.01f / (float)(i + 1);
    printf("%s, %d coordinates, %d numbers a target\n", degree == 1 ? "linear" : "StVK",
           POSED_RUNTIME_COORDS, (int)packed_energy(POSED_RUNTIME_COORDS, (uint32_t)degree));
    bool stvk = degree > 1;
    show("force and stiffness", best_of(&x, run_look), stvk ? "(below 6; VegaFEM 11.5)" : "");
    show("substep of one Newton step", best_of(&x, run_substep),
         stvk ? "(below 15; VegaFEM 22)" : "");
    implicit_update(&part_of(&x)->model, x.q);
    show("... and its energy kept", best_of(&x, run_safe_substep), "");
    x.which = 1;
    run_frame(&x);
    show("weights of 9 targets", best_of(&x, run_weights), "");
    show("blend of 9 targets", best_of(&x, run_blend), "");
    double frame[2];
    best_of_both(&x, run_frame, frame);
    char more[64];
    snprintf(more, sizeof more, "(%+.0f %%; below 30)", 100.0 * (frame[1] / frame[0] - 1.0));
    show(stvk ? "frame of 4 substeps, 1 target" : "frame of 1 exact step, 1 target", frame[0], "");
    show("frame of 4 substeps, 9 targets", frame[1], stvk ? more : "");
    for (int k = 0; k < 2; ++k) {
        supple_body_destroy(x.body[k]);
        asset_maker_close(&x.maker[k]);
    }
}

void bench_posed_runtime(void) {
    bench_degree(3);
    bench_degree(1);
}
