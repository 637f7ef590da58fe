// Rolling resistance: what rolls on something that stands comes to rest.
//
// Flesh that rolls is pressed in front and let go behind, and keeps a fraction of that (its hysteresis, which is there
// however slow the roll). Modes have viscous damping, which takes a fraction of the speed instead: what rolls slowly would
// roll on for ever. So contacts with what does not turn itself have a torque against the spin, ROLLING times what
// they bear times their distance from the centre of mass.
//
// It acts once a step, against the mean spin of the step: contacts hold a place by displacements, so that the spin of a
// substep is not that of the body at rest. It takes no more than what would end that mean, and no more than makes the
// energy of the spin least along its axis: it never adds energy, and is nothing at rest. On a slope of less than
// ROLLING it stops a ball. Between two bodies that both move there is none: who rolls on whom is theirs to say.
// SPDX-License-Identifier: MIT
#include "runtime/world/world.h"

#include "runtime/base/assert.h"
#include "runtime/math/vec3d.h"

#include <math.h>

static const double ROLLING = 0.08; // the tangent of 4.6 degrees; where a body says no other

static double rolling_of(const supple_body* b) {
    double own = b->state->dynamics.rolling;
    return own < 0.0 ? ROLLING : own;
}

// How far the body turned in the step, about the axis: of a turn of less than a quarter; what is more counts as less.
static void turn_of(const free_state* before, const free_state* now, double out[3]) {
    double r[3][3]; // now before^T
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k)
            r[i][k] = dot3(now->turn[i], before->turn[k]);
    out[0] = 0.5 * (r[2][1] - r[1][2]);
    out[1] = 0.5 * (r[0][2] - r[2][0]);
    out[2] = 0.5 * (r[1][0] - r[0][1]);
}

// N m s of a contact on its body in the step, before the fraction that resists.
static double bears(const supple_contact* c, const supple_body* b) {
    const double unit = (double)b->state->options.world_metres, *centre = b->state->free.place;
    double arm[3] = {(double)c->place.x * unit - centre[0], (double)c->place.y * unit - centre[1],
                     (double)c->place.z * unit - centre[2]};
    return (double)c->impulse * sqrt(dot3(arm, arm));
}

static void resist(world_body* wb, double bearing, double dt) {
    supple_body* b = wb->body;
    free_state* f = &b->state->free;
    double axis[3], spin[3], inverse[3][3], along[3];
    turn_of(&wb->began, f, axis);
    double turned = sqrt(dot3(axis, axis));
    if (!(turned > 0.0) || !(bearing > 0.0))
        return;
    for (int k = 0; k < 3; ++k)
        axis[k] /= turned;
    free_measure m;
    free_measure_now(b, &m);
    free_spin(b, &m, spin);
    free_inverse_inertia(b, &m, inverse);
    times3((const double(*)[3])inverse, axis, along);
    double mobility = dot3(axis, along), mean = turned / dt / mobility,
           least = dot3(spin, axis) / mobility, take = rolling_of(b) * bearing;
    take = take < mean ? take : mean;
    take = take < least ? take : least;
    for (int k = 0; k < 3 && take > 0.0; ++k)
        f->momentum[k] -= take * axis[k];
}

// Whether a collider does not turn.
static bool stands(const supple_world* w, supple_collider id) {
    const double* spin = w->colliders.slots[id.index].spin;
    return dot3(spin, spin) == 0.0;
}

// The body of a contact that rolls on what stands, or on a body that sleeps; NULL: none.
static world_body* roller_of(const supple_world* w, const supple_contact* c) {
    world_body *a = &w->bodies[c->body->slot],
               *b = c->other_or_null != NULL ? &w->bodies[c->other_or_null->slot] : NULL;
    if (b == NULL ? !stands(w, c->collider) : a->steps == b->steps)
        return NULL;
    world_body* wb = a->steps ? a : b;
    return wb != NULL && wb->steps && free_is(wb->body) ? wb : NULL;
}

void world_resist_rolling(supple_world* w, double dt) {
    SUPPLE_ASSERT(dt > 0.0);
    for (int32_t i = 0; i < w->body_count; ++i)
        w->bodies[i].bearing = 0.0;
    for (int32_t i = 0; i < w->contact_counts[0]; ++i) {
        world_body* wb = roller_of(w, &w->contacts[0][i]);
        if (wb != NULL)
            wb->bearing += bears(&w->contacts[0][i], wb->body);
    }
    for (int32_t i = 0; i < w->body_count; ++i)
        if (w->bodies[i].bearing > 0.0)
            resist(&w->bodies[i], w->bodies[i].bearing, dt);
}
