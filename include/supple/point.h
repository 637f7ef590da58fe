// Point: a place of a body's surface, which stays on the flesh whatever the body does: picked, pushed, pinned, held.
// SPDX-License-Identifier: MIT
#pragma once

#include "supple/body.h"

#ifdef __cplusplus
extern "C" {
#endif

// A point of the surface: three vertices and weights that sum to one. It stays on the flesh, whatever
// the body does. Points that are none and numbers that are not finite, or beyond 1e9, are refused and
// counted.
typedef struct supple_point {
    uint32_t vertex[3];
    float weight[3];
} supple_point;

// The first triangle that a ray meets on the body as it is now, displaced and skinned, from either side.
// distance is in lengths of `direction`; hit and distance are written when it returns true. Looks at
// every triangle, a millisecond or two for 18,000 vertices; of a body in a world only at those that the
// ray comes by, 0.1 milliseconds.
SUPPLE_API bool supple_body_pick(const supple_body* body, supple_vec3 origin, supple_vec3 direction,
                                 supple_point* hit, float* distance);

// In the world: displaced and skinned; the velocity has the bones' motion in it.
SUPPLE_API supple_vec3 supple_body_position(const supple_body* body, supple_point at);
SUPPLE_API supple_vec3 supple_body_velocity(const supple_body* body, supple_point at);

// World space: newtons over the next step; newton seconds at once. Both need options.world_metres.
SUPPLE_API void supple_body_force(supple_body* body, supple_point at, supple_vec3 force);
SUPPLE_API void supple_body_impulse(supple_body* body, supple_point at, supple_vec3 impulse);

// Pins hold a point at a place of the world: at the end of every step it is there, as far as the flesh
// can go. Out of reach, it is pulled up to its part's limit; where nothing is soft, nothing happens. When
// it is let go, it leaves with the velocity of the place. Ids are values and zero is none; a stale id is
// ignored. Zero when all of options.max_pins are taken, or no memory is: the first of a body allocates.
typedef struct supple_pin {
    uint16_t index, generation;
} supple_pin;

SUPPLE_API supple_pin supple_body_pin(supple_body* body, supple_point at, supple_vec3 target);
SUPPLE_API void supple_body_move_pin(supple_body* body, supple_pin pin, supple_vec3 target);
SUPPLE_API void supple_body_unpin(supple_body* body, supple_pin pin);

// What a hold tells its points to do.
typedef enum supple_hold_kind {
    // Points are at these places at the end of every step: as many pins in one.
    SUPPLE_HOLD_PLACE,
    // They are moved there by forces alone, so that no velocity jumps; what is held rings.
    SUPPLE_HOLD_PLACE_FORCE,
    // Points have these velocities, bones' motion included, at the start of every step.
    SUPPLE_HOLD_VELOCITY,
    // Points have these velocities at the end of every step.
    SUPPLE_HOLD_VELOCITY_END,
    // Points have these accelerations against the bones as every step begins.
    SUPPLE_HOLD_ACCELERATION
} supple_hold_kind;

// A hold is a set of points with targets of one kind, solved together: as far as the
// flesh allows all of it, each does exactly that; else all come as near as they can. Forces act at the
// points, or, when there are levers, at those only: pull the fingers and the elbow goes where it should.
// Levers that could make the motion grow are left, and forces act at the points (supple_body_counts.fallbacks); those of a
// free body always could, and are left at once.
// `targets` are world units, or those a second, or a second squared. Takes `count` and `lever_count` of
// options.max_pins, and none, returning zero, when they are not there. supple_body_unpin releases it.
// On the same flesh targets of place come first, then velocities, then accelerations.
SUPPLE_API supple_pin supple_body_hold(supple_body* body, supple_hold_kind kind,
                                       const supple_point* points, const supple_vec3* targets,
                                       int count, const supple_point* levers_or_null,
                                       int lever_count);
// [count] targets, as many as the hold has points.
SUPPLE_API void supple_body_move_hold(supple_body* body, supple_pin hold,
                                      const supple_vec3* targets);

#ifdef __cplusplus
}
#endif
