// SPDX-License-Identifier: MIT
#include "bake/light/radial.h"

#include "bake/algebra/dense.h"
#include "bake/base/assert.h"
#include "runtime/exact.h"

#include <math.h>
#include <string.h>

enum { NEXT = 3, FOLDS = 10 };

static const double WEIGHT_MOST = 1.5; // of the largest value

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

void radial_evaluate(const radial* f, const double* x, double* y) {
    arena* scratch = arena_create();
    double* p = ARENA_NEW(scratch, double, (size_t)f->count);
    radial_parts(f, x, p);
    memset(y, 0, (size_t)f->width * sizeof *y);
    for (int32_t k = 0; k < f->count; ++k)
        for (int32_t i = 0; i < f->width; ++i)
            y[i] += p[k] * f->weights[(size_t)k * (size_t)f->width + (size_t)i];
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
    radial_solve(&f, values, o->ridge, memory);
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

static bool is_tame(const double* centers, int32_t count, int32_t rank, const double* values,
                    int32_t width, const radial_options* o) {
    arena* scratch = arena_create();
    radial f = radial_fit(centers, count, rank, values, width, o, scratch);
    bool tame =
        largest_of(f.weights, count, width) <= WEIGHT_MOST * largest_of(values, count, width);
    arena_destroy(scratch);
    return tame;
}

radial_options radial_choose(const double* centers, int32_t count, int32_t rank,
                             const double* values, int32_t width, double* error) {
    static const double breadths[] = {0.3, 0.4, 0.5, 0.65, 0.8, 1.0, 1.3},
                        ridges[] = {1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1};
    radial_options best = {0.3, 1e-3}, o = best;
    double least = INFINITY, all = square_about_mean(values, count, width);
    size_t first = sizeof breadths / sizeof *breadths,
           tries = first + sizeof ridges / sizeof *ridges;
    for (size_t i = 0; i < tries && count > 1; ++i) { // first the breadth, then the ridge
        o = i < first ? (radial_options){breadths[i], o.ridge}
                      : (radial_options){best.breadth, ridges[i - first]};
        if (!is_tame(centers, count, rank, values, width, &o))
            continue;
        double sum = error_of(centers, count, rank, values, width, &o);
        if (sum < least) {
            least = sum;
            best = o;
        }
    }
    *error = count > 1 && all > 0.0 && least < INFINITY ? sqrt(least / all) : 0.0;
    return best;
}
