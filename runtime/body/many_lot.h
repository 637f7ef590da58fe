// A lot: WIDE bodies, one part of which is stepped at once, as it takes as many substeps in all of them, of as many
// coordinates, and so has the same coefficients.
// SPDX-License-Identifier: MIT
#pragma once

#include "runtime/body/many.h"

#ifndef SUPPLE_PLAIN_LANES

// One part of WIDE bodies; the last of a list is there more than once.
typedef struct lot {
    many* m;
    int32_t p, first, active, substeps, orders, slot[WIDE];
    supple_body* b[WIDE];
    const body_part* part;
    float h;
    wide_mask gone; // stepped by themselves
    wide_mask limited;
    wide q[MANY_PART_COORDS], v[MANY_PART_COORDS], base[MANY_PART_COORDS], limit, bound;
    // the same for all lanes
    float e11[MANY_PART_COORDS], e12[MANY_PART_COORDS], e21[MANY_PART_COORDS],
        e22[MANY_PART_COORDS], g1[MANY_PART_COORDS], onward[MANY_PART_COORDS];
    // spin: [active][active], row after row
    wide_mask turns_any;   // whether it turns at all
    wide_mask turns_by[5]; // whether a term of that order counts
    wide throws[MANY_PART_COORDS * MANY_PART_COORDS], turns[MANY_PART_COORDS * MANY_PART_COORDS];
} lot;

// l->bound: how far the part is displaced in each lane, in limits.
void lot_find_bound(lot* l);

// What its bones' spin does to it in substeps of l->h, of which the first is at hand: spin_impulse and spin_begin of spin.c. And
// what that does before and after a substep.
void lot_begin_spin(lot* l);
void lot_spin_before(lot* l, int32_t active);
void lot_spin_after(lot* l, int32_t active);

// Steps it. beyond: half of the limit, so that each body is stepped by itself.
void lot_advance(lot* l, bool beyond);

#endif
