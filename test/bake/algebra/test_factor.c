// The sparse Cholesky factor on Poisson problems, and what it says when there is no solution.
// SPDX-License-Identifier: MIT
#include "bake/algebra/factor.h"
#include "test/kit/check.h"

// The seven-point Poisson matrix of a grid of side^3 nodes; with `block` unknowns a node they are
// coupled a little. Beyond the border lies zero, or with `free_body` nothing.
typedef struct grid {
    int32_t side, block;
    bool free_body;
} grid;

static sparse poisson(grid g, arena* memory) {
    int32_t n = g.side * g.side * g.side, b = g.block;
    sparse s = {.rows = n, .block = b};
    s.start = ARENA_NEW(memory, int64_t, (size_t)n + 1);
    s.column = ARENA_NEW(memory, int32_t, 7 * (size_t)n);
    s.value = ARENA_NEW(memory, double, 7 * (size_t)(n * b * b));
    int32_t step[7] = {-g.side * g.side, -g.side, -1, 0, 1, g.side, g.side * g.side};
    int64_t count = 0;
    for (int32_t i = 0; i < n; ++i) {
        int32_t at[3] = {i % g.side, i / g.side % g.side, i / g.side / g.side};
        int32_t axis[7] = {2, 1, 0, 0, 0, 1, 2}, around = 0;
        int64_t diagonal = 0;
        for (int k = 0; k < 7; ++k) {
            int32_t beside = at[axis[k]] + (k < 3 ? -1 : k > 3 ? 1 : 0);
            if (beside < 0 || beside >= g.side)
                continue;
            s.column[count] = i + step[k];
            diagonal = k == 3 ? count : diagonal;
            for (int32_t p = 0; p < b; ++p)
                s.value[count * b * b + p * b + p] = -1.0;
            around += k != 3;
            ++count;
        }
        for (int32_t p = 0; p < b; ++p)
            for (int32_t q = 0; q < b; ++q)
                s.value[diagonal * b * b + p * b + q] = p == q ? (g.free_body ? around : 6.0) : 0.1;
        s.start[i + 1] = count;
    }
    return s;
}

static double* numbers(size_t count, arena* memory) {
    double* x = ARENA_NEW(memory, double, count);
    for (size_t i = 0; i < count; ++i)
        x[i] = (double)(i * 2654435761u % 2000) / 1000.0 - 1.0;
    return x;
}

static double* copy(const double* x, size_t count, arena* memory) {
    double* y = ARENA_NEW(memory, double, count);
    memcpy(y, x, count * sizeof *y);
    return y;
}

static factor* factor_of(const sparse* s, report* r) {
    factor* f = factor_analyse(s, r);
    if (f != NULL && factor_compute(f, s, r))
        return f;
    factor_free(f);
    return NULL;
}

static bool said(const report* r, const char* words) {
    for (int32_t i = 0; i < r->count; ++i)
        if (strstr(r->findings[i].text, words) != NULL)
            return true;
    for (int32_t i = 0; i < r->count; ++i)
        printf("said: %s\n", r->findings[i].text);
    return false;
}

TEST(residual_is_rounding_error) {
    arena* a = arena_create();
    report r = report_new(a);
    for (int32_t block = 1; block <= 3; block += 2) {
        sparse s = poisson((grid){16, block, false}, a);
        size_t n = (size_t)(s.rows * block);
        double *b = numbers(n, a), *x = copy(b, n, a), *back = ARENA_NEW(a, double, n);
        factor* f = factor_of(&s, &r);
        CHECK(f != NULL);
        CHECK(factor_solve(f, x, 1, 2, &r));
        sparse_multiply(&s, x, back, 1, 1);
        for (size_t i = 0; i < n; ++i)
            CHECK_NEAR(back[i], b[i], 1e-12);
        factor_size size = factor_sizes(f);
        CHECK(size.unknowns == (int64_t)n && size.numbers > (int64_t)n && size.flops > 0.0);
        factor_free(f);
    }
    arena_destroy(a);
}

TEST(many_right_hand_sides_are_solved_as_one_by_one) {
    arena* a = arena_create();
    report r = report_new(a);
    sparse s = poisson((grid){9, 3, false}, a);
    size_t n = 3 * (size_t)s.rows;
    int32_t columns = 41; // more than are solved at once
    double* many = numbers(n * (size_t)columns, a);
    double* single = copy(many, n * (size_t)columns, a);
    factor* f = factor_of(&s, &r);
    CHECK(f != NULL);
    CHECK(factor_solve(f, many, columns, 2, &r));
    for (int32_t c = 0; c < columns; ++c)
        CHECK(factor_solve(f, single + (size_t)c * n, 1, 2, &r));
    for (size_t i = 0; i < n * (size_t)columns; ++i)
        CHECK_NEAR(many[i], single[i], 1e-13);
    factor_free(f);
    arena_destroy(a);
}

TEST(the_same_matrix_gives_the_same_bits) {
    arena* a = arena_create();
    report r = report_new(a);
    sparse s = poisson((grid){14, 3, false}, a);
    size_t n = 3 * (size_t)s.rows;
    double *x = numbers(4 * n, a), *y = copy(x, 4 * n, a);
    factor *f = factor_of(&s, &r), *g = factor_of(&s, &r);
    CHECK(f != NULL && g != NULL);
    CHECK(factor_solve(f, x, 4, 2, &r));
    CHECK(factor_compute(g, &s, &r)); // once more over the same analysis
    CHECK(factor_solve(g, y, 4, 2, &r));
    CHECK(memcmp(x, y, 4 * n * sizeof *x) == 0);
    factor_free(f);
    factor_free(g);
    arena_destroy(a);
}

TEST(threads_change_no_bit) {
    arena* a = arena_create();
    report r = report_new(a);
    sparse s = poisson((grid){14, 3, false}, a);
    size_t n = 3 * (size_t)s.rows;
    double* x = numbers(n, a);
    double* of[3];
    for (int k = 0; k < 3; ++k) {
        of[k] = copy(x, n, a);
        factor* f = factor_of(&s, &r);
        factor_share(f, 1 + 2 * k);
        CHECK(factor_compute(f, &s, &r) && factor_solve(f, of[k], 1, 1, &r));
        factor_free(f);
    }
    CHECK(memcmp(of[0], of[1], n * sizeof *x) == 0 && memcmp(of[0], of[2], n * sizeof *x) == 0);
    arena_destroy(a);
}

// Whichever thread comes to one first: the first of several pivots that are not positive is named.
TEST(threads_name_the_same_pivot) {
    arena* a = arena_create();
    sparse s = poisson((grid){14, 3, false}, a);
    double* block;
    for (int32_t node = 100; node < s.rows; node += 400) {
        block = (double*)(uintptr_t)sparse_block(&s, node, node);
        block[4] = -1.0;
    }
    const char* said[2];
    for (int k = 0; k < 2; ++k) {
        report r = report_new(a);
        factor* f = factor_analyse(&s, &r);
        factor_share(f, 1 + 3 * k);
        CHECK(!factor_compute(f, &s, &r) && r.count == 1);
        said[k] = r.findings[0].text;
        factor_free(f);
    }
    CHECK_TEXT(said[0], said[1]);
    arena_destroy(a);
}

TEST(new_values_need_no_new_analysis) {
    arena* a = arena_create();
    report r = report_new(a);
    sparse s = poisson((grid){8, 3, false}, a);
    size_t n = 3 * (size_t)s.rows;
    double *x = numbers(n, a), *y = copy(x, n, a);
    factor* f = factor_of(&s, &r);
    CHECK(f != NULL);
    CHECK(factor_solve(f, x, 1, 2, &r));
    for (int64_t i = 0; i < 9 * s.start[s.rows]; ++i)
        s.value[i] *= 4.0;
    CHECK(factor_compute(f, &s, &r));
    CHECK(factor_solve(f, y, 1, 2, &r));
    for (size_t i = 0; i < n; ++i)
        CHECK_NEAR(4.0 * y[i], x[i], 1e-12);
    factor_free(f);
    arena_destroy(a);
}

// Nodes numbered anew by an odd stride.
static sparse renumbered(const sparse* s, const int32_t* number, arena* memory) {
    sparse p = {.rows = s->rows, .block = s->block};
    p.start = ARENA_NEW(memory, int64_t, (size_t)s->rows + 1);
    p.column = ARENA_NEW(memory, int32_t, (size_t)s->start[s->rows]);
    p.value = ARENA_NEW(memory, double, (size_t)s->start[s->rows]);
    int32_t* old = ARENA_NEW(memory, int32_t, (size_t)s->rows);
    for (int32_t i = 0; i < s->rows; ++i)
        old[number[i]] = i;
    for (int32_t i = 0; i < s->rows; ++i) {
        int64_t count = p.start[i];
        for (int32_t k = 0; k < s->rows; ++k) { // ascending
            const double* v = sparse_block(s, old[i], old[k]);
            if (v == NULL)
                continue;
            p.column[count] = k;
            p.value[count++] = *v;
        }
        p.start[i + 1] = count;
    }
    return p;
}

TEST(renumbered_nodes_have_the_same_solution) {
    arena* a = arena_create();
    report r = report_new(a);
    sparse s = poisson((grid){8, 1, false}, a);
    int32_t* number = ARENA_NEW(a, int32_t, (size_t)s.rows);
    for (int32_t i = 0; i < s.rows; ++i)
        number[i] = i * 77 % s.rows; // 512 nodes, 77 is odd
    sparse p = renumbered(&s, number, a);
    double *x = numbers((size_t)s.rows, a), *y = ARENA_NEW(a, double, (size_t)s.rows);
    for (int32_t i = 0; i < s.rows; ++i)
        y[number[i]] = x[i];
    factor *f = factor_of(&s, &r), *g = factor_of(&p, &r);
    CHECK(f != NULL && g != NULL);
    CHECK(factor_solve(f, x, 1, 2, &r));
    CHECK(factor_solve(g, y, 1, 2, &r));
    for (int32_t i = 0; i < s.rows; ++i)
        CHECK_NEAR(x[i], y[number[i]], 1e-13);
    factor_free(f);
    factor_free(g);
    arena_destroy(a);
}

TEST(only_the_lower_triangle_counts) {
    arena* a = arena_create();
    report r = report_new(a);
    sparse s = poisson((grid){5, 3, false}, a);
    size_t n = 3 * (size_t)s.rows;
    double *x = numbers(n, a), *y = copy(x, n, a);
    factor* f = factor_of(&s, &r);
    CHECK(f != NULL && factor_solve(f, x, 1, 2, &r));
    for (int32_t row = 0; row < s.rows; ++row)
        for (int64_t i = s.start[row]; i < s.start[row + 1]; ++i)
            for (int k = 0; k < 9; ++k)
                if (s.column[i] > row || (s.column[i] == row && k % 3 > k / 3))
                    s.value[9 * i + k] = NAN;
    CHECK(factor_compute(f, &s, &r) && factor_solve(f, y, 1, 2, &r));
    CHECK(memcmp(x, y, n * sizeof *x) == 0);
    factor_free(f);
    arena_destroy(a);
}

TEST(a_negative_pivot_is_named) {
    arena* a = arena_create();
    report r = report_new(a);
    sparse s = poisson((grid){6, 1, false}, a);
    for (int32_t i = 0; i < s.rows; ++i)
        *(double*)sparse_block(&s, i, i) = i == 101 ? -1.0 : 100.0;
    CHECK(factor_of(&s, &r) == NULL);
    CHECK(r.error_count == 1 && said(&r, "the pivot of row 101 is zero or negative"));

    r = report_new(a);
    s = poisson((grid){6, 3, false}, a);
    for (int32_t i = 0; i < s.rows; ++i)
        for (int k = 0; k < 9; k += 4)
            ((double*)sparse_block(&s, i, i))[k] = i == 77 && k == 8 ? -1.0 : 100.0;
    CHECK(factor_of(&s, &r) == NULL);
    CHECK(said(&r, "row 233 (node 77, unknown 3 of 3)"));
    arena_destroy(a);
}

TEST(a_body_that_nothing_holds_is_refused) {
    arena* a = arena_create();
    for (int32_t side = 2; side <= 20; side += 6) {
        report r = report_new(a);
        sparse s = poisson((grid){side, 1, true}, a);
        CHECK(factor_of(&s, &r) == NULL);
        CHECK(said(&r, "not positive definite: the pivot of row "));
    }
    arena_destroy(a);
}

TEST(a_node_of_no_element_is_refused_by_name) {
    arena* a = arena_create();
    report r = report_new(a);
    int64_t start[4] = {0, 1, 1, 2};
    int32_t column[2] = {0, 2};
    double value[2] = {1.0, 1.0};
    sparse s = {3, 1, start, column, value, NULL};
    CHECK(factor_of(&s, &r) == NULL);
    CHECK(said(&r, "the pivot of row 1 is zero"));
    arena_destroy(a);
}

TEST(values_that_are_not_numbers_are_refused) {
    arena* a = arena_create();
    report r = report_new(a);
    sparse s = poisson((grid){4, 1, false}, a);
    *(double*)sparse_block(&s, 20, 20) = NAN;
    CHECK(factor_of(&s, &r) == NULL);
    CHECK(r.error_count == 1);
    arena_destroy(a);
}

TEST(one_unknown_and_none) {
    arena* a = arena_create();
    report r = report_new(a);
    int64_t start[2] = {0, 1};
    int32_t column = 0;
    double value = 4.0, x[3] = {8.0, -2.0, 1.0};
    sparse one = {1, 1, start, &column, &value, NULL};
    factor* f = factor_of(&one, &r);
    CHECK(f != NULL && factor_solve(f, x, 3, 2, &r));
    CHECK(x[0] == 2.0 && x[1] == -0.5 && x[2] == 0.25);
    factor_free(f);
    sparse none = {0, 3, start, &column, &value, NULL};
    f = factor_of(&none, &r);
    CHECK(f != NULL && factor_solve(f, x, 1, 2, &r) && factor_sizes(f).unknowns == 0);
    factor_free(f);
    CHECK(r.count == 0);
    arena_destroy(a);
}

TEST_MAIN(CASE(residual_is_rounding_error), CASE(many_right_hand_sides_are_solved_as_one_by_one),
          CASE(the_same_matrix_gives_the_same_bits), SIZED_CASE(threads_change_no_bit),
          CASE(threads_name_the_same_pivot), CASE(new_values_need_no_new_analysis),
          CASE(renumbered_nodes_have_the_same_solution), CASE(only_the_lower_triangle_counts),
          CASE(a_negative_pivot_is_named), CASE(a_body_that_nothing_holds_is_refused),
          CASE(a_node_of_no_element_is_refused_by_name),
          CASE(values_that_are_not_numbers_are_refused), CASE(one_unknown_and_none))
