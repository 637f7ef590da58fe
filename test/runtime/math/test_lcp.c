// The exact solver of small contact problems against its oracle, and against its own conditions.
// SPDX-License-Identifier: MIT
#include "runtime/math/lcp.h"

#include "test/kit/check.h"

static uint64_t seed;

static double chance(void) { // -1 to 1
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (double)(int64_t)seed / 9.3e18;
}

static double work[LCP_MOST * (LCP_MOST + 2)];

// A = J J^T of contacts on a body with `rank` ways to move, struck at the speed J v.
static void make(int32_t n, int32_t rank, double softness, double* a, double* b) {
    double j[LCP_MOST][LCP_MOST], v[LCP_MOST];
    for (int32_t k = 0; k < rank; ++k)
        v[k] = chance();
    for (int32_t i = 0; i < n; ++i) {
        b[i] = 0.0;
        for (int32_t k = 0; k < rank; ++k) {
            j[i][k] = chance() + (k == 0);
            b[i] += j[i][k] * (v[k] - (k == 0));
        }
    }
    for (int32_t i = 0; i < n; ++i)
        for (int32_t k = 0; k < n; ++k) {
            a[i * n + k] = i == k ? softness : 0.0;
            for (int32_t m = 0; m < rank; ++m)
                a[i * n + k] += j[i][m] * j[k][m];
        }
}

// The largest of: an impulse below zero, an approach, a push where there is parting.
static double wrong_by(int32_t n, const double* a, const double* b, const double* p, double* gain) {
    double worst = 0.0;
    *gain = 0.0;
    for (int32_t i = 0; i < n; ++i) {
        double after = b[i];
        for (int32_t k = 0; k < n; ++k)
            after += a[i * n + k] * p[k];
        *gain += 0.5 * p[i] * (b[i] + after);
        worst = fmax(worst, fmax(-p[i], fmax(-after, fabs(fmin(p[i], after)))));
    }
    return worst;
}

TEST(the_oracles_problems_have_its_answers) {
    double p[3] = {0, 0, 0};
    CHECK(lcp_solve(2, (double[]){1, 2, 2, 5}, (double[]){-1, -1}, p, work) > 0);
    CHECK_NEAR(p[0], 1.0, 1e-15); // the linear program's answer is (0, 0.5): it adds energy 0.125
    CHECK_NEAR(p[1], 0.0, 0.0);
    memset(p, 0, sizeof p);
    CHECK(lcp_solve(3, (double[]){2, .5, 0, .5, 1, .25, 0, .25, 3}, (double[]){-1, .3, -.6}, p,
                    work) > 0);
    CHECK_NEAR(p[0], 0.5, 1e-15);
    CHECK_NEAR(p[1], 0.0, 0.0);
    CHECK_NEAR(p[2], 0.2, 1e-15);
    memset(p, 0, sizeof p);
    CHECK(lcp_solve(2, (double[]){1, -.3, -.3, 1}, (double[]){-1, -2}, p, work) > 0);
    CHECK_NEAR(p[0], 1.7582417582417582, 1e-14);
    CHECK_NEAR(p[1], 2.5274725274725274, 1e-14);
}

TEST(two_hundred_impacts_of_nine_contacts_lose_energy) {
    seed = 1;
    int32_t most = 0;
    for (int32_t i = 0; i < 200; ++i) {
        double a[81], b[9], p[9] = {0}, gain;
        make(9, 18, 0.0, a, b);
        int32_t rounds = lcp_solve(9, a, b, p, work);
        CHECK(rounds > 0);
        most = rounds > most ? rounds : most;
        CHECK(wrong_by(9, a, b, p, &gain) < 1e-9);
        CHECK(gain <= 0.0);
    }
    printf("        at most %d rounds\n", most);
}

TEST(sets_of_every_size_end) {
    seed = 2;
    for (int32_t n = 1; n <= LCP_MOST; ++n) {
        static double a[LCP_MOST * LCP_MOST], b[LCP_MOST], p[LCP_MOST];
        double gain;
        memset(p, 0, sizeof p);
        make(n, n < 50 ? n + 6 : LCP_MOST, 1e-3, a, b);
        CHECK(lcp_solve(n, a, b, p, work) > 0);
        CHECK(wrong_by(n, a, b, p, &gain) < 1e-7);
    }
}

TEST(contacts_that_say_the_same_share_the_load) {
    seed = 3;
    for (int32_t i = 0; i < 100; ++i) {
        double a[144], b[12], p[12] = {0}, gain;
        make(12, 6, 1e-9, a, b); // more contacts than ways to move
        CHECK(lcp_solve(12, a, b, p, work) > 0);
        CHECK(wrong_by(12, a, b, p, &gain) < 1e-6);
        CHECK(gain < 1e-9);
    }
}

TEST(a_start_near_the_answer_needs_one_round) {
    seed = 4;
    double a[256], b[16], p[16] = {0};
    make(16, 20, 0.0, a, b);
    CHECK(lcp_solve(16, a, b, p, work) > 1);
    CHECK(lcp_solve(16, a, b, p, work) == 1);
}

TEST_MAIN(CASE(the_oracles_problems_have_its_answers),
          CASE(two_hundred_impacts_of_nine_contacts_lose_energy), CASE(sets_of_every_size_end),
          CASE(contacts_that_say_the_same_share_the_load),
          CASE(a_start_near_the_answer_needs_one_round))
