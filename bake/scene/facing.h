// Which way a character looks, and which side of it is left: from its skeleton, never from an axis.
//
// Each kind of evidence votes along the one line that front and back can lie on: names that say left
// and right, feet (toes are in front of ankles), a face (eyes are in front of a head) and clips that
// walk (a foot on the ground goes back). Bodies on four legs look where their head is. Where nothing is
// known, the axes are those of glTF: front +z, left +x; `confidence` is 0 then.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/scene/joint_role.h"
#include "bake/scene/surface.h"

typedef struct facing {
    vec3 up, front, left; // unit, at right angles; left is where joints are that are called so
    vec3 middle;          // a point of the plane between left and right
    bool upright;         // the body stands on two legs: its spine goes up, or it has none
    bool spine;           // pelvis and neck or head were found by name: the two below
    vec3 pelvis, neck;
    int8_t* sides;      // [node_count] of joints: 1 left, -1 right, 0 in the middle
    double confidence;  // 0 nothing is known; 1 as sure as names of both sides
    const char* reason; // "names and feet", for a sentence; "" when nothing is known
} facing;

// Of the bind pose and its surface.
facing facing_of(const scene* s, const surface* f, const pose* bind, const joint_role* roles,
                 arena* memory);

// Degrees round the y axis from +z to the front, in quarter turns where it is near one; 0 for what has
// no skeleton or lies on its back.
double facing_azimuth(const facing* x);

// The same of any scene.
double scene_front(const scene* s, arena* memory);
