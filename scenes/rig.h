// Skeletons for the samples: joints, smooth skin weights, clips from functions of time.
//
// Every joint's axes are the world's at rest (x to the body's left, y up, z forward), so a pose is
// written as turns about axes that mean something: about +x is a nod or a knee bending back.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/scene/scene.h"
#include "scenes/mesher.h"

typedef struct rig_joint {
    const char* name;
    int32_t parent;   // stands before it; -1 for the root, which is the first
    vec3 head, tail;  // the bone at rest, in the world; weights are measured to it
    uint64_t regions; // bit r: may move vertices of region r
    double soft;      // metres over which its weight fades where another bone is nearer
    int8_t side;      // +1: only vertices at x > 0; -1: at x < 0; 0: all
} rig_joint;

typedef struct rig {
    int32_t joint_count;
    const rig_joint* joints;
} rig;

// Four influences a vertex, the strongest first; unused ones are joint 0 with weight 0.
typedef struct rig_skin {
    uint16_t* joints; // [vertex_count][4]
    float* weights;   // [vertex_count][4], sum 1
} rig_skin;

// What a motion says for one moment.
typedef struct rig_pose {
    vec3 root;   // how far the root joint has moved from its rest place
    quat* turns; // [joint_count] of each joint against its parent; identity at rest
} rig_pose;

// Fills `out`, whose turns come in as identities and root as zero.
typedef void rig_motion(double time, const void* user, rig_pose* out);

enum { RIG_KEYS_PER_SECOND = 120 };

// A whole skeleton from its middle and left half: joints of side +1, named "l_...", get twins
// "r_..." at -x, appended in the same order.
rig rig_mirrored(const rig_joint* half, int32_t count, arena* memory);

// Each vertex starts with the bones its region allows, by distance, and the weights then spread over
// the surface (never through the air): `rounds` of averaging with the neighbours, each about half an
// edge length wide in the root of their number.
rig_skin rig_weigh(const rig* g, const sdf_mesh* m, const int16_t* regions, int32_t rounds,
                   arena* memory);

// The scene: node 0 shows the mesh, node 1 + j is joint j, one skin, one white material. Colours
// (linear RGBA) may be NULL. Clips are the caller's to add.
scene rig_scene(const char* name, const sdf_mesh* m, float (*colors_or_null)[4], const rig* g,
                const rig_skin* influences, arena* memory);

// Keys from 0 to duration, RIG_KEYS_PER_SECOND of them a second (the duration is rounded to whole
// keys). Channels that stay at rest are left out; quaternions keep to one hemisphere.
clip rig_clip(const rig* g, const char* name, double duration, rig_motion* motion, const void* user,
              arena* memory);

// The world place and rotation of every joint in a pose.
void rig_forward(const rig* g, const rig_pose* p, vec3* places, quat* rotations);

// Where the knee of a limb stands, from `root` to `target` with bones a and b, bent towards `pole`.
// A target out of reach is approached on the straight line.
vec3 rig_two_bone(vec3 root, vec3 target, double a, double b, vec3 pole);

// The rotation that takes one pair of directions to another: `from` exactly onto `to`, and `side`
// as near to `to_side` as that allows.
quat rig_aim(vec3 from, vec3 side, vec3 to, vec3 to_side);
