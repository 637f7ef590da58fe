// A step, phase by phase: bones push, pins hold, coordinates advance, what is shown is found.
//
// supple_body_step runs the phases of one body; a world runs those of many side by side, with contacts
// between them. A body in a world without contacts has the bits of the same body alone.
// SPDX-License-Identifier: MIT
#include "runtime/body/step.h"

#include "runtime/base/assert.h"
#include "runtime/body/bound.h"
#include "runtime/body/drive.h"
#include "runtime/body/free_energy.h"
#include "runtime/body/sleep.h"
#include "runtime/body/spin.h"
#include "runtime/body/tune.h"

#include <math.h>
#include <string.h>

// How a bone's acceleration reaches a coordinate. As an impulse at the frame it is on time. A path made of
// straight pieces misses x / 12 of the force, to the next order x^2 / 240 in resonance and x^2 / 120 at
// rest; this is made good. A coordinate that turns by two radians and more within a step would ring
// from impulses, and follows the force anyway: over to three radians the force is held instead.
static void find_fractions(supple_body* b, int32_t i, double h) {
    double x = (double)b->lambda[i] * h * h, fraction = x < 4.0   ? 1.0
                                                        : x < 9.0 ? (9.0 - x) / 5.0
                                                                  : 0.0;
    if (b->state->options.forcing != SUPPLE_IMPULSIVE)
        fraction = 0.0;
    b->impulse_fraction[i] = (float)(fraction * (1.0 + x * (1.0 / 12.0 + x / 200.0)));
    b->force_fraction[i] = (float)(1.0 - fraction);
}

void step_fractions(supple_body* b, float all) {
    int32_t form = (int32_t)b->state->options.forcing;
    if (b->table_all == all && b->table_forcing == form)
        return;
    for (int32_t i = 0; i < b->coord_count; ++i)
        find_fractions(b, i, all);
    b->table_all = all;
    b->table_forcing = form;
}

static void prepare_part(supple_body* b, int32_t p, float h) {
    body_part* part = &b->parts[p];
    if (part->table_h == h)
        return;
    const propagator_table* shared = b->as_baked ? prepared_table(b->prepared, h) : NULL;
    if (shared != NULL)
        propagator_copy(&b->table, shared, part->first, part->count);
    for (int32_t i = part->first; i < part->first + part->count && shared == NULL; ++i) {
        propagator_matrix m = propagator_of(b->lambda[i], b->decay[i], h);
        propagator_set(&b->table, i, &m);
    }
    for (int32_t i = part->first; i < part->first + part->count; ++i) {
        double rate = body_rate(b, i); // what swings faster turns back before
        b->onward[i] = (float)(rate * (double)h < 1.0 ? (double)h : 1.0 / rate);
    }
    part->hardening = 1.0f;
    part->table_h = h;
}

// A frame of the bones' motion that would throw a part farther than 4 of its limits is softened, and
// throws it 8 of them at most: after a cut without supple_body_move (numerics.md A9), flesh is at rest again
// within a few swings.
static void soften_shake(supple_body* b, double h, double area) {
    for (int32_t p = 0; p < b->part_count; ++p) {
        if (b->parts[p].model->kinematic)
            continue;
        float thrown = bound_shaken(b, p, (float)h, (float)area) / STEP_MOST_THROWN;
        float scale = thrown <= 0.5f ? 1.0f : (1.0f - 0.25f / thrown) / thrown;
        for (int32_t i = 0; i < b->active[p] && scale < 1.0f; ++i)
            b->shake_now[b->parts[p].first + i] *= scale;
    }
}

// Three loops with few pointers each: compilers make vectors of them.
static void bound_coords(int32_t count, float* restrict q) {
    for (int32_t i = 0; i < count; ++i)
        q[i] = body_bounded(q[i]);
}

static void add_impulses(int32_t count, float* restrict v, const float* restrict impulse_fraction,
                         const float* restrict shake, float area) {
    for (int32_t i = 0; i < count; ++i)
        v[i] = body_bounded(v[i] + impulse_fraction[i] * (area * shake[i]));
}

static void gather_forces(int32_t count, float* restrict force, const float* restrict load,
                          const float* restrict push, const float* restrict hold,
                          const float* restrict shake) {
    for (int32_t i = 0; i < count; ++i)
        force[i] = body_bounded(load[i] + push[i] + hold[i] * shake[i]);
}

// Where bones go, and what they do to the flesh.
static void begin(supple_body* b, float dt) {
    memcpy(b->amount_before, b->amount, sizeof(float) * (size_t)b->padded);
    for (int32_t p = 0; p < b->part_count; ++p)
        if (b->parts[p].model->begin_step != NULL)
            b->parts[p].model->begin_step(b, p, (double)dt);
    drive_result drive = {dt, 1.0}; // a free body's spin has jumped, once
    if (free_is(b))
        free_begin_step(b, dt);
    else
        drive = drive_advance(b, dt);
    bool delayed = !free_is(b) && b->state->options.forcing == SUPPLE_DELAYED;
    body_follow(b, delayed ? body_palette_before(b) : body_palette(b));
    tune_fade(b, dt);
    b->step = (body_step){.dt = dt, .all = drive.h, .area = drive.area};
}

bool step_begin(supple_body* b, float dt) {
    body_state* s = b->state;
    if (!step_takes(dt)) {
        ++s->rejected;
        return false;
    }
    ++s->steps;
    if (s->asleep) {
        s->driven = 0;
        s->substeps = 0;
        return false;
    }
    begin(b, dt);
    return true;
}

void step_wake(supple_body* b, float dt) {
    SUPPLE_ASSERT(b->state->asleep && b->state->steps > 0 && dt > 0.0f);
    body_wake(b);
    begin(b, dt);
}

int32_t step_wish_still(const supple_body* b) {
    int32_t most = pin_substeps(b, b->step.all);
    for (int32_t p = 0; p < b->part_count; ++p) {
        const part_model* model = b->parts[p].model;
        int32_t own = model->substeps == NULL ? 1 : model->substeps(b, p, b->step.all);
        most = own > most ? own : most;
    }
    return most;
}

// Of one part: what its model wants, and its spin.
static int32_t part_wish(const supple_body* b, int32_t p) {
    const part_model* model = b->parts[p].model;
    int32_t own = model->substeps == NULL ? 1 : model->substeps(b, p, b->step.all),
            spin = spin_substeps(b, p, b->step.all);
    return spin > own ? spin : own;
}

int32_t step_wish(const supple_body* b) {
    int32_t most = pin_substeps(b, b->step.all);
    for (int32_t p = 0; p < b->part_count; ++p) {
        int32_t own = part_wish(b, p);
        most = own > most ? own : most;
    }
    return most;
}

// What the frame does at once, and what acts over all of it.
static void begin_flesh(supple_body* b) {
    body_step* t = &b->step;
    step_fractions(b, (float)t->all);
    soften_shake(b, t->all, t->area);
    bound_coords(b->padded, b->q);
    add_impulses(b->padded, b->v, b->impulse_fraction, b->shake_now, (float)t->area);
    gather_forces(b->padded, b->base, b->load, b->push, b->force_fraction, b->shake_now);
    if (free_has_account(b))
        free_open_account(b, &b->measured);
    memset(b->push, 0, sizeof(float) * (size_t)b->padded); // they were for this step
}

static void cut(supple_body* b, int32_t substeps) {
    SUPPLE_ASSERT(substeps > 0 && b->step.all > 0.0);
    b->step.n = 0;
    b->step.substeps = substeps;
    b->step.h = prepared_substep(b->step.all, substeps);
}

static void cut_part(supple_body* b, int32_t p) {
    spin_impulse(b, p, b->step.area);
    prepare_part(b, p, b->step.h);
    spin_begin(b, p, b->step.h);
}

void step_cut(supple_body* b, int32_t substeps) {
    cut(b, substeps);
    b->state->substeps = substeps;
    begin_flesh(b);
    for (int32_t p = 0; p < b->part_count; ++p)
        cut_part(b, p);
}

void step_skip(supple_body* b, int32_t n) {
    SUPPLE_ASSERT(n >= 0 && n < b->step.substeps);
    b->step.n = n;
}

static void begin_part(supple_body* b, int32_t p) {
    spin_before(b, p);
    if (b->parts[p].model->begin_substep != NULL)
        b->parts[p].model->begin_substep(b, p);
}

static void end_part(supple_body* b, int32_t p) {
    b->parts[p].model->step(b, p);
    spin_after(b, p);
}

void step_begin_substep(supple_body* b) {
    SUPPLE_ASSERT(b->step.n < b->step.substeps && b->step.h > 0.0f);
    memcpy(b->force, b->base, sizeof(float) * (size_t)b->padded);
    if (b->step.is_measured)
        b->measured = b->step.after;
    else if (free_is(b))
        free_measure_now(b, &b->measured);
    b->step.is_measured = false;
    if (free_is(b)) {
        free_keep_kinematic(b);
        free_find_drag(b, (double)b->step.h);
    }
    for (int32_t p = 0; p < b->part_count; ++p)
        begin_part(b, p);
}

void step_foresee(supple_body* b) {
    for (int32_t p = 0; p < b->part_count; ++p)
        if (b->parts[p].model->foresee != NULL)
            b->parts[p].model->foresee(b, p);
}

void step_hold_pins(supple_body* b) {
    pin_solve(b, b->step.h, b->step.n, b->step.substeps);
}

void step_end_substep(supple_body* b) {
    SUPPLE_ASSERT(b->step.n < b->step.substeps);
    b->step.owed = 0.0;
    free_path from = {.spin = 0.0};
    if (free_is(b))
        from = free_begin_path(b);
    for (int32_t p = 0; p < b->part_count; ++p)
        end_part(b, p);
    if (free_is(b)) {
        free_advance(b, (double)b->step.h);
        free_note_work(b, &from, (double)b->step.h);
    }
    ++b->step.n;
}

void step_end(supple_body* b) {
    SUPPLE_ASSERT(b->step.n == b->step.substeps);
    pin_settle(b, b->step.h, b->step.substeps);
    if (free_is(b))
        free_end_step(b);
    b->state->limited += b->step.limited;
    body_show(b);
    sleep_update(b, b->step.dt);
}

void step_part_table(supple_body* b, int32_t p, float h) {
    b->parts[p].table_h = b->parts[p].hardening == 1.0f ? b->parts[p].table_h : 0.0f;
    prepare_part(b, p, h);
}

void step_part(supple_body* b, int32_t p, int32_t n, int32_t substeps) {
    int32_t first = b->parts[p].first;
    cut(b, substeps);
    prepare_part(b, p, b->step.h);
    spin_begin(b, p, b->step.h);
    for (b->step.n = n; b->step.n < substeps; ++b->step.n) {
        memcpy(b->force + first, b->base + first, sizeof(float) * (size_t)b->active[p]);
        begin_part(b, p);
        end_part(b, p);
    }
}

// Parts that nothing couples take as many substeps as each of them needs.
static void step_apart(supple_body* b) {
    int32_t most = 1;
    begin_flesh(b);
    for (int32_t p = 0; p < b->part_count; ++p) {
        int32_t substeps = part_wish(b, p);
        most = substeps > most ? substeps : most;
        spin_impulse(b, p, b->step.area);
        step_part(b, p, 0, substeps);
    }
    cut(b, most);
    b->state->substeps = b->step.n = most;
    step_end(b);
}

void step_alone(supple_body* b) {
    if (!free_is(b) && !pin_holds(b)) {
        step_apart(b);
        return;
    }
    step_cut(b, step_wish(b));
    b->step.pushed = free_is_pushed(b) && !pin_holds(b);
    while (b->step.n < b->step.substeps) {
        step_begin_substep(b);
        step_hold_pins(b);
        step_end_substep(b);
        free_keep_energy(b);
    }
    step_end(b);
}

// ---- public ----------------------------------------------------------------------------

void supple_body_step(supple_body* body, float dt) {
    if (body->world_or_null != NULL) // which steps it
        ++body->state->rejected;
    else if (step_begin(body, dt))
        step_alone(body);
}
