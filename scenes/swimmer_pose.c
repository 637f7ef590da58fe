// From the animator's words to joint turns: legs by two-bone inverse kinematics, arms by direction.
//
// An arm is taken from rest to its direction by the shortest rotation: turning about fixed axes
// would twist the shoulder by half a turn overhead, and a blended skin collapses there.
// SPDX-License-Identifier: MIT
#include "scenes/swimmer.h"

static const vec3 X = {1, 0, 0}, Y = {0, 1, 0}, Z = {0, 0, 1};

// Of the foot at rest, seen from the ankle: the ball it rolls over and the heel it lands on.
static const vec3 ball = {0.015, -0.055, 0.137}, heel = {0.0, -0.035, -0.028};

static quat mirrored(quat q) {
    return (quat){q.x, -q.y, -q.z, q.w};
}

static quat turned(vec3 t) { // pitch, then yaw, then roll, in the moving frame's order
    return quat_mul(quat_axis_angle(Y, t.y),
                    quat_mul(quat_axis_angle(X, t.x), quat_axis_angle(Z, -t.z)));
}

// A leg never quite straightens: near its full length the distance is eased, or the knee would
// snap.
static vec3 reachable(vec3 hip, vec3 ankle, double length) {
    vec3 d = v3_sub(ankle, hip);
    double far = v3_length(d), ease = 0.975 * length, room = 0.999 * length - ease;
    if (far <= ease)
        return ankle;
    double eased = ease + room * (1.0 - exact_exp(-(far - ease) / room));
    return v3_madd(hip, d, eased / far);
}

static void pose_leg(const rig* g, const figure_leg* leg, int side, vec3 hips, quat hips_turn,
                     quat* turns) {
    const rig_joint* j = g->joints + (side ? SWIMMER_RIGHT : 0);
    double outward = side ? -1.0 : 1.0;
    vec3 thigh = v3_sub(j[J_SHIN].head, j[J_THIGH].head);
    vec3 shin = v3_sub(j[J_FOOT].head, j[J_SHIN].head);
    double a = v3_length(thigh), b = v3_length(shin);

    vec3 socket = v3_sub(j[J_THIGH].head, g->joints[J_HIPS].head);
    vec3 hip = v3_add(hips, quat_rotate(hips_turn, socket));
    vec3 ankle = reachable(hip, leg->ankle, a + b);
    vec3 pole = quat_rotate(hips_turn, v3(0.12 * outward, 0, 1));
    // forward of the hips alone would flip when a thigh is raised past it; lean towards the toes
    pole = v3_add(pole, v3(0.12 * outward, 0, 0.6));
    vec3 knee = rig_two_bone(hip, ankle, a, b, pole);
    vec3 hinge = v3_unit(v3_cross(pole, v3_sub(ankle, hip)));

    quat thigh_world = rig_aim(thigh, X, v3_sub(knee, hip), hinge);
    quat shin_world = rig_aim(shin, X, v3_sub(ankle, knee), hinge);
    quat foot_world =
        quat_mul(quat_axis_angle(Y, leg->yaw * outward), quat_axis_angle(X, leg->pitch));
    quat planted[3] = {quat_mul(quat_conjugate(hips_turn), thigh_world),
                       quat_mul(quat_conjugate(thigh_world), shin_world),
                       quat_mul(quat_conjugate(shin_world), foot_world)};
    quat loose[3] = {quat_axis_angle(X, -leg->hip_bend), quat_axis_angle(X, leg->knee_bend),
                     quat_axis_angle(X, leg->ankle_bend)};
    for (int i = 0; i < 3; ++i)
        turns[J_THIGH + i] = quat_slerp(planted[i], loose[i], leg->free);
    turns[J_TOE] = quat_axis_angle(X, -leg->toe);
}

// For a left arm, in the chest's frame.
static void pose_arm(const rig* g, const figure_arm* arm, quat* turns) {
    double sine, cosine, out, in;
    exact_sincos(arm->swing, &sine, &cosine);
    exact_sincos(arm->spread, &out, &in);
    vec3 rest = v3_unit(v3_sub(g->joints[J_FOREARM].head, g->joints[J_UPPER_ARM].head));
    vec3 displacement = v3(out, -in * cosine, in * sine);
    vec3 hinge = v3_unit(v3_cross(rest, Z)); // bends the forearm forward
    double raised = 0.5 + 0.5 * displacement.y;
    quat clavicle = quat_mul(quat_axis_angle(Y, -0.22 * displacement.z),
                             quat_axis_angle(Z, 0.55 * raised * raised - 0.06));
    quat upper = quat_mul(quat_between(rest, displacement), quat_axis_angle(rest, arm->twist));
    turns[J_CLAVICLE] = clavicle;
    turns[J_UPPER_ARM] = quat_mul(quat_conjugate(clavicle), upper);
    turns[J_FOREARM] = quat_axis_angle(hinge, arm->elbow);
    turns[J_HAND] = quat_axis_angle(Z, -arm->wrist);
    turns[J_FINGERS] = quat_axis_angle(Z, -arm->fist);
}

figure figure_standing(void) {
    figure f = {.hips = {0, -0.014, 0}};
    for (int side = 0; side < 2; ++side) {
        double outward = side ? -1.0 : 1.0;
        f.legs[side] = (figure_leg){.ankle = {0.132 * outward, 0.075, -0.012}, .yaw = 0.10};
        f.arms[side] = (figure_arm){.spread = 0.30, .swing = 0.02, .elbow = 0.28, .fist = 0.25};
    }
    return f;
}

void figure_pose(const rig* g, const figure* f, rig_pose* out) {
    out->root = f->hips;
    quat hips = turned(f->hips_turn), spine = turned(f->spine_turn), chest = turned(f->chest_turn);
    out->turns[J_HIPS] = hips;
    out->turns[J_SPINE] = spine;
    out->turns[J_CHEST] = chest;
    quat chest_world = quat_mul(hips, quat_mul(spine, chest));
    quat look = quat_mul(quat_conjugate(chest_world), turned(f->gaze));
    out->turns[J_NECK] = quat_slerp(quat_identity(), look, 0.45);
    out->turns[J_HEAD] = quat_mul(quat_conjugate(out->turns[J_NECK]), look);

    vec3 pelvis = v3_add(g->joints[J_HIPS].head, f->hips);
    for (int side = 0; side < 2; ++side) {
        quat limb[SWIMMER_HALF];
        pose_arm(g, &f->arms[side], limb);
        for (int j = J_CLAVICLE; j <= J_FINGERS; ++j)
            out->turns[j + (side ? SWIMMER_RIGHT : 0)] = side ? mirrored(limb[j]) : limb[j];
        pose_leg(g, &f->legs[side], side, pelvis, hips, limb);
        for (int j = J_THIGH; j <= J_TOE; ++j)
            out->turns[j + (side ? SWIMMER_RIGHT : 0)] = limb[j];
    }
}

vec3 figure_planted(vec3 foot, double pitch, double* toe) {
    vec3 pivot = pitch > 0.0 ? ball : heel;
    vec3 moved = quat_rotate(quat_axis_angle(X, pitch), pivot);
    *toe = pitch > 0.0 ? pitch : 0.0;
    return v3_add(foot, v3_sub(pivot, moved));
}
