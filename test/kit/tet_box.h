// A box of n x n x n cubes, six tetrahedra each (Kuhn), sheared a little so that no two edges or
// volumes are alike by accident.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/mesh/tets.h"

static inline tets tet_box(int32_t n, arena* memory) {
    static const int corner_paths[6][3] = {{1, 2, 4}, {2, 4, 1}, {4, 1, 2},
                                           {2, 1, 4}, {1, 4, 2}, {4, 2, 1}};
    int32_t side = n + 1;
    tets t = {.node_count = side * side * side, .tet_count = 6 * n * n * n, .width = 4};
    t.nodes = ARENA_NEW(memory, vec3, (size_t)t.node_count);
    t.elements = ARENA_NEW(memory, int32_t, 4 * (size_t)t.tet_count);
    for (int32_t i = 0; i < t.node_count; ++i) {
        double x = (double)(i % side) / n, y = (double)(i / side % side) / n;
        double z = (double)(i / side / side) / n;
        t.nodes[i] = v3(x + 0.13 * y, 0.9 * y - 0.07 * z, 1.1 * z + 0.05 * x);
    }
    int32_t* to = t.elements;
    for (int32_t cell = 0; cell < n * n * n; ++cell) {
        int32_t first = cell % n + side * (cell / n % n + side * (cell / n / n));
        for (int p = 0; p < 6; ++p, to += 4) {
            to[0] = first;
            for (int k = 0, bits = 0; k < 3; ++k) {
                bits |= corner_paths[p][k];
                to[k + 1] = first + (bits & 1) + side * ((bits >> 1 & 1) + side * (bits >> 2));
            }
            if (p >= 3) { // odd permutations have the other hand
                int32_t swap = to[1];
                to[1] = to[2];
                to[2] = swap;
            }
        }
    }
    return t;
}
