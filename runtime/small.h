// Small dense symmetric matrices: eigenvectors, and an inverse that leaves weak directions alone.
//
// Cyclic Jacobi: the only eigenvalue method that is a screen long, keeps small eigenvalues of
// positive matrices accurate and needs no more than sqrt. Systems here have some ten rows; the cost
// grows with the cube (test_small.c prints it).
// SPDX-License-Identifier: MIT
#pragma once

// a = V D V^T, a and v [n][n]. Leaves D on a's diagonal and eigenvector k in row k of v.
void small_eigen(double* a, double* v, int n);

// a becomes the inverse of itself, a symmetric matrix without negative eigenvalues, in the directions
// whose eigenvalue d is `floor` or more. Below, d / floor^2 stands for 1 / d: it joins on at the floor
// and goes to 0 with d, so what can hardly be moved is hardly pushed, and an exact dependence is what a
// pseudo-inverse makes of it. v is scratch, [n][n].
void small_invert(double* a, double* v, int n, double floor);
