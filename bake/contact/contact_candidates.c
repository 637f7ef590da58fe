// Which pairs may be near: a list that holds while all nodes together stay near a straight way, and so for many questions.
// SPDX-License-Identifier: MIT
#include "bake/base/clock.h"
#include "bake/base/parallel.h"
#include "bake/contact/contact_data.h"

#include <string.h>

enum { GRAIN = 512 };

void contact_places(contact* c, const double* u) {
    for (int32_t i = 0; i < c->surface.node_count; ++i) {
        const double* d = u + 3 * (size_t)i;
        c->x[i] = v3_add(c->surface.nodes[i], v3(d[0], d[1], d[2]));
    }
}

// ---- search ------------------------------------------------------------------------------

typedef struct search {
    const contact* c;
    const contact_way* way;
    double pad; // m: pairs that are farther apart are not asked for
    bool edges;
} search;

static bounds box_of(const vec3* x, const int32_t* nodes, int count, double more) {
    bounds b = {x[nodes[0]], x[nodes[0]]};
    for (int i = 1; i < count; ++i) {
        b.low = v3_min(b.low, x[nodes[i]]);
        b.high = v3_max(b.high, x[nodes[i]]);
    }
    vec3 all = v3(more, more, more);
    return (bounds){v3_sub(b.low, all), v3_add(b.high, all)};
}

// Does the plane across r, with nodes at x, part the features by more than the pad?
static bool parts(const search* s, const contact_element* e, const vec3* x, vec3 r) {
    int first_count = e->pair.edges ? 2 : 1;
    double low = INFINITY, high = -INFINITY;
    for (int i = 0; i < 4; ++i) {
        double along = v3_dot(r, x[e->node[i]]);
        if (i < first_count)
            low = fmin(low, along);
        else
            high = fmax(high, along);
    }
    double reach = 2.0 * s->way->slack * (fabs(r.x) + fabs(r.y) + fabs(r.z));
    return low - high - reach > s->pad * v3_length(r);
}

// All along the way: what is linear in time is parted between its ends if it is at both.
static bool parts_always(const search* s, const contact_element* e, vec3 r) {
    return parts(s, e, s->way->from, r) &&
           (s->way->to == s->way->from || parts(s, e, s->way->to, r));
}

static vec3 across(vec3 r, vec3 edge) {
    double square = v3_dot(edge, edge);
    return square > 0.0 ? v3_madd(r, edge, -v3_dot(r, edge) / square) : r;
}

// Most pairs that boxes let through lie beside each other in one surface: planes that cost nothing part them. Only the rest
// is asked for its shortest way.
static bool parted(const search* s, const contact_element* e) {
    vec3 x[4];
    for (int i = 0; i < 4; ++i)
        x[i] = s->way->from[e->node[i]];
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

static bool wanted(const void* user, int32_t first, int32_t second) {
    const search* s = user;
    contact_element e = contact_element_of(s->c, s->edges, first, second);
    return contact_matters(s->c, e.node, s->edges ? 2 : 1) && !parted(s, &e);
}

static void fit(const contact* c, const search* s, box_tree* tree) {
    const contact_way* way = s->way;
    double more = way->slack + 0.5 * s->pad;
    for (int32_t i = 0; i < tree->feature_count; ++i) {
        int count = tree == &c->vertex_tree ? 1 : tree == &c->edge_tree ? 2 : 3;
        const int32_t* nodes = count == 1   ? &c->vertices[i]
                               : count == 2 ? c->edges[i]
                                            : c->surface.triangles[i];
        c->boxes[i].from = box_of(way->from, nodes, count, more);
        c->boxes[i].to =
            way->to == way->from ? c->boxes[i].from : box_of(way->to, nodes, count, more);
    }
    box_tree_fit(tree, c->boxes);
}

contact_list contact_search(contact* c, const contact_way* way, double pad, arena* memory) {
    double begin = clock_processor();
    search s = {c, way, pad, false};
    box_tree* trees[3] = {&c->vertex_tree, &c->edge_tree, &c->triangle_tree};
    for (int i = 0; i < 3; ++i)
        fit(c, &s, trees[i]);
    arena* scratch = arena_create();
    box_pairs points = box_tree_pairs(&c->vertex_tree, &c->triangle_tree, wanted, &s, c->threads,
                                      c->lists, scratch);
    s.edges = true;
    box_pairs edges =
        box_tree_pairs(&c->edge_tree, &c->edge_tree, wanted, &s, c->threads, c->lists, scratch);
    contact_list l = {.count = points.count + edges.count};
    l.all = ARENA_NEW(memory, contact_element, (size_t)l.count + 1);
    for (int64_t i = 0; i < l.count; ++i) {
        const box_pair* p = i < points.count ? &points.all[i] : &edges.all[i - points.count];
        l.all[i] = contact_element_of(c, i >= points.count, p->first, p->second);
    }
    ++c->stats.searches;
    c->stats.boxes += points.looked + edges.looked;
    arena_destroy(scratch);
    c->stats.seconds[0] += clock_processor() - begin;
    return l;
}

// ---- candidates --------------------------------------------------------------------------

static vec3 vec3_at(const double* field_or_null, int32_t node) {
    const double* d = field_or_null + 3 * (size_t)node;
    return field_or_null != NULL ? v3(d[0], d[1], d[2]) : v3(0.0, 0.0, 0.0);
}

// Are all nodes at c->x + change near the same place of the way?
static bool holds(const contact* c, const double* change_or_null) {
    const contact_way* w = &c->candidates.way;
    double along = 0.0;
    for (int32_t i = 0; i < c->vertex_count && c->candidates.square > 0.0; ++i) {
        int32_t node = c->vertices[i];
        vec3 x = v3_add(c->x[node], vec3_at(change_or_null, node));
        along += v3_dot(v3_sub(x, w->from[node]), v3_sub(w->to[node], w->from[node]));
    }
    double part = c->candidates.square > 0.0 ? along / c->candidates.square : 0.0;
    part = part > 0.0 ? fmin(part, 1.0) : 0.0;
    for (int32_t i = 0; i < c->vertex_count; ++i) {
        int32_t node = c->vertices[i];
        vec3 x = v3_add(c->x[node], vec3_at(change_or_null, node));
        vec3 at = v3_madd(w->from[node], v3_sub(w->to[node], w->from[node]), part);
        vec3 beside = v3_sub(x, at);
        if (!(fabs(beside.x) <= w->slack && fabs(beside.y) <= w->slack &&
              fabs(beside.z) <= w->slack))
            return false;
    }
    return true;
}

static void renew(contact* c, const double* change_or_null) {
    contact_candidates* k = &c->candidates;
    size_t count = (size_t)c->surface.node_count;
    arena_destroy(k->memory);
    k->memory = arena_create();
    vec3 *from = ARENA_NEW(k->memory, vec3, count), *to = from;
    memcpy(from, c->x, count * sizeof *from);
    k->square = 0.0;
    if (change_or_null != NULL) {
        to = ARENA_NEW(k->memory, vec3, count);
        for (int32_t i = 0; i < c->surface.node_count; ++i)
            to[i] = v3_add(from[i], vec3_at(change_or_null, i));
        for (int32_t i = 0; i < c->vertex_count; ++i) {
            vec3 d = v3_sub(to[c->vertices[i]], from[c->vertices[i]]);
            k->square += v3_dot(d, d);
        }
    }
    k->way = (contact_way){from, to, c->slack};
    contact_list l = contact_search(c, &k->way, c->law.distance + c->law.thickness, k->memory);
    k->all = l.all;
    k->count = l.count;
    c->active.found = false;
}

void contact_candidates_at(contact* c, const double* u) {
    contact_places(c, u);
    if (c->candidates.memory == NULL || !holds(c, NULL))
        renew(c, NULL);
}

void contact_candidates_between(contact* c, const double* u, const double* change) {
    contact_places(c, u);
    if (c->candidates.memory == NULL || !holds(c, NULL) || !holds(c, change))
        renew(c, change);
}

// ---- active pairs ------------------------------------------------------------------------

typedef struct active_job {
    const contact* c;
    uint8_t* near; // [candidates]
} active_job;

static void find_near(void* user, int64_t begin, int64_t end) {
    const active_job* j = user;
    const barrier* law = &j->c->law;
    double reach = law->distance + law->thickness;
    for (int64_t i = begin; i < end; ++i) {
        const contact_element* e = &j->c->candidates.all[i];
        vec3 x[4];
        contact_gather(j->c, e->node, x);
        vec3 r = e->pair.edges ? near_edges(x).between : near_face(x).between;
        j->near[i] = v3_dot(r, r) < reach * reach;
    }
}

void contact_find_active(contact* c, const double* u) {
    contact_active* a = &c->active;
    size_t bytes = 3 * (size_t)c->surface.node_count * sizeof *u;
    contact_candidates_at(c, u); // places, too
    if (a->found && memcmp(a->u, u, bytes) == 0)
        return;
    double begin = clock_processor();
    const contact_candidates* k = &c->candidates;
    arena* scratch = arena_create();
    active_job j = {c, ARENA_NEW(scratch, uint8_t, (size_t)k->count + 1)};
    parallel_for(c->threads, k->count, GRAIN, find_near, &j);
    memcpy(a->u, u, bytes);
    a->found = true;
    a->count = 0;
    for (int64_t i = 0; i < k->count; ++i)
        a->count += j.near[i];
    if (a->count > a->capacity) {
        a->all = arena_grow(a->memory, a->all, (size_t)a->capacity, 2 * (size_t)a->count,
                            sizeof *a->all);
        a->capacity = 2 * a->count;
    }
    for (int64_t i = 0, to = 0; i < k->count; ++i)
        if (j.near[i])
            a->all[to++] = k->all[i];
    arena_destroy(scratch);
    c->stats.candidates += k->count;
    c->stats.pairs = a->count;
    c->stats.most_pairs = a->count > c->stats.most_pairs ? a->count : c->stats.most_pairs;
    c->stats.seconds[2] += clock_processor() - begin;
}
