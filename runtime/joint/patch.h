// A patch of a body's surface that a joint is attached to: where it is, how it is turned, what moves it.
//
// A joint at one vertex could not tell how the flesh turns there; and one at the rigid motion of a body
// would not deform it. So a joint holds on to a few vertices spread around its place, about a tenth of the
// body's size away: their centre and the rotation that fits them best carry the place and the axes of the
// joint, and forces and torques go back to the flesh by the transpose (numerics.md C10). A rigid motion moves
// the patch exactly. The place may lie on the surface, inside, or off the body, as if on a stick.
// SPDX-License-Identifier: MIT
#pragma once

#include "runtime/body/body.h"

enum { PATCH_MOST = 6 };

// Metres. Axes and `away` are those of the world when the joint was attached.
typedef struct patch {
    int32_t count; // 0: the world itself, which stands still
    uint32_t vertex[PATCH_MOST];
    double away[PATCH_MOST][3]; // of each vertex from their centre, then
    double offset[3];           // of the place from the centre, then; of the world: the place
    double bone_rotation[3][3]; // turn of the body, or of the first vertex's bones, then
} patch;

// What a patch is now.
typedef struct patch_pose {
    double place[3], centre[3];
    double turn[3][3];    // since the joint was attached
    double inverse[3][3]; // of the patch's inertia: from angular momentum of vertices to spin
} patch_pose;

// Attaches to the body around a place of the world (metres) as it is shown.
void patch_take(patch* g, const supple_body* b, const double place[3]);
void patch_world(patch* g, const double place[3]);

// As it is under a palette; of free bodies the palette is not read.
void patch_find(const patch* g, const supple_body* b, const float (*palette)[12], patch_pose* out);

// What units of the coordinates do to velocity of the place and spin of the patch: rows
// [3][coord_count] each, in metres and radians a second, which are 0 outside of first .. end.
typedef struct patch_motion {
    float *point, *spin; // the caller's
    double* scratch;     // [3][coord_count], the caller's
    int32_t first, end;
} patch_motion;

void patch_rows(const patch* g, const supple_body* b, const float (*palette)[12],
                const patch_pose* pose_now, patch_motion* out);
