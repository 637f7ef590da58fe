// Pairs of triangles that may pass through each other somewhere in a region of reduced coordinates.
//
// A vertex is where it was at rest and U q: linear in q. So a direction n that parts two triangles in the middle of a region
// parts them in all of it if no difference of two of their corners, along n, changes by as much as it is there; and how much it can
// change is the length of a vector as long as q. Neighbours move together, so their differences hardly change however far they
// go: over hundreds of blended states nearly all pairs of a mesh are parted by one search, and only what is left must be
// tested in each of them. (The idea is that of Barbic & James 2010, "Subspace self-collision culling", pair by pair.)
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/portrait/region_surface.h"

// All places at some q, and how far they go for others.
typedef struct region {
    const region_surface* of;
    double* centre;  // [width]
    double* squares; // [width] of half axes: q of the region lie in this ellipsoid round the centre
    double size;     // m^2: their sum
    double slack;    // m: many times what rounding can be
    vec3* x;         // [vertex_count] of welded vertices at the centre, ...
    int32_t* placed; // [vertex_count] ... where this is `time`
    int32_t time;    // regions so far
    bounds* boxes;   // [node_count] at the centre
    bounds* triangles; // [triangle_count]
    vec3* spread; // [node_count] how far a corner can go beside its node's mean, along each axis
    int64_t compared; // pairs of triangles, since it was made
} region;

typedef struct region_pairs {
    box_pair* all;
    int64_t count, capacity;
} region_pairs;

region region_new(const region_surface* s, arena* memory);

// Round the points order[0..count) of q, [..][rank].
void region_set(region* g, const double* q, const int32_t* order, int32_t count);

// Appends all pairs that may cross. False, with some of them, after comparing so many.
bool region_search(region* g, int64_t most, arena* memory, region_pairs* out);

// Appends those of a list.
void region_filter(region* g, const box_pair* list, int64_t count, arena* memory,
                   region_pairs* out);
