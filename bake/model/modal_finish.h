// From the modes that were found to the coordinates of a modal model: described, tuned, chosen, damped.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/model/modal.h"
#include "bake/model/select.h"

typedef struct modal_finishing {
    const modal_request* q;
    const assemble_matrices *all, *moving; // of all nodes, and of those that move
    const uint8_t* seen;                   // [free_count] nodes of the surface
    eigen_modes* found;
} modal_finishing;

// Fills all of the model that follows from the modes found, but what bones do to it.
bool modal_finish(const modal_finishing* x, modal_model* out, arena* memory, arena* scratch,
                  report* r);

// No bone excites a free body: what it would be ranked by is rounding.
static inline bool modal_ranks_by_energy(const modal_request* q, const modal_model* m) {
    return q->excited && m->fixed_count > 0;
}

// The largest displacement of a node that is seen.
static inline double modal_largest(const modal_model* m, const uint8_t* seen,
                                   const double* vector) {
    return sqrt(select_reach(vector, m->free_count, seen, 1.0));
}
