// Walking and running on the spot: a treadmill takes each standing foot backward at a constant
// speed, and two cubics carry it forward again, with the ground's speed at both ends.
//
// Phase 0 is the left heel's touch; the right side is half a period later. Knees, hips and ankles
// follow by inverse kinematics, so feet cannot slide; what sways, twists and swings is a sine.
// SPDX-License-Identifier: MIT
#include "scenes/curve.h"
#include "scenes/swimmer.h"

enum { PITCH_KEYS = 8 };

typedef struct gait {
    double period, speed;
    double stance;                  // part of the period a foot stands
    double front;                   // where it touches down, ahead of the hips
    double track;                   // feet beside the middle line
    curve_key pitch[PITCH_KEYS];    // of the foot over a period
    double mid_z, mid_y, mid_speed; // the ankle halfway through its way forward
    double low, bob, bob_phase;     // the hips' height
    double sway, yaw, roll, lean;
    double arm, arm_mid, arm_spread, elbow, elbow_more, twist, fist;
} gait;

static const gait gaits[] = {
    [GAIT_WALK] = {.period = 1.05,
                   .speed = 0.92,
                   .stance = 0.61,
                   .front = 0.235,
                   .track = 0.085,
                   .pitch = {{0, -0.30},
                             {0.09, 0},
                             {0.34, 0},
                             {0.61, 0.92},
                             {0.74, 0.55},
                             {0.86, -0.05},
                             {0.95, -0.30},
                             {1, -0.30}},
                   .mid_z = -0.03,
                   .mid_y = 0.175,
                   .mid_speed = 1.9,
                   .low = -0.040,
                   .bob = 0.015,
                   .bob_phase = 0.0,
                   .sway = 0.026,
                   .yaw = 0.11,
                   .roll = 0.055,
                   .lean = 0.03,
                   .arm = 0.48,
                   .arm_mid = 0.05,
                   .arm_spread = 0.30,
                   .elbow = 0.42,
                   .elbow_more = 0.22,
                   .twist = 0.10,
                   .fist = 0.45},
    [GAIT_RUN] = {.period = 0.70,
                  .speed = 2.35,
                  .stance = 0.34,
                  .front = 0.20,
                  .track = 0.060,
                  .pitch = {{0, -0.12},
                            {0.05, 0},
                            {0.15, 0},
                            {0.34, 0.98},
                            {0.50, 1.25},
                            {0.72, 0.40},
                            {0.92, -0.16},
                            {1, -0.12}},
                  .mid_z = -0.06,
                  .mid_y = 0.42,
                  .mid_speed = 3.1,
                  .low = -0.042,
                  .bob = 0.034,
                  .bob_phase = 0.17,
                  .sway = 0.014,
                  .yaw = 0.16,
                  .roll = 0.05,
                  .lean = 0.17,
                  .arm = 0.80,
                  .arm_mid = -0.05,
                  .arm_spread = 0.39,
                  .elbow = 1.45,
                  .elbow_more = 0.25,
                  .twist = 0.18,
                  .fist = 1.10},
};

static double wave(double phase) { // 1 at phase 0
    return exact_cos(2.0 * EXACT_PI * phase);
}

static vec3 standing_ankle(const gait* g, double phase, double* toe) {
    vec3 foot = v3(g->track, 0.075, g->front - g->speed * g->period * phase);
    return figure_planted(foot, curve_cycle(g->pitch, PITCH_KEYS, phase), toe);
}

// Forward again, in two cubics through the middle of the way.
static vec3 swinging_ankle(const gait* g, double phase, double* toe) {
    const double step = 1e-4;
    double half = 0.5 * (1.0 - g->stance) * g->period, t = (phase - g->stance) * g->period;
    double toe_off, toe_near, unused;
    vec3 off = standing_ankle(g, g->stance, &toe_off);
    vec3 near_off = standing_ankle(g, g->stance - step, &toe_near);
    vec3 touch = standing_ankle(g, 0.0, &unused), near_touch = standing_ankle(g, step, &unused);
    vec3 v = v3_scale(v3_sub(off, near_off), 1.0 / (step * g->period));
    vec3 w = v3_scale(v3_sub(near_touch, touch), 1.0 / (step * g->period));

    double toe_speed = (toe_off - toe_near) / (step * g->period);
    *toe = t < half ? curve_hermite(toe_off, toe_speed, 0, 0, half, t) : 0.0;
    if (t < half)
        return v3(g->track, curve_hermite(off.y, v.y, g->mid_y, 0, half, t),
                  curve_hermite(off.z, v.z, g->mid_z, g->mid_speed, half, t));
    return v3(g->track, curve_hermite(g->mid_y, 0, touch.y, w.y, half, t - half),
              curve_hermite(g->mid_z, g->mid_speed, touch.z, w.z, half, t - half));
}

static figure_leg gait_leg(const gait* g, double phase, double outward) {
    figure_leg leg = {.pitch = curve_cycle(g->pitch, PITCH_KEYS, phase), .yaw = 0.08};
    leg.ankle =
        phase < g->stance ? standing_ankle(g, phase, &leg.toe) : swinging_ankle(g, phase, &leg.toe);
    leg.ankle.x *= outward;
    return leg;
}

// An arm goes with the other side's leg.
static figure_arm gait_arm(const gait* g, double phase) {
    double forward = -wave(phase);
    return (figure_arm){.swing = g->arm_mid + g->arm * forward,
                        .spread = g->arm_spread,
                        .twist = g->twist,
                        .elbow = g->elbow + g->elbow_more * forward,
                        .fist = g->fist};
}

double gait_period(int which) {
    return gaits[which].period;
}

double gait_speed(int which) {
    return gaits[which].speed;
}

figure gait_figure(int which, double time) {
    const gait* g = &gaits[which];
    double phase = time / g->period;
    phase -= (double)(int)phase;
    double other = phase < 0.5 ? phase + 0.5 : phase - 0.5;
    double facing = wave(phase), over_left = wave(phase - 0.28), drop = wave(phase - 0.25);

    figure f = {0};
    f.hips = v3(g->sway * over_left, g->low - g->bob * wave(2.0 * (phase - g->bob_phase)), 0);
    f.hips_turn = v3(0.4 * g->lean, -g->yaw * facing, g->roll * drop);
    f.spine_turn = v3(0.4 * g->lean, 0.9 * g->yaw * facing, -0.7 * g->roll * drop);
    f.chest_turn =
        v3(0.3 * g->lean - 0.02 * wave(2.0 * phase), 0.9 * g->yaw * facing, -0.7 * g->roll * drop);
    f.gaze = v3(0.03 + 0.02 * wave(2.0 * phase), 0.1 * g->yaw * facing, 0);
    f.legs[0] = gait_leg(g, phase, 1.0);
    f.legs[1] = gait_leg(g, other, -1.0);
    f.arms[0] = gait_arm(g, phase);
    f.arms[1] = gait_arm(g, other);
    return f;
}
