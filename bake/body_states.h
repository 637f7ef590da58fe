// Shapes that a body without a skeleton may take: of its clips, of falls onto a floor, and at random within its limits.
//
// What is displayed is a function of coordinates q, so that shapes are rows of q. Random ones have the same energy in every mode, on
// average, as flesh has that was struck anywhere, and go up to most of the limit.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/file.h"
#include "bake/model/asset_draft.h"
#include "bake/model/binding.h"

typedef struct body_states {
    int32_t count, coord_count;
    double* q;                    // [count][coord_count]; the first is the rest
    int32_t clips, falls, random; // states of each kind
} body_states;

// asset: of the draft, without light. False with a sentence.
bool body_states_find(const scene* s, const binding* b, const asset_draft* d, bytes asset,
                      arena* memory, body_states* out, report* r);
