// Weights that are raised where most is missed, and what they prove.
// SPDX-License-Identifier: MIT
#include "bake/model/response_weigh.h"

#include "bake/algebra/dense.h"
#include "runtime/math/exact.h"

#include <math.h>
#include <string.h>

enum { ROUNDS = 16 };
// The logarithm of a weight rises by this times the squared error over the worst one's, less from round to round:
#define RISE         1.5
#define RISE_SLOWING 0.25

// A family in numbers of the pool.
typedef struct answers {
    int32_t count, directions;
    const double* pushes; // [count][size]
    double* list;         // [count][halves][size]
    double*
        products; // [directions][directions][size][size] answers times answers; of one direction, the sum of them
    double whole[9]; // the same of what the whole space answers, over all its members
} answers;

struct response_weighing {
    const response_space* space;
    const response_flesh* flesh;
    const response_pool* pool;
    double* stiffness; // [size][size]
    double* beside;    // [size][size] response_beside
    int32_t count;
    answers of[RESPONSE_FAMILIES];
};

// ---- in numbers of the pool ------------------------------------------------------------

// Vectors of the space, [count], in numbers of the pool.
static double* numbers(const response_space* s, const response_pool* pool, const double* vectors,
                       size_t count, arena* memory) {
    size_t n = (size_t)s->size, size = (size_t)pool->size;
    double* out = ARENA_NEW(memory, double, count* size);
    for (size_t i = 0; i < count * size; ++i)
        out[i] = response_dot(vectors + i / size * n, pool->span + i % size * n, n);
    return out;
}

// pool' matrix pool
static double* within(const response_space* s, const response_pool* pool, const double* matrix,
                      arena* memory, arena* scratch) {
    size_t n = (size_t)s->size, size = (size_t)pool->size;
    double* times = ARENA_NEW(scratch, double, size* n);
    for (size_t i = 0; i < size * n; ++i)
        times[i] = response_dot(matrix + i % n * n, pool->span + i / n * n, n);
    return numbers(s, pool, times, size, memory);
}

// to += the products of two pushes' answers, both ways round when they are two.
static void add_products(const answers* a, size_t i, size_t j, size_t size, double* to) {
    for (size_t h = 0; h < RESPONSE_HALVES; ++h) {
        const double *x = a->list + (i * RESPONSE_HALVES + h) * size,
                     *y = a->list + (j * RESPONSE_HALVES + h) * size;
        for (size_t k = 0; k < size; ++k)
            for (size_t m = 0; m < size; ++m)
                to[k * size + m] += x[k] * y[m];
    }
}

static void describe(const response_weighing* x, const response_family* family, answers* out,
                     arena* memory, arena* scratch) {
    const response_space* s = x->space;
    size_t n = (size_t)s->size, size = (size_t)x->pool->size, d = (size_t)family->directions,
           count = (size_t)family->pushes.count, each = RESPONSE_HALVES * n;
    double* all = ARENA_NEW(scratch, double, count* each);
    for (size_t i = 0; i < count; ++i)
        response_answer(s, x->flesh, family->pushes.list + i * n, all + i * each);
    *out = (answers){.count = family->pushes.count,
                     .directions = family->directions,
                     .pushes = numbers(s, x->pool, family->pushes.list, count, memory),
                     .list = numbers(s, x->pool, all, count * RESPONSE_HALVES, memory),
                     .products = ARENA_NEW(memory, double, d* d* size* size)};
    for (size_t i = 0; i < count; ++i)
        for (size_t j = 0; j < count; ++j) {
            if (d == 1 && i != j)
                continue;
            size_t at = d == 1 ? 0 : i * d + j;
            out->whole[at] += response_dot(all + i * each, all + j * each, each);
            add_products(out, i, j, size, out->products + at * size * size);
        }
}

response_weighing* response_weighing_make(const response_space* s, const response_flesh* f,
                                          const response_families* all, const response_pool* pool,
                                          arena* memory) {
    arena* scratch = arena_create();
    size_t n = (size_t)s->size;
    response_weighing* x = ARENA_NEW(memory, response_weighing, 1);
    double *held = ARENA_NEW(scratch, double, n*n), *beside = ARENA_NEW(scratch, double, n*n);
    for (size_t i = 0; i < n; ++i)
        held[i * n + i] = s->values[i];
    response_beside(s, f, all, beside, scratch);
    *x = (response_weighing){.space = s,
                             .flesh = f,
                             .pool = pool,
                             .stiffness = within(s, pool, held, memory, scratch),
                             .beside = within(s, pool, beside, memory, scratch),
                             .count = all->count};
    for (int32_t i = 0; i < all->count; ++i)
        describe(x, &all->list[i], &x->of[i], memory, scratch);
    arena_destroy(scratch);
    return x;
}

// ---- coordinates -----------------------------------------------------------------------

// Coordinates in numbers of the pool, [count][size], turned so that their stiffness is diagonal.
static bool diagonal(const response_weighing* x, int32_t count, double* coords, double* values,
                     arena* scratch) {
    size_t size = (size_t)x->pool->size, k = (size_t)count;
    double *times = ARENA_NEW(scratch, double, k*size), *held = ARENA_NEW(scratch, double, k*k);
    for (size_t i = 0; i < k * size; ++i)
        times[i] = response_dot(coords + i / size * size, x->stiffness + i % size * size, size);
    for (size_t i = 0; i < k * k; ++i)
        held[i] = response_dot(times + i / k * size, coords + i % k * size, size);
    if (!dense_eigen(count, held, values, scratch))
        return false;
    memset(times, 0, k * size * sizeof *times);
    for (size_t i = 0; i < k; ++i)
        for (size_t j = 0; j < k; ++j)
            for (size_t m = 0; m < size; ++m)
                times[i * size + m] += held[i * k + j] * coords[j * size + m];
    memcpy(coords, times, k * size * sizeof *coords);
    return true;
}

// What reduced answers miss of a family, as products: [directions][directions].
static void missed(const response_weighing* x, const answers* a, int32_t count,
                   const double* coords, const double* values, double* out, arena* scratch) {
    size_t size = (size_t)x->pool->size, k = (size_t)count, each = RESPONSE_HALVES * k,
           d = (size_t)a->directions, pushes = (size_t)a->count;
    double *seen = ARENA_NEW(scratch, double, pushes*each),
           *q = ARENA_NEW(scratch, double, pushes*each);
    for (size_t i = 0; i < pushes * k; ++i) {
        const double* c = coords + i % k * size;
        double push = response_dot(c, a->pushes + i / k * size, size), both[2];
        for (size_t h = 0; h < RESPONSE_HALVES; ++h) {
            size_t at = i / k * each + h * k + i % k;
            if (h % 2 == 0)
                response_swing(x->flesh, values[i % k], push, response_tone((int)h / 2), both);
            q[at] = both[h % 2];
            seen[at] = response_dot(c, a->list + (i / k * RESPONSE_HALVES + h) * size, size);
        }
    }
    memcpy(out, a->whole, 9 * sizeof *out);
    for (size_t i = 0; i < pushes; ++i)
        for (size_t j = 0; j < pushes; ++j) {
            const double *qi = q + i * each, *qj = q + j * each;
            if (d > 1 || i == j)
                out[d == 1 ? 0 : i * d + j] += response_dot(qi, qj, each) -
                                               response_dot(qi, seen + j * each, each) -
                                               response_dot(seen + i * each, qj, each);
        }
}

// ---- weights ---------------------------------------------------------------------------

// The eigenvalues' largest; vectors and values of a matrix of one or three directions. Below 0: numbers that are none.
static double turn_own(const double* matrix, int32_t directions, double vectors[9],
                       double values[3], arena* scratch) {
    memcpy(vectors, matrix, 9 * sizeof *vectors);
    if (directions == 1) {
        values[0] = vectors[0];
        vectors[0] = 1.0;
    } else if (!dense_eigen(3, vectors, values, scratch))
        return -1.0;
    return fmax(values[directions - 1], 0.0);
}

// Exponentials of the logarithms beside what they started from, scaled so that traces sum to one.
static bool exponentials(const response_weighing* x, const double logs[][9], response_weights* out,
                         arena* scratch) {
    double vectors[RESPONSE_FAMILIES][9], values[RESPONSE_FAMILIES][3], top = 0.0, sum = 0.0;
    for (int32_t i = 0; i < x->count; ++i) {
        double own = turn_own(logs[i], x->of[i].directions, vectors[i], values[i], scratch);
        if (own < 0.0)
            return false;
        top = fmax(top, own);
    }
    *out = (response_weights){0};
    for (int32_t i = 0; i < x->count; ++i)
        for (int32_t e = 0, d = x->of[i].directions; e < d; ++e) {
            double own = exact_exp(values[i][e] - top) / d;
            sum += own;
            for (int32_t k = 0; k < d * d; ++k)
                out->of[i][k] += own * vectors[i][e * d + k / d] * vectors[i][e * d + k % d];
        }
    for (int32_t i = 0; i < x->count * 9; ++i)
        out->of[i / 9][i % 9] /= sum;
    return true;
}

// The static answers, and the principal components of what they leave of the weighted answers; left: what the latter leave, squared.
static bool components(const response_weighing* x, const response_weights* w, int32_t count,
                       double* coords, double* left, arena* scratch) {
    size_t size = (size_t)x->pool->size, first = (size_t)x->pool->first, rest = size - first;
    double *sum = ARENA_NEW(scratch, double, rest*rest), *values = ARENA_NEW(scratch, double, rest);
    for (size_t i = 0; i < rest * rest; ++i)
        sum[i] = x->beside[(first + i / rest) * size + first + i % rest];
    for (int32_t f = 0; f < x->count; ++f)
        for (size_t e = 0, d = (size_t)x->of[f].directions; e < d * d; ++e) {
            const double* from = x->of[f].products + e * size * size;
            for (size_t i = 0; i < rest * rest; ++i)
                sum[i] += w->of[f][e] * from[(first + i / rest) * size + first + i % rest];
        }
    if (rest > 0 && !dense_eigen((int32_t)rest, sum, values, scratch))
        return false;
    memset(coords, 0, (size_t)count * size * sizeof *coords);
    *left = 0.0;
    for (size_t e = 0; e < rest; ++e)
        *left += e + (size_t)count < size ? values[e] : 0.0;
    for (size_t i = 0; i < (size_t)count; ++i)
        if (i < first)
            coords[i * size + i] = 1.0;
        else
            memcpy(coords + i * size + first, sum + (rest - 1 - (i - first)) * rest,
                   rest * sizeof *coords);
    return true;
}

// ---- the best --------------------------------------------------------------------------

// The worst error, squared; logarithms rise by all of them. Negative: numbers that are none.
static double judge(const response_weighing* x, const response_basis* b, int round,
                    double logs[][9], arena* scratch) {
    double off[RESPONSE_FAMILIES][9], vectors[9], values[3], worst = 0.0;
    for (int32_t i = 0; i < x->count; ++i) {
        missed(x, &x->of[i], b->count, b->coords, b->values, off[i], scratch);
        double own = turn_own(off[i], x->of[i].directions, vectors, values, scratch);
        if (own < 0.0)
            return -1.0;
        worst = fmax(worst, own);
    }
    double by = worst > 0.0 ? RISE / worst / sqrt(1.0 + RISE_SLOWING * round) : 0.0;
    for (int32_t i = 0; i < x->count * 9; ++i)
        logs[i / 9][i % 9] += by * off[i / 9][i % 9];
    return worst;
}

static void keep(const response_weighing* x, const response_basis* from, response_basis* to) {
    size_t n = (size_t)x->space->size, size = (size_t)x->pool->size;
    memcpy(to->values, from->values, (size_t)to->count * sizeof *to->values);
    memset(to->coords, 0, (size_t)to->count * n * sizeof *to->coords);
    for (size_t i = 0; i < (size_t)to->count; ++i)
        for (size_t k = 0; k < size; ++k)
            for (size_t m = 0; m < n; ++m)
                to->coords[i * n + m] += from->coords[i * size + k] * x->pool->span[k * n + m];
}

bool response_weigh(const response_weighing* x, int32_t count, response_basis* out,
                    response_weights* most, arena* memory) {
    size_t k = (size_t)count, size = (size_t)x->pool->size;
    *out = (response_basis){count, ARENA_NEW(memory, double, k*(size_t)x->space->size),
                            ARENA_NEW(memory, double, k)};
    double logs[RESPONSE_FAMILIES][9] = {{0.0}}, least = INFINITY, largest = -1.0;
    arena* scratch = arena_create();
    response_basis tried = {count, ARENA_NEW(scratch, double, k* size),
                            ARENA_NEW(scratch, double, k)};
    bool sound = true;
    for (int round = 0; sound && round < ROUNDS; ++round) {
        response_weights w;
        double left, worst = -1.0;
        sound = exponentials(x, logs, &w, scratch) &&
                components(x, &w, count, tried.coords, &left, scratch) &&
                diagonal(x, count, tried.coords, tried.values, scratch);
        if (sound)
            worst = judge(x, &tried, round, logs, scratch);
        sound = worst >= 0.0;
        if (sound && worst < least) {
            least = worst;
            keep(x, &tried, out);
        }
        if (sound && left > largest) {
            largest = left;
            *most = w;
        }
    }
    arena_destroy(scratch);
    return sound;
}

void response_without(double* sum, size_t n, const double* vectors, int32_t count, arena* scratch) {
    double* times = ARENA_NEW(scratch, double, n);
    for (int32_t e = 0; e < count; ++e) {
        const double* x = vectors + (size_t)e * n;
        for (size_t i = 0; i < n; ++i)
            times[i] = response_dot(sum + i * n, x, n);
        double own = response_dot(times, x, n);
        for (size_t i = 0; i < n; ++i)
            for (size_t k = 0; k < n; ++k)
                sum[i * n + k] += own * x[i] * x[k] - times[i] * x[k] - x[i] * times[k];
    }
}

double* response_bounds(const response_space* s, const response_flesh* f,
                        const response_families* all, const response_weights* w,
                        const response_pool* pool, arena* memory) {
    arena* scratch = arena_create();
    size_t n = (size_t)s->size, first = (size_t)pool->first;
    double *sum = ARENA_NEW(scratch, double, n*n), *values = ARENA_NEW(scratch, double, n),
           *out = ARENA_NEW(memory, double, n + 1), left = 0.0;
    bool sound = response_weighted(s, f, all, w, sum, scratch);
    response_without(sum, n, pool->span, pool->first, scratch);
    sound = sound && dense_eigen(s->size, sum, values, scratch);
    for (size_t i = 0; sound && i < n; ++i) { // the i + 1 smallest are left by n - 1 - i components
        left += fmax(values[i], 0.0);
        if (n - 1 - i + first <= n)
            out[n - 1 - i + first] = sqrt(left);
    }
    arena_destroy(scratch);
    return sound ? out : NULL;
}
