// What pins need within a step: how they belong together, their rows, and arrays for the solver.
//
// Scratch of a body, filled before the first substep. Pins that share a part are solved together, others
// apart, so that a pin on an ear knows nothing of one on the belly.
// SPDX-License-Identifier: MIT
#pragma once

#include "runtime/pin.h"
#include "runtime/point.h"

// A run of pins that share parts with each other and with no other pin.
typedef struct pin_group {
    int32_t first, count; // of the pins
    uint64_t parts[4];    // a bit each
    double scale;         // the largest of the pins' grounds
} pin_group;

struct pin_work {
    int32_t pin_count, group_count;
    uint8_t slot[PIN_MOST]; // of each pin; groups one after another
    point_ground ground[PIN_MOST];
    pin_group groups[PIN_MOST];
    double base[PIN_MOST][3]; // where the point would be if nothing were displaced
    double from[PIN_MOST][3]; // how far flesh displaces it before the step
    double way[PIN_MOST][3];  // what it is to travel in it
    double numbers[];         // pin_arrays
};

typedef struct pin_arrays {
    int32_t n;         // coordinates
    double* rows;      // [3 pins][n] W, with fading coordinates faded
    double* gain;      // [n] of a pull within a substep, and ...
    double* impulse;   // [n] ... whether it comes as an impulse
    double* ease;      // [n] the gain of a pull for ever: compliance
    double* predicted; // [n] q at the end of the substep without the pins
    double* flesh;     // [n] scratch: a state of all coordinates
    double* rest;      // [n] where the load holds it
    double* pull;      // [n]
    double* missing;   // [3 pins]
    double* scratch;   // [size]
    double* inverse;   // [3 pins][size], one group's after another
    double* square;    // [size][size]
} pin_arrays;

static inline bool pin_work_has(const uint64_t parts[4], int32_t part) {
    return (parts[part / 64] >> (part % 64) & 1) != 0;
}

// The arrays in work->numbers.
pin_arrays pin_work_arrays(const supple_body* body);

// All of the above but `way`, from the body's pins, for substeps of h seconds.
void pin_work_begin(const supple_body* body, double h);
