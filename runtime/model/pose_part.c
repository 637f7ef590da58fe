// A pose that moves is stepped by runtime/model/implicit.h with the blend of the frame that the step ends at,
// a pose that stands, if its flesh is linear, by runtime/model/exact_linear.h.
//
// The blend is one weighted sum of the targets' terms a frame, not one a substep: it costs about as much
// as a substep does. So flesh sees its rest shape move in steps of a frame.
// SPDX-License-Identifier: MIT
#include "runtime/model/pose_part.h"

#include "format/packed.h"
#include "runtime/base/assert.h"
#include "runtime/body/bound.h"
#include "runtime/body/limit.h"
#include "runtime/body/point.h"
#include "runtime/math/cholesky.h"
#include "runtime/model/pose_weights.h"

#include <math.h>
#include <string.h>

static const double POSE_PART_LONGEST = 1.0 / 240.0; // seconds of a substep (numerics.md C8)
enum {
    LEAST_SUBSTEPS = 4,
    MOST_SUBSTEPS = 16,
    CONSTANT_STEPS = 2, // steps without a change of weights after which a pose stands
};

static pose_part* part_of(const supple_body* b, int32_t p) {
    SUPPLE_ASSERT(b->parts[p].model == &posed_model && b->parts[p].cache != NULL);
    return b->parts[p].cache;
}

static pose_state* state_of(const supple_body* b, int32_t p) {
    SUPPLE_ASSERT(b->parts[p].model == &posed_model && b->parts[p].state != NULL);
    return b->parts[p].state;
}

// ---- memory ----------------------------------------------------------------------------

// Springs about each target's rest, W = (q - rest)' K (q - rest) / 2 with the stiffness K there.
static void make_linear(pose_part* x, int32_t count, float* out) {
    implicit_model* m = &x->model;
    uint32_t given = packed_energy((uint32_t)count, x->asset.record->degree);
    for (int32_t t = 0; t < x->target_count; ++t, out += x->term_count) {
        quartic full = {x->asset.polynomials + (size_t)t * given, count,
                        (int32_t)x->asset.record->degree};
        const float* rest = x->asset.rests + (size_t)t * (size_t)count;
        quartic_evaluate(&full, m->work, count, rest, m->stride, m->force, m->slope);
        float* second = out + packed_padded((uint32_t)count);
        for (int32_t i = 0; i < count; ++i) {
            const float* row = m->slope + (size_t)i * (size_t)m->stride;
            for (int32_t k = 0; k < count; ++k)
                out[i] -= row[k] * rest[k];
            for (int32_t k = 0; k <= i; ++k)
                second[packed_at2((uint32_t)i, (uint32_t)k)] = row[k] * (i == k ? 0.5f : 1.0f);
        }
    }
}

// Arrays begin at lines of the cache: vectors that lie across two of them cost a tenth of a frame.
static void* lay_out(const supple_body* b, int32_t p, memory_layout* l) {
    int32_t count = (int32_t)b->sections.parts[p].coord_count;
    SUPPLE_ASSERT(count > 0 && count <= FORMAT_MAX_POSED_COORDS);
    asset_posed asset = posed_asset_at(&b->asset, p);
    int32_t given = (int32_t)asset.record->degree, degree = b->linear ? 1 : given;
    size_t stride = packed_padded((uint32_t)count), targets = asset.record->target_count;
    uint32_t terms = packed_energy((uint32_t)count, (uint32_t)degree);
    pose_part x = {.asset = asset,
                   .target_count = (int32_t)targets,
                   .term_count = (int32_t)terms,
                   .polynomials = asset.polynomials};
    memory_begin_line(l);
    pose_part* own = memory_take_lines(l, 1, sizeof x);
    x.terms = memory_take_lines(l, terms, sizeof(float));
    x.blended = memory_take_lines(l, targets, sizeof(float));
    x.updated_at = memory_take_lines(l, stride, sizeof(float));
    x.nonlinear_force = memory_take_lines(l, stride, sizeof(float));
    x.model.energy = (quartic){x.terms, count, degree};
    implicit_lay_out(&x.model, count, given, l);
    bool made = degree < given;
    float* springs = memory_take_lines(l, made ? terms * targets : 0, sizeof(float));
    if (degree == 1)
        exact_linear_lay_out(&x.exact, count, l);
    if (own == NULL)
        return NULL;
    *own = x;
    if (made) {
        own->polynomials = springs;
        make_linear(own, count, springs);
    }
    return own;
}

static void* lay_out_state(const supple_body* b, int32_t p, memory_layout* l) {
    size_t targets = posed_asset_at(&b->asset, p).record->target_count;
    return memory_take(l, 1, sizeof(pose_state) + targets * sizeof(float));
}

// ---- pose ------------------------------------------------------------------------------

static bool same(const float* a, const float* b, int32_t count) {
    return memcmp(a, b, sizeof(float) * (size_t)count) == 0;
}

// The blend and b->centre for the weights of the state.
static void blend(supple_body* b, int32_t p) {
    const body_part* part = &b->parts[p];
    const float* weights = state_of(b, p)->weights;
    pose_part* x = part_of(b, p);
    if (x->is_blended && same(x->blended, weights, x->target_count))
        return;
    quartic_blend(x->terms, x->polynomials, x->term_count, weights, x->target_count);
    memcpy(x->blended, weights, sizeof(float) * (size_t)x->target_count);
    x->is_blended = true;
    x->is_updated = false;
    x->exact.turned = false;
    float* centre = b->centre + part->first;
    memset(centre, 0, sizeof(float) * (size_t)part->count);
    for (int32_t t = 0; t < x->target_count; ++t)
        for (int32_t i = 0; i < part->count; ++i)
            centre[i] += weights[t] * x->asset.rests[t * part->count + i];
}

static void follow(supple_body* b, int32_t p, const float (*palette)[12]) {
    const pose_part* x = part_of(b, p);
    pose_state* s = state_of(b, p);
    float found[FORMAT_MAX_TARGETS];
    pose_weights_find(&x->asset, b->sections.bones, palette, b->inputs, found);
    bool stands = same(found, s->weights, x->target_count);
    s->constant_steps = !stands                              ? 0
                        : s->constant_steps < CONSTANT_STEPS ? s->constant_steps + 1
                                                             : CONSTANT_STEPS;
    memcpy(s->weights, found, sizeof(float) * (size_t)x->target_count);
    blend(b, p);
}

// ---- step ------------------------------------------------------------------------------

static bool is_exact(const supple_body* b, int32_t p) {
    const pose_part* x = part_of(b, p);
    return x->model.energy.degree == 1 &&
           (x->target_count == 1 || state_of(b, p)->constant_steps >= CONSTANT_STEPS);
}

static int32_t substeps(const supple_body* b, int32_t p, double h) {
    SUPPLE_ASSERT(h > 0.0);
    if (b->active[p] == 0 || (is_exact(b, p) && !pin_holds(b)))
        return 1;
    double count = h / POSE_PART_LONGEST;
    return count > MOST_SUBSTEPS    ? MOST_SUBSTEPS
           : count > LEAST_SUBSTEPS ? (int32_t)(count + 0.999)
                                    : LEAST_SUBSTEPS;
}

// The model with the tuning of now, updated at q as it is now.
static implicit_model* ready(supple_body* b, int32_t p) {
    pose_part* x = part_of(b, p);
    implicit_model* m = &x->model;
    const float* q = b->q + b->parts[p].first;
    m->stiffness = b->tuning[p].stiffness;
    m->alpha = b->tuning[p].damping * x->asset.record->alpha;
    m->beta = b->tuning[p].damping * x->asset.record->beta;
    if (!x->is_updated || m->n != b->active[p] || !same(x->updated_at, q, m->n)) {
        m->n = b->active[p];
        implicit_update(m, q);
        memcpy(x->updated_at, q, sizeof(float) * (size_t)m->n);
        x->is_updated = true;
    }
    return m;
}

static void remember(supple_body* b, int32_t p) {
    pose_part* x = part_of(b, p);
    memcpy(x->updated_at, b->q + b->parts[p].first, sizeof(float) * (size_t)x->model.n);
}

static void begin_substep(supple_body* b, int32_t p) {
    pose_part* x = part_of(b, p);
    const implicit_model* m = ready(b, p);
    int32_t first = b->parts[p].first;
    for (int32_t i = 0; i < m->n; ++i) {
        x->nonlinear_force[i] =
            body_bounded(b->lambda[first + i] * b->q[first + i] - m->stiffness * m->force[i]);
        b->force[first + i] = body_bounded(b->force[first + i] + x->nonlinear_force[i]);
    }
}

static void step(supple_body* b, int32_t p) {
    pose_part* x = part_of(b, p);
    int32_t first = b->parts[p].first;
    float h = b->step.h;
    SUPPLE_ASSERT(h > 0.0f && b->step.n < b->step.substeps);
    implicit_model* m = ready(b, p);
    float *load = b->force + first, *q = b->q + first, *v = b->v + first;
    for (int32_t i = 0; i < m->n; ++i)
        load[i] -= x->nonlinear_force[i];
    if (is_exact(b, p)) {
        if (!x->exact.turned || x->exact.n != m->n)
            exact_linear_diagonalize(&x->exact, &m->energy, m->n);
        exact_linear_step(&x->exact, &m->energy,
                          (exact_linear_rates){m->stiffness, m->alpha, m->beta, h}, load, q, v);
        x->is_updated = false;
    } else {
        m->is_transient = state_of(b, p)->constant_steps == 0 && b->step.n + 1 == b->step.substeps;
        implicit_step(m, h, load, q, v);
        remember(b, p);
        x->is_updated = !m->is_transient;
    }
    const float coarse = 0x1p-60f; // leaves nothing denormal, as runtime/model/propagator.c does
    for (int32_t i = 0; i < m->n; ++i)
        v[i] = (v[i] + coarse) - coarse;
    limit_stop(b, p);
}

// ---- rest ------------------------------------------------------------------------------

static void rest(supple_body* b, int32_t p) {
    const body_part* part = &b->parts[p];
    float* q = b->q + part->first;
    size_t size = sizeof(float) * (size_t)part->count;
    memcpy(q, b->centre + part->first, size);
    memset(b->v + part->first, 0, size);
    memset(b->shake + part->first, 0, size);
    for (int32_t i = b->active[p]; i < part->count; ++i)
        q[i] = 0.0f;
    implicit_model* m = ready(b, p);
    implicit_rest(m, b->load + part->first, q);
    remember(b, p);
}

// As for independent oscillators, but their coordinates depend on each other.
static float residual(supple_body* b, int32_t p, float enough) {
    const body_part* part = &b->parts[p];
    float* left = b->turned[0];
    for (int32_t c = part->first; c < part->first + b->active[p]; ++c)
        left[c] = b->v[c] / (float)body_rate(b, c);
    float bound = bound_of(b, p, left);
    if (!(bound < enough)) // as most of the time
        return bound;
    implicit_residual(ready(b, p), b->load + part->first, left + part->first);
    return bound + bound_of(b, p, left);
}

// ---- compliance ------------------------------------------------------------------------

// The factor (cholesky.h) of the stiffness as it is now, in m->matrix.
static const implicit_model* factor(supple_body* b, int32_t p) {
    implicit_model* m = ready(b, p);
    float most = 0.0f;
    memcpy(m->matrix, m->slope, sizeof(float) * (size_t)m->n * (size_t)m->stride);
    for (int32_t i = 0; i < m->n * m->stride; ++i)
        m->matrix[i] *= m->stiffness;
    for (int32_t i = 0; i < m->n; ++i)
        most = m->matrix[i * m->stride + i] > most ? m->matrix[i * m->stride + i] : most;
    // what is stiffer than nothing by less than floats can tell is as good as free
    cholesky_factor(m->matrix, m->n, m->stride, most > 1e-30f ? 1e-6f * most : 1.0f);
    return m;
}

static void compliance(supple_body* b, int32_t p, float* out) {
    const asset_part* part = &b->parts[p].asset;
    const implicit_model* m = factor(b, p);
    for (uint32_t i = 0; i < part->record->part_vertex_count; ++i) {
        float sum = 0.0f, w[3][FORMAT_MAX_POSED_COORDS], x[FORMAT_MAX_POSED_COORDS];
        uint32_t place = asset_place(&b->asset, b->asset.links, p, part->part_vertices[i]);
        for (int32_t k = 0; k < m->n; ++k) {
            float shape[3];
            point_shape(b, p, place, k, shape);
            for (int axis = 0; axis < 3; ++axis)
                w[axis][k] = shape[axis];
        }
        for (int axis = 0; axis < 3; ++axis) {
            memcpy(x, w[axis], sizeof(float) * (size_t)m->n);
            cholesky_solve(m->matrix, m->n, m->stride, x);
            for (int32_t k = 0; k < m->n; ++k)
                sum += w[axis][k] * x[k];
        }
        out[part->part_vertices[i]] += sum / 3.0f;
    }
}

// Its forces are sums of large terms that cancel at rest, in float, and never quite still: ten times as much
// as of modes may be left in sleep.
const part_model posed_model = {
    .sections = posed_asset_sections,
    .section_count = POSED_ASSET_SECTIONS,
    .check = posed_asset_check,
    .targets = posed_asset_targets,
    .lay_out = lay_out,
    .lay_out_state = lay_out_state,
    .follow = follow,
    .substeps = substeps,
    .begin_substep = begin_substep,
    .step = step,
    .rest = rest,
    .restore = blend,
    .residual = residual,
    .sleep_fraction = 1e-3f,
    .compliance = compliance,
};

void supple_body_weights(const supple_body* body, int part, float* weights) {
    bool known = part >= 0 && part < body->part_count;
    if (known && body->parts[part].model == &posed_model)
        memcpy(weights, state_of(body, part)->weights,
               sizeof(float) * (size_t)part_of(body, part)->target_count);
}
