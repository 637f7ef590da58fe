// What may change while a body lives: tuning, options, level of detail.
// SPDX-License-Identifier: MIT
#pragma once

#include "runtime/body/body.h"

// The asset's tuning, all coordinates, these options.
void tune_start(supple_body* b, const supple_body_options* options);

// Whether a body may have these, which come from outside. tuning: [part_count] of supple_tuning, aligned or not.
bool tune_fits(const supple_body* b, const supple_body_options* options, const void* tuning);

// Rates from the asset's and the tuning; coefficients are computed again at the next step.
void tune_rates(supple_body* b);

// Moves fades by a step, and stops stepping what is gone.
void tune_fade(supple_body* b, float dt);
