// Stiffness and mass of a whole body, and which of its nodes may move.
//
// The mass is kept as one number a node pair: it is the same for the three axes, and a ninth of the
// memory and of the traffic of a product. Matrices are over all nodes, the fixed ones too, because
// those accelerate with the bone and push the free ones through the mass between them (numerics.md A3);
// sparse_keep makes the free part, sparse_multiply_axes its products with displacements.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/algebra/sparse.h"
#include "bake/fem/element.h"

typedef struct assemble_matrices {
    sparse stiffness; // three unknowns a node
    sparse mass;      // one; the same pattern
} assemble_matrices;

// The material of every element, [tet_count]: what the file gave for its region, or else `otherwise`.
// False with a sentence that names the region when there is neither.
bool assemble_materials(const tets* t, const material* otherwise_or_null, material* materials,
                        place where, report* r);

// False with a sentence for the first few elements that have no sound shape or material.
bool assemble_body(const tets* t, const material* materials, element_mass_rule rule, int threads,
                   assemble_matrices* out, place where, arena* memory, report* r);

// The same without numbers of the stiffness, which is made elsewhere (eigen_remote): 9 of 10 bytes.
bool assemble_mass(const tets* t, const material* materials, element_mass_rule rule, int threads,
                   assemble_matrices* out, place where, arena* memory, report* r);

// Numbers the nodes that may move, in order; -1 for fixed ones and for nodes of no element. False when
// nothing is left to move, when one piece has no fixed node although another has, or when what is fixed
// of a piece lies on a line or in a point, about which it turns.
bool assemble_free(const tets* t, const uint8_t* fixed_or_null, int32_t* number,
                   int32_t* free_count, place where, report* r);

// The rows and columns of the free nodes; of a stiffness without numbers its pattern.
assemble_matrices assemble_keep(const assemble_matrices* all, const int32_t* number,
                                int32_t free_count, arena* memory);

// K - shift * M, with K's pattern.
sparse assemble_shifted(const assemble_matrices* m, double shift, arena* memory);
