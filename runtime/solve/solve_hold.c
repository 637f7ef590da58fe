// Holds: what a body solves by itself, within the sweeps of all (pins of flesh on bones).
//
// A hold sees w of its body, and what its own impulses did to that, and asks for more; the solver adds it to x.
// SPDX-License-Identifier: MIT
#include "runtime/solve/solve_work.h"

#include "runtime/base/assert.h"

// w of a body, as its holds know it.
static void gather(const solver* s, const solver_body* m, double* w) {
    const float* x = s->x + m->first;
    int32_t i = 0;
    if (m->free) {
        for (i = 0; i < 3; ++i) {
            w[i] = m->velocity[i] + m->mass_root * x[i];
            w[3 + i] = m->spin[i];
            for (int32_t k = 0; k <= i; ++k)
                w[3 + i] += m->inertia_root[i][k] * x[3 + k];
        }
        i = SOLVE_RIGID;
    }
    for (; i < m->count; ++i)
        w[i] = s->speed[m->first + i] + (double)s->root[m->first + i] * x[i];
}

// What an impulse does to w.
static void find_effect(const solver* s, const solver_body* m, const double* coord_impulse,
                        double* w) {
    int32_t i = 0;
    if (m->free) {
        double half[3] = {0.0, 0.0, 0.0};
        for (i = 0; i < 3; ++i)
            for (int32_t k = i; k < 3; ++k)
                half[i] += m->inertia_root[k][i] * coord_impulse[3 + k];
        for (i = 0; i < 3; ++i) {
            w[i] = m->mass_root * m->mass_root * coord_impulse[i];
            w[3 + i] = 0.0;
            for (int32_t k = 0; k <= i; ++k)
                w[3 + i] += m->inertia_root[i][k] * half[k];
        }
        i = SOLVE_RIGID;
    }
    for (; i < m->count; ++i)
        w[i] = (double)s->root[m->first + i] * (double)s->root[m->first + i] * coord_impulse[i];
}

void solve_add_coord_impulse(solver* s, const solver_body* m, const double* coord_impulse) {
    float* x = s->x + m->first;
    int32_t i = 0;
    if (m->free) {
        for (i = 0; i < 3; ++i) {
            x[i] += (float)(m->mass_root * coord_impulse[i]);
            double sum = 0.0;
            for (int32_t k = i; k < 3; ++k)
                sum += m->inertia_root[k][i] * coord_impulse[3 + k];
            x[3 + i] += (float)sum;
        }
        i = SOLVE_RIGID;
    }
    for (; i < m->count; ++i)
        x[i] += s->root[m->first + i] * (float)coord_impulse[i];
}

float solve_sweep_hold(solver* s, const solve_held* hold) {
    const solver_body* m = &s->bodies[hold->body];
    gather(s, m, s->w);
    find_effect(s, m, s->held + m->first, s->own);
    memset(s->coord_impulse, 0, sizeof *s->coord_impulse * (size_t)m->count);
    double missed = hold->sweep(hold->user, s->w, s->own, s->coord_impulse);
    for (int32_t i = 0; i < m->count; ++i)
        s->held[m->first + i] += s->coord_impulse[i];
    solve_add_coord_impulse(s, m, s->coord_impulse);
    return (float)missed;
}

int32_t solve_add_hold(solver* s, int32_t body, solve_hold_sweep sweep, void* user) {
    SUPPLE_ASSERT(body >= 0 && body < s->body_count && sweep != NULL);
    if (s->hold_count == s->room.holds)
        return -1;
    s->holds[s->hold_count] = (solve_held){body, sweep, user};
    return s->hold_count++;
}
