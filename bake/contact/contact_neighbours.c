// Which pairs may come near on a way: by the pairs that were near before.
//
// Most triangles that meet are neighbours in one surface, at every place, and most of a search would be to find that out again. So
// all pairs that are a little farther apart than asked for are kept with their distance at some place. Two features come
// nearer by no more than their nodes have moved against each other since: while that is less than what is to spare the list
// says all about them, and for a subtree that moves together one look at its root says so. Only where things move against
// each other is the tree walked down to its leaves.
//
// Two lists: of what is far, for many steps, and, found by it, of what is near, for corrections that are short.
// SPDX-License-Identifier: MIT
#include "bake/base/clock.h"
#include "bake/base/parallel.h"
#include "bake/contact/contact_data.h"

#include <string.h>

enum { CONTACT_NEIGHBOURS_GRAIN = 512 };

// What a pair of triangles that meet costs, in boxes that are looked at: its features are asked for planes.
static const double CONTACT_NEIGHBOURS_MET = 16.0;

// Of what finding all neighbours costs: a search that costs more is worth finding them anew, unless that did not help.
static const double TOO_MUCH = 0.25, HELPED = 2.0;

// Of a distance: what rounding may make of it is far less.
static const double CONTACT_NEIGHBOURS_ROUNDING = 1e-9;

// Of what is to spare of near neighbours: a way that parts nodes by less is worth finding them for.
static const double SHORT = 0.5;

// ---- how far things have moved -------------------------------------------------------------

// How far from each other slack takes two features, at most: along every axis for both.
static double loose(const contact_path* path) {
    return 2.0 * sqrt(3.0) * path->slack;
}

// What nodes have moved by since a list was made, at both ends of a way; no two of them against each other by more than
// what is returned.
static double find_shifts(contact* c, const vec3* since, const contact_path* path) {
    double most = 0.0;
    for (int end = 0; end < (path->to != path->from ? 2 : 1); ++end) {
        const vec3* x = end == 0 ? path->from : path->to;
        bounds all = {v3(INFINITY, INFINITY, INFINITY), v3(-INFINITY, -INFINITY, -INFINITY)};
        for (int32_t i = 0; i < c->vertex_count; ++i) {
            int32_t node = c->vertices[i];
            vec3 d = c->shift[end][node] = v3_sub(x[node], since[node]);
            all = (bounds){v3_min(all.low, d), v3_max(all.high, d)};
        }
        most = fmax(most, c->vertex_count > 0 ? v3_distance(all.low, all.high) : 0.0);
    }
    return most;
}

// The square of the largest move of a node of the one feature against one of the other.
static double moved(const vec3* shift, const contact_element* e) {
    int first_count = e->pair.edges ? 2 : 1;
    double most = 0.0;
    for (int i = 0; i < first_count; ++i)
        for (int k = first_count; k < 4; ++k) {
            vec3 d = v3_sub(shift[e->node[i]], shift[e->node[k]]);
            most = fmax(most, v3_dot(d, d));
        }
    return most;
}

// ---- lists ---------------------------------------------------------------------------------

static void find_distances(void* user, int64_t begin, int64_t end) {
    contact_neighbours* n = user;
    for (int64_t i = begin; i < end; ++i) {
        const contact_element* e = &n->all[i];
        const vec3 x[4] = {n->x[e->node[0]], n->x[e->node[1]], n->x[e->node[2]], n->x[e->node[3]]};
        n->distance[i] = v3_length(e->pair.edges ? near_edges(x).between : near_face(x).between);
    }
}

static void begin_list(const contact* c, const vec3* x, contact_neighbours* n) {
    size_t count = (size_t)c->surface.node_count;
    arena_destroy(n->memory);
    *n = (contact_neighbours){.memory = arena_create(), .reach = n->reach};
    n->x = ARENA_NEW(n->memory, vec3, count + 1);
    memcpy(n->x, x, count * sizeof *x);
}

static void end_list(const contact* c, const contact_list* l, contact_neighbours* n) {
    n->all = l->all;
    n->count = l->count;
    n->distance = ARENA_NEW(n->memory, double, (size_t)n->count + 1);
    parallel_for(c->threads, n->count, CONTACT_NEIGHBOURS_GRAIN, find_distances, n);
}

typedef struct neighbour_job {
    const contact_question* q;
    const contact_neighbours* n;
    uint8_t* near; // [neighbours]
} neighbour_job;

static void find_near(void* user, int64_t begin, int64_t end) {
    const neighbour_job* j = user;
    const contact* c = j->q->c;
    const contact_path* path = j->q->path;
    double pad = j->q->pad + loose(path);
    for (int64_t i = begin; i < end; ++i) {
        const contact_element* e = &j->n->all[i];
        double spare = (1.0 - CONTACT_NEIGHBOURS_ROUNDING) * j->n->distance[i] - pad,
               square = spare * spare;
        bool far = spare > 0.0 && moved(c->shift[0], e) < square &&
                   (path->to == path->from || moved(c->shift[1], e) < square);
        j->near[i] = !far && !contact_parted(j->q, e);
    }
}

// Neighbours that may be near on the way, by their shifts, and what is newly so, both sorted, each pair once.
static contact_list merged(const contact_question* q, const contact_neighbours* n,
                           const contact_list* more, arena* memory) {
    arena* scratch = arena_create();
    neighbour_job j = {q, n, ARENA_NEW(scratch, uint8_t, (size_t)n->count + 1)};
    parallel_for(q->c->threads, n->count, CONTACT_NEIGHBOURS_GRAIN, find_near, &j);
    int64_t count = more->count;
    for (int64_t i = 0; i < n->count; ++i)
        count += j.near[i];
    contact_list l = {.all = ARENA_NEW(memory, contact_element, (size_t)count + 1)};
    for (int64_t i = 0, k = 0; i < n->count || k < more->count;) {
        if (i < n->count && !j.near[i]) {
            ++i;
            continue;
        }
        int order = i == n->count      ? 1
                    : k == more->count ? -1
                                       : contact_by_place(&n->all[i], &more->all[k]);
        l.all[l.count++] = order <= 0 ? n->all[i] : more->all[k];
        i += order <= 0;
        k += order >= 0;
    }
    arena_destroy(scratch);
    return l;
}

// ---- by what is far ------------------------------------------------------------------------

static double cost_of(const box_pairs* p) {
    return (double)p->visited + CONTACT_NEIGHBOURS_MET * (double)p->count;
}

// By the tree alone.
static contact_list search_anew(contact* c, const contact_question* q, double* cost_or_null,
                                arena* memory) {
    arena* scratch = arena_create();
    contact_fit(c, q);
    box_pairs met = contact_triangles(c, scratch);
    contact_list l = contact_features_near(q, &met, memory);
    if (cost_or_null != NULL)
        *cost_or_null = cost_of(&met);
    arena_destroy(scratch);
    return l;
}

static void find_far(contact* c, const vec3* x) {
    contact_neighbours* n = &c->far;
    begin_list(c, x, n);
    const contact_path here = {n->x, n->x, 0.0};
    const contact_question q = {c, &here, n->reach};
    contact_list l = search_anew(c, &q, &n->cost, n->memory);
    end_list(c, &l, n);
    ++c->stats.renewals;
}

// Triangles that may have come near since far neighbours were found, and are not known by them.
static box_pairs newly_near(contact* c, const contact_question* q, arena* memory) {
    double spare = c->far.reach - q->pad - loose(q->path);
    contact_fit(c, q);
    find_shifts(c, c->far.x, q->path);
    contact_fit_shifts(c, q->path->to != q->path->from,
                       (1.0 - CONTACT_NEIGHBOURS_ROUNDING) * spare);
    return contact_triangles(c, memory);
}

static contact_list search_far(contact* c, const contact_question* q, arena* memory) {
    contact_neighbours* n = &c->far;
    arena* scratch = arena_create();
    bool anew = n->memory == NULL;
    if (anew)
        find_far(c, q->path->to);
    box_pairs met = newly_near(c, q, scratch);
    if (!anew && cost_of(&met) > TOO_MUCH * n->cost + HELPED * n->base) {
        anew = true;
        find_far(c, q->path->to);
        met = newly_near(c, q, scratch);
    }
    n->base = anew ? cost_of(&met) : n->base;
    contact_list more = contact_features_near(q, &met, scratch), l = merged(q, n, &more, memory);
    arena_destroy(scratch);
    ++c->stats.searches;
    return l;
}

// ---- by what is near -----------------------------------------------------------------------

static void find_near_list(contact* c, const vec3* x) {
    contact_neighbours* n = &c->near;
    begin_list(c, x, n);
    const contact_path here = {n->x, n->x, 0.0};
    contact_list l = search_far(c, &(contact_question){c, &here, n->reach}, n->memory);
    end_list(c, &l, n);
}

// Does the near list say all about a way? Shifts are since it then.
static bool is_known(contact* c, const contact_path* path, double spare) {
    return c->near.memory != NULL &&
           find_shifts(c, c->near.x, path) < (1.0 - CONTACT_NEIGHBOURS_ROUNDING) * spare;
}

static bool is_short(contact* c, const contact_path* path, double spare) {
    return path->to == path->from || find_shifts(c, path->from, path) < SHORT * spare;
}

contact_list contact_search(contact* c, const contact_path* path, double pad, arena* memory) {
    double begin = clock_processor(), spare = c->near.reach - pad - loose(path);
    const contact_question q = {c, path, pad};
    const contact_list none = {.count = 0};
    contact_list l;
    bool known = is_known(c, path, spare);
    if (!known && is_short(c, path, spare)) {
        find_near_list(c, path->to);
        known = is_known(c, path, spare);
    }
    if (known)
        l = merged(&q, &c->near, &none, memory);
    else if (pad + loose(path) < c->far.reach)
        l = search_far(c, &q, memory);
    else
        l = search_anew(c, &q, NULL, memory);
    c->stats.seconds[0] += clock_processor() - begin;
    return l;
}
