// Stiffness and mass of one tetrahedron, of four nodes or ten, straight or curved.
//
// Four-node elements lock: the first frequency of a beam of nearly incompressible flesh comes out
// several times too high, where ten-node ones are off by a few per cent (numerics.md E1). Both are here,
// with nodes in the order of bake/mesh/tets.h.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/fem/material.h"
#include "bake/mesh/tets.h"

enum { ELEMENT_WIDTH_MAX = 10 };

typedef enum element_mass_rule {
    ELEMENT_MASS_CONSISTENT, // exact integrals of products of shape functions
    ELEMENT_MASS_HRZ,        // diagonal: the consistent one's, scaled to the whole mass
    ELEMENT_MASS_CCX,        // as CalculiX integrates: one point for C3D4, four for C3D10; singular
                             // in an element, and here only to be compared with its results
} element_mass_rule;

// An element that is full of the body.
static const tet_filling ELEMENT_FULL = {1.0, NULL};

// Where the body fills an element in part, so much of the filling is all over it: a node that holds next to nothing must
// still have some stiffness and mass.
static const double ELEMENT_EVEN = 1e-5;

// [3 * width][3 * width]; both triangles, exactly symmetric. The element must pass element_check.
void element_stiffness(const vec3* nodes, int32_t width, const material* m, tet_filling filling,
                       double* matrix);

// [width][width]: the three axes have the same mass and none between them.
void element_mass(const vec3* nodes, int32_t width, double density, tet_filling filling,
                  element_mass_rule rule, double* matrix);

double element_volume(const vec3* nodes, int32_t width); // of the curved body for ten nodes

// Derivatives of the shape functions by x, y, z at barycentric coordinates l, [width]. Returns the
// determinant of the map from those coordinates: six volumes for a straight element.
double element_gradients(const vec3* nodes, int32_t width, const double l[4], vec3* gradients);

// False, with a sentence that names the element (counted from 0) and its corners, when it has no
// volume, is inside out, or is a curved one that folds over itself.
bool element_check(const tets* t, int32_t element, place where, report* r);

// The nodes of an element, as the functions above take them.
void element_nodes(const tets* t, int32_t element, vec3 nodes[ELEMENT_WIDTH_MAX]);
