// Sums over the corners of triangles, mode by mode.
// SPDX-License-Identifier: MIT
#include "bake/model/bend.h"

#include "bake/base/assert.h"
#include "bake/base/parallel.h"

#include <stdbool.h>
#include <string.h>

// Faces whose area vectors add up to less than this part of their areas have no common normal.
#define CANCELLED 1e-9
// Normals closer than this are one: 0.3 degrees, what 8 bits a component leave of it.
#define SAME_COSINE 0.99998

// Normals that lean less from the faces' own, in radians, do not: 16 bits a component leave as much. The corners of a
// flat face then turn alike to the bit, whatever a file's rounding, and are stored once.
#define LEAST_LEAN 1e-4

enum { VERTEX_GRAIN = 256 };

typedef struct bending {
    const bend_surface* s;
    const double* shapes;
    const uint8_t* wanted_or_null;
    const double* per_area; // [groups] 1 / |sum of U x V|, or 0
    double* out;
} bending;

typedef struct leaning {
    const bend_lean* l;
    int32_t modes, vertex_count;
    const uint8_t* wanted_or_null;
    const vec3* lean; // [vertices] the normal minus the faces' own
    double* out;
} leaning;

static vec3 load3(const float v[3]) {
    return v3((double)v[0], (double)v[1], (double)v[2]);
}

// ---- groups ----------------------------------------------------------------------------

// The group at the same place that a vertex may join, from `first` along `next`, or -1.
static int32_t find_alike(const int32_t* next, const int32_t* group_vertex, int32_t first,
                          const float (*normals)[3], int32_t vertex) {
    vec3 n = load3(normals[vertex]);
    for (int32_t g = first; g >= 0; g = next[g])
        if (v3_dot(n, load3(normals[group_vertex[g]])) >= SAME_COSINE)
            return g;
    return -1;
}

bend_groups bend_group(const int32_t* welded, int32_t vertex_count, int32_t welded_count,
                       const float (*normals_or_null)[3], arena* memory) {
    SUPPLE_ASSERT(vertex_count >= 0 && welded_count >= 0);
    bend_groups out = {0, ARENA_NEW(memory, int32_t, (size_t)vertex_count)};
    arena* scratch = arena_create();
    int32_t* first = ARENA_NEW(scratch, int32_t, (size_t)welded_count); // groups of a place
    int32_t* next = ARENA_NEW(scratch, int32_t, (size_t)vertex_count);
    int32_t* group_vertex = ARENA_NEW(scratch, int32_t, (size_t)vertex_count);
    memset(first, -1, (size_t)welded_count * sizeof *first);
    for (int32_t v = 0; v < vertex_count; ++v) {
        int32_t* head = &first[welded[v]];
        int32_t g = normals_or_null == NULL
                        ? *head
                        : find_alike(next, group_vertex, *head, normals_or_null, v);
        if (g < 0) {
            g = out.count++;
            group_vertex[g] = v;
            next[g] = *head;
            *head = g;
        }
        out.group[v] = g;
    }
    arena_destroy(scratch);
    return out;
}

// ---- what does not depend on the mode ----------------------------------------------------

// sums: area vectors, twice the area long. per_area: 0 where they cancel.
static void sum_areas(const bend_surface* s, vec3* sums, double* per_area) {
    for (int32_t i = 0; i < s->triangle_count; ++i) {
        const uint32_t* t = s->triangles[i];
        vec3 a = s->positions[t[0]];
        vec3 area = v3_cross(v3_sub(s->positions[t[1]], a), v3_sub(s->positions[t[2]], a));
        for (int k = 0; k < 3; ++k) {
            int32_t g = s->groups.group[t[k]];
            sums[g] = v3_add(sums[g], area);
            per_area[g] += v3_length(area);
        }
    }
    for (int32_t g = 0; g < s->groups.count; ++g) {
        double length = v3_length(sums[g]), whole = per_area[g];
        per_area[g] = length > CANCELLED * whole && isfinite(1.0 / length) ? 1.0 / length : 0.0;
    }
}

// ---- modes -----------------------------------------------------------------------------

static vec3 shape_at(const double* shape, uint32_t vertex) {
    const double* u = shape + 3 * (size_t)vertex;
    return v3(u[0], u[1], u[2]);
}

static void bend_mode(const bending* b, int64_t mode, vec3* sums) {
    const bend_surface* s = b->s;
    const double* shape = b->shapes + 3 * (size_t)mode * (size_t)s->vertex_count;
    double* out = b->out + 3 * (size_t)mode * (size_t)s->vertex_count;
    for (int32_t i = 0; i < s->triangle_count; ++i) {
        const uint32_t* t = s->triangles[i];
        vec3 a = s->positions[t[0]], da = shape_at(shape, t[0]);
        vec3 u = v3_sub(s->positions[t[1]], a), du = v3_sub(shape_at(shape, t[1]), da);
        vec3 v = v3_sub(s->positions[t[2]], a), dv = v3_sub(shape_at(shape, t[2]), da);
        vec3 change = v3_add(v3_cross(du, v), v3_cross(u, dv));
        for (int k = 0; k < 3; ++k)
            sums[s->groups.group[t[k]]] = v3_add(sums[s->groups.group[t[k]]], change);
    }
    for (int32_t v = 0; v < s->vertex_count; ++v) {
        int32_t g = s->groups.group[v];
        vec3 n = v3_scale(sums[g], b->per_area[g]);
        out[3 * (size_t)v] = n.x;
        out[3 * (size_t)v + 1] = n.y;
        out[3 * (size_t)v + 2] = n.z;
    }
}

static void bend_run(void* user, int64_t begin, int64_t end) {
    const bending* b = user;
    size_t groups = (size_t)b->s->groups.count, numbers = 3 * (size_t)b->s->vertex_count;
    arena* scratch = arena_create();
    vec3* sums = ARENA_NEW(scratch, vec3, groups);
    for (int64_t m = begin; m < end; ++m) {
        if (b->wanted_or_null != NULL && !b->wanted_or_null[m]) {
            memset(b->out + (size_t)m * numbers, 0, numbers * sizeof *b->out);
            continue;
        }
        memset(sums, 0, groups * sizeof *sums);
        bend_mode(b, m, sums);
    }
    arena_destroy(scratch);
}

// ---- leaning normals -------------------------------------------------------------------

// An area vector a changes by (trace g) a - g' a when the body deforms by g. It is linear in a, so
// what the faces do not hold of the normal may be treated alone.
static void lean_vertex(const leaning* x, int64_t v, int64_t mode) {
    const carry_source* volume = x->l->volume;
    const double* shape = x->l->volume_shapes + 3 * (size_t)mode * (size_t)volume->row_count;
    double* out = x->out + 3 * ((size_t)mode * (size_t)x->vertex_count + (size_t)v);
    const double lean[3] = {x->lean[v].x, x->lean[v].y, x->lean[v].z};
    double g[3][3];
    carry_gradient(volume, shape, x->l->point[v], g);
    double trace = g[0][0] + g[1][1] + g[2][2];
    for (int a = 0; a < 3; ++a)
        out[a] += trace * lean[a] - (g[0][a] * lean[0] + g[1][a] * lean[1] + g[2][a] * lean[2]);
}

static void lean_run(void* user, int64_t begin, int64_t end) {
    const leaning* x = user;
    for (int64_t v = begin; v < end; ++v)
        for (int32_t m = 0; m < x->modes && x->l->point[v] >= 0 && v3_length(x->lean[v]) > 0.0; ++m)
            if (x->wanted_or_null == NULL || x->wanted_or_null[m])
                lean_vertex(x, v, m);
}

// ---- all of it -------------------------------------------------------------------------

void bend_normals(const bend_surface* s, const double* shapes, int32_t modes,
                  const uint8_t* wanted_or_null, int threads, double* out) {
    SUPPLE_ASSERT(modes >= 0 && threads >= 0);
    arena* scratch = arena_create();
    vec3* sums = ARENA_NEW(scratch, vec3, (size_t)s->groups.count);
    double* per_area = ARENA_NEW(scratch, double, (size_t)s->groups.count);
    sum_areas(s, sums, per_area);
    bending b = {s, shapes, wanted_or_null, per_area, out};
    parallel_for(threads, modes, 1, bend_run, &b);
    arena_destroy(scratch);
}

void bend_leaning(const bend_surface* s, const bend_lean* l, int32_t modes,
                  const uint8_t* wanted_or_null, int threads, double* out) {
    SUPPLE_ASSERT(modes >= 0 && threads >= 0);
    arena* scratch = arena_create();
    vec3* sums = ARENA_NEW(scratch, vec3, (size_t)s->groups.count);
    vec3* lean = ARENA_NEW(scratch, vec3, (size_t)s->vertex_count);
    double* per_area = ARENA_NEW(scratch, double, (size_t)s->groups.count);
    sum_areas(s, sums, per_area);
    for (int32_t v = 0; v < s->vertex_count; ++v) {
        int32_t g = s->groups.group[v];
        lean[v] = v3_madd(load3(l->normals[v]), sums[g], -per_area[g]);
        if (v3_length(lean[v]) < LEAST_LEAN)
            lean[v] = v3(0.0, 0.0, 0.0);
    }
    leaning x = {l, modes, s->vertex_count, wanted_or_null, lean, out};
    parallel_for(threads, s->vertex_count, VERTEX_GRAIN, lean_run, &x);
    arena_destroy(scratch);
}
