// SPDX-License-Identifier: MIT
#include "bake/bake_asset.h"

static const double GRAVITY = 9.81; // m/s^2, along -y of the file's world

static asset_draft_bone* draft_bones(const scene* s, const binding* x, arena* memory) {
    asset_draft_bone* bones = ARENA_NEW(memory, asset_draft_bone, (size_t)x->bone_count);
    for (int32_t i = 0; i < x->bone_count; ++i) {
        bones[i].name = s->nodes[x->bones[i].node].name;
        for (int k = 0; k < 12; ++k) // three rows of four, from columns
            bones[i].inverse_bind[k] = (float)x->bones[i].inverse_bind.m[4 * (k % 4) + k / 4];
    }
    return bones;
}

asset_draft bake_asset_draft(const scene* s, const binding* x, const asset_draft_part* parts,
                             int32_t part_count, arena* memory) {
    asset_draft d = {.metres = x->metres,
                     .part_count = part_count,
                     .bone_count = x->bone_count,
                     .mesh_count = x->mesh_count,
                     .vertex_count = x->vertex_count,
                     .triangle_count = x->triangle_count,
                     .influence_count = x->influence_count,
                     .parts = parts,
                     .bones = draft_bones(s, x, memory),
                     .meshes = x->meshes,
                     .positions = (const float(*)[3])x->positions,
                     .normals = (const float(*)[3])x->normals,
                     .tangents_or_null = (const float(*)[4])x->tangents_or_null,
                     .joints = x->joints,
                     .weights = x->weights,
                     .triangles = (const uint32_t(*)[3])x->triangles};
    // as the bones turn it: the axes of the mesh, which body space may look along the other way
    vec3 down =
        v3_scale(v3_unit(mat4_vector(x->body_from_world, v3(0, -1, 0))), x->mirror * GRAVITY);
    d.gravity[0] = down.x;
    d.gravity[1] = down.y;
    d.gravity[2] = down.z;
    return d;
}
