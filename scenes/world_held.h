// Overlaps that joints ask for: nobody can take them back.
// SPDX-License-Identifier: MIT
#pragma once

#include "scenes/world_run.h"

// The smallest extent of what the script leads: bones, what it lifts, a collider with a path; metres. 0: of what it does not
// lead, and of sheets. body_or_null: else the collider.
double held_by_script(const world_run* r, const run_body* body_or_null, supple_collider id);

// How far a body can get from one of its places to another, held by rigid joints to the world or to bones as it is; metres.
double held_reach(const world_run* r, const run_body* b);

// Whether a rigid joint holds two bodies so near that they overlap as they are made.
bool held_together(const world_run* r, const run_body* a, const run_body* b);
