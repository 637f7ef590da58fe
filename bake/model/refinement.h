// How far the slowest mode of a body is from what smaller cells would give, without smaller cells.
//
// Two causes, and each tells of itself. Cells of twice the size tell what half the size would change, where nothing but the
// cells' own stiffness is wrong: no more than so much of what they do, and more of it where the mode bends a handful of
// elements, a short neck, of which neither knows much. Gaps narrower than a cell are closed in both (bake/volume/gaps.h): where
// elements that lie across them take part in the mode, it hangs on them. How much their energy is says little of how much
// opening them would change (a ring that is closed by one stiff element has next to none in it), so little of it is enough.
// docs/decisions/0089-energy-across-gaps.md has the figures.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/model/modal.h"

#define REFINEMENT_MOST 0.1  // of the slowest mode when cells are halved: more is said
#define REFINEMENT_GAPS 0.02 // of the slowest mode's energy across narrow gaps: more is said

typedef struct refinement {
    double
        change;  // of the first frequency by halving cells, of itself, 0 and above; NaN: not known
    double gaps; // of the mode's energy, 0 to 1: across gaps, which that does not count
} refinement;

// The slowest mode with these cells, and its value with those of twice the size; 0: not known.
refinement refinement_of(const modal_slowest* slowest, double coarse);

// Is there something to tell? It is a sentence about `name` with so many tets; NULL: no.
const char* refinement_sentence(const refinement* x, const char* name, int tet_count,
                                arena* memory);
