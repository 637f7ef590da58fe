// Light: what arrives at the vertices of an asset that was baked with it, from a light that is far away (docs/light.md). What
// leaves a vertex is its base colour times that. Ground is what lies below bodies.
// SPDX-License-Identifier: MIT
#pragma once

#include "supple/body.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct supple_light_info {
    // Of spherical harmonics, 2 to 6; 0 when the asset has no light.
    int32_t order;
    // How many fields there are beside the mean.
    int32_t field_count;
    // How many shapes were lit.
    int32_t shape_count;
    // How many points have light: vertices, those of thin surfaces twice.
    int32_t point_count;
    // How many groups of points there are whose transfer is in one frame, a bone's.
    int32_t group_count;
    // How many balls stand for the body over the ground; 0 when there are none.
    int32_t ball_count;
    // Bytes of the file that light takes.
    size_t bytes;
    // Root mean square error of the transfer at states that were not lit; 0 when it is not known.
    float error;
    // Root mean square error that quantisation adds.
    float rounded;
} supple_light_info;

SUPPLE_API supple_light_info supple_asset_light(const supple_asset* asset);

// The bone by whose skinning matrix a group's frame is turned; 0 where there is no such group.
SUPPLE_API int32_t supple_asset_light_bone(const supple_asset* asset, int32_t group);

// One light on bodies of one asset: colours of a light that stands still. NULL if the asset has no light, or the allocator
// returns that. The asset's bytes must outlive it. Dark at first.
typedef struct supple_light supple_light;
SUPPLE_API supple_light* supple_light_create(const supple_asset* asset,
                                             const supple_allocator* allocator_or_null);
SUPPLE_API void supple_light_destroy(supple_light* light_or_null);

// coefficients: [order * order][3], those of the light in the world: real harmonics, index l (l + 1) + m, three colours. axes: [group_count][9]
// how the frame of each group is turned in the world, by rows: the turn of its bone's skinning matrix (of a recording: its support's), or
// NULL: not at all. Takes a millisecond or so, so only when either has changed. Where a number is not finite the light stays as it was.
SUPPLE_API void supple_light_set(supple_light* light, const float* coefficients,
                                 const float* axes_or_null);

// [vertex_count][3] what arrives at the front and at the back of every vertex as the body is, linear, never negative; 0 at the
// back of what is not thin. One thread at a time for one light.
SUPPLE_API void supple_body_light(const supple_body* body, supple_light* light, float* front,
                                  float* back_or_null);

// The same for a vertex shader (supple_light of gpu/supple.glsl). Folded colours as a table, to be uploaded when the light was
// set: what field f has at a point is texel f * point_count + point, field 0 being the mean.
SUPPLE_API supple_table supple_light_colors(const supple_light* light);

// [vertex_count][2] which points the front and the back of each vertex are, UINT32_MAX where none is: an attribute of the shader.
SUPPLE_API void supple_light_points(const supple_light* light, uint32_t* points);

// [1 + field_count] how much of each field the body has as it is; the first is 1. Every frame, for each body.
SUPPLE_API const float* supple_light_amounts(supple_light* light, const supple_body* body);

// ---- the ground below bodies: a light on level ground whose normal is +y, darkened by balls that stand for bodies, wherever
// they are. What is drawn of it is its base colour times what arrives.

typedef struct supple_ball {
    // In the world, world units.
    float center[3], radius;
    // The fraction of light that it reflects, by colour.
    float albedo[3];
} supple_ball;

// The balls of a body that was baked with light, where it is in the world: [supple_light_info.ball_count], whose number it returns.
SUPPLE_API int32_t supple_body_balls(const supple_body* body, const supple_asset* asset,
                                     supple_ball* balls);

// Dark at first. NULL if the allocator returns that.
typedef struct supple_ground supple_ground;
SUPPLE_API supple_ground* supple_ground_create(const supple_allocator* allocator_or_null);
SUPPLE_API void supple_ground_destroy(supple_ground* ground_or_null);

// The light, as supple_light_set takes it, of any order from 2 to 6; axes: nine numbers by rows, if the world of the ground is turned in that of the
// light. Where a number is not finite it stays as it was.
SUPPLE_API void supple_ground_set(supple_ground* ground, int32_t order, const float* coefficients,
                                  const float* axes_or_null);

// [point_count][3] what arrives at points of the ground, linear, never negative; without balls: what open ground has. Balls of several bodies may
// be given together. A microsecond a point and eight balls.
SUPPLE_API void supple_ground_light(const supple_ground* ground, const supple_ball* balls,
                                    int32_t ball_count, const float* points, int32_t point_count,
                                    float* rgb);

#ifdef __cplusplus
}
#endif
