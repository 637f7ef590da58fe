// The swimmer's skeletons: 23 joints, and 23 more for the fine one, written down for the middle and the left.
// SPDX-License-Identifier: MIT
#include "scenes/swimmer.h"

#include "bake/base/assert.h"

#include <string.h>

#define SWIMMER_RIG_TORSO (1u << SWIMMER_TORSO)
#define SWIMMER_RIG_HEAD  (1u << SWIMMER_HEAD)
#define SWIMMER_RIG_ARM   (1u << SWIMMER_ARM)
#define SWIMMER_RIG_LEG   (1u << SWIMMER_LEG)

static const rig_joint half[] = {
    [J_HIPS] = {"hips", -1, {0, 0.820, -0.01}, {0, 0.88, -0.01}, SWIMMER_RIG_TORSO, 0.06, 0},
    [J_SPINE] = {"spine", J_HIPS, {0, 0.920, -0.01}, {0, 1.02, -0.01}, SWIMMER_RIG_TORSO, 0.06, 0},
    [J_CHEST] = {"chest", J_SPINE, {0, 1.060, -0.01}, {0, 1.26, -0.01}, SWIMMER_RIG_TORSO, 0.05, 0},
    [J_NECK] = {"neck",
                J_CHEST,
                {0, 1.310, -0.02},
                {0, 1.37, -0.01},
                SWIMMER_RIG_TORSO | SWIMMER_RIG_HEAD,
                0.03,
                0},
    [J_HEAD] = {"head", J_NECK, {0, 1.400, -0.005}, {0, 1.60, 0.0}, SWIMMER_RIG_HEAD, 0.03, 0},
    [J_CLAVICLE] = {"l_clavicle",
                    J_CHEST,
                    {0.03, 1.265, -0.015},
                    {0.17, 1.242, -0.012},
                    SWIMMER_RIG_TORSO | SWIMMER_RIG_ARM,
                    0.03,
                    1},
    [J_UPPER_ARM] = {"l_upper_arm",
                     J_CLAVICLE,
                     {0.190, 1.232, -0.012},
                     {0.378, 1.076, -0.015},
                     SWIMMER_RIG_ARM,
                     0.02,
                     1},
    [J_FOREARM] = {"l_forearm",
                   J_UPPER_ARM,
                   {0.378, 1.076, -0.015},
                   {0.545, 0.938, 0.0},
                   SWIMMER_RIG_ARM,
                   0.015,
                   1},
    [J_HAND] =
        {"l_hand", J_FOREARM, {0.545, 0.938, 0.0}, {0.61, 0.886, 0.004}, SWIMMER_RIG_ARM, 0.012, 1},
    [J_FINGERS] = {"l_fingers",
                   J_HAND,
                   {0.617, 0.879, 0.004},
                   {0.672, 0.832, 0.004},
                   SWIMMER_RIG_ARM,
                   0.008,
                   1},
    [J_THIGH] = {"l_thigh",
                 J_HIPS,
                 {0.101, 0.775, -0.005},
                 {0.120, 0.430, 0.006},
                 SWIMMER_RIG_LEG,
                 0.03,
                 1},
    [J_SHIN] = {"l_shin",
                J_THIGH,
                {0.120, 0.430, 0.006},
                {0.132, 0.080, -0.012},
                SWIMMER_RIG_LEG,
                0.02,
                1},
    [J_FOOT] =
        {"l_foot", J_SHIN, {0.132, 0.075, -0.012}, {0.144, 0.022, 0.10}, SWIMMER_RIG_LEG, 0.015, 1},
    [J_TOE] =
        {"l_toe", J_FOOT, {0.147, 0.020, 0.125}, {0.155, 0.018, 0.18}, SWIMMER_RIG_LEG, 0.012, 1},
};

rig swimmer_rig(arena* memory) {
    return rig_mirrored(half, SWIMMER_HALF, memory);
}

// ---- the fine one ------------------------------------------------------------------------------

// What artists add to a game's skeleton: a second half of each long bone, which takes up a twist, fingers and toes, a
// jaw, a rib cage, a belly. Parents are of the coarse one.
static const rig_joint finer[] = {
    {"paunch", J_SPINE, {0, 0.950, 0.05}, {0, 0.960, 0.16}, SWIMMER_RIG_TORSO, 0.06, 0},
    {"ribs", J_CHEST, {0, 1.180, -0.01}, {0, 1.26, -0.01}, SWIMMER_RIG_TORSO, 0.05, 0},
    {"jaw", J_HEAD, {0, 1.420, 0.03}, {0, 1.386, 0.085}, SWIMMER_RIG_HEAD, 0.02, 0},
    {"l_upper_arm_twist",
     J_UPPER_ARM,
     {0.284, 1.154, -0.0135},
     {0.378, 1.076, -0.015},
     SWIMMER_RIG_ARM,
     0.02,
     1},
    {"l_forearm_twist",
     J_FOREARM,
     {0.461, 1.007, -0.0075},
     {0.545, 0.938, 0.0},
     SWIMMER_RIG_ARM,
     0.015,
     1},
    {"l_thumb", J_HAND, {0.566, 0.912, 0.030}, {0.592, 0.876, 0.082}, SWIMMER_RIG_ARM, 0.008, 1},
    {"l_index", J_FINGERS, {0.612, 0.883, 0.042}, {0.664, 0.836, 0.060}, SWIMMER_RIG_ARM, 0.006, 1},
    {"l_ring",
     J_FINGERS,
     {0.619, 0.877, -0.009},
     {0.676, 0.826, -0.013},
     SWIMMER_RIG_ARM,
     0.006,
     1},
    {"l_little",
     J_FINGERS,
     {0.610, 0.884, -0.034},
     {0.654, 0.844, -0.049},
     SWIMMER_RIG_ARM,
     0.006,
     1},
    {"l_thigh_twist",
     J_THIGH,
     {0.1105, 0.602, 0.0005},
     {0.120, 0.430, 0.006},
     SWIMMER_RIG_LEG,
     0.03,
     1},
    {"l_shin_twist",
     J_SHIN,
     {0.126, 0.255, -0.003},
     {0.132, 0.080, -0.012},
     SWIMMER_RIG_LEG,
     0.02,
     1},
    {"l_big_toe", J_TOE, {0.125, 0.020, 0.140}, {0.116, 0.020, 0.175}, SWIMMER_RIG_LEG, 0.008, 1},
    {"l_small_toes",
     J_TOE,
     {0.180, 0.016, 0.125},
     {0.194, 0.014, 0.145},
     SWIMMER_RIG_LEG,
     0.008,
     1},
};

rig swimmer_rig_fine(arena* memory) {
    rig coarse = swimmer_rig(memory);
    rig_joint* all = ARENA_NEW(memory, rig_joint, SWIMMER_FINE);
    int32_t count = coarse.joint_count;
    memcpy(all, coarse.joints, (size_t)count * sizeof *all);
    for (size_t i = 0; i < sizeof finer / sizeof *finer; ++i) {
        rig_joint* j = &all[count++];
        *j = finer[i];
        if (j->side == 0)
            continue;
        rig_joint* twin = &all[count++];
        *twin = *j;
        twin->name = arena_format(memory, "r_%s", j->name + 2);
        twin->parent = j->parent + SWIMMER_RIGHT;
        twin->head.x = -j->head.x;
        twin->tail.x = -j->tail.x;
        twin->side = -1;
    }
    SUPPLE_ASSERT(count == SWIMMER_FINE);
    return (rig){count, all};
}
