// A body as others would hand it over: turned, scaled, mirrored, its joints named by another program or not at all.
// SPDX-License-Identifier: MIT
#pragma once

#include "scenes/scenes.h"

#include <string.h>

enum { VOCABULARIES = 12, SWIMMER_NODES = 24 };

// Node by node; the first is the mesh's. The last two say nothing: numbers, and names of no body.
static const char* const vocabulary[VOCABULARIES][SWIMMER_NODES] = {
    {"Body",
     "mixamorig:Hips",
     "mixamorig:Spine",
     "mixamorig:Spine2",
     "mixamorig:Neck",
     "mixamorig:Head",
     "mixamorig:LeftShoulder",
     "mixamorig:LeftArm",
     "mixamorig:LeftForeArm",
     "mixamorig:LeftHand",
     "mixamorig:LeftHandIndex1",
     "mixamorig:LeftUpLeg",
     "mixamorig:LeftLeg",
     "mixamorig:LeftFoot",
     "mixamorig:LeftToeBase",
     "mixamorig:RightShoulder",
     "mixamorig:RightArm",
     "mixamorig:RightForeArm",
     "mixamorig:RightHand",
     "mixamorig:RightHandIndex1",
     "mixamorig:RightUpLeg",
     "mixamorig:RightLeg",
     "mixamorig:RightFoot",
     "mixamorig:RightToeBase"},
    {"Body",
     "J_Bip_C_Hips",
     "J_Bip_C_Spine",
     "J_Bip_C_Chest",
     "J_Bip_C_Neck",
     "J_Bip_C_Head",
     "J_Bip_L_Shoulder",
     "J_Bip_L_UpperArm",
     "J_Bip_L_LowerArm",
     "J_Bip_L_Hand",
     "J_Bip_L_Index1",
     "J_Bip_L_UpperLeg",
     "J_Bip_L_LowerLeg",
     "J_Bip_L_Foot",
     "J_Bip_L_ToeBase",
     "J_Bip_R_Shoulder",
     "J_Bip_R_UpperArm",
     "J_Bip_R_LowerArm",
     "J_Bip_R_Hand",
     "J_Bip_R_Index1",
     "J_Bip_R_UpperLeg",
     "J_Bip_R_LowerLeg",
     "J_Bip_R_Foot",
     "J_Bip_R_ToeBase"},
    {"Body",       "hips",         "spine",     "chest",      "neck",         "head",
     "shoulder.L", "upper_arm.L",  "forearm.L", "hand.L",     "f_index.01.L", "thigh.L",
     "shin.L",     "foot.L",       "toe.L",     "shoulder.R", "upper_arm.R",  "forearm.R",
     "hand.R",     "f_index.01.R", "thigh.R",   "shin.R",     "foot.R",       "toe.R"},
    {"Body",           "DEF-hips",       "DEF-spine.001",  "DEF-chest",     "DEF-neck",
     "DEF-head",       "DEF-L_shoulder", "DEF-L_UpperArm", "DEF-L_ForeArm", "DEF-L_hand",
     "DEF-L_fingers",  "DEF-L_thigh",    "DEF-L_shin",     "DEF-L_foot",    "DEF-L_toes",
     "DEF-R_shoulder", "DEF-R_UpperArm", "DEF-R_ForeArm",  "DEF-R_hand",    "DEF-R_fingers",
     "DEF-R_thigh",    "DEF-R_shin",     "DEF-R_foot",     "DEF-R_toes"},
    {"Body",
     "Bip01 Pelvis",
     "Bip01 Spine",
     "Bip01 Spine1",
     "Bip01 Neck",
     "Bip01 Head",
     "Bip01 L Clavicle",
     "Bip01 L UpperArm",
     "Bip01 L Forearm",
     "Bip01 L Hand",
     "Bip01 L Finger0",
     "Bip01 L Thigh",
     "Bip01 L Calf",
     "Bip01 L Foot",
     "Bip01 L Toe0",
     "Bip01 R Clavicle",
     "Bip01 R UpperArm",
     "Bip01 R Forearm",
     "Bip01 R Hand",
     "Bip01 R Finger0",
     "Bip01 R Thigh",
     "Bip01 R Calf",
     "Bip01 R Foot",
     "Bip01 R Toe0"},
    {"Body",         "root",         "spine05",      "spine02",      "neck01",       "head",
     "clavicle.L",   "upperarm01.L", "lowerarm01.L", "wrist.L",      "finger1-1.L",  "upperleg01.L",
     "lowerleg01.L", "foot.L",       "toe1-1.L",     "clavicle.R",   "upperarm01.R", "lowerarm01.R",
     "wrist.R",      "finger1-1.R",  "upperleg01.R", "lowerleg01.R", "foot.R",       "toe1-1.R"},
    {"Body",       "pelvis",     "spine_01",   "spine_03",   "neck_01",    "head",
     "clavicle_l", "upperarm_l", "lowerarm_l", "hand_l",     "index_01_l", "thigh_l",
     "calf_l",     "foot_l",     "ball_l",     "clavicle_r", "upperarm_r", "lowerarm_r",
     "hand_r",     "index_01_r", "thigh_r",    "calf_r",     "foot_r",     "ball_r"},
    {"Body",   "下半身", "上半身",   "上半身2",  "首",     "頭",     "左肩",     "左腕",
     "左ひじ", "左手首", "左人指１", "左足",     "左ひざ", "左足首", "左つま先", "右肩",
     "右腕",   "右ひじ", "右手首",   "右人指１", "右足",   "右ひざ", "右足首",   "右つま先"},
    {"Body",       "lower body", "upper body", "upper body2", "neck",    "head",
     "shoulder_L", "arm_L",      "elbow_L",    "wrist_L",     "fore1_L", "leg_L",
     "knee_L",     "ankle_L",    "toe_L",      "shoulder_R",  "arm_R",   "elbow_R",
     "wrist_R",    "fore1_R",    "leg_R",      "knee_R",      "ankle_R", "toe_R"},
    {"Body",    "hip",        "abdomenLower", "chestUpper", "neckLower",  "head",
     "lCollar", "lShldrBend", "lForearmBend", "lHand",      "lIndex1",    "lThighBend",
     "lShin",   "lFoot",      "lToe",         "rCollar",    "rShldrBend", "rForearmBend",
     "rHand",   "rIndex1",    "rThighBend",   "rShin",      "rFoot",      "rToe"},
    {"Body",     "Bone",     "Bone.001", "Bone.002", "Bone.003", "Bone.004",
     "Bone.005", "Bone.006", "Bone.007", "Bone.008", "Bone.009", "Bone.010",
     "Bone.011", "Bone.012", "Bone.013", "Bone.014", "Bone.015", "Bone.016",
     "Bone.017", "Bone.018", "Bone.019", "Bone.020", "Bone.021", "Bone.022"},
    {"Body",  "alpha", "beta",  "gamma",  "delta",   "epsilon", "zeta", "eta",
     "theta", "iota",  "kappa", "lambda", "mu",      "nu",      "xi",   "omicron",
     "pi",    "rho",   "sigma", "tau",    "upsilon", "phi",     "chi",  "psi"},
};

enum { VOCABULARIES_NAMED = 10 }; // the first ones say what a joint is

enum {
    NAMES_KEPT = -1,
    NAMES_NONE = -2
}; // instead of one of them: for bodies other than the swimmer

typedef struct handed_over {
    int names;    // of vocabulary, of the swimmer's nodes; or one of the two above
    double yaw;   // radians round y
    double scale; // of everything
    bool mirrored;
    bool clips; // keep them
} handed_over;

// A copy of the nodes under one more, which turns, scales and mirrors them. Keeps the rest of `from`.
static inline const char* renamed(const node* n, int32_t i, const handed_over* h, arena* a) {
    if (h->names == NAMES_NONE)
        return arena_format(a, "Bone.%03d", i);
    return h->names >= 0 && i < SWIMMER_NODES ? vocabulary[h->names][i] : n->name;
}

// Meshes and materials lose their names too: an eye is known by them.
static inline void forget_names(scene* s, const scene* from, arena* a) {
    s->meshes = ARENA_NEW(a, mesh, (size_t)from->mesh_count);
    s->materials = ARENA_NEW(a, scene_material, (size_t)from->material_count);
    for (int32_t i = 0; i < from->mesh_count; ++i) {
        s->meshes[i] = from->meshes[i];
        s->meshes[i].name = "Object";
    }
    for (int32_t i = 0; i < from->material_count; ++i) {
        s->materials[i] = from->materials[i];
        s->materials[i].name = "Material";
    }
}

static inline scene renamed_body(const scene* from, const handed_over* h, arena* a) {
    scene s = *from;
    s.nodes = ARENA_NEW(a, node, (size_t)from->node_count + 1);
    s.node_count = from->node_count + 1;
    for (int32_t i = 0; i < from->node_count; ++i) {
        s.nodes[i] = from->nodes[i];
        s.nodes[i].name = renamed(&from->nodes[i], i, h, a);
        if (s.nodes[i].parent < 0)
            s.nodes[i].parent = from->node_count;
    }
    s.nodes[from->node_count] =
        (node){.name = "Armature",
               .parent = -1,
               .mesh = -1,
               .skin = -1,
               .rotation = quat_axis_angle(v3(0, 1, 0), h->yaw),
               .scale = v3(h->mirrored ? -h->scale : h->scale, h->scale, h->scale)};
    s.roots = ARENA_NEW(a, int32_t, 1);
    s.roots[0] = from->node_count;
    s.root_count = 1;
    if (h->names == NAMES_NONE)
        forget_names(&s, from, a);
    s.clip_count = h->clips ? from->clip_count : 0;
    return s;
}
