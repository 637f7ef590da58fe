// What has a border that is long beside its area is a sheet; a few holes in a body do not make it one.
// SPDX-License-Identifier: MIT
#include "bake/record/first_pieces.h"

#include "bake/mesh/topology.h"
#include "bake/mesh/weld.h"

#include <stdlib.h>
#include <string.h>

static const double OPEN = 4.0; // border squared over area: a square has 16, half a sphere 6

static bool has_attribute(const scene* s, const mesh* m, const char* name) {
    for (int32_t i = 0; i < m->primitive_count; ++i) {
        const primitive* p = &s->primitives[m->first_primitive + i];
        for (int32_t k = 0; k < p->attribute_count; ++k)
            if (strcmp(p->attributes[k].name, name) == 0)
                return true;
    }
    return false;
}

typedef struct edge {
    uint32_t low, high;
    double length;
} edge;

static int by_ends(const void* a, const void* b) {
    const edge *x = a, *y = b;
    if (x->low != y->low)
        return x->low < y->low ? -1 : 1;
    return x->high < y->high ? -1 : x->high > y->high;
}

// Length of the edges that one triangle alone has, and area of all triangles.
static void measure_border(const vec3* x, const uint32_t (*triangles)[3], int32_t count,
                           arena* scratch, double* border, double* area) {
    edge* edges = ARENA_NEW(scratch, edge, 3 * (size_t)count);
    size_t n = 0, last = 3 * (size_t)count;
    for (int32_t t = 0; t < count; ++t) {
        const uint32_t* c = triangles[t];
        *area += 0.5 * v3_length(v3_cross(v3_sub(x[c[1]], x[c[0]]), v3_sub(x[c[2]], x[c[0]])));
        for (int k = 0; k < 3; ++k) {
            uint32_t a = c[k], b = c[(k + 1) % 3];
            edges[n++] = (edge){a < b ? a : b, a < b ? b : a, v3_distance(x[a], x[b])};
        }
    }
    qsort(edges, n, sizeof *edges, by_ends);
    for (size_t i = 0; i < last; ++i)
        if ((i == 0 || by_ends(&edges[i - 1], &edges[i]) != 0) &&
            (i + 1 == last || by_ends(&edges[i + 1], &edges[i]) != 0))
            *border += edges[i].length;
}

// Does it enclose a volume, but for a few holes? Over all primitives together.
static bool is_solid(const scene* s, const mesh* m, arena* scratch) {
    int32_t vertices = 0, triangles = 0;
    for (int32_t i = 0; i < m->primitive_count; ++i) {
        vertices += s->primitives[m->first_primitive + i].vertex_count;
        triangles += s->primitives[m->first_primitive + i].triangle_count;
    }
    vec3* positions = ARENA_NEW(scratch, vec3, (size_t)vertices);
    uint32_t(*all)[3] = arena_alloc(scratch, (size_t)triangles, sizeof *all);
    vertices = triangles = 0;
    for (int32_t i = 0; i < m->primitive_count; ++i) {
        const primitive* p = &s->primitives[m->first_primitive + i];
        for (int32_t t = 0; t < p->triangle_count; ++t, ++triangles)
            for (int k = 0; k < 3; ++k)
                all[triangles][k] = p->triangles[t][k] + (uint32_t)vertices;
        for (int32_t v = 0; v < p->vertex_count; ++v)
            positions[vertices++] = p->positions[v];
    }
    weld w = weld_positions(positions, vertices, 0.0, scratch);
    triangles = weld_triangles(&w, (const uint32_t(*)[3])all, triangles, all);
    vec3* places = ARENA_NEW(scratch, vec3, (size_t)w.count);
    for (int32_t v = 0; v < vertices; ++v)
        places[w.welded[v]] = positions[v];
    topology t = topology_of((const uint32_t(*)[3])all, triangles, w.count);
    if (triangles == 0 || t.boundary_edges == 0)
        return triangles > 0;
    double border = 0.0, area = 0.0;
    measure_border(places, (const uint32_t(*)[3])all, triangles, scratch, &border, &area);
    return border * border < OPEN * area;
}

// A node of the shown scene shows it.
static bool is_shown(const scene* s, int32_t m) {
    for (int32_t n = 0; n < s->node_count; ++n) {
        int32_t top = n;
        while (s->nodes[top].parent >= 0)
            top = s->nodes[top].parent;
        for (int32_t i = 0; i < s->root_count && s->nodes[n].mesh == m; ++i)
            if (s->roots[i] == top)
                return true;
    }
    return false;
}

// Its own name, or that of a node that shows it.
static const char* name_of(const scene* s, int32_t m) {
    for (int32_t n = 0; n < s->node_count && s->meshes[m].name[0] == 0; ++n)
        if (s->nodes[n].mesh == m && s->nodes[n].name[0] != 0)
            return s->nodes[n].name;
    return s->meshes[m].name;
}

static bool names_differ(const first_pieces* w, report* r) {
    for (int32_t i = 0; i < w->count && w->count > 1; ++i) {
        bool same = w->all[i].name[0] == 0;
        for (int32_t k = 0; k < i; ++k)
            same = same || strcmp(w->all[i].name, w->all[k].name) == 0;
        if (same)
            return report_error(r, place_none(),
                                "two of its %d meshes have the same name, or one has none: give "
                                "each its own, so that bodies can be told apart",
                                w->count);
    }
    return true;
}

bool first_pieces_find(const scene* s, arena* memory, first_pieces* out, report* r) {
    arena* scratch = arena_create();
    *out = (first_pieces){.all = ARENA_NEW(memory, first_piece, (size_t)s->mesh_count)};
    for (int32_t m = 0; m < s->mesh_count; ++m)
        out->painted = out->painted || has_attribute(s, &s->meshes[m], "_FIXED");
    bool soft = false;
    for (int32_t m = 0; m < s->mesh_count; ++m) {
        first_piece p = {.name = name_of(s, m), .shown = is_shown(s, m)};
        p.soft = !out->painted || has_attribute(s, &s->meshes[m], "_FIXED");
        p.solid = is_solid(s, &s->meshes[m], scratch);
        p.stems = has_attribute(s, &s->meshes[m], "_STEM");
        soft = soft || p.soft;
        if (p.shown || (p.soft && out->painted))
            out->all[out->count++] = p;
    }
    arena_destroy(scratch);
    if (!soft || out->count == 0)
        return report_error(r, place_none(), "there is no mesh in it that could be soft");
    return names_differ(out, r);
}
