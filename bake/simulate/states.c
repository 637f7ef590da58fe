// Normals are those of the moved triangles, smooth where the file's are.
// SPDX-License-Identifier: MIT
#include "bake/simulate/states.h"

#include "bake/base/assert.h"
#include "bake/mesh/weld.h"

#include <string.h>

static const double SMOOTH =
    0.9; // cosine between normals of two vertices at one place that are one to the eye

static vec3 normal_at(const surface* f, int32_t v) {
    return v3(f->normals[v][0], f->normals[v][1], f->normals[v][2]);
}

// Vertices of one welded place, as chains: next[v], or -1.
static int32_t* chain_twins(const surface* rest, arena* memory) {
    weld w = weld_positions(rest->positions, rest->vertex_count, 0.0, memory);
    int32_t* next = ARENA_NEW(memory, int32_t, (size_t)rest->vertex_count);
    int32_t* head = ARENA_NEW(memory, int32_t, (size_t)w.count);
    memset(head, -1, (size_t)w.count * sizeof *head);
    for (int32_t v = 0; v < rest->vertex_count; ++v) {
        next[v] = head[w.welded[v]];
        head[w.welded[v]] = v;
    }
    for (int32_t v = 0; v < rest->vertex_count; ++v) // rings: the last leads to the first
        if (next[v] < 0)
            next[v] = head[w.welded[v]];
    return next;
}

static void set_normals(const surface* rest, surface* f, arena* memory) {
    vec3* own = ARENA_NEW(memory, vec3, (size_t)f->vertex_count);
    for (int32_t t = 0; t < f->triangle_count; ++t) {
        const uint32_t* c = f->triangles[t];
        vec3 a = f->positions[c[0]],
             across = v3_cross(v3_sub(f->positions[c[1]], a), v3_sub(f->positions[c[2]], a));
        for (int k = 0; k < 3; ++k)
            own[c[k]] = v3_add(own[c[k]], across);
    }
    const int32_t* next = chain_twins(rest, memory);
    for (int32_t v = 0; v < f->vertex_count; ++v) {
        vec3 sum = own[v];
        for (int32_t w = next[v]; w != v; w = next[w])
            if (v3_dot(normal_at(rest, v), normal_at(rest, w)) > SMOOTH)
                sum = v3_add(sum, own[w]);
        sum = v3_unit(sum);
        const float n[3] = {(float)sum.x, (float)sum.y, (float)sum.z};
        memcpy(f->normals[v], n, sizeof n);
    }
}

bool states_surface(stream* s, const surface* rest, int32_t state, arena* memory, surface* out,
                    report* r) {
    SUPPLE_ASSERT(rest->vertex_count == s->point_count);
    size_t n = (size_t)rest->vertex_count;
    *out = *rest;
    out->positions = ARENA_NEW(memory, vec3, n);
    out->normals = arena_alloc(memory, n, sizeof *out->normals);
    arena* scratch = arena_create();
    float(*points)[3] = arena_alloc(scratch, n, sizeof *points);
    bool read = stream_read(s, state, points, r);
    for (size_t i = 0; i < n && read; ++i)
        out->positions[i] = v3(points[i][0], points[i][1], points[i][2]);
    if (read)
        set_normals(rest, out, scratch);
    arena_destroy(scratch);
    return read;
}

// Sideways, as strips of takes have it: what goes somewhere stays in the middle of its cell, and how high it is stays to be seen.
static void move_to_middle(surface* f) {
    bounds box = bounds_of(f->positions, f->vertex_count);
    vec3 displacement = v3_scale(v3_add(box.low, box.high), -0.5);
    displacement.y = 0.0;
    for (int32_t v = 0; v < f->vertex_count; ++v)
        f->positions[v] = v3_add(f->positions[v], displacement);
}

bool states_strip(stream* s, const assembly* a, const strip_options* how, arena* memory,
                  picture* out, report* r) {
    surface* moments = ARENA_NEW(memory, surface, (size_t)how->moments);
    raster_options o = raster_default();
    o.width = how->width;
    o.height = how->height;
    o.view_count = 1;
    o.views[0] = how->view;
    for (int32_t i = 0; i < how->moments; ++i) {
        int32_t state = strip_frame(how, s->fps, s->state_count, false, i);
        if (!states_surface(s, &a->drawn, state, memory, &moments[i], r))
            return false;
        move_to_middle(&moments[i]);
    }
    // textures are of one file: several bodies show their colours alone
    bool one = a->body_count == 1 && a->bodies[0].file.scene.mesh_count > 0;
    *out = raster_frames(moments, how->moments, one ? &a->bodies[0].file.scene : NULL, &o, memory);
    return true;
}
