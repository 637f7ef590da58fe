// From a recording and a recipe to an asset that plays it: seconds, as often as rank and blending are tuned.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/bake.h"
#include "bake/record/recording.h"

// False with sentences when nothing of it could be played, or when the recipe asks for what a recording does not have. Tells
// the job of this thread of its stages.
bool bake_recording(const recording* x, const recipe* how, const bake_options* o, arena* memory,
                    bake_result* out, report* r);
