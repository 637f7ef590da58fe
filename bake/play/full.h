// The bones and targets of a soft part over a clip of its scene, for the full model.
//
// What the runtime shows of a clip can be laid beside what the part would have done unreduced: the
// same poses, weights by the same functions, the same bones, in the world's axes and in metres.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/dynamics/clip.h"
#include "bake/model/binding.h"
#include "bake/model/pose_space.h"
#include "bake/model/target.h"

typedef struct full_request {
    const scene* s;
    const binding* binding; // of that scene
    double unit;            // metres of the file's unit
    const target_set* set;
    const pose_space* poses; // of the set
    int32_t bone_count;
    const int32_t* bones;       // [bone_count] of the binding: those that carry the part
    const double* bone_weights; // [bone_count][nodes of the set's volume] with sums of one
    int32_t clip;               // -1: the file's rest pose, held
    double fps, seconds;
    double preroll;   // seconds before the clip's first frame in which its first pose is held
    int32_t substeps; // of a frame
} full_request;

// False with a sentence for a joint that is scaled to nothing, or nothing to play.
bool full_clip(const full_request* q, arena* memory, dynamics_clip* out, report* r);

// Gravity as it is in the bind pose, for dynamics_options.sag: gravity in m/s^2 along the world's
// axes.
vec3 full_sag(const binding* b, vec3 gravity);
