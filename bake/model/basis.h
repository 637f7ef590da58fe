// The few ways in which a part with sculpted targets moves: shapes as sculpted, then how the targets swing.
//
// Galoppo et al. 2009, section 4, with numerics.md C9: what every target moves by (pool.h), compacted by
// mass-PCA, and the targets' displacements. The paper appends these last; here they come first and the
// rest is compacted in what they leave, because then no mode repeats a sculpt, and a model of the first
// coordinates keeps the shapes that an artist made and loses the fastest jiggle. Last come up to three
// columns for what is then missing of how it hangs.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/stages.h"
#include "bake/fem/assemble.h"
#include "bake/model/target.h"

typedef struct basis_request {
    const target_set* set;
    const int32_t* number; // as assemble_free made it for the set's volume and fixed nodes
    int32_t free_count;
    const sparse *mass_of_all, *mass; // of all nodes and of the free ones, of the base
    int32_t count;                    // columns at most
    const elastic* bends_or_null;     // the set's body, when modal derivatives are wanted
    double far;                       // metres that it swings, which weighs those against modes
    int threads;
    place where;
} basis_request;

typedef struct basis {
    int32_t count;
    int32_t sculpted; // the first so many columns are made of the targets' displacements alone
    double* vectors;  // [count][3 * free_count], orthonormal in the mass
    double* sculpts;  // [count][target count] how much of each target's displacement is in a column
    double* rests;    // [target count][count] each target's displacement in these coordinates
    double* errors;   // [target count] what is lost of it, of its size, in the mass
    double*
        unlike;    // [target count] what is lost of the target's own modes: rms, as they are scaled
    double* first; // [target count] lambda of the target's first elastic mode
    double* values; // [mode_count] of basis_base's lowest modes, ascending
    int32_t mode_count;
} basis;

// The target with the least displacement: the base itself, where it is a target. The first of equals.
int32_t basis_base(const target_set* set);

// False with a sentence when there is no room for the sculpted shapes and a mode, or no modes can be found.
bool basis_make(const basis_request* q, stages* clock, basis* out, arena* memory, report* r);
