// Morph targets by name, over all meshes that have one so called, summed as glTF sums them.
// SPDX-License-Identifier: MIT
#include "bake/model/target_sculpt.h"

#include "bake/base/text.h"

#include <string.h>

#define TARGET_SCULPT_BEYOND                                                                       \
    0.02 // of the largest displacement: less, outside the part, is not seen

static const mesh* mesh_of(const scene* s, const surface* f, int32_t vertex) {
    return &s->meshes[s->nodes[f->vertex_node[vertex]].mesh];
}

static int32_t find_target(const mesh* m, const char* name) {
    for (int32_t i = 0; i < m->target_count; ++i)
        if (strcmp(m->target_names[i], name) == 0)
            return i;
    return -1;
}

static bool unknown(const scene* s, const recipe_target* how, const char* name, arena* memory,
                    report* r) {
    int32_t count = 0;
    for (int32_t i = 0; i < s->mesh_count; ++i)
        count += s->meshes[i].target_count;
    if (count == 0)
        return report_error(r, how->where,
                            "target \"%s\": the file has no morph targets, so none called \"%s\"; "
                            "export shapes (shape keys) with the mesh",
                            how->name, name);
    const char** names = ARENA_NEW(memory, const char*, (size_t)count);
    const char* list = "";
    count = 0;
    for (int32_t i = 0; i < s->mesh_count; ++i)
        for (int32_t k = 0; k < s->meshes[i].target_count; ++k) {
            names[count] = s->meshes[i].target_names[k];
            list = text_listed(list, names[count], memory);
            ++count;
        }
    const char* all = arena_format(memory, "; there are %s", text_printable(list, 200, memory));
    return report_error(r, how->where, "target \"%s\": there is no morph target \"%s\"%s",
                        how->name, name, text_hint(name, names, count, all, memory));
}

static float resting_weight(const scene* s, int32_t shown_by, int32_t target) {
    const float* own = s->nodes[shown_by].target_weights_or_null;
    const float* common = s->meshes[s->nodes[shown_by].mesh].target_weights;
    return own != NULL ? own[target] : common != NULL ? common[target] : 0.0f;
}

// Displacements of all vertices of the surface, each in its own mesh's numbers.
static bool sum_shapes(const character* c, const recipe_target* how, vec3* out, arena* memory,
                       report* r) {
    const scene* s = c->scene;
    const surface* f = c->surface;
    for (int32_t i = 0; i < how->shape_count; ++i) {
        bool found = false;
        for (int32_t v = 0; v < f->vertex_count; ++v) {
            int32_t k = find_target(mesh_of(s, f, v), how->shapes[i].name);
            if (k < 0)
                continue;
            found = true;
            const morph_target* t = &s->primitives[f->vertex_primitive[v]].targets[k];
            if (t->positions == NULL)
                continue;
            const float* d = t->positions[f->vertex_index[v]];
            double more = how->shapes[i].weight - (double)resting_weight(s, f->vertex_node[v], k);
            out[v] = v3_madd(out[v], v3(d[0], d[1], d[2]), more);
        }
        if (!found)
            return unknown(s, how, how->shapes[i].name, memory, r);
    }
    return true;
}

// Is what was sculpted outside the part worth a word?
static int32_t count_beyond(const character* c, const part* p, const double* body, double largest,
                            arena* memory) {
    uint8_t* inside = ARENA_NEW(memory, uint8_t, (size_t)c->surface->vertex_count);
    for (int32_t i = 0; i < p->vertex_count; ++i)
        inside[p->vertices[i]] = 1;
    int32_t count = 0;
    for (int32_t v = 0; v < c->surface->vertex_count; ++v) {
        const double* d = body + 3 * (size_t)v;
        count += !inside[v] && v3_length(v3(d[0], d[1], d[2])) > TARGET_SCULPT_BEYOND * largest;
    }
    return count;
}

bool target_sculpt_of(const soft_body* b, const part* p, const recipe_target* how, arena* memory,
                      target_sculpt* out, report* r) {
    const character* c = b->character;
    size_t all = (size_t)c->surface->vertex_count, own = (size_t)p->vertex_count;
    *out = (target_sculpt){.seen = arena_alloc(memory, own, sizeof *out->seen),
                           .skin = ARENA_NEW(memory, double, 3 * (size_t)c->weld.count),
                           .vertices = ARENA_NEW(memory, double, 3 * own)};
    vec3* moved = ARENA_NEW(memory, vec3, all);
    double* body = ARENA_NEW(memory, double, 3 * all);
    if (!sum_shapes(c, how, moved, memory, r))
        return false;
    for (size_t v = 0; v < all; ++v) {
        vec3 d = mat4_vector(mat4_inverse_affine(binding_map(b->binding, (int32_t)v)), moved[v]);
        body[3 * v] = d.x, body[3 * v + 1] = d.y, body[3 * v + 2] = d.z;
    }
    for (size_t i = 0; i < own; ++i) {
        const double* d = body + 3 * (size_t)p->vertices[i];
        out->largest = fmax(out->largest, v3_length(v3(d[0], d[1], d[2])));
    }
    int32_t beyond = out->largest > 0.0 ? count_beyond(c, p, body, out->largest, memory) : 0;
    if (beyond > 0)
        report_warning(
            r, how->where,
            "target \"%s\" also moves %d vertices beyond part \"%s\"; they keep their "
            "place, and the shape fades out towards the seam: widen the region to keep it",
            how->name, beyond, p->name);
    if (how->shape_count > 0 && !(out->largest > 0.0))
        report_warning(r, how->where, "target \"%s\" moves nothing of part \"%s\"", how->name,
                       p->name);
    for (size_t i = 0; i < own; ++i) {
        size_t v = (size_t)p->vertices[i];
        double fade = beyond > 0 ? (double)p->fade[i] : 1.0;
        const double x[3] = {moved[v].x, moved[v].y, moved[v].z};
        for (size_t k = 0; k < 3; ++k) {
            out->seen[i][k] = (float)(fade * x[k]);
            out->vertices[3 * i + k] = fade * body[3 * v + k];
            out->skin[3 * (size_t)c->weld.welded[v] + k] = fade * body[3 * v + k];
        }
    }
    return true;
}
