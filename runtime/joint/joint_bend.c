// A first solve of forces tells how jointed bodies turn in the middle of the substep.
// SPDX-License-Identifier: MIT
#include "runtime/joint/joint_bend.h"

#include "runtime/base/assert.h"
#include "runtime/math/vec3d.h"

#include <math.h>
#include <string.h>

// Radians in half a substep by which the spin of a jointed body may change before its rows are found anew.
static const double BENDS = 0.01;

void joint_spin(const world_body* wb, double out[3]) {
    if (wb->foreseen)
        memcpy(out, wb->middle_spin, sizeof wb->middle_spin);
    else
        free_spin(wb->body, &wb->body->measured, out);
}

double joint_coord_speed(const world_body* wb, int32_t i, double h) {
    return wb->foreseen ? h * (wb->speed[i] + wb->gain[i] * wb->coord_impulse[i]) /
                              wb->mobility[0] // as it moves
                        : (double)wb->body->v[i];
}

// What turns slower in the middle than at the beginning: the path of its joints bends less. What would turn faster is not
// foreseen, the more it would bend the faster, without end.
static bool foresee(world_body* wb, double h) {
    const supple_body* b = wb->body;
    double inverse[3][3], twist[3], more[3], spin[3];
    for (int k = 0; k < 3; ++k)
        twist[k] = 0.5 * h * (wb->turning[k] + b->state->free.twist[k]);
    free_inverse_inertia(b, &b->measured, inverse);
    times3(inverse, twist, more);
    free_spin(b, &b->measured, spin);
    for (int k = 0; k < 3; ++k)
        wb->middle_spin[k] = spin[k] + more[k];
    wb->foreseen = dot3(wb->middle_spin, wb->middle_spin) < dot3(spin, spin);
    return wb->foreseen && sqrt(dot3(more, more)) * h > BENDS;
}

bool joints_bend(supple_world* w, double h) {
    SUPPLE_ASSERT(h > 0.0);
    bool any = false;
    for (int32_t i = 0; i < w->body_count; ++i) {
        world_body* wb = &w->bodies[i];
        if (wb->joined && wb->solver_body >= 0 && free_is(wb->body))
            any |= foresee(wb, h);
    }
    return any;
}
