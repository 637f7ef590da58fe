// A spring of one unknown for tests of steps in time, linear or not.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/dynamics/newmark.h"

#include <math.h>

// u'' + 2 d u' + force = 0.
typedef struct spring {
    double d, stiffness, cubic;
    double wall;     // where the force jumps so high that no step solves it; infinite: nowhere
    bool indefinite; // refuses its own tangent, as a factor would
    double matrix;
    int64_t refused;
} spring;

static inline double spring_left(void* user, double time, const double* u, const double* v,
                                 const double* a, const double* change_or_null, double* out) {
    const spring* s = user;
    (void)time;
    double force = s->stiffness * u[0] + s->cubic * u[0] * u[0] * u[0];
    if (change_or_null != NULL) // the change of energy over the change of place
        force += 0.25 * s->cubic * u[0] * change_or_null[0] * change_or_null[0];
    if (u[0] > s->wall)
        force += 1e12;
    out[0] = a[0] + 2.0 * s->d * v[0] + force;
    return fabs(out[0]) / fmax(fabs(a[0]), fabs(force));
}

static inline bool spring_prepare(void* user, double time, const double* u, const double* v,
                                  const newmark_parts* parts, bool firm, report* r) {
    spring* s = user;
    (void)time, (void)v, (void)r;
    if (s->indefinite && !firm && parts->stiffness > 0.0) {
        ++s->refused;
        return false;
    }
    s->matrix = parts->mass + 2.0 * s->d * parts->damping +
                parts->stiffness * (s->stiffness + (firm ? 0.0 : 3.0) * s->cubic * u[0] * u[0]);
    return true;
}

static inline bool spring_solve(void* user, double* x, report* r) {
    (void)r;
    x[0] /= ((const spring*)user)->matrix;
    return true;
}

static inline newmark spring_stepper(spring* s, const newmark_options* o, double u, double v,
                                     arena* a) {
    const newmark_system system = {.order = 1,
                                   .user = s,
                                   .left = spring_left,
                                   .prepare = spring_prepare,
                                   .solve = spring_solve,
                                   .small = 1e-16};
    newmark n = newmark_make(&system, o, a);
    report r = report_new(a);
    n.u[0] = u, n.v[0] = v;
    newmark_start(&n, &r);
    return n;
}
