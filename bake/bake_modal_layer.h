// A MODAL part on the vertices of a recorded one, so that what plays a recording can still be poked and grabbed.
//
// Its modes are those of the simulation that was recorded, about its rest: so a towel swings as a towel, with the weight and
// the contact that it has there, and no volume is made up for it. What the support does to the body is in the recording
// already; so bones do not shake this part (its `response` is 0), and where nobody touches it it adds nothing.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/bake.h"
#include "bake/portrait/portrait_draft.h"

typedef struct modal_layer_request {
    const portrait* of; // the recording's vertices and rest
    const portrait_members* members;
    const recipe* how;         // recorded.modes and recorded.scene_or_null
    const float (*normals)[3]; // [vertex_count] at rest
    const bake_options* options;
} modal_layer_request;

// Can the scene that the recipe names be read, if it asks for modes? Before anything slow is done. False with a sentence.
bool modal_layer_suits(const recipe* how, const char* recording_path, arena* memory, report* r);

// Part and row name things of the memory. False with a sentence, also when the scene is not the one that was recorded.
bool modal_layer_make(const modal_layer_request* q, arena* memory, asset_draft_part* part,
                      supple_bake_part* row, report* r);
