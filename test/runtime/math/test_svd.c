// SPDX-License-Identifier: MIT
#include "runtime/math/svd.h"

#include "test/kit/check.h"

#include <time.h>

enum { MOST = 192 };

static double matrix[MOST * MOST], again[MOST * MOST], turned[MOST * MOST], product[MOST * MOST];

static unsigned seed = 1;

static double any(void) { // -1 .. 1
    seed = seed * 1664525u + 1013904223u;
    return (double)(seed >> 8) / (1 << 23) - 1.0;
}

// B B^T of n rows and `rank` columns, column k times decay^k.
static void make_positive(double* a, int n, int rank, double decay) {
    static double b[MOST * MOST];
    double scale = 1.0;
    for (int k = 0; k < rank; ++k, scale *= decay)
        for (int i = 0; i < n; ++i)
            b[i * rank + k] = any() * scale;
    for (int i = 0; i < n; ++i) {
        for (int k = 0; k < n; ++k) {
            a[i * n + k] = 0.0;
            for (int c = 0; c < rank; ++c)
                a[i * n + k] += b[i * rank + c] * b[k * rank + c];
        }
    }
}

static void multiply(const double* a, const double* b, double* c, int n) {
    for (int i = 0; i < n; ++i) {
        for (int k = 0; k < n; ++k) {
            double sum = 0.0;
            for (int j = 0; j < n; ++j)
                sum += a[i * n + j] * b[j * n + k];
            c[i * n + k] = sum;
        }
    }
}

// c [m][n] = a [m][k] b [k][n]
static void multiply_any(const double* a, const double* b, double* c, int m, int k, int n) {
    for (int i = 0; i < m * n; ++i) {
        c[i] = 0.0;
        for (int j = 0; j < k; ++j)
            c[i] += a[i / n * k + j] * b[j * n + i % n];
    }
}

static double largest(const double* a, int n) {
    double most = 0.0;
    for (int i = 0; i < n * n; ++i)
        most = fmax(most, fabs(a[i]));
    return most;
}

static double difference(const double* a, const double* b, int n) {
    double most = 0.0;
    for (int i = 0; i < n * n; ++i)
        most = fmax(most, fabs(a[i] - b[i]));
    return most;
}

TEST(eigenvectors_rebuild_the_matrix) {
    for (int n = 0; n <= 24; n += n < 6 ? 1 : 6) {
        make_positive(matrix, n, n, 0.7);
        memcpy(again, matrix, sizeof again);
        svd_eigen(again, turned, n);
        for (int i = 0; i < n; ++i) {
            for (int k = 0; k < n; ++k) {
                double sum = 0.0, dot = 0.0;
                for (int j = 0; j < n; ++j) {
                    sum += turned[j * n + i] * again[j * n + j] * turned[j * n + k];
                    dot += turned[i * n + j] * turned[k * n + j];
                }
                CHECK_NEAR(sum, matrix[i * n + k], 1e-14 * n);
                CHECK_NEAR(dot, i == k, 1e-14 * n);
            }
        }
    }
}

TEST(eigenvalues_of_a_chain_are_known) {
    // 2 on the diagonal, -1 beside it: 4 sin^2(k pi / (2 (n + 1))).
    enum { N = 20 };
    memset(matrix, 0, sizeof matrix);
    for (int i = 0; i < N; ++i) {
        matrix[i * N + i] = 2.0;
        if (i > 0)
            matrix[i * N + i - 1] = matrix[(i - 1) * N + i] = -1.0;
    }
    svd_eigen(matrix, turned, N);
    for (int k = 1; k <= N; ++k) {
        double s = sin(k * 3.14159265358979323846 / (2 * (N + 1))), nearest = 1.0;
        for (int i = 0; i < N; ++i)
            nearest = fmin(nearest, fabs(matrix[i * N + i] - 4.0 * s * s));
        CHECK_NEAR(nearest, 0.0, 1e-13);
    }
}

TEST(a_sound_matrix_is_inverted) {
    for (int n = 1; n <= 20; ++n) {
        make_positive(matrix, n, 3 * n, 1.0);
        memcpy(again, matrix, sizeof again);
        svd_invert(again, turned, n, 1e-8);
        multiply(matrix, again, product, n);
        for (int i = 0; i < n * n; ++i)
            CHECK_NEAR(product[i], i % (n + 1) == 0, 1e-9);
    }
}

TEST(a_dependent_matrix_gives_its_pseudo_inverse) {
    // The four laws of Penrose, for ranks below the size.
    for (int n = 2; n <= 18; n += 4) {
        for (int rank = 1; rank < n; rank += 3) {
            make_positive(matrix, n, rank, 1.0);
            memcpy(again, matrix, sizeof again);
            svd_invert(again, turned, n, 1e-6);
            double size = largest(matrix, n), inverse_size = largest(again, n);
            static double once[MOST * MOST], twice[MOST * MOST];
            multiply(matrix, again, once, n); // A P
            for (int i = 0; i < n; ++i)
                for (int k = 0; k < n; ++k)
                    CHECK_NEAR(once[i * n + k], once[k * n + i], 1e-7);
            multiply(once, matrix, twice, n); // A P A = A
            CHECK(difference(twice, matrix, n) < 1e-8 * size);
            multiply(again, once, twice, n); // P A P = P
            CHECK(difference(twice, again, n) < 1e-9 * inverse_size);
        }
    }
}

TEST(any_matrix_gives_its_pseudo_inverse) {
    // The four laws of Penrose, for all shapes and ranks.
    enum { M = 9 };
    for (int run = 0; run < 81 * 3; ++run) {
        int rows = 1 + run % M, columns = 1 + run / M % M, least = rows < columns ? rows : columns;
        int rank = 1 + (least - 1) * (run / 81) / 2;
        double left[M * M], right[M * M], a[M * M] = {0}, lost[M * M], p[M * M], turns[M * M];
        double ap[M * M], pa[M * M], apa[M * M], pap[M * M];
        for (int i = 0; i < M * M; ++i)
            left[i] = any(), right[i] = any();
        for (int i = 0; i < rows; ++i)
            for (int k = 0; k < columns; ++k) {
                a[i * columns + k] = 0.0;
                for (int j = 0; j < rank; ++j)
                    a[i * columns + k] += left[i * M + j] * right[j * M + k];
            }
        memcpy(lost, a, sizeof lost);
        svd_pseudo_inverse(lost, rows, columns, 0.0, turns, p);
        multiply_any(a, p, ap, rows, columns, rows);
        multiply_any(p, a, pa, columns, rows, columns);
        multiply_any(ap, a, apa, rows, rows, columns);
        multiply_any(pa, p, pap, columns, columns, rows);
        double size = 1e-300;
        for (int i = 0; i < rows * columns; ++i)
            size = fmax(size, fabs(p[i]));
        for (int i = 0; i < rows * columns; ++i) {
            CHECK_NEAR(apa[i], a[i], 1e-9 * (1.0 + size));
            CHECK_NEAR(pap[i], p[i], 1e-9 * size * (1.0 + size));
        }
        for (int i = 0; i < rows; ++i)
            for (int k = 0; k < i; ++k)
                CHECK_NEAR(ap[i * rows + k], ap[k * rows + i], 1e-9 * (1.0 + size));
        for (int i = 0; i < columns; ++i)
            for (int k = 0; k < i; ++k)
                CHECK_NEAR(pa[i * columns + k], pa[k * columns + i], 1e-9 * (1.0 + size));
    }
}

TEST(columns_become_orthonormal_and_rebuild_the_matrix) {
    // Also when two columns are the same, or nearly so.
    enum { ROWS = 30, N = 8 };
    for (int run = 0; run < 12; ++run) {
        double a[ROWS * N], q[ROWS * N], r[N * N], work[N * N + N];
        for (int i = 0; i < ROWS; ++i)
            for (int k = 0; k < N; ++k)
                a[i * N + k] = any();
        for (int i = 0; i < ROWS && run > 0; ++i)
            a[i * N + 5] = a[i * N + 2] + (run == 1 ? 0.0 : any() * pow(0.1, run));
        memcpy(q, a, sizeof q);
        svd_orthonormal(q, ROWS, N, r, work);
        for (int i = 0; i < ROWS; ++i)
            for (int k = 0; k < N; ++k) {
                double sum = 0.0;
                for (int j = 0; j < N; ++j)
                    sum += q[i * N + j] * r[j * N + k];
                CHECK_NEAR(sum, a[i * N + k], 1e-11);
            }
        for (int j = 0; j < N; ++j)
            for (int k = 0; k <= j; ++k) {
                double sum = 0.0;
                for (int i = 0; i < ROWS; ++i)
                    sum += q[i * N + j] * q[i * N + k];
                bool gone = j == 5 && k == 5 && sum == 0.0 && run == 1;
                CHECK(gone || fabs(sum - (j == k)) < 1e-14 * ROWS);
            }
    }
}

TEST(nothing_gives_nothing) {
    memset(matrix, 0, sizeof matrix);
    svd_invert(matrix, turned, 6, 1e-3);
    CHECK(largest(matrix, 6) == 0.0);
}

TEST(weak_directions_are_pushed_less_and_without_a_jump) {
    double before = 0.0;
    for (double d = 1.0; d > 1.1 * SVD_RANK; d *= 0.97) {
        // Turned by 30 degrees, so that the weak direction is no axis.
        double c = 0.5 * sqrt(3.0), s = 0.5;
        double a[4] = {c * c + d * s * s, c * s * (1.0 - d), c * s * (1.0 - d), s * s + d * c * c};
        double v[4];
        svd_invert(a, v, 2, 1e-3);
        double push = a[0] * s * s - 2.0 * a[1] * c * s + a[3] * c * c; // along (-s, c)
        CHECK(push <= 1000.001 && push > 0.0);
        CHECK_NEAR(push, d >= 1e-3 ? 1.0 / d : d / 1e-6, 1e-6 * push + 1e-9);
        if (before > 0.0)
            CHECK(fabs(push / before - 1.0) < 0.04);
        before = push;
    }
}

TEST(the_scale_does_not_matter) {
    make_positive(matrix, 9, 5, 0.5);
    memcpy(again, matrix, sizeof again);
    svd_invert(again, turned, 9, 1e-4);
    double was = largest(again, 9);
    static double scaled[81], work[81];
    for (double scale = 1e-60; scale < 1e61; scale *= 1e30) {
        for (int i = 0; i < 81; ++i)
            scaled[i] = matrix[i] * scale;
        svd_invert(scaled, work, 9, 1e-4 * scale);
        for (int i = 0; i < 81; ++i)
            CHECK_NEAR(scaled[i] * scale, again[i], 1e-7 * was);
    }
}

TEST(what_is_not_finite_ends) {
    make_positive(matrix, 12, 12, 1.0);
    matrix[5] = NAN;
    matrix[7 * 12] = INFINITY;
    svd_invert(matrix, turned, 12, 1e-3);
    CHECK(true); // it came back
}

TEST(cost_by_size) {
    static const int sizes[] = {3, 6, 12, 24, 48, 96, 192};
    for (int i = 0; i < 7; ++i) {
        int n = sizes[i], runs = n < 48 ? 200 : 1;
        clock_t begin = clock();
        for (int run = 0; run < runs; ++run) {
            make_positive(matrix, n, n, 0.9);
            svd_invert(matrix, turned, n, 1e-3);
        }
        printf("        %3d rows: %.3f ms\n", n,
               1e3 * (double)(clock() - begin) / CLOCKS_PER_SEC / runs);
        CHECK(largest(matrix, n) > 0.0);
    }
}

TEST_MAIN(CASE(eigenvectors_rebuild_the_matrix), CASE(eigenvalues_of_a_chain_are_known),
          CASE(a_sound_matrix_is_inverted), CASE(a_dependent_matrix_gives_its_pseudo_inverse),
          CASE(any_matrix_gives_its_pseudo_inverse),
          CASE(columns_become_orthonormal_and_rebuild_the_matrix), CASE(nothing_gives_nothing),
          CASE(weak_directions_are_pushed_less_and_without_a_jump), CASE(the_scale_does_not_matter),
          CASE(what_is_not_finite_ends), CASE(cost_by_size))
