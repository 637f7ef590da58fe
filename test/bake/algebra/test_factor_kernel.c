// factor_kernel.h beside plain loops: the same bits, so that no width of vectors changes them, and a Cholesky factor.
// SPDX-License-Identifier: MIT
#include "bake/algebra/factor_kernel.h"

#include "bake/base/arena.h"
#include "test/kit/check.h"
#include "test/kit/random.h"

#include <math.h>

// Sums in the order that the kernel says: term by term, KERNEL_DEPTH of them at once.
static void plain(const factor_product* p) {
    for (int64_t begin = 0; begin < p->depth; begin += KERNEL_DEPTH)
        for (int64_t j = 0; j < p->n; ++j)
            for (int64_t i = j; i < p->m; ++i) {
                double sum = 0.0;
                for (int64_t k = begin; k < p->depth && k < begin + KERNEL_DEPTH; ++k)
                    sum += p->from[k * p->stride + i] * p->from[k * p->stride + j];
                p->to[p->column[j] * p->height + p->row[i]] -= sum;
            }
}

TEST(products_have_the_bits_of_plain_sums) {
    static const int64_t sizes[][3] = {{1, 1, 1},     {7, 3, 2},       {8, 8, 8},      {9, 9, 300},
                                       {40, 17, 257}, {211, 200, 513}, {100, 5, 1000}, {33, 33, 3}};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; ++s) {
        arena* memory = arena_create();
        int64_t m = sizes[s][0], n = sizes[s][1], depth = sizes[s][2], height = 2 * m + 3;
        double* from = ARENA_NEW(memory, double, (size_t)((m + 5) * depth));
        double* to[2] = {ARENA_NEW(memory, double, (size_t)(height * (n + 4))),
                         ARENA_NEW(memory, double, (size_t)(height * (n + 4)))};
        int32_t* row = ARENA_NEW(memory, int32_t, (size_t)m);
        int64_t* column = ARENA_NEW(memory, int64_t, (size_t)n);
        seed = 3 + s;
        for (int64_t i = 0; i < (m + 5) * depth; ++i)
            from[i] = random_in(-1.0, 1.0);
        for (int64_t i = 0; i < height * (n + 4); ++i)
            to[0][i] = to[1][i] = random_in(-1.0, 1.0);
        for (int64_t i = 0; i < m; ++i)
            row[i] = (int32_t)(2 * i + 1);
        for (int64_t i = 0; i < n; ++i)
            column[i] = i + (i > n / 2 ? 3 : 1);
        factor_product p = {from, m + 5, m, n, depth, to[0], height, row, column};
        factor_kernel_subtract(
            &p, ARENA_NEW(memory, double, factor_kernel_scratch(depth > n ? depth : n)));
        p.to = to[1];
        plain(&p);
        CHECK(memcmp(to[0], to[1], (size_t)(height * (n + 4)) * sizeof *to[0]) == 0);
        arena_destroy(memory);
    }
}

TEST(a_panel_times_its_transpose_is_what_it_was) {
    enum { COLUMNS = 45, HEIGHT = 70 };
    static double was[COLUMNS][HEIGHT], panel[COLUMNS][HEIGHT], scratch[8192];
    static int32_t row[HEIGHT];
    static int64_t column[HEIGHT];
    CHECK(factor_kernel_scratch(COLUMNS) <= sizeof scratch / sizeof *scratch);
    seed = 5;
    for (int j = 0; j < COLUMNS; ++j)
        for (int i = 0; i < HEIGHT; ++i)
            was[j][i] = i == j ? 60.0 : random_in(-1.0, 1.0);
    memcpy(panel, was, sizeof was);
    CHECK(factor_kernel_panel(panel[0], COLUMNS, HEIGHT, scratch, row, column) == 0);
    for (int j = 0; j < COLUMNS; ++j)
        for (int i = j; i < HEIGHT; ++i) {
            double sum = 0.0;
            for (int k = 0; k <= j; ++k)
                sum += panel[k][i] * panel[k][j];
            CHECK_NEAR(sum, was[j][i], 1e-12);
        }
    memcpy(panel, was, sizeof was);
    panel[20][20] = -1.0;
    CHECK(factor_kernel_panel(panel[0], COLUMNS, HEIGHT, scratch, row, column) == 21);
}

TEST_MAIN(CASE(products_have_the_bits_of_plain_sums),
          CASE(a_panel_times_its_transpose_is_what_it_was))
