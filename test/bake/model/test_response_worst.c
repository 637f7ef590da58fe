// The worst error of responses: against the least sum of errors, and against what no basis passes. On bodies of random numbers.
// SPDX-License-Identifier: MIT
#include "bake/algebra/dense.h"
#include "bake/model/response_weigh.h"
#include "test/kit/check.h"
#include "test/kit/random.h"

static double dot(const double* x, const double* y, size_t n) {
    double sum = 0.0;
    for (size_t i = 0; i < n; ++i)
        sum += x[i] * y[i];
    return sum;
}

// A space of random pushes, each of some strength in each member.
static response_space random_space(int32_t size, int32_t bones, arena* a) {
    response_space s = {.size = size,
                        .mode_count = size,
                        .load_count = SELECT_LOADS + LOADS_OF_A_BONE * bones,
                        .bone_count = bones,
                        .values = ARENA_NEW(a, double, (size_t)size)};
    s.push = ARENA_NEW(a, double, (size_t)(s.load_count * size));
    double hz = random_in(1.0, 5.0);
    for (int32_t i = 0; i < size; ++i) {
        s.values[i] = 4.0 * EXACT_PI * EXACT_PI * hz * hz;
        hz *= random_in(1.0, 1.15);
    }
    for (int32_t i = 0; i < s.load_count * size; ++i)
        s.push[i] = random_in(-1.0, 1.0) * pow(random_in(0.0, 1.0), 3.0);
    return s;
}

static double worst_error(const response_errors* e) {
    return fmax(e->shake, fmax(e->turn, e->apart));
}

// Orthonormal rows of the space as coordinates of diagonal stiffness.
static bool as_coordinates(const response_space* s, const double* rows, int32_t count,
                           response_basis* out, arena* a) {
    size_t n = (size_t)s->size, k = (size_t)count;
    *out = (response_basis){count, ARENA_NEW(a, double, k* n), ARENA_NEW(a, double, k)};
    double* held = ARENA_NEW(a, double, k* k);
    for (size_t i = 0; i < k * k; ++i)
        for (size_t m = 0; m < n; ++m)
            held[i] += rows[i / k * n + m] * s->values[m] * rows[i % k * n + m];
    if (!dense_eigen(count, held, out->values, a))
        return false;
    for (size_t i = 0; i < k * k; ++i)
        for (size_t m = 0; m < n; ++m)
            out->coords[i / k * n + m] += held[i] * rows[i % k * n + m];
    return true;
}

// Rows from `first` on made orthonormal to all before them.
static void straighten(double* rows, int32_t first, int32_t count, size_t n) {
    for (int32_t i = first; i < count; ++i)
        for (int twice = 0; twice < 2; ++twice) {
            double* x = rows + (size_t)i * n;
            for (int32_t k = 0; k < i; ++k) {
                double by = dot(x, rows + (size_t)k * n, n);
                for (size_t m = 0; m < n; ++m)
                    x[m] -= by * rows[(size_t)k * n + m];
            }
            double length = sqrt(dot(x, x, n));
            for (size_t m = 0; m < n; ++m)
                x[m] /= length;
        }
}

// Static answers, then principal components with all weights alike: the least sum of squared errors.
static bool by_the_sum(const response_space* s, const response_flesh* f, int32_t count,
                       response_basis* out, arena* a) {
    size_t n = (size_t)s->size;
    double *rows = ARENA_NEW(a, double, (size_t)count*n), *sum = ARENA_NEW(a, double, n*n),
           *values = ARENA_NEW(a, double, n);
    for (size_t i = 0; i < 3 * n; ++i)
        rows[i] = s->push[i] / s->values[i % n];
    straighten(rows, 0, 3, n);
    response_families all;
    if (!response_families_make(s, f, &all, a))
        return false;
    const response_weights alike = response_alike(&all);
    if (!response_weighted(s, f, &all, &alike, sum, a))
        return false;
    response_beside(s, f, &all, sum, a);
    response_without(sum, n, rows, 3, a);
    if (!dense_eigen(s->size, sum, values, a))
        return false;
    for (size_t i = 3; i < (size_t)count; ++i)
        memcpy(rows + i * n, sum + (n + 2 - i) * n, n * sizeof *rows);
    return as_coordinates(s, rows, count, out, a);
}

TEST(the_worst_error_is_never_above_that_of_the_least_sum_nor_below_its_bound) {
    int better = 0;
    double nearest = INFINITY;
    seed = 77;
    for (int trial = 0; trial < 24; ++trial) {
        arena* a = arena_create();
        response_space s = random_space(50 + trial, trial % 4, a);
        const response_flesh f = {random_in(0.5, 2.0), {random_in(0.5, 5.0), random_in(0, 0.01)}};
        int32_t count = 4 + trial % 13;
        response_basis b, sum;
        response_errors e;
        CHECK(response_choose(&s, &f, &(response_wanted){count, count, 0.1}, &b, &e, a));
        CHECK(by_the_sum(&s, &f, count, &sum, a));
        const response_errors old = response_errors_of(&s, &f, &sum);
        CHECK(worst_error(&e) <= worst_error(&old) * (1.0 + 1e-9) && e.hang < 1e-9);
        CHECK(e.least > 0.0 && e.least <= worst_error(&e));
        better += worst_error(&e) < 0.99 * worst_error(&old);
        nearest = fmin(nearest, worst_error(&e) / e.least);
        arena_destroy(a);
    }
    printf("        better in %d of 24; the nearest to its bound is %.3f times it\n", better,
           nearest);
    CHECK(better >= 12 && nearest < 1.25);
}

TEST(no_basis_with_the_static_answers_passes_the_bound) {
    seed = 5;
    for (int trial = 0; trial < 8; ++trial) {
        arena* a = arena_create();
        response_space s = random_space(40, 2, a);
        const response_flesh f = {1.0, {2.0, 0.003}};
        int32_t count = 10, n = s.size;
        response_basis b, other;
        response_errors e;
        CHECK(response_choose(&s, &f, &(response_wanted){count, count, 0.1}, &b, &e, a));
        double* rows = ARENA_NEW(a, double, (size_t)(count * n));
        for (double far = 1e-3; far < 10.0; far *= 3.0) { // neighbours of the best, and others
            for (int32_t i = 0; i < count * n; ++i)
                rows[i] = i < 3 * n ? s.push[i] / s.values[i % n]
                                    : b.coords[i] + far * random_in(-1.0, 1.0) / sqrt(n);
            straighten(rows, 0, count, (size_t)n);
            CHECK(as_coordinates(&s, rows, count, &other, a));
            const response_errors of = response_errors_of(&s, &f, &other);
            CHECK(of.hang < 1e-9 && worst_error(&of) >= e.least);
        }
        arena_destroy(a);
    }
}

TEST_MAIN(CASE(the_worst_error_is_never_above_that_of_the_least_sum_nor_below_its_bound),
          CASE(no_basis_with_the_static_answers_passes_the_bound))
