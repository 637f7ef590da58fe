// Sums in the mass by algebra/lanczos_basis.h: the same bits for any number of threads.
// SPDX-License-Identifier: MIT
#include "bake/model/span.h"

#include "bake/algebra/dense.h"
#include "bake/algebra/eigen_bases.h"
#include "bake/base/assert.h"
#include "bake/fem/assemble.h"

#include <math.h>
#include <string.h>

static const double SPAN_SAME = 1e-7; // relative: singular values nearer than this are equal

span span_new(const sparse* mass, int32_t room, int32_t riders, int threads, arena* memory) {
    SUPPLE_ASSERT(mass->block == 1 && room >= 0 && riders >= 0 && threads >= 0);
    span s = {.mass = mass, .room = room, .riders = riders};
    s.basis = (lanczos_basis){.order = 3 * mass->rows, .threads = threads, .memory = memory};
    s.follow = ARENA_NEW(memory, double, (size_t)room*(size_t)riders);
    return s;
}

double* span_column(const span* s, int32_t column) {
    SUPPLE_ASSERT(column >= 0);
    return s->basis.strip[column / LANCZOS_STRIP] +
           (size_t)(column % LANCZOS_STRIP) * (size_t)s->basis.order;
}

static double* times_mass(const span* s, const double* vectors, int32_t count, arena* scratch) {
    double* out = ARENA_NEW(scratch, double, (size_t)count*(size_t)s->basis.order);
    sparse_multiply_axes(s->mass, vectors, out, count, s->basis.threads);
    return out;
}

void span_lengths(const span* s, const double* vectors, int32_t count, double* lengths) {
    SUPPLE_ASSERT(count >= 0);
    arena* scratch = arena_create();
    size_t order = (size_t)s->basis.order;
    const double* forces = times_mass(s, vectors, count, scratch);
    for (size_t c = 0; c < (size_t)count; ++c) {
        double square = 0.0;
        for (size_t i = c * order; i < (c + 1) * order; ++i)
            square += vectors[i] * forces[i];
        lengths[c] = sqrt(fmax(square, 0.0));
    }
    arena_destroy(scratch);
}

void span_along(const span* s, const double* vectors, int32_t count, double* out) {
    SUPPLE_ASSERT(count >= 0);
    arena* scratch = arena_create();
    if (s->basis.size > 0)
        lanczos_basis_along(&s->basis, times_mass(s, vectors, count, scratch), count, out);
    arena_destroy(scratch);
}

void span_remove(const span* s, double* vectors, double* riders, int32_t count) {
    SUPPLE_ASSERT(count >= 0);
    int32_t size = s->basis.size, n = s->riders;
    arena* scratch = arena_create();
    double* along = ARENA_NEW(scratch, double, (size_t)size*(size_t)count);
    for (int time = 0; time < 2 && size > 0; ++time) {
        span_along(s, vectors, count, along);
        lanczos_basis_subtract(&s->basis, along, count, vectors);
        for (int32_t c = 0; c < count; ++c)
            for (int32_t k = 0; k < size; ++k)
                for (int32_t i = 0; i < n; ++i)
                    riders[(ptrdiff_t)c * n + i] -=
                        along[(ptrdiff_t)c * size + k] * s->follow[(ptrdiff_t)k * n + i];
    }
    arena_destroy(scratch);
}

double span_append(span* s, double* vector, double* riders, double least) {
    span_remove(s, vector, riders, 1);
    double length = 0.0;
    span_lengths(s, vector, 1, &length);
    if (!(length > least) || s->basis.size == s->room)
        return length;
    for (int32_t i = 0; i < s->basis.order; ++i)
        vector[i] /= length;
    for (int32_t i = 0; i < s->riders; ++i)
        s->follow[(ptrdiff_t)s->basis.size * s->riders + i] = riders[i] / length;
    lanczos_basis_append(&s->basis, vector, 1);
    return length;
}

// ---- principal directions --------------------------------------------------------------

// Where the group of equals that contains `at` ends; values descend.
static int32_t group_end(const double* values, int32_t count, int32_t at) {
    int32_t end = at + 1;
    while (end < count && values[at] - values[end] <= SPAN_SAME * values[at])
        ++end;
    return end;
}

// A basis of equals that depends on their space alone; riders are turned alike.
static void settle_group(const span* s, double* vectors, double* riders, int32_t count,
                         arena* scratch) {
    size_t order = (size_t)s->basis.order, n = (size_t)s->riders, size = (size_t)count;
    double *turn = ARENA_NEW(scratch, double, size*size), *old = ARENA_NEW(scratch, double, size*n);
    double* before = times_mass(s, vectors, count, scratch);
    memcpy(old, riders, size * n * sizeof *old);
    eigen_bases(vectors, count, (int32_t)order);
    lanczos_dots(&s->basis, before, vectors, count, turn);
    memset(riders, 0, size * n * sizeof *riders);
    for (size_t to = 0; to < size; ++to)
        for (size_t from = 0; from < size; ++from)
            for (size_t i = 0; i < n; ++i)
                riders[to * n + i] += turn[to * size + from] * old[from * n + i];
}

typedef struct principal {
    int32_t count;   // directions, with all equals of the last that is wanted
    double* values;  // [count] singular values, descending
    double* weights; // [count][vectors] of length 1
} principal;

static bool find_principal(const span* s, const double* vectors, int32_t count, int32_t most,
                           double least, principal* out, arena* scratch) {
    size_t size = (size_t)count;
    double *gram = ARENA_NEW(scratch, double, size*size),
           *squares = ARENA_NEW(scratch, double, size);
    lanczos_dots(&s->basis, vectors, times_mass(s, vectors, count, scratch), count, gram);
    if (!dense_eigen(count, gram, squares, scratch))
        return false;
    out->values = ARENA_NEW(scratch, double, size);
    out->weights = ARENA_NEW(scratch, double, size* size);
    int32_t good = 0;
    for (size_t i = 0; i < size; ++i) {
        size_t from = size - 1 - i;
        out->values[i] = sqrt(fmax(squares[from], 0.0));
        good += out->values[i] > least;
        memcpy(out->weights + i * size, gram + from * size, size * sizeof *gram);
    }
    out->count = most < good ? group_end(out->values, good, most > 0 ? most - 1 : 0) : good;
    return true;
}

int32_t span_append_principal(span* s, double* vectors, double* riders, int32_t count, int32_t most,
                              double least, double* singular) {
    SUPPLE_ASSERT(count >= 0 && most >= 0);
    arena* scratch = arena_create();
    size_t order = (size_t)s->basis.order, n = (size_t)s->riders, size = (size_t)count;
    int32_t left = s->room - s->basis.size, added = 0;
    principal p = {0};
    double longest = 0.0, *lengths = ARENA_NEW(scratch, double, size);
    span_lengths(s, vectors, count, lengths);
    for (size_t i = 0; i < size; ++i)
        longest = fmax(longest, lengths[i]);
    span_remove(s, vectors, riders, count);
    most = most < left ? most : left;
    if (!find_principal(s, vectors, count, most, least * longest, &p, scratch)) {
        arena_destroy(scratch);
        return -1;
    }
    size_t found = (size_t)p.count;
    lanczos_basis pool = {.order = s->basis.order, .threads = s->basis.threads, .memory = scratch};
    lanczos_basis_append(&pool, vectors, count);
    for (size_t i = 0; i < found; ++i)
        for (size_t k = 0; k < size; ++k)
            p.weights[i * size + k] /= p.values[i];
    double *columns = ARENA_NEW(scratch, double, found*order),
           *follow = ARENA_NEW(scratch, double, found*n);
    lanczos_basis_combine(&pool, count, p.weights, p.count, columns);
    for (size_t i = 0; i < found; ++i)
        for (size_t k = 0; k < size; ++k)
            for (size_t a = 0; a < n; ++a)
                follow[i * n + a] += p.weights[i * size + k] * riders[k * n + a];
    for (int32_t at = 0, end; at < p.count; at = end) {
        end = group_end(p.values, p.count, at);
        settle_group(s, columns + (size_t)at * order, follow + (size_t)at * n, end - at, scratch);
    }
    for (; added < p.count && added < most; ++added) {
        singular[added] = p.values[added];
        span_append(s, columns + (size_t)added * order, follow + (size_t)added * n, 0.0);
    }
    arena_destroy(scratch);
    return added;
}
