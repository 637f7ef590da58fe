// How far the slowest mode of a body is from what smaller cells would give, without smaller cells.
//
// Cells of twice the size tell what half the size would change: no more than so much of what they do, where nothing but the
// cells' own stiffness is wrong; and more of it where the mode bends a handful of elements, a short neck, of which neither
// knows much. Gaps narrower than a cell are closed in both, and are told by themselves
// (bake/volume/gaps.h). docs/decisions/0065-what-finer-cells-change.md has the figures.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/model/modal.h"

#define REFINEMENT_MOST 0.1  // of the slowest mode when cells are halved: more is said
#define REFINEMENT_GAPS 0.01 // of the surface across narrow gaps: more is said

typedef struct refinement {
    double
        change;  // of the first frequency by halving cells, of itself, 0 and above; NaN: not known
    double gaps; // of the surface, 0 to 1
} refinement;

// The slowest mode with these cells, and its value with those of twice the size; 0: not known.
double refinement_change(const modal_slowest* slowest, double coarse);

// Is there something to tell? It is a sentence about `name` with so many tets; NULL: no.
const char* refinement_sentence(const refinement* x, const char* name, int tet_count,
                                arena* memory);
