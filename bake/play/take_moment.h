// One frame of a take as surfaces to draw: with and without its flesh.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/mesh/bounds.h"
#include "bake/play/play.h"

typedef struct take_moment {
    surface stiff,
        soft; // as the bones alone have it, and with flesh; solids of the request stand beside both
    double most; // the largest distance between them, metres
    vec3 shift;  // by which both were moved sideways
    bounds box;  // what a picture is of: the soft body and what stands in its way, no instrument
} take_moment;

// Sideways the body stands in the middle, wherever it goes.
take_moment take_moment_at(const play_request* q, const play_take* t, int32_t frame, arena* memory);
