// SPDX-License-Identifier: MIT
#include "bake/light/radial.h"

#include "bake/algebra/dense.h"
#include "bake/base/assert.h"
#include "runtime/math/exact.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

enum { NEXT = 3, FOLDS = 10 };

static const double WEIGHT_MOST = 1.5, // of the largest value
    RADIAL_BEYOND = 0.5;               // of its range at the centres, the linear part may go on

void radial_parts(const radial* f, const double* x, double* p) {
    double least = INFINITY, sum = 0.0;
    for (int32_t k = 0; k < f->count; ++k) {
        const double* c = f->centers + (size_t)k * (size_t)f->rank;
        double square = 0.0;
        for (int32_t i = 0; i < f->rank; ++i)
            square += (x[i] - c[i]) * (x[i] - c[i]);
        p[k] = square * f->sharpness[k];
        least = fmin(least, p[k]);
    }
    for (int32_t k = 0; k < f->count; ++k)
        sum += p[k] = exact_exp(least - p[k]);
    for (int32_t k = 0; k < f->count; ++k)
        p[k] /= sum;
}

// A number of the linear part, without its bounds.
static double along(const radial* f, const double* x, int32_t i) {
    double sum = 0.0;
    for (int32_t n = 0; n < f->rank; ++n)
        sum += x[n] * f->slopes_or_null[(size_t)n * (size_t)f->width + (size_t)i];
    return sum;
}

void radial_evaluate(const radial* f, const double* x, double* y) {
    arena* scratch = arena_create();
    double* p = ARENA_NEW(scratch, double, (size_t)f->count);
    radial_parts(f, x, p);
    memset(y, 0, (size_t)f->width * sizeof *y);
    for (int32_t k = 0; k < f->count; ++k)
        for (int32_t i = 0; i < f->width; ++i)
            y[i] += p[k] * f->weights[(size_t)k * (size_t)f->width + (size_t)i];
    for (int32_t i = 0; i < f->width && f->slopes_or_null != NULL; ++i)
        y[i] += fmin(fmax(along(f, x, i), f->low[i]), f->high[i]);
    arena_destroy(scratch);
}

bool radial_solve(radial* f, const double* values, double ridge, arena* memory) {
    arena* scratch = arena_create();
    size_t n = (size_t)f->count, width = (size_t)f->width;
    double *p = ARENA_NEW(scratch, double, n*n), *normal = ARENA_NEW(scratch, double, n*n),
           *right = ARENA_NEW(scratch, double, n*width);
    for (size_t j = 0; j < n; ++j)
        radial_parts(f, f->centers + j * (size_t)f->rank, p + j * n);
    for (size_t j = 0; j < n; ++j)
        for (size_t a = 0; a < n; ++a) {
            for (size_t b = 0; b < n; ++b)
                normal[a * n + b] += p[j * n + a] * p[j * n + b];
            for (size_t i = 0; i < width; ++i)
                right[a * width + i] += p[j * n + a] * values[j * width + i];
        }
    for (size_t a = 0; a < n; ++a)
        normal[a * n + a] += ridge;
    f->weights = ARENA_NEW(memory, double, n* width);
    bool sound = dense_invert(f->count, normal, scratch);
    for (size_t a = 0; a < n; ++a)
        for (size_t b = 0; b < n; ++b)
            for (size_t i = 0; i < width; ++i)
                f->weights[a * width + i] += normal[a * n + b] * right[b * width + i];
    arena_destroy(scratch);
    return sound;
}

// ---- widths ------------------------------------------------------------------------------

// Mean distance of a centre to its next ones.
static double distance_of(const double* centers, int32_t count, int32_t rank, int32_t of) {
    double next[NEXT], sum = 0.0; // squares, ascending
    int32_t found = 0;
    for (int32_t k = 0; k < count; ++k) {
        double square = 0.0;
        for (int32_t i = 0; i < rank; ++i) {
            double d = centers[(size_t)k * (size_t)rank + (size_t)i] -
                       centers[(size_t)of * (size_t)rank + (size_t)i];
            square += d * d;
        }
        if (k == of || (found == NEXT && square >= next[NEXT - 1]))
            continue;
        int32_t at = found < NEXT ? found++ : NEXT - 1;
        for (; at > 0 && next[at - 1] > square; --at)
            next[at] = next[at - 1];
        next[at] = square;
    }
    for (int32_t k = 0; k < found; ++k)
        sum += sqrt(next[k]);
    return found > 0 ? sum / found : 1.0;
}

// ---- the linear part ---------------------------------------------------------------------

static double* means_of(const double* rows, size_t count, size_t width, arena* memory) {
    double* mean = ARENA_NEW(memory, double, width);
    for (size_t k = 0; k < count; ++k)
        for (size_t i = 0; i < width; ++i)
            mean[i] += rows[k * width + i] / (double)count;
    return mean;
}

// (X^T X + ridge) slopes = X^T Y, both about their means. One ridge for all coordinates: what moves little matters little.
static void set_slopes(radial* f, const double* values, double ridge, arena* memory) {
    arena* scratch = arena_create();
    size_t n = (size_t)f->count, rank = (size_t)f->rank, width = (size_t)f->width;
    double *mean = means_of(f->centers, n, rank, scratch),
           *level = means_of(values, n, width, scratch),
           *normal = ARENA_NEW(scratch, double, rank*rank),
           *right = ARENA_NEW(scratch, double, rank*width), trace = 0.0;
    for (size_t k = 0; k < n; ++k)
        for (size_t a = 0; a < rank; ++a) {
            double x = f->centers[k * rank + a] - mean[a];
            for (size_t b = 0; b < rank; ++b)
                normal[a * rank + b] += x * (f->centers[k * rank + b] - mean[b]);
            for (size_t i = 0; i < width; ++i)
                right[a * width + i] += x * (values[k * width + i] - level[i]);
        }
    for (size_t a = 0; a < rank; ++a)
        trace += normal[a * rank + a] / (double)rank;
    for (size_t a = 0; a < rank; ++a)
        normal[a * rank + a] += ridge * trace;
    if (trace > 0.0 && dense_invert(f->rank, normal, scratch)) {
        f->slopes_or_null = ARENA_NEW(memory, double, rank* width);
        for (size_t a = 0; a < rank; ++a)
            for (size_t b = 0; b < rank; ++b)
                for (size_t i = 0; i < width; ++i)
                    f->slopes_or_null[a * width + i] += normal[a * rank + b] * right[b * width + i];
    }
    arena_destroy(scratch);
}

// Values without it, and its bounds.
static double* take_off(radial* f, const double* values, arena* memory) {
    size_t width = (size_t)f->width;
    double* rest = ARENA_NEW(memory, double, (size_t)f->count* width);
    memcpy(rest, values, (size_t)f->count * width * sizeof *rest);
    if (f->slopes_or_null == NULL)
        return rest;
    f->low = ARENA_NEW(memory, double, width);
    f->high = ARENA_NEW(memory, double, width);
    for (size_t k = 0; k < (size_t)f->count; ++k)
        for (size_t i = 0; i < width; ++i) {
            double one = along(f, f->centers + k * (size_t)f->rank, (int32_t)i);
            f->low[i] = k == 0 ? one : fmin(f->low[i], one);
            f->high[i] = k == 0 ? one : fmax(f->high[i], one);
            rest[k * width + i] -= one;
        }
    for (size_t i = 0; i < width; ++i) {
        double more = RADIAL_BEYOND * (f->high[i] - f->low[i]);
        f->low[i] -= more;
        f->high[i] += more;
    }
    return rest;
}

radial radial_fit(const double* centers, int32_t count, int32_t rank, const double* values,
                  int32_t width, const radial_options* o, arena* memory) {
    SUPPLE_ASSERT(count > 0 && o->breadth > 0.0 && o->ridge > 0.0);
    size_t cells = (size_t)count * (size_t)rank;
    radial f = {.count = count,
                .rank = rank,
                .width = width,
                .centers = ARENA_NEW(memory, double, cells),
                .sharpness = ARENA_NEW(memory, double, (size_t)count)};
    memcpy(f.centers, centers, cells * sizeof *centers);
    for (int32_t k = 0; k < count; ++k) {
        double wide = o->breadth * distance_of(centers, count, rank, k);
        f.sharpness[k] = 0.5 / (wide * wide);
    }
    if (o->slope_ridge > 0.0 && rank > 0)
        set_slopes(&f, values, o->slope_ridge, memory);
    radial_solve(&f, take_off(&f, values, memory), o->ridge, memory);
    return f;
}

// ---- what to take -------------------------------------------------------------------------

typedef struct fold {
    int32_t kept;
    double *centers, *values; // [kept] that are not left out
} fold;

static fold leave_out(const double* centers, int32_t count, int32_t rank, const double* values,
                      int32_t width, int32_t which, arena* memory) {
    fold f = {0, ARENA_NEW(memory, double, (size_t)count*(size_t)rank),
              ARENA_NEW(memory, double, (size_t)count*(size_t)width)};
    for (int32_t k = 0; k < count; ++k) {
        if (k % FOLDS == which)
            continue;
        memcpy(f.centers + (size_t)f.kept * (size_t)rank, centers + (size_t)k * (size_t)rank,
               (size_t)rank * sizeof *centers);
        memcpy(f.values + (size_t)f.kept * (size_t)width, values + (size_t)k * (size_t)width,
               (size_t)width * sizeof *values);
        ++f.kept;
    }
    return f;
}

// Sum of squares of what is wrong at the centres that were left out.
static double error_of(const double* centers, int32_t count, int32_t rank, const double* values,
                       int32_t width, const radial_options* o) {
    double sum = 0.0;
    for (int32_t which = 0; which < FOLDS && which < count; ++which) {
        arena* scratch = arena_create();
        fold part = leave_out(centers, count, rank, values, width, which, scratch);
        radial f = radial_fit(part.centers, part.kept, rank, part.values, width, o, scratch);
        double* y = ARENA_NEW(scratch, double, (size_t)width);
        for (int32_t k = which; k < count; k += FOLDS) {
            radial_evaluate(&f, centers + (size_t)k * (size_t)rank, y);
            for (int32_t i = 0; i < width; ++i) {
                double off = y[i] - values[(size_t)k * (size_t)width + (size_t)i];
                sum += off * off;
            }
        }
        arena_destroy(scratch);
    }
    return sum;
}

static double square_about_mean(const double* values, int32_t count, int32_t width) {
    double sum = 0.0;
    for (int32_t i = 0; i < width; ++i) {
        double mean = 0.0;
        for (int32_t k = 0; k < count; ++k)
            mean += values[(size_t)k * (size_t)width + (size_t)i] / count;
        for (int32_t k = 0; k < count; ++k) {
            double off = values[(size_t)k * (size_t)width + (size_t)i] - mean;
            sum += off * off;
        }
    }
    return sum;
}

// The largest row of numbers.
static double largest_of(const double* rows, int32_t count, int32_t width) {
    double most = 0.0;
    for (int32_t k = 0; k < count; ++k) {
        double square = 0.0;
        for (int32_t i = 0; i < width; ++i)
            square += rows[(size_t)k * (size_t)width + (size_t)i] *
                      rows[(size_t)k * (size_t)width + (size_t)i];
        most = fmax(most, square);
    }
    return sqrt(most);
}

// Weights, each with the linear part of its own centre, hardly larger than the values.
static bool is_tame(const double* centers, int32_t count, int32_t rank, const double* values,
                    int32_t width, const radial_options* o) {
    arena* scratch = arena_create();
    radial f = radial_fit(centers, count, rank, values, width, o, scratch);
    for (int32_t k = 0; k < count && f.slopes_or_null != NULL; ++k)
        for (int32_t i = 0; i < width; ++i)
            f.weights[(size_t)k * (size_t)width + (size_t)i] +=
                along(&f, centers + (size_t)k * (size_t)rank, i);
    bool tame =
        largest_of(f.weights, count, width) <= WEIGHT_MOST * largest_of(values, count, width);
    arena_destroy(scratch);
    return tame;
}

// One option after another, each with the best of the others so far, and breadth and ridge once more when the linear part is there.
static const double breadths[] = {0.3, 0.4, 0.5, 0.65, 0.8, 1.0, 1.3},
                    ridges[] = {1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1},
                    slope_ridges[] = {1e-4, 1e-3, 1e-2, 1e-1, 1.0};
static const struct {
    size_t at; // in radial_options
    const double* values;
    int count;
} rounds[] = {{offsetof(radial_options, breadth), breadths, 7},
              {offsetof(radial_options, ridge), ridges, 6},
              {offsetof(radial_options, slope_ridge), slope_ridges, 5},
              {offsetof(radial_options, breadth), breadths, 7},
              {offsetof(radial_options, ridge), ridges, 6}};

radial_options radial_choose(const double* centers, int32_t count, int32_t rank,
                             const double* values, int32_t width, double* error) {
    radial_options best = {0.3, 1e-3, 0.0};
    double least = INFINITY, all = square_about_mean(values, count, width);
    for (size_t round = 0; round < sizeof rounds / sizeof *rounds && count > 1; ++round) {
        if (round == 3 && best.slope_ridge == 0.0)
            break; // nothing has changed
        for (int i = 0; i < rounds[round].count; ++i) {
            radial_options o = best;
            *(double*)((char*)&o + rounds[round].at) = rounds[round].values[i];
            if (!is_tame(centers, count, rank, values, width, &o))
                continue;
            double sum = error_of(centers, count, rank, values, width, &o);
            if (sum < least) {
                least = sum;
                best = o;
            }
        }
    }
    *error = count > 1 && all > 0.0 && least < INFINITY ? sqrt(least / all) : 0.0;
    return best;
}
