// Where a segment crosses a heap of triangles, and what lies between.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/mesh/soup.h"

// Where the segment a-b crosses triangles, as fractions from a, in ascending order; at most
// `capacity` of them are kept. Returns how many there are. Triangles that lie along the segment do
// not count. turns_or_null: [capacity] by how much the winding number changes there, 1 or -1.
int soup_crossings(const soup* s, vec3 a, vec3 b, double* fractions, int8_t* turns_or_null,
                   int capacity);

// A segment through a surface that may have caps: where it crosses either, and what lies between.
enum { SOUP_LINE_MOST = 64 };
typedef struct soup_line {
    const soup* s;
    vec3 from, to;
    int count;                       // crossings kept
    double at[SOUP_LINE_MOST];       // fractions, ascending
    int winding[SOUP_LINE_MOST + 1]; // of the surface with its caps, between them
    bool counted; // is that known? not of an open surface, nor where crossings are too near to each
        // other to be told apart (an edge of several triangles), are too many or do not add up
} soup_line;

// The segment begins outside of the surface's box; `ends_outside` says that it ends outside too, which lets it be checked.
void soup_line_find(const soup* s, vec3 from, vec3 to, bool ends_outside, soup_line* out);

// The winding number of the surface, without caps, at a fraction of the segment that lies in this stretch (0 .. count).
double soup_line_winding(const soup_line* l, int stretch, double at);
