// Samples all over the surface, each asked whether the volume is near.
//
// The samples are closer than the nodes' regions are wide, so the nodes of a lost part hang together;
// regions of nodes that touch in a face belong to neighbours in the lattice.
// SPDX-License-Identifier: MIT
#include "bake/volume/thin.h"

#include "bake/base/parallel.h"
#include "bake/mesh/soup_ray.h"
#include "bake/mesh/tet_topology.h"

#include <math.h>

#define SAMPLE_CELLS 0.5 // longest edge of a sample's triangle, in cells
#define THIN_CELLS   0.6 // a sharp edge or a tip stays below this on a body that is thick enough
#define THICK_CELLS  2.2 // through which the cut lattice bends as the body does
#define FINE_CELLS                                                                                 \
    0.15 // from place to place over the surface and through the body: what slips between is next to nothing

typedef struct sample {
    vec3 triangle[3], point, inwards; // its middle; a unit vector
    double area;
    double depth; // through the body, where that is thin; else 0
    int32_t node; // of the lattice, nearest
    bool lost;
} sample;

typedef struct sampling {
    const lattice* l;
    const int8_t* side;
    const soup* body; // all of it, beyond a box too
    soup boundary;    // of the tets
    arena* scratch;
    sample* samples;
    int64_t count, capacity;
} sampling;

static void add_sample(sampling* x, const vec3 t[3]) {
    if (x->count == x->capacity) {
        int64_t capacity = x->capacity > 0 ? 2 * x->capacity : 1 << 12;
        x->samples = arena_grow(x->scratch, x->samples, (size_t)x->count, (size_t)capacity,
                                sizeof *x->samples);
        x->capacity = capacity;
    }
    vec3 middle = v3_scale(v3_add(t[0], v3_add(t[1], t[2])), 1.0 / 3.0);
    vec3 normal = v3_cross(v3_sub(t[1], t[0]), v3_sub(t[2], t[0]));
    x->samples[x->count++] = (sample){.triangle = {t[0], t[1], t[2]},
                                      .point = middle,
                                      .inwards = v3_scale(v3_unit(normal), -1.0),
                                      .area = 0.5 * v3_length(normal),
                                      .node = lattice_nearest(x->l, middle)};
}

// Halves the longest edge until it is short: slivers get few samples.
static void sample_triangle(sampling* x, const vec3 t[3]) {
    int longest = 0;
    double length[3];
    for (int i = 0; i < 3; ++i) {
        length[i] = v3_distance(t[i], t[(i + 1) % 3]);
        longest = length[i] > length[longest] ? i : longest;
    }
    if (!(length[longest] > SAMPLE_CELLS * x->l->cell)) {
        add_sample(x, t);
        return;
    }
    vec3 a = t[longest], b = t[(longest + 1) % 3], c = t[(longest + 2) % 3];
    vec3 middle = v3_lerp(a, b, 0.5);
    sample_triangle(x, (const vec3[3]){a, middle, c});
    sample_triangle(x, (const vec3[3]){middle, b, c});
}

// How far it is through the body to its other side, 0 where that is farther than a few cells. Its other side is where
// the body ends: below a shirt comes the skin, and the body goes on.
static double depth_at(const sampling* x, const sample* p) {
    double far = THICK_CELLS * x->l->cell, near = 1e-4 * far,
           first; // near: beyond the triangle itself
    if (soup_crossings(x->body, v3_madd(p->point, p->inwards, near),
                       v3_madd(p->point, p->inwards, far), &first, NULL, 1) == 0)
        return 0.0;
    // the whole way from outside, whose turns tell winding numbers
    bounds box = x->body->tree.nodes[0].box;
    double out = 1.1 * v3_distance(box.low, box.high), length = out + far;
    soup_line l;
    soup_line_find(x->body, v3_madd(p->point, p->inwards, -out), v3_madd(p->point, p->inwards, far),
                   false, &l);
    for (int i = 0; i < l.count; ++i) {
        double depth = l.at[i] * length - out, next = i + 1 < l.count ? l.at[i + 1] : 1.0;
        if (depth > near && !(fabs(soup_line_winding(&l, i + 1, 0.5 * (l.at[i] + next))) > 0.5))
            return depth;
    }
    return 0.0;
}

static void ask_samples(void* user, int64_t begin, int64_t end) {
    sampling* x = user;
    for (int64_t i = begin; i < end; ++i) {
        sample* p = &x->samples[i];
        soup_hit hit;
        // no point is farther than 0.56 cells from a node: within the tets, farther than that from their boundary,
        // its node is one of theirs
        int8_t side = x->side[p->node];
        p->lost = side <= 0 &&
                  !soup_nearest(&x->boundary, p->point, THIN_CELLS * x->l->cell, &hit) &&
                  (side < 0 || !(soup_winding(&x->boundary, p->point) > 0.5));
        p->depth = depth_at(x, p);
    }
}

// The nodes of the tets that hold the body between a place and its other side.
static void declare_through(const lattice* l, vec3 from, vec3 inwards, double depth,
                            uint8_t* wanted) {
    int32_t steps = (int32_t)(depth / (FINE_CELLS * l->cell)) + 1, nodes[4];
    for (int32_t k = 0; k <= steps; ++k) {
        lattice_tet_at(l, v3_madd(from, inwards, depth * k / steps), nodes);
        for (int i = 0; i < 4; ++i)
            if (nodes[i] >= 0)
                wanted[nodes[i]] = 1;
    }
}

static void declare_below(const lattice* l, const vec3 t[3], const sample* p, uint8_t* wanted) {
    int longest = 0;
    double length[3];
    for (int i = 0; i < 3; ++i) {
        length[i] = v3_distance(t[i], t[(i + 1) % 3]);
        longest = length[i] > length[longest] ? i : longest;
    }
    if (!(length[longest] > FINE_CELLS * l->cell)) {
        vec3 middle = v3_scale(v3_add(t[0], v3_add(t[1], t[2])), 1.0 / 3.0);
        declare_through(l, middle, p->inwards, p->depth, wanted);
        return;
    }
    vec3 a = t[longest], b = t[(longest + 1) % 3], c = t[(longest + 2) % 3];
    vec3 middle = v3_lerp(a, b, 0.5);
    declare_below(l, (const vec3[3]){a, middle, c}, p, wanted);
    declare_below(l, (const vec3[3]){middle, b, c}, p, wanted);
}

thin_parts thin_find(const lattice* l, const int8_t* side, const thin_surface* surface,
                     const tets* t, int threads, arena* memory) {
    const soup* s = surface->asked;
    arena* scratch = arena_create();
    tet_topology shape = tets_topology(t, scratch);
    sampling x = {.l = l, .side = side, .body = surface->body, .scratch = scratch};
    x.boundary =
        soup_new(t->nodes, (const uint32_t(*)[3])shape.boundary, shape.boundary_count, scratch);
    for (int32_t i = 0; i < s->triangle_count; ++i) {
        const uint32_t* n = s->triangles[i];
        vec3 triangle[3] = {s->positions[n[0]], s->positions[n[1]], s->positions[n[2]]};
        sample_triangle(&x, triangle);
    }
    parallel_for(threads, x.count, 256, ask_samples, &x);

    thin_parts parts = {.nodes = NULL};
    double all = 0.0, lost = 0.0;
    uint8_t* wanted = ARENA_NEW(scratch, uint8_t, (size_t)l->node_count);
    for (int64_t i = 0; i < x.count; ++i) {
        const sample* p = &x.samples[i];
        all += p->area;
        lost += p->lost ? p->area : 0.0;
        parts.lost_count += p->lost;
        if (p->lost)
            wanted[p->node] = 1;
        if (p->lost || p->depth > 0.0)
            declare_below(l, p->triangle, p, wanted);
    }
    parts.fraction = all > 0.0 ? lost / all : parts.lost_count > 0;
    for (int32_t i = 0; i < l->node_count; ++i)
        parts.node_count += wanted[i];
    parts.nodes = ARENA_NEW(memory, int32_t, (size_t)parts.node_count);
    int32_t count = 0;
    for (int32_t i = 0; i < l->node_count; ++i)
        if (wanted[i])
            parts.nodes[count++] = i;
    arena_destroy(scratch);
    return parts;
}

void thin_thicken(const thin_parts* parts, lattice* l, int8_t* side) {
    for (int32_t i = 0; i < parts->node_count; ++i)
        l->side[parts->nodes[i]] = side[parts->nodes[i]] = LATTICE_CARRIED;
}
