// Every render vertex gets an element and coordinates in it (Hauser et al. 2003, section 4).
//
// A vertex moves as the element that holds it: u(x) = sum N_k(coordinates) u_k. Vertices outside
// the volume take the nearest element and coordinates beyond its faces, so that the embedded surface
// still follows every affine motion exactly.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/mesh/tets.h"

typedef struct embedding {
    int32_t count;
    int32_t* element;         // [count]
    double (*barycentric)[4]; // [count] sum 1
    int32_t outside_count;    // vertices in no element
    double outside_max;       // how far the farthest of them lies from the volume, metres
    int32_t outside_worst;    // its number, or -1
} embedding;

// Curved ten-node elements are taken as they are (curved.h). A point outside them may be a little
// nearer than outside_max says.
embedding embed_points(const tets* t, const vec3* points, int32_t count, int threads,
                       arena* memory);

// Shape functions at barycentric coordinates: 4 or 10 values, in the order of tets.h.
void tet_shape(int width, const double barycentric[4], double* values);

// Their derivatives along the last three coordinates, the first taking up the rest.
void tet_shape_slopes(int width, const double barycentric[4], double slopes[10][3]);

// Carries a field over the nodes (`stride` numbers each) to the embedded points.
void embed_field(const embedding* e, const tets* t, const double* nodal, int stride, double* out);
