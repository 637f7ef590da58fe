// Motion capture from BVH files (Biovision hierarchy): joints with offsets, and angles for every frame.
//
// BVH is also what everybody calls a tree of boxes (bake/mesh/bvh.h), so it has its long name here.
// The format was never written down by its makers; this reads what Motionbuilder, Blender, MakeHuman and the
// CMU conversions write: any order of channels on any joint, numbers broken into lines anywhere.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/file.h"
#include "bake/base/vec.h"

typedef enum biovision_channel {
    CHANNEL_X,
    CHANNEL_Y,
    CHANNEL_Z, // positions, the file's unit
    CHANNEL_TURN_X,
    CHANNEL_TURN_Y,
    CHANNEL_TURN_Z // degrees
} biovision_channel;

typedef struct biovision_joint {
    const char* name; // of an End Site, ""
    int32_t parent;   // before it, or -1
    vec3 offset;      // from the parent, where nothing is turned
    int32_t first_channel, channel_count;
    uint8_t channels[6]; // biovision_channel, in the order of the file
} biovision_joint;

typedef struct biovision {
    int32_t joint_count, channel_count, frame_count;
    biovision_joint* joints;
    double frame_seconds;
    double* values; // [frame_count][channel_count]
} biovision;

// False with a sentence and its line. A file that ends before all frames it promised gives those it has,
// with a warning.
bool biovision_read(bytes file, const char* path, arena* memory, biovision* out, report* r);

// Every joint in the world of the file, [joint_count]: frame -1 is the rest, where nothing is turned.
void biovision_pose(const biovision* b, int32_t frame, quat* rotations, vec3* positions);
