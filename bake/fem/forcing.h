// How a moving bone pushes the modes of the flesh on it, and the body's mass, centre and inertia.
//
// A bone whose frame accelerates by a + A r (r: place in the bind pose, A = R^T R'') pushes mode i
// with -(s_i . a + J_i : A): twelve numbers a mode, and exact for the undeformed body (numerics.md
// A4). The sums run over all nodes, the fixed ones too, which accelerate with the bone and are
// coupled to the free ones by the mass: without them the force is too small by up to a third (A3).
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/fem/eigen.h"

typedef struct forcing_mode {
    double s[3];    // sqrt(kg)
    double j[3][3]; // sqrt(kg) m: row along the force, column along the place
} forcing_mode;

// number: as assemble_free made it for these modes. out: [modes->count].
void forcing_of_modes(const tets* t, const sparse* mass_of_all, const int32_t* number,
                      const eigen_modes* modes, int threads, forcing_mode* out);

// The same, split among the bones that carry the nodes (numerics.md C10): where flesh goes over a
// joint, each bone pushes by its own acceleration, and what it pushes is weighted by how much of
// each node is its own. weights: [bone_count][node_count], sums of one at every node
// (bake/volume/inside.h), so that the sum over the bones is the forcing above. out:
// [modes->count][bone_count].
void forcing_of_bones(const tets* t, const sparse* mass_of_all, const int32_t* number,
                      const eigen_modes* modes, const double* weights, int32_t bone_count,
                      int threads, forcing_mode* out);

// Weights of corners, [bone_count][given], as weights of all nodes of ten-node elements made from them
// (tets_promote): means along edges. The same array where nothing is missing.
const double* forcing_weights(const double* weights, int32_t given, int32_t bone_count,
                              const tets* t, arena* scratch);

// What flesh that is already displaced or moving feels on a turning bone (numerics.md A6): the six matrices
// P_ab[i][k] = phi_i,a M phi_k,b for ab = xx yy zz xy yz zx, of which Coriolis and spin forces are sums;
// P_ba is the transpose of P_ab. mass_of_free: of the nodes that move. out: [6][count][count].
void forcing_coupling(const sparse* mass_of_free, const eigen_modes* modes, int threads,
                      double* out);

typedef struct forcing_body {
    double mass; // kg
    vec3 centre;
    double inertia[3][3]; // kg m^2, about the centre
} forcing_body;

// From the same mass matrix as the modes, so that rigid and elastic motion add up exactly (B9).
forcing_body forcing_of_body(const tets* t, const sparse* mass_of_all, int threads);
