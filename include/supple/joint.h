// Joint: what holds two bodies of a world together, or one to the world.
// SPDX-License-Identifier: MIT
#pragma once

#include "supple/world.h"

#ifdef __cplusplus
extern "C" {
#endif

// What holds two bodies of a world together, or one to the world. It is attached to the surface around its place, a
// tenth of the body's size about, and pulls and turns that: soft bodies are dented there. A place inside a
// body or off it is carried along.
typedef enum supple_joint_kind {
    // One place of both, about which they turn every way.
    SUPPLE_JOINT_POINT,
    // One place of both, about which they turn about one axis.
    SUPPLE_JOINT_HINGE,
    // One place of both, about which they do not turn.
    SUPPLE_JOINT_WELD,
    // Two places that stay as far apart as they are.
    SUPPLE_JOINT_DISTANCE,
    // The body goes along one axis of the other, and does not turn.
    SUPPLE_JOINT_SLIDER,
    // One place of both; the axis of the body leans and twists within limits.
    SUPPLE_JOINT_CONE,
    // Two places that come no farther apart, and no nearer, than limits.
    SUPPLE_JOINT_ROPE
} supple_joint_kind;

typedef struct supple_joint_options {
    // Which of the fields below are read.
    supple_joint_kind kind;
    // The body that is held, and that limits, motor and spring move against the other.
    supple_body* body;
    // What it is held to; NULL is the world.
    supple_body* other_or_null;
    // Where the joint is, in the world, as bodies are now.
    supple_vec3 place;
    // Of a distance or rope: the place on the other, or of the world.
    supple_vec3 there;
    // Of a hinge, slider or cone: its axis in the world, as bodies are now.
    supple_vec3 axis;
    // Of a distance, world units, 0 or above. SUPPLE_UNSET, the default: as far as its places are apart.
    float length;
    // Hz at which all of it swings, limits too, if it is soft; 0: it is hard.
    float frequency;
    // Of a soft one: damping as a ratio to the critical.
    float damping;
    // The force that it bears in a substep before it breaks, N. INFINITY, the default: any.
    float strength;
    // The torque that it bears in a substep before it breaks, N m. INFINITY, the default: any.
    float twist_strength;
    // Limits. Of a hinge: radians that the body is turned by about the axis, -pi to pi. Of a slider: world units that it has gone
    // along it. Both are against the other, since the joint was made. Of a cone: radians of twist. Of a rope: how far apart, world
    // units, where an infinite `upper` is as far as they are. -INFINITY and INFINITY: none.
    float lower, upper;
    // Of a cone: radians by which its axis may lean; pi or more: any.
    float swing;
    // Of a hinge or slider: the speed that a motor goes at, rad/s or world units / s. 0 is a brake.
    float motor_speed;
    // The most torque or force of the motor, N m or N. 0: there is no motor.
    float motor_strength;
    // Of a hinge or slider: Hz at which a spring swings what is joined, as that is when the joint is made or changed. 0: there is no
    // spring.
    float spring_frequency;
    // The spring's damping as a ratio to the critical.
    float spring_damping;
    // Where the spring pulls to, radians or world units.
    float spring_target;
    // The two bodies have contacts with each other; else they pass through each other.
    bool collide;
} supple_joint_options;

// Hard, not to be broken, without limits, motor and spring.
SUPPLE_API supple_joint_options supple_joint_options_default(supple_joint_kind kind,
                                                             supple_body* body,
                                                             supple_body* other_or_null,
                                                             supple_vec3 place);

// Ids are values and zero is none; a stale id is ignored.
typedef struct supple_joint {
    uint16_t index, generation;
} supple_joint;

// Zero when all of max_joints are taken, a body is not of this world, or the options make no sense. A body
// that leaves the world takes its joints along.
SUPPLE_API supple_joint supple_world_add_joint(supple_world* world,
                                               const supple_joint_options* options);
SUPPLE_API void supple_world_remove_joint(supple_world* world, supple_joint joint);
// All numbers of it from now on: length, softness, strengths, limits, motor, spring, collide. Kind, bodies, places and axis stay
// what they were, and are not read. Wakes the bodies. False, and counted, for a stale id and options that make no sense.
SUPPLE_API bool supple_world_change_joint(supple_world* world, supple_joint joint,
                                          const supple_joint_options* options);
// As it was made or changed; of a stale id zeros.
SUPPLE_API supple_joint_options supple_world_joint_options(const supple_world* world,
                                                           supple_joint joint);
SUPPLE_API void supple_world_set_joint_user(supple_world* world, supple_joint joint,
                                            void* user_or_null);
SUPPLE_API void* supple_world_joint_user(const supple_world* world, supple_joint joint);
// As supple_world_bodies; and the bodies that one holds: false of a stale id.
SUPPLE_API int supple_world_joints(const supple_world* world, supple_joint* out, int capacity);
SUPPLE_API bool supple_world_joint_bodies(const supple_world* world, supple_joint joint,
                                          supple_body** body, supple_body** other_or_null);

typedef struct supple_joint_state {
    // False for a stale id, and all else is 0.
    bool exists;
    // It holds nothing any more: remove it.
    bool broken;
    // It broke in the last step.
    bool broke;
    // The mean over the last step, N; of a body that sleeps, over its last step awake.
    float force;
    // The same of its torque, N m.
    float twist;
    // How far its places are apart, world units; of a distance, beyond its length; of a slider, off its axis; of a rope,
    // beyond its limits.
    float gap;
    // Radians of a hinge, world units of a slider: what limits and springs are of. Of a cone how far it leans, of a
    // distance and a rope how far its places are apart.
    float position;
    // What it does to the body, N in world axes: `force` with its direction.
    supple_vec3 applied_force;
    // ... and beside that about its place, N m: `twist` with its direction.
    supple_vec3 applied_torque;
    // The fraction of what it bears, mean of the last step: at 1 it breaks.
    float load;
} supple_joint_state;

SUPPLE_API supple_joint_state supple_world_joint_state(const supple_world* world,
                                                       supple_joint joint);

#ifdef __cplusplus
}
#endif
