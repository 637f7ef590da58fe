// What a joint is, by its name and by the joints round it: rigs of every program call a thigh something
// like thigh.
//
// A name alone is not enough: a spider has eight thighs by name, and none that is one. What the words
// say has to fit the skeleton; a joint that is left without a role is a place of its own name.
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
    ROLE_FACE, // eyes, nose, mouth: what is in front of a head
    ROLE_FOOT, // the ankle
    ROLE_TOE,
    ROLE_HARD // hands, shins, shoulders: nothing soft worth the work
} joint_role;

// [node_count] 1 for joints that move some of a mesh.
uint8_t* joints_moving(const scene* s, arena* memory);

// [node_count]; ROLE_UNKNOWN for nodes that are no joints.
joint_role* joint_roles(const scene* s, arena* memory);
