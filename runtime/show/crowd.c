// Many bodies of one asset: stepped, and shown.
//
// In tasks of 64 bodies, for as many threads as there are. Steps are those of runtime/body/many.h. Vertices are found block after
// block of the mesh, each for all bodies of a task before the next, so that tables come from memory once for all of them, and by
// fours, so that their numbers are made floats once for four. What is done to each body is what is done to it alone: the
// same bits (docs/decisions/0280, 0281).
// SPDX-License-Identifier: MIT
#include "runtime/body/many.h"
#include "runtime/show/accumulate.h"
#include "runtime/show/evaluate.h"
#include "runtime/show/normals.h"

enum { A_TASK = 64 }; // bodies: steps of some 60 microseconds

typedef struct crowd {
    supple_body* const* bodies;
    const supple_matrix* palettes_or_null;
    const supple_body* const* shown;
    const supple_streams* outs;
    int32_t count;
    float dt;
} crowd;

static void run(crowd* c, const supple_tasks* tasks_or_null, void (*task)(void*, int32_t)) {
    int32_t tasks = (c->count + A_TASK - 1) / A_TASK;
    if (tasks_or_null != NULL && tasks > 1) {
        tasks_or_null->run(tasks_or_null->user, tasks, task, c);
        return;
    }
    for (int32_t i = 0; i < tasks; ++i)
        task(c, i);
}

static int32_t end_of(const crowd* c, int32_t task) {
    int32_t left = c->count - task * A_TASK;
    return task * A_TASK + (left < A_TASK ? left : A_TASK);
}

static void step_some(void* data, int32_t task) {
    const crowd* c = data;
    int32_t first = task * A_TASK;
    supple_body* const* bodies = c->bodies + first;
    size_t bones = (size_t)first * (size_t)bodies[0]->bone_count;
    many_step(bodies, end_of(c, task) - first,
              c->palettes_or_null == NULL ? NULL : c->palettes_or_null + bones, c->dt, EIGHT);
}

// Of a body, if it is of the asset that the walk goes through.
static void evaluate_one(evaluate_walk* w, const supple_body* b, const supple_streams* out) {
    w->body = b;
    w->wanted = evaluate_wanted(out);
    evaluate_fill(w);
    evaluate_write(w, out);
}

// Whether bodies from i on are of the asset that the walk goes through, and shown in the same streams.
static bool four_alike(const crowd* c, const supple_prepared* shared, int32_t i, int32_t end) {
    bool alike = i + ACCUMULATE_BODIES <= end;
    for (int32_t k = i; k < i + ACCUMULATE_BODIES && alike; ++k)
        alike = c->shown[k]->prepared == shared &&
                evaluate_wanted(&c->outs[k]) == evaluate_wanted(&c->outs[i]);
    return alike;
}

static void evaluate_some(void* data, int32_t task) {
    const crowd* c = data;
    int32_t first = task * A_TASK, end = end_of(c, task);
    const supple_prepared* shared = c->shown[first]->prepared;
    evaluate_walk w;
    evaluate_begin(&w, c->shown[first], 0);
    while (evaluate_advance(&w))
        for (int32_t i = first; i < end; ++i)
            if (four_alike(c, shared, i, end)) {
                w.body = c->shown[i];
                evaluate_four(&w, &c->shown[i], &c->outs[i]);
                i += ACCUMULATE_BODIES - 1;
            } else if (c->shown[i]->prepared == shared)
                evaluate_one(&w, c->shown[i], &c->outs[i]);
    for (int32_t i = first; i < end; ++i)
        if (c->shown[i]->prepared != shared)
            supple_body_evaluate(c->shown[i], &c->outs[i]);
        else if (c->outs[i].normal_form == SUPPLE_NORMALS_RECOMPUTED)
            normals_recompute(&c->shown[i]->asset, &c->outs[i], NULL);
}

// ---- public ----------------------------------------------------------------------------

void supple_bodies_step(supple_body* const* bodies, int32_t count,
                        const supple_matrix* palettes_or_null, float dt,
                        const supple_tasks* tasks_or_null) {
    crowd c = {.bodies = bodies, .palettes_or_null = palettes_or_null, .count = count, .dt = dt};
    run(&c, tasks_or_null, step_some);
}

void supple_bodies_evaluate(const supple_body* const* bodies, int32_t count,
                            const supple_streams* outs, const supple_tasks* tasks_or_null) {
    crowd c = {.shown = bodies, .outs = outs, .count = count};
    run(&c, tasks_or_null, evaluate_some);
}

void supple_bodies_upload(const supple_body* const* bodies, int32_t count, float (*rows)[4]) {
    for (int32_t i = 0; i < count; ++i) {
        supple_body_upload(bodies[i], rows);
        rows += bodies[i]->coord_count;
    }
}
