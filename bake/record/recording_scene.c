// SPDX-License-Identifier: MIT
#include "bake/record/recording_scene.h"

#include <string.h>

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

static int32_t look_of(const recording* x, int32_t triangle) {
    return x->triangle_looks != NULL ? x->triangle_looks[triangle] : -1;
}

static int32_t lowest_corner(const recording* x, int32_t triangle) {
    const uint32_t* c = x->triangles[triangle];
    uint32_t low = c[0] < c[1] ? c[0] : c[1];
    return (int32_t)(low < c[2] ? low : c[2]);
}

// Cuts the last piece at its first triangle of another look, if all corners from there on are beyond those before: true,
// and there is one more.
static bool cut(const recording* x, recording_piece* last) {
    int32_t end = last->first_triangle + last->triangle_count, t = last->first_triangle, high = 0;
    for (; t < end && look_of(x, t) == last->look; ++t)
        for (int k = 0; k < 3; ++k)
            high = (int32_t)x->triangles[t][k] > high ? (int32_t)x->triangles[t][k] : high;
    int32_t from = INT32_MAX;
    for (int32_t i = t; i < end; ++i)
        from = lowest_corner(x, i) < from ? lowest_corner(x, i) : from;
    if (t == end || from <= high)
        return false;
    last[1] = (recording_piece){last->name, from,    last->first_vertex + last->vertex_count - from,
                                t,          end - t, look_of(x, t)};
    last->vertex_count = from - last->first_vertex;
    last->triangle_count = t - last->first_triangle;
    return true;
}

recording_piece* recording_pieces(const recording* x, arena* memory, int32_t* count) {
    int32_t vertices = 0, triangles = 0, most = x->body_count;
    for (int32_t t = 1; t < x->triangle_count; ++t)
        most += look_of(x, t) != look_of(x, t - 1);
    recording_piece* out = ARENA_NEW(memory, recording_piece, (size_t)most + 1);
    bool whole = true;
    *count = 0;
    for (int32_t b = 0; b < x->body_count && whole; ++b) {
        recording_piece* p = &out[*count];
        *p = (recording_piece){x->bodies[b].name, vertices, x->bodies[b].count, triangles, 0, -1};
        p->triangle_count = count_triangles(x, p);
        whole = x->bodies[b].first == vertices && p->triangle_count > 0;
        vertices += p->vertex_count;
        triangles += p->triangle_count;
        p->look = whole ? look_of(x, p->first_triangle) : -1;
        while (whole && cut(x, p++))
            ++*count;
        ++*count;
    }
    if (whole && vertices == x->vertex_count && triangles == x->triangle_count)
        return out;
    *count = 1;
    out[0] = (recording_piece){x->bodies[0].name, 0,
                               x->vertex_count,   0,
                               x->triangle_count, x->triangle_count > 0 ? look_of(x, 0) : -1};
    return out;
}

static void add_materials(const recording* x, arena* memory, scene* out) {
    out->material_count = x->look_count;
    out->materials = ARENA_NEW(memory, scene_material, (size_t)x->look_count);
    for (int32_t i = 0; i < x->look_count; ++i) {
        const recording_look* l = &x->looks[i];
        scene_material* m = &out->materials[i];
        *m = (scene_material){.name = l->name,
                              .base_image = -1,
                              .alpha_cutoff = l->alpha_cutoff,
                              .double_sided = (l->flags & 1) != 0,
                              .blended = (l->flags & 2) != 0,
                              .metallic = l->metallic};
        memcpy(m->base_color, l->base_color, sizeof m->base_color);
    }
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
        .vertex_count = p->vertex_count, .triangle_count = p->triangle_count, .material = p->look};
    out.positions = ARENA_NEW(memory, vec3, (size_t)p->vertex_count);
    out.triangles = arena_alloc(memory, (size_t)p->triangle_count, sizeof *out.triangles);
    for (int32_t i = 0; i < p->vertex_count; ++i) {
        const float* at = rest[p->first_vertex + i];
        out.positions[i] = v3((double)at[0], (double)at[1], (double)at[2]);
    }
    if (x->color_count > 0) {
        out.colors = arena_alloc(memory, (size_t)p->vertex_count, sizeof *out.colors);
        for (int32_t i = 0; i < p->vertex_count; ++i)
            for (int k = 0; k < 4; ++k)
                out.colors[i][k] = (float)x->colors[p->first_vertex + i][k] * (1.0f / 255.0f);
    }
    for (int32_t t = 0; t < p->triangle_count; ++t)
        for (int k = 0; k < 3; ++k)
            out.triangles[t][k] =
                x->triangles[p->first_triangle + t][k] - (uint32_t)p->first_vertex;
    return out;
}

bool recording_scene(const recording* x, arena* memory, scene* out, report* r) {
    float(*rest)[3] = arena_alloc(memory, (size_t)x->vertex_count, sizeof *rest);
    int32_t count;
    const recording_piece* pieces = recording_pieces(x, memory, &count);
    if (!recording_states(x, x->rest, 1, rest[0], r))
        return false;
    *out = (scene){.format = FILE_NONE,
                   .primitive_count = count,
                   .mesh_count = 1,
                   .node_count = 1,
                   .root_count = 1};
    out->primitives = ARENA_NEW(memory, primitive, (size_t)count);
    out->meshes = ARENA_NEW(memory, mesh, 1);
    out->nodes = ARENA_NEW(memory, node, 1);
    out->roots = ARENA_NEW(memory, int32_t, 1); // node 0
    add_materials(x, memory, out);
    out->meshes[0] = (mesh){.name = pieces[0].name, .primitive_count = count};
    out->nodes[0] = node_of(RECORDING_SUPPORT, -1, 0);
    for (int32_t i = 0; i < count; ++i)
        out->primitives[i] = primitive_of(x, &pieces[i], (const float(*)[3])rest, memory);
    return true;
}
