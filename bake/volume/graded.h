// The tets of a lattice whose inner cells are merged (Labelle and Shewchuk 2007, section 3).
//
// Every node of the graded lattice is a node of the fine one: the centre of a merged cube is a corner
// of fine cells. Dihedral angles of the merged part are between 45 and 120 degrees.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/volume/octree.h"

// Four nodes of the lattice; where all cells round the tet are fine, as from lattice_tets.
typedef void (*graded_visitor)(void* user, const int32_t tet[4]);

void graded_tets(const lattice* l, const octree* t, graded_visitor visit, void* user);
