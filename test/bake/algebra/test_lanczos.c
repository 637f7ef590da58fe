// The eigensolver by itself: what a block is too narrow for, and what does not fit.
// SPDX-License-Identifier: MIT
#include "bake/algebra/eigen_bases.h"
#include "bake/algebra/factor.h"
#include "bake/algebra/lanczos.h"
#include "bake/fem/assemble.h"
#include "test/kit/check.h"

enum { PIECES = 14, PIECE = 12, NODES = PIECES * PIECE };

// Chains of masses on springs, alike and each held at one end, the three axes apart: every value is
// there three times for each chain.
static assemble_matrices chains(arena* a) {
    sparse k = {.rows = NODES, .block = 3};
    k.start = ARENA_NEW(a, int64_t, NODES + 1);
    k.column = ARENA_NEW(a, int32_t, 3 * NODES);
    k.value = ARENA_NEW(a, double, 27 * NODES);
    sparse m = k;
    m.block = 1;
    m.value = ARENA_NEW(a, double, 3 * NODES);
    int64_t at = 0;
    for (int32_t row = 0; row < NODES; ++row) {
        int32_t link = row % PIECE;
        for (int32_t to = row - (link > 0); to <= row + (link < PIECE - 1); ++to, ++at) {
            k.column[at] = to;
            m.value[at] = to == row ? 1.0 : 0.0;
            for (int axis = 0; axis < 3; ++axis)
                k.value[9 * at + 4 * axis] = to != row ? -1.0 : link < PIECE - 1 ? 2.0 : 1.0;
        }
        k.start[row + 1] = at;
    }
    return (assemble_matrices){k, m};
}

// Of a chain held at one end, exactly: 2 sin((2 e + 1) pi / (2 (2 n + 1))), squared.
static double chain_value(int e) {
    double s = 2.0 * sin((2 * e + 1) * 3.14159265358979323846 / (2.0 * (2 * PIECE + 1)));
    return s * s;
}

typedef struct inverse {
    assemble_matrices m;
    factor* f;
} inverse;

static void times_mass(void* user, const double* from, double* to, int32_t count, int threads) {
    const inverse* x = user;
    sparse_multiply_axes(&x->m.mass, from, to, count, threads);
}

static bool solve_columns(void* user, double* columns, int32_t count, int threads, report* r) {
    const inverse* x = user;
    return factor_solve(x->f, columns, count, threads, r);
}

static bool solve(lanczos_problem p, lanczos_pairs* out, arena* a, report* r) {
    inverse x = {.m = chains(a)};
    x.f = factor_analyse(&x.m.stiffness, r);
    p.order = 3 * NODES;
    p.multiply = times_mass;
    p.solve = solve_columns;
    p.user = &x;
    p.same = p.tolerance = 1e-8;
    p.threads = 1;
    bool ok = factor_compute(x.f, &x.m.stiffness, r) && lanczos_largest(&p, out, a, r);
    factor_free(x.f);
    return ok;
}

// A Krylov space of two columns knows of two of the forty-two equal values, exactly so.
TEST(equal_values_beyond_the_width_of_a_block_are_all_found) {
    for (int32_t width = 2; width <= 8; width += 6) {
        arena* a = arena_create();
        report r = report_new(a);
        lanczos_pairs out;
        CHECK(solve((lanczos_problem){.count = 50, .width = width}, &out, a, &r));
        CHECK(out.count == 50 && out.found == 2 * 3 * PIECES); // and all that equal the last one
        for (int32_t e = 0; e < out.found; ++e)
            CHECK_NEAR(out.values[e] * chain_value(e / (3 * PIECES)), 1.0, 1e-9);
        arena_destroy(a);
    }
}

TEST(values_below_the_least_are_not_counted) {
    arena* a = arena_create();
    report r = report_new(a);
    lanczos_pairs out;
    double least = 1.0 / (0.5 * (chain_value(0) + chain_value(1)));
    CHECK(solve((lanczos_problem){.count = 500, .least = least, .width = 8}, &out, a, &r));
    CHECK(out.count == 3 * PIECES && out.found >= out.count);
    least = 2.0 / chain_value(0);
    CHECK(solve((lanczos_problem){.count = 500, .least = least, .width = 8}, &out, a, &r));
    CHECK(out.count == 0);
    arena_destroy(a);
}

TEST(too_small_a_basis_is_refused_with_a_sentence) {
    arena* a = arena_create();
    report r = report_new(a);
    lanczos_pairs out;
    CHECK(!solve((lanczos_problem){.count = 50, .width = 8, .room = 48}, &out, a, &r));
    CHECK(r.error_count == 1 &&
          strstr(r.findings[0].text, " of 50 modes were found in 48") != NULL);
    arena_destroy(a);
}

// The same plane in four dimensions, spanned by others.
TEST(a_basis_depends_on_the_space_alone) {
    static const double angles[3] = {0.0, 0.7, 4.0};
    double first[8] = {0};
    for (int i = 0; i < 3; ++i) {
        static const double x[2][4] = {{0.5, 0.5, -0.5, 0.5}, {0.1, -0.7, 0.1, 0.7}};
        double c = cos(angles[i]), s = sin(angles[i]), v[8];
        for (int k = 0; k < 4; ++k) {
            v[k] = c * x[0][k] + s * x[1][k];
            v[4 + k] = i == 2 ? s * x[0][k] - c * x[1][k] : c * x[1][k] - s * x[0][k];
        }
        eigen_bases(v, 2, 4);
        for (int k = 0; k < 8; ++k)
            CHECK_NEAR(v[k], i == 0 ? v[k] : first[k], 1e-14);
        memcpy(first, v, sizeof first);
        CHECK(v[1] > 0.86 && fabs(v[5]) < 1e-15); // unknowns 1 and 3 tie: the first
        CHECK(v[0] * v[4] + v[1] * v[5] + v[2] * v[6] + v[3] * v[7] < 1e-15);
    }
}

TEST_MAIN(CASE(equal_values_beyond_the_width_of_a_block_are_all_found),
          CASE(values_below_the_least_are_not_counted),
          CASE(too_small_a_basis_is_refused_with_a_sentence),
          CASE(a_basis_depends_on_the_space_alone))
