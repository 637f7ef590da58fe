// From below: eight cubes of a level merge when all are there and their neighbours are large enough.
//
// Merging in passes of growing size keeps the balance by itself: a cube that merges has looked at its
// neighbours, and these only grow. No pointers, no splitting to repair an imbalance.
// SPDX-License-Identifier: MIT
#include "bake/volume/octree.h"

enum { LEVELS_MAX = 20 };

typedef struct merging {
    const lattice* l;
    octree tree;
} merging;

// All nodes of the cell and the centres of its six neighbours are inside. A cell at the lattice's
// border never is: there is a margin.
static bool is_deep(const lattice* l, const int8_t* side, int32_t x, int32_t y, int32_t z) {
    int32_t d[3] = {2 * x + 1, 2 * y + 1, 2 * z + 1};
    int32_t around[LATTICE_NEIGHBOURS], centre = lattice_node(l, d[0], d[1], d[2]);
    if (side[centre] <= 0)
        return false;
    lattice_neighbours(l, centre, around);
    for (int i = 0; i < LATTICE_NEIGHBOURS; ++i)
        if (around[i] < 0 || side[around[i]] <= 0)
            return false;
    return true;
}

// At least `level` at every cube of that size from -1 to 2, seen from a block of eight, except at
// the block's own corners: leaves that meet in a point only may differ.
static bool may_merge(const merging* m, const int32_t block[3], int level) {
    int32_t size = 1 << level;
    const lattice* l = m->l;
    for (int32_t k = -1; k <= 2; ++k)
        for (int32_t j = -1; j <= 2; ++j)
            for (int32_t i = -1; i <= 2; ++i) {
                int out = (k < 0 || k > 1) + (j < 0 || j > 1) + (i < 0 || i > 1);
                if (out == 3)
                    continue;
                int32_t x = block[0] + i * size, y = block[1] + j * size, z = block[2] + k * size;
                if (x < 0 || y < 0 || z < 0 || x >= l->nx || y >= l->ny || z >= l->nz ||
                    octree_level(&m->tree, l, x, y, z) < level)
                    return false;
            }
    return true;
}

static void set_level(merging* m, const int32_t block[3], int level) {
    int32_t size = 1 << level;
    for (int32_t z = block[2]; z < block[2] + size; ++z)
        for (int32_t y = block[1]; y < block[1] + size; ++y)
            for (int32_t x = block[0]; x < block[0] + size; ++x)
                m->tree.level[((size_t)z * m->l->ny + y) * m->l->nx + x] = (uint8_t)level;
}

static bool all_deep(const lattice* l, const int8_t* side, const int32_t block[3]) {
    for (int i = 0; i < 8; ++i)
        if (!is_deep(l, side, block[0] + (i & 1), block[1] + (i >> 1 & 1), block[2] + (i >> 2)))
            return false;
    return true;
}

// One pass; false when no block could be merged.
static bool merge_level(merging* m, const int8_t* side, int level) {
    const lattice* l = m->l;
    int32_t size = 1 << level;
    bool merged = false;
    for (int32_t z = 0; z + size <= l->nz; z += size)
        for (int32_t y = 0; y + size <= l->ny; y += size)
            for (int32_t x = 0; x + size <= l->nx; x += size) {
                int32_t block[3] = {x, y, z};
                if (level == 1 ? !all_deep(l, side, block) : !may_merge(m, block, level - 1))
                    continue;
                set_level(m, block, level);
                merged = true;
            }
    return merged;
}

octree octree_new(const lattice* l, const int8_t* side_or_null, arena* memory) {
    merging m = {.l = l};
    m.tree.level = ARENA_NEW(memory, uint8_t, (size_t)l->nx * (size_t)l->ny * (size_t)l->nz);
    while (side_or_null != NULL && m.tree.levels < LEVELS_MAX &&
           merge_level(&m, side_or_null, m.tree.levels + 1))
        ++m.tree.levels;
    return m.tree;
}
