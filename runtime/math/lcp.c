// SPDX-License-Identifier: MIT
#include "runtime/math/lcp.h"

#include "runtime/base/assert.h"

#include <math.h>
#include <stdbool.h>

enum { LCP_PATIENCE = 4, LCP_ROUNDS = 512 }; // exchanges of many that may be in vain; of all

#define LCP_WEAK 1e-10 // pivots below this share of the diagonal are dependent on those before

typedef struct pivots {
    int32_t n;
    const double *a, *b;
    bool in[LCP_MOST]; // p is a variable, else its slack is
    int32_t set[LCP_MOST], count;
    double *l, *x, *slack; // [n][n], [n], [n]
} pivots;

// L L^T = A over the set, then x with A x = -b there.
static void solve_set(pivots* s) {
    int32_t n = s->n;
    for (int32_t i = 0; i < s->count; ++i) {
        double* row = s->l + i * n;
        const double* a = s->a + s->set[i] * n;
        double given = a[s->set[i]];
        s->x[i] = -s->b[s->set[i]];
        for (int32_t k = 0; k <= i; ++k) {
            const double* other = s->l + k * n;
            double sum = a[s->set[k]];
            for (int32_t m = 0; m < k; ++m)
                sum -= row[m] * other[m];
            row[k] = k < i ? sum / other[k] : sqrt(sum > LCP_WEAK * given ? sum : given);
        }
        for (int32_t k = 0; k < i; ++k)
            s->x[i] -= row[k] * s->x[k];
        s->x[i] /= row[i];
    }
    for (int32_t i = s->count - 1; i >= 0; --i) {
        s->x[i] /= s->l[i * n + i];
        for (int32_t k = 0; k < i; ++k)
            s->x[k] -= s->l[i * n + k] * s->x[i];
    }
}

static void find_slack(pivots* s) {
    for (int32_t i = 0; i < s->n; ++i) {
        double sum = s->b[i];
        for (int32_t k = 0; k < s->count; ++k)
            sum += s->a[i * s->n + s->set[k]] * s->x[k];
        s->slack[i] = sum;
    }
}

// Exchanges what is on the wrong side: all of it, or the last one only. Returns how many there were.
static int32_t exchange(pivots* s, double small, bool all) {
    int32_t wrong = 0, at = s->count;
    bool was[LCP_MOST] = {false};
    for (int32_t i = 0; i < s->n; ++i)
        was[i] = s->in[i];
    for (int32_t i = s->n - 1; i >= 0; --i) {
        at -= was[i];
        bool is_wrong = was[i] ? s->x[at] < 0.0 : s->slack[i] < -small;
        if (is_wrong && (all || wrong == 0))
            s->in[i] = !was[i];
        wrong += is_wrong;
    }
    return wrong;
}

int32_t lcp_solve(int32_t n, const double* a, const double* b, double* p, double* work) {
    SUPPLE_ASSERT(n >= 0 && n <= LCP_MOST);
    pivots s = {n, a, b, {false}, {0}, 0, work, work + n * n, work + n * n + n};
    double small = 0.0;
    for (int32_t i = 0; i < n; ++i) {
        s.in[i] = p[i] > 0.0;
        small = fabs(b[i]) > small ? fabs(b[i]) : small;
    }
    small *= 1e-12; // a slack that is zero but for rounding
    int32_t fewest = n + 1, patience = LCP_PATIENCE, round = 0, wrong = 1;
    while (wrong > 0 && round < LCP_ROUNDS) {
        s.count = 0;
        for (int32_t i = 0; i < n; ++i)
            if (s.in[i])
                s.set[s.count++] = i;
        solve_set(&s);
        find_slack(&s);
        ++round;
        wrong = exchange(&s, small, patience > 0);
        if (wrong < fewest) {
            fewest = wrong;
            patience = LCP_PATIENCE;
        } else if (patience > 0) {
            --patience;
        }
    }
    for (int32_t i = 0; i < n; ++i)
        p[i] = 0.0;
    for (int32_t k = 0; k < s.count; ++k)
        p[s.set[k]] = s.x[k] > 0.0 ? s.x[k] : 0.0;
    return wrong == 0 ? round : -1;
}
