// Pieces of a surface that do not touch, and yet lie in one piece of its volume.
//
// Cells wider than the gap between two bodies fuse them: ten thousand cubes become one block. That may be
// what is wanted (buttons on a coat), but never happens without a word.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/mesh/soup.h"
#include "bake/mesh/tets.h"

typedef struct apart_report {
    int32_t
        fused; // groups of pieces that touch or overlap, in volumes that hold more than one of them
    int32_t bodies; // those volumes
    double gap;     // the narrowest between two such groups; 0: wider than the cells
} apart_report;

// triangle_piece: for each triangle of the soup, its piece (islands.h). Gaps below a thousandth of a cell
// count as touching.
apart_report apart_find(const soup* s, const int32_t* triangle_piece, int32_t piece_count,
                        const tets* t, double cell, int threads);
