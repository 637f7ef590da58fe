// Union and find over the contacts of a state, by vertices and by the edges of the mesh.
// SPDX-License-Identifier: MIT
#include "bake/record/contact_events.h"

#include "bake/base/sets.h"
#include "bake/mesh/weld.h"

#include <math.h>
#include <string.h>

typedef struct joining {
    const recording* x;
    weld w;
    int32_t* body; // [vertex_count]
    int32_t *start,
        *neighbour; // of welded vertices: [count + 1], and who they share a triangle with
    int32_t* owner; // [welded] a contact that has it, of ...
    int32_t* turn;  // [welded] ... these two bodies of this state
    int32_t turns;
    int32_t* set; // [contact_count]
} joining;

// ---- the mesh --------------------------------------------------------------------------

static void find_bodies(joining* j, arena* scratch) {
    j->body = ARENA_NEW(scratch, int32_t, (size_t)j->x->vertex_count);
    for (int32_t b = 0; b < j->x->body_count; ++b)
        for (int32_t i = 0; i < j->x->bodies[b].count; ++i)
            j->body[j->x->bodies[b].first + i] = b;
}

// Every triangle tells each of its corners of the two others; who is told twice does no harm.
static void find_neighbours(joining* j, arena* scratch) {
    const recording* x = j->x;
    j->start = ARENA_NEW(scratch, int32_t, (size_t)j->w.count + 2);
    j->neighbour = ARENA_NEW(scratch, int32_t, 6 * (size_t)x->triangle_count + 1);
    for (int32_t t = 0; t < x->triangle_count; ++t)
        for (int i = 0; i < 3; ++i)
            j->start[j->w.welded[x->triangles[t][i]] + 2] += 2;
    for (int32_t v = 0; v < j->w.count; ++v)
        j->start[v + 2] += j->start[v + 1];
    for (int32_t t = 0; t < x->triangle_count; ++t)
        for (int i = 0; i < 3; ++i)
            for (int k = 1; k < 3; ++k)
                j->neighbour[j->start[j->w.welded[x->triangles[t][i]] + 1]++] =
                    j->w.welded[x->triangles[t][(i + k) % 3]];
}

static int32_t body_of(const joining* j, int32_t vertex) {
    return vertex >= 0 ? j->body[vertex] : -1;
}

// The welded vertex of a side that moves, or -1: an obstacle may be one triangle as large as a floor, and does not join.
static int32_t moving(const joining* j, const recording_contact* c, int side) {
    int32_t v = side == 0 ? c->first : c->second;
    return v >= 0 && !j->x->bodies[j->body[v]].rigid ? j->w.welded[v] : -1;
}

// Does a surface meet itself within two edges of the same place?
static bool is_crease(const joining* j, const recording_contact* c) {
    int32_t a = moving(j, c, 0), b = moving(j, c, 1);
    if (a < 0 || b < 0)
        return false;
    bool near = a == b;
    for (int32_t i = j->start[a]; i < j->start[a + 1] && !near; ++i) {
        int32_t n = j->neighbour[i];
        near = n == b;
        for (int32_t k = j->start[n]; k < j->start[n + 1] && !near; ++k)
            near = j->neighbour[k] == b;
    }
    return near;
}

// ---- joining ---------------------------------------------------------------------------

static void join(joining* j, int32_t vertex, int32_t contact) {
    if (j->turn[vertex] == j->turns)
        sets_join(j->set, j->owner[vertex], contact);
}

// First all vertices are owned, then each asks its neighbours.
static void join_contact(joining* j, int32_t contact, int pass) {
    for (int side = 0; side < 2; ++side) {
        int32_t v = moving(j, &j->x->contacts[contact], side);
        if (v < 0)
            continue;
        for (int32_t n = j->start[v]; n < j->start[v + 1] && pass == 1; ++n)
            join(j, j->neighbour[n], contact);
        if (pass == 1)
            continue;
        join(j, v, contact);
        j->turn[v] = j->turns;
        j->owner[v] = contact;
    }
}

// Contacts [first, end) of one state, those of two bodies at a time.
static void join_state(joining* j, int32_t first, int32_t end, const uint8_t* left_out,
                       uint8_t* done) {
    const recording_contact* all = j->x->contacts;
    for (int32_t i = first; i < end; ++i) {
        if (done[i])
            continue;
        int32_t a = body_of(j, all[i].first), b = body_of(j, all[i].second);
        ++j->turns;
        for (int pass = 0; pass < 2; ++pass)
            for (int32_t k = i; k < end; ++k) {
                if (left_out[k] || body_of(j, all[k].first) != a || body_of(j, all[k].second) != b)
                    continue;
                done[k] = 1;
                join_contact(j, k, pass);
            }
    }
}

typedef struct patch {
    double place[3], push[3], impulse;
    float largest;
    int32_t heavy, count;
} patch;

// Of a surface that touches itself either side may be the first one.
static void add(const joining* j, patch* to, int32_t i) {
    const recording_contact* c = &j->x->contacts[i];
    bool itself = body_of(j, c->first) == body_of(j, c->second);
    double along = 0.0, impulse = (double)c->impulse;
    for (int k = 0; k < 3; ++k)
        along += to->push[k] * (double)c->normal[k];
    for (int k = 0; k < 3; ++k) {
        to->place[k] += impulse * (double)c->place[k];
        to->push[k] += (itself && along < 0.0 ? -impulse : impulse) * (double)c->normal[k];
    }
    to->impulse += impulse;
    if (to->count++ == 0 || c->impulse > to->largest) {
        to->largest = c->impulse;
        to->heavy = i;
    }
}

static recording_contact contact_of(const joining* j, const patch* p) {
    recording_contact c = j->x->contacts[p->heavy];
    if (p->count == 1)
        return c;
    double length =
        sqrt(p->push[0] * p->push[0] + p->push[1] * p->push[1] + p->push[2] * p->push[2]);
    double along = 0.0;
    for (int k = 0; k < 3; ++k)
        along += p->push[k] * (double)c.normal[k];
    if (along < 0.0 && body_of(j, c.first) == body_of(j, c.second)) {
        int32_t first = c.first;
        c.first = c.second;
        c.second = first;
    }
    for (int k = 0; k < 3 && length > 1e-6 * p->impulse;
         ++k) // else pushes cancel: the heaviest's own
        c.normal[k] = (float)(p->push[k] / length);
    for (int k = 0; k < 3 && p->impulse > 0.0; ++k)
        c.place[k] = (float)(p->place[k] / p->impulse);
    c.impulse = (float)p->impulse;
    return c;
}

recording_contact* contact_events(const recording* x, const vec3* rest, arena* memory,
                                  int32_t* count) {
    arena* scratch = arena_create();
    size_t all = (size_t)x->contact_count;
    joining j = {.x = x, .w = weld_positions(rest, x->vertex_count, 0.0, scratch)};
    find_bodies(&j, scratch);
    find_neighbours(&j, scratch);
    j.owner = ARENA_NEW(scratch, int32_t, (size_t)j.w.count);
    j.turn = ARENA_NEW(scratch, int32_t, (size_t)j.w.count);
    j.set = ARENA_NEW(scratch, int32_t, all + 1);
    sets_clear(j.set, x->contact_count);
    uint8_t *done = ARENA_NEW(scratch, uint8_t, all + 1),
            *left_out = ARENA_NEW(scratch, uint8_t, all + 1);
    for (int32_t i = 0; i < x->contact_count; ++i)
        done[i] = left_out[i] = is_crease(&j, &x->contacts[i]);
    for (int32_t first = 0, end; first < x->contact_count; first = end) {
        for (end = first;
             end < x->contact_count && x->contacts[end].state == x->contacts[first].state;)
            ++end;
        join_state(&j, first, end, left_out, done);
    }
    patch* patches = ARENA_NEW(scratch, patch, all + 1);
    recording_contact* out = ARENA_NEW(memory, recording_contact, all + 1);
    for (int32_t i = 0; i < x->contact_count; ++i)
        add(&j, &patches[sets_find(j.set, i)], i);
    *count = 0;
    for (int32_t i = 0; i < x->contact_count; ++i)
        if (sets_find(j.set, i) == i && !left_out[i])
            out[(*count)++] = contact_of(&j, &patches[i]);
    arena_destroy(scratch);
    return out;
}
