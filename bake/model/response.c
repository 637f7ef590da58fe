// Answers, what is best kept of them, and what that misses: in the space of a hundred numbers that stands for the body.
// SPDX-License-Identifier: MIT
#include "bake/model/response_weigh.h"

#include "bake/algebra/dense.h"
#include "bake/base/assert.h"

#include <math.h>
#include <string.h>

// Members of the space that coordinates are chosen from: so many, or so many more than are wanted.
enum { RESPONSE_POOL = 40, POOL_BESIDE = 16 };

// ---- the pool -------------------------------------------------------------------------

// The static answers along each axis, orthonormal, those that reach farthest first; returns how many.
static int32_t hang(const response_space* s, int32_t most, double* to, arena* scratch) {
    size_t n = (size_t)s->size;
    double *q = ARENA_NEW(scratch, double, 3 * n), both[9], size[3];
    for (size_t a = 0; a < 3; ++a)
        for (size_t i = 0; i < n; ++i)
            q[a * n + i] = s->push[a * n + i] / s->values[i];
    for (size_t a = 0; a < 3; ++a)
        for (size_t b = 0; b < 3; ++b)
            both[3 * a + b] = response_dot(q + a * n, q + b * n, n);
    if (!dense_eigen(3, both, size, scratch))
        return -1;
    int32_t count = 0;
    for (size_t e = 3; e-- > 0 && count < most;) {
        if (!(size[e] > RESPONSE_SAME * size[2]))
            break;
        double* x = to + (size_t)count++ * n;
        for (size_t i = 0; i < n; ++i)
            x[i] =
                (both[3 * e] * q[i] + both[3 * e + 1] * q[n + i] + both[3 * e + 2] * q[2 * n + i]) /
                sqrt(size[e]);
    }
    return count;
}

// ---- errors ----------------------------------------------------------------------------

// What a push does at a frequency, both halves, [2][size]: the whole body's, and what the reduced one misses of it.
static void missed(const response_space* s, const response_flesh* f, const response_basis* b,
                   const double* push, double hz, double* whole, double* rest) {
    size_t n = (size_t)s->size;
    for (size_t i = 0; i < n; ++i) {
        double q[2];
        response_swing(f, s->values[i], push[i], hz, q);
        for (size_t h = 0; h < 2; ++h)
            whole[h * n + i] = rest[h * n + i] = q[h];
    }
    for (int32_t e = 0; e < b->count; ++e) {
        const double* x = b->coords + (size_t)e * n;
        double q[2];
        response_swing(f, b->values[e], response_dot(x, push, n), hz, q);
        for (size_t i = 0; i < 2 * n; ++i)
            rest[i] -= q[i / n] * x[i % n];
    }
}

// The worst ratio over sums of three pushes, over all tones or at rest.
static double worst_of(const response_space* s, const response_flesh* f, const response_basis* b,
                       const response_pushes* by, bool slow, arena* scratch) {
    size_t n = (size_t)s->size;
    double *whole = ARENA_NEW(scratch, double, 6 * n), *rest = ARENA_NEW(scratch, double, 6 * n),
           all[9] = {0.0}, off[9] = {0.0}, vectors[9], values[3];
    for (int t = 0; t < (slow ? 1 : RESPONSE_TONES); ++t) {
        for (size_t a = 0; a < 3; ++a)
            missed(s, f, b, by->list + a * n, slow ? 0.0 : response_tone(t), whole + 2 * a * n,
                   rest + 2 * a * n);
        for (size_t i = 0; i < 9; ++i) {
            all[i] += response_dot(whole + 2 * (i / 3) * n, whole + 2 * (i % 3) * n, 2 * n);
            off[i] += response_dot(rest + 2 * (i / 3) * n, rest + 2 * (i % 3) * n, 2 * n);
        }
    }
    double most = fmax(all[0], fmax(all[4], all[8]));
    int32_t found = dense_pencil(3, off, all, RESPONSE_SAME * most, vectors, values, scratch);
    return found > 0 ? sqrt(fmax(values[found - 1], 0.0)) : 0.0;
}

static double mean_of(const response_space* s, const response_flesh* f, const response_basis* b,
                      const response_pushes* by, arena* scratch) {
    size_t n = (size_t)s->size;
    double *whole = ARENA_NEW(scratch, double, 2 * n), *rest = ARENA_NEW(scratch, double, 2 * n),
           all = 0.0, off = 0.0;
    for (size_t k = 0; k < (size_t)by->count; ++k)
        for (int t = 0; t < RESPONSE_TONES; ++t) {
            missed(s, f, b, by->list + k * n, response_tone(t), whole, rest);
            all += response_dot(whole, whole, 2 * n);
            off += response_dot(rest, rest, 2 * n);
        }
    return all > 0.0 ? sqrt(off / all) : 0.0;
}

response_errors response_errors_of(const response_space* s, const response_flesh* f,
                                   const response_basis* b) {
    arena* scratch = arena_create();
    const response_pushes along = response_along_axes(s, scratch),
                          about = response_about_axes(s, scratch), bones = response_of_bones(s);
    response_errors out = {.hang = worst_of(s, f, b, &along, true, scratch),
                           .shake = worst_of(s, f, b, &along, false, scratch),
                           .turn = worst_of(s, f, b, &about, false, scratch),
                           .apart = mean_of(s, f, b, &bones, scratch)};
    arena_destroy(scratch);
    return out;
}

// ---- the choice ------------------------------------------------------------------------

// Orthonormal, the most important first: static answers, then principal components of what they leave with all weights alike.
static bool find_pool(const response_space* s, const response_flesh* f,
                      const response_families* all, response_pool* out, arena* scratch) {
    size_t n = (size_t)s->size;
    const response_weights alike = response_alike(all);
    double *sum = ARENA_NEW(scratch, double, n*n), *size = ARENA_NEW(scratch, double, n);
    out->span = ARENA_NEW(scratch, double, (size_t)out->size* n);
    out->first = hang(s, out->size, out->span, scratch);
    if (out->first < 0 || !response_weighted(s, f, all, &alike, sum, scratch))
        return false;
    response_beside(s, f, all, sum, scratch);
    response_without(sum, n, out->span, out->first, scratch);
    if (!dense_eigen(s->size, sum, size, scratch))
        return false;
    for (int32_t e = out->first; e < out->size; ++e)
        memcpy(out->span + (size_t)e * n, sum + (n - 1 - (size_t)(e - out->first)) * n,
               n * sizeof *out->span);
    return true;
}

bool response_choose(const response_space* s, const response_flesh* f, const response_wanted* q,
                     response_basis* out, response_errors* errors, arena* memory) {
    SUPPLE_ASSERT(q->least > 0 && q->least <= q->most && f->scale > 0.0);
    int32_t most = q->most < s->size ? q->most : s->size, count = q->least < most ? q->least : most,
            room = most + POOL_BESIDE > RESPONSE_POOL ? most + POOL_BESIDE : RESPONSE_POOL;
    arena* scratch = arena_create();
    response_families all;
    response_pool pool = {.size = room < s->size ? room : s->size};
    response_weights weights = {0};
    bool sound =
        response_families_make(s, f, &all, scratch) && find_pool(s, f, &all, &pool, scratch);
    const response_weighing* x = sound ? response_weighing_make(s, f, &all, &pool, scratch) : NULL;
    while (sound) {
        sound = response_weigh(x, count, out, &weights, memory);
        const double* bounds = response_bounds(s, f, &all, &weights, &pool, scratch);
        sound = sound && bounds != NULL;
        if (!sound)
            break;
        *errors = response_errors_of(s, f, out);
        errors->least = bounds[count];
        if (count == most || fmax(errors->shake, fmax(errors->turn, errors->apart)) <= q->error)
            break;
        for (++count; count < most && bounds[count] > q->error;) // none would do
            ++count;
    }
    arena_destroy(scratch);
    return sound;
}
