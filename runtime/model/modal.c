// Modes, stepped exactly by runtime/model/propagator.h: all that there is to know is in the records of coordinates.
// SPDX-License-Identifier: MIT
#include "runtime/model/modal.h"

#include "runtime/base/assert.h"
#include "runtime/body/bound.h"
#include "runtime/body/limit.h"
#include "runtime/body/point.h"

#include <math.h>

// Limits: more, or what is no number, comes from a state that was damaged, and stiffness must have an end.
static const double MODAL_FARTHEST = 1e6;

// Flesh that would be thrown beyond its limit within the substep (by a kick that it has no room for) loses what is too
// much: contacts and joints, which foresee the substep, would else take from it what it never has.
static void slow_down(supple_body* b, int32_t p, float bound) {
    int32_t first = b->parts[p].first, end = first + b->active[p];
    for (int32_t i = first; i < end; ++i)
        b->gauge[i] = b->v[i] * b->onward[i] * body_fade_fraction(b->fade[i]);
    float more = bound_of_gauge(b, p);
    float room = bound < 1.0f - LIMIT_LEAST_ROOM ? 1.0f - bound : LIMIT_LEAST_ROOM;
    b->step.limited |= more > room;
    for (int32_t i = first; i < end && more > room; ++i)
        b->v[i] *= room / more;
}

// Where linear flesh will be at the end of the substep, limits: exact for what stays below half of its limit.
static float linear_bound(const supple_body* b, int32_t p) {
    int32_t first = b->parts[p].first;
    for (int32_t i = first; i < first + b->active[p]; ++i)
        b->gauge[i] =
            (propagator_next(&b->table, i, b->q[i], b->v[i], b->force[i]) - b->centre[i]) *
            body_fade_fraction(b->fade[i]);
    return bound_of_gauge(b, p);
}

// Where velocities take a part within the substep, limits.
static double next_bound(const supple_body* b, int32_t p) {
    int32_t first = b->parts[p].first;
    for (int32_t i = first; i < first + b->active[p]; ++i)
        b->gauge[i] = (body_swing(b, i) + b->v[i] * b->onward[i]) * body_fade_fraction(b->fade[i]);
    double next = (double)bound_of_gauge(b, p);
    return next > 0.0 ? next < 1.0 ? next : 1.0 : 0.0; // 0 of what is no number
}

// Coordinates are stepped by the stiffness of the displacement before them; near the limit that is another one in every substep.
static void harden(supple_body* b, int32_t p, float hardening) {
    body_part* part = &b->parts[p];
    if (hardening == part->hardening)
        return;
    for (int32_t i = part->first; i < part->first + part->count; ++i) {
        propagator_matrix m = propagator_of((double)b->lambda[i] * (double)hardening,
                                            (double)b->decay[i], (double)b->step.h);
        propagator_set(&b->table, i, &m);
    }
    part->hardening = hardening;
}

// By the displacement that its velocity gives it, from where it is.
static void harden_ahead(supple_body* b, int32_t p, double bound) {
    bound = bound < MODAL_FARTHEST ? bound : MODAL_FARTHEST;
    harden(b, p, (float)limit_secant(bound, next_bound(b, p)));
}

// Something struck it and holds it where it is pressed: it goes on as fast as it goes now.
static void foresee(supple_body* b, int32_t p) {
    harden_ahead(b, p, (double)bound_now(b, p));
}

// What stays below half of its limit if nothing strikes it moves as if there were none.
static void begin_substep(supple_body* b, int32_t p) {
    float bound = bound_now(b, p);
    slow_down(b, p, bound);
    if (bound <= (float)LIMIT_FREE) {
        harden(b, p, 1.0f);
        if (linear_bound(b, p) <= (float)LIMIT_FREE)
            return;
    }
    harden_ahead(b, p, (double)bound);
}

// The hardening of a substep is one: the swing may not go far meanwhile. No finer than a world cuts its
// steps, so that flesh there is the same at every rate of frames.
static int32_t substeps(const supple_body* b, int32_t p, double h) {
    const double most = 8.0 < h * 240.0 ? 8.0 : h * 240.0;
    double bound = (double)bound_now(b, p), stiff = 0.0, square = 0.0;
    if (!(bound > LIMIT_FREE))
        return 1;
    for (int32_t i = b->parts[p].first; i < b->parts[p].first + b->active[p]; ++i) {
        double q2 = (double)b->q[i] * (double)b->q[i];
        stiff += (double)b->lambda[i] * q2;
        square += q2;
    }
    double turn = h * sqrt(stiff / square * limit_hardening(bound)) / 0.7;
    return (int32_t)(turn < most ? turn : most - 0.01) + 1;
}

static void step(supple_body* b, int32_t p) {
    SUPPLE_ASSERT(b->active[p] <= b->parts[p].count && b->parts[p].table_h == b->step.h);
    limit_step from = limit_begin(b, p);
    propagator_step(&b->table, b->parts[p].first, b->active[p], b->q, b->v, b->force);
    limit_end(b, p, &from);
}

static void rest(supple_body* b, int32_t p) {
    const body_part* part = &b->parts[p];
    for (int32_t i = part->first; i < part->first + part->count; ++i)
        body_rest_coord(b, i);
    double nearer = limit_equilibrium((double)bound_now(b, p));
    for (int32_t i = part->first; i < part->first + part->count && nearer < 1.0; ++i)
        b->q[i] = (float)(nearer * (double)b->q[i]);
}

static float swing(const supple_body* b, int32_t i, float hardening) {
    float lambda = hardening * b->lambda[i], v = fabsf(b->v[i]);
    if (lambda > 0.0f)
        return fabsf(b->q[i] - b->load[i] / lambda) + v / sqrtf(lambda);
    return b->load[i] == 0.0f ? v : INFINITY; // free to drift: within a second
}

static float residual(supple_body* b, int32_t p, float enough) {
    float *left = b->turned[0], hardening = (float)limit_hardening((double)bound_now(b, p));
    (void)enough;
    for (int32_t c = b->parts[p].first; c < b->parts[p].first + b->active[p]; ++c)
        left[c] = swing(b, c, hardening);
    return bound_of(b, p, left);
}

static void compliance(supple_body* b, int32_t p, float* out) {
    const body_part* part = &b->parts[p];
    for (uint32_t i = 0; i < part->asset.record->part_vertex_count; ++i) {
        float sum = 0.0f;
        uint32_t place = asset_place(&b->asset, b->asset.links, p, part->asset.part_vertices[i]);
        for (int32_t k = 0; k < b->active[p]; ++k) {
            float w[3], lambda = b->lambda[part->first + k];
            point_shape(b, p, place, k, w);
            for (int axis = 0; axis < 3 && lambda > 0.0f; ++axis)
                sum += w[axis] * w[axis] / lambda;
        }
        out[part->asset.part_vertices[i]] += sum / 3.0f;
    }
}

const part_model modal_model = {
    .substeps = substeps,
    .begin_substep = begin_substep,
    .foresee = foresee,
    .step = step,
    .rest = rest,
    .residual = residual,
    .sleep_fraction = 1e-4f,
    .compliance = compliance,
};
