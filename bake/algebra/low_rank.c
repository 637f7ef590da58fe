// Both bases grow in the strips of block Lanczos.
// SPDX-License-Identifier: MIT
#include "bake/algebra/low_rank.h"

#include "bake/algebra/dense.h"
#include "bake/algebra/lanczos_basis.h"
#include "bake/algebra/tall.h"
#include "bake/base/assert.h"
#include "bake/base/job.h"

#include <cblas.h>
#include <math.h>
#include <string.h>

enum { LOW_RANK_RUN_BYTES = 64 << 20, LOW_RANK_OVER = 8, BLOCK_LEAST = 16, BLOCK_MOST = 64 };

// Of the longest column of a block before it is orthogonal to the rest: what is shorter afterwards is rounding.
static const double LOW_RANK_NOTHING = 1e-14;

// Of the longest of a block: shorter directions are not found by its Gram matrix. Singular values too, of the largest.
static const double FOUND = 1e-7;

// Of |A|_F^2: what sums of squares are wrong by at most, with room.
static const double SUM_ROUNDING = 1e-13;

low_rank_options low_rank_default(void) {
    return (low_rank_options){.rule = LOW_RANK_FROBENIUS,
                              .rank = 64,
                              .tolerance = 0.01,
                              .residual = 1e-6,
                              .readings = 12};
}

typedef struct krylov {
    const low_rank_matrix* a;
    const low_rank_options* o;
    arena* memory;
    report* r;
    int32_t block;   // columns of the first one
    int32_t run;     // columns of A at a time
    double* part;    // [run][rows] of A
    double square;   // |A|_F^2
    lanczos_basis v; // of columns of A
    lanczos_basis w; // A^T V, which is not orthonormal
    double* gram;    // [w.size][w.size] of W
    int32_t last;    // columns of the last block of V
    double* next;    // [block][rows] A A^T times that block; then the next block
    int32_t next_count;
    double* follow;           // [last][next_count] the next block's part in A A^T of the last one
    double *values, *vectors; // [w.size], [w.size][w.size] of its eigenvalues, ascending
} krylov;

// ---- readings --------------------------------------------------------------------------

typedef enum reading { WITH_NOISE, WITH_BLOCK } reading;

// Numbers between -1 and 1 that depend on their place alone.
static double noise(uint64_t at) {
    uint64_t z = (at + 1) * 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return (double)(int64_t)(z ^ (z >> 31)) / 9223372036854775808.0;
}

static double square_of(const krylov* k, int32_t count) {
    double sum = 0.0;
    for (int32_t c = 0; c < count; ++c) {
        const double* x = k->part + (size_t)c * (size_t)k->a->rows;
        sum += cblas_ddot(k->a->rows, x, 1, x, 1);
    }
    return sum;
}

// What `next` gets a share of from these columns of A: [width][count] of noise, or A^T times the last block of V.
static void set_fractions(krylov* k, reading how, int32_t first, int32_t count, double* fractions,
                          double* across) {
    int32_t width = k->next_count;
    if (how == WITH_NOISE) {
        k->square += square_of(k, count);
        for (int32_t b = 0; b < width; ++b)
            for (int32_t c = 0; c < count; ++c)
                fractions[(size_t)b * (size_t)count + (size_t)c] =
                    noise((uint64_t)b * (uint64_t)k->a->columns + (uint64_t)(first + c));
        return;
    }
    // across: the last block of V, then of W
    const tall_pair both = {k->a->rows, k->part, count, across, width};
    double* w = across + (size_t)width * (size_t)k->a->rows;
    tall_dots(&both, k->o->threads, fractions, count);
    for (int32_t b = 0; b < width; ++b)
        memcpy(w + (size_t)b * (size_t)k->a->columns + first, fractions + (size_t)b * (size_t)count,
               (size_t)count * sizeof *w);
}

// All of A once. Noise: next = A times noise; else next, the last block of V, becomes A A^T times it, and W gets A^T times it.
static bool read_all(krylov* k, reading how) {
    size_t rows = (size_t)k->a->rows, width = (size_t)k->next_count;
    arena* scratch = arena_create();
    double *fractions = ARENA_NEW(scratch, double, width*(size_t)k->run),
           *across = ARENA_NEW(scratch, double, width*(rows + (size_t)k->a->columns));
    memcpy(across, k->next, width * rows * sizeof *across);
    memset(k->next, 0, width * rows * sizeof *k->next);
    bool sound = true;
    for (int32_t first = 0; first < k->a->columns && sound; first += k->run) {
        int32_t left = k->a->columns - first, count = left < k->run ? left : k->run;
        job_check();
        sound = k->a->read(k->a->user, first, count, k->part, k->r);
        if (!sound)
            break;
        set_fractions(k, how, first, count, fractions, across);
        tall_add(&(tall_sum){k->a->rows, count, k->next_count, k->part, fractions, count, 1.0, 1.0,
                             k->next},
                 k->o->threads);
    }
    if (sound && how == WITH_BLOCK)
        lanczos_basis_append(&k->w, across + width * rows, k->next_count);
    arena_destroy(scratch);
    return sound;
}

// ---- the basis -------------------------------------------------------------------------

// Orthonormal columns that span those of `next`, longest first; directions shorter than `least` are left out.
static void orthonormal(krylov* k, double least) {
    int32_t n = k->next_count, rows = k->a->rows, kept = 0;
    arena* scratch = arena_create();
    size_t cells = (size_t)n * (size_t)n;
    double *gram = ARENA_NEW(scratch, double, cells), *by = ARENA_NEW(scratch, double, cells),
           *lengths = ARENA_NEW(scratch, double, (size_t)n),
           *to = ARENA_NEW(scratch, double, (size_t)n*(size_t)rows);
    lanczos_dots(&k->v, k->next, k->next, n, gram);
    dense_eigen(n, gram, lengths, scratch);
    for (int32_t i = n - 1; i >= 0 && kept + k->v.size < rows; --i, ++kept) {
        double length = sqrt(fmax(lengths[i], 0.0));
        if (!(length > least))
            break;
        for (int32_t c = 0; c < n; ++c)
            by[(size_t)kept * (size_t)n + (size_t)c] =
                gram[(size_t)i * (size_t)n + (size_t)c] / length;
    }
    tall_add(&(tall_sum){rows, n, kept, k->next, by, n, 1.0, 0.0, to}, k->o->threads);
    memcpy(k->next, to, (size_t)kept * (size_t)rows * sizeof *to);
    k->next_count = kept;
    arena_destroy(scratch);
}

// Takes out of `next` what lies in V.
static void project(krylov* k) {
    arena* scratch = arena_create();
    double* along = ARENA_NEW(scratch, double, (size_t)k->v.size*(size_t)k->next_count);
    lanczos_basis_along(&k->v, k->next, k->next_count, along);
    lanczos_basis_subtract(&k->v, along, k->next_count, k->next);
    arena_destroy(scratch);
}

static double longest_of(const krylov* k) {
    double most = 0.0;
    for (int32_t i = 0; i < k->next_count; ++i)
        most = fmax(most, cblas_dnrm2(k->a->rows, k->next + (size_t)i * (size_t)k->a->rows, 1));
    return most;
}

// `next` becomes the next block: orthogonal to V and in itself; again, because rounding leaves something of what was long.
static void make_next(krylov* k) {
    enum { TIMES = 3 };
    size_t rows = (size_t)k->a->rows;
    int32_t before = k->next_count;
    arena* scratch = arena_create();
    double *as_it_was = ARENA_NEW(scratch, double, (size_t)before*rows), longest = longest_of(k);
    memcpy(as_it_was, k->next, (size_t)before * rows * sizeof *as_it_was);
    for (int i = 0; i < TIMES; ++i) {
        project(k);
        // later they are of length 1, and one that has lost half of it was rounding
        orthonormal(k, i == 0 ? fmax(LOW_RANK_NOTHING * longest, FOUND * longest_of(k)) : 0.5);
    }
    k->follow = ARENA_NEW(k->memory, double, (size_t)before*(size_t)k->next_count);
    tall_dots(&(tall_pair){k->a->rows, k->next, k->next_count, as_it_was, before}, k->o->threads,
              k->follow, k->next_count);
    arena_destroy(scratch);
}

// ---- what is known ---------------------------------------------------------------------

// The rows and columns of W's Gram matrix that the last block adds.
static void grow_gram(krylov* k) {
    size_t size = (size_t)k->w.size, last = (size_t)k->last, old = size - last;
    arena* scratch = arena_create();
    double *gram = ARENA_NEW(k->memory, double, size*size),
           *added = ARENA_NEW(scratch, double, last*size),
           *columns = ARENA_NEW(scratch, double, last*(size_t)k->a->columns),
           *choice = ARENA_NEW(scratch, double, last*size);
    for (size_t i = 0; i < last; ++i)
        choice[i * size + old + i] = 1.0;
    lanczos_basis_combine(&k->w, k->w.size, choice, k->last, columns);
    lanczos_basis_along(&k->w, columns, k->last, added);
    for (size_t i = 0; i < old; ++i)
        memcpy(gram + i * size, k->gram + i * old, old * sizeof *gram);
    for (size_t i = 0; i < last; ++i)
        for (size_t c = 0; c < size; ++c)
            gram[(old + i) * size + c] = gram[c * size + old + i] = added[i * size + c];
    k->gram = gram;
    arena_destroy(scratch);
}

// Singular values and vectors of V^T A, by the eigenvectors of W^T W.
static bool find_values(krylov* k) {
    size_t size = (size_t)k->w.size;
    arena* scratch = arena_create();
    grow_gram(k);
    k->values = ARENA_NEW(k->memory, double, size);
    k->vectors = ARENA_NEW(k->memory, double, size* size);
    memcpy(k->vectors, k->gram, size * size * sizeof *k->gram);
    bool sound = dense_eigen(k->w.size, k->vectors, k->values, scratch);
    arena_destroy(scratch);
    return sound || report_error(k->r, place_none(), "the matrix holds numbers that are none");
}

// s_i^2, from the largest on; 0 where it is rounding.
static double value(const krylov* k, int32_t i) {
    double largest = k->w.size > 0 ? k->values[k->w.size - 1] : 0.0;
    double own = i < k->w.size ? k->values[k->w.size - 1 - i] : 0.0;
    return own > FOUND * FOUND * largest ? own : 0.0;
}

// How much of A A^T u leads out of V, for the i-th singular vector u.
static double residual(const krylov* k, int32_t i) {
    const double* y =
        k->vectors + (size_t)(k->w.size - 1 - i) * (size_t)k->w.size + (k->w.size - k->last);
    double sum = 0.0;
    for (int32_t n = 0; n < k->next_count; ++n) {
        double out = 0.0;
        for (int32_t c = 0; c < k->last; ++c)
            out += k->follow[(size_t)c * (size_t)k->next_count + (size_t)n] * y[c];
        sum += out * out;
    }
    return sqrt(sum);
}

// By the rule, of what is known; never more than `rank`.
static int32_t rank_of(const krylov* k) {
    const low_rank_options* o = k->o;
    double left = k->square, first = value(k, 0);
    int32_t rank = 0, most = o->rank < k->w.size ? o->rank : k->w.size;
    for (; rank < most; ++rank) {
        double next = value(k, rank);
        if (!(next > 0.0) ||
            (o->rule == LOW_RANK_FROBENIUS && left <= o->tolerance * o->tolerance * k->square) ||
            (o->rule == LOW_RANK_SPECTRAL && next < o->tolerance * o->tolerance * first))
            break;
        left -= next;
    }
    return rank;
}

static bool has_converged(const krylov* k, int32_t rank) {
    double first = sqrt(value(k, 0));
    for (int32_t i = 0; i < rank; ++i)
        if (residual(k, i) > k->o->residual * first * sqrt(value(k, i)))
            return false;
    return true;
}

static double orthogonality(const krylov* k) {
    arena* scratch = arena_create();
    size_t size = (size_t)k->w.size; // a last block of V may have no W, and is not used
    double most = 0.0, *along = ARENA_NEW(scratch, double, LANCZOS_STRIP*(size_t)k->v.size);
    for (size_t first = 0; first < size; first += LANCZOS_STRIP) {
        size_t count = size - first < LANCZOS_STRIP ? size - first : LANCZOS_STRIP;
        lanczos_basis_along(&k->v, k->v.strip[first / LANCZOS_STRIP], (int32_t)count, along);
        for (size_t i = 0; i < count; ++i)
            for (size_t c = 0; c < size; ++c)
                most = fmax(most, fabs(along[i * (size_t)k->v.size + c] - (c == first + i)));
    }
    arena_destroy(scratch);
    return most;
}

static void set_errors(const krylov* k, low_rank* out) {
    double captured = 0.0, all = 0.0;
    for (int32_t i = k->w.size - 1; i >= 0; --i) { // smallest first
        all += value(k, i);
        captured += i < out->rank ? value(k, i) : 0.0;
    }
    out->orthogonality = orthogonality(k);
    double slack = (SUM_ROUNDING + 2.0 * out->orthogonality * k->w.size) * k->square;
    out->size = sqrt(k->square);
    out->frobenius = sqrt(fmax(k->square - captured, 0.0) + slack);
    out->spectral_low = sqrt(value(k, out->rank));
    out->spectral_high = sqrt(value(k, out->rank) + fmax(k->square - all, 0.0) + slack);
}

static void set_factors(const krylov* k, arena* memory, low_rank* out) {
    size_t rank = (size_t)out->rank, size = (size_t)k->w.size, columns = (size_t)k->a->columns;
    out->known = k->w.size < out->rank + LOW_RANK_OVER ? k->w.size : out->rank + LOW_RANK_OVER;
    out->values = ARENA_NEW(memory, double, (size_t)out->known);
    for (int32_t i = 0; i < out->known; ++i)
        out->values[i] = sqrt(value(k, i));
    out->basis = ARENA_NEW(memory, double, rank*(size_t)k->a->rows);
    out->coordinates = ARENA_NEW(memory, double, rank* columns);
    arena* scratch = arena_create();
    double *by = ARENA_NEW(scratch, double, rank*size),
           *across = ARENA_NEW(scratch, double, rank*columns);
    for (size_t i = 0; i < rank; ++i)
        memcpy(by + i * size, k->vectors + (size - 1 - i) * size, size * sizeof *by);
    lanczos_basis_combine(&k->v, k->w.size, by, out->rank, out->basis);
    lanczos_basis_combine(&k->w, k->w.size, by, out->rank, across);
    for (size_t c = 0; c < columns; ++c)
        for (size_t i = 0; i < rank; ++i)
            out->coordinates[c * rank + i] = across[i * columns + c];
    arena_destroy(scratch);
}

// ---- the whole -------------------------------------------------------------------------

static krylov begin(const low_rank_matrix* a, const low_rank_options* o, arena* memory, report* r) {
    krylov k = {.a = a, .o = o, .memory = memory, .r = r};
    int32_t wanted = o->rule == LOW_RANK_GIVEN ? o->rank + LOW_RANK_OVER : BLOCK_MOST / 2;
    k.block = wanted < BLOCK_LEAST ? BLOCK_LEAST : wanted > BLOCK_MOST ? BLOCK_MOST : wanted;
    k.block = k.block < a->rows ? k.block : a->rows;
    double most = LOW_RANK_RUN_BYTES / (8.0 * a->rows);
    k.run = o->run > 0 ? o->run : most < 16.0 ? 16 : most > a->columns ? a->columns : (int32_t)most;
    k.part = ARENA_NEW(memory, double, (size_t)k.run*(size_t)a->rows);
    k.next = ARENA_NEW(memory, double, (size_t)k.block*(size_t)a->rows);
    k.next_count = k.block;
    k.v = (lanczos_basis){.order = a->rows, .threads = o->threads, .memory = memory};
    k.w = (lanczos_basis){.order = a->columns, .threads = o->threads, .memory = memory};
    return k;
}

// One more block; false with a sentence.
static bool add_block(krylov* k, low_rank* out) {
    k->last = k->next_count;
    lanczos_basis_append(&k->v, k->next, k->last);
    if (!read_all(k, WITH_BLOCK))
        return false;
    ++out->readings;
    out->flops += 4.0 * k->a->rows * k->a->columns * k->last;
    make_next(k);
    if (!find_values(k))
        return false;
    out->rank = rank_of(k);
    bool short_of =
        out->rank == k->w.size && out->rank < k->o->rank; // the rule needs more than there is
    out->converged = k->next_count == 0 || (!short_of && has_converged(k, out->rank));
    return true;
}

bool low_rank_factor(const low_rank_matrix* a, const low_rank_options* o, arena* memory,
                     low_rank* out, report* r) {
    SUPPLE_ASSERT(a->rows > 0 && a->columns > 0 && o->rank >= 1 && o->rank <= LOW_RANK_MOST &&
                  o->readings >= 2);
    arena* own = arena_create();
    krylov k = begin(a, o, own, r);
    *out = (low_rank){.readings = 1};
    openblas_set_num_threads(1); // ours share out the rows; its own would change sums
    bool sound = read_all(&k, WITH_NOISE);
    out->flops = 2.0 * a->rows * a->columns * k.block;
    if (sound)
        make_next(&k);
    out->converged = k.next_count == 0; // nothing but zeros
    while (sound && !out->converged && out->readings < o->readings)
        sound = add_block(&k, out);
    if (sound) {
        set_errors(&k, out);
        set_factors(&k, memory, out);
    }
    arena_destroy(own);
    return sound;
}
