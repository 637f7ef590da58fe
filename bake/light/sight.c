// Points are looked at in strips: every one of a strip has room for the longest row, and rows are packed when the strip is done.
//
// The open part is a sum over the directions that meet nothing, plus the open share of what the lattice misses of a half sphere that
// is all open, which is known exactly: a point that sees everything, or nothing, has no noise at all.
// SPDX-License-Identifier: MIT
#include "bake/light/sight.h"

#include "bake/base/assert.h"
#include "bake/base/job.h"
#include "bake/base/parallel.h"
#include "bake/light/sh.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum {
    STRIP = 1024, // points
    SIGHT_GRAIN = 32,
    OFFSET_FIRST = 64, // units in the last place of the largest coordinate
    OFFSET_LAST = 4,
};

typedef struct looking {
    const lit_mesh* mesh;
    const lit_points* points;
    const lit_shape* shape;
    const sight_options* o;
    const rays* among;
    directions lattice;
    double* open;            // of all points
    int32_t first;           // point of the strip
    int32_t room;            // of a row
    int32_t* seen;           // [STRIP][room]
    float* weights;          // [STRIP][room]
    int32_t* lengths;        // [STRIP]
    sight_account* accounts; // [STRIP]
} looking;

// Of one thread.
typedef struct eye {
    float *x, *y, *z, *is_open; // [directions]
    rays_hit* hits;             // [directions]
    float* weight_of;           // [point_count] 0 between points
} eye;

static eye eye_new(const looking* k, arena* memory) {
    size_t n = (size_t)k->lattice.count;
    return (eye){
        ARENA_NEW(memory, float, n),    ARENA_NEW(memory, float, n),
        ARENA_NEW(memory, float, n),    ARENA_NEW(memory, float, n),
        ARENA_NEW(memory, rays_hit, n), ARENA_NEW(memory, float, (size_t)k->points->count)};
}

// ---- where rays begin --------------------------------------------------------------------

// Is something between a place and a vertex beside it?
static bool is_between(const rays* among, const float from[3], const float to[3]) {
    const float PART = 0.9f; // short of the vertex's own triangles
    float x[RAYS_PACKET], y[RAYS_PACKET], z[RAYS_PACKET];
    rays_hit hits[RAYS_PACKET];
    for (int i = 0; i < RAYS_PACKET; ++i) {
        x[i] = to[0] - from[0];
        y[i] = to[1] - from[1];
        z[i] = to[2] - from[2];
    }
    rays_trace(among, &(rays_bundle){{from[0], from[1], from[2]}, PART, RAYS_PACKET, x, y, z},
               hits);
    return hits[0].triangle >= 0;
}

// A little above the vertex, and inwards from a border, where a wall may stand exactly. The offset is a few units in the last place,
// some micrometres in a scene of a metre, so that it stays below cloth a millimetre away; nearer still, it is shortened. False: covered.
static bool place_eye(const looking* k, int32_t point, vec3 normal, float from[3]) {
    int32_t v = k->points->vertex[point];
    const float* at = k->shape->positions[v];
    vec3 to = v3_add(normal, k->shape->inward[v]);
    for (int units = OFFSET_FIRST; units >= OFFSET_LAST; units /= 4) {
        double step = (double)units * (double)FLT_EPSILON * (double)k->shape->size;
        from[0] = at[0] + (float)(step * to.x);
        from[1] = at[1] + (float)(step * to.y);
        from[2] = at[2] + (float)(step * to.z);
        if (!is_between(k->among, from, at))
            return true;
    }
    return false;
}

// ---- what they meet ------------------------------------------------------------------------

static void add_seen(const looking* k, eye* e, int32_t at, int32_t point, float weight) {
    if (!(weight > 0.0f))
        return;
    if (e->weight_of[point] == 0.0f)
        k->seen[(size_t)at * (size_t)k->room + (size_t)k->lengths[at]++] = point;
    e->weight_of[point] += weight;
}

static void add_hit(const looking* k, eye* e, int32_t at, int32_t direction) {
    const rays_hit* h = &e->hits[direction];
    const float* face = k->shape->faces[h->triangle];
    const float part = 1.0f / (float)k->lattice.count;
    bool from_behind =
        face[0] * e->x[direction] + face[1] * e->y[direction] + face[2] * e->z[direction] > 0.0f;
    if (from_behind && (k->mesh->thin == NULL || k->mesh->thin[h->triangle] == 0)) {
        ++k->accounts[at].dark;
        return;
    }
    const uint32_t* c = k->mesh->triangles[h->triangle];
    const int32_t* of = k->points->of[from_behind];
    float u = fminf(fmaxf(h->u, 0.0f), 1.0f), v = fminf(fmaxf(h->v, 0.0f), 1.0f - u);
    add_seen(k, e, at, of[c[0]], part * (1.0f - u - v));
    add_seen(k, e, at, of[c[1]], part * u);
    add_seen(k, e, at, of[c[2]], part * v);
}

static void set_open(const looking* k, const eye* e, int32_t point, vec3 normal, int32_t open) {
    int32_t order = k->o->order, count = sh_count(order), n = k->lattice.count;
    double seen[SH_MOST] = {0}, all[SH_MOST] = {0}, exact[SH_MOST],
           *out = k->open + (size_t)point * (size_t)count;
    if (open > 0 && open < n)
        sh_add(order, n, e->x, e->y, e->z, e->is_open, all, seen);
    sh_open_surface(order, normal, exact);
    double fraction = (double)open / n;
    for (int32_t i = 0; i < count; ++i)
        out[i] = seen[i] / n + fraction * (exact[i] - all[i] / n);
}

static void look(const looking* k, eye* e, int32_t at) {
    int32_t point = k->first + at, open = 0;
    vec3 normal =
        v3_scale(k->shape->normals[k->points->vertex[point]], (double)k->points->side[point]);
    rays_bundle b = {.reach = FLT_MAX, .count = k->lattice.count, .x = e->x, .y = e->y, .z = e->z};
    k->lengths[at] = 0;
    k->accounts[at] = (sight_account){0};
    if (v3_dot(normal, normal) == 0.0) {
        k->accounts[at].flat = 1;
        return;
    }
    if (!place_eye(k, point, normal, b.from)) {
        k->accounts[at].covered = 1;
        return;
    }
    directions_about(&k->lattice, normal, directions_shift_of(k->o->seed, (uint32_t)point), e->x,
                     e->y, e->z);
    rays_trace(k->among, &b, e->hits);
    for (int32_t i = 0; i < b.count; ++i) {
        e->is_open[i] = e->hits[i].triangle < 0 ? 1.0f : 0.0f;
        if (e->hits[i].triangle >= 0)
            add_hit(k, e, at, i);
        else
            ++open;
    }
    set_open(k, e, point, normal, open);
    k->accounts[at].rays = b.count;
    k->accounts[at].hits = b.count - open;
    size_t row = (size_t)at * (size_t)k->room;
    for (int32_t i = 0; i < k->lengths[at]; ++i) {
        float* weight = &e->weight_of[k->seen[row + (size_t)i]];
        k->weights[row + (size_t)i] = *weight;
        *weight = 0.0f;
    }
}

static void look_some(void* user, int64_t begin, int64_t end) {
    const looking* k = user;
    arena* scratch = arena_create();
    eye e = eye_new(k, scratch);
    for (int64_t at = begin; at < end; ++at)
        look(k, &e, (int32_t)at);
    arena_destroy(scratch);
}

// ---- rows ------------------------------------------------------------------------------------

// The rows of a strip behind those before it; *room: of all rows.
static void pack(const looking* k, int32_t count, sight* out, int64_t* room, arena* memory) {
    int64_t added = 0;
    for (int32_t at = 0; at < count; ++at)
        added += k->lengths[at];
    int64_t used = out->first[k->first];
    if (used + added > *room) {
        int64_t more = 2 * *room > used + added ? 2 * *room : used + added;
        out->seen = arena_grow(memory, out->seen, (size_t)used, (size_t)more, sizeof *out->seen);
        out->weights =
            arena_grow(memory, out->weights, (size_t)used, (size_t)more, sizeof *out->weights);
        *room = more;
    }
    for (int32_t at = 0; at < count; ++at) {
        size_t row = (size_t)at * (size_t)k->room, length = (size_t)k->lengths[at];
        int64_t first = out->first[k->first + at];
        if (length > 0) { // there may be no rows at all yet
            memcpy(out->seen + first, k->seen + row, length * sizeof *out->seen);
            memcpy(out->weights + first, k->weights + row, length * sizeof *out->weights);
        }
        out->first[k->first + at + 1] = first + (int64_t)length;
        out->account.rays += k->accounts[at].rays;
        out->account.hits += k->accounts[at].hits;
        out->account.dark += k->accounts[at].dark;
        out->account.covered += k->accounts[at].covered;
        out->account.flat += k->accounts[at].flat;
    }
}

bool sight_of(const lit_mesh* m, const lit_points* p, const lit_shape* s, const sight_options* o,
              arena* memory, sight* out, report* r) {
    SUPPLE_ASSERT(o->order >= SH_ORDER_LEAST && o->order <= SH_ORDER_MOST);
    SUPPLE_ASSERT(o->directions >= DIRECTIONS_LEAST && o->directions <= DIRECTIONS_MOST);
    size_t points = (size_t)p->count;
    *out = (sight){.order = o->order,
                   .point_count = p->count,
                   .open = ARENA_NEW(memory, double, points*(size_t)sh_count(o->order)),
                   .first = ARENA_NEW(memory, int64_t, points + 1)};
    arena* scratch = arena_create();
    rays* among;
    if (!rays_new((const float(*)[3])s->positions, m->vertex_count, m->triangles, m->triangle_count,
                  scratch, &among, r)) {
        arena_destroy(scratch);
        return false;
    }
    looking k = {.mesh = m,
                 .points = p,
                 .shape = s,
                 .o = o,
                 .among = among,
                 .open = out->open,
                 .lattice = directions_new(o->directions, scratch)};
    k.room = 3 * k.lattice.count < p->count ? 3 * k.lattice.count : p->count;
    size_t cells = (size_t)STRIP * (size_t)k.room;
    k.seen = ARENA_NEW(scratch, int32_t, cells);
    k.weights = ARENA_NEW(scratch, float, cells);
    k.lengths = ARENA_NEW(scratch, int32_t, STRIP);
    k.accounts = ARENA_NEW(scratch, sight_account, STRIP);
    int64_t room = 0;
    for (k.first = 0; k.first < p->count; k.first += STRIP) {
        int32_t left = p->count - k.first, count = left < STRIP ? left : STRIP;
        job_check();
        parallel_for(o->threads, count, SIGHT_GRAIN, look_some, &k);
        pack(&k, count, out, &room, memory);
    }
    arena_destroy(scratch);
    return true;
}
