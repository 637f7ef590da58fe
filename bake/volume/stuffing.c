// Cut, snap, fill.
//
// Cut points come from the crossings of an edge with triangles; where an edge changes side without
// one (in a hole) the winding number is bisected. Interpolating distances instead puts cut points off
// the surface at every crease.
// SPDX-License-Identifier: MIT
#include "bake/volume/stuffing.h"

#include "bake/base/parallel.h"
#include "bake/mesh/soup_ray.h"
#include "bake/mesh/tets_builder.h"
#include "bake/volume/graded.h"

#include <string.h>

// A node snaps when a cut is nearer than this fraction of the edge: the paper's safe values for long
// and short edges.
#define SNAP_LONG  0.24999
#define SNAP_SHORT 0.41189

typedef struct cut {
    int32_t inside, outside; // lattice nodes
    bool is_long;
    double at;      // from inside, 0 .. 1
    int32_t vertex; // in the result, or -1
} cut;

typedef struct stuffing {
    const lattice* l;
    const soup* s;
    int32_t cut_count;
    cut* cuts;
    int32_t* first_cut; // [node_count + 1] into cut_of: the cuts at each node's edges
    int32_t* cut_of;
    int8_t* side;     // 1 inside, 0 on the surface (snapped), -1 outside
    int32_t* snapped; // [node_count] the cut a node sits on, or -1
    int32_t* vertex;  // [node_count] in the result, or -1
    tets_builder result;
    bool uncut;          // the lattice tet that is being filled has a declared node
    uint8_t* uncut_tets; // [uncut_room] of the result
    int32_t uncut_room;
    arena* scratch;
} stuffing;

// ---- cut points ------------------------------------------------------------------------

static double bisect_winding(const soup* s, vec3 inside, vec3 outside, double low, double high) {
    for (int i = 0; i < 24; ++i) {
        double middle = 0.5 * (low + high);
        if (soup_winding(s, v3_lerp(inside, outside, middle)) > 0.5)
            low = middle;
        else
            high = middle;
    }
    return 0.5 * (low + high);
}

// Where the edge first leaves the body.
static double find_cut(const soup* s, vec3 inside, vec3 outside) {
    enum { KEPT = 16 };
    double at[KEPT];
    int count = soup_crossings(s, inside, outside, at, NULL, KEPT);
    if (count == 1)
        return at[0];
    int kept = count < KEPT ? count : KEPT;
    for (int i = 0; i < kept; ++i) {
        double next = i + 1 < kept ? at[i + 1] : 1.0;
        if (next - at[i] < 1e-9) // an edge or a corner shared by several triangles
            continue;
        if (soup_winding(s, v3_lerp(inside, outside, 0.5 * (at[i] + next))) <= 0.5)
            return at[i];
    }
    return bisect_winding(s, inside, outside, 0.0, 1.0);
}

// A node that was declared inside keeps its distance, and holds what part of the body it can.
static double declared_cut(const soup* s, vec3 inside, vec3 outside) {
    enum { KEPT = 16 };
    double at[KEPT];
    int count = soup_crossings(s, inside, outside, at, NULL, KEPT);
    return count > 0 ? fmax(0.5, at[(count < KEPT ? count : KEPT) - 1]) : 0.5;
}

static void find_cuts(void* user, int64_t begin, int64_t end) {
    stuffing* x = user;
    for (int64_t i = begin; i < end; ++i) {
        cut* c = &x->cuts[i];
        vec3 a = lattice_position(x->l, c->inside), b = lattice_position(x->l, c->outside);
        c->at = x->l->side[c->inside] >= LATTICE_DECLARED ? declared_cut(x->s, a, b)
                                                          : find_cut(x->s, a, b);
    }
}

static void collect_cuts(stuffing* x, arena* scratch) {
    int32_t capacity = 1 << 12;
    x->cuts = ARENA_NEW(scratch, cut, (size_t)capacity);
    for (int32_t a = 0; a < x->l->node_count; ++a) {
        if (x->l->side[a] < 0)
            continue;
        int32_t around[LATTICE_NEIGHBOURS];
        lattice_neighbours(x->l, a, around);
        for (int i = 0; i < LATTICE_NEIGHBOURS; ++i) {
            if (around[i] < 0 || x->l->side[around[i]] > 0)
                continue;
            if (x->cut_count == capacity) {
                x->cuts = arena_grow(scratch, x->cuts, (size_t)capacity, 2 * (size_t)capacity,
                                     sizeof(cut));
                capacity *= 2;
            }
            x->cuts[x->cut_count++] = (cut){a, around[i], i < LATTICE_LONG, 0.5, -1};
        }
    }
}

static void index_cuts(stuffing* x, arena* scratch) {
    size_t nodes = (size_t)x->l->node_count;
    x->first_cut = ARENA_NEW(scratch, int32_t, nodes + 1);
    x->cut_of = ARENA_NEW(scratch, int32_t, 2 * (size_t)x->cut_count);
    for (int32_t i = 0; i < x->cut_count; ++i) {
        ++x->first_cut[x->cuts[i].inside + 1];
        ++x->first_cut[x->cuts[i].outside + 1];
    }
    for (size_t i = 0; i < nodes; ++i)
        x->first_cut[i + 1] += x->first_cut[i];
    int32_t* fill = ARENA_NEW(scratch, int32_t, nodes);
    for (int32_t i = 0; i < x->cut_count; ++i) {
        int32_t a = x->cuts[i].inside, b = x->cuts[i].outside;
        x->cut_of[x->first_cut[a] + fill[a]++] = i;
        x->cut_of[x->first_cut[b] + fill[b]++] = i;
    }
}

// ---- snapping --------------------------------------------------------------------------

// In node order: a cut point is gone as soon as an end of its edge has snapped.
static void snap_nodes(stuffing* x) {
    for (int32_t a = 0; a < x->l->node_count; ++a) {
        double best = 1.0; // distance in cells
        for (int32_t k = x->first_cut[a]; k < x->first_cut[a + 1]; ++k) {
            const cut* c = &x->cuts[x->cut_of[k]];
            if (x->side[c->inside] == 0 || x->side[c->outside] == 0)
                continue;
            double fraction = c->inside == a ? c->at : 1.0 - c->at;
            double distance = fraction * (c->is_long ? 1.0 : 0.86602540378443865);
            if (fraction < (c->is_long ? SNAP_LONG : SNAP_SHORT) && distance < best) {
                best = distance;
                x->snapped[a] = x->cut_of[k];
            }
        }
        if (x->snapped[a] >= 0)
            x->side[a] = 0;
    }
}

// ---- result ----------------------------------------------------------------------------

static vec3 cut_position(const stuffing* x, const cut* c) {
    return v3_lerp(lattice_position(x->l, c->inside), lattice_position(x->l, c->outside), c->at);
}

static int32_t node_vertex(stuffing* x, int32_t id) {
    if (x->vertex[id] < 0) {
        int32_t on = x->snapped[id];
        x->vertex[id] = tets_builder_node(&x->result, on >= 0 ? cut_position(x, &x->cuts[on])
                                                              : lattice_position(x->l, id));
    }
    return x->vertex[id];
}

static int32_t cut_vertex(stuffing* x, int32_t inside, int32_t outside) {
    for (int32_t k = x->first_cut[inside]; k < x->first_cut[inside + 1]; ++k) {
        cut* c = &x->cuts[x->cut_of[k]];
        if (c->outside != outside)
            continue;
        if (c->vertex < 0)
            c->vertex = tets_builder_node(&x->result, cut_position(x, c));
        return c->vertex;
    }
    return -1; // not reached: an edge between the sides has a cut
}

static void add_tet(stuffing* x, int32_t a, int32_t b, int32_t c, int32_t d) {
    int32_t i = x->result.out.tet_count;
    if (i >= x->uncut_room) {
        int32_t room = 2 * x->uncut_room + (1 << 12);
        x->uncut_tets =
            arena_grow(x->scratch, x->uncut_tets, (size_t)x->uncut_room, (size_t)room, 1);
        x->uncut_room = room;
    }
    x->uncut_tets[i] = x->uncut;
    tets_builder_tet(&x->result, a, b, c, d);
}

// ---- stencils --------------------------------------------------------------------------

// A lattice tet sorted by side. Of a tet (0,1,2,3) from lattice_tets, 0-1 and 2-3 are long.
typedef struct sorted_tet {
    int32_t inside[4], on[4], outside[4];
    int inside_count, on_count, outside_count;
    const int32_t* tet;
} sorted_tet;

static bool long_edge(const sorted_tet* t, int32_t a, int32_t b) {
    const int32_t* e = t->tet;
    return (a == e[0] && b == e[1]) || (a == e[1] && b == e[0]) || (a == e[2] && b == e[3]) ||
           (a == e[3] && b == e[2]);
}

// Of the quadrilateral that is left of face (a, b, n) when n is cut off: does the diagonal start at
// a? Decided by the face alone, so that the tet on its other side says the same. It ends at the cut of
// a long edge where there is one. Where both cut edges are short, the paper's parity rule: a and b are
// neighbours along an axis with n between them, so just one of them counts an odd number of
// coordinates in which n is greater.
static bool diagonal_from(const stuffing* x, const sorted_tet* t, int32_t a, int32_t b, int32_t n) {
    if (long_edge(t, a, n))
        return false;
    if (long_edge(t, b, n))
        return true;
    vec3 p = lattice_position(x->l, a), q = lattice_position(x->l, n);
    return ((q.x > p.x) + (q.y > p.y) + (q.z > p.z)) % 2 == 1;
}

static void fill_whole(stuffing* x, const int32_t tet[4]) {
    int32_t v[4]; // one after the other: compilers differ in the order of arguments
    for (int i = 0; i < 4; ++i)
        v[i] = node_vertex(x, tet[i]);
    add_tet(x, v[0], v[1], v[2], v[3]);
}

static void fill_one_inside(stuffing* x, const sorted_tet* t) {
    int32_t v[4] = {node_vertex(x, t->inside[0])};
    int n = 1;
    for (int i = 0; i < t->on_count; ++i)
        v[n++] = node_vertex(x, t->on[i]);
    for (int i = 0; i < t->outside_count; ++i)
        v[n++] = cut_vertex(x, t->inside[0], t->outside[i]);
    add_tet(x, v[0], v[1], v[2], v[3]);
}

// Two inside, one on, one outside: a pyramid over a quadrilateral.
static void fill_pyramid(stuffing* x, const sorted_tet* t) {
    int32_t a = t->inside[0], b = t->inside[1], n = t->outside[0];
    int32_t va = node_vertex(x, a), vb = node_vertex(x, b), top = node_vertex(x, t->on[0]);
    int32_t ca = cut_vertex(x, a, n), cb = cut_vertex(x, b, n);
    if (diagonal_from(x, t, a, b, n)) {
        add_tet(x, top, va, vb, cb);
        add_tet(x, top, va, cb, ca);
    } else {
        add_tet(x, top, va, vb, ca);
        add_tet(x, top, vb, cb, ca);
    }
}

// Two inside, two outside: a prism with triangles (a, a1, a2) and (b, b1, b2).
static void fill_prism(stuffing* x, const sorted_tet* t) {
    int32_t a = t->inside[0], b = t->inside[1], n1 = t->outside[0], n2 = t->outside[1];
    bool first = diagonal_from(x, t, a, b, n1), second = diagonal_from(x, t, a, b, n2);
    if (!first && second) { // mirrored: exchange the outside nodes
        int32_t n = n1;
        n1 = n2;
        n2 = n;
        second = false;
    } else if (!first && !second) { // mirrored: exchange the inside nodes
        int32_t n = a;
        a = b;
        b = n;
        second = true;
    }
    int32_t va = node_vertex(x, a), vb = node_vertex(x, b);
    int32_t a1 = cut_vertex(x, a, n1), a2 = cut_vertex(x, a, n2);
    int32_t b1 = cut_vertex(x, b, n1), b2 = cut_vertex(x, b, n2);
    if (second) { // both diagonals start at a
        add_tet(x, va, vb, b1, b2);
        add_tet(x, va, a1, a2, b1);
        add_tet(x, va, a2, b1, b2);
    } else { // a-b1 and b-a2
        add_tet(x, va, vb, b1, a2);
        add_tet(x, va, a1, a2, b1);
        add_tet(x, vb, b1, b2, a2);
    }
}

// Three inside: a truncated tet. One corner starts both of its diagonals, one starts none (the one
// whose edge to the outside node is long).
static void fill_truncated(stuffing* x, const sorted_tet* t) {
    int32_t n = t->outside[0], p[3] = {t->inside[0], t->inside[1], t->inside[2]};
    for (int i = 0; i < 2; ++i) // sort so that earlier ones start the diagonals
        for (int k = 0; k < 2 - i; ++k)
            if (!diagonal_from(x, t, p[k], p[k + 1], n)) {
                int32_t swap = p[k];
                p[k] = p[k + 1];
                p[k + 1] = swap;
            }
    int32_t v[3], c[3];
    for (int i = 0; i < 3; ++i) {
        v[i] = node_vertex(x, p[i]);
        c[i] = cut_vertex(x, p[i], n);
    }
    add_tet(x, v[0], v[1], v[2], c[2]);
    add_tet(x, v[0], v[1], c[1], c[2]);
    add_tet(x, v[0], c[0], c[1], c[2]);
}

static void fill_tet(void* user, const int32_t tet[4]) {
    stuffing* x = user;
    sorted_tet t = {.tet = tet};
    int carried = 0;
    x->uncut = false;
    for (int i = 0; i < 4; ++i) {
        int8_t side = x->side[tet[i]];
        x->uncut = x->uncut || x->l->side[tet[i]] >= LATTICE_DECLARED;
        carried += x->l->side[tet[i]] == LATTICE_CARRIED;
        if (side > 0)
            t.inside[t.inside_count++] = tet[i];
        else if (side == 0)
            t.on[t.on_count++] = tet[i];
        else
            t.outside[t.outside_count++] = tet[i];
    }
    if (t.inside_count == 0 || (carried == t.inside_count && t.outside_count > 0))
        return; // there is nothing of the body in it
    if (t.outside_count == 0)
        fill_whole(x, tet);
    else if (t.inside_count == 1)
        fill_one_inside(x, &t);
    else if (t.inside_count == 3)
        fill_truncated(x, &t);
    else if (t.on_count == 1)
        fill_pyramid(x, &t);
    else
        fill_prism(x, &t);
}

tets stuff_lattice(const lattice* l, const soup* s, bool graded, int threads, int8_t* side,
                   arena* memory) {
    arena* scratch = arena_create();
    size_t nodes = (size_t)l->node_count;
    stuffing x = {.l = l, .s = s, .result = tets_builder_new(memory), .scratch = scratch};
    x.side = side;
    memcpy(x.side, l->side, nodes);
    x.snapped = ARENA_NEW(scratch, int32_t, nodes);
    x.vertex = ARENA_NEW(scratch, int32_t, nodes);
    memset(x.snapped, -1, nodes * sizeof *x.snapped);
    memset(x.vertex, -1, nodes * sizeof *x.vertex);

    collect_cuts(&x, scratch);
    parallel_for(threads, x.cut_count, 128, find_cuts, &x);
    index_cuts(&x, scratch);
    snap_nodes(&x);
    octree tree = octree_new(l, graded ? x.side : NULL, scratch);
    graded_tets(l, &tree, fill_tet, &x);
    tets* out = &x.result.out;
    out->uncut_or_null = ARENA_NEW(memory, uint8_t, (size_t)out->tet_count);
    if (out->tet_count > 0)
        memcpy(out->uncut_or_null, x.uncut_tets, (size_t)out->tet_count);
    arena_destroy(scratch);
    return *out;
}
