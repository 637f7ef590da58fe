// Two scenes in one file: nodes, skins, meshes and materials of the second after those of the first.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/scene/scene.h"

#include <string.h>

static inline void* both_arrays(const void* x, size_t n, const void* y, size_t m, size_t size,
                                arena* a) {
    char* out = arena_alloc(a, n + m, size);
    if (n > 0)
        memcpy(out, x, n * size);
    if (m > 0)
        memcpy(out + n * size, y, m * size);
    return out;
}
#define BOTH(member, counted)                                                                      \
    s.member = both_arrays(x->member, (size_t)x->counted, y->member, (size_t)y->counted,           \
                           sizeof *s.member, a);                                                   \
    s.counted = x->counted + y->counted

// The second shifted by `away`. Without clips and pictures.
static inline scene two_bodies(const scene* x, const scene* y, vec3 away, arena* a) {
    scene s = {.format = x->format};
    BOTH(nodes, node_count);
    BOTH(skins, skin_count);
    BOTH(meshes, mesh_count);
    BOTH(primitives, primitive_count);
    BOTH(materials, material_count);
    BOTH(roots, root_count);
    for (int32_t i = x->node_count; i < s.node_count; ++i) {
        node* n = &s.nodes[i];
        n->translation = n->parent < 0 ? v3_add(n->translation, away) : n->translation;
        n->parent = n->parent < 0 ? -1 : n->parent + x->node_count;
        n->mesh = n->mesh < 0 ? -1 : n->mesh + x->mesh_count;
        n->skin = n->skin < 0 ? -1 : n->skin + x->skin_count;
    }
    for (int32_t i = x->skin_count; i < s.skin_count; ++i) {
        skin* k = &s.skins[i];
        int32_t* joints = ARENA_NEW(a, int32_t, (size_t)k->joint_count);
        for (int32_t j = 0; j < k->joint_count; ++j)
            joints[j] = k->joints[j] + x->node_count;
        k->joints = joints;
    }
    for (int32_t i = x->mesh_count; i < s.mesh_count; ++i)
        s.meshes[i].first_primitive += x->primitive_count;
    for (int32_t i = x->primitive_count; i < s.primitive_count; ++i)
        s.primitives[i].material += s.primitives[i].material < 0 ? 0 : x->material_count;
    for (int32_t i = x->root_count; i < s.root_count; ++i)
        s.roots[i] += x->node_count;
    return s;
}
#undef BOTH
