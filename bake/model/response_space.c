// From static answers to a space, and back to shapes of the body.
// SPDX-License-Identifier: MIT
#include "bake/algebra/dense.h"
#include "bake/algebra/tall.h"
#include "bake/model/response.h"

#include <math.h>
#include <string.h>

#define RESPONSE_SPACE_SAME                                                                        \
    1e-12 // of a load's whole answer, squared: less of a remainder is rounding

// ---- the space -------------------------------------------------------------------------

// answers -= modes (modes' forces / values)
static void remove_modes(const response_space* s, const eigen_modes* modes, const load_set* l,
                         int threads, arena* scratch) {
    size_t count = (size_t)s->mode_count;
    double* in = ARENA_NEW(scratch, double, (size_t)l->count* count);
    tall_dots(&(tall_pair){s->order, s->modes, s->mode_count, l->forces, l->count}, threads, in,
              s->mode_count);
    for (size_t i = 0; i < (size_t)l->count * count; ++i) {
        s->push[i / count * (size_t)s->size + i % count] = in[i];
        in[i] /= modes->values[modes->rigid + (int32_t)(i % count)];
    }
    tall_add(&(tall_sum){.rows = s->order,
                         .from_count = s->mode_count,
                         .to_count = l->count,
                         .from = s->modes,
                         .small = in,
                         .small_stride = s->mode_count,
                         .scale = -1.0,
                         .before = 1.0,
                         .to = l->answers},
             threads);
}

// remainders' mass and stiffness among themselves, [loads][loads] each, in units of each load's whole answer.
static void gram(const response_space* s, const load_set* l, const double* unit, const sparse* mass,
                 int threads, double* in_mass, double* in_stiffness, arena* scratch) {
    size_t count = (size_t)l->count;
    double* times = ARENA_NEW(scratch, double, count*(size_t)s->order);
    sparse_multiply_axes(mass, s->remainders, times, l->count, threads);
    tall_dots(&(tall_pair){s->order, s->remainders, l->count, times, l->count}, threads, in_mass,
              l->count);
    tall_dots(&(tall_pair){s->order, s->remainders, l->count, l->forces, l->count}, threads,
              in_stiffness, l->count);
    for (size_t i = 0; i < count; ++i)
        for (size_t k = 0; k <= i; ++k) {
            double by = unit[i] * unit[k];
            size_t here = i * count + k, there = k * count + i;
            in_mass[here] = in_mass[there] = 0.5 * (in_mass[here] + in_mass[there]) * by;
            in_stiffness[here] = in_stiffness[there] =
                0.5 * (in_stiffness[here] + in_stiffness[there]) * by;
        }
}

// 1 over the length of each answer in the mass; 0 of one that there is not.
static double* units(const load_set* l, int32_t order, const sparse* mass, int threads,
                     arena* scratch) {
    double *unit = ARENA_NEW(scratch, double, (size_t)l->count),
           *times = ARENA_NEW(scratch, double, (size_t)order);
    for (int32_t i = 0; i < l->count; ++i) {
        const double* x = l->answers + (size_t)i * (size_t)order;
        double sum = 0.0;
        sparse_multiply_axes(mass, x, times, 1, threads);
        for (int32_t k = 0; k < order; ++k)
            sum += x[k] * times[k];
        unit[i] = sum > 0.0 ? 1.0 / sqrt(sum) : 0.0;
    }
    return unit;
}

bool response_make(const eigen_modes* modes, load_set* l, const sparse* mass_of_free, int threads,
                   response_space* out, arena* memory) {
    size_t count = (size_t)l->count, modal = (size_t)(modes->count - modes->rigid),
           most = modal + count;
    int32_t order = 3 * mass_of_free->rows;
    *out = (response_space){.mode_count = (int32_t)modal,
                            .size = (int32_t)most,
                            .modes = modes->vectors + (size_t)modes->rigid * (size_t)order,
                            .remainders = l->answers,
                            .mix = ARENA_NEW(memory, double, count* count),
                            .values = ARENA_NEW(memory, double, most),
                            .load_count = l->count,
                            .bone_count = l->bone_count,
                            .push = ARENA_NEW(memory, double, count* most),
                            .order = order};
    arena* scratch = arena_create();
    double *in_mass = ARENA_NEW(scratch, double, count*count),
           *in_stiffness = ARENA_NEW(scratch, double, count*count);
    const double* unit = units(l, order, mass_of_free, threads, scratch);
    remove_modes(out, modes, l, threads, scratch);
    gram(out, l, unit, mass_of_free, threads, in_mass, in_stiffness, scratch);
    memcpy(out->values, modes->values + modes->rigid, modal * sizeof *out->values);
    int32_t found = dense_pencil(l->count, in_stiffness, in_mass, RESPONSE_SPACE_SAME, out->mix,
                                 out->values + modal, scratch);
    // a load's push on a member: member' K answer, and the answer's part beside the modes is its remainder
    size_t extra = found > 0 ? (size_t)found : 0, tight = modal + extra;
    double* push = ARENA_NEW(memory, double, count* tight);
    for (size_t i = 0; i < count; ++i) {
        memcpy(push + i * tight, out->push + i * most, modal * sizeof *push);
        for (size_t e = 0; e < extra && unit[i] > 0.0; ++e) {
            for (size_t k = 0; k < count; ++k)
                push[i * tight + modal + e] +=
                    out->mix[e * count + k] * in_stiffness[k * count + i];
            push[i * tight + modal + e] /= unit[i];
        }
    }
    for (size_t i = 0; i < extra * count; ++i)
        out->mix[i] *= unit[i % count];
    out->push = push;
    out->size = (int32_t)tight;
    arena_destroy(scratch);
    return found >= 0;
}

// ---- shapes ----------------------------------------------------------------------------

// The largest component positive: LAPACK's signs are nobody's.
static void set_signs(double* vectors, int32_t count, size_t order) {
    for (int32_t e = 0; e < count; ++e) {
        double *x = vectors + (size_t)e * order, largest = 0.0;
        for (size_t i = 0; i < order; ++i)
            largest = fabs(x[i]) > fabs(largest) ? x[i] : largest;
        for (size_t i = 0; i < order && largest < 0.0; ++i)
            x[i] = -x[i];
    }
}

bool response_shapes(const response_space* s, response_basis* b, const assemble_matrices* moving,
                     int threads, double* vectors) {
    arena* scratch = arena_create();
    size_t count = (size_t)b->count, order = (size_t)s->order,
           extra = (size_t)(s->size - s->mode_count);
    double *sums = ARENA_NEW(scratch, double, count*(size_t)s->load_count),
           *raw = ARENA_NEW(scratch, double, count*order),
           *times = ARENA_NEW(scratch, double, count*order);
    for (size_t i = 0; i < count; ++i)
        for (size_t e = 0; e < extra; ++e)
            for (size_t k = 0; k < (size_t)s->load_count; ++k)
                sums[i * (size_t)s->load_count + k] +=
                    b->coords[i * (size_t)s->size + (size_t)s->mode_count + e] *
                    s->mix[e * (size_t)s->load_count + k];
    tall_sum add = {.rows = s->order,
                    .from_count = s->mode_count,
                    .to_count = b->count,
                    .from = s->modes,
                    .small = b->coords,
                    .small_stride = s->size,
                    .scale = 1.0,
                    .to = raw};
    tall_add(&add, threads);
    add.from = s->remainders;
    add.from_count = add.small_stride = s->load_count;
    add.small = sums;
    add.before = 1.0;
    tall_add(&add, threads);
    double *in_mass = ARENA_NEW(scratch, double, count*count),
           *held = ARENA_NEW(scratch, double, count*count),
           *turned = ARENA_NEW(scratch, double, count*count);
    const tall_pair both = {s->order, raw, b->count, times, b->count};
    sparse_multiply_axes(&moving->mass, raw, times, b->count, threads);
    tall_dots(&both, threads, in_mass, b->count);
    sparse_multiply(&moving->stiffness, raw, times, b->count, threads);
    tall_dots(&both, threads, held, b->count);
    bool sound = dense_pencil(b->count, held, in_mass, 0.5, turned, b->values, scratch) == b->count;
    add = (tall_sum){.rows = s->order,
                     .from_count = b->count,
                     .to_count = b->count,
                     .from = raw,
                     .small = turned,
                     .small_stride = b->count,
                     .scale = 1.0,
                     .to = vectors};
    tall_add(&add, threads);
    set_signs(vectors, b->count, order);
    arena_destroy(scratch);
    return sound;
}
