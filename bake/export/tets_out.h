// Tetrahedra as files that other programs open: legacy VTK (ParaView) and Gmsh.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/file.h"
#include "bake/mesh/tets.h"

// Numbers shown on the volume: weights, errors, mode shapes (width 3, on nodes).
typedef struct tets_field {
    const char* name;     // blanks become "_", which the format needs
    int32_t width;        // 1 (a scalar) or 3 (a vector)
    bool on_elements;     // otherwise on nodes
    const double* values; // [node_count or tet_count][width]
} tets_field;

// Legacy VTK 3.0, an unstructured grid of cells 10 or 24. Decimal or big-endian binary. Double
// precision; what is read back has the same bits. Regions are not written: give them as a field. What
// elements hold of the body is written as cell data and read back (bake/import/tets_vtk_fill.h).
bytes tets_to_vtk(const tets* t, const tets_field* fields, int32_t field_count, bool binary,
                  arena* memory);

// Gmsh 2.2, because every program that reads Gmsh's files reads it, and physical groups need no
// entities there. Decimal or little-endian binary. Region i is the physical volume i + 1, with its
// name; materials have no place in the format, nor has what elements hold of the body.
bytes tets_to_msh(const tets* t, bool binary, arena* memory);
