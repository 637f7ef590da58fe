// LAPACK for the eigenvectors; elimination with row exchanges for the inverse, of a few dozen rows.
// SPDX-License-Identifier: MIT
#include "bake/algebra/dense.h"

#include "bake/base/assert.h"

#include <cblas.h>
#include <math.h>

// LAPACK's, in OpenBLAS. The C interface would be one more package for one call.
void dsyevd_(const char* job, const char* triangle, const int* n, double* a, const int* lda,
             double* values, double* work, const int* work_size, int* iwork, const int* iwork_size,
             int* info, size_t job_length, size_t triangle_length);

static const double SINGULAR = 1e-14; // of the largest entry, a pivot

bool dense_eigen(int32_t size, double* matrix, double* values, arena* scratch) {
    SUPPLE_ASSERT(size >= 0 && size <= DENSE_EIGEN_MOST);
    int order = size, work_size = 1 + 6 * size + 2 * size * size, iwork_size = 3 + 5 * size,
        info = 0;
    double* work = ARENA_NEW(scratch, double, (size_t)work_size);
    int* iwork = ARENA_NEW(scratch, int, (size_t)iwork_size);
    if (size == 0)
        return true;
    openblas_set_num_threads(1); // more would change sums
    dsyevd_("V", "U", &order, matrix, &order, values, work, &work_size, iwork, &iwork_size, &info,
            1, 1);
    return info == 0;
}

static void swap_rows(double* matrix, int32_t size, int32_t a, int32_t b) {
    for (int32_t k = 0; k < size && a != b; ++k) {
        double x = matrix[(ptrdiff_t)a * size + k];
        matrix[(ptrdiff_t)a * size + k] = matrix[(ptrdiff_t)b * size + k];
        matrix[(ptrdiff_t)b * size + k] = x;
    }
}

static int32_t pivot_below(const double* matrix, int32_t size, int32_t step) {
    int32_t best = step;
    for (int32_t i = step + 1; i < size; ++i)
        if (fabs(matrix[(ptrdiff_t)i * size + step]) > fabs(matrix[(ptrdiff_t)best * size + step]))
            best = i;
    return best;
}

// Gauss and Jordan: column `step` becomes that of the identity, in the inverse the one it came from.
static void eliminate(double* matrix, int32_t size, int32_t step) {
    double* row = matrix + (ptrdiff_t)step * size;
    double pivot = row[step];
    row[step] = 1.0;
    for (int32_t k = 0; k < size; ++k)
        row[k] /= pivot;
    for (int32_t i = 0; i < size; ++i) {
        double *other = matrix + (ptrdiff_t)i * size, factor = other[step];
        if (i == step)
            continue;
        other[step] = 0.0;
        for (int32_t k = 0; k < size; ++k)
            other[k] -= factor * row[k];
    }
}

bool dense_invert(int32_t size, double* matrix, arena* scratch) {
    SUPPLE_ASSERT(size >= 0);
    int32_t* from = ARENA_NEW(scratch, int32_t, (size_t)size);
    double largest = 0.0;
    for (int32_t i = 0; i < size * size; ++i)
        largest = fmax(largest, fabs(matrix[i]));
    for (int32_t step = 0; step < size; ++step) {
        from[step] = pivot_below(matrix, size, step);
        swap_rows(matrix, size, step, from[step]);
        if (!(fabs(matrix[(ptrdiff_t)step * size + step]) > SINGULAR * largest))
            return false;
        eliminate(matrix, size, step);
    }
    for (int32_t step = size - 1; step >= 0; --step) // rows exchanged come back as columns
        for (int32_t i = 0; i < size && from[step] != step; ++i) {
            double* row = matrix + (ptrdiff_t)i * size;
            double x = row[step];
            row[step] = row[from[step]];
            row[from[step]] = x;
        }
    return true;
}

int32_t dense_pencil(int32_t size, const double* a, double* b, double least, double* vectors,
                     double* values, arena* scratch) {
    size_t n = (size_t)size, found = 0;
    double* own = ARENA_NEW(scratch, double, n);
    if (!dense_eigen(size, b, own, scratch))
        return -1;
    double* white = ARENA_NEW(scratch, double, n* n);
    for (size_t i = 0; i < n; ++i) {
        if (!(own[i] > least))
            continue;
        for (size_t k = 0; k < n; ++k)
            white[found * n + k] = b[i * n + k] / sqrt(own[i]);
        ++found;
    }
    double *half = ARENA_NEW(scratch, double, n), *c = ARENA_NEW(scratch, double, found*found);
    for (size_t i = 0; i < found; ++i) {
        for (size_t k = 0; k < n; ++k) {
            half[k] = 0.0;
            for (size_t m = 0; m < n; ++m)
                half[k] += white[i * n + m] * a[m * n + k];
        }
        for (size_t j = 0; j < found; ++j) {
            c[i * found + j] = 0.0;
            for (size_t k = 0; k < n; ++k)
                c[i * found + j] += half[k] * white[j * n + k];
        }
    }
    if (!dense_eigen((int32_t)found, c, values, scratch))
        return -1;
    for (size_t i = 0; i < found; ++i)
        for (size_t k = 0; k < n; ++k) {
            vectors[i * n + k] = 0.0;
            for (size_t j = 0; j < found; ++j)
                vectors[i * n + k] += c[i * found + j] * white[j * n + k];
        }
    return (int32_t)found;
}
