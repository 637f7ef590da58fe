// A basis that grows: columns orthonormal in the mass, from vectors as they come or their principal ones.
//
// Galoppo et al. 2009, section 4: mass-PCA of many vectors, and more appended by Gram and Schmidt. The mean is
// not taken off: signs of modes mean nothing, and the mean would depend on them (numerics.md C9). Each
// column takes along a few numbers that go through the same sums: what it is made of.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/algebra/lanczos_basis.h"
#include "bake/algebra/sparse.h"

typedef struct span {
    const sparse* mass; // one unknown a node
    lanczos_basis basis;
    int32_t room;   // columns at most
    int32_t riders; // numbers that follow a column
    double* follow; // [room][riders]
} span;

span span_new(const sparse* mass, int32_t room, int32_t riders, int threads, arena* memory);

// One column, [3 * rows of the mass].
double* span_column(const span* s, int32_t column);

// lengths, [count]: of the vectors, [count][order], in the mass.
void span_lengths(const span* s, const double* vectors, int32_t count, double* lengths);

// out, [count][columns]: coordinates of the vectors, [count][order].
void span_along(const span* s, const double* vectors, int32_t count, double* out);

// What the span does not have of the vectors and their riders, in place. Taken out twice, because
// once leaves rounding of the vector's own size.
void span_remove(const span* s, double* vectors, double* riders, int32_t count);

// One more column: what the span does not have of the vector. Returns that length; not longer than
// `least`, or without room, nothing is added. vector and riders are overwritten.
double span_append(span* s, double* vector, double* riders, double least);

// The principal directions of what the span does not have of the vectors, as columns: the strongest
// first, at most `most` and as many as there is room for, none below `least` of the longest vector, and with
// signs and bases of equals that depend on the space alone. singular: [most] how strong they are.
// Returns how many were added, or -1 when a vector holds what is no number. The vectors are overwritten.
int32_t span_append_principal(span* s, double* vectors, double* riders, int32_t count, int32_t most,
                              double least, double* singular);
