// Nearest points of points, segments and triangles, in double: what contacts are made of.
//
// Ericson, Real-Time Collision Detection (2005), 5.1.5 and 5.1.9. Each answer says on which feature it
// lies (a corner, an edge, the face): signs of distances follow from the normal of that feature, never
// from the face's alone (Baerentzen & Aanaes 2005).
// SPDX-License-Identifier: MIT
#pragma once

#include "runtime/math/vec3d.h"

#include <stdbool.h>

// Features of a triangle: corner i is i, edge i (from corner i to the next) is 3 + i.
enum { NEAR_EDGE = 3, NEAR_FACE = 6 };

typedef struct near_point {
    double place[3];
    double weight[3]; // of the corners
    double square;    // of the distance
    int feature;
} near_point;

near_point near_triangle(const double x[3], const double a[3], const double b[3],
                         const double c[3]);

// Of two segments: how far along each the nearest points are, 0 .. 1.
void near_segments(const double a0[3], const double a1[3], const double b0[3], const double b1[3],
                   double* s, double* t);

// Where the segment from x to y meets the triangle, from either side: how far along, and weights.
bool near_crossing(const double x[3], const double y[3], const double a[3], const double b[3],
                   const double c[3], double* along, double weight[3]);

// Makes a unit vector of it and returns its length; leaves what is shorter than `least` alone, and
// returns 0.
double near_unit(double a[3], double least);
