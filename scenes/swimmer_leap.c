// The jump and the dive. Between take-off and contact the hips fly under gravity alone: two numbers
// (place and velocity at take-off) decide the arc, and everything else is keyed around it.
// SPDX-License-Identifier: MIT
#include "scenes/curve.h"
#include "scenes/swimmer.h"

#define COUNT(table) ((int32_t)(sizeof(table) / sizeof *(table)))
#define AT(table, t) curve_at(table, COUNT(table), t)

static const double gravity = 9.81;

static double flight(double from, double speed, double t) {
    return from + speed * t - 0.5 * gravity * t * t;
}

// ---- jump --------------------------------------------------------------------------------------

#define JUMP_OFF   0.98
#define JUMP_SPEED 2.45  // upward, m/s
#define JUMP_HIGH  0.075 // the hips at take-off, on tiptoe
#define JUMP_LAND  1.495
#define JUMP_LOW   1.73 // knees bent deepest after landing

const leap_times jump_times = {JUMP_OFF, JUMP_LAND, 2.55};

static const double jump_deep = -0.27, land_deep = -0.25;

static double jump_hips(double t) {
    double stand = figure_standing().hips.y;
    double touch = flight(JUMP_HIGH, JUMP_SPEED, JUMP_LAND - JUMP_OFF);
    if (t < 0.13)
        return stand;
    if (t < 0.68)
        return curve_hermite(stand, 0, jump_deep, 0, 0.55, t - 0.13);
    if (t < JUMP_OFF)
        return curve_hermite(jump_deep, 0, JUMP_HIGH, JUMP_SPEED, JUMP_OFF - 0.68, t - 0.68);
    if (t < JUMP_LAND)
        return flight(JUMP_HIGH, JUMP_SPEED, t - JUMP_OFF);
    if (t < JUMP_LOW)
        return curve_hermite(touch, JUMP_SPEED - gravity * (JUMP_LAND - JUMP_OFF), land_deep, 0,
                             JUMP_LOW - JUMP_LAND, t - JUMP_LAND);
    return t < 2.43 ? curve_hermite(land_deep, 0, stand, 0, 2.43 - JUMP_LOW, t - JUMP_LOW) : stand;
}

static const curve_key jump_pitch[] = {{0.76, 0},    {0.98, 0.95},      {1.08, 0.85},
                                       {1.30, 0.35}, {JUMP_LAND, 0.42}, {1.58, 0}};
static const curve_key jump_lean[] = {{0.13, 0},    {0.68, 0.62}, {0.96, 0.02}, {1.18, -0.04},
                                      {1.48, 0.10}, {1.74, 0.55}, {2.43, 0}};
static const curve_key jump_swing[] = {{0.03, 0.02}, {0.60, -0.95}, {1.00, 2.75}, {1.24, 2.55},
                                       {1.50, 1.45}, {1.76, 0.55},  {2.48, 0.02}};
static const curve_key jump_elbow[] = {{0.08, 0.28}, {0.60, 0.30}, {0.80, 0.60}, {1.00, 0.22},
                                       {1.48, 0.45}, {1.78, 0.65}, {2.48, 0.28}};
static const curve_key jump_spread[] = {{0.08, 0.30}, {0.60, 0.42}, {1.00, 0.32},
                                        {1.48, 0.62}, {1.78, 0.58}, {2.48, 0.30}};
static const curve_key jump_look[] = {
    {0.08, 0}, {0.66, 0.18}, {1.03, -0.20}, {1.50, 0.22}, {2.28, 0}};

// The hips go back over the heels as they sink.
static double jump_back(double hips) {
    return 0.33 * (hips < 0.0 ? hips : 0.0);
}

static vec3 jump_ankle(double t, double pitch, double* toe) {
    vec3 stand = figure_standing().legs[0].ankle;
    const double step = 1e-4;
    double unused;
    if (t <= JUMP_OFF || t >= JUMP_LAND)
        return figure_planted(stand, pitch, toe);

    // off the ground with the speed of the rising heel, up under the body, down onto the ball
    vec3 off = figure_planted(stand, AT(jump_pitch, JUMP_OFF), toe);
    vec3 before = figure_planted(stand, AT(jump_pitch, JUMP_OFF - step), &unused);
    vec3 touch = figure_planted(stand, AT(jump_pitch, JUMP_LAND), &unused);
    vec3 after = figure_planted(stand, AT(jump_pitch, JUMP_LAND + step), &unused);
    vec3 v = v3_scale(v3_sub(off, before), 1.0 / step);
    vec3 w = v3_scale(v3_sub(after, touch), 1.0 / step);
    const double top = 0.5 * (JUMP_OFF + JUMP_LAND), half = top - JUMP_OFF;
    *toe = t < top ? curve_hermite(*toe, 0, 0.0, 0, half, t - JUMP_OFF)
                   : curve_hermite(0.0, 0, AT(jump_pitch, JUMP_LAND), 0, half, t - top);
    if (t < top)
        return v3(stand.x, curve_hermite(off.y, v.y + 1.2, 0.50, 0, half, t - JUMP_OFF),
                  curve_hermite(off.z, v.z, stand.z - 0.10, 0, half, t - JUMP_OFF));
    return v3(stand.x, curve_hermite(0.50, 0, touch.y, w.y - 1.2, half, t - top),
              curve_hermite(stand.z - 0.10, 0, touch.z, w.z, half, t - top));
}

figure jump_figure(double t) {
    figure f = figure_standing();
    double lean = AT(jump_lean, t);
    f.hips.y = jump_hips(t);
    f.hips.z = jump_back(f.hips.y) - jump_back(figure_standing().hips.y);
    f.hips_turn.x = 0.55 * lean;
    f.spine_turn.x = 0.35 * lean;
    f.chest_turn.x = 0.25 * lean;
    f.gaze.x = AT(jump_look, t);
    for (int side = 0; side < 2; ++side) {
        figure_leg* leg = &f.legs[side];
        leg->pitch = AT(jump_pitch, t);
        leg->ankle = jump_ankle(t, leg->pitch, &leg->toe);
        leg->ankle.x *= side ? -1.0 : 1.0;
        f.arms[side].swing = AT(jump_swing, t);
        f.arms[side].elbow = AT(jump_elbow, t);
        f.arms[side].spread = AT(jump_spread, t);
    }
    return f;
}

// ---- dive --------------------------------------------------------------------------------------

#define DIVE_OFF 1.08

const leap_times dive_times = {DIVE_OFF, 1.98, 1.98};

static const double dive_rise = 2.75, dive_run = 1.75; // m/s at take-off
static const double dive_y = 0.02, dive_z = 0.30;      // the hips' way to there

static double dive_hips_y(double t) {
    double stand = figure_standing().hips.y;
    if (t < 0.13)
        return stand;
    if (t < 0.73)
        return curve_hermite(stand, 0, -0.22, 0, 0.60, t - 0.13);
    if (t < DIVE_OFF)
        return curve_hermite(-0.22, 0, dive_y, dive_rise, DIVE_OFF - 0.73, t - 0.73);
    return flight(dive_y, dive_rise, t - DIVE_OFF);
}

static double dive_hips_z(double t) {
    if (t < 0.13)
        return 0.0;
    if (t < 0.63)
        return curve_hermite(0, 0, -0.06, 0, 0.50, t - 0.13);
    if (t < DIVE_OFF)
        return curve_hermite(-0.06, 0, dive_z, dive_run, DIVE_OFF - 0.63, t - 0.63);
    return dive_z + dive_run * (t - DIVE_OFF);
}

static const curve_key dive_hips[] = {{0.13, 0},    {0.73, 0.42}, {1.08, 0.55},
                                      {1.38, 1.55}, {1.68, 2.25}, {1.98, 2.62}};
static const curve_key dive_back[] = {{0.13, 0},    {0.73, 0.40},  {1.03, -0.05}, {1.38, 0.62},
                                      {1.60, 0.45}, {1.88, -0.06}, {1.98, -0.06}};
static const curve_key dive_look[] = {{0.08, 0},    {0.73, 0.10}, {1.08, 0.25},
                                      {1.38, 2.05}, {1.73, 2.55}, {1.98, 2.72}};
static const curve_key dive_swing[] = {{0.03, 0.02}, {0.66, -1.05}, {1.08, 2.45},
                                       {1.38, 2.10}, {1.78, 3.08},  {1.98, 3.12}};
static const curve_key dive_spread[] = {{0.08, 0.30}, {0.66, 0.35}, {1.08, 0.20},
                                        {1.38, 0.10}, {1.73, 0.02}, {1.98, 0.00}};
static const curve_key dive_elbow[] = {
    {0.08, 0.28}, {0.66, 0.20}, {0.88, 0.45}, {1.13, 0.12}, {1.78, 0.06}};
static const curve_key dive_pitch[] = {{0.80, 0}, {1.08, 1.05}};
static const curve_key dive_free[] = {{1.06, 0}, {1.28, 1}};
static const curve_key dive_hip_bend[] = {{1.08, 0.05}, {1.36, 1.55}, {1.48, 1.50}, {1.86, -0.04}};
static const curve_key dive_knee[] = {{1.08, 0.10}, {1.33, 0.22}, {1.68, 0.10}, {1.88, 0.04}};

figure dive_figure(double t) {
    figure f = figure_standing();
    double back = AT(dive_back, t);
    f.hips = v3(0, dive_hips_y(t), dive_hips_z(t));
    f.hips_turn.x = AT(dive_hips, t);
    f.spine_turn.x = 0.55 * back;
    f.chest_turn.x = 0.45 * back;
    f.gaze.x = AT(dive_look, t);
    for (int side = 0; side < 2; ++side) {
        figure_leg* leg = &f.legs[side];
        leg->pitch = AT(dive_pitch, t);
        leg->ankle = figure_planted(leg->ankle, leg->pitch, &leg->toe);
        leg->free = AT(dive_free, t);
        leg->toe *= 1.0 - leg->free;
        leg->hip_bend = AT(dive_hip_bend, t);
        leg->knee_bend = AT(dive_knee, t);
        leg->ankle_bend = 0.85;
        f.arms[side].swing = AT(dive_swing, t);
        f.arms[side].spread = AT(dive_spread, t);
        f.arms[side].elbow = AT(dive_elbow, t);
        f.arms[side].fist = 0.25 - 0.2 * leg->free;
    }
    return f;
}
