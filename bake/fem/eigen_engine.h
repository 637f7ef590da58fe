// What finds the lowest pairs of K x = lambda M x: the seam behind which another solver can stand.
//
// eigen.h takes a body apart into pieces, eigen_piece.h chooses the shift and judges what comes back; an engine only
// finds pairs. It is given both matrices as operators, and as entries where there are any: an iterative engine, or one
// whose matrices lie on other machines, needs no entries, a factorisation does (docs/decisions/0030-eigenproblem.md).
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/report.h"
#include "bake/fem/assemble.h"

// What the modes cost. Bytes are the most at a time; seconds are by the clock on the wall. An engine adds to the sums
// and raises the bytes; what it does not have stays 0.
typedef struct eigen_cost {
    int64_t matrix_bytes; // stiffness, mass, and the shifted matrix of a free body
    int64_t factor_bytes; // of what systems are solved with
    int64_t basis_bytes;
    int64_t vector_bytes; // the modes themselves
    double analyse_seconds, factor_seconds, solve_seconds, basis_seconds, check_seconds;
    int32_t solves; // right-hand sides
} eigen_cost;

// y = A x for `columns` vectors one after another, [columns][order] each.
typedef struct eigen_operator {
    void (*multiply)(const void* user, const double* x, double* y, int32_t columns, int threads);
    const void* user;
} eigen_operator;

// What matrices are made from: where a body's are too large for one machine, and for engines that know of elements.
typedef struct eigen_elements {
    const tets* tets;
    const material* materials; // [tet_count]
    element_mass_rule rule;
    const int32_t* row; // [node_count] of the problem; -1: the node has none
} eigen_elements;

// A body that hangs together.
typedef struct eigen_problem {
    int32_t order;                             // unknowns
    eigen_operator stiffness, mass;            // both symmetric; the mass may be semidefinite
    const assemble_matrices* matrices_or_null; // the same, entry by entry
    const eigen_elements* elements_or_null;    // ... and what they were made from
    double shift;     // 0, or below 0 where nothing is held: K - shift M is positive definite
    int32_t count;    // the most pairs wanted, 1 to order
    double below;     // only values below this are wanted, (rad/s)^2; 0: as many as `count`
    double same;      // of value - shift: relative difference up to which values are equal
    double tolerance; // of a value of the shifted problem, its residual's length
    double
        accuracy; // of values, relative, that is enough, whatever residuals are; 0: as `tolerance` says
    uint32_t seed; // of noise to start from; another one gives the same pairs up to rounding
    int threads;   // 0: as many as there are; they do not change a bit
} eigen_problem;

typedef struct eigen_pairs {
    int32_t found;   // all that are wanted, and at least those that equal the last of them
    double* values;  // [found] ascending, (rad/s)^2
    double* vectors; // [found][order] of length 1 in the mass, and orthogonal in it
} eigen_pairs;

typedef struct eigen_engine {
    const char* name;
    // False with a sentence in the report when memory ends or the pairs are not found.
    bool (*lowest)(void* user, const eigen_problem* p, eigen_pairs* out, eigen_cost* cost,
                   arena* memory, report* r);
    void* user;
} eigen_engine;

// Matrices that lie on other machines, and the engine that finds their pairs. Of its problems matrices_or_null has no stiffness.
typedef struct eigen_remote {
    // Makes both matrices of a problem, in place of those before. mass: of the problem, whose pattern is the node graph.
    // diagonal: [rows] gets the sum of the stiffness of each node's three unknowns. False with a sentence.
    bool (*assemble)(void* user, const eigen_elements* from, const sparse* mass, double* diagonal,
                     report* r);
    eigen_operator stiffness; // the last one assembled
    eigen_engine engine;
    void* user;
} eigen_remote;

// What this thread has, set by a program that has more machines; NULL at first: all is here. It is no argument, for the same reason as
// the job is none (bake/base/job.h): a dozen functions between a command and its eigenproblems have nothing to do with it.
void eigen_remote_use(const eigen_remote* there_or_null);
const eigen_remote* eigen_remote_now(void);

// Shift-invert block Lanczos (lanczos.h) on a sparse Cholesky factor (factor.h). Needs the entries.
extern const eigen_engine eigen_cholesky;

// For an accuracy: an iteration that factors nothing but the corners of ten-node elements (nested.h). Needs entries and elements.
extern const eigen_engine eigen_nested;

// All pairs at once by dense matrices, for pieces of up to EIGEN_DENSE_MOST unknowns. Needs no entries.
enum { EIGEN_DENSE_MOST = 384 };
extern const eigen_engine eigen_dense;
