// Tiles of 8 x 8, from rows and columns that were packed side by side.
// SPDX-License-Identifier: MIT
#include "bake/algebra/factor_kernel.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

typedef double lanes __attribute__((vector_size(64), aligned(8)));
_Static_assert(sizeof(lanes) == KERNEL_ROWS * sizeof(double), "rows of a tile");

#define INLINE static inline __attribute__((always_inline))

// Columns of a panel that are finished one by one, after all columns before them were taken out at once.
enum { FACTOR_KERNEL_WIDTH = 8 };

// ---- products ----------------------------------------------------------------------------

// `count` rows from `first` on, side by side for each term; rows beyond are zero.
INLINE void pack(const factor_product* p, int64_t first, int64_t count, int64_t begin,
                 int64_t depth, double* to) {
    const double* from = p->from + begin * p->stride + first;
    for (int64_t k = 0; k < depth; ++k, from += p->stride, to += KERNEL_ROWS) {
        if (count >= KERNEL_ROWS)
            memcpy(to, from, KERNEL_ROWS * sizeof *to);
        else
            for (int64_t i = 0; i < KERNEL_ROWS; ++i)
                to[i] = i < count ? from[i] : 0.0;
    }
}

// A tile, columns first to last.
INLINE void tile(const double* rows, const double* columns, int64_t depth,
                 lanes out[KERNEL_COLUMNS]) {
    lanes sum[KERNEL_COLUMNS] = {{0}};
    for (int64_t k = 0; k < depth; ++k) {
        lanes a;
        memcpy(&a, rows + k * KERNEL_ROWS, sizeof a);
        const double* b = columns + k * KERNEL_COLUMNS;
        for (int j = 0; j < KERNEL_COLUMNS; ++j)
            sum[j] += a * b[j];
    }
    memcpy(out, sum, sizeof sum);
}

INLINE void subtract_tile(const factor_product* p, int64_t i, int64_t j,
                          const lanes sum[KERNEL_COLUMNS]) {
    int64_t rows = p->m - i < KERNEL_ROWS ? p->m - i : KERNEL_ROWS,
            columns = p->n - j < KERNEL_COLUMNS ? p->n - j : KERNEL_COLUMNS;
    for (int64_t c = 0; c < columns; ++c) {
        double* to = p->to + p->column[j + c] * p->height;
        int64_t first = j + c > i ? j + c - i : 0;
        for (int64_t r = first; r < rows; ++r)
            to[p->row[i + r]] -= sum[c][r];
    }
}

INLINE void subtract(const factor_product* p, double* scratch) {
    double *strip = scratch, *packed = scratch + KERNEL_DEPTH * KERNEL_ROWS;
    lanes sum[KERNEL_COLUMNS];
    for (int64_t begin = 0; begin < p->depth; begin += KERNEL_DEPTH) {
        int64_t depth = p->depth - begin < KERNEL_DEPTH ? p->depth - begin : KERNEL_DEPTH;
        for (int64_t side = 0; side < p->n; side += KERNEL_SIDE) {
            int64_t end = p->n - side < KERNEL_SIDE ? p->n : side + KERNEL_SIDE;
            for (int64_t j = side; j < end; j += KERNEL_COLUMNS)
                pack(p, j, end - j, begin, depth, packed + (j - side) * depth);
            for (int64_t i = side; i < p->m; i += KERNEL_ROWS) {
                pack(p, i, p->m - i, begin, depth, strip);
                for (int64_t j = side; j < end && j < i + KERNEL_ROWS; j += KERNEL_COLUMNS) {
                    tile(strip, packed + (j - side) * depth, depth, sum);
                    subtract_tile(p, i, j, sum);
                }
            }
        }
    }
}

// ---- panels ------------------------------------------------------------------------------

// Columns first to end, from which all before were taken out. Returns 0, or 1 + the column that cannot be.
INLINE int64_t finish_columns(double* panel, int64_t first, int64_t end, int64_t height) {
    for (int64_t j = first; j < end; ++j) {
        double *own = panel + j * height, pivot = own[j];
        if (!(pivot > 0.0))
            return j + 1;
        double root = sqrt(pivot);
        own[j] = root;
        for (int64_t i = j + 1; i < height; ++i)
            own[i] /= root;
        for (int64_t c = j + 1; c < end; ++c) {
            double *to = panel + c * height, by = own[c];
            for (int64_t i = c; i < height; ++i)
                to[i] -= by * own[i];
        }
    }
    return 0;
}

INLINE int64_t factor_panel(double* panel, int64_t columns, int64_t height, double* scratch,
                            int32_t* row, int64_t* column) {
    for (int64_t i = 0; i < height; ++i)
        row[i] = (int32_t)i;
    for (int64_t i = 0; i < columns; ++i)
        column[i] = i;
    for (int64_t first = 0; first < columns; first += FACTOR_KERNEL_WIDTH) {
        int64_t end = columns - first < FACTOR_KERNEL_WIDTH ? columns : first + FACTOR_KERNEL_WIDTH;
        const factor_product before = {panel + first, height, height - first, end - first,   first,
                                       panel,         height, row + first,    column + first};
        if (first > 0)
            subtract(&before, scratch);
        int64_t bad = finish_columns(panel, first, end, height);
        if (bad > 0)
            return bad;
    }
    return 0;
}

size_t factor_kernel_scratch(int64_t widest) {
    int64_t depth = widest < KERNEL_DEPTH ? widest : KERNEL_DEPTH,
            side = widest + KERNEL_COLUMNS < KERNEL_SIDE ? widest + KERNEL_COLUMNS : KERNEL_SIDE;
    return (size_t)(KERNEL_DEPTH * KERNEL_ROWS + depth * side);
}

// ---- for each width ------------------------------------------------------------------------

#if defined(__x86_64__)
#define FOR(name, what)                                                                            \
    __attribute__((target(what))) static void subtract_##name(const factor_product* p,             \
                                                              double* scratch) {                   \
        subtract(p, scratch);                                                                      \
    }                                                                                              \
    __attribute__((target(what))) static int64_t panel_##name(double* panel, int64_t columns,      \
                                                              int64_t height, double* scratch,     \
                                                              int32_t* row, int64_t* column) {     \
        return factor_panel(panel, columns, height, scratch, row, column);                         \
    }
#if defined(__clang__) // which takes the width of the vectors that are written
FOR(512, "avx512f")
#else
FOR(512, "avx512f,prefer-vector-width=512")
#endif
FOR(256, "avx2")

void factor_kernel_subtract(const factor_product* p, double* scratch) {
    if (__builtin_cpu_supports("avx512f"))
        subtract_512(p, scratch);
    else if (__builtin_cpu_supports("avx2"))
        subtract_256(p, scratch);
    else
        subtract(p, scratch);
}

int64_t factor_kernel_panel(double* panel, int64_t columns, int64_t height, double* scratch,
                            int32_t* row, int64_t* column) {
    if (__builtin_cpu_supports("avx512f"))
        return panel_512(panel, columns, height, scratch, row, column);
    if (__builtin_cpu_supports("avx2"))
        return panel_256(panel, columns, height, scratch, row, column);
    return factor_panel(panel, columns, height, scratch, row, column);
}
#else
void factor_kernel_subtract(const factor_product* p, double* scratch) {
    subtract(p, scratch);
}

int64_t factor_kernel_panel(double* panel, int64_t columns, int64_t height, double* scratch,
                            int32_t* row, int64_t* column) {
    return factor_panel(panel, columns, height, scratch, row, column);
}
#endif
