// Which joint of a body a joint is, guessed from its name: so that two skeletons can be laid over each other.
//
// Finer than joint_role.h, which asks what is soft: here left and right, shin and thigh are told apart.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/arena.h"

#include <stdbool.h>
#include <stdint.h>

typedef enum joint_slot {
    SLOT_NONE,
    SLOT_HIPS,
    SLOT_SPINE, // any number of them, chest included
    SLOT_NECK,
    SLOT_HEAD,
    SLOT_CLAVICLE, // from here on the left; the same of the right is SLOT_SIDE further
    SLOT_UPPER_ARM,
    SLOT_FOREARM,
    SLOT_HAND,
    SLOT_THIGH,
    SLOT_SHIN,
    SLOT_FOOT,
    SLOT_TOE,
    SLOT_SIDE = SLOT_TOE - SLOT_CLAVICLE + 1,
    SLOT_COUNT = SLOT_TOE + SLOT_SIDE + 1
} joint_slot;

// Long bones of arms and legs: their rest direction differs between skeletons, and matters.
bool joint_slot_is_long(joint_slot s);
bool joint_slot_is_foot(joint_slot s);

// The slot of every joint. parents[i] < i is not needed, but there are no cycles; -1 is none. Joints of a
// chain that share a name (Neck, Neck1) share the slot.
joint_slot* joint_slots(const char* const* names, const int32_t* parents, int32_t count,
                        arena* memory);

// Joints from the root to this one.
int32_t joint_depth(const int32_t* parents, int32_t joint);
