// The broad phase: which pairs may touch, by bounds alone.
//
// One for both who ask: a step, once, to know who is near something and is cut into substeps (world_step.c), and every
// substep, to look for contacts (touch.c). Bodies are sorted along x and swept; colliders are tried one by one. The
// order of pairs follows from slots and bounds alone, because contacts and their bits follow from it.
//
//   broad_phase p = broad_begin(finder, &scene);
//   for (broad_pair pair; broad_next(&p, &pair);)
// SPDX-License-Identifier: MIT
#pragma once

#include "runtime/touch.h"

// How much wider than its bounds a body is taken, of its size. A contact is one from TOUCH_NEAR of the size on, and
// bounds of the time ahead are not quite sure: flesh wobbles faster than the half that shell.c counts on, a turn is
// predicted to first order. As much again covers that, or the body is met a step late; more would cut bodies into
// substeps that touch nothing.
#define BROAD_MARGIN (2.0 * TOUCH_NEAR)

typedef struct broad_pair {
    int32_t body;
    int32_t other;    // a body: a later slot, or `body` itself; or -1 ...
    int32_t collider; // ... and a collider, or -1
} broad_pair;

// All pairs with colliders, then bodies with themselves, then with each other.
typedef enum broad_stage { BROAD_COLLIDERS, BROAD_SELF, BROAD_BODIES, BROAD_DONE } broad_stage;

typedef struct broad_phase {
    const touch_scene* scene;
    int32_t* sorted; // [sorted_count] slots by their lower bound along x
    int32_t sorted_count;
    broad_stage stage;
    int32_t at, next; // of the pair to be tried
} broad_phase;

// The bounds of all bodies in the scene over its h; at least one of a pair is awake, or a collider that moves.
broad_phase broad_begin(touch_finder* finder, const touch_scene* scene);

// The next pair that is not apart; false when there are no more. A body that was asleep may be woken between two calls
// (touch_body.asleep): pairs that are still to come know.
bool broad_next(broad_phase* p, broad_pair* out);
