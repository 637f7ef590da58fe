// The nearest symmetric matrix without negative eigenvalues, for the small matrix of one element.
//
// Adding up element matrices that are not negative gives one that is not; so a tangent is made firm element
// by element (Teran et al. 2005). Most elements need nothing: a Cholesky that goes through says so, and only
// the others are turned to their eigenvectors, by Jacobi's rotations, which are short, exact to rounding and the same
// bits everywhere.
// SPDX-License-Identifier: MIT
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum { FIRM_ORDER_MAX = 18 };

// In place, [order][order], both triangles. False where it already was firm, and stays as it is.
bool firm_project(double* matrix, int32_t order);
