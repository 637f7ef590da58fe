// What a joint is, guessed from its name: rigs of every program call a thigh something like thigh.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/scene/scene.h"

typedef enum joint_role {
    ROLE_UNKNOWN,
    ROLE_TORSO,
    ROLE_NECK,
    ROLE_HEAD,
    ROLE_UPPER_ARM,
    ROLE_THIGH,
    ROLE_TAIL,
    ROLE_EAR,
    ROLE_SOFT, // a joint that an artist made for flesh: breast, belly, cheek
    ROLE_HARD  // hands, feet, shins, shoulders: nothing soft worth the work
} joint_role;

// [node_count]; ROLE_UNKNOWN for nodes that are no joints.
joint_role* joint_roles(const scene* s, arena* memory);

// The words of a name in lower case with a blank round each, without digits: "b_LeftUpLeg01" and
// "left.up-leg" become " b left up leg " and " left up leg ".
const char* joint_words(const char* name, arena* memory);
