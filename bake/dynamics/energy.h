// A term of a body's energy: what it must tell, and sums over a list of terms.
//
// What moves a body (newton.h, newmark.h, dynamics.h) knows nodes, a mass and a list of terms, and not
// what they are: elastic tets (elastic_term.h) are one. Whatever is a function of the nodes' places fits
// in, at a number of nodes of its own choice: a membrane, a hinge, a spring, a barrier between pairs that
// are near. A term is over the body's own numbering of nodes, degree of freedom 3 * node + axis, and
// gives the same bits for any number of threads.
//
// What resists motion (drag.h) is a term without energy: its force is a function of u and v, and its matrix the
// derivative by v times `rate`, which is how v follows u in the rule of the step.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/algebra/sparse.h"
#include "bake/dynamics/moment.h"

// Where a term is asked.
typedef struct energy_place {
    const moment_copy* now; // weights of targets, bones, forces, held nodes
    const double* u;        // [3 * node_count] displacements of all nodes, metres
    const double* v;        // [3 * node_count] velocities, m/s; NULL: at rest
    double rate;            // 1/s: by how much v grows with u over the step that is solved
} energy_place;

typedef enum energy_matrix {
    ENERGY_TANGENT, // the second derivative: indefinite where a body buckles or is squeezed
    ENERGY_FIRM,    // a matrix near it that is never negative: symmetric positive semi-definite
    ENERGY_MATERIAL, // the part that resists a rate of strain: never negative either, and nothing for a body that
                     // moves or turns as a whole, whatever stress is in it
} energy_matrix;

// Which nodes meet in the term: where its matrix may have blocks.
typedef struct energy_pattern {
    sparse_mesh mesh;
    int64_t version; // another number than before whenever the mesh is another one
} energy_pattern;

typedef struct energy_term {
    void* data;  // of the functions below
    bool damped; // resists its own rate of change, by dynamics_options.damping.beta

    energy_pattern (*pattern)(void* data, const energy_place* at);

    double (*energy)(void* data, const energy_place* at); // J

    // Whatever stood in `force` and `out` of the three below is overwritten, at all nodes and in all blocks.
    //
    // The gradient of the energy by u at all nodes, N: what it pushes back with. With a change: the
    // mean over a step that changes u by so much, `at` being its middle. Times the change it is exactly
    // the change of energy, and it has as little sum and moment as the gradient has (Simo & Tarnow
    // 1992, Gonzalez 1996); that is what conserving steps live on.
    void (*force)(void* data, const energy_place* at, const double* change_or_null, double* force);

    // A matrix times `along`, at all nodes; and the matrix itself, N/m, both triangles, into one that
    // was made from the pattern at the same place.
    void (*times)(void* data, const energy_place* at, energy_matrix which, const double* along,
                  double* force);
    void (*matrix)(void* data, const energy_place* at, energy_matrix which, sparse* out);

    // ---- what changes its pattern, bounds corrections or remembers (contact): else all of it is NULL and 0 ----

    // Nodes that meet at a place and those that may meet soon: what a matrix that must be analysed anyway is analysed
    // for. Its version does not count.
    energy_pattern (*wide_pattern)(void* data, const energy_place* at);

    // The part, 0 to 1, of a straight change of all nodes, [3 * node_count], that may be made from a place. Never more,
    // whatever rounding does: where a term says where nodes cannot go, no place beyond is ever asked for.
    double (*limit)(void* data, const energy_place* at, const double* change);

    // A step begins at a place; and was solved at a place: false when it must be solved again, because something that
    // was taken from its beginning was taken anew. Marks nodes that were struck on the way, [node_count]: their velocities
    // have a jump within the step.
    void (*begin)(void* data, const energy_place* at);
    bool (*settle)(void* data, const energy_place* at, uint8_t* struck);

    // The search for the step's end stands at a place: true when the term has changed its law there (a barrier that gaps
    // show to be too weak), which it may a bounded number of times a step. And the step was not solved: as it was before.
    bool (*adapt)(void* data, const energy_place* at);
    void (*give_up)(void* data);

    // What it remembers from one step to the next, so many numbers.
    int64_t state_size;
    void (*save)(void* data, double* state);
    void (*restore)(void* data, const double* state);
} energy_term;

typedef struct energy_terms {
    int32_t count; // at least one
    const energy_term* terms;
    int32_t node_count;
} energy_terms;

// Sums in the order of the list; what stood in `out` is overwritten. out, scratch: [3 * node_count], not the same.
double energy_sum(const energy_terms* t, const energy_place* at);
void energy_sum_force(const energy_terms* t, const energy_place* at, const double* change_or_null,
                      double* scratch, double* out);

// The matrices of all terms times `along`.
void energy_sum_times(const energy_terms* t, const energy_place* at, energy_matrix which,
                      const double* along, double* scratch, double* out);

// Whether any term limits changes, and the least of what they say.
bool energy_is_limited(const energy_terms* t);
double energy_limit(const energy_terms* t, const energy_place* at, const double* change);

// A step of all terms; settle: false when any of them must be solved again.
void energy_begin(const energy_terms* t, const energy_place* at);
bool energy_settle(const energy_terms* t, const energy_place* at, uint8_t* struck);
bool energy_adapt(const energy_terms* t, const energy_place* at);
void energy_give_up(const energy_terms* t);

// What all terms remember, [energy_state_size].
int64_t energy_state_size(const energy_terms* t);
void energy_save(const energy_terms* t, double* state);
void energy_restore(const energy_terms* t, const double* state);

// The matrices of the damped terms times `along`.
void energy_sum_damped(const energy_terms* t, const energy_place* at, energy_matrix which,
                       const double* along, double* scratch, double* out);
