// How far the slowest mode of a body is from what smaller cells would give.
//
// Two causes raise a doubt, each cheap to see. Cells of twice the size tell what half the size would change, where nothing but
// the cells' own stiffness is wrong: no more than so much of what they do, and more of it where the mode bends a handful of
// elements, a short neck, of which neither knows much. Gaps narrower than a cell are closed in both (bake/volume/gaps.h): where
// elements that lie across them take part in the mode, it hangs on them (docs/decisions/0089-energy-across-gaps.md).
//
// Neither says how much: half of what they raise changes by less than a tenth, and a bunny by three times what they expect. So
// where there is a doubt, and elements are few enough, half the cells are tried (docs/decisions/0098-half-the-cells-tried.md).
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/model/modal.h"

#define REFINEMENT_MOST 0.1  // of the slowest mode when cells are halved: more is said
#define REFINEMENT_GAPS 0.02 // of the slowest mode's energy across narrow gaps: more is a doubt

typedef struct refinement {
    double
        change;  // of the first frequency by halving cells, of itself, 0 and above; NaN: not known
    double gaps; // of the mode's energy, 0 to 1: across gaps, which an estimate does not count
    int32_t tried; // elements of half the size that `change` was found with; 0: it is an estimate
    bool slower;   // with these, where they were tried
} refinement;

// The slowest mode with these cells, and its value with those of twice the size; 0: not known.
refinement refinement_of(const modal_slowest* slowest, double coarse);

// Is there a doubt, and may cells of half the size be tried with so many elements now? Above some thousand it takes longer than
// all the rest.
bool refinement_wants_trial(const refinement* x, int32_t tet_count, bool ten_nodes);

// What was found with half the cells in place of the estimate: the slowest mode's value (0: nothing), and elements.
void refinement_tried(refinement* x, const modal_slowest* slowest, double fine, int32_t tet_count);

// Is there something to tell? It is a sentence about `name` with so many tets; NULL: no.
const char* refinement_sentence(const refinement* x, const char* name, int tet_count,
                                arena* memory);
