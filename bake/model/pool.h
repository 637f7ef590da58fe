// How the targets of a part move, each by itself: vectors that a basis is made from.
//
// Of every target, in its own shape and material but with the one mass of the base:
//   its lowest modes, each times lambda_1 / lambda_j (Galoppo et al. 2009, (9));
//   how it hangs by its weight along each axis, unless it is free (Wilson, Yuan and Dickens 1982): modes
//   alone need many coordinates for what gravity does (docs/decisions/0018-reduction.md);
//   where it rests half way to the nearest other one (between.h);
//   if wanted, modal derivatives of the first of both, as strong as they are when the first mode swings far.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/stages.h"
#include "bake/fem/assemble.h"
#include "bake/model/target.h"

typedef struct pool_request {
    const target_set* set;
    const int32_t* number; // as assemble_free made it for the set's volume and fixed nodes
    int32_t free_count;
    const sparse *mass_of_all, *mass; // of all nodes and of the free ones, of the base
    int32_t modes;                    // of each target
    const elastic* bends_or_null;     // the set's body, when derivatives are wanted
    double far;                       // metres
    int threads;
    place where;
} pool_request;

typedef enum pool_kind { POOL_MODE, POOL_WEIGHT, POOL_BETWEEN, POOL_DERIVATIVE } pool_kind;

typedef struct pool {
    int32_t count;
    double* vectors; // [count][3 * free_count]
    int32_t* target; // [count]
    pool_kind* kind; // [count]
    double* values;  // [target count][modes] (rad/s)^2, ascending
} pool;

// False with a sentence when something of a target cannot be found. Adds its stages to the clock.
bool pool_fill(const pool_request* q, stages* clock, pool* out, arena* memory, report* r);
