// Contact: two surfaces of a world that bear on each other, as the last step left them.
// SPDX-License-Identifier: MIT
#pragma once

#include "supple/collider.h"
#include "supple/point.h"

#ifdef __cplusplus
extern "C" {
#endif

// A contact of the last step.
typedef struct supple_contact {
    // The body that has it.
    supple_body* body;
    // The other body; NULL when it is a collider.
    supple_body* other_or_null;
    // Zero when it is with a body.
    supple_collider collider;
    // The point on the body.
    supple_point at;
    // The point on the other body.
    supple_point there;
    // In the world. The normal points from the other, or the collider, to the body.
    supple_vec3 place, normal;
    // How deep they overlap before the last substep, world units; below 0 is a gap.
    float depth;
    // Along the normal over the step, N s.
    float impulse;
    // Across the normal over the step, N s.
    float slip;
    // The fastest at which it closed in the step, world units / s; 0 when it did not.
    float speed;
    // The two were not in contact in the step before.
    bool began;
} supple_contact;

// Body by body; returns how many there are and writes at most `capacity`. Of bodies that sleep these are
// the contacts of when they fell asleep.
SUPPLE_API int supple_world_contacts(const supple_world* world, supple_contact* out, int capacity);

#ifdef __cplusplus
}
#endif
