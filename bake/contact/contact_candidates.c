// Which pairs may be near: a list that holds while all nodes together stay near a straight way, and so for many questions.
// SPDX-License-Identifier: MIT
#include "bake/base/clock.h"
#include "bake/base/parallel.h"
#include "bake/contact/contact_data.h"

#include <string.h>

enum { CONTACT_CANDIDATES_GRAIN = 512 };

void contact_places(contact* c, const double* u) {
    for (int32_t i = 0; i < c->surface.node_count; ++i) {
        const double* d = u + 3 * (size_t)i;
        c->x[i] = v3_add(c->surface.nodes[i], v3(d[0], d[1], d[2]));
    }
}

// ---- candidates --------------------------------------------------------------------------

static vec3 vec3_at(const double* field_or_null, int32_t node) {
    if (field_or_null == NULL)
        return v3(0.0, 0.0, 0.0);
    const double* d = field_or_null + 3 * (size_t)node;
    return v3(d[0], d[1], d[2]);
}

// Are all nodes at c->x + change near the same place of the way?
static bool holds(const contact* c, const double* change_or_null) {
    const contact_path* w = &c->candidates.path;
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
    k->path = (contact_path){from, to, c->slack};
    contact_list l = contact_search(c, &k->path, c->law.distance + c->law.thickness, k->memory);
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
    parallel_for(c->threads, k->count, CONTACT_CANDIDATES_GRAIN, find_near, &j);
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
