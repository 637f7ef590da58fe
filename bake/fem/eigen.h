// The lowest vibration modes: K x = lambda M x, by the engine that one chooses (eigen_engine.h).
//
// Each piece of a body that hangs together is a problem of its own: pieces alike have all their values as
// often as there are pieces, and no block of an iteration is wide enough for every number of them.
//
// Signs and bases of equal eigenvalues depend on the body and the numbering of its nodes, not on the
// noise the method starts from (eigen_bases.h); the bits are the same whatever the number of threads.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/fem/eigen_engine.h"

typedef struct eigen_request {
    int32_t count; // the most modes wanted, the rigid ones of a free body among them
    bool free;     // nothing is fixed: the stiffness is singular
    int threads;
    double
        accuracy; // of values, relative, that is enough: residuals may be large then; 0: to rounding
    double below;  // only modes with a value below this, (rad/s)^2; 0: as many as `count`
    uint32_t seed; // of the noise to start from; another one gives the same modes up to rounding
    const eigen_engine* engine_or_null; // NULL: eigen_dense for small pieces, else eigen_cholesky
    const eigen_remote* remote_or_null; // instead: the stiffness has a pattern and no numbers
    const eigen_elements*
        elements_or_null; // what to make it from, there or for an accuracy; `row` is all nodes'
} eigen_request;

typedef struct eigen_modes {
    int32_t count;     // 0 when none lies below the bound
    int32_t rigid;     // how many of them move without deforming; their value is exactly 0
    int32_t pieces;    // that hang together
    bool more;         // there are modes below the bound that `count` left no room for
    double* values;    // [count] ascending, (rad/s)^2
    double* vectors;   // [count][3 * rows] with x' M x = 1, the largest component positive
    double* residuals; // [count] |K x - lambda M x| / |(lambda - shift) M x|
    double shift;      // 0, or below 0 for a free body; of several pieces the lowest
    eigen_cost cost;
} eigen_modes;

// False with a sentence when more modes are asked for than there are unknowns, when the body is not
// held although `free` is false, or when the modes were not found to a residual of 1e-3; above 1e-6
// there is a note. With an accuracy residuals are not asked. With a bound the count may be larger than the unknowns.
bool eigen_lowest(const assemble_matrices* m, const eigen_request* q, eigen_modes* out,
                  arena* memory, report* r);
