// Joints that hang together, solved at once.
//
// Gauss-Seidel carries a load by one joint a sweep: the ten of a chain need hundreds of sweeps to close.
// Their matrix J J^T is small, and in the order in which a chain is made it is nearly diagonal, so its
// Cholesky factor is stored by rows from the first number that is not zero (a skyline): a chain of n costs n,
// a ring hardly more, and joints of different bodies know nothing of each other. In double, from rows in
// float; what is left is found anew in every sweep, which refines it.
// SPDX-License-Identifier: MIT
#include "runtime/solve/solve_work.h"

#include "runtime/base/assert.h"

#include <math.h>

static double* row_of(const solve_skyline* sky, int32_t row) { // so that [column] is its number
    return sky->numbers + sky->start[row] - sky->first[row];
}

static bool have_common_body(const solve_anchor* a, const solve_anchor* b) {
    for (int32_t i = 0; i < 2; ++i)
        for (int32_t k = 0; k < 2; ++k)
            if (a->side[i].body >= 0 && a->side[i].body == b->side[k].body)
                return true;
    return false;
}

static bool stands(const solver* s, int32_t joint) { // in the matrix
    const solve_block* block = &s->blocks[s->joints[joint]];
    return !block->reached_limit && block->row_count > 0;
}

// The first joint that shares a body with a joint.
static int32_t first_of(const solver* s, int32_t joint) {
    for (int32_t k = 0; k < joint && stands(s, joint); ++k)
        if (stands(s, k) &&
            have_common_body(&s->anchors[s->joints[joint]], &s->anchors[s->joints[k]]))
            return k;
    return joint;
}

// How many joints there is room for, and where their rows begin.
static int32_t lay_out(solver* s) {
    solve_skyline* sky = &s->sky;
    int64_t at = 0, room = solve_direct_numbers(s->room.joints);
    int32_t joint = 0;
    for (; joint < s->joint_count && joint < s->room.joints; ++joint) {
        int32_t first = 3 * first_of(s, joint);
        if (at + 3 * (int64_t)(3 * joint + 3 - first) > room)
            break;
        for (int32_t row = 3 * joint; row < 3 * joint + 3; ++row) {
            sky->first[row] = first;
            sky->start[row] = at;
            at += row + 1 - first;
        }
    }
    memset(sky->numbers, 0, sizeof *sky->numbers * (size_t)at);
    return joint;
}

static void fill(solver* s, int32_t joint) {
    const solve_block* block = &s->blocks[s->joints[joint]];
    for (int32_t k = s->sky.first[3 * joint] / 3; k <= joint; ++k) {
        double sums[3][3] = {{0.0}};
        if (stands(s, joint) && stands(s, k))
            solve_multiply(s, block, &s->blocks[s->joints[k]], sums);
        for (int32_t r = 0; r < 3; ++r) {
            double* row = row_of(&s->sky, 3 * joint + r);
            for (int32_t c = 0; c < 3 && 3 * k + c <= 3 * joint + r; ++c)
                row[3 * k + c] = sums[r][c];
        }
    }
    for (int32_t r = 0; r < 3; ++r) {
        double* diagonal = row_of(&s->sky, 3 * joint + r) + 3 * joint + r;
        *diagonal = *diagonal > 0.0 ? *diagonal + block->softness : 1.0;
    }
}

// The three rows of a joint, which begin alike, up to its own block: side by side, because one sum waits for itself.
static void factor_before(const solve_skyline* sky, int32_t joint) {
    double *x = row_of(sky, 3 * joint), *y = row_of(sky, 3 * joint + 1),
           *z = row_of(sky, 3 * joint + 2);
    int32_t first = sky->first[3 * joint];
    for (int32_t k = first; k < 3 * joint; ++k) {
        const double* b = row_of(sky, k);
        double sum[3] = {x[k], y[k], z[k]};
        for (int32_t j = first > sky->first[k] ? first : sky->first[k]; j < k; ++j) {
            sum[0] -= x[j] * b[j];
            sum[1] -= y[j] * b[j];
            sum[2] -= z[j] * b[j];
        }
        x[k] = sum[0] / b[k];
        y[k] = sum[1] / b[k];
        z[k] = sum[2] / b[k];
    }
}

static void factor(const solve_skyline* sky) {
    for (int32_t i = 0; i < 3 * sky->count; ++i) {
        double* a = row_of(sky, i);
        double given = a[i];
        if (i % 3 == 0)
            factor_before(sky, i / 3);
        for (int32_t k = i - i % 3; k <= i; ++k) {
            const double* b = row_of(sky, k);
            double sum = a[k];
            for (int32_t j = sky->first[i] > sky->first[k] ? sky->first[i] : sky->first[k]; j < k;
                 ++j)
                sum -= a[j] * b[j];
            if (k < i)
                a[k] = sum / b[k];
            else // what joints before it say already is left to them
                a[i] = sqrt(sum > 1e-6 * given ? sum : given);
        }
    }
}

static void substitute(const solve_skyline* sky, double* x) {
    for (int32_t i = 0; i < 3 * sky->count; ++i) {
        const double* a = row_of(sky, i);
        for (int32_t k = sky->first[i]; k < i; ++k)
            x[i] -= a[k] * x[k];
        x[i] /= a[i];
    }
    for (int32_t i = 3 * sky->count - 1; i >= 0; --i) {
        const double* a = row_of(sky, i);
        x[i] /= a[i];
        for (int32_t k = sky->first[i]; k < i; ++k)
            x[k] -= a[k] * x[i];
    }
}

int64_t solve_direct_numbers(int32_t joints) {
    SUPPLE_ASSERT(joints >= 0);
    int64_t rows = 3 * (int64_t)joints;
    return rows * ((rows < SOLVE_WIDEST ? rows : SOLVE_WIDEST) + 1) / 2;
}

void solve_direct_prepare(solver* s) {
    s->sky.count = lay_out(s);
    for (int32_t i = 0; i < s->sky.count; ++i) {
        fill(s, i);
        s->blocks[s->joints[i]].apart = !s->blocks[s->joints[i]].reached_limit;
    }
    factor(&s->sky);
}

float solve_direct_sweep(solver* s) {
    solve_skyline* sky = &s->sky;
    float most = 0.0f;
    for (int32_t i = 0; i < sky->count; ++i) {
        float r[3] = {0.0f, 0.0f, 0.0f};
        if (stands(s, i))
            solve_find_rest(s, s->joints[i], r);
        for (int32_t k = 0; k < 3; ++k) {
            sky->rest[3 * i + k] = -r[k];
            most = fabsf(r[k]) > most ? fabsf(r[k]) : most;
        }
    }
    substitute(sky, sky->rest);
    for (int32_t i = 0; i < sky->count; ++i) {
        float d[3], *p = s->p[s->joints[i]];
        for (int32_t k = 0; k < 3; ++k) {
            d[k] = (float)sky->rest[3 * i + k];
            p[k] += d[k];
        }
        if (stands(s, i))
            solve_push(s, s->joints[i], d);
    }
    return most;
}
