// What speaks for one end of the line between front and back: feet, a face, clips that walk.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/scene/joint_role.h"
#include "bake/scene/surface.h"

// The skeleton at rest, as evidence is asked of it.
typedef struct facing_body {
    const scene* s;
    const surface* f;
    const joint_role* roles; // [node_count]
    const vec3* places;      // [node_count] of joints in the bind pose
    const uint8_t* is_joint; // [node_count]
    vec3 up;                 // unit
    double size;             // metres, of the joints
    int32_t foot_count;
    int32_t feet[8]; // ankles, or the lowest joints of both sides where names say nothing
    arena* memory;
} facing_body;

// Each gives -1 (surely the other way) to 1 (surely along `axis`); 0 says nothing.
double evidence_of_feet(const facing_body* b, vec3 axis);
double evidence_of_toes(const facing_body* b, vec3 axis);
double evidence_of_face(const facing_body* b, vec3 axis);
double evidence_of_clips(const facing_body* b, vec3 axis);
