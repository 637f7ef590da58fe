// Sculpted shapes for the samples: morph targets and painted stiffness by formula, and clips that show
// each shape in the pose it was sculpted for.
//
// Scenes have one mesh, shown by node 0, as rig_scene makes them. A clip's weight for a shape is 1
// in its pose: that is how `supple recipe --targets` finds the pair. Stiffness of the shape "bent" is painted into
// the attribute _STIFFNESS_BENT.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/scene/scene.h"

// How far a vertex goes, and how stiff the flesh is below it (1: as the rest of the body).
typedef vec3 sculpt_shape(vec3 x, vec3 normal, const void* user);
typedef double sculpt_stiffness(vec3 x, vec3 normal, const void* user);

// One more morph target; paint may be NULL.
void sculpt_add(scene* s, const char* name, sculpt_shape* shape, sculpt_stiffness* paint_or_null,
                const void* user, arena* memory);

// The weights of all morph targets at a time, [target_count]; they come in as zeros.
typedef void sculpt_weights(double time, const void* user, float* out);

// One more channel for a clip of rig_clip, with keys at the same times.
void sculpt_weigh(const scene* s, clip* c, sculpt_weights* weights, const void* user,
                  arena* memory);

// A smooth hill of height 1 about 0, gone at 1.
double sculpt_hill(double x);

// A place that swells along its normals: an ellipsoid, and which way the skin there looks (zero: any way).
typedef struct sculpt_swelling {
    vec3 at, size, faces;
    bool fat; // does not stiffen as a muscle does
} sculpt_swelling;

// How much of it a vertex takes part in, 0 to 1.
double sculpt_swell(const sculpt_swelling* m, vec3 x, vec3 normal);

// Of shapes sculpted at 1/count, 2/count ... 1 of a way, those on both sides of where it is now.
void sculpt_along(double displacement, int32_t count, float* out);
