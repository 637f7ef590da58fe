// How far a carried shape may be from the truth: what shape functions lose between the nodes.
//
// Round each element that holds a vertex, a polynomial one degree higher than the element's is
// fitted to the shape at the nodes of the elements about it (polynomial-preserving recovery, Zhang
// and Naga 2005, of values instead of gradients); the error at the vertex is the difference from
// it. It is exact for shapes of that degree, straight elements or curved, vertices inside or
// beyond, and of the right order for others. Quadratic against linear functions in one element was
// the alternative: that is the error of four-node elements, a whole order too large for ten-node
// ones, and is not there for the former. What the nodes themselves are off by it cannot see: the
// whole error of a mode is two to five times as large with ten-node elements and up to seven with
// four-node ones (test_carry has both).
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/model/carry.h"

typedef struct carry_error {
    double largest;       // displacement of a vertex, in the shape's unit; 0: nothing moves
    double rms, worst;    // over the vertices, relative to that
    int32_t worst_vertex; // -1: there is none
} carry_error;

// out: [modes]. Returns for how many vertices the nodes do not determine all terms of the
// polynomial, because too few lie one behind the other: part of their error is not seen.
int32_t carry_errors(const carry_source* s, const double* shapes, int32_t modes, int threads,
                     carry_error* out);
