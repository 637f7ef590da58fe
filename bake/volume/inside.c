// Laplace's equation on the corners, linear elements; one factor, all joints as right-hand sides.
//
// Inner tets of the lattice have no obtuse angle, so there the discrete solution keeps within its
// boundary values as the true one does; cut tets at the surface may leave them, by up to a tenth in
// limbs two cells thick, and so may tets from elsewhere. Those nodes are clamped, counted and made to
// sum to one again. Leaving out the positive entries of the matrix would keep all within bounds, but
// then linear data would not stay linear.
// SPDX-License-Identifier: MIT
#include "bake/volume/inside.h"

#include "bake/algebra/factor.h"
#include "bake/base/assert.h"
#include "bake/base/parallel.h"
#include "bake/mesh/tet_topology.h"

#include <string.h>

#define INSIDE_ROUNDING 1e-9 // beyond 0..1 by less than this is no overshoot

enum { INSIDE_NODE_GRAIN = 512 };

// ---- harmonic functions ----------------------------------------------------------------

// grad N_i = -n_i / 3V with n_i the area vector of the face opposite corner i, pointing out.
static void laplace_element(const void* user, int32_t element, double* matrix) {
    const tets* t = user;
    const int32_t* e = t->elements + (int64_t)element * t->width;
    vec3 n[4];
    for (int i = 0; i < 4; ++i) {
        vec3 a = t->nodes[e[tet_face[i][0]]], b = t->nodes[e[tet_face[i][1]]],
             c = t->nodes[e[tet_face[i][2]]];
        n[i] = v3_scale(v3_cross(v3_sub(b, a), v3_sub(c, a)), 0.5);
    }
    double volume = tet_volume(t->nodes[e[0]], t->nodes[e[1]], t->nodes[e[2]], t->nodes[e[3]]);
    for (int i = 0; i < 4; ++i)
        for (int k = 0; k < 4; ++k)
            matrix[4 * i + k] = v3_dot(n[i], n[k]) / (9.0 * volume);
}

// Right-hand sides at the unknown nodes: what the given values push in from their neighbours.
static void push_in(const sparse* a, const int32_t* number, int32_t unknown, const double* values,
                    int32_t columns, int threads, double* out, arena* scratch) {
    size_t n = (size_t)a->rows;
    double *known = ARENA_NEW(scratch, double, n), *product = ARENA_NEW(scratch, double, n);
    for (int32_t c = 0; c < columns; ++c) {
        const double* v = values + (size_t)c * n;
        for (size_t i = 0; i < n; ++i)
            known[i] = number[i] < 0 ? v[i] : 0.0;
        sparse_multiply(a, known, product, 1, threads);
        for (size_t i = 0; i < n; ++i)
            if (number[i] >= 0)
                out[(size_t)c * (size_t)unknown + (size_t)number[i]] = -product[i];
    }
}

static bool solve_corners(const tets* t, const int32_t* number, int32_t unknown, double* values,
                          int32_t columns, int threads, arena* scratch, report* r) {
    size_t n = (size_t)t->node_count;
    sparse_mesh corners = {t->elements, t->tet_count, t->width, 4, t->node_count};
    sparse whole = sparse_pattern(&corners, 1, threads, scratch);
    sparse_assemble(&whole, &corners, laplace_element, t, threads);
    sparse inner = sparse_keep(&whole, number, unknown, scratch);
    double* x = ARENA_NEW(scratch, double, (size_t)unknown*(size_t)columns);
    push_in(&whole, number, unknown, values, columns, threads, x, scratch);

    factor* f = factor_analyse(&inner, r);
    bool ok = f != NULL && factor_compute(f, &inner, r) && factor_solve(f, x, columns, threads, r);
    factor_free(f);
    for (int32_t c = 0; ok && c < columns; ++c)
        for (size_t i = 0; i < n; ++i)
            if (number[i] >= 0)
                values[(size_t)c * n + i] = x[(size_t)c * (size_t)unknown + (size_t)number[i]];
    return ok;
}

static void fill_middles(const tets* t, double* values, int32_t columns) {
    if (t->width != 10)
        return;
    for (int32_t c = 0; c < columns; ++c) {
        double* v = values + (size_t)c * (size_t)t->node_count;
        for (int32_t i = 0; i < t->tet_count; ++i) {
            const int32_t* e = t->elements + 10 * (size_t)i;
            for (int k = 0; k < 6; ++k)
                v[e[4 + k]] = 0.5 * (v[e[tet_edge[k][0]]] + v[e[tet_edge[k][1]]]);
        }
    }
}

bool inside_extend(const tets* t, const uint8_t* given, double* values, int32_t columns,
                   int threads, report* r) {
    SUPPLE_ASSERT(columns >= 0 && given != NULL && threads >= 0);
    arena* scratch = arena_create();
    int32_t* number = ARENA_NEW(scratch, int32_t, (size_t)t->node_count);
    memset(number, -1, (size_t)t->node_count * sizeof *number);
    for (int32_t i = 0; i < t->tet_count; ++i)
        for (int k = 0; k < 4; ++k) {
            int32_t at = t->elements[(size_t)i * (size_t)t->width + (size_t)k];
            number[at] = given[at] ? -1 : 0;
        }
    int32_t unknown = 0;
    for (int32_t i = 0; i < t->node_count; ++i)
        if (number[i] >= 0)
            number[i] = unknown++;
    bool ok = unknown == 0 || columns == 0 ||
              solve_corners(t, number, unknown, values, columns, threads, scratch, r);
    if (ok)
        fill_middles(t, values, columns);
    arena_destroy(scratch);
    return ok;
}

// ---- skin ------------------------------------------------------------------------------

inside_skin inside_skin_of(const scene* s, const surface* f, const weld* w, arena* memory) {
    inside_skin out = {.vertex_count = w->count, .influence_count = 1};
    for (int32_t i = 0; i < s->primitive_count; ++i)
        if (s->primitives[i].influence_count > out.influence_count)
            out.influence_count = s->primitives[i].influence_count;
    size_t width = (size_t)out.influence_count;
    out.joints = ARENA_NEW(memory, int32_t, (size_t)w->count * width);
    out.weights = ARENA_NEW(memory, double, (size_t)w->count* width);
    for (int32_t i = 0; i < w->count; ++i) {
        int32_t vertex = w->first[i];
        const primitive* p = &s->primitives[f->vertex_primitive[vertex]];
        const node* n = &s->nodes[f->vertex_node[vertex]];
        int32_t* joints = out.joints + (size_t)i * width;
        double* weights = out.weights + (size_t)i * width;
        if (p->influence_count == 0 || n->skin < 0) {
            joints[0] = f->vertex_node[vertex];
            weights[0] = 1.0;
            continue;
        }
        size_t first = (size_t)f->vertex_index[vertex] * (size_t)p->influence_count;
        for (int32_t k = 0; k < p->influence_count; ++k) {
            joints[k] = s->skins[n->skin].joints[p->joints[first + (size_t)k]];
            weights[k] = p->weights[first + (size_t)k];
        }
    }
    return out;
}

// Lists the joints that carry a corner of the surface and gives each its column.
static bool number_joints(const soup* s, const inside_skin* influences, arena* memory,
                          arena* scratch, inside_weights* out, int32_t** column_of, report* r) {
    int32_t width = influences->influence_count, highest = -1;
    size_t count = (size_t)influences->vertex_count * (size_t)width;
    for (size_t i = 0; i < count; ++i)
        highest = influences->joints[i] > highest ? influences->joints[i] : highest;
    int32_t* column = ARENA_NEW(scratch, int32_t, (size_t)highest + 1);
    for (int32_t i = 0; i < 3 * s->triangle_count; ++i) {
        uint32_t v = s->triangles[i / 3][i % 3];
        double sum = 0.0;
        for (int32_t k = 0; k < width; ++k) {
            double weight = influences->weights[(size_t)v * (size_t)width + (size_t)k];
            sum += weight;
            if (weight > 0.0)
                column[influences->joints[(size_t)v * (size_t)width + (size_t)k]] = 1;
        }
        if (!(sum > 0.0))
            return report_error(r, place_none(),
                                "vertex %u of the surface has no skin weights; give it to a joint",
                                v);
    }
    out->joints = ARENA_NEW(memory, int32_t, (size_t)highest + 1);
    for (int32_t i = 0; i <= highest; ++i)
        if (column[i] != 0) {
            out->joints[out->joint_count] = i;
            column[i] = out->joint_count++;
        }
    *column_of = column;
    return true;
}

// ---- weights ---------------------------------------------------------------------------

typedef struct weighing {
    const tets* t;
    const soup* s;
    const inside_skin* skin;
    const int32_t* column_of; // [highest joint + 1]
    uint8_t* given;           // [node_count]
    inside_weights* out;
} weighing;

// Shares of the corners at a point of a triangle; of a needle without area, all to the nearest.
static void find_weights(vec3 p, const vec3 corner[3], double out[3]) {
    vec3 n = v3_cross(v3_sub(corner[1], corner[0]), v3_sub(corner[2], corner[0]));
    double sum = 0.0;
    for (int i = 0; i < 3; ++i) {
        vec3 a = v3_sub(corner[(i + 1) % 3], p), b = v3_sub(corner[(i + 2) % 3], p);
        out[i] = fmax(v3_dot(n, v3_cross(a, b)), 0.0);
        sum += out[i];
    }
    int nearest = 0;
    for (int i = 1; i < 3; ++i)
        if (v3_distance(p, corner[i]) < v3_distance(p, corner[nearest]))
            nearest = i;
    for (int i = 0; i < 3; ++i)
        out[i] = sum > 0.0 ? out[i] / sum : i == nearest;
}

// The corners of the triangle nearest to p and their shares there; false when there is none.
static bool nearest_weights(const soup* s, vec3 p, uint32_t corner[3], double barycentric[3]) {
    soup_hit hit;
    if (!soup_nearest(s, p, INFINITY, &hit))
        return false;
    vec3 at[3];
    for (int k = 0; k < 3; ++k) {
        corner[k] = s->triangles[hit.triangle][k];
        at[k] = s->positions[corner[k]];
    }
    find_weights(hit.point, at, barycentric);
    return true;
}

static void sample_boundary(void* user, int64_t begin, int64_t end) {
    weighing* x = user;
    int32_t width = x->skin->influence_count;
    size_t n = (size_t)x->t->node_count;
    for (int64_t i = begin; i < end; ++i) {
        uint32_t corner[3];
        double barycentric[3];
        if (!x->given[i] || !nearest_weights(x->s, x->t->nodes[i], corner, barycentric))
            continue;
        for (int k = 0; k < 3; ++k) {
            const int32_t* joints = x->skin->joints + (size_t)corner[k] * (size_t)width;
            const double* weights = x->skin->weights + (size_t)corner[k] * (size_t)width;
            double sum = 0.0;
            for (int32_t m = 0; m < width; ++m)
                sum += weights[m];
            for (int32_t m = 0; m < width; ++m)
                if (weights[m] > 0.0)
                    x->out->weights[(size_t)x->column_of[joints[m]] * n + (size_t)i] +=
                        barycentric[k] * weights[m] / sum;
        }
    }
}

// Corners on the boundary, and nodes that belong to nothing.
static uint8_t* boundary_nodes(const tets* t, arena* scratch) {
    uint8_t* given = ARENA_NEW(scratch, uint8_t, (size_t)t->node_count);
    memset(given, 1, (size_t)t->node_count);
    for (size_t i = 0; i < (size_t)t->tet_count * (size_t)t->width; ++i)
        given[t->elements[i]] = 0;
    tet_topology shape = tets_topology(t, scratch);
    for (int32_t i = 0; i < shape.boundary_count; ++i)
        for (int k = 0; k < 3; ++k)
            given[shape.boundary[i][k]] = 1;
    return given;
}

static void clamp_nodes(inside_weights* o) {
    size_t n = (size_t)o->node_count;
    for (size_t i = 0; i < n; ++i) {
        double sum = 0.0, beyond = 0.0;
        for (int32_t c = 0; c < o->joint_count; ++c) {
            double* w = &o->weights[(size_t)c * n + i];
            beyond = fmax(beyond, fmax(-*w, *w - 1.0));
            *w = *w < 0.0 ? 0.0 : *w > 1.0 ? 1.0 : *w;
            sum += *w;
        }
        for (int32_t c = 0; c < o->joint_count; ++c)
            o->weights[(size_t)c * n + i] /= sum;
        o->clamped += beyond > INSIDE_ROUNDING;
        o->overshoot = fmax(o->overshoot, beyond);
    }
}

bool inside_weigh(const tets* t, const soup* s, const inside_skin* influences, int threads,
                  arena* memory, inside_weights* out, report* r) {
    SUPPLE_ASSERT(influences->influence_count >= 0 && threads >= 0);
    *out = (inside_weights){.node_count = t->node_count};
    if (s->triangle_count == 0)
        return report_error(r, place_none(), "there is no surface to take skin weights from");
    arena* scratch = arena_create();
    weighing x = {.t = t, .s = s, .skin = influences, .out = out};
    int32_t* column_of = NULL;
    bool ok = number_joints(s, influences, memory, scratch, out, &column_of, r);
    if (ok) {
        x.column_of = column_of;
        x.given = boundary_nodes(t, scratch);
        out->weights = ARENA_NEW(memory, double, (size_t)out->joint_count*(size_t)t->node_count);
        parallel_for(threads, t->node_count, INSIDE_NODE_GRAIN, sample_boundary, &x);
        ok = inside_extend(t, x.given, out->weights, out->joint_count, threads, r);
    }
    if (ok)
        clamp_nodes(out);
    arena_destroy(scratch);
    return ok;
}

// ---- other values ----------------------------------------------------------------------

typedef struct spreading {
    const tets* t;
    const soup* s;
    const double* of_vertices;
    const uint8_t* given; // [node_count]
    double* at_nodes;
} spreading;

static void spread_boundary(void* user, int64_t begin, int64_t end) {
    const spreading* x = user;
    for (int64_t i = begin; i < end; ++i) {
        uint32_t corner[3];
        double barycentric[3];
        if (!x->given[i] || !nearest_weights(x->s, x->t->nodes[i], corner, barycentric))
            continue;
        x->at_nodes[i] = 0.0;
        for (int k = 0; k < 3; ++k)
            x->at_nodes[i] += barycentric[k] * x->of_vertices[corner[k]];
    }
}

bool inside_spread(const tets* t, const soup* s, const double* of_vertices, int threads,
                   double* at_nodes, report* r) {
    SUPPLE_ASSERT(threads >= 0);
    if (s->triangle_count == 0)
        return report_error(r, place_none(), "there is no surface to take values from");
    double low = INFINITY, high = -INFINITY;
    for (int32_t i = 0; i < 3 * s->triangle_count; ++i) {
        low = fmin(low, of_vertices[s->triangles[i / 3][i % 3]]);
        high = fmax(high, of_vertices[s->triangles[i / 3][i % 3]]);
    }
    arena* scratch = arena_create();
    spreading x = {t, s, of_vertices, boundary_nodes(t, scratch), at_nodes};
    parallel_for(threads, t->node_count, INSIDE_NODE_GRAIN, spread_boundary, &x);
    bool ok = inside_extend(t, x.given, at_nodes, 1, threads, r);
    for (int32_t i = 0; ok && i < t->node_count; ++i)
        at_nodes[i] = fmin(fmax(at_nodes[i], low), high);
    arena_destroy(scratch);
    return ok;
}
