// SPDX-License-Identifier: MIT
#include "bake/light/lit.h"

#include "bake/base/assert.h"

#include <math.h>
#include <string.h>

lit_points lit_points_of(const lit_mesh* m, arena* memory) {
    size_t vertices = (size_t)m->vertex_count;
    lit_points p = {
        .vertex = ARENA_NEW(memory, int32_t, 2 * vertices),
        .side = ARENA_NEW(memory, float, 2 * vertices),
        .of = {ARENA_NEW(memory, int32_t, vertices), ARENA_NEW(memory, int32_t, vertices)}};
    for (int side = 0; side < 2; ++side)
        memset(p.of[side], 0xff, vertices * sizeof *p.of[side]); // -1
    for (int32_t t = 0; t < m->triangle_count; ++t)
        for (int k = 0; k < 3; ++k) {
            SUPPLE_ASSERT(m->triangles[t][k] < (uint32_t)m->vertex_count);
            p.of[0][m->triangles[t][k]] = 0;
            if (m->thin != NULL && m->thin[t] != 0)
                p.of[1][m->triangles[t][k]] = 0;
        }
    for (int32_t v = 0; v < m->vertex_count; ++v)
        for (int side = 0; side < 2; ++side)
            if (p.of[side][v] == 0) {
                p.vertex[p.count] = v;
                p.side[p.count] = side == 0 ? 1.0f : -1.0f;
                p.of[side][v] = p.count++;
            }
    return p;
}

static vec3 middle_of(const vec3* positions, int32_t count) {
    vec3 low = positions[0], high = positions[0];
    for (int32_t v = 1; v < count; ++v) {
        low = v3_min(low, positions[v]);
        high = v3_max(high, positions[v]);
    }
    return v3_lerp(low, high, 0.5);
}

// Sums over the triangles of each group of vertices; then each vertex takes its group's, without what lies along the normal.
static void set_fans(const lit_mesh* m, const vec3* positions, lit_shape* s) {
    arena* scratch = arena_create();
    size_t vertices = (size_t)m->vertex_count;
    vec3 *normals = ARENA_NEW(scratch, vec3, vertices),
         *inward = ARENA_NEW(scratch, vec3, vertices);
    double* count = ARENA_NEW(scratch, double, vertices);
    for (int32_t t = 0; t < m->triangle_count; ++t) {
        const uint32_t* c = m->triangles[t];
        vec3 a = positions[c[0]], b = positions[c[1]], d = positions[c[2]];
        vec3 area = v3_cross(v3_sub(b, a), v3_sub(d, a)),
             centre = v3_scale(v3_add(v3_add(a, b), d), 1.0 / 3.0), face = v3_unit(area);
        s->faces[t][0] = (float)face.x;
        s->faces[t][1] = (float)face.y;
        s->faces[t][2] = (float)face.z;
        for (int k = 0; k < 3; ++k) {
            size_t g = m->smooth != NULL ? (size_t)m->smooth[c[k]] : c[k];
            normals[g] = v3_add(normals[g], area);
            inward[g] = v3_add(inward[g], v3_unit(v3_sub(centre, positions[c[k]])));
            count[g] += 1.0;
        }
    }
    for (size_t v = 0; v < vertices; ++v) {
        size_t g = m->smooth != NULL ? (size_t)m->smooth[v] : v;
        vec3 n = v3_unit(normals[g]),
             mean = count[g] > 0.0 ? v3_scale(inward[g], 1.0 / count[g]) : inward[g];
        s->normals[v] = n;
        s->inward[v] = v3_madd(mean, n, -v3_dot(mean, n));
    }
    arena_destroy(scratch);
}

lit_shape lit_shape_of(const lit_mesh* m, const vec3* positions, arena* memory) {
    SUPPLE_ASSERT(m->vertex_count > 0);
    size_t vertices = (size_t)m->vertex_count;
    lit_shape s = {.positions = arena_alloc(memory, vertices, sizeof *s.positions),
                   .normals = ARENA_NEW(memory, vec3, vertices),
                   .inward = ARENA_NEW(memory, vec3, vertices),
                   .faces = arena_alloc(memory, (size_t)m->triangle_count, sizeof *s.faces)};
    vec3 middle = middle_of(positions, m->vertex_count);
    for (size_t v = 0; v < vertices; ++v) {
        vec3 p = v3_sub(positions[v], middle);
        const double at[3] = {p.x, p.y, p.z};
        for (int k = 0; k < 3; ++k) {
            s.positions[v][k] = (float)at[k];
            s.size = fmaxf(s.size, fabsf((float)at[k]));
        }
    }
    set_fans(m, positions, &s);
    return s;
}
