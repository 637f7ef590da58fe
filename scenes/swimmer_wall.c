// The swimmer leaps at a wall, belly first, and is thrown back: figure 1 of Galoppo et al. 2009.
//
// Bones know nothing of the wall, flesh does. So the bones' way is that of a mass on a spring: from the
// moment the belly meets the wall the hips go on by seven centimetres, are stopped, and leave again with three
// quarters of the speed they came with. Before and after that they fly. A world with a wall in that place
// squeezes what is soft by as much as the bones go on (docs/decisions/0024-wall.md).
// SPDX-License-Identifier: MIT
#include "scenes/curve.h"
#include "scenes/swimmer.h"

#define COUNT(table) ((int32_t)(sizeof(table) / sizeof *(table)))
#define AT(table, t) curve_at(table, COUNT(table), t)

static const double gravity = 9.81;

#define WALL_OFF  1.00 // seconds: feet leave the ground
#define WALL_HIT  1.33 // the belly meets the wall: at the top of the leap
#define WALL_DEEP 1.40 // as far in as it goes
#define WALL_BACK 1.50 // and off again
#define WALL_LAND 1.70 // feet on the ground
#define WALL_LOW  1.93 // knees bent deepest
#define WALL_END  2.80

const leap_times wall_times = {WALL_OFF, WALL_HIT, WALL_END};
const double wall_landing = WALL_LAND;

static const double rise = 3.20;                 // m/s at take-off
static const double off_y = 0.02, low_y = -0.25; // the hips, from rest
static const double off_z = 0.16, hit_z = 0.781; // ... and forward
static const double in = 0.070, thrown = 0.75;   // metres that the bones go on; share of the speed
static const double stand_z = 0.20;              // where the feet come down
static const double back_z = 0.28;               // ... and how far back the hips go over them

static double run_speed(void) {
    return (hit_z - off_z) / (WALL_HIT - WALL_OFF);
}

static double hips_y(double t) {
    double stand = figure_standing().hips.y, up = t - WALL_OFF;
    if (t < 0.10)
        return stand;
    if (t < 0.66)
        return curve_hermite(stand, 0, -0.24, 0, 0.56, t - 0.10);
    if (t < WALL_OFF)
        return curve_hermite(-0.24, 0, off_y, rise, WALL_OFF - 0.66, t - 0.66);
    if (t < WALL_LAND)
        return off_y + rise * up - 0.5 * gravity * up * up;
    up = WALL_LAND - WALL_OFF;
    double touch = off_y + rise * up - 0.5 * gravity * up * up;
    if (t < WALL_LOW)
        return curve_hermite(touch, rise - gravity * up, low_y, 0, WALL_LOW - WALL_LAND,
                             t - WALL_LAND);
    return t < 2.60 ? curve_hermite(low_y, 0, stand, 0, 2.60 - WALL_LOW, t - WALL_LOW) : stand;
}

// At the wall's surface with the speeds of the flights before and after.
static double hips_z(double t) {
    double v = run_speed(), back = thrown * v;
    if (t < 0.10)
        return 0.0;
    if (t < 0.60)
        return curve_hermite(0, 0, -0.07, 0, 0.50, t - 0.10);
    if (t < WALL_OFF)
        return curve_hermite(-0.07, 0, off_z, v, WALL_OFF - 0.60, t - 0.60);
    if (t < WALL_HIT)
        return off_z + v * (t - WALL_OFF);
    if (t < WALL_DEEP)
        return curve_hermite(hit_z, v, hit_z + in, 0, WALL_DEEP - WALL_HIT, t - WALL_HIT);
    if (t < WALL_BACK)
        return curve_hermite(hit_z + in, 0, hit_z, -back, WALL_BACK - WALL_DEEP, t - WALL_DEEP);
    double land = hit_z - back * (WALL_LAND - WALL_BACK);
    if (t < WALL_LAND)
        return hit_z - back * (t - WALL_BACK);
    if (t < WALL_LOW)
        return curve_hermite(land, -back, back_z, 0, WALL_LOW - WALL_LAND, t - WALL_LAND);
    return t < 2.60 ? curve_hermite(back_z, 0, stand_z, 0, 2.60 - WALL_LOW, t - WALL_LOW) : stand_z;
}

// Crouched, stretched out with the belly ahead, folded up as it is thrown back, crouched.
static const curve_key hips_turn[] = {{0.10, 0},    {0.66, 0.40}, {1.00, 0.30}, {1.22, 0.02},
                                      {1.44, 0.02}, {1.66, 0.05}, {1.95, 0.32}, {2.50, 0}};
static const curve_key back_bend[] = {{0.10, 0},     {0.66, 0.55}, {1.00, 0.0},  {1.24, -0.42},
                                      {1.42, -0.42}, {1.66, 0.60}, {1.93, 0.85}, {2.55, 0}};
static const curve_key look[] = {{0.06, 0},     {0.66, 0.10}, {1.02, 0.0},  {1.26, -0.55},
                                 {1.44, -0.60}, {1.70, 0.30}, {1.95, 0.40}, {2.50, 0}};
static const curve_key arm_swing[] = {{0.03, 0.02},  {0.62, -1.00}, {1.00, 1.60}, {1.26, -0.15},
                                      {1.44, -0.25}, {1.70, 0.45},  {1.95, 0.60}, {2.60, 0.02}};
static const curve_key arm_spread[] = {{0.06, 0.30}, {0.62, 0.40}, {1.02, 0.60}, {1.26, 1.45},
                                       {1.44, 1.50}, {1.72, 0.95}, {2.00, 0.55}, {2.60, 0.30}};
static const curve_key arm_elbow[] = {{0.06, 0.28}, {0.62, 0.25}, {1.02, 0.40}, {1.26, 0.10},
                                      {1.44, 0.10}, {1.72, 0.60}, {2.60, 0.28}};
static const curve_key foot_pitch[] = {
    {0.72, 0}, {1.00, 1.00}, {1.10, 0.6}, {1.70, 0.25}, {1.80, 0}};
static const curve_key leg_free[] = {{0.98, 0}, {1.16, 1}, {1.52, 1}, {1.69, 0}};
static const curve_key hip_bend[] = {
    {1.00, 0.05}, {1.24, -0.42}, {1.44, -0.40}, {1.62, 0.95}, {1.70, 0.85}};
static const curve_key knee_bend[] = {
    {1.00, 0.10}, {1.24, 0.95}, {1.44, 1.05}, {1.62, 1.35}, {1.70, 1.05}};

figure wall_figure(double t) {
    figure f = figure_standing();
    double back = AT(back_bend, t), shift = t < WALL_HIT ? 0.0 : stand_z;
    f.hips = v3(0, hips_y(t), hips_z(t));
    f.hips_turn.x = AT(hips_turn, t);
    f.spine_turn.x = 0.55 * back;
    f.chest_turn.x = 0.45 * back;
    f.gaze.x = AT(look, t);
    for (int side = 0; side < 2; ++side) {
        figure_leg* leg = &f.legs[side];
        leg->pitch = AT(foot_pitch, t);
        leg->ankle.z += shift;
        leg->ankle = figure_planted(leg->ankle, leg->pitch, &leg->toe);
        leg->free = AT(leg_free, t);
        leg->toe *= 1.0 - leg->free;
        leg->hip_bend = AT(hip_bend, t);
        leg->knee_bend = AT(knee_bend, t);
        leg->ankle_bend = 0.45 * leg->free;
        f.arms[side].swing = AT(arm_swing, t);
        f.arms[side].spread = AT(arm_spread, t);
        f.arms[side].elbow = AT(arm_elbow, t);
        f.arms[side].fist = 0.25 - 0.2 * leg->free;
    }
    return f;
}
