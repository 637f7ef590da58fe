// Twenty coordinates that are not linear, with one target and with nine, in a pose that changes every frame.
//
// The aims are those of one core with AVX2: cmake -B build-v3 -DCMAKE_C_FLAGS=-march=x86-64-v3. VegaFEM 4 with
// OpenBLAS, in double, was measured on such a machine beforehand: 11.5 us for force and stiffness, 22 for a substep of one
// Newton step. A frame of nine targets is measured by turns with that of one.
// SPDX-License-Identifier: MIT
#include "bench/posed_runtime.h"

#include "bench/figures/recorder.h"
#include "bench/figures/turns.h"
#include "runtime/body/body.h"
#include "runtime/model/pose_part.h"
#include "runtime/model/pose_weights.h"
#include "test/kit/posed_maker.h"

enum { POSED_RUNTIME_COORDS = 20, TARGETS = 9, POSED_RUNTIME_BATCH = 50 };

typedef struct bodies {
    asset_maker maker[2]; // of one target, of nine
    supple_body* body[2];
    int which;
    double t[2];
    float q[POSED_RUNTIME_COORDS], v[POSED_RUNTIME_COORDS], load[POSED_RUNTIME_COORDS];
} bodies;

typedef void (*stage)(bodies* x);

// A stage of each body: the one of `which`, and beside it one of the first.
typedef struct timed {
    bodies* x;
    stage run, beside;
    int which;
} timed;

static void batch(bodies* x, stage run, int which) {
    x->which = which;
    for (int k = 0; k < POSED_RUNTIME_BATCH; ++k)
        run(x);
}
static void run_batch(void* user) {
    const timed* t = user;
    batch(t->x, t->run, t->which);
}
static void run_batch_beside(void* user) {
    const timed* t = user;
    batch(t->x, t->beside, 0);
}

static void show(bodies* x, const char* name, stage run, int which, stage beside,
                 const char* called) {
    timed t = {x, run, beside, which};
    turns_result r =
        turns_measure(run_batch, run_batch_beside, &t,
                      (turns_options){0.5, 20, POSED_RUNTIME_BATCH, POSED_RUNTIME_BATCH, false});
    figure f = {.bench = "posed",
                .name = name,
                .unit = "us",
                .value = spread_times(r.run, 1e6),
                .beside_or_null = called,
                .ratio = r.ratio};
    record_and_show(&f);
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

static void bench_degree(int32_t degree) {
    bodies x = {.which = 0};
    make(&x, 0, 1, degree);
    make(&x, 1, TARGETS, degree);
    for (int i = 0; i < POSED_RUNTIME_COORDS; ++i)
        x.q[i] = 0.01f / (float)(i + 1);
    const char* kind = degree == 1 ? "linear" : "StVK";
    arena* names = arena_create();
    show(&x, arena_format(names, "%s: force and stiffness", kind), run_look, 0, run_blend,
         "blend of one target");
    show(&x, arena_format(names, "%s: substep of one Newton step", kind), run_substep, 0, run_look,
         "force and stiffness");
    implicit_update(&part_of(&x)->model, x.q);
    show(&x, arena_format(names, "%s: ... and its energy kept", kind), run_safe_substep, 0,
         run_look, "force and stiffness");
    x.which = 1;
    run_frame(&x);
    show(&x, arena_format(names, "%s: weights of 9 targets", kind), run_weights, 1, run_look,
         "force and stiffness");
    show(&x, arena_format(names, "%s: blend of 9 targets", kind), run_blend, 1, run_look,
         "force and stiffness");
    show(&x, arena_format(names, "%s: frame of 4 substeps, 9 targets", kind), run_frame, 1,
         run_frame, "that of one target");
    show(&x,
         arena_format(names, "%s: frame of %s, 1 target", kind,
                      degree > 1 ? "4 substeps" : "one exact step"),
         run_frame, 0, run_look, "force and stiffness");
    arena_destroy(names);
    for (int k = 0; k < 2; ++k) {
        supple_body_destroy(x.body[k]);
        asset_maker_close(&x.maker[k]);
    }
}

void bench_posed_runtime(void) {
    bench_degree(3);
    bench_degree(1);
}
