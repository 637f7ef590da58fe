// The swimmer's skeleton: 23 joints, written down for the middle and the left.
// SPDX-License-Identifier: MIT
#include "scenes/swimmer.h"

#define TORSO (1u << SWIMMER_TORSO)
#define HEAD  (1u << SWIMMER_HEAD)
#define ARM   (1u << SWIMMER_ARM)
#define LEG   (1u << SWIMMER_LEG)

static const rig_joint half[] = {
    [J_HIPS] = {"hips", -1, {0, 0.820, -0.01}, {0, 0.88, -0.01}, TORSO, 0.06, 0},
    [J_SPINE] = {"spine", J_HIPS, {0, 0.920, -0.01}, {0, 1.02, -0.01}, TORSO, 0.06, 0},
    [J_CHEST] = {"chest", J_SPINE, {0, 1.060, -0.01}, {0, 1.26, -0.01}, TORSO, 0.05, 0},
    [J_NECK] = {"neck", J_CHEST, {0, 1.310, -0.02}, {0, 1.37, -0.01}, TORSO | HEAD, 0.03, 0},
    [J_HEAD] = {"head", J_NECK, {0, 1.400, -0.005}, {0, 1.60, 0.0}, HEAD, 0.03, 0},
    [J_CLAVICLE] =
        {"l_clavicle", J_CHEST, {0.03, 1.265, -0.015}, {0.17, 1.242, -0.012}, TORSO | ARM, 0.03, 1},
    [J_UPPER_ARM] =
        {"l_upper_arm", J_CLAVICLE, {0.190, 1.232, -0.012}, {0.378, 1.076, -0.015}, ARM, 0.02, 1},
    [J_FOREARM] =
        {"l_forearm", J_UPPER_ARM, {0.378, 1.076, -0.015}, {0.545, 0.938, 0.0}, ARM, 0.015, 1},
    [J_HAND] = {"l_hand", J_FOREARM, {0.545, 0.938, 0.0}, {0.61, 0.886, 0.004}, ARM, 0.012, 1},
    [J_FINGERS] =
        {"l_fingers", J_HAND, {0.617, 0.879, 0.004}, {0.672, 0.832, 0.004}, ARM, 0.008, 1},
    [J_THIGH] = {"l_thigh", J_HIPS, {0.101, 0.775, -0.005}, {0.120, 0.430, 0.006}, LEG, 0.03, 1},
    [J_SHIN] = {"l_shin", J_THIGH, {0.120, 0.430, 0.006}, {0.132, 0.080, -0.012}, LEG, 0.02, 1},
    [J_FOOT] = {"l_foot", J_SHIN, {0.132, 0.075, -0.012}, {0.144, 0.022, 0.10}, LEG, 0.015, 1},
    [J_TOE] = {"l_toe", J_FOOT, {0.147, 0.020, 0.125}, {0.155, 0.018, 0.18}, LEG, 0.012, 1},
};

rig swimmer_rig(arena* memory) {
    return rig_mirrored(half, SWIMMER_HALF, memory);
}
