// The skinned surface with the weights of the moment, less the one with those at rest.
// SPDX-License-Identifier: MIT
#include "bake/play/own_targets.h"

#include "bake/base/assert.h"

#include <string.h>

static bool is_sculpted(const supple_asset* a, const char* name) {
    for (int32_t i = 0; i < a->part_count; ++i) {
        supple_part p = supple_asset_part(a, i);
        for (int32_t k = 0; k < p.target_count; ++k)
            if (strcmp(supple_asset_target_name(a, i, k), name) == 0)
                return true;
    }
    return false;
}

double own_targets_weight(const scene* s, const pose* p, const char* name) {
    for (int32_t i = 0; i < s->node_count; ++i) {
        const mesh* m = s->nodes[i].mesh >= 0 ? &s->meshes[s->nodes[i].mesh] : NULL;
        for (int32_t k = 0; m != NULL && p->target_weights[i] != NULL && k < m->target_count; ++k)
            if (strcmp(m->target_names[k], name) == 0)
                return p->target_weights[i][k];
    }
    return 0.0;
}

pose own_targets_pose(const play_request* q, double time, arena* memory) {
    const scene* s = q->s;
    pose p = pose_at(s, q->clip, time, memory), rest = pose_at(s, -1, 0.0, memory);
    for (int32_t i = 0; i < s->node_count; ++i) {
        const mesh* m = s->nodes[i].mesh >= 0 ? &s->meshes[s->nodes[i].mesh] : NULL;
        for (int32_t k = 0; m != NULL && p.target_weights[i] != NULL && k < m->target_count; ++k)
            if (is_sculpted(q->asset, m->target_names[k]))
                p.target_weights[i][k] = rest.target_weights[i][k];
    }
    return p;
}

static bool any_targets(const scene* s) {
    for (int32_t i = 0; i < s->mesh_count; ++i)
        if (s->meshes[i].target_count > 0)
            return true;
    return false;
}

void own_targets_add(const play_request* q, const pose* p, float (*positions)[3],
                     float (*normals_or_null)[3]) {
    if (!any_targets(q->s))
        return;
    arena* scratch = arena_create();
    pose still = {p->world, pose_at(q->s, -1, 0.0, scratch).target_weights};
    surface with = surface_from_scene(q->s, p, scratch);
    surface without = surface_from_scene(q->s, &still, scratch);
    SUPPLE_ASSERT(with.vertex_count == q->asset->vertex_count);
    for (int32_t v = 0; v < with.vertex_count; ++v) {
        vec3 d = v3_sub(with.positions[v], without.positions[v]);
        positions[v][0] += (float)d.x, positions[v][1] += (float)d.y, positions[v][2] += (float)d.z;
        const float *m = with.normals[v], *n0 = without.normals[v];
        if (normals_or_null == NULL || (m[0] == n0[0] && m[1] == n0[1] && m[2] == n0[2]))
            continue; // most vertices: their bits stay as they are
        float* out = normals_or_null[v];
        vec3 n = v3_unit(v3((double)out[0] + m[0] - n0[0], (double)out[1] + m[1] - n0[1],
                            (double)out[2] + m[2] - n0[2]));
        out[0] = (float)n.x, out[1] = (float)n.y, out[2] = (float)n.z;
    }
    arena_destroy(scratch);
}
