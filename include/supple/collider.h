// Collider: a solid of a world that bodies bump into and that nothing moves but you.
// SPDX-License-Identifier: MIT
#pragma once

#include "supple/shape.h"
#include "supple/world.h"

#ifdef __cplusplus
extern "C" {
#endif

// Ids are values and zero is none; a stale id is ignored.
typedef struct supple_collider {
    uint16_t index, generation;
} supple_collider;

// Zero when all of max_colliders are taken, no memory is there, or the shape or pose is none. Poses turn
// and move; their scale is left out.
SUPPLE_API supple_collider supple_world_add_collider(supple_world* world, const supple_shape* shape,
                                                     const supple_matrix* pose);
SUPPLE_API void supple_world_remove_collider(supple_world* world, supple_collider collider);

// Over the next step: what is in contact with it feels its speed. `place` is a teleport.
SUPPLE_API void supple_world_move_collider(supple_world* world, supple_collider collider,
                                           const supple_matrix* pose);
SUPPLE_API void supple_world_place_collider(supple_world* world, supple_collider collider,
                                            const supple_matrix* pose);
// From now on a bone of a body carries it, as a hand does a ring: `pose` is in the body's bind space. It has
// no contact with flesh of that body that at rest is nearer to it than a tenth of the body's size, which is that
// bone's own; with all other flesh it has, also of the same body: a hand dents a belly. Moving or placing it
// detaches it. A body that is free or not of this world, a bone that it does not have, and a pose that is
// none (a mirror's) are refused and counted.
SUPPLE_API void supple_world_attach_collider(supple_world* world, supple_collider collider,
                                             supple_body* body, int bone,
                                             const supple_matrix* pose);

// As it is now. Of a stale id: NULL in `shape`, and zeros.
typedef struct supple_collider_state {
    // Valid until the collider is removed.
    const supple_shape* shape;
    // Where it is.
    supple_matrix pose;
    // Of its origin over the last step, world units / s and rad/s.
    supple_vec3 velocity, spin;
    // The body that carries it.
    supple_body* attached_or_null;
    // The bone of that body that carries it.
    int32_t bone;
} supple_collider_state;

SUPPLE_API supple_collider_state supple_world_collider_state(const supple_world* world,
                                                             supple_collider collider);
SUPPLE_API void supple_world_set_collider_user(supple_world* world, supple_collider collider,
                                               void* user_or_null);
SUPPLE_API void* supple_world_collider_user(const supple_world* world, supple_collider collider);

// All that are there, as supple_world_bodies.
SUPPLE_API int supple_world_colliders(const supple_world* world, supple_collider* out,
                                      int capacity);

#ifdef __cplusplus
}
#endif
