// Rows are walked with two fingers: columns ascend in the part and in the sum alike.
// SPDX-License-Identifier: MIT
#include "bake/algebra/sparse_sum.h"

#include "bake/base/assert.h"
#include "bake/base/parallel.h"

#include <stdlib.h>
#include <string.h>

enum { SPARSE_SUM_ROW_GRAIN = 512 };

static int ascending(const void* a, const void* b) {
    int32_t x = *(const int32_t*)a, y = *(const int32_t*)b;
    return (x > y) - (x < y);
}

// The columns of a row of the sum, each once and in any order; returns how many. seen: [kept], below
// `mark` wherever it was not set for this row.
static int64_t row_columns(const sparse* const* parts, int32_t count, const int32_t* number,
                           int32_t node, int64_t* seen, int64_t mark, int32_t* columns) {
    int64_t found = 0;
    for (int32_t p = 0; p < count; ++p)
        for (int64_t i = parts[p]->start[node]; i < parts[p]->start[node + 1]; ++i) {
            int32_t column = number[parts[p]->column[i]];
            if (column < 0 || seen[column] == mark)
                continue;
            seen[column] = mark;
            columns[found++] = column;
        }
    return found;
}

sparse sparse_sum_pattern(const sparse* const* parts, int32_t count, const int32_t* number,
                          int32_t kept, int32_t block, arena* memory) {
    SUPPLE_ASSERT(count > 0);
    sparse s = {.rows = kept, .block = block};
    s.start = ARENA_NEW(memory, int64_t, (size_t)kept + 1);
    arena* scratch = arena_create();
    int64_t* seen = ARENA_NEW(scratch, int64_t, (size_t)kept);
    int32_t* columns = ARENA_NEW(scratch, int32_t, (size_t)kept);
    int64_t mark = 0;
    for (int32_t node = 0, row = 0; node < parts[0]->rows; ++node)
        if (number[node] >= 0) {
            s.start[row + 1] =
                s.start[row] + row_columns(parts, count, number, node, seen, ++mark, columns);
            ++row;
        }
    size_t blocks = (size_t)s.start[kept];
    s.column = ARENA_NEW(memory, int32_t, blocks);
    s.value = ARENA_NEW(memory, double, blocks*(size_t)block*(size_t)block);
    for (int32_t node = 0, row = 0; node < parts[0]->rows; ++node)
        if (number[node] >= 0) {
            int32_t* to = s.column + s.start[row++];
            int64_t found = row_columns(parts, count, number, node, seen, ++mark, to);
            qsort(to, (size_t)found, sizeof *to, ascending);
        }
    arena_destroy(scratch);
    return s;
}

typedef struct visiting {
    sparse* sum;
    const sparse* part;
    const int32_t* number;
    sparse_sum_visitor visit;
    const void* user;
} visiting;

// Each row of the part has a row of the sum of its own.
static void visit_rows(void* user, int64_t begin, int64_t end) {
    const visiting* v = user;
    const sparse *sum = v->sum, *part = v->part;
    size_t from_size = (size_t)part->block * (size_t)part->block;
    size_t to_size = (size_t)sum->block * (size_t)sum->block;
    for (int64_t node = begin; node < end; ++node) {
        if (v->number[node] < 0)
            continue;
        int64_t to = sum->start[v->number[node]];
        for (int64_t i = part->start[node]; i < part->start[node + 1]; ++i) {
            int32_t column = v->number[part->column[i]];
            if (column < 0)
                continue;
            while (sum->column[to] < column)
                ++to;
            SUPPLE_ASSERT(sum->column[to] == column);
            v->visit(v->user, (int32_t)node, part->column[i], part->value + (size_t)i * from_size,
                     sum->value + (size_t)to * to_size);
        }
    }
}

void sparse_sum_visit(sparse* sum, const sparse* part, const int32_t* number,
                      sparse_sum_visitor visit, const void* user, int threads) {
    visiting v = {sum, part, number, visit, user};
    parallel_for(threads, part->rows, SPARSE_SUM_ROW_GRAIN, visit_rows, &v);
}

typedef struct scaled {
    int32_t numbers; // of a block
    double factor;
} scaled;

static void add_scaled(const void* user, int32_t row, int32_t column, const double* from,
                       double* to) {
    const scaled* s = user;
    (void)row, (void)column;
    for (int32_t k = 0; k < s->numbers; ++k)
        to[k] += s->factor * from[k];
}

void sparse_sum_add(sparse* sum, const sparse* part, const int32_t* number, double factor,
                    int threads) {
    SUPPLE_ASSERT(sum->block == part->block);
    sparse_sum_visit(sum, part, number, add_scaled, &(scaled){sum->block * sum->block, factor},
                     threads);
}
