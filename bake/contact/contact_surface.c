// Features of triangles: each vertex and each edge once, and trees over them.
// SPDX-License-Identifier: MIT
#include "bake/contact/contact_data.h"

#include <stdlib.h>
#include <string.h>

// Of the mean edge: no correction is looked at further than this. What all features sweep that go far is everything.
static const double CONTACT_SURFACE_STRIDE = 10.0;

// Of the barrier's distance: how far a node may go beside a way that candidates are known for. More candidates cost more than
// searches by neighbours do.
static const double SLACK = 0.05;

// How near neighbours are (contact_neighbours.c): the near ones of the barrier's distance, beyond what a matrix looks ahead by;
// far ones are kept for so much of the mean edge more. Within a mean edge of each other are most features of a surface.
static const double CONTACT_SURFACE_NEAR = 1.6, CONTACT_SURFACE_FAR = 0.15;

typedef struct side {
    int32_t node[2], triangle;
} side;

static int by_nodes(const void* a, const void* b) {
    const side *x = a, *y = b;
    for (int i = 0; i < 2; ++i)
        if (x->node[i] != y->node[i])
            return x->node[i] < y->node[i] ? -1 : 1;
    return x->triangle < y->triangle ? -1 : 1;
}

static bool check_triangles(const contact_surface* s, report* r) {
    for (int32_t i = 0; i < s->triangle_count; ++i) {
        const int32_t* t = s->triangles[i];
        for (int k = 0; k < 3; ++k)
            if (t[k] < 0 || t[k] >= s->node_count)
                return report_error(r, place_none(),
                                    "triangle %d of the contact surface has node %d of %d", i, t[k],
                                    s->node_count);
        vec3 a = s->nodes[t[0]], b = s->nodes[t[1]], c = s->nodes[t[2]];
        vec3 across = v3_cross(v3_sub(b, a), v3_sub(c, a));
        double longest = fmax(v3_distance(a, b), fmax(v3_distance(b, c), v3_distance(c, a)));
        if (!(v3_length(across) > 1e-12 * longest * longest))
            return report_error(r, place_none(),
                                "triangle %d of the contact surface (nodes %d, %d, %d) has no "
                                "area: weld or remove it",
                                i, t[0], t[1], t[2]);
    }
    return true;
}

static void find_vertices(contact* c, arena* memory) {
    const contact_surface* s = &c->surface;
    arena* scratch = arena_create();
    int32_t* owner = ARENA_NEW(scratch, int32_t, (size_t)s->node_count);
    for (int32_t i = s->triangle_count - 1; i >= 0; --i)
        for (int k = 0; k < 3; ++k)
            owner[s->triangles[i][k]] = i + 1;
    c->vertices = ARENA_NEW(memory, int32_t, (size_t)s->node_count + 1);
    c->vertex_triangle = ARENA_NEW(memory, int32_t, (size_t)s->node_count + 1);
    for (int32_t i = 0; i < s->node_count; ++i)
        if (owner[i] > 0) {
            c->vertex_triangle[c->vertex_count] = owner[i] - 1;
            c->vertices[c->vertex_count++] = i;
        }
    arena_destroy(scratch);
}

static void find_edges(contact* c, arena* memory) {
    const contact_surface* s = &c->surface;
    size_t count = 3 * (size_t)s->triangle_count;
    arena* scratch = arena_create();
    side* sides = ARENA_NEW(scratch, side, count + 1);
    for (size_t i = 0; i < count; ++i) {
        const int32_t* t = s->triangles[i / 3];
        int32_t a = t[i % 3], b = t[(i + 1) % 3];
        sides[i] = (side){{a < b ? a : b, a < b ? b : a}, (int32_t)(i / 3)};
    }
    qsort(sides, count, sizeof *sides, by_nodes);
    c->edges = arena_alloc(memory, count + 1, sizeof *c->edges);
    c->edge_square = ARENA_NEW(memory, double, count + 1);
    c->edge_triangle = ARENA_NEW(memory, int32_t, count + 1);
    for (size_t i = 0; i < count; ++i) {
        if (i > 0 && memcmp(sides[i].node, sides[i - 1].node, sizeof sides[i].node) == 0)
            continue;
        vec3 e = v3_sub(s->nodes[sides[i].node[1]], s->nodes[sides[i].node[0]]);
        memcpy(c->edges[c->edge_count], sides[i].node, sizeof sides[i].node);
        c->edge_square[c->edge_count] = v3_dot(e, e);
        c->edge_triangle[c->edge_count++] = sides[i].triangle;
    }
    arena_destroy(scratch);
}

// Which of `count` features each triangle owns, from the one that owns each.
static void find_owned(const int32_t* owner, int32_t count, int32_t triangle_count, int32_t** first,
                       int32_t** own, arena* memory) {
    int32_t* at = ARENA_NEW(memory, int32_t, (size_t)triangle_count + 2);
    *own = ARENA_NEW(memory, int32_t, (size_t)count + 1);
    for (int32_t i = 0; i < count; ++i)
        ++at[owner[i] + 2];
    for (int32_t i = 0; i < triangle_count; ++i)
        at[i + 2] += at[i + 1];
    for (int32_t i = 0; i < count; ++i)
        (*own)[at[owner[i] + 1]++] = i;
    *first = at; // filling has moved every start to its place
}

static void make_tree(contact* c, arena* memory) {
    const contact_surface* s = &c->surface;
    size_t count = (size_t)s->triangle_count + 1;
    arena* scratch = arena_create();
    vec3* centres = ARENA_NEW(scratch, vec3, count);
    uint8_t* led = ARENA_NEW(scratch, uint8_t, count);
    for (int32_t i = 0; i < s->triangle_count; ++i) {
        const int32_t* t = s->triangles[i];
        vec3 sum = v3_add(v3_add(s->nodes[t[0]], s->nodes[t[1]]), s->nodes[t[2]]);
        centres[i] = v3_scale(sum, 1.0 / 3.0);
        led[i] = contact_is_led(c, t[0]) && contact_is_led(c, t[1]) && contact_is_led(c, t[2]);
    }
    c->tree = box_tree_make(centres, led, s->triangle_count, memory);
    c->boxes = ARENA_NEW(memory, box_path, count);
    arena_destroy(scratch);
    find_owned(c->vertex_triangle, c->vertex_count, s->triangle_count, &c->first_vertex,
               &c->own_vertices, memory);
    find_owned(c->edge_triangle, c->edge_count, s->triangle_count, &c->first_edge, &c->own_edges,
               memory);
}

// The mean length of edges that are free to move, or of those that are led; infinite where there is none.
static double mean_edge(const contact* c, bool led) {
    double sum = 0.0;
    int32_t count = 0;
    for (int32_t i = 0; i < c->edge_count; ++i)
        if (led == (contact_is_led(c, c->edges[i][0]) && contact_is_led(c, c->edges[i][1]))) {
            sum += sqrt(c->edge_square[i]);
            ++count;
        }
    return count > 0 ? sum / count : INFINITY;
}

bool contact_find_features(contact* c, arena* memory, report* r) {
    if (!check_triangles(&c->surface, r))
        return false;
    find_vertices(c, memory);
    find_edges(c, memory);
    make_tree(c, memory);
    c->lists = box_lists_make(memory);
    double edge = mean_edge(c, false), finer = fmin(edge, mean_edge(c, true));
    c->stride = CONTACT_SURFACE_STRIDE * edge;
    c->slack = SLACK * c->options.distance;
    c->near.reach = CONTACT_SURFACE_NEAR * c->options.distance + c->options.thickness;
    c->far.reach = c->near.reach + (isfinite(finer) ? CONTACT_SURFACE_FAR * finer : 0.0);
    return true;
}

contact_element contact_element_of(const contact* c, bool edges, int32_t first, int32_t second) {
    if (edges) {
        const int32_t *a = c->edges[first], *b = c->edges[second];
        return (contact_element){
            {a[0], a[1], b[0], b[1]},
            {true, BARRIER_PARALLEL * c->edge_square[first] * c->edge_square[second]}};
    }
    const int32_t* t = c->surface.triangles[second];
    return (contact_element){{c->vertices[first], t[0], t[1], t[2]}, {false, 0.0}};
}

bool contact_matters(const contact* c, const int32_t node[4], int first_count) {
    bool all_led = true;
    if (contact_is_grouped(c, node[0], node[3]))
        return false;
    for (int i = 0; i < first_count; ++i)
        for (int k = first_count; k < 4; ++k)
            if (node[i] == node[k])
                return false;
    for (int i = 0; i < 4; ++i)
        all_led = all_led && contact_is_led(c, node[i]);
    return !all_led;
}
