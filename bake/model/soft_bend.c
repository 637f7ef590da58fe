// Bends in body space, on the patch of surface round the part, then turned into each mesh's axes.
// SPDX-License-Identifier: MIT
#include "bake/model/soft_bend.h"

#include "bake/model/bend.h"

#include <string.h>

// The triangles that a part moves, with their vertices numbered anew.
typedef struct patch {
    int32_t vertex_count, triangle_count;
    int32_t* vertices; // of the binding
    int32_t* local;    // [binding.vertex_count] or -1
    uint32_t (*triangles)[3];
} patch;

static patch cut_patch(const soft_bending* m, arena* scratch) {
    const binding* b = m->body->binding;
    patch x = {0};
    x.vertices = ARENA_NEW(scratch, int32_t, (size_t)b->vertex_count);
    x.local = ARENA_NEW(scratch, int32_t, (size_t)b->vertex_count);
    x.triangles = arena_alloc(scratch, (size_t)b->triangle_count, sizeof *x.triangles);
    for (int32_t v = 0; v < b->vertex_count; ++v)
        x.local[v] = -1;
    for (int32_t i = 0; i < m->part->vertex_count; ++i) {
        x.local[m->part->vertices[i]] = x.vertex_count;
        x.vertices[x.vertex_count++] = m->part->vertices[i];
    }
    for (int32_t t = 0; t < b->triangle_count; ++t) {
        const uint32_t* corner = b->triangles[t];
        bool moves = false;
        for (int k = 0; k < 3; ++k)
            moves =
                moves || (x.local[corner[k]] >= 0 && x.local[corner[k]] < m->part->vertex_count);
        for (int k = 0; k < 3 && moves; ++k) {
            if (x.local[corner[k]] < 0) {
                x.local[corner[k]] = x.vertex_count;
                x.vertices[x.vertex_count++] = (int32_t)corner[k];
            }
            x.triangles[x.triangle_count][k] = (uint32_t)x.local[corner[k]];
        }
        x.triangle_count += moves;
    }
    return x;
}

// The patch in body space, with the normals that are shown at rest.
typedef struct bending {
    bend_surface surface;
    float (*normals)[3];
    int32_t* point; // place in the part's embedding, or -1
} bending;

static bending prepare_bending(const soft_bending* m, const patch* x, arena* scratch) {
    const binding* b = m->body->binding;
    const weld* w = &m->body->character->weld;
    size_t all = (size_t)x->vertex_count;
    vec3* positions = ARENA_NEW(scratch, vec3, all);
    int32_t* welded = ARENA_NEW(scratch, int32_t, all);
    bending y = {.point = ARENA_NEW(scratch, int32_t, all)};
    y.normals = arena_alloc(scratch, all, sizeof *y.normals);
    for (size_t i = 0; i < all; ++i) {
        int32_t v = x->vertices[i];
        mat4 to_body = mat4_inverse_affine(binding_map(m->body->binding, v));
        const float *p = b->positions[v], *n = b->normals[v];
        positions[i] = mat4_point(to_body, v3(p[0], p[1], p[2]));
        vec3 normal = v3_unit(mat4_normal(to_body, v3(n[0], n[1], n[2])));
        y.normals[i][0] = (float)normal.x;
        y.normals[i][1] = (float)normal.y;
        y.normals[i][2] = (float)normal.z;
        y.point[i] = i < (size_t)m->part->vertex_count ? (int32_t)i : -1;
        welded[i] = w->welded[v];
    }
    y.surface = (bend_surface){
        x->vertex_count, x->triangle_count, positions, (const uint32_t(*)[3])x->triangles,
        bend_group(welded, x->vertex_count, w->count, (const float(*)[3])y.normals, scratch)};
    return y;
}

const float (*soft_bends(const soft_bending* m, arena* memory))[3] {
    arena* scratch = arena_create();
    patch x = cut_patch(m, scratch);
    bending y = prepare_bending(m, &x, scratch);
    size_t all = (size_t)x.vertex_count, own = (size_t)m->part->vertex_count;
    size_t modes = (size_t)m->model->count;
    double* shapes = ARENA_NEW(scratch, double, 3 * all * modes);
    double* bends = ARENA_NEW(scratch, double, 3 * all * modes);
    for (size_t e = 0; e < modes; ++e) // the part's own vertices come first, the others stand still
        memcpy(shapes + 3 * all * e, m->shapes + 3 * own * e, 3 * own * sizeof *shapes);
    uint8_t* wanted = ARENA_NEW(scratch, uint8_t, modes);
    for (size_t e = 0; e < modes; ++e)
        wanted[e] = e < (size_t)m->body->bends;
    bend_normals(&y.surface, shapes, m->model->count, wanted, m->body->threads, bends);
    carry_source source = {&m->model->tets, &m->part->embedding, m->part->fade, m->model->number,
                           m->model->free_count};
    bend_lean lean = {(const float(*)[3])y.normals, &source, y.point, m->model->vectors};
    bend_leaning(&y.surface, &lean, m->model->count, wanted, m->body->threads, bends);
    float(*out)[3] = arena_alloc(memory, own * modes, sizeof *out);
    for (size_t i = 0; i < own; ++i) {
        mat4 map = binding_map(m->body->binding, m->part->vertices[i]);
        const float* n0 = y.normals[i]; // becomes as long in the mesh as the normal there, 1
        double length = v3_length(mat4_normal(map, v3(n0[0], n0[1], n0[2])));
        for (size_t e = 0; e < modes; ++e) {
            const double* n = bends + 3 * (e * all + i);
            vec3 turned =
                v3_scale(mat4_normal(map, v3(n[0], n[1], n[2])), length > 0.0 ? 1.0 / length : 0.0);
            out[e * own + i][0] = (float)turned.x;
            out[e * own + i][1] = (float)turned.y;
            out[e * own + i][2] = (float)turned.z;
        }
    }
    arena_destroy(scratch);
    return (const float(*)[3])out;
}
