// Small motions of a body about where it stands: M u'' + C u' + K u = 0 over its free nodes.
//
// K is the second derivative of all energy there, so a sheet that hangs is stiff by its own weight, and what lies on
// something is held by it as long as it stays. Air resists by the square of velocities, so C has it for swings of one size.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/dynamics/dynamics.h"
#include "bake/fem/assemble.h"

// Both matrices have the pattern of the stiffness. firm: the matrix near it that is never negative (ENERGY_FIRM). The body stays
// as it is.
assemble_matrices linear_matrices(dynamics* d, bool firm, arena* memory);

// The number of each node among the free ones, or -1: [node_count]; and how many are free.
const int32_t* linear_numbers(const dynamics* d, int32_t* free_count);

// x' C x / x' M x over the free nodes, 1/s: twice the decay of a motion along x, [3 * free_count]. speed: of a swing's largest
// velocity, so many times x. What grows with the square of velocity takes as much energy from a swing of that size.
double linear_damping(dynamics* d, const double* x, double speed);
