// Modes that live where there is no body.
//
// A lattice coarser than a gap or a neck has elements that hold nothing of the body, to hang together. They have
// next to no stiffness and no mass, so a mode that bends them is a hinge that the body does not have: two halves of
// it swing against each other, or a few nodes alone. Its elastic energy tells: that of a true mode, be it an ear's or an antenna's
// own, is in flesh.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/fem/eigen.h"
#include "bake/fem/material.h"
#include "bake/mesh/tets.h"

#define HOLLOW_FILLED 1e-3 // of an element: with less, it holds nothing of the body
#define HOLLOW_MOST   0.5  // of a mode's elastic energy, in such elements

// share: [found->count] of each mode's elastic energy that is in elements which hold nothing; 0 for rigid motion. number: of
// each node among those that move, or -1.
void hollow_fractions(const tets* t, const material* materials, const int32_t* number,
                      const eigen_modes* found, double* fraction);

// Where the slowest elastic mode's energy is.
typedef struct hollow_where {
    int32_t
        elements; // so few hold half of it: a neck thinner than the cells, or a hinge, is a handful
    double tied;  // of it, 0 to 1, in elements that lie across a gap
} hollow_where;

hollow_where hollow_slowest(const tets* t, const material* materials, const int32_t* number,
                            const eigen_modes* found);

// Leaves out the modes with more than HOLLOW_MOST of it. Returns how many; slowest: of these, Hz.
int32_t hollow_drop(const tets* t, const material* materials, const int32_t* number,
                    eigen_modes* found, double* slowest);
