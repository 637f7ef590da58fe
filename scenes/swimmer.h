// The swimmer, between its files: shape, paint, skeleton, motion.
// SPDX-License-Identifier: MIT
#pragma once

#include "scenes/painter.h"
#include "scenes/rig.h"

// Labels of the body's parts, for the skeleton.
enum { SWIMMER_TORSO, SWIMMER_HEAD, SWIMMER_ARM, SWIMMER_LEG };

// Joints: the middle and the left; a right one stands SWIMMER_RIGHT after its left twin.
enum {
    J_HIPS,
    J_SPINE,
    J_CHEST,
    J_NECK,
    J_HEAD,
    J_CLAVICLE,
    J_UPPER_ARM,
    J_FOREARM,
    J_HAND,
    J_FINGERS,
    J_THIGH,
    J_SHIN,
    J_FOOT,
    J_TOE,
    SWIMMER_HALF,
    SWIMMER_RIGHT = SWIMMER_HALF - J_CLAVICLE,
    SWIMMER_JOINTS = SWIMMER_HALF + SWIMMER_RIGHT
};

sdf_body swimmer_body(arena* memory);
sdf_mesh swimmer_mesh(const sdf_body* body, arena* memory);

// Linear RGBA; moves vertices onto the edges of the paint.
float (*swimmer_paint(const sdf_body* body, sdf_mesh* m, arena* memory))[4];

rig swimmer_rig(arena* memory);

// As many bones as the character of Galoppo et al. 2009 has: the same 23 first, so that all motions fit, and 23 that
// ride on them.
enum { SWIMMER_FINE = 46 };
rig swimmer_rig_fine(arena* memory);

// A moment of a motion in the words of an animator. Angles are radians; side 0 is the left, and
// both sides read alike: what is outward on one is outward on the other.
typedef struct figure_leg {
    vec3 ankle;                 // where it shall be, in the world
    double pitch;               // of the foot: toes down is positive
    double yaw;                 // toes outward
    double toe;                 // toes bent up against the foot
    double hip_bend, knee_bend; // a free leg: thigh forward, heel to bottom
    double ankle_bend;          // a free foot: toes pointed
    double free;                // 0: the ankle is where it shall be; 1: as the bends say
} figure_leg;

typedef struct figure_arm {
    double swing;  // from hanging forward; pi is overhead
    double spread; // from the body outward
    double twist, elbow, wrist, fist;
} figure_arm;

typedef struct figure {
    vec3 hips;                              // away from rest
    vec3 hips_turn, spine_turn, chest_turn; // pitch forward, yaw to the left, roll to the right
    vec3 gaze;                              // the head's turn in the world
    figure_leg legs[2];
    figure_arm arms[2];
} figure;

// Standing at ease.
figure figure_standing(void);
void figure_pose(const rig* g, const figure* f, rig_pose* out);

// The ankle of a foot that stands with its flat place at `foot` (the ankle's, when the foot is flat)
// and is pitched about its ball (toes down) or its heel (toes up). `toe` keeps the toes flat.
vec3 figure_planted(vec3 foot, double pitch, double* toe);

// Motions: fill a figure for a time in seconds.
enum { GAIT_WALK, GAIT_RUN };
double gait_period(int gait);
double gait_speed(int gait); // of the ground under the feet, backward, m/s
figure gait_figure(int gait, double time);

// When a leap leaves the ground and when it touches something again, and how long the clip is.
typedef struct leap_times {
    double takeoff, contact, end;
} leap_times;
extern const leap_times jump_times, dive_times, wall_times;
extern const double wall_landing; // after the wall
figure jump_figure(double time);
figure dive_figure(double time);
figure wall_figure(double time); // at a wall that stands at z = 1 m

// Sitting down on a stool, and standing up.
extern const double sit_time;
extern const vec3 sit_stool, sit_stool_size; // its middle and its edges, metres
double sit_fraction(double time);            // how far down, 0 to 1
figure sit_figure(double time);

// Curling up like a child asleep, and back.
extern const double curl_time;
double curl_fraction(double time); // how far curled up, 0 to 1
figure curl_figure(double time);

// Adds walk, run, jump, dive, wall, sit and curl.
void swimmer_clips(const rig* g, scene* s, arena* memory);

// Adds the shapes that go with curling up, and shows them in the last clip.
void swimmer_sculpt(scene* s, arena* memory);
