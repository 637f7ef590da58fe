// A scene at one moment: where every node is, and what every morph weight is.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/scene/scene.h"

typedef struct pose {
    mat4* world;            // [node_count], node to world
    float** target_weights; // [node_count], NULL for nodes without morph targets
} pose;

// clip -1 is the file's own rest transforms. Times outside the clip are clamped to its ends.
pose pose_at(const scene* s, int32_t clip, double time, arena* memory);

// One channel sampled at `time` (STEP, LINEAR with slerp for rotations, CUBICSPLINE), `width`
// floats out.
void channel_sample(const channel* c, double time, float* out);

// The skinning matrices of a skin in a pose: world(joint) * inverse_bind, [joint_count].
mat4* pose_palette(const scene* s, const pose* p, int32_t skin, arena* memory);
