// Query: what is where in a world. A hit is what a ray, a cast, an overlap or a search for the nearest found.
// SPDX-License-Identifier: MIT
#pragma once

#include "supple/filter.h"
#include "supple/point.h"

#ifdef __cplusplus
extern "C" {
#endif

// What a query found: a body, or a collider.
typedef struct supple_hit {
    // NULL when it is a collider.
    supple_body* body_or_null;
    // Zero when it is a body.
    supple_collider collider;
    // The point on the body.
    supple_point at;
    // The first part that moves that point; -1 where none does, or of a collider.
    int32_t part;
    // The point that was found, in the world.
    supple_vec3 place;
    // Unit, from what was found to where the query came from; of an overlap it may be zero.
    supple_vec3 normal;
    // Of rays and casts as a fraction of their displacement, 0 to 1; otherwise world units.
    float distance;
} supple_hit;

// Bodies as they are shown now, by their triangles, and colliders, which are solid; not sensors. filter NULL: all that may have
// contacts. They examine only what boxes leave: the first after something moved makes a tree of them, 0.2 microseconds a body.
// One thread at a time. Numbers that are not finite, and shapes that are none, find nothing and are counted.

// What the ray from `origin` to origin + displacement meets first; NULL instead of a hit: whether it meets anything. A body is met on both
// sides of its surface; a solid that the origin is in at 0.
SUPPLE_API bool supple_world_ray(const supple_world* world, supple_vec3 origin,
                                 supple_vec3 displacement, const supple_filter* filter_or_null,
                                 supple_hit* hit_or_null);
// Where it meets each body and collider first, the nearest one first. Returns how many there are and writes at most `capacity`.
SUPPLE_API int supple_world_ray_all(const supple_world* world, supple_vec3 origin,
                                    supple_vec3 displacement, const supple_filter* filter_or_null,
                                    supple_hit* out, int capacity);
// All that a sphere, capsule or box overlaps, bodies in the order of slots, then colliders; also what it lies within. `place` is
// the nearest to the middle of the shape that was examined; `distance` 0.
SUPPLE_API int supple_world_overlap(const supple_world* world, const supple_shape* shape,
                                    const supple_matrix* pose, const supple_filter* filter_or_null,
                                    supple_hit* out, int capacity);
// What such a shape meets first on its path. What it overlaps at the beginning is met at 0.
SUPPLE_API bool supple_world_cast(const supple_world* world, const supple_shape* shape,
                                  const supple_matrix* pose, supple_vec3 displacement,
                                  const supple_filter* filter_or_null, supple_hit* hit);
// The nearest point of a body's surface or of a collider to a place, no farther than `within`; of a collider that it is in the
// place itself.
SUPPLE_API bool supple_world_nearest(const supple_world* world, supple_vec3 place, float within,
                                     const supple_filter* filter_or_null, supple_hit* hit);

#ifdef __cplusplus
}
#endif
