// Bodies of one asset, stepped side by side: one in each lane of a vector.
//
// A body by itself is stepped with its coordinates in the lanes, a part after the other: five coordinates fill five of
// eight lanes, and frames of bones none. Here lanes are bodies, so all that a step of an ordinary body does is done for WIDE of them at
// once. Every number is the same sum in the same order as in frame.c, drive.c, spin.c, bound.c and modal.c, so a body has the
// bits that it would have alone (test_crowd.c); who changes one of those changes this.
//
// What lanes do not take is stepped as it is alone, the body (many_takes) or one part of it from some substep on (step_part):
// flesh beyond half of its limit has a stiffness of its own in every substep.
// SPDX-License-Identifier: MIT
#pragma once

#include "runtime/body/body.h"
#include "runtime/math/wide.h"

enum {
    MANY_MOST = 64,        // bodies at once
    MANY_PARTS = 10,       // what one of them may have at most
    MANY_COORDS = 80,      // of all parts
    MANY_PART_COORDS = 16, // of one; more fill lanes by themselves
    MANY_BONES = 24
};

// Bodies that are stepped together, and what their bones do to them.
typedef struct many {
    const supple_prepared* prepared;
    const body_part* parts; // of one of them: what they have in common
    double dt;
    int32_t part_count, count, forced_count;
    bool eight; // lanes, of those whom many_eight.c compiles once more
    supple_body* body[MANY_MOST];
    int32_t forced[MANY_MOST];                // those whose bones move, or have lately
    bool limited[MANY_MOST];                  // as body_step.limited
    int32_t substeps[MANY_MOST];              // of the part that took most
    double area[MANY_MOST];                   // as body_step.area
    float shake[MANY_MOST][MANY_COORDS];      // as supple_body.shake_now
    double w[MANY_PARTS][3][MANY_MOST];       // as body_spin.w, and 0 where that is off
    double turning[MANY_PARTS][3][MANY_MOST]; // as body_spin.turning
} many;

// Steps bodies, each after driving it by its palette if there are any: [bone_count] of the first, of the next ... In eight lanes
// only if so many are allowed (tests want fewer), in as many as the machine has otherwise.
void many_step(supple_body* const* bodies, int32_t count, const supple_matrix* palettes_or_null,
               float dt, int32_t most_lanes);

// The frames of the bones of m->forced, what they do to coordinates (m->shake, b->load) and how they turn.
void many_drive(many* m);

// Advances the flesh of all.
void many_flesh(many* m);
