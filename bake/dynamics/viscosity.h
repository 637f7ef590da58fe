// The matrices of the material's damping at one place, assembled once for all that a step asks of them.
//
// Damping by the material is taken where the step's velocities lead to, which is known before the step is solved. So
// each of Newton's corrections needs the same matrix, once in the sum and once or more times a field: assembling it
// anew for each of them was half of the work of a sheet.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/dynamics/energy.h"

typedef struct viscosity_term {
    arena* memory; // of the matrix; NULL: none was made yet
    int64_t version;
    sparse matrix; // of all nodes
} viscosity_term;

typedef struct viscosity {
    energy_terms terms;
    int threads;
    viscosity_term* of_terms; // [terms.count], of the damped ones
    int32_t shape_count;
    double *u, *weights; // [3 * node_count], [shape_count] where the matrices were taken
    bool taken;
} viscosity;

// Refers to the terms. viscosity_free gives back its memory.
viscosity viscosity_make(const energy_terms* terms, int32_t shape_count, int threads,
                         arena* memory);
void viscosity_free(viscosity* v);

// ENERGY_MATERIAL of the damped terms there; nothing is done where it was taken last.
void viscosity_take(viscosity* v, const energy_place* at);

// Their sum times a field; what stood in `out` is overwritten. out, scratch: [3 * node_count], not the same.
void viscosity_times(const viscosity* v, const double* along, double* scratch, double* out);
