// The matrix of a step over the free nodes: mass and the matrices of all terms, and its factor.
//
// Each term keeps a matrix with its own pattern; the sum has the blocks of all. It is analysed once, and again only when a
// term says that its pattern is another one; of a term whose pairs come and go (energy_term.wide_pattern) only when it has a
// block that the sum has not, and then with all blocks that it may need soon. Pairs with led nodes need none.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/algebra/factor.h"
#include "bake/dynamics/viscosity.h"

typedef struct step_matrix_term {
    arena* memory; // of the matrix; NULL: none was made yet
    int64_t version;
    sparse matrix; // of all nodes
} step_matrix_term;

// Where the time went, processor seconds of all threads.
typedef struct step_matrix_cost {
    double assemble, factor, solve;
} step_matrix_cost;

typedef struct step_matrix {
    energy_terms terms;
    sparse mass; // one number a node pair, all nodes
    int32_t free_count;
    const int32_t* number; // [node_count] of free nodes, ascending; -1: not free
    int threads;
    step_matrix_term* of_terms; // [terms.count]
    arena* memory;              // of the sum; NULL: none was made yet
    sparse sum;                 // of the free nodes
    factor* factor;             // NULL: its pattern was not analysed yet
    int64_t analyses;           // of the sum
    step_matrix_cost cost;
} step_matrix;

// What the sum is made of. With bones the first is A^T M A.
typedef struct step_matrix_parts {
    double mass;         // times the mass of nodes carried by their bones
    double drag;         // times the mass as it is
    double all, damped;  // times the matrices of all terms, and once more of the damped ones
    energy_matrix which; // of terms
    const viscosity*
        viscous_or_null; // the damped ones' second part is this, taken elsewhere; NULL: as the first
} step_matrix_parts;

// Refers to what it is given. step_matrix_free gives back its memory.
step_matrix step_matrix_make(const energy_terms* terms, const sparse* mass, const int32_t* number,
                             int32_t free_count, int threads, arena* memory);
void step_matrix_free(step_matrix* s);

void step_matrix_assemble(step_matrix* s, const energy_place* at, const step_matrix_parts* parts);

// False with a sentence when the sum is not positive definite or memory ends.
bool step_matrix_factor(step_matrix* s, report* r);

// In place, [3 * free_count].
bool step_matrix_solve(step_matrix* s, double* column, report* r);

// Forgets a pattern that depends on where the body has been, if any term has one: the order of rows, and so the last bit of
// every solution, depends on it, and who goes on later must not know it.
void step_matrix_forget(step_matrix* s);
