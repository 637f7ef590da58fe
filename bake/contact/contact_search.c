// Pairs of features by a tree of triangles. A vertex and an edge belong to one of their triangles, and are met where it is.
// SPDX-License-Identifier: MIT
#include "bake/base/clock.h"
#include "bake/base/parallel.h"
#include "bake/contact/contact_data.h"

#include <stdlib.h>
#include <string.h>

enum { CONTACT_SEARCH_GRAIN = 512 };

// ---- what parts two features -------------------------------------------------------------

// Does the plane across r, with nodes at x, part the features by more than the pad?
static bool parts(const contact_question* s, const contact_element* e, const vec3* x, vec3 r) {
    int first_count = e->pair.edges ? 2 : 1;
    double low = INFINITY, high = -INFINITY;
    for (int i = 0; i < 4; ++i) {
        double along = v3_dot(r, x[e->node[i]]);
        if (i < first_count)
            low = fmin(low, along);
        else
            high = fmax(high, along);
    }
    double reach = 2.0 * s->path->slack * (fabs(r.x) + fabs(r.y) + fabs(r.z));
    return low - high - reach > s->pad * v3_length(r);
}

// All along the way: what is linear in time is parted between its ends if it is at both.
static bool parts_always(const contact_question* s, const contact_element* e, vec3 r) {
    return parts(s, e, s->path->from, r) &&
           (s->path->to == s->path->from || parts(s, e, s->path->to, r));
}

static vec3 across(vec3 r, vec3 edge) {
    double square = v3_dot(edge, edge);
    return square > 0.0 ? v3_madd(r, edge, -v3_dot(r, edge) / square) : r;
}

// Most pairs that boxes let through lie beside each other in one surface: planes that cost nothing part them. Only the rest
// is asked for its shortest way.
bool contact_parted(const contact_question* s, const contact_element* e) {
    vec3 x[4];
    for (int i = 0; i < 4; ++i)
        x[i] = s->path->from[e->node[i]];
    if (e->pair.edges) {
        vec3 r = v3_scale(v3_sub(v3_add(x[0], x[1]), v3_add(x[2], x[3])), 0.5);
        if (parts_always(s, e, r) || parts_always(s, e, across(r, v3_sub(x[1], x[0]))) ||
            parts_always(s, e, across(r, v3_sub(x[3], x[2]))))
            return true;
        return parts_always(s, e, near_edges(x).between);
    }
    vec3 r = v3_sub(x[0], v3_scale(v3_add(v3_add(x[1], x[2]), x[3]), 1.0 / 3.0));
    return parts_always(s, e, r) || parts_always(s, e, near_face(x).between);
}

// ---- triangles that meet -----------------------------------------------------------------

static void widen(bounds* b, vec3 x) {
    b->low = v3_min(b->low, x);
    b->high = v3_max(b->high, x);
}

static bounds box_of(const vec3* x, const int32_t t[3], double more) {
    bounds b = {x[t[0]], x[t[0]]};
    widen(&b, x[t[1]]);
    widen(&b, x[t[2]]);
    vec3 all = v3(more, more, more);
    return (bounds){v3_sub(b.low, all), v3_add(b.high, all)};
}

typedef struct boxing {
    contact* c;
    const vec3 *from, *to;
    double more;
} boxing;

static void box_some(void* user, int64_t begin, int64_t end) {
    const boxing* j = user;
    for (int64_t i = begin; i < end; ++i) {
        const int32_t* t = j->c->surface.triangles[i];
        box_path* b = &j->c->boxes[i];
        b->from = box_of(j->from, t, j->more);
        b->to = j->to == j->from ? b->from : box_of(j->to, t, j->more);
    }
}

static void box_all(contact* c, const vec3* from, const vec3* to, double more) {
    boxing j = {c, from, to, more};
    parallel_for(c->threads, c->surface.triangle_count, CONTACT_SEARCH_GRAIN, box_some, &j);
}

void contact_fit(contact* c, const contact_question* s) {
    box_all(c, s->path->from, s->path->to, s->path->slack + 0.5 * s->pad);
    box_tree_fit(&c->tree, c->boxes);
}

void contact_fit_shifts(contact* c, bool moves, double spare) {
    box_all(c, c->shift[0], c->shift[moves ? 1 : 0], 0.0);
    box_tree_shift(&c->tree, c->boxes, spare);
}

static bool any(const void* user, int32_t first, int32_t second) {
    (void)user;
    return first != second;
}

box_pairs contact_triangles(contact* c, arena* memory) {
    box_pairs p = box_tree_pairs(&c->tree, &c->tree, any, NULL, c->threads, c->lists, memory);
    c->stats.boxes += p.visited;
    return p;
}

// ---- their features ----------------------------------------------------------------------

int contact_features_of(const contact* c, const box_pair* triangles,
                        contact_features out[CONTACT_FEATURE_PAIRS]) {
    int count = 0;
    int32_t one = triangles->first, other = triangles->second;
    for (int32_t i = c->first_vertex[one]; i < c->first_vertex[one + 1]; ++i)
        out[count++] = (contact_features){false, c->own_vertices[i], other};
    for (int32_t i = c->first_vertex[other]; i < c->first_vertex[other + 1]; ++i)
        out[count++] = (contact_features){false, c->own_vertices[i], one};
    for (int32_t i = c->first_edge[one]; i < c->first_edge[one + 1]; ++i)
        for (int32_t k = c->first_edge[other]; k < c->first_edge[other + 1]; ++k) {
            int32_t a = c->own_edges[i], b = c->own_edges[k];
            out[count++] = (contact_features){true, a < b ? a : b, a < b ? b : a};
        }
    return count;
}

typedef struct feature_job {
    const contact_question* s;
    const box_pair* met;
    uint16_t* mask; // [met] bits of contact_features_of that are wanted
} feature_job;

static void find_features(void* user, int64_t begin, int64_t end) {
    const feature_job* j = user;
    const contact* c = j->s->c;
    for (int64_t i = begin; i < end; ++i) {
        contact_features all[CONTACT_FEATURE_PAIRS];
        int count = contact_features_of(c, &j->met[i], all);
        for (int k = 0; k < count; ++k) {
            contact_element e = contact_element_of(c, all[k].edges, all[k].first, all[k].second);
            if (contact_matters(c, e.node, all[k].edges ? 2 : 1) && !contact_parted(j->s, &e))
                j->mask[i] |= (uint16_t)(1u << k);
        }
    }
}

int contact_by_place(const void* a, const void* b) {
    const contact_element *x = a, *y = b;
    if (x->pair.edges != y->pair.edges)
        return x->pair.edges ? 1 : -1;
    for (int i = 0; i < 4; ++i)
        if (x->node[i] != y->node[i])
            return x->node[i] < y->node[i] ? -1 : 1;
    return 0;
}

contact_list contact_features_near(const contact_question* s, const box_pairs* met, arena* memory) {
    const contact* c = s->c;
    arena* scratch = arena_create();
    feature_job j = {s, met->all, ARENA_NEW(scratch, uint16_t, (size_t)met->count + 1)};
    parallel_for(c->threads, met->count, CONTACT_SEARCH_GRAIN, find_features, &j);
    contact_list l = {.count = 0};
    int64_t count = 0;
    for (int64_t i = 0; i < met->count; ++i)
        for (unsigned m = j.mask[i]; m != 0; m &= m - 1)
            ++count;
    l.all = ARENA_NEW(memory, contact_element, (size_t)count + 1);
    for (int64_t i = 0; i < met->count; ++i) {
        contact_features all[CONTACT_FEATURE_PAIRS];
        int have = j.mask[i] != 0 ? contact_features_of(c, &met->all[i], all) : 0;
        for (int k = 0; k < have; ++k)
            if (j.mask[i] >> k & 1)
                l.all[l.count++] = contact_element_of(c, all[k].edges, all[k].first, all[k].second);
    }
    qsort(l.all, (size_t)l.count, sizeof *l.all, contact_by_place);
    arena_destroy(scratch);
    return l;
}
