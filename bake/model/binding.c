// Bones listed, vertices gathered as the file has them, and the maps between the spaces.
//
// A mesh under a skin stands in the bind pose by one matrix, its "carry": every joint's world matrix
// times its inverse bind matrix is the same there. A mesh without a skin is carried by its node.
// SPDX-License-Identifier: MIT
#include "bake/model/binding.h"

#include "bake/base/assert.h"
#include "bake/base/root.h"

enum { BINDING_BONES_MOST = 65535, INFLUENCES_MOST = 8, POLAR_ROUNDS = 40 };

// ---- bones -----------------------------------------------------------------------------

static int32_t find_bone(const binding* b, int32_t in_skin, int32_t joint) {
    for (int32_t i = 0; i < b->bone_count; ++i)
        if (b->bones[i].skin == in_skin && b->bones[i].node == joint)
            return i;
    return -1;
}

static int32_t first_bone_of_skin(const binding* b, int32_t in_skin) {
    for (int32_t i = 0; i < b->bone_count; ++i)
        if (b->bones[i].skin == in_skin)
            return i;
    return -1;
}

// Is this mesh of the surface moved by joints?
static bool is_skinned(const scene* s, const format_mesh* m) {
    const primitive* g = &s->primitives[s->meshes[m->mesh].first_primitive + m->primitive];
    return g->influence_count > 0 && s->nodes[m->node].skin >= 0;
}

// Skins first, so that a joint that also shows a mesh is found as a joint.
static bool list_bones(const scene* s, binding* b, arena* memory, report* r) {
    int64_t most = b->mesh_count;
    for (int32_t i = 0; i < s->skin_count; ++i)
        most += s->skins[i].joint_count;
    b->bones = ARENA_NEW(memory, binding_bone, (size_t)most);
    for (int32_t i = 0; i < b->mesh_count; ++i) {
        int32_t of = s->nodes[b->meshes[i].node].skin;
        if (!is_skinned(s, &b->meshes[i]) || first_bone_of_skin(b, of) >= 0)
            continue;
        for (int32_t k = 0; k < s->skins[of].joint_count; ++k)
            b->bones[b->bone_count++] =
                (binding_bone){s->skins[of].joints[k], of, s->skins[of].inverse_binds[k]};
    }
    for (int32_t i = 0; i < b->mesh_count; ++i)
        if (!is_skinned(s, &b->meshes[i]) && find_bone(b, -1, b->meshes[i].node) < 0)
            b->bones[b->bone_count++] = (binding_bone){b->meshes[i].node, -1, mat4_identity()};
    return b->bone_count <= BINDING_BONES_MOST ||
           report_error(r, place_none(), "the scene has %d joints in its skins; %d can be used",
                        b->bone_count, BINDING_BONES_MOST);
}

// ---- spaces ----------------------------------------------------------------------------

// From the mesh's numbers to the world of the bind pose.
static mat4 carry_of(const scene* s, const binding* b, const pose* p, int32_t index) {
    const format_mesh* m = &b->meshes[index];
    if (!is_skinned(s, m))
        return p->world[m->node];
    const binding_bone* bone = &b->bones[first_bone_of_skin(b, s->nodes[m->node].skin)];
    return mat4_mul(p->world[bone->node], bone->inverse_bind);
}

// The rotation nearest to the linear part, by Newton's iteration for the polar decomposition; of a
// mirroring matrix the nearest mirroring rotation.
static mat4 rotation_of(mat4 m) {
    m.m[12] = m.m[13] = m.m[14] = 0.0;
    for (int round = 0; round < POLAR_ROUNDS; ++round) {
        mat4 inverse = mat4_inverse_affine(m);
        for (int column = 0; column < 3; ++column)
            for (int row = 0; row < 3; ++row)
                m.m[4 * column + row] = 0.5 * (m.m[4 * column + row] + inverse.m[4 * row + column]);
    }
    return m;
}

// The mesh whose axes and origin body space has: bones push in the frame of their own skin.
static int32_t first_skinned(const scene* s, const binding* b) {
    for (int32_t i = 0; i < b->mesh_count; ++i)
        if (is_skinned(s, &b->meshes[i]))
            return i;
    return 0;
}

static void make_body_space(mat4 carry, double unit, binding* b) {
    mat4 frame = rotation_of(carry);
    b->mirror = mat4_determinant3(frame) < 0.0 ? -1.0 : 1.0;
    for (int k = 0; k < 12; ++k)
        frame.m[k] *= k % 4 < 3 ? b->mirror : 1.0;
    for (int k = 12; k < 15; ++k)
        frame.m[k] = carry.m[k];
    mat4 scale = mat4_from_trs(v3(0, 0, 0), quat_identity(), v3(unit, unit, unit));
    b->unit = unit;
    b->metres = unit * cube_root(fabs(mat4_determinant3(carry)));
    b->body_from_world = mat4_mul(scale, mat4_inverse_affine(frame));
}

static bool relate_spaces(const scene* s, const pose* p, double unit, binding* b, arena* memory,
                          report* r) {
    b->mesh_from_body = ARENA_NEW(memory, mat4, (size_t)b->mesh_count);
    for (int32_t i = 0; i < b->mesh_count; ++i) {
        double volume = mat4_determinant3(carry_of(s, b, p, i));
        if (!isfinite(volume) || volume == 0.0)
            return report_error(r, place_none(),
                                "mesh %d is flattened by its bind matrices or its node: give it a "
                                "scale other than 0",
                                b->meshes[i].mesh);
    }
    make_body_space(carry_of(s, b, p, first_skinned(s, b)), unit, b);
    mat4 world_from_body = mat4_inverse_affine(b->body_from_world);
    for (int32_t i = 0; i < b->mesh_count; ++i)
        b->mesh_from_body[i] = mat4_mul(mat4_inverse_affine(carry_of(s, b, p, i)), world_from_body);
    return true;
}

// ---- vertices --------------------------------------------------------------------------

static void list_meshes(const scene* s, const surface* f, binding* b, arena* memory) {
    int32_t most = 0;
    for (int32_t v = 0; v < f->vertex_count; ++v)
        most += v == 0 || f->vertex_index[v] == 0;
    b->meshes = ARENA_NEW(memory, format_mesh, (size_t)most);
    for (int32_t v = 0; v < f->vertex_count; ++v) {
        if (v == 0 || f->vertex_index[v] == 0) {
            int32_t of = s->nodes[f->vertex_node[v]].mesh;
            const primitive* g = &s->primitives[f->vertex_primitive[v]];
            b->meshes[b->mesh_count++] =
                (format_mesh){.mesh = of,
                              .primitive = f->vertex_primitive[v] - s->meshes[of].first_primitive,
                              .node = f->vertex_node[v],
                              .first_vertex = (uint32_t)v,
                              .vertex_count = (uint32_t)g->vertex_count,
                              .first_triangle = (uint32_t)b->triangle_count,
                              .triangle_count = (uint32_t)g->triangle_count};
            b->triangle_count += g->triangle_count;
        }
    }
}

static void gather_mesh(const scene* s, const pose* p, const format_mesh* m, binding* b) {
    const primitive* g = &s->primitives[s->meshes[m->mesh].first_primitive + m->primitive];
    const float* weights = p->target_weights[m->node];
    for (uint32_t i = 0; i < m->vertex_count; ++i) {
        uint32_t v = m->first_vertex + i;
        vec3 at = g->positions[i], n = v3(0, 0, 0);
        if (g->normals != NULL)
            n = v3(g->normals[i][0], g->normals[i][1], g->normals[i][2]);
        if (weights != NULL && g->target_count > 0)
            surface_morph(g, weights, (int32_t)i, &at, &n);
        n = v3_unit(n);
        float *position = b->positions[v], *normal = b->normals[v];
        position[0] = (float)at.x, position[1] = (float)at.y, position[2] = (float)at.z;
        normal[0] = (float)n.x, normal[1] = (float)n.y, normal[2] = (float)n.z;
        for (int k = 0; k < 4 && b->tangents_or_null != NULL; ++k)
            b->tangents_or_null[v][k] = g->tangents != NULL ? g->tangents[i][k] : k % 3 == 0;
    }
    for (uint32_t i = 0; i < m->triangle_count; ++i)
        for (int k = 0; k < 3; ++k)
            b->triangles[m->first_triangle + i][k] = m->first_vertex + g->triangles[i][k];
    if (g->normals == NULL)
        surface_normals(g->positions, g->vertex_count, (const uint32_t(*)[3])g->triangles,
                        g->triangle_count, b->normals + m->first_vertex);
}

// The strongest influences of a vertex, at most `most`, summing to one.
static void gather_influences(const primitive* g, uint32_t vertex, int32_t first_bone, int32_t most,
                              uint16_t* joints, float* weights) {
    size_t at = (size_t)vertex * (size_t)g->influence_count;
    double sum = 0.0;
    for (int32_t k = 0; k < g->influence_count; ++k) {
        float w = g->weights[at + (size_t)k];
        int32_t rank = 0;
        while (rank < most && weights[rank] >= w)
            ++rank;
        if (rank == most || !(w > 0.0f))
            continue;
        for (int32_t i = most - 1; i > rank; --i) {
            weights[i] = weights[i - 1];
            joints[i] = joints[i - 1];
        }
        weights[rank] = w;
        joints[rank] = (uint16_t)(first_bone + g->joints[at + (size_t)k]);
    }
    for (int32_t k = 0; k < most; ++k)
        sum += weights[k];
    for (int32_t k = 0; k < most && g->influence_count > most && sum > 0.0; ++k)
        weights[k] = (float)(weights[k] / sum);
}

static void gather_skin(const scene* s, binding* b, arena* memory) {
    int32_t most = b->bone_count > 1 ? 4 : 0;
    for (int32_t i = 0; i < b->mesh_count; ++i) {
        const format_mesh* m = &b->meshes[i];
        int32_t n =
            s->primitives[s->meshes[m->mesh].first_primitive + m->primitive].influence_count;
        most = is_skinned(s, m) && n > most ? n : most;
    }
    b->influence_count = most == 0 ? 0 : most <= 4 ? 4 : INFLUENCES_MOST;
    size_t width = (size_t)b->influence_count;
    b->joints = ARENA_NEW(memory, uint16_t, (size_t)b->vertex_count * width);
    b->weights = ARENA_NEW(memory, float, (size_t)b->vertex_count* width);
    for (int32_t i = 0; i < b->mesh_count && width > 0; ++i) {
        const format_mesh* m = &b->meshes[i];
        const primitive* g = &s->primitives[s->meshes[m->mesh].first_primitive + m->primitive];
        bool skinned = is_skinned(s, m);
        int32_t bone =
            skinned ? first_bone_of_skin(b, s->nodes[m->node].skin) : find_bone(b, -1, m->node);
        for (uint32_t k = 0; k < m->vertex_count; ++k) {
            size_t at = (size_t)(m->first_vertex + k) * width;
            if (skinned) {
                gather_influences(g, k, bone, b->influence_count, b->joints + at, b->weights + at);
            } else {
                b->joints[at] = (uint16_t)bone;
                b->weights[at] = 1.0f;
            }
        }
    }
}

bool binding_of(const scene* s, const surface* f, const pose* p, double unit, arena* memory,
                binding* out, report* r) {
    *out = (binding){.vertex_count = f->vertex_count};
    list_meshes(s, f, out, memory);
    if (!list_bones(s, out, memory, r) || !relate_spaces(s, p, unit, out, memory, r))
        return false;
    bool tangents = false;
    for (int32_t i = 0; i < out->mesh_count; ++i) {
        const format_mesh* m = &out->meshes[i];
        tangents |=
            s->primitives[s->meshes[m->mesh].first_primitive + m->primitive].tangents != NULL;
    }
    size_t vertices = (size_t)f->vertex_count;
    out->positions = arena_alloc(memory, vertices, sizeof *out->positions);
    out->normals = arena_alloc(memory, vertices, sizeof *out->normals);
    if (tangents)
        out->tangents_or_null = arena_alloc(memory, vertices, sizeof *out->tangents_or_null);
    out->triangles = arena_alloc(memory, (size_t)out->triangle_count, sizeof *out->triangles);
    for (int32_t i = 0; i < out->mesh_count; ++i)
        gather_mesh(s, p, &out->meshes[i], out);
    gather_skin(s, out, memory);
    return true;
}

int32_t binding_bone_of(const binding* b, int32_t joint) {
    for (int32_t i = 0; i < b->bone_count; ++i)
        if (b->bones[i].node == joint)
            return i;
    return -1;
}

int32_t binding_mesh_of(const binding* b, int32_t vertex) {
    SUPPLE_ASSERT(vertex >= 0);
    int32_t low = 0, high = b->mesh_count - 1;
    while (low < high) {
        int32_t middle = (low + high + 1) / 2;
        if ((uint32_t)vertex < b->meshes[middle].first_vertex)
            high = middle - 1;
        else
            low = middle;
    }
    return low;
}

double binding_mesh_metres(const binding* b, int32_t index) {
    SUPPLE_ASSERT(index >= 0 && index < b->mesh_count);
    return cube_root(1.0 / fabs(mat4_determinant3(b->mesh_from_body[index])));
}

mat4 binding_map(const binding* b, int32_t vertex) {
    return b->mesh_from_body[binding_mesh_of(b, vertex)];
}

void binding_palette(const binding* b, const pose* p, mat4* palette) {
    for (int32_t i = 0; i < b->bone_count; ++i)
        palette[i] = mat4_mul(p->world[b->bones[i].node], b->bones[i].inverse_bind);
}
