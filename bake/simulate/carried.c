// Weights of nodes for each vertex, in one list.
// SPDX-License-Identifier: MIT
#include "bake/simulate/carried.h"

#include "bake/mesh/soup.h"

static carried carried_new(const vec3* rest, int32_t count, int32_t width, arena* memory) {
    size_t all = (size_t)count * (size_t)width;
    return (carried){.count = count,
                     .rest = rest,
                     .first = ARENA_NEW(memory, int64_t, (size_t)count + 1),
                     .nodes = ARENA_NEW(memory, int32_t, all),
                     .weights = ARENA_NEW(memory, double, all)};
}

static void add_weight(carried* c, int64_t* at, int32_t node, double weight) {
    if (weight == 0.0)
        return;
    c->nodes[*at] = node;
    c->weights[(*at)++] = weight;
}

carried carried_by_nodes(const vec3* rest, int32_t count, const int32_t* node, arena* memory) {
    carried c = carried_new(rest, count, 1, memory);
    int64_t at = 0;
    for (int32_t i = 0; i < count; ++i) {
        add_weight(&c, &at, node[i], node[i] >= 0 ? 1.0 : 0.0);
        c.first[i + 1] = at;
    }
    return c;
}

carried carried_by_tets(const vec3* rest, int32_t count, const embedding* e, const tets* t,
                        arena* memory) {
    carried c = carried_new(rest, count, t->width, memory);
    int64_t at = 0;
    for (int32_t i = 0; i < count; ++i) {
        double shape[10];
        tet_shape(t->width, e->barycentric[i], shape);
        const int32_t* nodes = t->elements + (size_t)e->element[i] * (size_t)t->width;
        for (int32_t k = 0; k < t->width; ++k)
            add_weight(&c, &at, nodes[k], shape[k]);
        c.first[i + 1] = at;
    }
    return c;
}

// ---- beside a sheet ----------------------------------------------------------------------

// Unit vectors: along the first edge, the normal, across both. Of a triangle that collapsed: whatever is left.
static void axes_of(vec3 a, vec3 b, vec3 c, vec3 axis[3]) {
    axis[0] = v3_unit(v3_sub(b, a));
    axis[1] = v3_unit(v3_cross(v3_sub(b, a), v3_sub(c, a)));
    axis[2] = v3_cross(axis[0], axis[1]);
}

// Barycentric coordinates of a point of the triangle's plane.
static void coordinates(vec3 p, vec3 a, vec3 b, vec3 c, double out[3]) {
    vec3 e = v3_sub(b, a), f = v3_sub(c, a), d = v3_sub(p, a);
    double ee = v3_dot(e, e), ef = v3_dot(e, f), ff = v3_dot(f, f), de = v3_dot(d, e),
           df = v3_dot(d, f), all = ee * ff - ef * ef;
    out[1] = all > 0.0 ? (ff * de - ef * df) / all : 0.0;
    out[2] = all > 0.0 ? (ee * df - ef * de) / all : 0.0;
    out[0] = 1.0 - out[1] - out[2];
}

carried carried_by_triangles(const vec3* rest, int32_t count, const vec3* nodes,
                             const int32_t* triangles, int32_t triangle_count, arena* memory) {
    carried c = carried_new(rest, count, 3, memory);
    c.arms_or_null = ARENA_NEW(memory, carried_arm, (size_t)count);
    arena* scratch = arena_create();
    soup mesh =
        soup_new(nodes, (const uint32_t(*)[3])(const void*)triangles, triangle_count, scratch);
    int64_t at = 0;
    for (int32_t i = 0; i < count; ++i) {
        soup_hit hit = {0};
        soup_nearest(&mesh, rest[i], INFINITY, &hit);
        const int32_t* t = triangles + 3 * (size_t)hit.triangle;
        vec3 x[3] = {nodes[t[0]], nodes[t[1]], nodes[t[2]]}, axis[3];
        double l[3];
        coordinates(hit.point, x[0], x[1], x[2], l);
        vec3 foot = v3(0.0, 0.0, 0.0);
        for (int k = 0; k < 3; ++k) {
            add_weight(&c, &at, t[k], l[k]);
            foot = v3_madd(foot, x[k], l[k]);
        }
        c.first[i + 1] = at;
        axes_of(x[0], x[1], x[2], axis);
        vec3 arm = v3_sub(rest[i], foot);
        c.arms_or_null[i] =
            (carried_arm){{t[0], t[1], t[2]},
                          v3(v3_dot(arm, axis[0]), v3_dot(arm, axis[1]), v3_dot(arm, axis[2]))};
    }
    arena_destroy(scratch);
    return c;
}

// A weight of a vertex beside a triangle that is farther from it than the triangle is wide: there its nearest point counts.
static const double CARRIED_FAR = 2.0;

carried carried_along_triangles(const vec3* rest, int32_t count, const vec3* nodes,
                                const int32_t* triangles, int32_t triangle_count, arena* memory) {
    carried c = carried_new(rest, count, 3, memory);
    arena* scratch = arena_create();
    soup mesh =
        soup_new(nodes, (const uint32_t(*)[3])(const void*)triangles, triangle_count, scratch);
    int64_t at = 0;
    for (int32_t i = 0; i < count; ++i) {
        soup_hit hit = {0};
        soup_nearest(&mesh, rest[i], INFINITY, &hit);
        const int32_t* t = triangles + 3 * (size_t)hit.triangle;
        double l[3];
        coordinates(rest[i], nodes[t[0]], nodes[t[1]], nodes[t[2]], l);
        if (!(fmax(fabs(l[0]), fmax(fabs(l[1]), fabs(l[2]))) <= CARRIED_FAR))
            coordinates(hit.point, nodes[t[0]], nodes[t[1]], nodes[t[2]], l);
        for (int k = 0; k < 3; ++k)
            add_weight(&c, &at, t[k], l[k]);
        c.first[i + 1] = at;
    }
    arena_destroy(scratch);
    return c;
}

// ---- use -------------------------------------------------------------------------------

static vec3 place_of(const vec3* nodes, const double* u, int32_t node) {
    const double* d = u + 3 * (size_t)node;
    return v3_add(nodes[node], v3(d[0], d[1], d[2]));
}

static vec3 beside_sheet(const carried* c, int32_t i, const vec3* nodes, const double* u) {
    const carried_arm* a = &c->arms_or_null[i];
    vec3 p = v3(0.0, 0.0, 0.0), axis[3];
    for (int64_t k = c->first[i]; k < c->first[i + 1]; ++k)
        p = v3_madd(p, place_of(nodes, u, c->nodes[k]), c->weights[k]);
    axes_of(place_of(nodes, u, a->triangle[0]), place_of(nodes, u, a->triangle[1]),
            place_of(nodes, u, a->triangle[2]), axis);
    p = v3_madd(p, axis[0], a->arm.x);
    p = v3_madd(p, axis[1], a->arm.y);
    return v3_madd(p, axis[2], a->arm.z);
}

void carried_places(const carried* c, const vec3* nodes, const double* u, vec3* out) {
    for (int32_t i = 0; i < c->count; ++i) {
        if (c->arms_or_null != NULL) {
            out[i] = beside_sheet(c, i, nodes, u);
            continue;
        }
        vec3 p = c->rest[i];
        for (int64_t k = c->first[i]; k < c->first[i + 1]; ++k) {
            const double* d = u + 3 * (size_t)c->nodes[k];
            p = v3_madd(p, v3(d[0], d[1], d[2]), c->weights[k]);
        }
        out[i] = p;
    }
}

void carried_field(const carried* c, const double* nodal, double* out) {
    for (int32_t i = 0; i < c->count; ++i) {
        double* to = out + 3 * (size_t)i;
        to[0] = to[1] = to[2] = 0.0;
        for (int64_t k = c->first[i]; k < c->first[i + 1]; ++k)
            for (size_t axis = 0; axis < 3; ++axis)
                to[axis] += c->weights[k] * nodal[3 * (size_t)c->nodes[k] + axis];
    }
}
