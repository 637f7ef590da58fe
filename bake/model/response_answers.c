// Standard pushes, answers, and sums of them by weights.
// SPDX-License-Identifier: MIT
#include "bake/model/response_answers.h"

#include "bake/algebra/dense.h"

#include <math.h>
#include <string.h>

// How much answers count, as squares:
#define STRETCHED 0.02 // against one family, when all count alike: as only fast turning does
#define TOUCHED   1e-5 // against all of them: pushed anywhere

// ---- pushes ----------------------------------------------------------------------------

static const double* push_of(const response_space* s, int load) {
    return s->push + (size_t)load * (size_t)s->size;
}

response_pushes response_along_axes(const response_space* s, arena* memory) {
    response_pushes p = {3, ARENA_NEW(memory, double, 3 * (size_t)s->size)};
    memcpy(p.list, s->push, 3 * (size_t)s->size * sizeof *p.list);
    return p;
}

// mirrored 1: about the axes; -1: the shears beside them.
static response_pushes about(const response_space* s, double mirrored, arena* memory) {
    size_t n = (size_t)s->size;
    response_pushes p = {3, ARENA_NEW(memory, double, 3 * n)};
    for (size_t i = 0; i < 3 * n; ++i) {
        const loads_turn* t = &loads_turns[i / n];
        p.list[i] = mirrored * t->sign[0] * push_of(s, t->load[0])[i % n] +
                    t->sign[1] * push_of(s, t->load[1])[i % n];
    }
    return p;
}

response_pushes response_about_axes(const response_space* s, arena* memory) {
    return about(s, 1.0, memory);
}

static response_pushes from_axes(const response_space* s, arena* memory) {
    size_t n = (size_t)s->size;
    response_pushes p = {3, ARENA_NEW(memory, double, 3 * n)};
    for (size_t i = 0; i < 3 * n; ++i)
        p.list[i] = push_of(s, 3 + 4 * (int)(i / n))[i % n];
    return p;
}

response_pushes response_of_bones(const response_space* s) {
    return (response_pushes){LOADS_OF_A_BONE * s->bone_count,
                             s->push + (size_t)SELECT_LOADS * (size_t)s->size};
}

// ---- answers ---------------------------------------------------------------------------

void response_swing(const response_flesh* f, double value, double push, double hz, double q[2]) {
    double w = 2.0 * EXACT_PI * hz, stiff = f->scale * value,
           late = 2.0 * w * damping_of(&f->damping, stiff), ahead = stiff - w * w,
           sum = ahead * ahead + late * late;
    q[0] = push * ahead / sum;
    q[1] = -push * late / sum;
}

double response_tone(int i) {
    return 1.0 + i;
}

double response_dot(const double* a, const double* b, size_t n) {
    double sum = 0.0;
    for (size_t i = 0; i < n; ++i)
        sum += a[i] * b[i];
    return sum;
}

void response_answer(const response_space* s, const response_flesh* f, const double* push,
                     double* out) {
    size_t n = (size_t)s->size;
    for (size_t t = 0; t < RESPONSE_TONES; ++t)
        for (size_t i = 0; i < n; ++i) {
            double q[2];
            response_swing(f, s->values[i], push[i], response_tone((int)t), q);
            out[2 * t * n + i] = q[0];
            out[(2 * t + 1) * n + i] = q[1];
        }
}

// The pushes' answers squared, all together.
static double size_of(const response_space* s, const response_flesh* f, const response_pushes* p,
                      arena* scratch) {
    size_t n = (size_t)s->size, all = RESPONSE_HALVES * n;
    double *own = ARENA_NEW(scratch, double, all), sum = 0.0;
    for (size_t k = 0; k < (size_t)p->count; ++k) {
        response_answer(s, f, p->list + k * n, own);
        sum += response_dot(own, own, all);
    }
    return sum;
}

// sum += by times the products of the pushes' answers with themselves; the entries with the second index up to the first.
static void add_answers(const response_space* s, const response_flesh* f, const response_pushes* p,
                        double by, double* sum, arena* scratch) {
    size_t n = (size_t)s->size;
    double* own = ARENA_NEW(scratch, double, RESPONSE_HALVES* n);
    for (size_t k = 0; k < (size_t)p->count; ++k) {
        response_answer(s, f, p->list + k * n, own);
        for (size_t x = 0; x < RESPONSE_HALVES; ++x) {
            const double* q = own + x * n;
            for (size_t i = 0; i < n; ++i)
                for (size_t j = 0; j <= i; ++j)
                    sum[i * n + j] += by * q[i] * q[j];
        }
    }
}

static void mirror(double* sum, size_t n) {
    for (size_t i = 0; i < n; ++i)
        for (size_t k = 0; k < i; ++k)
            sum[k * n + i] = sum[i * n + k];
}

// ---- families --------------------------------------------------------------------------

// The same three pushes mixed so that each answer is of size 1, all directions alike: errors count against what there is in their own direction.
static bool even_out(const response_space* s, const response_flesh* f, response_pushes* p,
                     arena* memory) {
    size_t n = (size_t)s->size, all = RESPONSE_HALVES * n;
    double *own = ARENA_NEW(memory, double, 3 * all), both[9], size[3];
    double* mixed = ARENA_NEW(memory, double, 3 * n);
    for (size_t a = 0; a < 3; ++a)
        response_answer(s, f, p->list + a * n, own + a * all);
    for (size_t i = 0; i < 9; ++i)
        both[i] = response_dot(own + i / 3 * all, own + i % 3 * all, all);
    if (!dense_eigen(3, both, size, memory))
        return false;
    for (size_t e = 0; e < 3 && size[2] > 0.0; ++e)
        for (size_t i = 0; i < n && size[e] > RESPONSE_SAME * size[2]; ++i)
            mixed[e * n + i] = (both[3 * e] * p->list[i] + both[3 * e + 1] * p->list[n + i] +
                                both[3 * e + 2] * p->list[2 * n + i]) /
                               sqrt(size[e]);
    p->list = mixed;
    return true;
}

bool response_families_make(const response_space* s, const response_flesh* f,
                            response_families* out, arena* memory) {
    response_pushes shake = response_along_axes(s, memory), turn = response_about_axes(s, memory),
                    bones = response_of_bones(s);
    if (!even_out(s, f, &shake, memory) || !even_out(s, f, &turn, memory))
        return false;
    size_t each = (size_t)bones.count * (size_t)s->size;
    double size = size_of(s, f, &bones, memory), *list = ARENA_NEW(memory, double, each);
    for (size_t i = 0; i < each && size > 0.0; ++i)
        list[i] = bones.list[i] / sqrt(size);
    bones.list = list;
    *out = (response_families){size > 0.0 ? 3 : 2, {{shake, 3}, {turn, 3}, {bones, 1}}};
    return isfinite(size);
}

response_weights response_alike(const response_families* all) {
    response_weights w = {0};
    for (int32_t i = 0; i < all->count; ++i)
        for (int32_t d = all->list[i].directions, k = 0; k < d; ++k)
            w.of[i][k * d + k] = 1.0 / (all->count * d);
    return w;
}

bool response_weighted(const response_space* s, const response_flesh* f,
                       const response_families* all, const response_weights* w, double* sum,
                       arena* scratch) {
    size_t n = (size_t)s->size;
    for (int32_t x = 0; x < all->count; ++x) {
        const response_family* own = &all->list[x];
        if (own->directions == 1) {
            add_answers(s, f, &own->pushes, w->of[x][0], sum, scratch);
            continue;
        }
        double vectors[9], values[3], *mixed = ARENA_NEW(scratch, double, n);
        memcpy(vectors, w->of[x], sizeof vectors);
        if (!dense_eigen(3, vectors, values, scratch))
            return false;
        for (size_t e = 0; e < 3; ++e) {
            for (size_t i = 0; i < n; ++i)
                mixed[i] = vectors[3 * e] * own->pushes.list[i] +
                           vectors[3 * e + 1] * own->pushes.list[n + i] +
                           vectors[3 * e + 2] * own->pushes.list[2 * n + i];
            add_answers(s, f, &(response_pushes){1, mixed}, fmax(values[e], 0.0), sum, scratch);
        }
    }
    mirror(sum, n);
    return true;
}

void response_beside(const response_space* s, const response_flesh* f, const response_families* all,
                     double* sum, arena* scratch) {
    size_t n = (size_t)s->size;
    const response_pushes stretched[] = {about(s, -1.0, scratch), from_axes(s, scratch)};
    for (int i = 0; i < 2; ++i) {
        double size = size_of(s, f, &stretched[i], scratch);
        if (size > 0.0)
            add_answers(s, f, &stretched[i], STRETCHED / (size * all->count), sum, scratch);
    }
    double soft = 0.0;
    for (size_t i = 0; i < n; ++i)
        soft += 1.0 / (s->values[i] * s->values[i]);
    for (size_t i = 0; i < n; ++i)
        sum[i * n + i] += TOUCHED / soft / (s->values[i] * s->values[i]);
    mirror(sum, n);
}
