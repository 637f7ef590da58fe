// A point of one thing that is tried against another.
// SPDX-License-Identifier: MIT
#pragma once

#include "runtime/contact/contact_pair.h"
#include "runtime/contact/contact_side.h"

// Between two planes: all of the one body is before `end` along the normal, all of the other behind `begin`; both from a
// place near them. World units. A normal of zero: nothing is known.
typedef struct contact_slab {
    double normal[3], from[3];
    double end, begin;
    double closes; // what is farther before the other's plane cannot come to it in the substep
} contact_slab;

// Of two surfaces of which all points are placed.
contact_slab contact_slab_between(const contact_surface* a, const contact_surface* b);

// Points of one side against the other.
typedef struct contact_search {
    contact_pair* pair;
    const contact_side *from, *to;
    bool flip; // `from` is the other
    contact_depth* depth;
    // of points that are not tried yet:
    double near;  // nearer than this they are tried, however they move; world units
    double still; // ... with what flesh moves in the substep
    double turn;  // of `to` in the substep, radians
    bool rigid;   // neither is on bones
    bool bounded; // `to` is a free body, whose field bounds distances (contact_surface_least)
    contact_slab slab;
} contact_search;

// One of those points.
typedef struct contact_probe {
    double x[3], facing[3]; // facing: zero of what has no inside
    supple_point at;
    uint64_t id;
    uint32_t point; // of a body
} contact_probe;

// Adds the contact that the point has, if any. Returns how far it is from the other; 0 inside.
double contact_try(const contact_search* w, contact_probe* p);

// Whether a place of `from` that is `away` from the other, or farther, can come into contact in the substep: by how this
// very place moves against the other, which moves there as it does here, but for its turn.
bool contact_possible(const contact_search* w, const double x[3], double away);
