// Pins: points of the surface that are held at places of the world.
//
// A step with pins is cut into pin_cuts equal ones (runtime/pull.h says why), each of them prepared
// and propagated like any other; before each, pin_pull changes velocities and forces so that it ends
// with the points in place. What holds it back: a point nears its target by at most 30 times its
// part's limit a second, and no part is pulled beyond its limit.
// SPDX-License-Identifier: MIT
#pragma once

#include "supple/supple.h"

// In the state of a body: [options.max_pins], all zero at first.
typedef struct pin_slot {
    supple_point at;
    supple_vec3 target; // world
    uint16_t generation;
    uint16_t used;
} pin_slot;

// Scratch of a body outside its state, in doubles.
size_t pin_scratch_count(int max_pins, int coord_count);

// How many equal steps a step of dt must be cut into: 1 without pins.
int pin_cuts(const supple_body* body, double dt);

// Before each of the `cuts` steps, cut = 0 .. cuts - 1, when the palette is that of the step's end,
// the propagator is prepared for one of them and `force` has everything else.
void pin_pull(supple_body* body, int cut, int cuts);
