// The lowest pairs of A x = t M x by LOBPCG (Knyazev 2001): a block of vectors is improved in the space of itself, its preconditioned residuals and
// its last directions. Memory grows with the unknowns alone.
//
// Why not SLEPc's: it multiplies 64 vectors an iteration where 16 are new, takes its preconditioner one vector after another, and cannot
// be asked for what it has in the middle, so that nothing could be kept (docs/decisions/0191-lobpcg.md).
// SPDX-License-Identifier: MIT
#pragma once

#include "mpi/pairs.h"

// By all ranks at once: `wanted` pairs behind those that p has, or those that were found. k: where vectors of an earlier run are, and
// where those of this one are kept.
void lobpcg_find(matrices* m, int32_t wanted, kept* k, pairs* p, arena* memory);
