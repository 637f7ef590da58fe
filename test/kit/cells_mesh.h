// A box of cells[0] x cells[1] x cells[2] cells as tetrahedra, one corner at the origin.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/mesh/tets.h"

// Six tetrahedra a cell round its diagonal from the lowest corner to the highest.
static inline tets cells_mesh(const int32_t cells[3], vec3 size, arena* a) {
    static const int paths[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1},
                                    {1, 0, 2}, {0, 2, 1}, {2, 1, 0}};
    int32_t ny = cells[1] + 1, nz = cells[2] + 1;
    tets t = {.node_count = (cells[0] + 1) * ny * nz, .width = 4};
    t.tet_count = 6 * cells[0] * cells[1] * cells[2];
    t.nodes = ARENA_NEW(a, vec3, (size_t)t.node_count);
    t.elements = ARENA_NEW(a, int32_t, 4 * (size_t)t.tet_count);
    for (int32_t i = 0; i < t.node_count; ++i)
        t.nodes[i] = v3(size.x * (i / (ny * nz)) / cells[0], size.y * (i / nz % ny) / cells[1],
                        size.z * (i % nz) / cells[2]);
    const int32_t stride[3] = {ny * nz, nz, 1};
    int32_t* to = t.elements;
    for (int32_t c = 0; c < cells[0] * cells[1] * cells[2]; ++c) {
        int32_t first = c / (cells[1] * cells[2]) * stride[0] +
                        c / cells[2] % cells[1] * stride[1] + c % cells[2];
        for (int p = 0; p < 6; ++p, to += 4) {
            to[0] = first;
            for (int k = 0; k < 3; ++k)
                to[k + 1] = to[k] + stride[paths[p][k]];
            if (p >= 3) {
                int32_t swap = to[2];
                to[2] = to[3];
                to[3] = swap;
            }
        }
    }
    return t;
}
