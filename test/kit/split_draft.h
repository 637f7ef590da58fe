// A draft whose mesh is split: copies of vertices that lie and move as the ones they are copies of.
//
// Facets are how a hard-edged mesh comes: three vertices of its own for every triangle, one normal for the three.
// In between is what exporters make of creases and texture seams, in any order.
// SPDX-License-Identifier: MIT
#pragma once

#include "test/kit/asset_maker.h"

// How the new vertices come from the old ones.
typedef struct split_plan {
    int32_t count;
    uint32_t* origin;         // [count]
    uint32_t* facet;          // [count] the triangle whose normal it has, UINT32_MAX: its own
    uint32_t (*triangles)[3]; // of new vertices
} split_plan;

static inline split_plan split_facets(const asset_maker* m) {
    size_t n = (size_t)m->draft.triangle_count;
    split_plan p = {(int32_t)(3 * n), ARENA_NEW(m->memory, uint32_t, 3 * n),
                    ARENA_NEW(m->memory, uint32_t, 3 * n),
                    arena_alloc(m->memory, n, sizeof *p.triangles)};
    for (uint32_t t = 0; t < n; ++t)
        for (uint32_t c = 0; c < 3; ++c) {
            p.triangles[t][c] = 3 * t + c;
            p.origin[3 * t + c] = m->draft.triangles[t][c];
            p.facet[3 * t + c] = t;
        }
    return p;
}

static inline uint32_t split_random(uint32_t* state) {
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

// `share` of 256 corners get a vertex of their own, half of those a hard edge; the order is shuffled.
static inline split_plan split_some(const asset_maker* m, uint32_t fraction, uint32_t seed) {
    size_t n = (size_t)m->draft.triangle_count, old = (size_t)m->draft.vertex_count;
    split_plan p = {(int32_t)old, ARENA_NEW(m->memory, uint32_t, old + 3 * n),
                    ARENA_NEW(m->memory, uint32_t, old + 3 * n),
                    arena_alloc(m->memory, n, sizeof *p.triangles)};
    for (uint32_t v = 0; v < old; ++v) {
        p.origin[v] = v;
        p.facet[v] = UINT32_MAX;
    }
    for (uint32_t t = 0; t < n; ++t)
        for (uint32_t c = 0; c < 3; ++c) {
            uint32_t corner = m->draft.triangles[t][c];
            p.triangles[t][c] = corner;
            if (split_random(&seed) % 256 >= fraction)
                continue;
            p.triangles[t][c] = (uint32_t)p.count;
            p.origin[p.count] = corner;
            p.facet[p.count++] = split_random(&seed) % 2 == 0 ? t : UINT32_MAX;
        }
    uint32_t* now = ARENA_NEW(m->memory, uint32_t, (size_t)p.count); // who stands where ...
    uint32_t* at = ARENA_NEW(m->memory, uint32_t, (size_t)p.count);  // ... and where each stands
    for (int32_t i = 0; i < p.count; ++i) {
        int32_t k = (int32_t)(split_random(&seed) % (uint32_t)(i + 1));
        now[i] = now[k];
        now[k] = (uint32_t)i;
    }
    uint32_t* origin = ARENA_NEW(m->memory, uint32_t, (size_t)p.count);
    uint32_t* facet = ARENA_NEW(m->memory, uint32_t, (size_t)p.count);
    for (int32_t i = 0; i < p.count; ++i) {
        at[now[i]] = (uint32_t)i;
        origin[i] = p.origin[now[i]];
        facet[i] = p.facet[now[i]];
    }
    for (size_t t = 0; t < n; ++t)
        for (int c = 0; c < 3; ++c)
            p.triangles[t][c] = at[p.triangles[t][c]];
    p.origin = origin;
    p.facet = facet;
    return p;
}

// Its normal, and along its first edge the tangent.
static inline void split_frame(const asset_maker* m, uint32_t triangle, float normal[3],
                               float tangent[3]) {
    const uint32_t* t = m->draft.triangles[triangle];
    double u[3], v[3], n[3], square = 0.0, edge = 0.0;
    for (int c = 0; c < 3; ++c) {
        u[c] = (double)m->positions[t[1]][c] - (double)m->positions[t[0]][c];
        v[c] = (double)m->positions[t[2]][c] - (double)m->positions[t[0]][c];
    }
    for (int c = 0; c < 3; ++c) {
        n[c] = u[(c + 1) % 3] * v[(c + 2) % 3] - u[(c + 2) % 3] * v[(c + 1) % 3];
        square += n[c] * n[c];
        edge += u[c] * u[c];
    }
    for (int c = 0; c < 3; ++c) {
        normal[c] = (float)(n[c] / sqrt(square));
        tangent[c] = (float)(u[c] / sqrt(edge));
    }
}

// Rows of new members from those of old ones. The bends of a facet are those of the triangle's first corner that is
// a member: what matters is that its corners have the same.
static inline void split_part(const asset_maker* m, const split_plan* plan, asset_draft_part* p) {
    size_t old = (size_t)p->vertex_count, r = (size_t)p->coord_count, n = 0;
    int32_t* member = ARENA_NEW(m->memory, int32_t, (size_t)m->draft.vertex_count);
    memset(member, -1, (size_t)m->draft.vertex_count * sizeof *member);
    for (size_t i = 0; i < old; ++i)
        member[p->vertices[i]] = (int32_t)i;
    uint32_t* vertices = ARENA_NEW(m->memory, uint32_t, (size_t)plan->count);
    float(*shapes)[3] = arena_alloc(m->memory, r * (size_t)plan->count, sizeof *shapes);
    float(*bends)[3] = arena_alloc(m->memory, r * (size_t)plan->count, sizeof *bends);
    for (uint32_t v = 0; v < (uint32_t)plan->count; ++v)
        if (member[plan->origin[v]] >= 0)
            vertices[n++] = v;
    for (size_t k = 0; k < r; ++k)
        for (size_t i = 0; i < n; ++i) {
            int32_t from = member[plan->origin[vertices[i]]], bend = from;
            uint32_t facet = plan->facet[vertices[i]];
            for (int c = 2; c >= 0 && facet != UINT32_MAX; --c)
                if (member[m->draft.triangles[facet][c]] >= 0)
                    bend = member[m->draft.triangles[facet][c]];
            memcpy(shapes[k * n + i], p->shapes[k * old + (size_t)from], sizeof *shapes);
            if (p->bends_or_null != NULL)
                memcpy(bends[k * n + i], p->bends_or_null[k * old + (size_t)bend], sizeof *bends);
        }
    p->vertices = vertices;
    p->vertex_count = (int32_t)n;
    p->shapes = (const float(*)[3])shapes;
    p->bends_or_null = p->bends_or_null != NULL ? (const float(*)[3])bends : NULL;
}

// Of a maker that was written. Memory is the maker's.
static inline asset_draft split_draft(const asset_maker* m, const split_plan* plan) {
    asset_draft d = m->draft;
    size_t n = (size_t)plan->count, k = (size_t)d.influence_count;
    float(*positions)[3] = arena_alloc(m->memory, n, sizeof *positions);
    float(*normals)[3] = arena_alloc(m->memory, n, sizeof *normals);
    float(*tangents)[4] = arena_alloc(m->memory, n, sizeof *tangents);
    uint16_t* joints = ARENA_NEW(m->memory, uint16_t, n * k + 1);
    float* weights = ARENA_NEW(m->memory, float, n* k + 1);
    asset_draft_part* parts = ARENA_NEW(m->memory, asset_draft_part, (size_t)d.part_count);
    for (size_t v = 0; v < n; ++v) {
        size_t from = plan->origin[v];
        memcpy(positions[v], d.positions[from], sizeof *positions);
        memcpy(normals[v], d.normals[from], sizeof *normals);
        memcpy(tangents[v], m->tangents[from], sizeof *tangents);
        if (plan->facet[v] != UINT32_MAX)
            split_frame(m, plan->facet[v], normals[v], tangents[v]);
        for (size_t i = 0; i < k; ++i) {
            joints[v * k + i] = d.joints[from * k + i];
            weights[v * k + i] = d.weights[from * k + i];
        }
    }
    for (int32_t p = 0; p < d.part_count; ++p) {
        parts[p] = d.parts[p];
        split_part(m, plan, &parts[p]);
    }
    format_mesh* mesh = ARENA_NEW(m->memory, format_mesh, 1);
    *mesh = d.meshes[0];
    mesh->vertex_count = (uint32_t)n;
    d.vertex_count = (int32_t)n;
    d.meshes = mesh;
    d.parts = parts;
    d.positions = (const float(*)[3])positions;
    d.normals = (const float(*)[3])normals;
    d.tangents_or_null = d.tangents_or_null != NULL ? (const float(*)[4])tangents : NULL;
    d.joints = joints;
    d.weights = weights;
    d.triangles = (const uint32_t(*)[3])plan->triangles;
    return d;
}
