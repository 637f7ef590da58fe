// Answers, what is best kept of them, and what that misses: in the space of a hundred numbers that stands for the body.
// SPDX-License-Identifier: MIT
#include "bake/model/response.h"

#include "bake/algebra/dense.h"
#include "bake/base/assert.h"

#include <math.h>
#include <string.h>

enum { TONES = 6 };         // frequencies of the responses that are sampled: 1, 2, ... Hz
#define RESPONSE_SAME 1e-12 // of the largest, squared: less is rounding
// How much answers count, as squares against those of a shaken body:
#define TURNED             1.0
#define RESPONSE_STRETCHED 0.02 // as only fast turning does
#define BONES_APART        1.0
#define TOUCHED            1e-5 // pushed anywhere, so that what is left has an order

// ---- answers ---------------------------------------------------------------------------

// What pushes in one of the standard ways, [size] each: along each axis, turning about each, stretched as by fast turning, each bone alone.
typedef struct pushes {
    int32_t count;
    double* list; // [count][size]
} pushes;

static const double* push_of(const response_space* s, int load) {
    return s->push + (size_t)load * (size_t)s->size;
}

static pushes along_axes(const response_space* s, arena* scratch) {
    pushes p = {3, ARENA_NEW(scratch, double, 3 * (size_t)s->size)};
    memcpy(p.list, s->push, 3 * (size_t)s->size * sizeof *p.list);
    return p;
}

// mirrored 1: about the axes; -1: the shears beside them.
static pushes about_axes(const response_space* s, double mirrored, arena* scratch) {
    size_t n = (size_t)s->size;
    pushes p = {3, ARENA_NEW(scratch, double, 3 * n)};
    for (size_t i = 0; i < 3 * n; ++i) {
        const loads_turn* t = &loads_turns[i / n];
        p.list[i] = mirrored * t->sign[0] * push_of(s, t->load[0])[i % n] +
                    t->sign[1] * push_of(s, t->load[1])[i % n];
    }
    return p;
}

static pushes from_axes(const response_space* s, arena* scratch) {
    size_t n = (size_t)s->size;
    pushes p = {3, ARENA_NEW(scratch, double, 3 * n)};
    for (size_t i = 0; i < 3 * n; ++i)
        p.list[i] = push_of(s, 3 + 4 * (int)(i / n))[i % n];
    return p;
}

static pushes of_bones(const response_space* s) {
    return (pushes){LOADS_OF_A_BONE * s->bone_count,
                    s->push + (size_t)SELECT_LOADS * (size_t)s->size};
}

// q'' + 2 d q' + value q = push at `hz`, both halves of a swing: in time with the push, and a quarter behind it.
static void swing(const response_flesh* f, double value, double push, double hz, double q[2]) {
    double w = 2.0 * EXACT_PI * hz, stiff = f->scale * value,
           late = 2.0 * w * damping_of(&f->damping, stiff), ahead = stiff - w * w,
           sum = ahead * ahead + late * late;
    q[0] = push * ahead / sum;
    q[1] = -push * late / sum;
}

static double tone(int i) {
    return 1.0 + i;
}

static double dot(const double* a, const double* b, size_t n) {
    double sum = 0.0;
    for (size_t i = 0; i < n; ++i)
        sum += a[i] * b[i];
    return sum;
}

// Both halves of the whole body's answers, [tones][2][size].
static void answer(const response_space* s, const response_flesh* f, const double* push,
                   double* out) {
    size_t n = (size_t)s->size;
    for (size_t t = 0; t < TONES; ++t)
        for (size_t i = 0; i < n; ++i) {
            double q[2];
            swing(f, s->values[i], push[i], tone((int)t), q);
            out[2 * t * n + i] = q[0];
            out[(2 * t + 1) * n + i] = q[1];
        }
}

// The same pushes mixed so that each answer is of size 1, all directions alike: errors count against what there is in their own direction.
static bool even_out(const response_space* s, const response_flesh* f, pushes* p, arena* scratch) {
    size_t n = (size_t)s->size, all = 2 * TONES * n;
    double *own = ARENA_NEW(scratch, double, 3 * all), both[9], size[3];
    double* mixed = ARENA_NEW(scratch, double, 3 * n);
    for (size_t a = 0; a < 3; ++a)
        answer(s, f, p->list + a * n, own + a * all);
    for (size_t i = 0; i < 9; ++i)
        both[i] = dot(own + i / 3 * all, own + i % 3 * all, all);
    if (!dense_eigen(3, both, size, scratch))
        return false;
    for (size_t e = 0; e < 3 && size[2] > 0.0; ++e)
        for (size_t i = 0; i < n && size[e] > RESPONSE_SAME * size[2]; ++i)
            mixed[e * n + i] = (both[3 * e] * p->list[i] + both[3 * e + 1] * p->list[n + i] +
                                both[3 * e + 2] * p->list[2 * n + i]) /
                               sqrt(size[e]);
    p->list = mixed;
    return true;
}

// sum += products of the pushes' answers with themselves, scaled so that they come to `weight` together; 0: as they are.
static void add_answers(const response_space* s, const response_flesh* f, const pushes* p,
                        double weight, double* sum, arena* scratch) {
    size_t n = (size_t)s->size, all = 2 * TONES * n;
    double* own = ARENA_NEW(scratch, double, (size_t)p->count* all);
    double total = 0.0;
    for (size_t k = 0; k < (size_t)p->count; ++k) {
        answer(s, f, p->list + k * n, own + k * all);
        total += dot(own + k * all, own + k * all, all);
    }
    double by = total > 0.0 ? weight / total : 0.0;
    for (size_t x = 0; x < 2 * TONES * (size_t)p->count; ++x) {
        const double* q = own + x * n;
        for (size_t i = 0; i < n; ++i)
            for (size_t k = 0; k <= i; ++k)
                sum[i * n + k] += by * q[i] * q[k];
    }
}

// All responses, [size][size]; NULL when there are numbers in it that are none.
static double* covariance(const response_space* s, const response_flesh* f, arena* scratch) {
    size_t n = (size_t)s->size;
    double* sum = ARENA_NEW(scratch, double, n* n);
    pushes shake = along_axes(s, scratch), turn = about_axes(s, 1.0, scratch),
           shear = about_axes(s, -1.0, scratch), stretch = from_axes(s, scratch),
           bones = of_bones(s);
    if (!even_out(s, f, &shake, scratch) || !even_out(s, f, &turn, scratch))
        return NULL;
    add_answers(s, f, &shake, 1.0, sum, scratch);
    add_answers(s, f, &turn, TURNED, sum, scratch);
    add_answers(s, f, &shear, RESPONSE_STRETCHED, sum, scratch);
    add_answers(s, f, &stretch, RESPONSE_STRETCHED, sum, scratch);
    add_answers(s, f, &bones, BONES_APART, sum, scratch);
    double all = 0.0, soft = 0.0;
    for (size_t i = 0; i < n; ++i) {
        all += sum[i * n + i];
        soft += 1.0 / (s->values[i] * s->values[i]);
    }
    for (size_t i = 0; i < n; ++i)
        sum[i * n + i] += TOUCHED * all / soft / (s->values[i] * s->values[i]);
    for (size_t i = 0; i < n; ++i)
        for (size_t k = 0; k < i; ++k)
            sum[k * n + i] = sum[i * n + k];
    return sum;
}

// ---- the basis -------------------------------------------------------------------------

// The static answers along each axis, orthonormal, those that reach farthest first; returns how many.
static int32_t hang(const response_space* s, int32_t most, double* to, arena* scratch) {
    size_t n = (size_t)s->size;
    double *q = ARENA_NEW(scratch, double, 3 * n), both[9], size[3];
    for (size_t a = 0; a < 3; ++a)
        for (size_t i = 0; i < n; ++i)
            q[a * n + i] = s->push[a * n + i] / s->values[i];
    for (size_t a = 0; a < 3; ++a)
        for (size_t b = 0; b < 3; ++b)
            both[3 * a + b] = dot(q + a * n, q + b * n, n);
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

// sum without what the first `count` of the orthonormal vectors have of it.
static void without(double* sum, size_t n, const double* vectors, int32_t count, arena* scratch) {
    double* times = ARENA_NEW(scratch, double, n);
    for (int32_t e = 0; e < count; ++e) {
        const double* x = vectors + (size_t)e * n;
        for (size_t i = 0; i < n; ++i)
            times[i] = dot(sum + i * n, x, n);
        double own = dot(times, x, n);
        for (size_t i = 0; i < n; ++i)
            for (size_t k = 0; k < n; ++k)
                sum[i * n + k] += own * x[i] * x[k] - times[i] * x[k] - x[i] * times[k];
    }
}

// ---- errors ----------------------------------------------------------------------------

// What a push does at a frequency, both halves, [2][size]: the whole body's, and what the reduced one misses of it.
static void missed(const response_space* s, const response_flesh* f, const response_basis* b,
                   const double* push, double hz, double* whole, double* rest) {
    size_t n = (size_t)s->size;
    for (size_t i = 0; i < n; ++i) {
        double q[2];
        swing(f, s->values[i], push[i], hz, q);
        for (size_t h = 0; h < 2; ++h)
            whole[h * n + i] = rest[h * n + i] = q[h];
    }
    for (int32_t e = 0; e < b->count; ++e) {
        const double* x = b->coords + (size_t)e * n;
        double q[2];
        swing(f, b->values[e], dot(x, push, n), hz, q);
        for (size_t i = 0; i < 2 * n; ++i)
            rest[i] -= q[i / n] * x[i % n];
    }
}

// The worst ratio over sums of three pushes, over all tones or at rest.
static double worst_of(const response_space* s, const response_flesh* f, const response_basis* b,
                       const pushes* by, bool slow, arena* scratch) {
    size_t n = (size_t)s->size;
    double *whole = ARENA_NEW(scratch, double, 6 * n), *rest = ARENA_NEW(scratch, double, 6 * n),
           all[9] = {0.0}, off[9] = {0.0}, vectors[9], values[3];
    for (int t = 0; t < (slow ? 1 : TONES); ++t) {
        for (size_t a = 0; a < 3; ++a)
            missed(s, f, b, by->list + a * n, slow ? 0.0 : tone(t), whole + 2 * a * n,
                   rest + 2 * a * n);
        for (size_t i = 0; i < 9; ++i) {
            all[i] += dot(whole + 2 * (i / 3) * n, whole + 2 * (i % 3) * n, 2 * n);
            off[i] += dot(rest + 2 * (i / 3) * n, rest + 2 * (i % 3) * n, 2 * n);
        }
    }
    double most = fmax(all[0], fmax(all[4], all[8]));
    int32_t found = dense_pencil(3, off, all, RESPONSE_SAME * most, vectors, values, scratch);
    return found > 0 ? sqrt(fmax(values[found - 1], 0.0)) : 0.0;
}

static double mean_of(const response_space* s, const response_flesh* f, const response_basis* b,
                      const pushes* by, arena* scratch) {
    size_t n = (size_t)s->size;
    double *whole = ARENA_NEW(scratch, double, 2 * n), *rest = ARENA_NEW(scratch, double, 2 * n),
           all = 0.0, off = 0.0;
    for (size_t k = 0; k < (size_t)by->count; ++k)
        for (int t = 0; t < TONES; ++t) {
            missed(s, f, b, by->list + k * n, tone(t), whole, rest);
            all += dot(whole, whole, 2 * n);
            off += dot(rest, rest, 2 * n);
        }
    return all > 0.0 ? sqrt(off / all) : 0.0;
}

response_errors response_errors_of(const response_space* s, const response_flesh* f,
                                   const response_basis* b) {
    arena* scratch = arena_create();
    const pushes along = along_axes(s, scratch), about = about_axes(s, 1.0, scratch),
                 bones = of_bones(s);
    response_errors out = {.hang = worst_of(s, f, b, &along, true, scratch),
                           .shake = worst_of(s, f, b, &along, false, scratch),
                           .turn = worst_of(s, f, b, &about, false, scratch),
                           .apart = mean_of(s, f, b, &bones, scratch)};
    arena_destroy(scratch);
    return out;
}

// ---- the choice ------------------------------------------------------------------------

// The first `count` members of the span as coordinates whose stiffness is diagonal.
static bool diagonal(const response_space* s, const double* span, int32_t count,
                     response_basis* out, arena* memory, arena* scratch) {
    size_t n = (size_t)s->size, k = (size_t)count;
    double* held = ARENA_NEW(scratch, double, k* k);
    for (size_t i = 0; i < k; ++i)
        for (size_t j = 0; j < k; ++j)
            for (size_t m = 0; m < n; ++m)
                held[i * k + j] += span[i * n + m] * s->values[m] * span[j * n + m];
    *out = (response_basis){count, ARENA_NEW(memory, double, k* n), ARENA_NEW(memory, double, k)};
    if (!dense_eigen(count, held, out->values, scratch))
        return false;
    for (size_t i = 0; i < k; ++i)
        for (size_t j = 0; j < k; ++j)
            for (size_t m = 0; m < n; ++m)
                out->coords[i * n + m] += held[i * k + j] * span[j * n + m];
    return true;
}

// Orthonormal, the most important first: static answers, then principal components of what they leave. [most][size]
static bool find_span(const response_space* s, const response_flesh* f, int32_t most, double* span,
                      arena* scratch) {
    size_t n = (size_t)s->size;
    int32_t first = hang(s, most, span, scratch);
    double *sum = covariance(s, f, scratch), *size = ARENA_NEW(scratch, double, n);
    if (first < 0 || sum == NULL)
        return false;
    without(sum, n, span, first, scratch);
    if (!dense_eigen(s->size, sum, size, scratch))
        return false;
    for (int32_t e = first; e < most; ++e)
        memcpy(span + (size_t)e * n, sum + (n - 1 - (size_t)(e - first)) * n, n * sizeof *span);
    return true;
}

bool response_choose(const response_space* s, const response_flesh* f, const response_wanted* q,
                     response_basis* out, response_errors* errors, arena* memory) {
    SUPPLE_ASSERT(q->least > 0 && q->least <= q->most && f->scale > 0.0);
    int32_t most = q->most < s->size ? q->most : s->size, count = q->least < most ? q->least : most;
    arena* scratch = arena_create();
    double* span = ARENA_NEW(scratch, double, (size_t)most*(size_t)s->size);
    bool sound = find_span(s, f, most, span, scratch);
    for (; sound; ++count) {
        sound = diagonal(s, span, count, out, memory, scratch);
        *errors = response_errors_of(s, f, out);
        if (count == most || fmax(errors->shake, fmax(errors->turn, errors->apart)) <= q->error)
            break;
    }
    arena_destroy(scratch);
    return sound;
}
