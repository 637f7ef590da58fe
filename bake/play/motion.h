// A support that moves, and the body on it: ways and turns over time, as a clip of a scene.
//
// For bodies without a skeleton (the organs of DyRT's surgical scene ride on a breathing patient), and for
// characters that stand on something.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/import/biovision.h"
#include "bake/scene/scene.h"

typedef struct motion_key {
    double time;       // seconds, ascending from key to key
    vec3 displacement; // metres, from where the body stands in its file
    quat turn;         // about the origin of the world, before the way
} motion_key;

typedef struct motion {
    int32_t count;
    motion_key* keys;
} motion;

// Lines "time, x, y, z" or "time, x, y, z, qx, qy, qz, qw" (seconds, metres, a quaternion of any length but
// zero); the first line may name the columns; # begins a comment. False with a sentence and its line.
bool motion_read(bytes file, const char* path, arena* memory, motion* out, report* r);

// A patient's breath: up, a pause, down, a longer pause; begins and ends at rest.
motion motion_breathing(int32_t breaths, arena* memory);

// The root of a motion capture, its actor taken to be of a usual height, from where it begins.
motion motion_of_biovision(const biovision* b, arena* memory);

// The scene with one clip more, its last one, in which all of it moves so. metres: of the world's unit.
scene motion_scene(const motion* m, const scene* s, double metres, const char* name, arena* memory);
