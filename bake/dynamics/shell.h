// Cloth, leaves and other thin sheets: triangles with a thickness, as terms of energy.
//
// Stretching and bending are two terms over one list of triangles, because they are different by orders of
// magnitude and meet in different nodes. Membrane: St. Venant-Kirchhoff in the plane (plane stress), hardening
// beyond a limit of stretch, and giving way when squeezed if it wrinkles (shell_membrane.c). Bending: the angles at edges, less those at rest, make a curvature
// for each triangle, of which plate theory says the energy (shell_bending.c). Sheets share the body's nodes with
// whatever else has terms there, such as tets.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/dynamics/energy.h"
#include "bake/fem/material.h"

typedef struct shell_material {
    double young;     // Pa, in the plane
    double poisson;   // above -1, below 0.5
    double thickness; // m
    double density;   // kg/m^2, by area
    double bending;   // N m, plate theory's D; 0: none. Cloth has less than its thickness says
    double
        limit; // of stretch, length over rest length, above 1: beyond it hardens; INFINITY: nowhere
    // Strain by which it may be squeezed, above 0: it then wrinkles, finer than its triangles, and gives way; INFINITY:
    // never, as a plate. Cloth 1e-4 to 1e-3.
    double compression;
} shell_material;

// A sheet of a solid: density by area, and D = E t^3 / 12 (1 - nu^2); no limit either way.
shell_material shell_of_solid(const material* m, double thickness);

typedef struct shell {
    int32_t node_count;
    const vec3* nodes; // [node_count] of the whole body, at rest, metres
    int32_t triangle_count;
    const int32_t* triangles; // [triangle_count][3] turning the same way, at most two to an edge
    const shell_material* materials; // [triangle_count]
    int threads;
} shell;

// False, with a sentence that names the triangle, when it has no area or names a node that is not there, when an edge
// has three triangles or two that turn against each other, or when a material is none.
bool shell_check(const shell* s, place where, arena* memory, report* r);

// Of a sheet that passes shell_check; they refer to it. Damped.
energy_term shell_membrane(const shell* s, arena* memory);
energy_term shell_bending(const shell* s, arena* memory);

// The consistent mass of node pairs, kg. Consistent and not lumped: between linear triangles and
// angles the errors of mass and of bending then cancel to the next order (docs/dynamics.md).
sparse shell_mass(const shell* s, arena* memory);

// Of a triangle at rest: two unit vectors in its plane, the gradients of its shape functions along
// them, 1/m, and its area, m^2.
typedef struct shell_triangle {
    vec3 axis[2];
    double gradients[3][2];
    double area;
} shell_triangle;
shell_triangle shell_triangle_of(const shell* s, int32_t triangle);
