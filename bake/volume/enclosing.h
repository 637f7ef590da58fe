// The enclosing lattice: every whole tet that the surface touches or that lies inside it.
//
// For what stuffing cannot follow: sheets, open shells, soups thinner than a cell. Nothing of the
// surface is left outside, the tets are all alike, and the body is up to a cell thicker than drawn.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/mesh/tets.h"
#include "bake/volume/lattice.h"

tets enclose_lattice(const lattice* l, const soup* s, arena* memory);

// Do a triangle and a tet have a point in common? Touching counts.
bool triangle_meets_tet(const vec3 triangle[3], const vec3 tet[4]);
