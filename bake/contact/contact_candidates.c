// Which pairs may be near: a list that holds while every node stays in a box of its own, and so for many questions.
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
    const bounds* node_boxes;
    double pad; // m: pairs that are farther apart are not asked for
    bool edges;
} search;

static bounds box_of(const search* s, const int32_t* nodes, int count) {
    bounds b = s->node_boxes[nodes[0]];
    for (int i = 1; i < count; ++i) {
        b.low = v3_min(b.low, s->node_boxes[nodes[i]].low);
        b.high = v3_max(b.high, s->node_boxes[nodes[i]].high);
    }
    vec3 half = v3(0.5 * s->pad, 0.5 * s->pad, 0.5 * s->pad);
    return (bounds){v3_sub(b.low, half), v3_add(b.high, half)};
}

// Does the plane across the shortest way part the features wherever their nodes are in their boxes, by more than the pad?
static bool parted(const search* s, const contact_element* e, int first_count) {
    vec3 x[4];
    contact_gather(s->c, e->node, x);
    vec3 r = e->pair.edges ? near_edges(x).between : near_face(x).between;
    vec3 size = v3(fabs(r.x), fabs(r.y), fabs(r.z));
    double low = INFINITY, high = -INFINITY;
    for (int i = 0; i < 4; ++i) {
        const bounds* b = &s->node_boxes[e->node[i]];
        double middle = 0.5 * v3_dot(r, v3_add(b->low, b->high));
        double reach = 0.5 * v3_dot(size, v3_sub(b->high, b->low));
        if (i < first_count)
            low = fmin(low, middle - reach);
        else
            high = fmax(high, middle + reach);
    }
    return low - high > s->pad * v3_length(r);
}

static bool wanted(const void* user, int32_t first, int32_t second) {
    const search* s = user;
    contact_element e = contact_element_of(s->c, s->edges, first, second);
    int first_count = s->edges ? 2 : 1;
    return contact_matters(s->c, e.node, first_count) && !parted(s, &e, first_count);
}

static void fit(const contact* c, const search* s, box_tree* tree) {
    for (int32_t i = 0; i < tree->feature_count; ++i) {
        if (tree == &c->vertex_tree)
            c->boxes[i] = box_of(s, &c->vertices[i], 1);
        else if (tree == &c->edge_tree)
            c->boxes[i] = box_of(s, c->edges[i], 2);
        else
            c->boxes[i] = box_of(s, c->surface.triangles[i], 3);
    }
    box_tree_fit(tree, c->boxes);
}

contact_list contact_search(contact* c, const bounds* node_boxes, double pad, arena* memory) {
    double begin = clock_processor();
    search s = {c, node_boxes, pad, false};
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

static bool holds(const contact_candidates* k, int32_t node, vec3 x) {
    const bounds* b = &k->box[node];
    return x.x >= b->low.x && x.y >= b->low.y && x.z >= b->low.z && x.x <= b->high.x &&
           x.y <= b->high.y && x.z <= b->high.z;
}

static vec3 vec3_at(const double* field, int32_t node) {
    const double* d = field + 3 * (size_t)node;
    return v3(d[0], d[1], d[2]);
}

// Of all nodes at c->x, and at c->x + change.
static bool all_hold(const contact* c, const double* change_or_null) {
    const contact_candidates* k = &c->candidates;
    if (k->memory == NULL)
        return false;
    for (int32_t i = 0; i < c->vertex_count; ++i) {
        int32_t node = c->vertices[i];
        if (!holds(k, node, c->x[node]) ||
            (change_or_null != NULL &&
             !holds(k, node, v3_add(c->x[node], vec3_at(change_or_null, node)))))
            return false;
    }
    return true;
}

static void renew(contact* c, const double* change_or_null) {
    contact_candidates* k = &c->candidates;
    arena_destroy(k->memory);
    k->memory = arena_create();
    k->box = ARENA_NEW(k->memory, bounds, (size_t)c->surface.node_count);
    for (int32_t i = 0; i < c->surface.node_count; ++i) {
        vec3 to = change_or_null != NULL ? v3_add(c->x[i], vec3_at(change_or_null, i)) : c->x[i];
        double slack = contact_is_led(c, i) ? 0.0 : c->slack;
        vec3 more = v3(slack, slack, slack);
        k->box[i] = (bounds){v3_sub(v3_min(c->x[i], to), more), v3_add(v3_max(c->x[i], to), more)};
    }
    contact_list l = contact_search(c, k->box, c->law.distance + c->law.thickness, k->memory);
    k->all = l.all;
    k->count = l.count;
    c->active.found = false;
}

void contact_candidates_at(contact* c, const double* u) {
    contact_places(c, u);
    if (!all_hold(c, NULL))
        renew(c, NULL);
}

void contact_candidates_between(contact* c, const double* u, const double* change) {
    contact_places(c, u);
    if (!all_hold(c, change))
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
