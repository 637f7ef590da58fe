// Where a segment crosses a heap of triangles, and what lies between.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/mesh/soup.h"

// Where the segment a-b crosses triangles, as fractions from a, in ascending order; at most
// `capacity` of them are kept. Returns how many there are. Triangles that lie along the segment do
// not count. turns_or_null: [capacity] by how much the winding number changes there, 1 or -1.
int soup_crossings(const soup* s, vec3 a, vec3 b, double* fractions, int8_t* turns_or_null,
                   int capacity);

// Of a closed surface: the winding numbers between the crossings of a segment that begins and ends outside, from their
// turns alone. windings: [count + 1]. False where crossings are too near to each other to be told apart (an edge
// of several triangles) or do not add up: then the winding number itself has to be asked.
bool soup_windings_between(const double* fractions, const int8_t* turns, int count, int* windings);

// The crossings of such a segment and the winding number of every stretch between them, [kept + 1]: of a closed surface by
// their turns where these help; otherwise what is asked in its middle, rounded. Returns how many are kept.
int soup_stretches(const soup* s, vec3 a, vec3 b, bool closed, double* fractions, int* windings,
                   int capacity);
