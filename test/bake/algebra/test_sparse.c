// The block matrix against sums written out in full.
// SPDX-License-Identifier: MIT
#include "bake/algebra/sparse.h"
#include "test/kit/check.h"
#include "test/kit/tet_box.h"

// Numbers of any kind that depend on the element alone; symmetric.
typedef struct element_numbers {
    int32_t order;
    bool lopsided;
} element_numbers;

static double entry(int32_t element, int32_t i, int32_t k) {
    int32_t low = i < k ? i : k, high = i < k ? k : i;
    return 1.0 / (1.0 + element % 97) + 0.1 * low + 0.37 * high * (low + 1);
}

static void fill_element(const void* user, int32_t element, double* matrix) {
    const element_numbers* n = user;
    for (int32_t i = 0; i < n->order; ++i)
        for (int32_t k = 0; k < n->order; ++k)
            matrix[i * n->order + k] = entry(element, i, k) + (n->lopsided && i > k ? 1e-3 : 0.0);
}

static sparse_mesh mesh_of(const tets* t) {
    return (sparse_mesh){t->elements, t->tet_count, t->width, t->width, t->node_count};
}

static sparse matrix_of(const sparse_mesh* m, int32_t block, int threads, arena* a) {
    sparse s = sparse_pattern(m, block, threads, a);
    sparse_assemble(&s, m, fill_element, &(element_numbers){m->used * block, false}, threads);
    return s;
}

TEST(entries_are_the_sums_of_element_entries) {
    arena* a = arena_create();
    tets box = tet_box(3, a);
    tets ten = tets_promote(&box, a);
    for (int32_t block = 1; block <= 3; block += 2) {
        sparse_mesh m = mesh_of(&ten);
        sparse s = matrix_of(&m, block, 1, a);
        int32_t order = s.rows * block;
        double* dense = ARENA_NEW(a, double, (size_t)order*(size_t)order);
        for (int32_t e = 0; e < m.element_count; ++e)
            for (int32_t i = 0; i < m.used * block; ++i)
                for (int32_t k = 0; k < m.used * block; ++k) {
                    int32_t row = m.elements[e * m.width + i / block] * block + i % block;
                    int32_t column = m.elements[e * m.width + k / block] * block + k % block;
                    dense[(size_t)row * (size_t)order + (size_t)column] += entry(e, i, k);
                }
        for (int32_t i = 0; i < order; ++i)
            for (int32_t k = 0; k < order; ++k) {
                const double* at = sparse_block(&s, i / block, k / block);
                double stored = at == NULL ? 0.0 : at[i % block * block + k % block];
                CHECK(stored == dense[(size_t)i * (size_t)order + (size_t)k]);
            }
        CHECK(sparse_asymmetry(&s) == 0.0);
    }
    arena_destroy(a);
}

TEST(columns_ascend_and_hold_each_neighbour_once) {
    arena* a = arena_create();
    tets t = tet_box(6, a);
    sparse_mesh m = mesh_of(&t);
    sparse s = sparse_pattern(&m, 1, 2, a);
    int64_t edges = 0;
    for (int32_t row = 0; row < s.rows; ++row) {
        CHECK(sparse_block(&s, row, row) != NULL);
        for (int64_t i = s.start[row] + 1; i < s.start[row + 1]; ++i)
            CHECK(s.column[i - 1] < s.column[i]);
        edges += s.start[row + 1] - s.start[row] - 1;
    }
    CHECK(edges / 2 == tets_promote(&t, a).node_count - t.node_count); // one mid-edge node an edge
    arena_destroy(a);
}

TEST(any_number_of_threads_gives_the_same_bits) {
    arena* a = arena_create();
    tets box = tet_box(12, a);
    sparse_mesh m = mesh_of(&box);
    sparse one = matrix_of(&m, 3, 1, a), many = matrix_of(&m, 3, 5, a);
    size_t blocks = (size_t)one.start[one.rows], order = 3 * (size_t)one.rows;
    CHECK(blocks == (size_t)many.start[many.rows]);
    CHECK(memcmp(one.column, many.column, blocks * sizeof *one.column) == 0);
    CHECK(memcmp(one.value, many.value, 9 * blocks * sizeof *one.value) == 0);
    double* x = ARENA_NEW(a, double, order);
    double *y1 = ARENA_NEW(a, double, order), *y5 = ARENA_NEW(a, double, order);
    for (size_t i = 0; i < order; ++i)
        x[i] = (double)(i * 2654435761u % 1000) - 500.0;
    sparse_multiply(&one, x, y1, 1, 1);
    sparse_multiply(&one, x, y5, 1, 5);
    CHECK(memcmp(y1, y5, order * sizeof *y1) == 0);
    arena_destroy(a);
}

TEST(products_agree_with_rows_times_vector_for_every_block_size) {
    arena* a = arena_create();
    tets box = tet_box(3, a);
    sparse_mesh m = mesh_of(&box);
    for (int32_t block = 1; block <= SPARSE_BLOCK_MAX; ++block) {
        sparse s = matrix_of(&m, block, 1, a);
        int32_t order = s.rows * block, columns = 3;
        double* x = ARENA_NEW(a, double, (size_t)(columns * order));
        double* y = ARENA_NEW(a, double, (size_t)(columns * order));
        for (int32_t i = 0; i < columns * order; ++i)
            x[i] = (double)(i * 7919 % 101) - 50.0;
        sparse_multiply(&s, x, y, columns, 1);
        for (int32_t c = 0; c < columns; ++c)
            for (int32_t i = 0; i < order; ++i) {
                double sum = 0.0, size = 0.0;
                for (int32_t k = 0; k < order; ++k) {
                    const double* at = sparse_block(&s, i / block, k / block);
                    double term =
                        at == NULL ? 0.0 : at[i % block * block + k % block] * x[c * order + k];
                    sum += term;
                    size += fabs(term);
                }
                CHECK_NEAR(y[c * order + i], sum, 1e-14 * size);
            }
    }
    arena_destroy(a);
}

TEST(kept_rows_and_columns_are_those_of_the_whole) {
    arena* a = arena_create();
    tets box = tet_box(4, a);
    sparse_mesh m = mesh_of(&box);
    sparse s = matrix_of(&m, 3, 1, a);
    int32_t* number = ARENA_NEW(a, int32_t, (size_t)s.rows);
    int32_t kept = 0;
    for (int32_t i = 0; i < s.rows; ++i)
        number[i] = i % 3 == 1 ? -1 : kept++;
    sparse part = sparse_keep(&s, number, kept, a);
    CHECK(part.rows == kept && sparse_asymmetry(&part) == 0.0);
    for (int32_t i = 0; i < s.rows; ++i)
        for (int32_t k = 0; k < s.rows; ++k) {
            if (number[i] < 0 || number[k] < 0)
                continue;
            const double* whole = sparse_block(&s, i, k);
            const double* at = sparse_block(&part, number[i], number[k]);
            CHECK((whole == NULL) == (at == NULL));
            CHECK(whole == NULL || memcmp(whole, at, 9 * sizeof *at) == 0);
        }
    arena_destroy(a);
}

TEST(asymmetry_is_seen) {
    arena* a = arena_create();
    tets box = tet_box(2, a);
    sparse_mesh m = mesh_of(&box);
    sparse s = sparse_pattern(&m, 1, 1, a);
    sparse_assemble(&s, &m, fill_element, &(element_numbers){4, true}, 1);
    CHECK(sparse_asymmetry(&s) > 1e-6);
    arena_destroy(a);
}

TEST(nothing_is_a_matrix_too) {
    arena* a = arena_create();
    sparse_mesh none = {.width = 4, .used = 4};
    sparse s = matrix_of(&none, 3, 2, a);
    CHECK(s.rows == 0 && s.start[0] == 0 && sparse_asymmetry(&s) == 0.0);
    int32_t element[4] = {0, 1, 3, 4}; // node 2 is of no element
    sparse_mesh gap = {element, 1, 4, 4, 5};
    s = matrix_of(&gap, 1, 1, a);
    CHECK(s.start[2] == s.start[3] && sparse_block(&s, 2, 2) == NULL);
    CHECK(s.start[5] == 16);
    arena_destroy(a);
}

TEST_MAIN(CASE(entries_are_the_sums_of_element_entries),
          CASE(columns_ascend_and_hold_each_neighbour_once),
          CASE(any_number_of_threads_gives_the_same_bits),
          CASE(products_agree_with_rows_times_vector_for_every_block_size),
          CASE(kept_rows_and_columns_are_those_of_the_whole), CASE(asymmetry_is_seen),
          CASE(nothing_is_a_matrix_too))
