// Isosurface stuffing: a lattice cut along the surface (Labelle and Shewchuk 2007).
//
// Where an edge of the lattice leaves the body there is a cut point. A node very near a cut point
// moves onto it; the tets that still stick out are replaced by the few that their cut points allow.
// All tets are then of a few well-known shapes: the paper proves dihedral angles between 10.7 and
// 164.8 degrees for any surface.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/mesh/tets.h"
#include "bake/volume/lattice.h"

// The part of the lattice inside the soup. Nodes are numbered in order of first use. `graded`: cells
// grow away from the surface, which itself comes out the same. side: [node_count] the nodes' sides
// after snapping, 0 on the surface. Nodes with a positive side that are neighbours are in one piece of
// the result, and each piece has one.
tets stuff_lattice(const lattice* l, const soup* s, bool graded, int threads, int8_t* side,
                   arena* memory);
