// Saving and restoring: the state is one run of bytes, so both are a copy.
// SPDX-License-Identifier: MIT
#include "runtime/body/body_dynamics.h"
#include "runtime/body/step.h"
#include "runtime/body/tune.h"

#include <math.h>
#include <string.h>

size_t supple_body_state_size(const supple_body* body) {
    return body->state_size;
}

void supple_body_save(const supple_body* body, void* state) {
    memcpy(state, body->state, body->state_size);
}

// Whether the head of a state is one of this body.
static bool head_fits(const supple_body* b, const void* state, body_state* head) {
    memcpy(head, state, sizeof *head);
    uint8_t spin, free, linear; // as bytes: a bool that is neither 0 nor 1 may not be read
    memcpy(&spin, (const char*)state + offsetof(body_state, options.spin), 1);
    memcpy(&free, (const char*)state + offsetof(body_state, options.free), 1);
    memcpy(&linear, (const char*)state + offsetof(body_state, options.linear), 1);
    if (head->mark != b->state->mark || head->size != b->state_size || head->now < 0 ||
        head->now > 2 || head->history < 0 || head->history > 4 ||
        head->options.max_pins != b->pin_count || spin > 1 || free != b->free ||
        linear != b->linear)
        return false;
    for (int32_t k = 0; k < head->history - 1; ++k) // steps between the frames that are known
        if (!step_takes(head->dt[k]))
            return false;
    return true;
}

// Whether all are shares; fade may be aligned or not.
static bool fades_fit(const supple_body* b, const char* fade) {
    bool fits = true;
    for (int32_t i = 0; i < b->coord_count; ++i, fade += sizeof(float)) {
        float fraction;
        memcpy(&fraction, fade, sizeof fraction);
        fits &= fraction >= 0.0f && fraction <= 1.0f;
    }
    return fits;
}

static bool floats_fit(const char* at, size_t count) {
    bool fits = true;
    for (size_t i = 0; i < count; ++i, at += sizeof(float)) {
        float x;
        memcpy(&x, at, sizeof x);
        fits &= body_bounded(x) == x;
    }
    return fits;
}

static bool doubles_fit(const char* at, size_t count, double most) {
    bool fits = true;
    for (size_t i = 0; i < count; ++i, at += sizeof(double)) {
        double x;
        memcpy(&x, at, sizeof x);
        fits &= fabs(x) <= most;
    }
    return fits;
}

// A free body's axes are unit and across each other, and all that it is and does are numbers.
static bool free_fits(const free_state* f) {
    const double wide = 1e60; // of what follows from the rest: over a small inertia, or squared
    size_t own = offsetof(free_state, spin) / sizeof(double),
           all = offsetof(free_state, spun) / sizeof(double);
    bool fits = doubles_fit((const char*)f, own, FORMAT_LARGEST) &&
                doubles_fit((const char*)f->spin, all - own, wide);
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k) {
            double product = f->turn[i][0] * f->turn[k][0] + f->turn[i][1] * f->turn[k][1] +
                             f->turn[i][2] * f->turn[k][2];
            fits &= fabs(product - (i == k ? 1.0 : 0.0)) < 1e-6;
        }
    return fits;
}

// Where in a state, which has the bytes of b->state, one of the body's arrays is.
static const char* find(const supple_body* b, const void* state, const void* array) {
    return (const char*)state + ((const char*)array - (const char*)b->state);
}

// Whether anything is held; pins may be aligned or not.
static bool holds(const supple_body* b, const char* pins) {
    bool any = false;
    for (int32_t i = 0; i < b->pin_count; ++i)
        any |= pins[sizeof(pin_slot) * (size_t)i + offsetof(pin_slot, used)] != PIN_UNUSED;
    return any;
}

// Whether all that is summed into places is a number: contacts rely on it.
static bool numbers_fit(const supple_body* b, const void* state, const body_state* head) {
    const float* coords[] = {b->q, b->v, b->push, b->load, b->shake, b->amount, b->amount_before};
    bool fits = (!b->free || free_fits(&head->free)) &&
                floats_fit(find(b, state, b->inputs), (size_t)b->input_count);
    for (size_t i = 0; i < sizeof coords / sizeof *coords; ++i)
        fits = fits && floats_fit(find(b, state, coords[i]), (size_t)b->coord_count);
    for (int k = 0; k < 3; ++k)
        fits = fits && floats_fit(find(b, state, b->rows[k]), 12 * (size_t)b->bone_count) &&
               floats_fit(find(b, state, b->frames[k]), BONE_NUMBERS * (size_t)b->frame_count);
    return fits;
}

// A state of another asset, or of other max_pins, has another size or another mark. Numbers that become indices,
// or that a step relies on, are checked too: a damaged state is refused or moves wrongly, but it stays within
// the arrays and breaks no contract.
bool supple_body_restore(supple_body* body, const void* state, size_t size) {
    body_state head;
    if (size != body->state_size || !head_fits(body, state, &head))
        return false;
    const char* tuning = find(body, state, body->tuning);
    if (!tune_fits(body, &head.options, tuning) ||
        !body_dynamics_fit((const char*)state + offsetof(body_state, dynamics)) ||
        !fades_fit(body, find(body, state, body->fade)) || !numbers_fit(body, state, &head))
        return false;
    for (int32_t p = 0; p < body->part_count; ++p)
        if (body->parts[p].model->fits != NULL &&
            !body->parts[p].model->fits(body, p, find(body, state, body->parts[p].state)))
            return false;
    if (holds(body, find(body, state, body->pins)) && !pin_work_make(body))
        return false;
    bool retuned =
        memcmp(tuning, body->tuning, sizeof(supple_tuning) * (size_t)body->part_count) != 0;
    memcpy(body->state, state, size);
    for (int32_t p = 0; p < body->part_count; ++p)
        if (body->active[p] < 0 || body->active[p] > body->parts[p].count)
            body->active[p] = body->parts[p].count;
    if (body->moved_or_null != NULL)
        *body->moved_or_null = true;
    if (retuned)
        tune_rates(body);
    for (int32_t p = 0; p < body->part_count; ++p)
        if (body->parts[p].model->restore != NULL)
            body->parts[p].model->restore(body, p);
    return true;
}

supple_body_counts supple_body_stats(const supple_body* body) {
    const body_state* s = body->state;
    return (supple_body_counts){s->steps,    s->limited,   s->rejected,
                                s->substeps, s->fallbacks, s->asleep != 0};
}
