// Numbers that a world is drawn by: one stream of them a world, the same on every machine.
// SPDX-License-Identifier: MIT
#pragma once

#include "scenes/world_script.h"

#include <math.h>

typedef struct draw {
    uint64_t state;
    world_script* s;
    double size;  // of the world's things, metres
    double speed; // of what falls by its size
} draw;

// Steele, Lea & Flood 2014 (splitmix64): neighbouring seeds have nothing in common.
static inline uint64_t bits(draw* d) {
    uint64_t z = d->state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static inline double even(draw* d, double low, double high) {
    return low + (high - low) * (double)(bits(d) >> 11) / 9007199254740992.0;
}

static inline bool chance(draw* d, double fraction) {
    return even(d, 0.0, 1.0) < fraction;
}

static inline int32_t whole(draw* d, int32_t low, int32_t high) { // both are possible
    return low + (int32_t)(bits(d) % (uint64_t)(high - low + 1));
}

static inline double log_even(draw* d, double low, double high) {
    return low * pow(high / low, even(d, 0.0, 1.0));
}

// Arguments and fields have no order of their own: numbers are drawn one a statement.
static inline vec3 any(draw* d, double reach) {
    double x = even(d, -reach, reach), y = even(d, -reach, reach), z = even(d, -reach, reach);
    return v3(x, y, z);
}

// In worlds of rigid bodies half of them; drawn only there, so that other seeds draw what they always drew.
static inline void draw_make_of(draw* d, bool among, script_body* b) {
    if (among && chance(d, 0.5))
        b->rigid = chance(d, 0.3) ? SCRIPT_HULL : SCRIPT_RIGID;
}

static inline double within(double x, double low, double high) {
    return x < low ? low : x > high ? high : x;
}
