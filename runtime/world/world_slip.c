// What sticks without flesh does not slip at the end of a substep either.
//
// Forces over a substep hold a place: the mean speed of a contact that sticks is zero, so it ends with minus what it began
// with. Flesh damps that. Two rigid surfaces would go on for ever, a ball between sliding and rolling in turns, and what is asked
// once a frame would see always the same half of it. So what is left of the slip is stopped, by as much as friction has not
// used: impulses that only take energy, each the one that stops its contact.
// SPDX-License-Identifier: MIT
#include "runtime/world/world.h"

#include "runtime/base/assert.h"
#include "runtime/math/vec3d.h"

#include <math.h>
#include <string.h>

// One side: where it is held, and how it is moved there.
typedef struct slip_side {
    supple_body* body; // NULL: nothing moves it
    double arm[3], inverse[3][3];
} slip_side;

// Whether contacts with the body are those of a rigid one.
static bool is_rigid(const world_body* wb) {
    return wb->body->coord_count == 0 && free_is(wb->body);
}

static slip_side side_of(const supple_world* w, const contact* t, int32_t slot) {
    slip_side s = {.body = NULL};
    if (slot < 0 || !w->bodies[slot].steps || free_is_kinematic(w->bodies[slot].body))
        return s;
    s.body = w->bodies[slot].body;
    double metres = s.body->state->options.world_metres;
    for (int k = 0; k < 3; ++k)
        s.arm[k] = t->place[k] * metres - s.body->state->free.place[k];
    free_inverse_inertia(s.body, &s.body->measured, s.inverse);
    return s;
}

// The speed of a side there; of what is kinematic, too.
static void add_speed(const supple_world* w, const contact* t, int32_t slot, double sign,
                      double out[3]) {
    const supple_body* b = slot >= 0 ? w->bodies[slot].body : NULL;
    double spin[3], arm[3], turned[3];
    if (b == NULL || !w->bodies[slot].steps)
        return;
    for (int k = 0; k < 3; ++k)
        arm[k] = t->place[k] * (double)b->state->options.world_metres - b->state->free.place[k];
    free_spin(b, &b->measured, spin);
    cross3(spin, arm, turned);
    for (int k = 0; k < 3; ++k)
        out[k] += sign * (b->state->free.velocity[k] + turned[k]);
}

// How fast a unit of impulse along a direction moves the side there.
static double mobility(const slip_side* s, const double along[3]) {
    double twist[3], turn[3];
    if (s->body == NULL)
        return 0.0;
    cross3(s->arm, along, twist);
    times3((const double(*)[3])s->inverse, twist, turn);
    return 1.0 / (double)s->body->parts[0].asset.record->mass + dot3(twist, turn);
}

static void kick(const slip_side* s, double size, const double along[3]) {
    double impulse[3];
    if (s->body == NULL)
        return;
    for (int k = 0; k < 3; ++k)
        impulse[k] = size * along[k];
    free_kick(s->body, impulse, s->arm);
}

static void stop(supple_world* w, int32_t i) {
    const contact* t = &w->found[i];
    const double* got = w->impulses[i];
    double bears = dot3(got, t->normal), across[3], speed[3];
    along3(got, -bears, t->normal, across);
    double left = (double)t->friction * bears - sqrt(dot3(across, across));
    if (!(left > 0.0))
        return;
    memcpy(speed, w->sides[i].drift, sizeof speed);
    add_speed(w, t, t->body, 1.0, speed);
    add_speed(w, t, t->other, -1.0, speed);
    along3(speed, -dot3(speed, t->normal), t->normal, speed);
    double fast = sqrt(dot3(speed, speed));
    if (!(fast > 0.0))
        return;
    for (int k = 0; k < 3; ++k)
        speed[k] /= fast;
    slip_side a = side_of(w, t, t->body), b = side_of(w, t, t->other);
    double moves = mobility(&a, speed) + mobility(&b, speed);
    if (!(moves > 0.0))
        return;
    double size = fast / moves < left ? fast / moves : left;
    kick(&a, -size, speed);
    kick(&b, size, speed);
}

void world_stop_slip(supple_world* w) {
    for (int32_t i = 0; i < w->found_count; ++i) {
        const contact* t = &w->found[i];
        if (w->blocks[i] >= 0 && !t->core && is_rigid(&w->bodies[t->body]) &&
            (t->other < 0 || is_rigid(&w->bodies[t->other])))
            stop(w, i);
    }
}
