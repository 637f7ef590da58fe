// SPDX-License-Identifier: MIT
#include "scenes/random_joint.h"

#include "scenes/random_world.h"

#include <math.h>

// What a joint does along or about its axis. A motor's strength is that of a few weights on a lever.
static void draw_axis(draw* d, script_joint* j, double mass) {
    j->kind = (supple_joint_kind)whole(d, 0, SUPPLE_JOINT_ROPE);
    bool turns = j->kind == SUPPLE_JOINT_HINGE || j->kind == SUPPLE_JOINT_CONE;
    double reach = turns ? even(d, 0.0, 3.0) : d->size * log_even(d, 0.05, 3.0);
    j->limited = j->kind == SUPPLE_JOINT_ROPE || chance(d, 0.6);
    j->lower = j->kind == SUPPLE_JOINT_ROPE ? reach * even(d, 0.0, 1.0) : -reach;
    j->upper = chance(d, 0.2) ? INFINITY : reach;
    j->swing = even(d, 0.1, 3.0);
    if (j->kind != SUPPLE_JOINT_HINGE && j->kind != SUPPLE_JOINT_SLIDER)
        return;
    double weight = 9.81 * mass * (turns ? d->size : 1.0);
    if (chance(d, 0.4)) {
        j->motor_speed = even(d, -1.0, 1.0) * (turns ? 10.0 : d->speed);
        j->motor_strength = weight * log_even(d, 0.1, 30.0);
    }
    if (chance(d, 0.5)) {
        j->spring_frequency = log_even(d, 0.3, 60.0);
        j->spring_damping = chance(d, 0.3) ? 0.0 : log_even(d, 0.05, 5.0);
        j->spring_target = even(d, -1.0, 1.0) * (turns ? 1.5 : 0.5 * d->size);
    }
}

// All but where it is.
static script_joint joint_between(draw* d, int32_t body, int32_t other) {
    script_joint j = {.body = body, .other = other};
    j.kind = (supple_joint_kind)whole(d, 0, 3);
    j.axis = v3_unit(any(d, 1.0));
    j.damping = even(d, 0.0, 1.0);
    j.frequency = chance(d, 0.3) ? log_even(d, 1.0, 20.0) : 0.0;
    j.collide = chance(d, 0.3);
    const script_body* b = &d->s->bodies[body];
    if ((d->s->seed & RANDOM_JOINTS) != 0)
        draw_axis(d, &j, 1000.0 * b->density * b->size * b->size * b->size);
    return j;
}

void draw_joint(draw* d, int32_t body) {
    int32_t other = body > 0 && chance(d, 0.7) ? body - 1 : -1;
    const script_body *a = &d->s->bodies[body], *b = other >= 0 ? &d->s->bodies[other] : NULL;
    if (a->enters > 0.0 || (b != NULL && b->enters > 0.0) || a->driven)
        return;
    script_joint j = joint_between(d, body, other);
    j.place = b != NULL ? v3_scale(v3_add(a->place, b->place), 0.5)
                        : v3_add(a->place, v3(0.0, 0.5 * a->size, 0.0));
    j.there = b != NULL ? b->place : v3_add(a->place, v3(0.0, 2.0 * a->size, 0.0));
    if (j.kind == SUPPLE_JOINT_DISTANCE || j.kind == SUPPLE_JOINT_ROPE)
        j.place = a->place;
    script_add_joint(d->s, j);
}

void draw_tie(draw* d, int32_t body, int32_t figure) {
    script_body *a = &d->s->bodies[body], *b = &d->s->bodies[figure];
    if (a->enters > 0.0)
        return;
    vec3 displacement = v3_unit(any(d, 1.0));
    displacement.y = fabs(displacement.y);
    a->place =
        v3_add(b->place, v3_scale(displacement, 0.25 * b->size + even(d, 0.2, 1.0) * a->size));
    script_joint j = joint_between(d, body, figure);
    j.place = v3_add(b->place, v3_scale(displacement, 0.25 * b->size));
    j.there = b->place;
    script_add_joint(d->s, j);
}
