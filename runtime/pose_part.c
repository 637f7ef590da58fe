// A pose that moves is stepped by runtime/implicit.h with the blend of the frame that the step ends at,
// a pose that stands, if its flesh is linear, by runtime/standing.h.
//
// The blend is one weighted sum of the targets' terms a frame, not one a substep: it costs about as much
// as a substep does. So flesh sees its rest shape move in steps of a frame.
// SPDX-License-Identifier: MIT
#include "runtime/pose_part.h"

#include "format/packed.h"
#include "runtime/body.h"
#include "runtime/cholesky.h"
#include "runtime/pose_weights.h"

#include <string.h>

static const double LONGEST = 1.0 / 240.0; // seconds of a substep (numerics.md C8)
enum {
    LEAST_SUBSTEPS = 4,
    MOST_SUBSTEPS = 16,
    LINE = 64, // bytes of the cache: vectors that lie across two of them cost a tenth of a frame
    CALM = 2,  // steps without a change of weights after which a pose stands
};

// ---- memory ----------------------------------------------------------------------------

typedef struct room {
    uint8_t* base; // NULL while measuring
    size_t at;
} room;

static void* take(room* r, size_t size) {
    void* p = r->base == NULL ? NULL : r->base + r->at;
    r->at += (size + LINE - 1) / LINE * LINE;
    return p;
}

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

// One part's arrays; x is written only when there is memory.
static void lay_out(const asset_part* part, bool linear, room* r) {
    int32_t count = (int32_t)part->record->coord_count;
    const format_posed* record = part->posed.record;
    int32_t given = (int32_t)record->degree, degree = linear ? 1 : given;
    size_t stride = packed_padded((uint32_t)count);
    uint32_t terms = packed_energy((uint32_t)count, (uint32_t)degree);
    pose_part* x = take(r, sizeof *x);
    float* blend = take(r, sizeof(float) * terms);
    float* blended = take(r, sizeof(float) * record->target_count);
    float* looked = take(r, sizeof(float) * stride);
    float* beyond = take(r, sizeof(float) * stride);
    float* numbers = take(r, sizeof(float) * implicit_size(count, given));
    float* own = degree < given ? take(r, sizeof(float) * terms * record->target_count) : NULL;
    void* exact = degree == 1 ? take(r, standing_size(count)) : NULL;
    if (x == NULL)
        return;
    *x = (pose_part){.asset = part->posed,
                     .target_count = (int32_t)record->target_count,
                     .term_count = (int32_t)terms,
                     .polynomials = part->posed.polynomials,
                     .terms = blend,
                     .blended = blended,
                     .looked = looked,
                     .beyond = beyond};
    x->model.energy = (quartic){blend, count, degree};
    implicit_place(&x->model, count, numbers);
    if (own != NULL) {
        x->polynomials = own;
        make_linear(x, count, own);
    }
    if (degree == 1)
        standing_place(&x->exact, count, exact);
}

size_t pose_part_size(const asset_sections* sections, int32_t part_count, bool linear) {
    room measure = {NULL, 0};
    for (int32_t p = 0; p < part_count; ++p)
        if (sections->parts[p].model == SUPPLE_POSED) {
            asset_part part = asset_part_at(sections, p);
            lay_out(&part, linear, &measure);
        }
    return measure.at > 0 ? measure.at + LINE - 16 : 0;
}

int32_t pose_part_weight_count(const asset_sections* sections, int32_t part_count) {
    int32_t count = 0;
    const format_posed* record = sections->posed;
    for (int32_t p = 0; p < part_count; ++p)
        if (sections->parts[p].model == SUPPLE_POSED)
            count += (int32_t)(record++)->target_count;
    return count;
}

void pose_part_place(supple_body* b) {
    room r = {b->posed_memory, 0};
    r.base += (LINE - (uintptr_t)r.base % LINE) % LINE;
    float* weights = b->weights;
    for (int32_t p = 0; p < b->part_count; ++p) {
        body_part* part = &b->parts[p];
        if (part->asset.record->model != SUPPLE_POSED)
            continue;
        part->posed = (pose_part*)(r.base + r.at);
        lay_out(&part->asset, b->linear, &r);
        part->posed->weights = weights;
        weights += part->posed->target_count;
    }
}

// ---- pose ------------------------------------------------------------------------------

static bool same(const float* a, const float* b, int32_t count) {
    return memcmp(a, b, sizeof(float) * (size_t)count) == 0;
}

void pose_part_blend(supple_body* b) {
    for (int32_t p = 0; p < b->part_count; ++p) {
        const body_part* part = &b->parts[p];
        pose_part* x = part->posed;
        if (x == NULL || (x->is_blended && same(x->blended, x->weights, x->target_count)))
            continue;
        quartic_blend(x->terms, x->polynomials, x->term_count, x->weights, x->target_count);
        memcpy(x->blended, x->weights, sizeof(float) * (size_t)x->target_count);
        x->is_blended = true;
        x->has_looked = false;
        x->exact.turned = false;
        float* centre = b->centre + part->first;
        memset(centre, 0, sizeof(float) * (size_t)part->count);
        for (int32_t t = 0; t < x->target_count; ++t)
            for (int32_t i = 0; i < part->count; ++i)
                centre[i] += x->weights[t] * x->asset.rests[t * part->count + i];
    }
}

void pose_part_follow(supple_body* b, const float (*palette)[12]) {
    for (int32_t p = 0; p < b->part_count; ++p) {
        pose_part* x = b->parts[p].posed;
        if (x == NULL)
            continue;
        float found[FORMAT_MAX_TARGETS];
        pose_weights_find(&x->asset, b->sections.bones, palette, found);
        bool stands = same(found, x->weights, x->target_count);
        b->calm[p] = !stands ? 0 : b->calm[p] < CALM ? b->calm[p] + 1 : CALM;
        memcpy(x->weights, found, sizeof(float) * (size_t)x->target_count);
    }
    pose_part_blend(b);
}

// ---- step ------------------------------------------------------------------------------

static bool is_exact(const supple_body* b, int32_t p) {
    const pose_part* x = b->parts[p].posed;
    return x->model.energy.degree == 1 && (x->target_count == 1 || b->calm[p] >= CALM);
}

int32_t pose_part_substeps(const supple_body* b, double h) {
    bool any = false, held = pin_holds(b);
    for (int32_t p = 0; p < b->part_count; ++p)
        any |= b->parts[p].posed != NULL && b->active[p] > 0 && (held || !is_exact(b, p));
    if (!any)
        return 1;
    double count = h / LONGEST;
    return count > MOST_SUBSTEPS    ? MOST_SUBSTEPS
           : count > LEAST_SUBSTEPS ? (int32_t)(count + 0.999)
                                    : LEAST_SUBSTEPS;
}

// Looked at q as it is now, with the tuning of now.
static implicit_model* ready(supple_body* b, int32_t p) {
    const body_part* part = &b->parts[p];
    pose_part* x = part->posed;
    implicit_model* m = &x->model;
    const float* q = b->q + part->first;
    m->stiffness = b->tuning[p].stiffness;
    m->alpha = b->tuning[p].damping * x->asset.record->alpha;
    m->beta = b->tuning[p].damping * x->asset.record->beta;
    if (!x->has_looked || m->n != b->active[p] || !same(x->looked, q, m->n)) {
        m->n = b->active[p];
        implicit_look(m, q);
        memcpy(x->looked, q, sizeof(float) * (size_t)m->n);
        x->has_looked = true;
    }
    return m;
}

static void remember(supple_body* b, int32_t p) {
    pose_part* x = b->parts[p].posed;
    memcpy(x->looked, b->q + b->parts[p].first, sizeof(float) * (size_t)x->model.n);
}

void pose_part_begin_substep(supple_body* b) {
    for (int32_t p = 0; p < b->part_count; ++p) {
        pose_part* x = b->parts[p].posed;
        if (x == NULL)
            continue;
        const implicit_model* m = ready(b, p);
        int32_t first = b->parts[p].first;
        for (int32_t i = 0; i < m->n; ++i) {
            x->beyond[i] =
                body_bounded(b->lambda[first + i] * b->q[first + i] - m->stiffness * m->force[i]);
            b->force[first + i] = body_bounded(b->force[first + i] + x->beyond[i]);
        }
    }
}

void pose_part_step(supple_body* b, int32_t p, float h) {
    pose_part* x = b->parts[p].posed;
    int32_t first = b->parts[p].first;
    implicit_model* m = ready(b, p);
    float *load = b->force + first, *q = b->q + first, *v = b->v + first;
    for (int32_t i = 0; i < m->n; ++i)
        load[i] -= x->beyond[i];
    if (is_exact(b, p)) {
        if (!x->exact.turned || x->exact.n != m->n)
            standing_turn(&x->exact, &m->energy, m->n);
        standing_step(&x->exact, &m->energy, m->stiffness, m->alpha, m->beta, h, load, q, v);
        x->has_looked = false;
    } else {
        m->passing = b->calm[p] == 0 && b->step.n + 1 == b->step.substeps;
        implicit_step(m, h, load, q, v);
        remember(b, p);
        x->has_looked = !m->passing;
    }
    const float coarse = 0x1p-60f; // leaves nothing denormal, as runtime/propagator.c does
    for (int32_t i = 0; i < m->n; ++i)
        v[i] = (v[i] + coarse) - coarse;
}

// ---- rest ------------------------------------------------------------------------------

void pose_part_rest(supple_body* b, int32_t p) {
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

const float* pose_part_factor(supple_body* b, int32_t p, int32_t* stride) {
    implicit_model* m = ready(b, p);
    float most = 0.0f;
    *stride = m->stride;
    memcpy(m->matrix, m->slope, sizeof(float) * (size_t)m->n * (size_t)m->stride);
    for (int32_t i = 0; i < m->n * m->stride; ++i)
        m->matrix[i] *= m->stiffness;
    for (int32_t i = 0; i < m->n; ++i)
        most = m->matrix[i * m->stride + i] > most ? m->matrix[i * m->stride + i] : most;
    cholesky_factor(m->matrix, m->n, m->stride, most > 0.0f ? 1e-6f * most : 1.0f);
    return m->matrix;
}

void pose_part_lack(supple_body* b, int32_t p, float* out) {
    implicit_lack(ready(b, p), b->load + b->parts[p].first, out);
}

void supple_body_weights(const supple_body* body, int part, float* weights) {
    bool known = part >= 0 && part < body->part_count;
    const pose_part* x = known ? body->parts[part].posed : NULL;
    if (x != NULL)
        memcpy(weights, x->weights, sizeof(float) * (size_t)x->target_count);
}
