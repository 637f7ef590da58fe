// Worlds of rigid bodies, for tests: shapes, a body of one at a place, poses, a plane that slopes.
// SPDX-License-Identifier: MIT
#pragma once

#include "supple/supple.h"

#include <math.h>
#include <stdint.h>

static uint64_t rigid_seed;

static inline double rigid_any(double low, double high) {
    rigid_seed = rigid_seed * 6364136223846793005u + 1442695040888963407u;
    return low + (high - low) * (double)(rigid_seed >> 11) / 9007199254740992.0;
}

static inline supple_matrix rigid_at(double x, double y, double z) {
    return (supple_matrix){{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, (float)x, (float)y, (float)z, 1}};
}

// Turned by an angle about z, then moved.
static inline supple_matrix rigid_turned(double angle, double x, double y, double z) {
    float c = (float)cos(angle), s = (float)sin(angle);
    return (supple_matrix){{c, s, 0, 0, -s, c, 0, 0, 0, 0, 1, 0, (float)x, (float)y, (float)z, 1}};
}

static inline supple_shape rigid_sphere(double radius, double density) {
    return (supple_shape){.kind = SUPPLE_SPHERE,
                          .radius = (float)radius,
                          .density = (float)density,
                          .friction = SUPPLE_UNSET};
}

static inline supple_shape rigid_box(double x, double y, double z, double density) {
    return (supple_shape){.kind = SUPPLE_BOX,
                          .half = {(float)x, (float)y, (float)z},
                          .density = (float)density,
                          .friction = SUPPLE_UNSET};
}

static inline supple_shape rigid_capsule(double radius, double half, double density) {
    return (supple_shape){.kind = SUPPLE_CAPSULE,
                          .radius = (float)radius,
                          .half = {0, (float)half, 0},
                          .density = (float)density,
                          .friction = SUPPLE_UNSET};
}

// A body of a shape in a world; the body holds what was prepared. NULL: refused.
static inline supple_body* rigid_add(supple_world* world, const supple_shape* shape,
                                     supple_matrix pose) {
    supple_prepared* prepared = supple_shape_prepare(shape, NULL);
    if (prepared == NULL)
        return NULL;
    supple_body* body = supple_prepared_body(prepared, NULL, NULL);
    supple_prepared_release(prepared);
    supple_motion m = {.pose = pose};
    if (body == NULL || !supple_world_add_body(world, body)) {
        supple_body_destroy(body);
        return NULL;
    }
    supple_body_set_motion(body, &m);
    return body;
}

static inline supple_collider rigid_ground(supple_world* world, double slope, double friction) {
    supple_shape plane = {.kind = SUPPLE_PLANE,
                          .friction = friction > 0.0 ? (float)friction : SUPPLE_UNSET};
    supple_matrix pose = rigid_turned(-slope, 0, 0, 0);
    return supple_world_add_collider(world, &plane, &pose);
}

static inline void rigid_destroy(supple_world* world) {
    supple_body* body;
    while (supple_world_bodies(world, &body, 1) > 0)
        supple_body_destroy(body);
    supple_world_destroy(world);
}

static inline void rigid_set_rolling(supple_body* body, double rolling) {
    supple_dynamics d = supple_body_dynamics(body);
    d.rolling = (float)rolling;
    supple_body_set_dynamics(body, &d);
}
