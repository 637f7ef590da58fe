// Motion of a body that nothing holds, what it weighs, and how it takes part in what happens.
// SPDX-License-Identifier: MIT
#pragma once

#include "supple/body.h"

#ifdef __cplusplus
extern "C" {
#endif

// A body whose options say `free` moves by itself: it falls by options.gravity, spins and is thrown.
// Forces, impulses and pins move all of it, and supple_body_place, move and drive do nothing to it.
// docs/world.md says what its motion keeps.
typedef struct supple_motion {
    // From its bind space to the world, as a matrix of a palette. Its origin is that of the mesh,
    // not the centre of mass (supple_measures has that). Its scale is ignored when it is set:
    // asset.metres and options.world_metres say that.
    supple_matrix pose;
    // Of the centre of mass, world units / s.
    supple_vec3 velocity;
    // Angular velocity about world axes, rad/s.
    supple_vec3 spin;
} supple_motion;

SUPPLE_API supple_motion supple_body_motion(const supple_body* body);
// Teleports and throws; the flesh keeps its wobble. A body that is not free
// (options.free was not set), a pose that is mirrored or flat, and what is not finite is refused and counted.
SUPPLE_API void supple_body_set_motion(supple_body* body, const supple_motion* motion);

// What a body is. Of one that is not free (on bones): mass, elastic energy and the flesh's own kinetic energy, over all
// parts; the rest is the bones', and 0. Elastic energy is that of modal parts.
typedef struct supple_measures {
    // Kilograms.
    float mass;
    // The centre of mass in the world.
    supple_vec3 centre;
    // About the centre, world axes, kg m^2; of the deformed body where options.spin is on.
    float inertia[9];
    // Linear momentum, kg m/s.
    supple_vec3 momentum;
    // About the centre, kg m^2/s.
    supple_vec3 angular_momentum;
    // Energies, J.
    float kinetic, elastic;
} supple_measures;

SUPPLE_API supple_measures supple_body_measures(const supple_body* body);

// Newtons and newton metres on a free body over the next step; newton seconds and newton metre seconds at once; world
// axes. They act as gravity does, on all of it at once: flesh feels nothing of them. On a body that is not free they
// are refused and counted.
SUPPLE_API void supple_body_force_centre(supple_body* body, supple_vec3 force, supple_vec3 torque);
SUPPLE_API void supple_body_impulse_centre(supple_body* body, supple_vec3 impulse,
                                           supple_vec3 angular);

// How a body takes part. Live; part of its state.
typedef struct supple_dynamics {
    // Multiplies options.gravity.
    float gravity_scale;
    // Of free bodies, 1/s, 0 or above: speed falls as exp(-drag t).
    float linear_drag;
    // The same of angular momentum.
    float angular_drag;
    // Coulomb's coefficient, 0 or above. SUPPLE_UNSET, the default: the body has none of its own. A
    // contact has the geometric mean of its two, or what one of them says, or the world's.
    float friction;
    // The fraction of their approach, 0 to 1, with which surfaces leave an impact, beside what
    // flesh gives back. A contact has the larger of its two.
    float restitution;
    // Torque against rolling, as a fraction, 0 or above, of what the body bears times its radius.
    // SUPPLE_UNSET, the default: 0.08.
    float rolling;
    // Nothing moves this free body but set_motion: velocity and spin stay. Switched on or off it
    // goes on as it moved.
    bool kinematic;
    // It falls asleep at rest.
    bool may_sleep;
} supple_dynamics;

// Gravity as it is, no drag, friction and rolling SUPPLE_UNSET, no restitution, not kinematic, may sleep.
SUPPLE_API supple_dynamics supple_dynamics_default(void);
SUPPLE_API supple_dynamics supple_body_dynamics(const supple_body* body);
// Wakes it. Numbers out of range are refused and counted.
SUPPLE_API void supple_body_set_dynamics(supple_body* body, const supple_dynamics* dynamics);

// Sleep stops it where it is, until something wakes it: a contact with what moves, a force, a pin, this.
SUPPLE_API void supple_body_wake(supple_body* body);
SUPPLE_API void supple_body_sleep(supple_body* body);

// Mass, centre and inertia about it of what is free, at rest and in bind space; all else is 0.
SUPPLE_API supple_measures supple_prepared_measures(const supple_prepared* prepared);

#ifdef __cplusplus
}
#endif
