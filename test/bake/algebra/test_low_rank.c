// bake/algebra/low_rank: beside LAPACK's singular values, and errors that are never larger than it says.
// SPDX-License-Identifier: MIT
#include "bake/algebra/low_rank.h"
#include "test/kit/check.h"
#include "test/kit/random.h"

// LAPACK's: a: [n][m] by columns, destroyed.
void dgesdd_(const char* job, const int* m, const int* n, double* a, const int* lda, double* s,
             double* u, const int* ldu, double* vt, const int* ldvt, double* work,
             const int* work_size, int* iwork, int* info, size_t job_length);

typedef struct kit {
    arena* memory;
    report r;
    int m, n;
    double *a, *values; // [n][m], [least of both]
    low_rank_matrix matrix;
    int reads_left; // -1: any
} kit;

static bool read_columns(void* user, int32_t first, int32_t count, double* out, report* r) {
    kit* k = user;
    if (k->reads_left-- == 0)
        return report_error(r, place_none(), "torn");
    memcpy(out, k->a + (size_t)first * (size_t)k->m, (size_t)count * (size_t)k->m * sizeof *out);
    return true;
}

// Singular values of any matrix of m x n.
static double* lapack(int m, int n, const double* a, arena* memory) {
    int least = m < n ? m : n, info = 0, work_size = 8 * (m + n) + 10 * least * least + 1000;
    double *copy = ARENA_NEW(memory, double, (size_t)m*(size_t)n),
           *s = ARENA_NEW(memory, double, (size_t)least),
           *work = ARENA_NEW(memory, double, (size_t)work_size), none;
    int *iwork = ARENA_NEW(memory, int, 8 * (size_t)least), one = 1;
    memcpy(copy, a, (size_t)m * (size_t)n * sizeof *copy);
    dgesdd_("N", &m, &n, copy, &m, s, &none, &one, &none, &one, work, &work_size, iwork, &info, 1);
    return s;
}

// Sum of s_k times noise times noise: as a motion has it, a few shapes and their times.
static void make(kit* k, int m, int n, int rank, double (*decay)(int)) {
    *k = (kit){.memory = arena_create(), .m = m, .n = n, .reads_left = -1};
    k->r = report_new(k->memory);
    k->a = ARENA_NEW(k->memory, double, (size_t)m*(size_t)n);
    double* u = ARENA_NEW(k->memory, double, (size_t)m);
    for (int i = 0; i < rank; ++i) {
        double s = decay(i);
        for (int x = 0; x < m; ++x)
            u[x] = random_in(-1.0, 1.0);
        for (int t = 0; t < n; ++t) {
            double v = s * random_in(-1.0, 1.0);
            for (int x = 0; x < m; ++x)
                k->a[(size_t)t * (size_t)m + (size_t)x] += v * u[x];
        }
    }
    k->matrix = (low_rank_matrix){m, n, read_columns, k};
    k->values = lapack(m, n, k->a, k->memory);
}

static double fast(int i) {
    return exp(-0.3 * i);
}
static double slow(int i) {
    return 1.0 / (1 + i);
}
static double flat(int i) {
    return i < 12 ? exp(-0.4 * i) : 2e-3; // signal, and noise that does not end
}

// What the factors leave of A, [n][m]; its norms are the truth about the errors.
static double* left_over(const kit* k, const low_rank* x) {
    double* e = ARENA_NEW(k->memory, double, (size_t)k->m*(size_t)k->n);
    for (size_t t = 0; t < (size_t)k->n; ++t)
        for (size_t i = 0; i < (size_t)k->m; ++i) {
            double sum = k->a[t * (size_t)k->m + i];
            for (size_t c = 0; c < (size_t)x->rank; ++c)
                sum -= x->basis[c * (size_t)k->m + i] * x->coordinates[t * (size_t)x->rank + c];
            e[t * (size_t)k->m + i] = sum;
        }
    return e;
}

static bool errors_are_true(const kit* k, const low_rank* x) {
    int least = k->m < k->n ? k->m : k->n;
    const double* e = left_over(k, x);
    double square = 0.0, first = k->values[0], two = lapack(k->m, k->n, e, k->memory)[0];
    for (size_t i = 0; i < (size_t)k->m * (size_t)k->n; ++i)
        square += e[i] * e[i];
    double tail = 0.0;
    for (int i = x->rank; i < least; ++i)
        tail += k->values[i] * k->values[i];
    bool good =
        sqrt(square) <= x->frobenius * (1.0 + 1e-12) &&
        x->frobenius <= sqrt(square) + 1e-6 * x->size && two <= x->spectral_high * (1.0 + 1e-12) &&
        x->spectral_low <= two * (1.0 + 1e-9) + 1e-12 * first &&
        sqrt(square) >= sqrt(tail) * (1.0 - 1e-9) - 1e-12 * first; // none is better than the best
    if (!good)
        printf("rank %d: %g (says %g, best %g), spectral %g in %g .. %g\n", x->rank, sqrt(square),
               x->frobenius, sqrt(tail), two, x->spectral_low, x->spectral_high);
    return good;
}

// The law: to 1e-9 of the largest.
TEST(singular_values_are_those_of_lapack) {
    static const struct {
        int m, n, rank;
        double (*decay)(int);
    } some[] = {{400, 200, 80, fast},  {400, 110, 110, slow}, {90, 250, 90, slow},
                {200, 150, 150, flat}, {300, 90, 7, fast},    {40, 300, 60, fast},
                {5000, 20, 20, slow}};
    seed = 4;
    for (size_t c = 0; c < sizeof some / sizeof *some; ++c) {
        kit k;
        make(&k, some[c].m, some[c].n, some[c].rank, some[c].decay);
        for (int rank = 1; rank <= 33; rank += 16) {
            low_rank x;
            low_rank_options o = low_rank_default();
            o.rule = LOW_RANK_GIVEN;
            o.rank = rank;
            o.residual = 1e-9;
            o.readings = 60;
            o.run = 37;
            CHECK(low_rank_factor(&k.matrix, &o, k.memory, &x, &k.r));
            int least = k.m < k.n ? k.m : k.n, there = some[c].rank < least ? some[c].rank : least;
            CHECK(x.converged && x.rank == (rank < there ? rank : there));
            for (int i = 0; i < x.rank; ++i)
                CHECK_NEAR(x.values[i], k.values[i], 1e-9 * k.values[0]);
            CHECK(x.orthogonality < 1e-13);
            CHECK(errors_are_true(&k, &x));
            double best = 0.0; // and U Q is as good as the best
            for (int i = x.rank; i < least; ++i)
                best += k.values[i] * k.values[i];
            CHECK(x.frobenius <= sqrt(best) * (1.0 + 1e-9) + 1e-6 * x.size);
        }
        arena_destroy(k.memory);
    }
}

// Two readings are too few to converge, and what it says about its errors is true all the same.
TEST(errors_are_true_when_nothing_has_converged) {
    seed = 8;
    for (int readings = 2; readings < 5; ++readings) {
        kit k;
        low_rank x;
        make(&k, 250, 200, 200, readings == 2 ? flat : slow);
        low_rank_options o = low_rank_default();
        o.rule = LOW_RANK_GIVEN;
        o.rank = 20;
        o.residual = 1e-12;
        o.readings = readings;
        CHECK(low_rank_factor(&k.matrix, &o, k.memory, &x, &k.r) && !x.converged &&
              x.readings == readings);
        CHECK(errors_are_true(&k, &x));
        arena_destroy(k.memory);
    }
}

// oracles: rank_spectral and rank_frobenius of svd_blend.json
TEST(ranks_follow_the_rules) {
    static const double sigma[7] = {4.529956203967572,  3.377687609918702,  0.42811992004135047,
                                    0.3258532993214908, 0.3132574511987842, 0.2045872585173447,
                                    0.11807220281020017};
    static const double tolerances[4] = {0.5, 0.1, 0.01, 0.001};
    static const int spectral[4] = {2, 2, 7, 7}, frobenius[4] = {2, 3, 7, 7};
    kit k;
    make(&k, 9, 7, 0, fast);
    for (int i = 0; i < 9; ++i)
        for (int t = 0; t < 7; ++t)
            k.a[t * 9 + i] = sin(0.7 * i + 0.3 * t * t) + 0.05 * cos(i * t) + 0.3 * (i == t);
    k.values = lapack(9, 7, k.a, k.memory);
    for (int n = 0; n < 8; ++n) {
        low_rank x;
        low_rank_options o = low_rank_default();
        o.rule = n % 2 ? LOW_RANK_SPECTRAL : LOW_RANK_FROBENIUS;
        o.tolerance = tolerances[n / 2];
        CHECK(low_rank_factor(&k.matrix, &o, k.memory, &x, &k.r));
        CHECK(x.rank == (n % 2 ? spectral : frobenius)[n / 2]);
        CHECK(x.rank == 7 || (n % 2 ? x.spectral_high < o.tolerance * x.values[0] * (1.0 + 1e-6)
                                    : x.frobenius <= o.tolerance * x.size));
        for (int i = 0; i < x.known; ++i)
            CHECK_NEAR(x.values[i], sigma[i], 1e-12);
        CHECK(errors_are_true(&k, &x));
    }
    arena_destroy(k.memory);
}

TEST(a_tolerance_takes_as_many_as_it_needs) {
    seed = 12;
    kit k;
    low_rank x;
    make(&k, 350, 250, 200, slow);
    low_rank_options o = low_rank_default();
    o.rank = 200;
    o.tolerance = 0.05;
    o.residual = 1e-8;
    o.readings = 40;
    CHECK(low_rank_factor(&k.matrix, &o, k.memory, &x, &k.r));
    double all = 0.0, left;
    int best = 0;
    for (int i = 0; i < 250; ++i)
        all += k.values[i] * k.values[i];
    for (left = all; left > 0.05 * 0.05 * all; ++best)
        left -= k.values[best] * k.values[best];
    CHECK(x.converged && x.rank == best && best > 64); // more than one block
    CHECK(errors_are_true(&k, &x));
    arena_destroy(k.memory);
}

TEST(threads_change_no_bit_and_runs_only_rounding) {
    seed = 6;
    kit k;
    make(&k, 9000, 60, 60, slow); // three runs of rows
    low_rank one;
    low_rank_options o = low_rank_default();
    o.tolerance = 0.05;
    o.threads = 1;
    CHECK(low_rank_factor(&k.matrix, &o, k.memory, &one, &k.r));
    for (int n = 2; n < 6; ++n) {
        low_rank x;
        o.threads = n < 5 ? n : 1;
        o.run = n < 5 ? 0 : 7;
        CHECK(low_rank_factor(&k.matrix, &o, k.memory, &x, &k.r) && x.rank == one.rank);
        if (n < 5)
            CHECK(memcmp(x.basis, one.basis, (size_t)x.rank * 9000 * sizeof *x.basis) == 0);
        for (int i = 0; i < x.rank; ++i)
            CHECK_NEAR(x.values[i], one.values[i], 1e-12 * one.values[0]);
    }
    arena_destroy(k.memory);
}

TEST(what_is_nothing_or_one_column_has_its_rank) {
    seed = 3;
    for (int n = 1; n <= 40; n += 39) {
        kit k;
        low_rank x;
        low_rank_options o = low_rank_default();
        make(&k, 30, n, 0, fast);
        CHECK(low_rank_factor(&k.matrix, &o, k.memory, &x, &k.r) && x.rank == 0 && x.converged &&
              x.size == 0.0);
        arena_destroy(k.memory);
        make(&k, 30, n, 1, fast);
        CHECK(low_rank_factor(&k.matrix, &o, k.memory, &x, &k.r) && x.rank == 1 && x.converged);
        CHECK(errors_are_true(&k, &x));
        arena_destroy(k.memory);
    }
}

TEST(a_column_that_cannot_be_read_ends_it_with_a_sentence) {
    seed = 3;
    for (int reads = 0; reads < 4; ++reads) {
        kit k;
        low_rank x;
        low_rank_options o = low_rank_default();
        o.run = 20;
        make(&k, 50, 40, 30, slow);
        k.reads_left = reads;
        CHECK(!low_rank_factor(&k.matrix, &o, k.memory, &x, &k.r) && k.r.error_count == 1);
        arena_destroy(k.memory);
    }
}

TEST_MAIN(CASE(singular_values_are_those_of_lapack),
          CASE(errors_are_true_when_nothing_has_converged), CASE(ranks_follow_the_rules),
          CASE(a_tolerance_takes_as_many_as_it_needs),
          CASE(threads_change_no_bit_and_runs_only_rounding),
          CASE(what_is_nothing_or_one_column_has_its_rank),
          CASE(a_column_that_cannot_be_read_ends_it_with_a_sentence))
