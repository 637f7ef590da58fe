// A term over drawn vertices, made one over the nodes that carry them.
//
// With x = J u of constant weights J, an energy of x has the force J^T g and the matrix J^T H J, which is as little negative
// as H is; a straight change of u is a straight change of x, so what bounds x bounds u by the same part. So contact acts on
// what is drawn, and what is drawn is what never crosses.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/dynamics/energy.h"
#include "bake/simulate/carried.h"

typedef struct carried_term carried_term;

// Refers to the term and to the vertices, which have no arms. Over nodes of the same numbering as the vertices' nodes;
// carried_term_free gives back its memory.
carried_term* carried_term_make(const energy_term* of, const carried* vertices, int32_t node_count,
                                int threads, arena* memory);
void carried_term_free(carried_term* t_or_null);

energy_term carried_energy(carried_term* t);
