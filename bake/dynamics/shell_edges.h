// What lies across the edges of a sheet's triangles.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/dynamics/shell.h"

// Across the edge opposite each corner: the triangle there, and its third node; -1 at the rim, and where three
// meet or two turn against each other (shell_check refuses those).
typedef struct shell_across {
    int32_t triangle[3], node[3];
} shell_across;

// [triangle_count]
shell_across* shell_edges(const shell* s, arena* memory);

// An edge that no hinge can be made of, and the first two triangles there.
typedef struct shell_fault {
    int32_t nodes[2], triangles[2];
    bool crowded; // three or more triangles; or else two that turn against each other
} shell_fault;
bool shell_edge_fault(const shell* s, shell_fault* out, arena* scratch);
