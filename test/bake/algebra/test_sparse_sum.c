// Sums of sparse matrices with patterns of their own against the sum of dense ones.
// SPDX-License-Identifier: MIT
#include "bake/algebra/sparse_sum.h"
#include "test/kit/check.h"
#include "test/kit/random.h"

enum { NODES = 32, GROUPS = 12, WIDTH = 4 };

static void fill(const void* user, int32_t element, double* matrix) {
    const int32_t* order = user;
    for (int32_t row = 0; row < *order; ++row)
        for (int32_t column = 0; column < *order; ++column)
            matrix[row * *order + column] = 1.0 / (1.0 + element + row + column);
}

// Groups of nodes anywhere, in each of which all meet.
static sparse random_part(int32_t block, arena* memory) {
    int32_t* groups = ARENA_NEW(memory, int32_t, GROUPS * WIDTH);
    for (int32_t i = 0; i < GROUPS * WIDTH; ++i)
        groups[i] =
            ((int32_t)random_in(0.0, NODES / WIDTH) * WIDTH + i) % NODES; // unlike in a group
    const sparse_mesh mesh = {groups, GROUPS, WIDTH, WIDTH, NODES};
    const int32_t order = WIDTH * block;
    sparse s = sparse_pattern(&mesh, block, 1, memory);
    sparse_assemble(&s, &mesh, fill, &order, 1);
    return s;
}

static double at(const sparse* s, int32_t row, int32_t column, int k) {
    const double* block = sparse_block(s, row, column);
    return block != NULL ? block[k] : 0.0;
}

static void add_to_diagonal(const void* user, int32_t row, int32_t column, const double* from,
                            double* to) {
    const double* factor = user;
    for (int k = 0; k < 9; k += 4)
        to[k] += *factor * *from * (1.0 + row) * (1.0 + column);
}

TEST(sum_has_the_numbers_of_all_parts_between_kept_nodes_and_no_other_blocks) {
    arena* memory = arena_create();
    const double factors[3] = {2.0, -0.5, 3.0};
    for (int round = 0; round < 20; ++round) {
        sparse parts[3] = {random_part(3, memory), random_part(3, memory), random_part(1, memory)};
        const sparse* list[3] = {&parts[0], &parts[1], &parts[2]};
        int32_t number[NODES], kept = 0;
        for (int32_t i = 0; i < NODES; ++i)
            number[i] = random_in(0.0, 1.0) < 0.3 ? -1 : kept++;
        sparse sum = sparse_sum_pattern(list, 3, number, kept, 3, memory);
        sparse_sum_add(&sum, &parts[0], number, factors[0], 1);
        sparse_sum_add(&sum, &parts[1], number, factors[1], 2);
        sparse_sum_visit(&sum, &parts[2], number, add_to_diagonal, &factors[2], 2);
        for (int32_t row = 0; row < NODES; ++row)
            for (int32_t column = 0; column < NODES; ++column) {
                if (number[row] < 0 || number[column] < 0)
                    continue;
                bool there = false;
                for (int p = 0; p < 3; ++p)
                    there = there || sparse_block(&parts[p], row, column) != NULL;
                CHECK(there == (sparse_block(&sum, number[row], number[column]) != NULL));
                for (int k = 0; k < 9; ++k) {
                    double expected = factors[0] * at(&parts[0], row, column, k) +
                                      factors[1] * at(&parts[1], row, column, k);
                    if (k % 4 == 0)
                        expected += factors[2] * at(&parts[2], row, column, 0) * (1.0 + row) *
                                    (1.0 + column);
                    CHECK_NEAR(at(&sum, number[row], number[column], k), expected, 1e-10);
                }
            }
    }
    arena_destroy(memory);
}

TEST(rows_of_a_sum_ascend_so_that_all_that_reads_a_matrix_reads_it) {
    arena* memory = arena_create();
    sparse a = random_part(3, memory), b = random_part(3, memory);
    const sparse* list[2] = {&a, &b};
    int32_t number[NODES];
    for (int32_t i = 0; i < NODES; ++i)
        number[i] = i;
    sparse sum = sparse_sum_pattern(list, 2, number, NODES, 3, memory);
    for (int32_t row = 0; row < NODES; ++row)
        for (int64_t i = sum.start[row] + 1; i < sum.start[row + 1]; ++i)
            CHECK(sum.column[i - 1] < sum.column[i]);
    CHECK(sum.start[NODES] > a.start[NODES] && sum.start[NODES] > b.start[NODES]);
    arena_destroy(memory);
}

TEST_MAIN(CASE(sum_has_the_numbers_of_all_parts_between_kept_nodes_and_no_other_blocks),
          CASE(rows_of_a_sum_ascend_so_that_all_that_reads_a_matrix_reads_it))
