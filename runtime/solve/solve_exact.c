// Few contacts without friction: exact, by pivoting.
//
// Up to SOLVE_EXACT contacts that are all there is: their matrix costs what a dozen sweeps do, and sweeps
// need dozens to come as near (bench solve). With friction, joints or pins the normals are only a part of the
// problem, and to begin the sweeps with exact ones saved none (docs/decisions/0020).
// SPDX-License-Identifier: MIT
#include "runtime/math/lcp.h"
#include "runtime/solve/solve_work.h"

#include <math.h>

bool solve_exact(solver* s) {
    int32_t n = s->block_count;
    if (n == 0 || n > SOLVE_EXACT || s->hold_count > 0)
        return false;
    for (int32_t i = 0; i < n; ++i)
        if (s->blocks[i].kind != SOLVE_SMOOTH || s->blocks[i].apart ||
            s->blocks[i].limit < INFINITY)
            return false;
    double *a = s->exact, *b = a + n * n, *p = b + n, *work = p + n;
    for (int32_t i = 0; i < n; ++i) {
        for (int32_t k = 0; k <= i; ++k) {
            double sums[3][3] = {{0.0}};
            solve_multiply(s, &s->blocks[i], &s->blocks[k], sums);
            a[i * n + k] = a[k * n + i] = sums[0][0];
        }
        a[i * n + i] += s->blocks[i].softness;
        a[i * n + i] *= 1.0 + 1e-9; // contacts that say the same share the load
        b[i] = s->blocks[i].base[0];
        p[i] = s->p[i][0];
    }
    if (lcp_solve(n, a, b, p, work) < 0)
        return false;
    for (int32_t i = 0; i < n; ++i)
        s->p[i][0] = (float)p[i];
    return true;
}
