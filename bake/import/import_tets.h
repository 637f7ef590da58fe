// Tetrahedra from files of other programs: Gmsh, Medit, TetGen, Vega FEM, legacy VTK.
//
// Content decides about the format, the extension only where content cannot (TetGen has no mark).
// What comes back is in the order of tets.h whatever the file's own: corners of positive volume,
// mid-edge nodes on the edges tets.h says. Nodes keep the order of the file; nodes that no
// tetrahedron uses are left out (`node_source_or_null` then tells where the others stood).
//
// Left out with a note: points, lines, triangles, quads. Refused with a sentence: other solids, both
// orders in one file, repeated nodes, flat elements, indices and counts that do not fit the file.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/file.h"
#include "bake/mesh/tets.h"

bool import_tets(const char* path, arena* memory, tets* out, report* r);

// The same from memory. `path` is for sentences, for its extension, and for files beside it (the
// other half of a TetGen pair, a Vega *INCLUDE).
bool import_tets_bytes(bytes file, const char* path, arena* memory, tets* out, report* r);

// Does a file look like one of these (by content, then by extension)? It may still be refused.
bool import_tets_knows(bytes file, const char* path);
