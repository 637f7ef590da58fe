// Blocks of basis vectors, each orthogonal to all before it in the inner product of the mass.
//
// Classical Gram-Schmidt by blocks, twice, then column by column within a block, twice: orthogonal to
// rounding. The projected matrix takes the coefficients as they come (rather than only the band that
// theory leaves), which also covers columns that were lost in the span of others and replaced by new
// directions. Rejected: ARPACK on the same factor, which solves for one vector at a time and can lose
// a rigid mode in silence; LOBPCG with multigrid, which pays only where a factor does not fit.
// SPDX-License-Identifier: MIT
#include "bake/fem/lanczos.h"

#include <cblas.h>
#include <math.h>
#include <string.h>

// LAPACK's, in OpenBLAS: eigenvalues and vectors of a dense symmetric matrix. The C interface would be
// one more package for one call.
void dsyevd_(const char* job, const char* triangle, const int* n, double* a, const int* lda,
             double* values, double* work, const int* work_size, int* iwork, const int* iwork_size,
             int* info, size_t job_length, size_t triangle_length);

static const double CONVERGED = 1e-10;  // of a Ritz value, its residual's length
static const double LOST = 1e-10;       // what is left of a vector that depends on those before
static const double MOSTLY_LOST = 1e-3; // what is left of one that nearly does

enum { BASIS_OVER_COUNT = 10 };

typedef struct lanczos {
    const sparse* mass;
    factor* f;
    report* r;
    arena* scratch;
    int threads;
    int32_t order, width; // unknowns; columns of a block
    int32_t room, size;   // columns the basis may have and has
    double** block;       // [..] each [width][order]; the last one may be narrower
    int32_t* block_size;  // columns in it
    int32_t block_count;
    double* projected; // [room][room], symmetric
    double* next;      // [width][order] the block being made
    double* product;   // [width][order] M times it
    double* small;     // [width][width]
    double* beta;      // [width][width] column c: what column c of the operator's block has
                       // along the vectors of the next block
    uint32_t seed;
    int32_t solves;
} lanczos;

// ---- blocks of vectors -----------------------------------------------------------------

static void fill_with_noise(lanczos* l, double* column) {
    for (int32_t i = 0; i < l->order; ++i) {
        l->seed = l->seed * 1664525u + 1013904223u;
        column[i] = (double)(l->seed >> 8) / (double)(1u << 23) - 1.0;
    }
}

// columns = (K - shift M)^-1 M columns
static bool apply(lanczos* l, double* columns, int32_t count) {
    assemble_times_mass(l->mass, columns, l->product, count, l->threads);
    memcpy(columns, l->product, (size_t)count * (size_t)l->order * sizeof *columns);
    l->solves += count;
    return factor_solve(l->f, columns, count, l->threads, l->r);
}

// A mass may be only semidefinite, and its squares then are rounding about zero.
static double root(double square) {
    return square > 0.0 ? sqrt(square) : 0.0;
}

// Takes out of `count` columns what they have along the basis, twice; the coefficients are added to
// coefficients_or_null, [count][room]. whole: [count] the lengths before.
static void orthogonalise(lanczos* l, double* columns, int32_t count, double* coefficients_or_null,
                          double* whole) {
    int32_t n = l->order;
    for (int pass = 0; pass < 2; ++pass) {
        assemble_times_mass(l->mass, columns, l->product, count, l->threads);
        for (int32_t c = 0; pass == 0 && c < count; ++c)
            whole[c] = root(
                cblas_ddot(n, columns + (ptrdiff_t)c * n, 1, l->product + (ptrdiff_t)c * n, 1));
        for (int32_t b = 0, at = 0; b < l->block_count; at += l->block_size[b++]) {
            int32_t w = l->block_size[b];
            cblas_dgemm(CblasColMajor, CblasTrans, CblasNoTrans, w, count, n, 1.0, l->block[b], n,
                        l->product, n, 0.0, l->small, w);
            cblas_dgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, n, count, w, -1.0, l->block[b],
                        n, l->small, w, 1.0, columns, n);
            for (int32_t c = 0; coefficients_or_null != NULL && c < count; ++c)
                for (int32_t i = 0; i < w; ++i)
                    coefficients_or_null[(ptrdiff_t)c * l->room + at + i] += l->small[c * w + i];
        }
    }
}

// Makes column c of `columns` orthogonal to those before it and of length 1; returns the length left.
// along: [width] what it had along the ones before, its own length last.
static double normalise_column(lanczos* l, double* columns, int32_t c, double* along) {
    double *x = columns + (ptrdiff_t)c * l->order, square = 0.0;
    memset(along, 0, (size_t)l->width * sizeof *along);
    for (int pass = 0; pass < 2; ++pass) {
        assemble_times_mass(l->mass, x, l->product, 1, l->threads);
        square = cblas_ddot(l->order, x, 1, l->product, 1);
        for (int32_t i = 0; i < c; ++i) {
            const double* before = columns + (ptrdiff_t)i * l->order;
            double dot = cblas_ddot(l->order, before, 1, l->product, 1);
            cblas_daxpy(l->order, -dot, before, 1, x, 1);
            along[i] += dot;
            square -= dot * dot; // of the second pass: little against what is left
        }
    }
    double length = root(square);
    along[c] = length;
    if (length > 0.0)
        cblas_dscal(l->order, 1.0 / length, x, 1);
    return length;
}

// A new direction in place of column c, which had none of its own.
static bool replace_column(lanczos* l, double* columns, int32_t c) {
    double* x = columns + (ptrdiff_t)c * l->order;
    double along[LANCZOS_WIDTH_MAX], whole;
    for (int attempt = 0; attempt < 3; ++attempt) {
        fill_with_noise(l, x);
        if (!apply(l, x, 1))
            return false;
        orthogonalise(l, x, 1, NULL, &whole);
        if (whole > 0.0 && normalise_column(l, columns, c, along) > LOST * whole)
            return true;
    }
    return false;
}

// Where little of a column was its own, making it long again has made rounding long too: what it has
// along the basis is taken out once more.
static void clean_column(lanczos* l, int32_t c, const double* along) {
    double again[LANCZOS_WIDTH_MAX], whole;
    if (along[c] > MOSTLY_LOST * cblas_dnrm2(c + 1, along, 1))
        return;
    orthogonalise(l, l->next + (ptrdiff_t)c * l->order, 1, NULL, &whole);
    normalise_column(l, l->next, c, again);
}

// Makes the first `count` columns of l->next a block of the basis. whole: [count] their lengths before
// the basis was taken out, or NULL for a first block. Makes fewer where no direction with mass is left.
static void append_block(lanczos* l, int32_t count, const double* whole_or_null) {
    memset(l->beta, 0, (size_t)(l->width * l->width) * sizeof *l->beta);
    int32_t made = 0;
    for (; made < count; ++made) {
        double* along = l->beta + (ptrdiff_t)made * l->width;
        double whole = whole_or_null != NULL ? whole_or_null[made] : 0.0;
        double left = normalise_column(l, l->next, made, along);
        if (left > LOST * whole) {
            clean_column(l, made, along);
            continue;
        }
        along[made] = 0.0;
        if (!replace_column(l, l->next, made))
            break;
    }
    if (made == 0)
        return;
    size_t size = (size_t)made * (size_t)l->order;
    l->block[l->block_count] = ARENA_NEW(l->scratch, double, size);
    memcpy(l->block[l->block_count], l->next, size * sizeof *l->next);
    l->block_size[l->block_count++] = made;
    l->size += made;
}

// What the columns of l->next have beyond a basis that may not grow any more.
static void measure_rest(lanczos* l, int32_t count) {
    for (int32_t c = 0; c < count; ++c)
        normalise_column(l, l->next, c, l->beta + (ptrdiff_t)c * l->width);
}

// ---- the projected problem -------------------------------------------------------------

typedef struct ritz {
    int32_t size;
    double* values;  // [size] ascending
    double* vectors; // [size][size]
} ritz;

static bool solve_projected(lanczos* l, int32_t size, ritz* z) {
    arena* memory = l->scratch;
    *z = (ritz){size, ARENA_NEW(memory, double, (size_t)size),
                ARENA_NEW(memory, double, (size_t)size*(size_t)size)};
    for (int32_t i = 0; i < size; ++i)
        for (int32_t k = 0; k < size; ++k)
            z->vectors[(size_t)i * (size_t)size + (size_t)k] =
                0.5 * (l->projected[(ptrdiff_t)i * l->room + k] +
                       l->projected[(ptrdiff_t)k * l->room + i]);
    int work_size = 1 + 6 * size + 2 * size * size, iwork_size = 3 + 5 * size, info = 0;
    double* work = ARENA_NEW(memory, double, (size_t)work_size);
    int* iwork = ARENA_NEW(memory, int, (size_t)iwork_size);
    dsyevd_("V", "U", &size, z->vectors, &size, z->values, work, &work_size, iwork, &iwork_size,
            &info, 1, 1);
    return info == 0 || report_error(l->r, place_none(),
                                     "the projected eigenvalue problem of %d unknowns did not "
                                     "converge: the matrices hold numbers that are no numbers",
                                     size);
}

// How many of the largest `count` Ritz values have converged. The residual of a Ritz vector is what
// the operator's last block, of `last` columns, has along the next one.
static int32_t converged_count(const lanczos* l, const ritz* z, int32_t last, int32_t count) {
    int32_t good = 0;
    for (int32_t e = 0; e < count && e < z->size; ++e) {
        const double* s =
            z->vectors + (size_t)(z->size - 1 - e) * (size_t)z->size + (size_t)(z->size - last);
        double square = 0.0;
        for (int32_t i = 0; i < l->width; ++i) {
            double sum = 0.0;
            for (int32_t c = 0; c < last; ++c)
                sum += l->beta[c * l->width + i] * s[c];
            square += sum * sum;
        }
        good += sqrt(square) <= CONVERGED * fabs(z->values[z->size - 1 - e]);
    }
    return good;
}

// One step: the operator on the last block, its part in the basis, and the rest as the next block.
// last: columns of the block it was applied to.
static bool step(lanczos* l, int32_t* last) {
    int32_t b = l->block_count - 1, w = l->block_size[b], before = l->size;
    size_t n = (size_t)l->order;
    memcpy(l->next, l->block[b], (size_t)w * n * sizeof *l->next);
    if (!apply(l, l->next, w))
        return false;
    double whole[LANCZOS_WIDTH_MAX];
    double* rows = l->projected + (ptrdiff_t)(before - w) * l->room;
    memset(rows, 0, (size_t)w * (size_t)l->room * sizeof *rows);
    orthogonalise(l, l->next, w, rows, whole);
    for (int32_t c = 0; c < w; ++c) // the part above the band is what rounding left: mirrored
        for (int32_t i = 0; i < before; ++i)
            l->projected[(ptrdiff_t)i * l->room + before - w + c] =
                rows[(ptrdiff_t)c * l->room + i];
    *last = w;
    int32_t left = l->room - l->size;
    if (left < w && l->room < l->order)
        measure_rest(l, w);
    else
        append_block(l, w < left ? w : left, whole);
    return true;
}

static bool iterate(lanczos* l, int32_t count, ritz* z) {
    for (int32_t c = 0; c < l->width; ++c)
        fill_with_noise(l, l->next + (ptrdiff_t)c * l->order);
    if (!apply(l, l->next, l->width))
        return false;
    append_block(l, l->width, NULL);
    if (l->size == 0)
        return report_error(l->r, place_none(), "the body has no mass that could move");
    int32_t checked = 0;
    for (;;) {
        int32_t done = l->size, last = 0;
        if (!step(l, &last))
            return false;
        bool full = l->size == done;
        if (!full && (done < count + l->width || done < checked + checked / 6))
            continue; // the projected problem costs the cube of its size
        checked = done;
        if (!solve_projected(l, done, z))
            return false;
        int32_t good = converged_count(l, z, last, count);
        if (good == count)
            return true;
        if (full)
            return report_error(l->r, place_none(), "only %d of %d modes were found in %d vectors",
                                good, count, done);
    }
}

static void prepare(lanczos* l, int32_t count) {
    int64_t room = (int64_t)BASIS_OVER_COUNT * count + 4 * (int64_t)l->width;
    l->room = room < l->order ? (int32_t)room : l->order;
    size_t whole = (size_t)l->width * (size_t)l->order;
    l->block = ARENA_NEW(l->scratch, double*, (size_t)l->room + 1);
    l->block_size = ARENA_NEW(l->scratch, int32_t, (size_t)l->room + 1);
    l->projected = ARENA_NEW(l->scratch, double, (size_t)l->room*(size_t)l->room);
    l->next = ARENA_NEW(l->scratch, double, whole);
    l->product = ARENA_NEW(l->scratch, double, whole);
    l->small = ARENA_NEW(l->scratch, double, (size_t)l->width*(size_t)l->width);
    l->beta = ARENA_NEW(l->scratch, double, (size_t)l->width*(size_t)l->width);
}

static void make_vectors(const lanczos* l, const ritz* z, int32_t count, double* vectors) {
    int32_t n = l->order;
    for (int32_t b = 0, at = 0; at < z->size; at += l->block_size[b++])
        for (int32_t e = 0; e < count; ++e)
            cblas_dgemv(CblasColMajor, CblasNoTrans, n, l->block_size[b], 1.0, l->block[b], n,
                        z->vectors + (size_t)(z->size - 1 - e) * (size_t)z->size + at, 1, 1.0,
                        vectors + (size_t)e * (size_t)n, 1);
}

bool lanczos_largest(const lanczos_problem* p, lanczos_pairs* out, arena* memory, report* r) {
    int32_t order = 3 * p->mass->rows, errors = r->error_count;
    lanczos l = {.mass = p->mass,
                 .f = p->f,
                 .r = r,
                 .scratch = arena_create(),
                 .threads = p->threads,
                 .order = order,
                 .width = p->width < order ? p->width : order};
    ritz z = {0};
    prepare(&l, p->count);
    bool sound = iterate(&l, p->count, &z) && z.values != NULL && r->error_count == errors;
    if (sound) {
        out->values = ARENA_NEW(memory, double, (size_t)p->count);
        out->vectors = ARENA_NEW(memory, double, (size_t)p->count*(size_t)order);
        for (int32_t e = 0; e < p->count; ++e)
            out->values[e] = z.values[z.size - 1 - e];
        make_vectors(&l, &z, p->count, out->vectors);
    }
    out->solves = l.solves;
    arena_destroy(l.scratch);
    return sound;
}
