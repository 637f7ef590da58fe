// What touches in an assembly, as one surface over vertices of its own: drawn skins of solids, and of sheets that want it,
// carried by their elements; sheets and obstacles, whose vertices are nodes; outsides of elements where a body wants those.
//
// Where no vertex is carried by several nodes, vertices and nodes have the same numbers.
// SPDX-License-Identifier: MIT
#include "bake/mesh/tet_topology.h"
#include "bake/simulate/assembly_build.h"

#include <string.h>

// Of the square of the longest edge: triangles with less across it have no area, and are left out.
static const double NO_AREA = 1e-12;

typedef struct collecting {
    int32_t count;
    int32_t (*triangles)[3]; // NULL: they are only counted
    int32_t* body;
    int32_t of, shift; // the body that is being collected, and its first vertex
} collecting;

static bool is_drawn(const assembly* a, int32_t i) {
    const matter* m = &a->bodies[i];
    simulation_outside outside = m->how->outside;
    return assembly_touches(a, i) &&
           ((m->how->kind == SIMULATION_SOLID && outside != OUTSIDE_TETS) ||
            (m->how->kind == SIMULATION_SHELL && outside == OUTSIDE_DRAWN));
}

// ---- triangles -------------------------------------------------------------------------

static void add_triangle(collecting* c, int32_t p, int32_t q, int32_t r) {
    if (c->triangles != NULL) {
        const int32_t corners[3] = {c->shift + p, c->shift + q, c->shift + r};
        memcpy(c->triangles[c->count], corners, sizeof corners);
        c->body[c->count] = c->of;
    }
    ++c->count;
}

// The mid-edge node of two corners of a ten-node element.
static int32_t middle_of(const int32_t* element, int32_t p, int32_t q) {
    for (int k = 0; k < 6; ++k) {
        int32_t a = element[tet_edge[k][0]], b = element[tet_edge[k][1]];
        if ((a == p && b == q) || (a == q && b == p))
            return element[4 + k];
    }
    return -1;
}

// Faces of ten-node elements are four triangles each.
static void collect_solid(collecting* c, const tets* t, arena* memory) {
    tet_topology shape = tets_topology(t, memory);
    for (int32_t i = 0; i < shape.boundary_count; ++i) {
        int32_t p[3], m[3];
        const int32_t* element = t->elements + (size_t)shape.boundary_tet[i] * (size_t)t->width;
        for (int k = 0; k < 3; ++k)
            p[k] = (int32_t)shape.boundary[i][k];
        if (t->width == 4) {
            add_triangle(c, p[0], p[1], p[2]);
            continue;
        }
        for (int k = 0; k < 3; ++k)
            m[k] = middle_of(element, p[k], p[(k + 1) % 3]);
        for (int k = 0; k < 3; ++k)
            add_triangle(c, p[k], m[k], m[(k + 2) % 3]);
        add_triangle(c, m[0], m[1], m[2]);
    }
}

static bool has_area(const vec3* at, const uint32_t t[3]) {
    vec3 a = at[t[0]], b = at[t[1]], c = at[t[2]];
    double longest = fmax(v3_distance(a, b), fmax(v3_distance(b, c), v3_distance(c, a)));
    return v3_length(v3_cross(v3_sub(b, a), v3_sub(c, a))) > NO_AREA * longest * longest;
}

// Triangles over welded vertices.
static void collect_welded(collecting* c, const weld* w, const surface* f, arena* memory) {
    uint32_t(*kept)[3] = arena_alloc(memory, (size_t)f->triangle_count, sizeof *f->triangles);
    int32_t count = weld_triangles(w, (const uint32_t(*)[3])f->triangles, f->triangle_count, kept);
    for (int32_t i = 0; i < count; ++i)
        if (has_area(w->positions, kept[i]))
            add_triangle(c, (int32_t)kept[i][0], (int32_t)kept[i][1], (int32_t)kept[i][2]);
}

static void collect(const assembly* a, collecting* c, arena* memory) {
    c->count = 0;
    for (int32_t i = 0; i < a->body_count; ++i) {
        const matter* m = &a->bodies[i];
        c->of = i;
        c->shift = a->first_vertex[i];
        if (!assembly_touches(a, i))
            continue;
        if (is_drawn(a, i))
            collect_welded(c, &a->welds[i], &m->drawn, memory);
        else if (m->how->kind == SIMULATION_SOLID)
            collect_solid(c, &m->volume, memory);
        else if (m->how->kind == SIMULATION_RIGID)
            collect_welded(c, &m->weld, &m->skin, memory);
        else
            for (int32_t k = 0; k < m->triangle_count; ++k)
                add_triangle(c, m->triangles[3 * k], m->triangles[3 * k + 1],
                             m->triangles[3 * k + 2]);
    }
}

// ---- vertices --------------------------------------------------------------------------

// Numbers of each body's first vertex: soft bodies, then obstacles, as nodes are. How many weights there are.
static int64_t number_vertices(building* b) {
    assembly* a = b->a;
    int64_t weights = 0;
    a->first_vertex = ARENA_NEW(b->memory, int32_t, (size_t)a->body_count);
    a->welds = ARENA_NEW(b->memory, weld, (size_t)a->body_count);
    for (int rigid = 0; rigid < 2; ++rigid)
        for (int32_t i = 0; i < a->body_count; ++i) {
            const matter* m = &a->bodies[i];
            if ((m->how->kind == SIMULATION_RIGID) != (rigid == 1))
                continue;
            a->first_vertex[i] = a->touching.count;
            if (is_drawn(a, i)) {
                a->is_carried = true;
                a->welds[i] =
                    weld_positions(m->drawn.positions, m->drawn.vertex_count, 0.0, b->memory);
                a->touching.count += a->welds[i].count;
                weights += m->carried.first[m->carried.count];
                continue;
            }
            int32_t own = rigid == 1 ? a->rigid[i].node_count : m->node_count;
            a->touching.count += own;
            weights += own;
        }
    return weights;
}

static void add_nodes(assembly* a, int32_t vertex, int32_t first, int32_t count, vec3* rest) {
    carried* c = &a->touching;
    for (int32_t i = 0; i < count; ++i) {
        int64_t at = c->first[vertex + i];
        rest[vertex + i] = a->nodes[first + i];
        c->nodes[at] = first + i;
        c->weights[at] = 1.0;
        c->first[vertex + i + 1] = at + 1;
    }
}

static void add_drawn(assembly* a, int32_t body, vec3* rest) {
    const carried* own = &a->bodies[body].carried;
    const weld* w = &a->welds[body];
    carried* c = &a->touching;
    for (int32_t i = 0; i < w->count; ++i) {
        int32_t vertex = a->first_vertex[body] + i;
        int64_t at = c->first[vertex];
        rest[vertex] = w->positions[i];
        for (int64_t k = own->first[w->first[i]]; k < own->first[w->first[i] + 1]; ++k, ++at) {
            c->nodes[at] = a->first_node[body] + own->nodes[k];
            c->weights[at] = own->weights[k];
        }
        c->first[vertex + 1] = at;
    }
}

static void collect_vertices(building* b) {
    assembly* a = b->a;
    size_t weights = (size_t)number_vertices(b), count = (size_t)a->touching.count;
    carried* c = &a->touching;
    c->first = ARENA_NEW(b->memory, int64_t, count + 1);
    c->nodes = ARENA_NEW(b->memory, int32_t, weights);
    c->weights = ARENA_NEW(b->memory, double, weights);
    vec3* rest = ARENA_NEW(b->memory, vec3, count);
    for (int rigid = 0; rigid < 2; ++rigid)
        for (int32_t i = 0; i < a->body_count; ++i) {
            const matter* m = &a->bodies[i];
            if ((m->how->kind == SIMULATION_RIGID) != (rigid == 1))
                continue;
            int32_t own = rigid == 1 ? a->rigid[i].node_count : m->node_count;
            if (is_drawn(a, i))
                add_drawn(a, i, rest);
            else
                add_nodes(a, a->first_vertex[i],
                          rigid == 1 ? a->rigid[i].first_node : a->first_node[i], own, rest);
        }
    c->rest = rest;
}

// Vertices all of whose nodes are led are led.
static uint8_t* led_vertices(const assembly* a, arena* memory) {
    const carried* c = &a->touching;
    uint8_t* led = ARENA_NEW(memory, uint8_t, (size_t)c->count);
    for (int32_t i = 0; i < c->count; ++i) {
        led[i] = 1;
        for (int64_t k = c->first[i]; k < c->first[i + 1]; ++k)
            led[i] &= a->held[c->nodes[k]];
    }
    return led;
}

// Bodies that touch others only are a group each.
static int32_t* groups_of(const assembly* a, arena* memory) {
    int32_t* group = ARENA_NEW(memory, int32_t, (size_t)a->touching.count);
    for (int32_t v = 0; v < a->touching.count; ++v)
        group[v] = -1;
    for (int32_t i = 0; i < a->body_count; ++i) {
        int32_t own = is_drawn(a, i) ? a->welds[i].count : a->bodies[i].node_count;
        for (int32_t v = 0; v < own; ++v)
            if (a->how->bodies[i].touches == TOUCHES_OTHERS)
                group[a->first_vertex[i] + v] = i;
    }
    return group;
}

// Friction of each vertex: its body's, or the scene's.
static double* frictions_of(const assembly* a, arena* memory) {
    double* friction = ARENA_NEW(memory, double, (size_t)a->touching.count);
    for (int32_t i = 0; i < a->body_count; ++i) {
        double own = a->how->bodies[i].friction;
        int32_t count = is_drawn(a, i) ? a->welds[i].count : a->bodies[i].node_count;
        if (a->how->bodies[i].kind == SIMULATION_RIGID)
            count = a->rigid[i].node_count;
        for (int32_t v = 0; v < count; ++v)
            friction[a->first_vertex[i] + v] = own >= 0.0 ? own : a->how->contact.friction;
    }
    return friction;
}

// All of a body over its vertices, kg.
static double fraction_of(const assembly* a, int32_t body) {
    double sum = 0.0;
    for (int32_t n = 0; n < a->bodies[body].node_count; ++n)
        sum += a->mass[a->first_node[body] + n];
    return is_drawn(a, body) ? sum / a->welds[body].count : 0.0;
}

// What a vertex is as heavy as: the mean of its nodes by their weights, or, if that is more, its share of the body, which may
// rest on a few corners.
static sparse* vertex_mass(const assembly* a, arena* memory) {
    const carried* c = &a->touching;
    size_t count = (size_t)c->count;
    sparse* out = ARENA_NEW(memory, sparse, 1);
    *out = (sparse){.rows = c->count,
                    .block = 1,
                    .start = ARENA_NEW(memory, int64_t, count + 1),
                    .column = ARENA_NEW(memory, int32_t, count),
                    .value = ARENA_NEW(memory, double, count)};
    for (int32_t i = 0; i < c->count; ++i) {
        double sum = 0.0, weights = 0.0;
        for (int64_t k = c->first[i]; k < c->first[i + 1]; ++k) {
            sum += fabs(c->weights[k]) * a->mass[c->nodes[k]];
            weights += fabs(c->weights[k]);
        }
        out->start[i + 1] = i + 1;
        out->column[i] = i;
        out->value[i] = sum / weights;
    }
    for (int32_t i = 0; i < a->body_count; ++i) {
        double fraction = fraction_of(a, i);
        for (int32_t v = 0; is_drawn(a, i) && v < a->welds[i].count; ++v)
            out->value[a->first_vertex[i] + v] = fmax(out->value[a->first_vertex[i] + v], fraction);
    }
    return out;
}

void assembly_collect_skin(building* b) {
    assembly* a = b->a;
    arena* scratch = arena_create();
    collecting c = {.count = 0};
    collect_vertices(b);
    collect(a, &c, scratch);
    c.triangles = arena_alloc(b->memory, (size_t)c.count, sizeof *c.triangles);
    c.body = ARENA_NEW(b->memory, int32_t, (size_t)c.count);
    collect(a, &c, scratch);
    arena_destroy(scratch);
    a->skin = (contact_surface){.node_count = a->touching.count,
                                .nodes = a->touching.rest,
                                .triangle_count = c.count,
                                .triangles = (const int32_t(*)[3])c.triangles,
                                .led_or_null = led_vertices(a, b->memory),
                                .group_or_null = groups_of(a, b->memory),
                                .friction_or_null = frictions_of(a, b->memory),
                                .mass = a->is_carried ? vertex_mass(a, b->memory) : &a->body.mass};
    a->skin_body = c.body;
}
