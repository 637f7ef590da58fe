// A soft body on bones over a clip, unreduced: what a reduced one should have shown.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/dynamics/elastic_term.h"

typedef struct dynamics_clip {
    int32_t frame_count;
    double frame_seconds;
    int32_t substeps; // of a frame, at least one
    int32_t bone_count;
    const double* bone_weights; // [bone_count][node_count] with sums of one (bake/volume/inside.h)
    // At every step, (frame_count - 1) * substeps + 1 of them, the first at frame 0:
    const mat4* palette;   // [steps][bone_count] from the bind pose to the pose, in metres
    const double* weights; // [steps][shapes] of the targets; guarded here (elastic_guard)
    // [shapes] how many times as heavy as the body the targets are; NULL: 1. What comes is at rest beside the bones, what goes
    // leaves with the flesh, as in runtime/model/pose_part.c.
    const double* masses_or_null;
} dynamics_clip;

// How each node is carried at a step: matrices blended by weight, and their first and second
// differences over the steps beside it, one-sided at the clip's ends; all zero where the clip has
// fewer than four steps. h: seconds between steps. frames: [node_count].
void dynamics_clip_frames(const dynamics_clip* c, int32_t node_count, int32_t step, double h,
                          moment_frame* frames);

// Makes frames those of bones that stand still where they are.
void dynamics_clip_hold(moment_frame* frames, int32_t node_count);

// Plays a body of elastic tets from rest: where the first pose's targets and gravity let the body hang while the bones
// stand still. displacements: [frame_count][3 * node_count] in the bind pose. False with a sentence
// that names the frame.
bool dynamics_play(dynamics* d, const elastic* m, const dynamics_clip* c, double* displacements,
                   report* r);
