// Lights that need no picture: a few skies as numbers, in spherical harmonics of any order.
//
// A sky is a grey part, one that grows towards the zenith, one towards the ground (cosine lobes), and a sun. The sun is a point as sharp as
// the order allows, its bands smoothed (a window of Lanczos), so that it does not ring. Under every sky an open white surface that
// looks up sends out about 1.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/arena.h"
#include "bake/light/sh.h"

#include <stdbool.h>

// The names with commas between, for sentences; NULL ends the list of sky_names.
extern const char* const sky_names[];
const char* sky_list(arena* memory);

// light: [sh_count(order)][3]. y is up; turned round it by degrees, against the clock seen from above. False: there is no such sky.
bool sky_light(const char* name, double degrees, int32_t order, double* light);

// What arrives, of a transfer [point_count][order^2][3] (transfer.h), under a light; below 0, where few harmonics ring, it is 0.
// out: [point_count][3].
void sky_arriving(const float* transfer, int32_t point_count, int32_t order, const double* light,
                  float (*out)[3]);
