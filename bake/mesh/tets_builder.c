// Arrays that double.
// SPDX-License-Identifier: MIT
#include "bake/mesh/tets_builder.h"

#include "bake/base/assert.h"

int32_t tets_builder_node(tets_builder* b, vec3 p) {
    if (b->out.node_count == b->node_capacity) {
        int32_t capacity = b->node_capacity > 0 ? 2 * b->node_capacity : 1 << 12;
        b->out.nodes = arena_grow(b->memory, b->out.nodes, (size_t)b->out.node_count,
                                  (size_t)capacity, sizeof(vec3));
        b->node_capacity = capacity;
    }
    b->out.nodes[b->out.node_count] = p;
    return b->out.node_count++;
}

void tets_builder_tet(tets_builder* b, int32_t n0, int32_t n1, int32_t n2, int32_t n3) {
    SUPPLE_ASSERT(n0 >= 0 && n1 >= 0 && n2 >= 0 && n3 >= 0);
    SUPPLE_ASSERT(n0 < b->out.node_count && n1 < b->out.node_count && n2 < b->out.node_count &&
                  n3 < b->out.node_count);
    if (b->out.tet_count == b->tet_capacity) {
        int32_t capacity = b->tet_capacity > 0 ? 2 * b->tet_capacity : 1 << 13;
        b->out.elements = arena_grow(b->memory, b->out.elements, 4 * (size_t)b->out.tet_count,
                                     4 * (size_t)capacity, sizeof(int32_t));
        b->tet_capacity = capacity;
    }
    const vec3* p = b->out.nodes;
    bool inverted = tet_volume(p[n0], p[n1], p[n2], p[n3]) < 0.0;
    int32_t* e = b->out.elements + 4 * (size_t)b->out.tet_count++;
    e[0] = n0;
    e[1] = n1;
    e[2] = inverted ? n3 : n2;
    e[3] = inverted ? n2 : n3;
}
