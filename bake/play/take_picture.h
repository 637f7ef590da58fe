// A take to look at: frames without and with the effect, and what each coordinate did.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/export/strip.h"
#include "bake/play/play.h"
#include "bake/play/take_light.h"

typedef struct take_shown {
    const play_request* q;
    const play_take* t;
    const char* name_or_null; // written onto it; NULL of a take that is shown alone
    take_light light;         // under which it is shown, but for the differences
    bool uncorrected; // one row more: the same places with normals as the bones alone turn them
} take_shown;

// Rows of moments: above as the bones alone would have it; below, for each take, with soft flesh, and how
// far it is from one to the other, in one scale of colour for all. False with a sentence.
bool take_strip(const take_shown* takes, int32_t take_count, const strip_options* o, arena* memory,
                picture* out, report* r);

// How far each coordinate moves its farthest vertex, over time: the `most` liveliest ones as an SVG.
bytes take_plot(const play_request* q, const play_take* t, int32_t most, arena* memory);

// How far a unit of a part's k-th coordinate moves its farthest vertex: metres, whatever scale its mesh has.
double take_reach(const play_request* q, int32_t part, int32_t k);
