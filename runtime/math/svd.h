// Small dense matrices: eigenvectors, inverses that leave weak directions alone, orthogonal columns.
//
// Cyclic Jacobi: the only eigenvalue method that is a screen long, keeps small eigenvalues of
// positive matrices accurate and needs no more than sqrt. Turning columns instead of the matrix
// (Hestenes 1958) gives singular values the same way, without squaring them, and of a Cholesky factor the
// eigenvectors of what was factored (Veselic and Hari 1989), at the cost of its rank. Systems here have some
// ten rows, rarely forty; the cost grows with the cube (test_svd.c prints it).
// SPDX-License-Identifier: MIT
#pragma once

#define SVD_RANK 1e-8
enum { SVD_MOST = 384 }; // rows of what svd_invert takes

// a = V D V^T, a and v [n][n]. Leaves D on a's diagonal and eigenvector k in row k of v.
void svd_eigen(double* a, double* v, int n);

// a becomes the inverse of itself, a symmetric matrix without negative eigenvalues, in the directions
// whose eigenvalue d is `floor` or more. Below, d / floor^2 stands for 1 / d: it joins on at the floor
// and goes to 0 with d, so what can hardly be moved is hardly pushed, and an exact dependence is what a
// pseudo-inverse makes of it. What is below SVD_RANK of the largest counts as such a dependence. v is
// scratch, [n][n]. A matrix that has no such direction, as most have not, costs a Cholesky factor and no eigenvectors.
void svd_invert(double* a, double* v, int n, double floor);

// out [columns][rows] becomes the pseudo-inverse of a [rows][columns], which is lost; singular values
// below `floor` as above. turns is scratch, the square of the smaller of rows and columns.
void svd_pseudo_inverse(double* a, int rows, int columns, double floor, double* turns, double* out);

// a [rows][columns] = Q R, rows >= columns: leaves Q in a, its columns orthonormal, or zero where one
// depends on those before it, and writes r [columns][columns]. work has columns * columns + columns
// numbers.
void svd_orthonormal(double* a, int rows, int columns, double* r, double* work);
