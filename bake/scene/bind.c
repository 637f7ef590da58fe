// Joints from the inverse binds, then everything else from the roots down.
//
// A joint of several skins is placed by the first. A skin whose matrices are singular keeps the
// rest pose: mat4_inverse_affine gives the identity for them, which would scatter the body. So does one
// whose matrices are all the same (glTF's identity where a file has none): each vertex is written as its
// own joint sees it, and the parts of the body are together in the rest pose only.
// SPDX-License-Identifier: MIT
#include "bake/scene/bind.h"

static bool are_same(const mat4* a, const mat4* b) {
    bool same = true;
    for (int i = 0; i < 16; ++i)
        same = same && a->m[i] == b->m[i];
    return same;
}

static bool invertible(mat4 m) {
    double d = mat4_determinant3(m);
    return d != 0.0 && isfinite(d);
}

static void place_joints(const scene* s, const pose* rest, mat4* world, bool* done) {
    for (int32_t i = 0; i < s->skin_count; ++i) {
        const skin* k = &s->skins[i];
        bool sound = k->joint_count > 0, same = k->joint_count > 1;
        for (int32_t j = 0; j < k->joint_count; ++j) {
            sound = sound && invertible(k->inverse_binds[j]);
            same = same && are_same(&k->inverse_binds[j], &k->inverse_binds[0]);
        }
        if (!sound || same)
            continue;
        mat4 carry = mat4_mul(rest->world[k->joints[0]], k->inverse_binds[0]);
        for (int32_t j = 0; j < k->joint_count; ++j) {
            int32_t n = k->joints[j];
            if (done[n])
                continue;
            world[n] = mat4_mul(carry, mat4_inverse_affine(k->inverse_binds[j]));
            done[n] = true;
        }
    }
}

pose bind_pose(const scene* s, arena* memory) {
    pose rest = pose_at(s, -1, 0.0, memory);
    mat4* world = ARENA_NEW(memory, mat4, (size_t)s->node_count);
    bool* done = ARENA_NEW(memory, bool, (size_t)s->node_count);
    int32_t* waiting = ARENA_NEW(memory, int32_t, (size_t)s->node_count);
    place_joints(s, &rest, world, done);
    for (int32_t i = 0; i < s->node_count; ++i) {
        int32_t depth = 0;
        for (int32_t n = i; n >= 0 && !done[n]; n = s->nodes[n].parent)
            waiting[depth++] = n;
        while (depth > 0) {
            int32_t n = waiting[--depth], parent = s->nodes[n].parent;
            if (parent < 0 || !invertible(rest.world[parent])) {
                world[n] = rest.world[n];
            } else {
                mat4 local = mat4_mul(mat4_inverse_affine(rest.world[parent]), rest.world[n]);
                world[n] = mat4_mul(world[parent], local);
            }
            done[n] = true;
        }
    }
    return (pose){world, rest.target_weights};
}
