// What moving bones push flesh with, as forces on its nodes, and how the whole body answers when they do it slowly.
//
// A frame that accelerates by a + A r pushes every node by its mass times that: twelve loads. Where flesh lies on several bones, each
// of them pushes by itself what it carries (numerics.md C10): six more a bone, three of a and three of turning.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/model/select.h"

enum { LOADS_OF_A_BONE = 6 };

typedef struct loads_request {
    const tets* tets;
    const assemble_matrices *all, *moving; // of all nodes, and of those that move
    const int32_t* number;                 // as assemble_free made it
    int32_t free_count;
    select_shake shake;            // how strong
    int32_t bone_count;            // below 2: the body's own twelve loads are all there are
    const double* weights_or_null; // [bone_count][node_count], sums of one
    int threads;
} loads_request;

typedef struct load_set {
    int32_t count; // SELECT_LOADS, then LOADS_OF_A_BONE for each bone
    int32_t bone_count;
    double* forces;  // [count][3 * free_count]
    double* answers; // [count][3 * free_count] K^-1 times the force
} load_set;

// False with a sentence when the body is not held.
bool loads_answer(const loads_request* q, load_set* out, arena* memory, report* r);

// Half of force times answer over the body's own loads: the energy of a slow shake, J.
double loads_energy(const load_set* l, int32_t free_count);

// The turn about each axis as a sum of loads: two of them, with these signs.
typedef struct loads_turn {
    int load[2];
    double sign[2];
} loads_turn;
extern const loads_turn loads_turns[3];
