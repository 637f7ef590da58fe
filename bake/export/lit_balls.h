// Balls that stand for a body over the ground: what they keep from it, as an engine finds it, and how large they must be.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/export/lit_ground.h"
#include "bake/light/balls.h"
#include "supple/supple.h"

// What is kept of a light [order^2][3] at the places of a lattice, by the library's own arithmetic.
void lit_balls_keep(const supple_ball* balls, int32_t count, int32_t order, const double* light,
                    double height, raster_ground* g);

// All radii times one factor, so that balls hide as much of an even sky as the surface does, by rays: from ground that it stands on, and from
// ground half its size below. *off: root mean square of what is kept, where something is hidden. False with a sentence.
bool lit_balls_fit(const surface* f, const scene* s_or_null, ball* balls, int32_t count,
                   double* off, report* r);
