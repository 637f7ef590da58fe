// Count, fill, sort, sum: pattern from the elements round each node, values in order of elements.
//
// Values are summed by runs of elements: first the matrices of a run are computed in parallel, then
// every thread walks the whole run and adds what belongs to its own rows. So an entry receives its
// terms in the order of elements; colouring or atomic sums would need more code and give other bits
// for other numbers of threads.
// SPDX-License-Identifier: MIT
#include "bake/algebra/sparse.h"

#include "bake/base/assert.h"
#include "bake/base/parallel.h"

#include <math.h>
#include <string.h>

enum { SPARSE_ROW_GRAIN = 1024, ROW_PARTS = 4, ELEMENT_GRAIN = 32 };

// Bytes of matrices of a run: what a processor keeps beside it.
enum { SPARSE_RUN_BYTES = 1 << 19 };

// ---- pattern ---------------------------------------------------------------------------

typedef struct pattern_job {
    const sparse_mesh* mesh;
    const int64_t* first;  // [node_count + 1] into around
    const int32_t* around; // elements of each node, ascending
    sparse* a;
    bool fill; // second pass: the first only counts
} pattern_job;

// The place of x in a sorted list, or where it would go.
static int64_t place_of(const int32_t* list, int64_t count, int32_t x) {
    int64_t low = 0, high = count;
    while (low < high) {
        int64_t middle = (low + high) / 2;
        if (list[middle] < x)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

typedef struct node_list {
    int32_t* nodes; // sorted
    int64_t count, room;
    arena* memory;
} node_list;

static void insert(node_list* l, int32_t node) {
    int64_t at = place_of(l->nodes, l->count, node);
    if (at < l->count && l->nodes[at] == node)
        return;
    if (l->count == l->room) {
        l->nodes =
            arena_grow(l->memory, l->nodes, (size_t)l->room, 2 * (size_t)l->room, sizeof *l->nodes);
        l->room *= 2;
    }
    memmove(l->nodes + at + 1, l->nodes + at, (size_t)(l->count - at) * sizeof *l->nodes);
    l->nodes[at] = node;
    ++l->count;
}

static void pattern_rows(void* user, int64_t begin, int64_t end) {
    pattern_job* j = user;
    const sparse_mesh* m = j->mesh;
    node_list list = {.room = 256, .memory = arena_create()};
    list.nodes = ARENA_NEW(list.memory, int32_t, (size_t)list.room);
    for (int64_t row = begin; row < end; ++row) {
        list.count = 0;
        for (int64_t k = j->first[row]; k < j->first[row + 1]; ++k)
            for (int32_t i = 0; i < m->used; ++i)
                insert(&list, m->elements[(int64_t)j->around[k] * m->width + i]);
        if (!j->fill)
            j->a->start[row + 1] = list.count;
        else if (list.count > 0)
            memcpy(j->a->column + j->a->start[row], list.nodes,
                   (size_t)list.count * sizeof *list.nodes);
    }
    arena_destroy(list.memory);
}

static void collect_around(pattern_job* j, arena* scratch) {
    const sparse_mesh* m = j->mesh;
    int64_t* first = ARENA_NEW(scratch, int64_t, (size_t)m->node_count + 2);
    for (int32_t e = 0; e < m->element_count; ++e)
        for (int32_t i = 0; i < m->used; ++i)
            ++first[m->elements[(int64_t)e * m->width + i] + 2];
    for (int32_t i = 0; i < m->node_count; ++i)
        first[i + 2] += first[i + 1];
    int32_t* around = ARENA_NEW(scratch, int32_t, (size_t)first[m->node_count + 1]);
    for (int32_t e = 0; e < m->element_count; ++e)
        for (int32_t i = 0; i < m->used; ++i)
            around[first[m->elements[(int64_t)e * m->width + i] + 1]++] = e;
    j->first = first; // filling has moved every start to its place
    j->around = around;
}

static void sum_starts(sparse* a) {
    for (int32_t i = 0; i < a->rows; ++i)
        a->start[i + 1] += a->start[i];
}

static void allocate_blocks(sparse* a, arena* memory) {
    size_t count = (size_t)a->start[a->rows];
    a->column = ARENA_NEW(memory, int32_t, count);
    a->value = ARENA_NEW(memory, double, count*(size_t)(a->block * a->block));
}

sparse sparse_pattern(const sparse_mesh* mesh, int32_t block, int threads, arena* memory) {
    SUPPLE_ASSERT(block >= 1 && block <= SPARSE_BLOCK_MAX);
    SUPPLE_ASSERT(mesh->used <= mesh->width && mesh->width <= SPARSE_WIDTH_MAX);
    sparse a = {.rows = mesh->node_count, .block = block};
    a.start = ARENA_NEW(memory, int64_t, (size_t)a.rows + 1);
    arena* scratch = arena_create();
    pattern_job job = {.mesh = mesh, .a = &a};
    collect_around(&job, scratch);
    parallel_for(threads, a.rows, SPARSE_ROW_GRAIN, pattern_rows, &job);
    sum_starts(&a);
    allocate_blocks(&a, memory);
    job.fill = true;
    parallel_for(threads, a.rows, SPARSE_ROW_GRAIN, pattern_rows, &job);
    arena_destroy(scratch);
    return a;
}

// ---- values ----------------------------------------------------------------------------

typedef struct places_job {
    const sparse* a;
    const sparse_mesh* mesh;
    int32_t* places;
} places_job;

static void find_places(void* user, int64_t begin, int64_t end) {
    const places_job* j = user;
    const sparse_mesh* m = j->mesh;
    int32_t* to = j->places + begin * m->used * m->used;
    for (int64_t e = begin; e < end; ++e) {
        const int32_t* nodes = m->elements + e * m->width;
        for (int32_t i = 0; i < m->used; ++i) {
            int64_t start = j->a->start[nodes[i]], count = j->a->start[nodes[i] + 1] - start;
            for (int32_t k = 0; k < m->used; ++k)
                *to++ = (int32_t)place_of(j->a->column + start, count, nodes[k]);
        }
    }
}

void sparse_find_places(sparse* a, const sparse_mesh* mesh, int threads, arena* memory) {
    size_t count = (size_t)mesh->element_count * (size_t)mesh->used * (size_t)mesh->used;
    places_job j = {a, mesh, ARENA_NEW(memory, int32_t, count + 1)};
    parallel_for(threads, mesh->element_count, SPARSE_ROW_GRAIN, find_places, &j);
    a->places_or_null = j.places;
}

typedef struct assembly {
    sparse* a;
    const sparse_mesh* mesh;
    sparse_element element;
    const void* user;
    int64_t run;      // the first element of this run
    int64_t run_size; // elements in it
    int32_t order;    // used * block
    double* matrices; // [run][order][order]
} assembly;

static void compute_matrices(void* user, int64_t begin, int64_t end) {
    assembly* j = user;
    size_t size = (size_t)j->order * (size_t)j->order;
    for (int64_t i = begin; i < end; ++i)
        j->element(j->user, (int32_t)(j->run + i), j->matrices + (size_t)i * size);
}

// Adds block row i of an element matrix to the row of its node. With constant b the compiler unrolls.
static inline void add_row(const assembly* j, int64_t e, int32_t i, const int32_t b) {
    sparse* a = j->a;
    const int32_t *nodes = j->mesh->elements + (j->run + e) * j->mesh->width, used = j->mesh->used,
                  order = used * b;
    const int32_t* places = a->places_or_null;
    int64_t start = a->start[nodes[i]], count = a->start[nodes[i] + 1] - start;
    const double* from = j->matrices + (e * order + (int64_t)i * b) * order;
    for (int32_t k = 0; k < used; ++k) {
        int64_t at = places != NULL ? places[((j->run + e) * used + i) * used + k]
                                    : place_of(a->column + start, count, nodes[k]);
        double* to = a->value + (start + at) * b * b;
        for (int32_t p = 0; p < b; ++p)
            for (int32_t q = 0; q < b; ++q)
                to[p * b + q] += from[p * order + k * b + q];
    }
}

static void add_matrices(void* user, int64_t begin, int64_t end) {
    const assembly* j = user;
    const sparse_mesh* m = j->mesh;
    int32_t low = (int32_t)(begin * j->a->rows / ROW_PARTS);
    int32_t high = (int32_t)(end * j->a->rows / ROW_PARTS);
    for (int64_t e = 0; e < j->run_size; ++e) {
        const int32_t* nodes = m->elements + (j->run + e) * m->width;
        for (int32_t i = 0; i < m->used; ++i)
            if (nodes[i] >= low && nodes[i] < high) {
                if (j->a->block == 3)
                    add_row(j, e, i, 3);
                else
                    add_row(j, e, i, j->a->block);
            }
    }
}

void sparse_assemble(sparse* a, const sparse_mesh* mesh, sparse_element element, const void* user,
                     int threads) {
    SUPPLE_ASSERT(a->rows == mesh->node_count && element != NULL && threads >= 0);
    assembly job = {.a = a, .mesh = mesh, .element = element, .user = user};
    job.order = mesh->used * a->block;
    size_t size = (size_t)job.order * (size_t)job.order;
    int64_t most = (int64_t)(SPARSE_RUN_BYTES / (size * sizeof *job.matrices)) + ELEMENT_GRAIN;
    arena* scratch = arena_create();
    job.matrices = ARENA_NEW(scratch, double, (size_t)most* size);
    memset(a->value, 0,
           (size_t)a->start[a->rows] * (size_t)(a->block * a->block) * sizeof *a->value);
    for (job.run = 0; job.run < mesh->element_count; job.run += most) {
        int64_t left = mesh->element_count - job.run;
        job.run_size = left < most ? left : most;
        parallel_for(threads, job.run_size, ELEMENT_GRAIN, compute_matrices, &job);
        parallel_for(threads, ROW_PARTS, threads == 1 ? ROW_PARTS : 1, add_matrices, &job);
    }
    arena_destroy(scratch);
}

// ---- use -------------------------------------------------------------------------------

sparse sparse_keep(const sparse* a, const int32_t* number, int32_t kept, arena* memory) {
    SUPPLE_ASSERT(kept >= 0 && kept <= a->rows && number != NULL);
    sparse k = {.rows = kept, .block = a->block};
    k.start = ARENA_NEW(memory, int64_t, (size_t)kept + 1);
    for (int32_t row = 0; row < a->rows; ++row)
        for (int64_t i = a->start[row]; number[row] >= 0 && i < a->start[row + 1]; ++i)
            k.start[number[row] + 1] += number[a->column[i]] >= 0;
    sum_starts(&k);
    allocate_blocks(&k, memory);
    size_t size = (size_t)a->block * (size_t)a->block;
    int64_t to = 0;
    for (int32_t row = 0; row < a->rows; ++row)
        for (int64_t i = a->start[row]; number[row] >= 0 && i < a->start[row + 1]; ++i)
            if (number[a->column[i]] >= 0) {
                k.column[to] = number[a->column[i]];
                memcpy(k.value + (size_t)to * size, a->value + (size_t)i * size,
                       size * sizeof *k.value);
                ++to;
            }
    return k;
}

sparse sparse_take(const sparse* a, const int32_t* rows, int32_t count, const int32_t* number,
                   arena* memory) {
    SUPPLE_ASSERT(count >= 0 && count <= a->rows && number != NULL);
    sparse k = {.rows = count, .block = a->block};
    k.start = ARENA_NEW(memory, int64_t, (size_t)count + 1);
    for (int32_t i = 0; i < count; ++i)
        k.start[i + 1] = k.start[i] + a->start[rows[i] + 1] - a->start[rows[i]];
    allocate_blocks(&k, memory);
    size_t size = (size_t)a->block * (size_t)a->block;
    for (int32_t i = 0; i < count; ++i) {
        int64_t from = a->start[rows[i]], blocks = k.start[i + 1] - k.start[i];
        for (int64_t b = 0; b < blocks; ++b)
            k.column[k.start[i] + b] = number[a->column[from + b]];
        memcpy(k.value + (size_t)k.start[i] * size, a->value + (size_t)from * size,
               (size_t)blocks * size * sizeof *k.value);
    }
    return k;
}

typedef struct product {
    const sparse* a;
    const double* x;
    double* y;
    int32_t columns;
} product;

// Columns that share one reading of the matrix. With constant b and count the compiler unrolls.
enum { SPARSE_TOGETHER = 4 };

static inline void multiply_blocks(const product* j, int64_t begin, int64_t end, int32_t first,
                                   const int32_t count, const int32_t b) {
    const sparse* a = j->a;
    int64_t order = (int64_t)a->rows * b;
    const double* x = j->x + first * order;
    for (int64_t row = begin; row < end; ++row) {
        double sum[SPARSE_TOGETHER][SPARSE_BLOCK_MAX] = {0};
        for (int64_t i = a->start[row]; i < a->start[row + 1]; ++i) {
            const double* v = a->value + i * b * b;
            const double* at = x + (int64_t)a->column[i] * b;
            for (int32_t c = 0; c < count; ++c)
                for (int32_t p = 0; p < b; ++p)
                    for (int32_t q = 0; q < b; ++q)
                        sum[c][p] += v[p * b + q] * at[c * order + q];
        }
        for (int32_t c = 0; c < count; ++c)
            memcpy(j->y + (first + c) * order + row * b, sum[c], (size_t)b * sizeof **sum);
    }
}

static void multiply_rows(void* user, int64_t begin, int64_t end) {
    const product* j = user;
    int32_t b = j->a->block, c = 0;
    for (; c + SPARSE_TOGETHER <= j->columns; c += SPARSE_TOGETHER)
        if (b == 1)
            multiply_blocks(j, begin, end, c, SPARSE_TOGETHER, 1);
        else if (b == 3)
            multiply_blocks(j, begin, end, c, SPARSE_TOGETHER, 3);
        else
            multiply_blocks(j, begin, end, c, SPARSE_TOGETHER, b);
    for (; c < j->columns; ++c)
        if (b == 1)
            multiply_blocks(j, begin, end, c, 1, 1);
        else if (b == 3)
            multiply_blocks(j, begin, end, c, 1, 3);
        else
            multiply_blocks(j, begin, end, c, 1, b);
}

void sparse_multiply(const sparse* a, const double* x, double* y, int32_t columns, int threads) {
    SUPPLE_ASSERT(x != y && columns >= 0 && threads >= 0);
    product job = {a, x, y, columns};
    parallel_for(threads, a->rows, SPARSE_ROW_GRAIN, multiply_rows, &job);
}

// One number a node pair for the three axes of a displacement: a ninth of the reading.
static inline void multiply_axes(const product* j, int64_t begin, int64_t end, int32_t first,
                                 const int32_t count) {
    const sparse* a = j->a;
    int64_t order = 3 * (int64_t)a->rows;
    const double* x = j->x + first * order;
    for (int64_t row = begin; row < end; ++row) {
        double sum[SPARSE_TOGETHER][3] = {0};
        for (int64_t i = a->start[row]; i < a->start[row + 1]; ++i) {
            const double *at = x + 3 * (int64_t)a->column[i], value = a->value[i];
            for (int32_t c = 0; c < count; ++c)
                for (int k = 0; k < 3; ++k)
                    sum[c][k] += value * at[c * order + k];
        }
        for (int32_t c = 0; c < count; ++c)
            memcpy(j->y + (first + c) * order + 3 * row, sum[c], sizeof sum[c]);
    }
}

static void multiply_axes_rows(void* user, int64_t begin, int64_t end) {
    const product* j = user;
    int32_t c = 0;
    for (; c + SPARSE_TOGETHER <= j->columns; c += SPARSE_TOGETHER)
        multiply_axes(j, begin, end, c, SPARSE_TOGETHER);
    for (; c < j->columns; ++c)
        multiply_axes(j, begin, end, c, 1);
}

void sparse_multiply_axes(const sparse* a, const double* x, double* y, int32_t columns,
                          int threads) {
    SUPPLE_ASSERT(a->block == 1 && x != y && columns >= 0 && threads >= 0);
    product job = {a, x, y, columns};
    parallel_for(threads, a->rows, SPARSE_ROW_GRAIN, multiply_axes_rows, &job);
}

const double* sparse_block(const sparse* a, int32_t row, int32_t column) {
    SUPPLE_ASSERT(row >= 0 && row < a->rows && column >= 0 && column < a->rows);
    int64_t first = a->start[row], count = a->start[row + 1] - first;
    int64_t at = place_of(a->column + first, count, column);
    bool there = at < count && a->column[first + at] == column;
    return there ? a->value + (first + at) * a->block * a->block : NULL;
}

double sparse_asymmetry(const sparse* a) {
    double largest = 0.0, worst = 0.0;
    int32_t b = a->block;
    for (int32_t row = 0; row < a->rows; ++row)
        for (int64_t i = a->start[row]; i < a->start[row + 1]; ++i) {
            const double* v = a->value + i * b * b;
            const double* w = sparse_block(a, a->column[i], row);
            if (w == NULL)
                return INFINITY;
            for (int32_t p = 0; p < b; ++p)
                for (int32_t q = 0; q < b; ++q) {
                    worst = fmax(worst, fabs(v[p * b + q] - w[q * b + p]));
                    largest = fmax(largest, fabs(v[p * b + q]));
                }
        }
    return largest > 0.0 ? worst / largest : 0.0;
}
