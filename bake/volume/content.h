// How much of each element the body fills, so that its mass is that of the surface's volume.
//
// A lattice is not the body: it cuts corners, thickens what is thinner than a cell, and an enclosing one is
// up to a cell too thick all round. A man of 79 kg weighed 80 to 406 kg that way. So every element gets
// what the body has in it, and what lies in none goes to the nearest; the sum is the surface's volume.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/report.h"
#include "bake/mesh/soup.h"
#include "bake/mesh/tets.h"

typedef struct content_body {
    const soup* surface; // closed by soup_close, as far as it can be
    bool inside_out;     // its faces look inwards
    bool all;            // the tets are for all of the surface, not for what lies in their box
    int threads;
} content_body;

// Sets t->filled_or_null. Returns the volume of the body in the tets' box, in cubic units. An open surface
// that encloses next to nothing (a sheet) has no volume of its own: NULL stays, and 0 is returned.
double content_measure(const content_body* body, tets* t, arena* memory);

// A line on a sheet, whose mass is that of its elements.
void content_doubt(const tets* t, const char* name, report* r);

// The volume that the triangles enclose, by the divergence theorem; where they overlap, twice.
double content_signed_volume(const vec3* positions, const uint32_t (*triangles)[3],
                             int32_t triangle_count);
