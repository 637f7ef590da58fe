// The force with which a tetrahedral body resists its deformation, before any reduction.
//
// Galoppo et al. 2009, section 3.2: each target is an elastic body of its own, at rest in its own
// shape, and the body in between has the sum of the targets' energies, forces and stiffnesses by
// weights. Target i has rest places x_i = X + rest_i; a displacement u from the base X is u -
// rest_i from those (numerics.md C6), and gradients are taken by x_i. All are functions of u over all
// nodes, degree of freedom 3 * node + axis, so that they may be added and reduced alike.
//
// With d = u - rest_i and G its gradient, energy is the integral of 1/2 lambda (tr E)^2 + mu E : E
// with
//   linear                   E = (G + G^T) / 2
//   St. Venant-Kirchhoff     E = (G + G^T + G^T G) / 2, Green's strain: no force from any rotation.
// Either is a sum of squares for weights that are not negative; negative ones can have no lower
// bound (numerics.md C5: elastic_guard). St. Venant-Kirchhoff softens in compression and lets elements
// turn inside out (C7); it is here because its force is a polynomial, which is what gets reduced.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/dynamics/energy.h"
#include "bake/fem/element.h"

typedef enum elastic_law { ELASTIC_LINEAR, ELASTIC_STVK } elastic_law;

// One body to be blended.
typedef struct elastic_shape {
    const vec3* nodes;         // [node_count] where it rests, metres
    const double* rest;        // [3 * node_count] the same less the base's places
    const material_lame* lame; // [tet_count] Pa
} elastic_shape;

typedef struct elastic {
    elastic_law law;
    const tets* volume; // of the base, metres
    int32_t count;
    const elastic_shape* shapes; // [count]
    const int64_t* first;        // [node_count + 1] into corners
    const int64_t* corners;      // element * width + place, of each node, ascending
    int threads;
} elastic;

// One shape, at rest at the volume's own places. False with a sentence for unsound elements or
// materials.
bool elastic_of_body(elastic_law law, const tets* volume, const material* materials, int threads,
                     elastic* out, place where, arena* memory, report* r);

// Several bodies of one volume, to be blended by weights: a place to rest at and a material each.
typedef struct elastic_rest {
    const char* name;   // for sentences
    const double* rest; // [3 * node_count] where nodes rest, less where the base does; metres
    const material* materials; // [tet_count]
} elastic_rest;

typedef struct elastic_blend {
    const tets* volume; // the base's
    int32_t count;      // at least one
    const elastic_rest* rests;
} elastic_blend;

// False with a sentence that names the target. `out` refers to the volume.
bool elastic_of_blend(elastic_law law, const elastic_blend* blend, int threads, elastic* out,
                      place where, arena* memory, report* r);

// Integration points of one element in one shape, as all sums here use them; returns how many. One
// for four nodes. For ten, four for the linear law (bake/fem's own rule) and Walkington's fourteen,
// which are exact to degree 5, for St. Venant-Kirchhoff: the quartic energy of a straight element
// needs 4. All weights are positive, so that a sum of squares stays one.
enum { ELASTIC_POINTS_MAX = 14 };
typedef struct elastic_point {
    vec3 gradients[ELEMENT_WIDTH_MAX]; // of the shape functions, 1/m
    double volume;                     // m^3
} elastic_point;
int32_t elastic_points(const elastic* m, int32_t shape, int32_t element,
                       elastic_point points[ELASTIC_POINTS_MAX]);

// ---- energy and its derivatives at u -----------------------------------------------------
// weights: [count]. u, along, force: [3 * node_count]. Same bits for any number of threads.

double elastic_energy(const elastic* m, const double* weights, const double* u); // J

// The gradient of the energy: what the body pushes back with, N. At equilibrium it is the load.
void elastic_force(const elastic* m, const double* weights, const double* u, double* force);

// Half way of a step that changes u by `change`, u in its middle: the stress is the mean of those
// at the step's ends. Times the change it is exactly the change of energy, whatever the size (Simo
// & Tarnow 1992).
void elastic_force_between(const elastic* m, const double* weights, const double* u,
                           const double* change, double* force);

// The tangent has a part from the material and one from the stress that is already there. The first alone is the
// material's and the firm matrix, what Gauss and Newton would take of a sum of squares: never negative, and the
// same at rest.

// Into a matrix that elastic_pattern made, or sparse_pattern from the elements; both triangles, N/m.
sparse_mesh elastic_mesh(const elastic* m); // which nodes meet
sparse elastic_pattern(const elastic* m, arena* memory);
void elastic_stiffness(const elastic* m, const double* weights, const double* u,
                       energy_matrix which, sparse* out);

// The same times `along`, without the matrix.
void elastic_stiffness_times(const elastic* m, const double* weights, const double* u,
                             energy_matrix which, const double* along, double* force);

// How the stiffness changes: d/ds (K(u + s a) b) at s = 0, the third derivative of the energy,
// alike in a and b. At rest it is what modal derivatives are found from: K phi_ab =
// -elastic_change(phi_a, phi_b) (Barbic & James 2005). Zero for the linear law.
void elastic_change(const elastic* m, const double* weights, const double* u, const double* a,
                    const double* b, double* force);

// Weights without negative ones, with the sum of one again (numerics.md C5). in and out may be the
// same.
void elastic_guard(const double* in, int32_t count, double* out);
