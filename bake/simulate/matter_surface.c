// Copies of what is kept.
// SPDX-License-Identifier: MIT
#include "bake/simulate/matter_surface.h"

#include "bake/base/text.h"

#include <string.h>

static const char* mesh_name(const scene* s, const surface* f, int32_t vertex) {
    return s->meshes[s->nodes[f->vertex_node[vertex]].mesh].name;
}

static const char* material_name(const scene* s, const surface* f, int32_t vertex) {
    int32_t m = s->primitives[f->vertex_primitive[vertex]].material;
    return m >= 0 ? s->materials[m].name : "";
}

static bool unknown_name(const scene* s, const char* name, place where, arena* memory, report* r) {
    int32_t most = s->node_count + s->mesh_count + s->material_count, count = 0;
    const char** names = ARENA_NEW(memory, const char*, (size_t)most);
    const char* list = "";
    for (int32_t i = 0; i < s->node_count; ++i)
        if (s->nodes[i].mesh >= 0)
            names[count++] = s->nodes[i].name;
    for (int32_t i = 0; i < s->mesh_count; ++i)
        names[count++] = s->meshes[i].name;
    for (int32_t i = 0; i < s->material_count; ++i)
        names[count++] = s->materials[i].name;
    for (int32_t i = 0; i < count && i < 12; ++i)
        if (names[i][0] != 0)
            list = text_listed(list, text_printable(names[i], 30, memory), memory);
    return report_error(
        r, where, "there is no node, mesh or material \"%s\"%s", text_printable(name, 40, memory),
        text_hint(name, names, count, arena_format(memory, "; the file has %s", list), memory));
}

bool surface_named(const scene* s, const surface* f, const char* const* names, int32_t name_count,
                   place where, uint8_t* chosen, arena* memory, report* r) {
    memset(chosen, 0, (size_t)f->vertex_count);
    for (int32_t i = 0; i < name_count; ++i) {
        bool found = false;
        for (int32_t v = 0; v < f->vertex_count; ++v)
            if (strcmp(names[i], s->nodes[f->vertex_node[v]].name) == 0 ||
                strcmp(names[i], mesh_name(s, f, v)) == 0 ||
                strcmp(names[i], material_name(s, f, v)) == 0) {
                chosen[v] = 1;
                found = true;
            }
        if (!found)
            return unknown_name(s, names[i], where, memory, r);
    }
    return true;
}

// ---- parts and sums ----------------------------------------------------------------------

static surface surface_new(int32_t vertices, int32_t triangles, arena* memory) {
    size_t n = (size_t)vertices, t = (size_t)triangles;
    return (surface){.positions = ARENA_NEW(memory, vec3, n),
                     .normals = arena_alloc(memory, n, 3 * sizeof(float)),
                     .uvs = arena_alloc(memory, n, 2 * sizeof(float)),
                     .colors = arena_alloc(memory, n, 4 * sizeof(float)),
                     .triangles = arena_alloc(memory, t, 3 * sizeof(uint32_t)),
                     .triangle_material = ARENA_NEW(memory, int32_t, t),
                     .vertex_node = ARENA_NEW(memory, int32_t, n),
                     .vertex_primitive = ARENA_NEW(memory, int32_t, n),
                     .vertex_index = ARENA_NEW(memory, int32_t, n)};
}

static void add_vertex(surface* to, const surface* from, int32_t v) {
    int32_t at = to->vertex_count++;
    to->positions[at] = from->positions[v];
    memcpy(to->normals[at], from->normals[v], sizeof to->normals[at]);
    memcpy(to->uvs[at], from->uvs[v], sizeof to->uvs[at]);
    memcpy(to->colors[at], from->colors[v], sizeof to->colors[at]);
    if (from->vertex_node == NULL) // the outside of tets
        return;
    to->vertex_node[at] = from->vertex_node[v];
    to->vertex_primitive[at] = from->vertex_primitive[v];
    to->vertex_index[at] = from->vertex_index[v];
}

surface surface_keep(const surface* f, const uint8_t* keep, arena* memory) {
    surface out = surface_new(f->vertex_count, f->triangle_count, memory);
    uint32_t* number = ARENA_NEW(memory, uint32_t, (size_t)f->vertex_count);
    for (int32_t v = 0; v < f->vertex_count; ++v) {
        if (!keep[v])
            continue;
        number[v] = (uint32_t)out.vertex_count;
        add_vertex(&out, f, v);
    }
    for (int32_t t = 0; t < f->triangle_count; ++t) {
        const uint32_t* c = f->triangles[t];
        if (!keep[c[0]] || !keep[c[1]] || !keep[c[2]])
            continue;
        for (int k = 0; k < 3; ++k)
            out.triangles[out.triangle_count][k] = number[c[k]];
        out.triangle_material[out.triangle_count++] = f->triangle_material[t];
    }
    return out;
}

surface surface_join(const surface* const* parts, int32_t count, arena* memory) {
    int32_t vertices = 0, triangles = 0;
    for (int32_t i = 0; i < count; ++i) {
        vertices += parts[i]->vertex_count;
        triangles += parts[i]->triangle_count;
    }
    surface out = surface_new(vertices, triangles, memory);
    for (int32_t i = 0; i < count; ++i) {
        uint32_t first = (uint32_t)out.vertex_count;
        for (int32_t v = 0; v < parts[i]->vertex_count; ++v)
            add_vertex(&out, parts[i], v);
        for (int32_t t = 0; t < parts[i]->triangle_count; ++t) {
            for (int k = 0; k < 3; ++k)
                out.triangles[out.triangle_count][k] = first + parts[i]->triangles[t][k];
            out.triangle_material[out.triangle_count++] =
                count == 1 ? parts[i]->triangle_material[t] : -1;
        }
    }
    return out;
}
