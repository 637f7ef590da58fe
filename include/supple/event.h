// Event: what happened in the last step of a world.
// SPDX-License-Identifier: MIT
#pragma once

#include "supple/collider.h"
#include "supple/joint.h"

#ifdef __cplusplus
extern "C" {
#endif

// What happened in the last step. Two touch while they have a contact that bears something; a touch is of the two, however many
// contacts they have. Every BEGAN has its ENDED, also when one of them is removed, and every ENTERED its LEFT.
typedef enum supple_event_kind {
    // Two things began to touch.
    SUPPLE_EVENT_BEGAN,
    // They touch no more. Of what was removed the event has its address or id: it may be gone.
    SUPPLE_EVENT_ENDED,
    // They met at options.hit_speed or faster. A blow that lasts for several steps is told by each, with the impulse of that step.
    SUPPLE_EVENT_HIT,
    // The body overlaps a sensor, which is the collider, as both are when the step has ended: what passes all of a sensor within a
    // step has not entered it.
    SUPPLE_EVENT_ENTERED,
    // It overlaps the sensor no more.
    SUPPLE_EVENT_LEFT,
    // The joint broke.
    SUPPLE_EVENT_BROKE,
    // The body fell asleep.
    SUPPLE_EVENT_SLEPT,
    // The body woke.
    SUPPLE_EVENT_WOKE
} supple_event_kind;

typedef struct supple_event {
    // What happened.
    supple_event_kind kind;
    // NULL when it happened to a joint.
    supple_body* body;
    // The other body, if there is one.
    supple_body* other_or_null;
    // Zero when there is none.
    supple_collider collider;
    // Zero when there is none.
    supple_joint joint;
    // Of BEGAN and HIT: where they bear most. The normal points from the other to the body.
    supple_vec3 place, normal;
    // Of BEGAN and HIT: of all their contacts over the step, N s.
    float impulse;
    // Of BEGAN and HIT: of the fastest contact, world units / s.
    float speed;
} supple_event;

// Touches by pairs of slots, then joints, then sleep. Returns how many there are and writes at most `capacity`. Not part of a
// state: after a restore there are none, and what touched touches.
SUPPLE_API int supple_world_events(const supple_world* world, supple_event* out, int capacity);

#ifdef __cplusplus
}
#endif
