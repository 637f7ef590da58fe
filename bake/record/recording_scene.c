// SPDX-License-Identifier: MIT
#include "bake/record/recording_scene.h"

// Triangles from `first` on whose corners are all of the piece.
static int32_t count_triangles(const recording* x, const recording_piece* p) {
    int32_t end = p->first_triangle;
    for (bool inside = true; end < x->triangle_count; ++end) {
        for (int k = 0; k < 3; ++k) {
            uint32_t v = x->triangles[end][k];
            inside = inside && v >= (uint32_t)p->first_vertex &&
                     v < (uint32_t)(p->first_vertex + p->vertex_count);
        }
        if (!inside)
            break;
    }
    return end - p->first_triangle;
}

int32_t recording_pieces(const recording* x, recording_piece* out) {
    int32_t vertices = 0, triangles = 0;
    bool whole = true;
    for (int32_t b = 0; b < x->body_count && whole; ++b) {
        out[b] = (recording_piece){x->bodies[b].name, vertices, x->bodies[b].count, triangles, 0};
        out[b].triangle_count = count_triangles(x, &out[b]);
        whole = x->bodies[b].first == vertices && out[b].triangle_count > 0;
        vertices += out[b].vertex_count;
        triangles += out[b].triangle_count;
    }
    if (whole && vertices == x->vertex_count && triangles == x->triangle_count)
        return x->body_count;
    out[0] = (recording_piece){x->bodies[0].name, 0, x->vertex_count, 0, x->triangle_count};
    return 1;
}

static node node_of(const char* name, int32_t parent, int32_t shows) {
    return (node){.name = name,
                  .parent = parent,
                  .mesh = shows,
                  .skin = -1,
                  .rotation = {0.0, 0.0, 0.0, 1.0},
                  .scale = v3(1, 1, 1)};
}

static primitive primitive_of(const recording* x, const recording_piece* p, const float (*rest)[3],
                              arena* memory) {
    primitive out = {
        .vertex_count = p->vertex_count, .triangle_count = p->triangle_count, .material = -1};
    out.positions = ARENA_NEW(memory, vec3, (size_t)p->vertex_count);
    out.triangles = arena_alloc(memory, (size_t)p->triangle_count, sizeof *out.triangles);
    for (int32_t i = 0; i < p->vertex_count; ++i) {
        const float* at = rest[p->first_vertex + i];
        out.positions[i] = v3((double)at[0], (double)at[1], (double)at[2]);
    }
    for (int32_t t = 0; t < p->triangle_count; ++t)
        for (int k = 0; k < 3; ++k)
            out.triangles[t][k] =
                x->triangles[p->first_triangle + t][k] - (uint32_t)p->first_vertex;
    return out;
}

bool recording_scene(const recording* x, arena* memory, scene* out, report* r) {
    float(*rest)[3] = arena_alloc(memory, (size_t)x->vertex_count, sizeof *rest);
    recording_piece* pieces = ARENA_NEW(memory, recording_piece, (size_t)x->body_count);
    if (!recording_states(x, x->rest, 1, rest[0], r))
        return false;
    int32_t count = recording_pieces(x, pieces);
    *out = (scene){.format = FILE_NONE,
                   .primitive_count = count,
                   .mesh_count = 1,
                   .node_count = 1,
                   .root_count = 1};
    out->primitives = ARENA_NEW(memory, primitive, (size_t)count);
    out->meshes = ARENA_NEW(memory, mesh, 1);
    out->nodes = ARENA_NEW(memory, node, 1);
    out->roots = ARENA_NEW(memory, int32_t, 1); // node 0
    out->meshes[0] = (mesh){.name = pieces[0].name, .primitive_count = count};
    out->nodes[0] = node_of(RECORDING_SUPPORT, -1, 0);
    for (int32_t i = 0; i < count; ++i)
        out->primitives[i] = primitive_of(x, &pieces[i], (const float(*)[3])rest, memory);
    return true;
}
