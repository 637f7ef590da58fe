// Frames of bones, how they accelerate and turn, what gravity does in them: WIDE at once.
//
// Lanes are bones of one body (drive.c), or the same bone of as many bodies (many_drive.c): one lane has the same bits wherever it
// is. All in float, as palettes are. A frame is placed at the bone's joint, near which its flesh is: what rounding its turn does
// to flesh is by the distance from there, not from the origin (docs/decisions/0320-bones-in-floats.md).
//
// A skinning matrix carries the mesh's unit, the scale of the character and animated scale of the bone
// besides its rotation and place. Flesh feels only the last two: scale is taken out about the joint,
// where it has no effect, so that a bone that grows gives no false kick (numerics.md 0).
// SPDX-License-Identifier: MIT
#pragma once

#include "runtime/body/bone.h"
#include "runtime/math/wide.h"

// Of the iteration for orthogonal factors: rounds at most, the change of all nine numbers, squared, after which the next
// round would be at rounding, and below which lengths and volumes a matrix has no orientation.
#define BONE_ROUNDS       24
#define BONE_CHANGE       1e-8f
#define BONE_LEAST_LENGTH 1e-12f
#define BONE_LEAST_VOLUME 1e-4f

// Steps shorter than this, seconds, count as this: differences stay finite.
#define BONE_LEAST_STEP 1e-9f

// WIDE of both.
typedef struct bone_frames {
    wide at[BONE_NUMBERS];
} bone_frames;

typedef struct bone_changes {
    wide a[3], A[3][3], w[3], load[3], none[2];
} bone_changes;

// The frames of skinning matrices (three rows of four) of bones whose joints, in the mesh's unit, are so placed. A bone scaled to
// nothing has no orientation: it keeps that of `before`.
void bone_find(const wide rows[BONE_NUMBERS], const wide joint[3], const wide* world_metres,
               const bone_frames* before, bone_frames* out);

// a and A, the divided second difference of three frames, h_old seconds before and h_new after the middle one (numerics.md A4).
void bone_accelerate(const bone_frames* old, const bone_frames* middle, const bone_frames* recent,
                     const wide* h_old, float h_new, bone_changes* out);

// w and load between frames h seconds apart: the spin in the axes of the middle between them, and what stands for gravity,
// m/s^2, half the time in each, less the sag that the artist's shape already has.
void bone_go_between(const bone_frames* from, const bone_frames* to, float h, const wide gravity[3],
                     const wide sag[3], bone_changes* out);

static inline void bone_load(const float* const from[], bone_frames* out) {
    for (int32_t i = 0; i < BONE_NUMBERS; i += 4)
        wide_load_fours(from, i, out->at + i);
}

static inline void bone_store(const bone_frames* from, float* const to[]) {
    for (int32_t i = 0; i < BONE_NUMBERS; i += 4)
        wide_store_fours(from->at + i, to, i);
}
