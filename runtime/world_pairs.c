// What a contact has of the two that it is between: friction and restitution.
//
// Friction is the geometric mean, as the roughness of two surfaces is; restitution the larger, so that a ball that bounces does so
// on everything (Box2D combines both in the same way). Who says nothing leaves it to the other, and both to the world.
// SPDX-License-Identifier: MIT
#include "runtime/world.h"

#include <math.h>

static const supple_dynamics* dynamics_of(const supple_world* w, int32_t slot) {
    return &w->bodies[slot].body->state->dynamics;
}

// Below 0: it says nothing.
static float collider_friction(const supple_world* w, int32_t index) {
    float own = w->colliders.slots[index].shape.friction;
    return own > 0.0f ? own : -1.0f;
}

void world_find_materials(supple_world* w) {
    for (int32_t i = 0; i < w->found_count; ++i) {
        contact* t = &w->found[i];
        const supple_dynamics* own = dynamics_of(w, t->body);
        bool body = t->other >= 0;
        float there = body ? dynamics_of(w, t->other)->friction : collider_friction(w, t->collider),
              bounce = body ? dynamics_of(w, t->other)->restitution
                            : w->colliders.slots[t->collider].shape.restitution;
        t->restitution = own->restitution > bounce ? own->restitution : bounce;
        if (t->core || (own->friction < 0.0f && (there < 0.0f || !body)))
            continue; // as it was found
        t->friction = own->friction < 0.0f ? there
                      : there < 0.0f       ? own->friction
                                           : sqrtf(own->friction * there);
    }
}
