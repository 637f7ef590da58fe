// Creatures made by procedure for the search: people, animals on four legs, fish, in a few vocabularies of joints.
//
// They look along +z with their left at +x; test/kit/renamed_body.h turns them.
// SPDX-License-Identifier: MIT
#pragma once

#include "test/kit/random.h"
#include "test/kit/tailor.h"

typedef enum creature_kind { PERSON, ANIMAL, FISH, CREATURE_KINDS } creature_kind;

enum { CREATURE_VOCABULARIES = 9 }; // the last one says nothing

typedef enum creature_bone {
    HIPS,
    SPINE,
    CHEST,
    NECK,
    HEAD,
    THIGH, // of the left; those of the right follow the six of the left
    SHIN,
    FOOT,
    UPPER_ARM,
    FOREARM,
    HAND,
    RIGHT = 6, // added to a bone of the left
    LIMB_BONES = HAND + RIGHT + 1,
    TAIL_BONE = LIMB_BONES,
    TWIST_BONE, // helpers that rigs have: they carry nothing
    IK_BONE,
    CREATURE_BONES
} creature_bone;

static const char* const creature_names[CREATURE_VOCABULARIES][LIMB_BONES] = {
    {"mixamorig:Hips", "mixamorig:Spine", "mixamorig:Spine2", "mixamorig:Neck", "mixamorig:Head",
     "mixamorig:LeftUpLeg", "mixamorig:LeftLeg", "mixamorig:LeftFoot", "mixamorig:LeftArm",
     "mixamorig:LeftForeArm", "mixamorig:LeftHand", "mixamorig:RightUpLeg", "mixamorig:RightLeg",
     "mixamorig:RightFoot", "mixamorig:RightArm", "mixamorig:RightForeArm", "mixamorig:RightHand"},
    {"pelvis", "spine_01", "spine_03", "neck_01", "head", "thigh_l", "calf_l", "foot_l",
     "upperarm_l", "lowerarm_l", "hand_l", "thigh_r", "calf_r", "foot_r", "upperarm_r",
     "lowerarm_r", "hand_r"},
    {"hips", "spine", "chest", "neck", "head", "thigh.L", "shin.L", "foot.L", "upper_arm.L",
     "forearm.L", "hand.L", "thigh.R", "shin.R", "foot.R", "upper_arm.R", "forearm.R", "hand.R"},
    {"Bip01 Pelvis", "Bip01 Spine", "Bip01 Spine1", "Bip01 Neck", "Bip01 Head", "Bip01 L Thigh",
     "Bip01 L Calf", "Bip01 L Foot", "Bip01 L UpperArm", "Bip01 L Forearm", "Bip01 L Hand",
     "Bip01 R Thigh", "Bip01 R Calf", "Bip01 R Foot", "Bip01 R UpperArm", "Bip01 R Forearm",
     "Bip01 R Hand"},
    {"J_Bip_C_Hips", "J_Bip_C_Spine", "J_Bip_C_Chest", "J_Bip_C_Neck", "J_Bip_C_Head",
     "J_Bip_L_UpperLeg", "J_Bip_L_LowerLeg", "J_Bip_L_Foot", "J_Bip_L_UpperArm", "J_Bip_L_LowerArm",
     "J_Bip_L_Hand", "J_Bip_R_UpperLeg", "J_Bip_R_LowerLeg", "J_Bip_R_Foot", "J_Bip_R_UpperArm",
     "J_Bip_R_LowerArm", "J_Bip_R_Hand"},
    {"root", "spine05", "spine02", "neck01", "head", "upperleg01.L", "lowerleg01.L", "foot.L",
     "upperarm01.L", "lowerarm01.L", "wrist.L", "upperleg01.R", "lowerleg01.R", "foot.R",
     "upperarm01.R", "lowerarm01.R", "wrist.R"},
    {"下半身", "上半身", "上半身2", "首", "頭", "左足", "左ひざ", "左足首", "左腕", "左ひじ",
     "左手首", "右足", "右ひざ", "右足首", "右腕", "右ひじ", "右手首"},
    {"hip", "abdomenLower", "chestUpper", "neckLower", "head", "lThighBend", "lShin", "lFoot",
     "lShldrBend", "lForearmBend", "lHand", "rThighBend", "rShin", "rFoot", "rShldrBend",
     "rForearmBend", "rHand"},
    {"Bone", "Bone.001", "Bone.002", "Bone.003", "Bone.004", "Bone.005", "Bone.006", "Bone.007",
     "Bone.008", "Bone.009", "Bone.010", "Bone.011", "Bone.012", "Bone.013", "Bone.014", "Bone.015",
     "Bone.016"}};

typedef struct creature {
    creature_kind kind;
    int names; // of creature_names
    bool tail, hat, armour, shirt;
    bool eyes;    // balls on the head alone
    bool pack;    // a box on the back, on the chest alone
    bool band;    // a thick belt that follows the hips and the spine
    bool metal;   // all of the body is: a robot
    bool apart;   // limbs are a mesh of their own
    double fat;   // of a usual belly, 1 and more
    double limbs; // length, of usual ones
} creature;

static inline creature creature_random(void) {
    creature c = {.kind = (creature_kind)(int)random_in(0, CREATURE_KINDS - 1e-9),
                  .names = (int)random_in(0, CREATURE_VOCABULARIES - 1e-9),
                  .fat = random_in(0.5, 2.5),
                  .limbs = random_in(0.7, 1.2)};
    c.tail = random_in(0, 1) < 0.4;
    c.hat = random_in(0, 1) < 0.5;
    c.armour = random_in(0, 1) < 0.5;
    c.shirt = random_in(0, 1) < 0.5;
    c.eyes = random_in(0, 1) < 0.5;
    c.pack = random_in(0, 1) < 0.3;
    c.band = random_in(0, 1) < 0.3;
    c.metal = random_in(0, 1) < 0.1;
    c.apart = random_in(0, 1) < 0.5;
    return c;
}

static inline vec3 mirror_x(vec3 p) {
    return v3(-p.x, p.y, p.z);
}

// Where the joints are: a person of about 1.75 m, or an animal whose spine goes along z.
static inline void creature_places(const creature* c, vec3 at[CREATURE_BONES]) {
    bool up = c->kind == PERSON;
    double l = c->limbs;
    static const double spine[5] = {0.0, 0.15, 0.38, 0.55, 0.65};
    for (int i = HIPS; i <= HEAD; ++i)
        at[i] = up ? v3(0, 0.95 * l + spine[i], 0) : v3(0, 0.8 * l, -0.5 + 1.8 * spine[i]);
    vec3 hip = v3(0.1, -0.03, 0), shoulder = up ? v3(0.2, 0.08, 0) : v3(0.11, -0.03, 0.0);
    at[THIGH] = v3_add(at[HIPS], hip);
    at[SHIN] = v3_add(at[THIGH], v3(0, -0.42 * l, up ? 0.0 : 0.03));
    at[FOOT] = v3(at[THIGH].x, 0.08, at[SHIN].z - (up ? 0.0 : 0.06));
    at[UPPER_ARM] = v3_add(at[CHEST], shoulder);
    vec3 arm = up ? v3(0.28 * l, -0.03, 0) : v3(0, -0.36 * l, -0.03);
    at[FOREARM] = v3_add(at[UPPER_ARM], arm);
    at[HAND] = up ? v3_add(at[FOREARM], arm) : v3(at[UPPER_ARM].x, 0.08, at[FOREARM].z + 0.05);
    for (int i = THIGH; i <= HAND; ++i)
        at[i + RIGHT] = mirror_x(at[i]);
    at[TAIL_BONE] = v3_add(at[HIPS], v3(0, 0, -0.15));
    at[TWIST_BONE] = v3_lerp(at[THIGH], at[SHIN], 0.5);
    at[IK_BONE] = v3_add(at[FOOT], v3(0, 0, -0.5));
}

static inline scene creature_skeleton(const creature* c, const vec3* at, arena* a) {
    static const int parents[LIMB_BONES] = {-1,
                                            HIPS,
                                            SPINE,
                                            CHEST,
                                            NECK,
                                            HIPS,
                                            THIGH,
                                            SHIN,
                                            CHEST,
                                            UPPER_ARM,
                                            FOREARM,
                                            HIPS,
                                            THIGH + RIGHT,
                                            SHIN + RIGHT,
                                            CHEST,
                                            UPPER_ARM + RIGHT,
                                            FOREARM + RIGHT};
    tailor_joint joints[CREATURE_BONES];
    for (int i = 0; i < LIMB_BONES; ++i)
        joints[i] = (tailor_joint){creature_names[c->names][i], parents[i], at[i]};
    bool none = c->names == CREATURE_VOCABULARIES - 1;
    joints[TAIL_BONE] = (tailor_joint){none      ? "Bone.017"
                                       : c->tail ? "tail"
                                                 : "ctrl_main",
                                       HIPS, at[TAIL_BONE]};
    joints[TWIST_BONE] = (tailor_joint){none ? "Bone.018" : "twist_01", THIGH, at[TWIST_BONE]};
    joints[IK_BONE] = (tailor_joint){none ? "Bone.019" : "ik_goal", HIPS, at[IK_BONE]};
    return tailor_skeleton(joints, CREATURE_BONES, a);
}

// A limb of two bones from p over q to r, the last of them reaching to `end`.
static inline void creature_limb(cloth* m, const vec3* at, int first, vec3 end, double thick,
                                 vec3 side) {
    tube_stop s[13];
    for (int i = 0; i < 13; ++i) {
        double t = i / 4.0;
        int k = t < 1.0 ? 0 : t < 2.0 ? 1 : 2;
        vec3 p = at[first + k], q = k < 2 ? at[first + k + 1] : end;
        double near = t - k, r = thick * (1.0 - 0.22 * t);
        s[i] = (tube_stop){v3_lerp(p, q, near),
                           r,
                           r,
                           {first + k, first + (k > 0 ? k - 1 : 0), near < 0.2 ? 0.4 : 0.02}};
    }
    cloth_tube(m, s, 13, 14, side);
}

static inline void creature_trunk(cloth* m, const creature* c, const vec3* at) {
    tube_stop s[23];
    vec3 low = v3_madd(at[HIPS], v3_sub(at[SPINE], at[HIPS]), -0.8);
    for (int i = 0; i < 23; ++i) {
        double t = i / 22.0, bulge = exp(-30.0 * (t - 0.35) * (t - 0.35));
        vec3 p = v3_lerp(low, at[NECK], t);
        double wide = 0.16 + 0.03 * bulge, deep = 0.11 + 0.05 * c->fat * bulge;
        p = v3_add(p,
                   v3_scale(c->kind == PERSON ? v3(0, 0, 1) : v3(0, -1, 0), 0.03 * c->fat * bulge));
        int joint = t < 0.35 ? HIPS : t < 0.6 ? SPINE : CHEST;
        double end = t > 0.93 ? 0.5 : t < 0.05 ? 0.6 : 1.0;
        s[i] = (tube_stop){
            p, wide * end, deep * end, {joint, joint == CHEST ? SPINE : joint + 1, 0.25}};
    }
    cloth_tube(m, s, 23, 28, v3(1, 0, 0));
}

static inline void creature_head(cloth* m, const creature* c, const vec3* at) {
    tube_stop s[11];
    vec3 ahead = c->kind == PERSON ? v3(0, 0.24, 0) : v3(0, 0.05, 0.3);
    for (int i = 0; i < 11; ++i) {
        double t = i / 10.0, r = 0.1 * sqrt(fmax(1.0 - (2.0 * t - 0.9) * (2.0 * t - 0.9), 0.1));
        s[i] = (tube_stop){v3_madd(at[NECK], ahead, t + 0.1),
                           r,
                           r,
                           {t < 0.2 ? NECK : HEAD, t < 0.2 ? HEAD : NECK, 0.1}};
    }
    cloth_tube(m, s, 11, 16, v3(1, 0, 0));
}

static inline void creature_tail(cloth* m, const vec3* at) {
    tube_stop s[8];
    for (int i = 0; i < 8; ++i)
        s[i] = (tube_stop){v3_add(at[TAIL_BONE], v3(0, 0.02 * i, -0.06 * i)),
                           0.035 - 0.003 * i,
                           0.035 - 0.003 * i,
                           {TAIL_BONE, HIPS, 0.05}};
    cloth_tube(m, s, 8, 12, v3(1, 0, 0));
}

static inline scene creature_things(const scene* from, const creature* c, const vec3* at,
                                    arena* a) {
    scene s = *from;
    bool up = c->kind == PERSON;
    on_joints head = {HEAD, HEAD, 0.0}, hips = {HIPS, SPINE, 0.5};
    if (c->eyes)
        for (int right = 0; right < 2; ++right) {
            cloth m = cloth_new(a);
            vec3 eye = v3_add(at[HEAD], v3(right ? -0.04 : 0.04, 0.06, up ? 0.08 : 0.2));
            tube_stop ball[] = {{eye, 0.012, 0.012, head},
                                {v3_add(eye, v3(0, 0, 0.01)), 0.016, 0.016, head},
                                {v3_add(eye, v3(0, 0, 0.02)), 0.01, 0.01, head}};
            cloth_tube(&m, ball, 3, 10, v3(1, 0, 0));
            s = tailor_add(&s, right ? "Object_6" : "Object_5", "white", 0.0f, &m, a);
        }
    if (c->pack) {
        cloth m = cloth_new(a);
        cloth_box(&m, v3_add(at[CHEST], up ? v3(0, 0, -0.25) : v3(0, 0.25, 0)), v3(0.15, 0.2, 0.1),
                  CHEST);
        s = tailor_add(&s, "Object_7", "canvas", 0.0f, &m, a);
    }
    if (c->band) {
        cloth m = cloth_new(a);
        vec3 along = v3_unit(v3_sub(at[SPINE], at[HIPS]));
        double wide = 0.21 + 0.02 * c->fat;
        tube_stop round[] = {{at[HIPS], wide, wide, hips},
                             {at[HIPS], wide + 0.03, wide + 0.03, hips},
                             {v3_madd(at[HIPS], along, 0.05), wide + 0.03, wide + 0.03, hips},
                             {v3_madd(at[HIPS], along, 0.05), wide, wide, hips}};
        cloth_tube(&m, round, 4, 32, v3(1, 0, 0));
        s = tailor_add(&s, "Band", "leather", 0.0f, &m, a);
    }
    return s;
}

// A crown with a brim on the head alone, a plate before the chest of metal, a shirt as far as the trunk goes.
static inline scene creature_dress(const scene* from, const creature* c, const vec3* at, arena* a) {
    scene s = *from;
    vec3 top = v3_add(at[HEAD], c->kind == PERSON ? v3(0, 0.14, 0) : v3(0, 0.12, 0.1));
    on_joints head = {HEAD, HEAD, 0.0}, chest = {CHEST, SPINE, 0.3};
    if (c->hat) {
        cloth m = cloth_new(a);
        tube_stop brim[] = {{top, 0.2, 0.2, head},
                            {v3_add(top, v3(0, 0.01, 0)), 0.2, 0.2, head},
                            {v3_add(top, v3(0, 0.012, 0)), 0.09, 0.09, head},
                            {v3_add(top, v3(0, 0.12, 0)), 0.08, 0.08, head}};
        cloth_tube(&m, brim, 4, 20, v3(1, 0, 0));
        s = tailor_add(&s, "Object_3", "felt", 0.0f, &m, a);
    }
    if (c->armour) {
        cloth m = cloth_new(a);
        vec3 out = c->kind == PERSON ? v3(0, 0, 0.17) : v3(0, -0.17, 0);
        tube_stop plate[] = {{v3_add(at[CHEST], out), 0.1, 0.1, chest},
                             {v3_add(at[CHEST], v3_scale(out, 1.1)), 0.1, 0.1, chest}};
        cloth_tube(&m, plate, 2, 16, v3(1, 0, 0));
        s = tailor_add(&s, "Object_4", "Steel", 1.0f, &m, a);
    }
    if (c->shirt) {
        cloth m = tailor_shirt(&from->primitives[0], -1e9, 1e9, 0.004, a);
        s = tailor_add(&s, "Shirt", "linen", 0.0f, &m, a);
    }
    return s;
}

static inline scene creature_make(const creature* c, arena* a) {
    vec3 at[CREATURE_BONES];
    creature_places(c, at);
    scene s = creature_skeleton(c, at, a);
    cloth m = cloth_new(a), other = cloth_new(a), *limbs = c->apart ? &other : &m;
    creature_trunk(&m, c, at);
    creature_head(&m, c, at);
    bool up = c->kind == PERSON;
    for (int right = 0; right < 2 && c->kind != FISH; ++right) {
        int leg = THIGH + right * RIGHT, arm = UPPER_ARM + right * RIGHT;
        vec3 toe = v3_add(at[FOOT + right * RIGHT], v3(0, -0.05, 0.17)),
             finger = v3_add(at[HAND + right * RIGHT],
                             up ? v3(right ? -0.16 : 0.16, 0, 0) : v3(0, -0.05, 0.1));
        creature_limb(limbs, at, leg, toe, 0.09, v3(1, 0, 0));
        creature_limb(limbs, at, arm, finger, up ? 0.055 : 0.08, up ? v3(0, 0, 1) : v3(1, 0, 0));
    }
    if (c->tail)
        creature_tail(&m, at);
    s = tailor_add(&s, "Body", "skin", c->metal ? 1.0f : 0.0f, &m, a);
    if (other.p.vertex_count > 0)
        s = tailor_add(&s, "Limbs", "skin", c->metal ? 1.0f : 0.0f, &other, a);
    s = creature_things(&s, c, at, a);
    return creature_dress(&s, c, at, a);
}
