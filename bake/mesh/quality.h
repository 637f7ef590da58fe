// How good a volume is: angles, how well it follows the surface, volume.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/mesh/soup.h"
#include "bake/mesh/tets.h"

typedef struct tet_quality {
    double dihedral_min, dihedral_max;    // degrees
    int32_t worst_tet;                    // the one with dihedral_min
    int32_t angle_count[18];              // dihedral angles by tens of degrees
    int32_t inverted;                     // tets of no or negative volume
    double edge_min, edge_mean, edge_max; // metres
    double volume;
    double surface_max, surface_rms; // distance of the surface's vertices from the boundary, metres
    int32_t surface_worst;           // the farthest vertex, or -1
} tet_quality;

tet_quality tets_quality(const tets* t, const vec3* surface_or_null, int32_t surface_count,
                         int threads, arena* memory);

// The smallest dihedral angle of each tet, degrees.
void tets_smallest_angles(const tets* t, double* out);
