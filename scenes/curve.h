// Smooth numbers over time, from a few keys: what motions are written in.
// SPDX-License-Identifier: MIT
#pragma once

#include <stdint.h>

typedef struct curve_key {
    double time, value;
} curve_key;

// Monotone cubic through ascending keys (Fritsch & Carlson 1980): no overshoot, so a foot that is
// keyed flat twice stays flat between; velocity is continuous and zero at highs and lows. Held
// before the first key and after the last.
double curve_at(const curve_key* keys, int32_t count, double time);

// The same, repeated: the last key is the first one period later.
double curve_cycle(const curve_key* keys, int32_t count, double time);

// The cubic from value p with velocity v to q with velocity w, over `length`, at time t of it.
double curve_hermite(double p, double v, double q, double w, double length, double t);
