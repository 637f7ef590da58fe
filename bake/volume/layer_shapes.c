// Conjugate gradients on the sum in layer_shapes.h, a mode at a time.
//
// F is applied by one walk from the lowest piece upwards and its transpose by one walk back, so no matrix is made, however
// many pieces lie on each other. A sum of squares lets few offsets change much, the law bounds every one: so those
// that still change by too much count for more and the sum is minimised again (Lawson's reweighting, 1961).
// SPDX-License-Identifier: MIT
#include "bake/volume/layer_shapes.h"

#include "bake/base/assert.h"
#include "bake/base/parallel.h"
#include "bake/volume/layers.h"

#include <string.h>

#define LAYER_SHAPES_YIELD    0.02   // of the body's size: see the sum
#define LAYER_SHAPES_SHORTEST 0.0001 // of the body's size: shorter offsets count as this long
#define LAYER_SHAPES_SWING                                                                         \
    0.02 // of the body's size: where a mode moves its farthest vertex so far ...
#define CHANGE                                                                                     \
    0.04 // ... offsets are to change by less than this share: several modes add up to a tenth
#define ROOM 0.3  // of what the farthest vertex moves: flesh is to give way by less
#define ENDS 1e-3 // of the gradient that a round began with, at which it ends

enum {
    LAYER_SHAPES_SWEEPS = 200, // of a round
    LAYER_SHAPES_ROUNDS = 8,
    HEAVIER = 10 // at most so many times in a round: more, and the sweeps do not come to an end
};

typedef struct layer_link { // of a vertex to a triangle's corners
    int32_t vertex;         // -1: stands still
    int32_t corner[3];      // -1: stands still
    double at[3];
    double fraction; // as of layer_host and layer_offset
    double length;   // of an offset: metres
} layer_link;

typedef struct layer_system {
    int32_t count; // welded vertices that move
    int32_t host_count, offset_count;
    layer_link* hosts; // what one lies on stands before it
    layer_link* offsets;
    double keep;           // 1/m^2: of what a vertex of its own wants
    double swing;          // metres
    const int32_t* welded; // [list_count] place of each listed vertex
    int32_t list_count;
    double* shapes;
} layer_system;

typedef struct settling { // of one mode; vectors: [count]
    const layer_system* s;
    double* weight;   // [offset_count] 1/m^2: what the square of its change counts
    double* keep;     // [count] 1/m^2: what the flesh wants
    double* diagonal; // [count] of the second derivative, without what F adds to it
    vec3 *own, *x;    // what the flesh wants, and what it gets
    vec3* best;       // x of the round that was least beyond what is allowed
    double beyond;    // how many times that was
    vec3 *r, *z, *p, *q, *shown;
} settling;

static layer_link link_of(const uint32_t* corners, const double* at, const int32_t* number,
                          int32_t v, double fraction) {
    layer_link out = {.vertex = number[v], .fraction = fraction};
    for (int k = 0; k < 3; ++k) {
        out.corner[k] = number[corners[k]];
        out.at[k] = at[k];
    }
    return out;
}

static void add_hosts(const character* c, const int32_t* number, layer_system* s, arena* scratch) {
    const int32_t* order = layers_order(c, scratch);
    s->hosts = ARENA_NEW(scratch, layer_link, (size_t)s->count);
    for (int32_t o = 0; o < c->weld.count; ++o) {
        const layer_host* h = &c->layers[order[o]];
        if (number[order[o]] >= 0 && h->triangle >= 0)
            s->hosts[s->host_count++] =
                link_of(c->triangles[h->triangle], h->at, number, order[o], h->fraction);
    }
}

static void add_offsets(const character* c, const int32_t* number, double shortest, layer_system* s,
                        arena* scratch) {
    s->offsets = ARENA_NEW(scratch, layer_link, (size_t)c->offset_count);
    for (int32_t i = 0; i < c->offset_count; ++i) {
        const layer_offset* o = &c->offsets[i];
        layer_link l = link_of(c->triangles[o->triangle], o->at, number, o->vertex, o->fraction);
        if (l.vertex < 0 && l.corner[0] < 0 && l.corner[1] < 0 && l.corner[2] < 0)
            continue;
        l.length = fmax(o->distance, shortest);
        s->offsets[s->offset_count++] = l;
    }
}

// ---- the operator ----------------------------------------------------------------------

static vec3 at_corners(const layer_link* l, const vec3* u) {
    vec3 sum = v3(0, 0, 0);
    for (int k = 0; k < 3; ++k)
        if (l->corner[k] >= 0)
            sum = v3_madd(sum, u[l->corner[k]], l->at[k]);
    return sum;
}

static void to_corners(const layer_link* l, vec3 x, vec3* u) {
    for (int k = 0; k < 3; ++k)
        if (l->corner[k] >= 0)
            u[l->corner[k]] = v3_madd(u[l->corner[k]], x, l->at[k]);
}

// u = F u
static void follow(const layer_system* s, vec3* u) {
    for (int32_t i = 0; i < s->host_count; ++i) {
        const layer_link* l = &s->hosts[i];
        u[l->vertex] = v3_lerp(u[l->vertex], at_corners(l, u), l->fraction);
    }
}

// g = F^T g
static void follow_back(const layer_system* s, vec3* g) {
    for (int32_t i = s->host_count; i-- > 0;) {
        const layer_link* l = &s->hosts[i];
        to_corners(l, v3_scale(g[l->vertex], l->fraction), g);
        g[l->vertex] = v3_scale(g[l->vertex], 1.0 - l->fraction);
    }
}

// How an offset changes.
static vec3 change(const layer_link* l, const vec3* shown) {
    vec3 own = l->vertex >= 0 ? shown[l->vertex] : v3(0, 0, 0);
    return v3_sub(own, at_corners(l, shown));
}

// out = F^T D^T W D F x
static void apply_normal_matrix(settling* m, const vec3* x, vec3* out) {
    const layer_system* s = m->s;
    memcpy(m->shown, x, (size_t)s->count * sizeof *x);
    follow(s, m->shown);
    memset(out, 0, (size_t)s->count * sizeof *out);
    for (int32_t i = 0; i < s->offset_count; ++i) {
        const layer_link* l = &s->offsets[i];
        vec3 f = v3_scale(change(l, m->shown), m->weight[i]);
        if (l->vertex >= 0)
            out[l->vertex] = v3_add(out[l->vertex], f);
        to_corners(l, v3_scale(f, -1.0), out);
    }
    follow_back(s, out);
}

// ---- the minimum -----------------------------------------------------------------------

static double dot(const vec3* a, const vec3* b, int32_t count) {
    double sum = 0.0;
    for (int32_t i = 0; i < count; ++i)
        sum += v3_dot(a[i], b[i]);
    return sum;
}

static void find_diagonal(settling* m) {
    const layer_system* s = m->s;
    for (int32_t i = 0; i < s->count; ++i)
        m->diagonal[i] = m->keep[i];
    for (int32_t i = 0; i < s->offset_count; ++i) {
        const layer_link* l = &s->offsets[i];
        if (l->vertex >= 0)
            m->diagonal[l->vertex] += m->weight[i];
        for (int k = 0; k < 3; ++k)
            if (l->corner[k] >= 0)
                m->diagonal[l->corner[k]] += l->at[k] * l->at[k] * m->weight[i];
    }
}

static double precondition(settling* m) {
    for (int32_t i = 0; i < m->s->count; ++i)
        m->z[i] = v3_scale(m->r[i], 1.0 / m->diagonal[i]);
    return dot(m->r, m->z, m->s->count);
}

static void minimise(settling* m) {
    int32_t n = m->s->count;
    find_diagonal(m);
    apply_normal_matrix(m, m->x, m->r);
    for (int32_t i = 0; i < n; ++i)
        m->r[i] = v3_sub(v3_scale(v3_sub(m->own[i], m->x[i]), m->keep[i]), m->r[i]);
    double rz = precondition(m), end = ENDS * ENDS * rz;
    memcpy(m->p, m->z, (size_t)n * sizeof *m->p);
    for (int sweep = 0; sweep < LAYER_SHAPES_SWEEPS && rz > end; ++sweep) {
        apply_normal_matrix(m, m->p, m->q);
        for (int32_t i = 0; i < n; ++i)
            m->q[i] = v3_madd(m->q[i], m->p[i], m->keep[i]);
        double step = rz / dot(m->p, m->q, n);
        for (int32_t i = 0; i < n; ++i) {
            m->x[i] = v3_madd(m->x[i], m->p[i], step);
            m->r[i] = v3_madd(m->r[i], m->q[i], -step);
        }
        double next = precondition(m);
        for (int32_t i = 0; i < n; ++i)
            m->p[i] = v3_madd(m->z[i], m->p[i], next / rz);
        rz = next;
    }
}

// Rounds do not come ever nearer: what counts for more here gives way there. The best of them is taken.
static void remember(settling* m, double beyond) {
    if (beyond >= m->beyond)
        return;
    m->beyond = beyond;
    memcpy(m->best, m->x, (size_t)m->s->count * sizeof *m->x);
}

// Offsets that change by too much count for more, and so does flesh that gave way by too much. False: no offset does.
static bool reweigh(settling* m) {
    const layer_system* s = m->s;
    double farthest = 0.0, beyond = 0.0;
    memcpy(m->shown, m->x, (size_t)s->count * sizeof *m->x);
    follow(s, m->shown);
    for (int32_t i = 0; i < s->count; ++i)
        farthest = fmax(farthest, v3_length(m->own[i]));
    for (int32_t i = 0; i < s->count; ++i) {
        double over = v3_distance(m->x[i], m->own[i]) / (ROOM * farthest);
        beyond = fmax(beyond, over);
        if (over > 1.0) // by the square: few do, and the law must not win over the body's shape
            m->keep[i] *= fmin(over * over, HEAVIER);
    }
    bool more = false;
    for (int32_t i = 0; i < s->offset_count; ++i) {
        const layer_link* l = &s->offsets[i];
        double most = CHANGE * l->length * farthest / s->swing;
        double over = l->fraction * v3_length(change(l, m->shown)) / most;
        beyond = fmax(beyond, over);
        if (over > 1.0) {
            m->weight[i] *= fmin(over, HEAVIER);
            more = true;
        }
    }
    remember(m, beyond);
    return more;
}

static settling settling_new(const layer_system* s, arena* scratch) {
    size_t n = (size_t)s->count;
    settling m = {.s = s};
    m.weight = ARENA_NEW(scratch, double, (size_t)s->offset_count);
    m.diagonal = ARENA_NEW(scratch, double, n);
    m.keep = ARENA_NEW(scratch, double, n);
    vec3** const vectors[] = {&m.own, &m.x, &m.best, &m.r, &m.z, &m.p, &m.q, &m.shown};
    for (size_t k = 0; k < sizeof vectors / sizeof *vectors; ++k)
        *vectors[k] = ARENA_NEW(scratch, vec3, n);
    return m;
}

static void settle(settling* m) {
    const layer_system* s = m->s;
    memcpy(m->x, m->own, (size_t)s->count * sizeof *m->x);
    for (int32_t i = 0; i < s->count; ++i)
        m->keep[i] = s->keep;
    for (int32_t i = 0; i < s->offset_count; ++i)
        m->weight[i] = s->offsets[i].fraction / (s->offsets[i].length * s->offsets[i].length);
    m->beyond = INFINITY;
    int round = 0;
    for (; round < LAYER_SHAPES_ROUNDS && reweigh(m); ++round)
        minimise(m);
    if (round == LAYER_SHAPES_ROUNDS) // what the last one made has not been looked at
        reweigh(m);
    memcpy(m->x, m->best, (size_t)s->count * sizeof *m->x);
    follow(s, m->x);
}

static void settle_modes(void* user, int64_t begin, int64_t end) {
    const layer_system* s = user;
    arena* scratch = arena_create();
    settling m = settling_new(s, scratch);
    for (int64_t mode = begin; mode < end; ++mode) {
        double* shape = s->shapes + 3 * mode * s->list_count;
        for (int32_t i = 0; i < s->list_count; ++i)
            m.own[s->welded[i]] = v3(shape[3 * i], shape[3 * i + 1], shape[3 * i + 2]);
        settle(&m);
        for (int32_t i = 0; i < s->list_count; ++i)
            memcpy(shape + 3 * (size_t)i, &m.x[s->welded[i]], 3 * sizeof *shape);
    }
    arena_destroy(scratch);
}

void layer_shapes_settle(const character* c, const int32_t* list, int32_t count, int32_t modes,
                         int threads, double* shapes) {
    SUPPLE_ASSERT(count >= 0 && modes >= 0);
    if (c->layers == NULL)
        return;
    arena* scratch = arena_create();
    int32_t* number = ARENA_NEW(scratch, int32_t, (size_t)c->weld.count);
    int32_t* welded = ARENA_NEW(scratch, int32_t, (size_t)count);
    layer_system s = {.welded = welded, .list_count = count, .shapes = shapes};
    for (int32_t i = 0; i < c->weld.count; ++i)
        number[i] = -1;
    for (int32_t i = 0; i < count; ++i) {
        int32_t* n = &number[c->weld.welded[list[i]]];
        *n = *n < 0 ? s.count++ : *n;
        welded[i] = *n;
    }
    double size = c->size;
    s.keep = 1.0 / (LAYER_SHAPES_YIELD * size * LAYER_SHAPES_YIELD * size);
    s.swing = LAYER_SHAPES_SWING * size;
    add_hosts(c, number, &s, scratch);
    add_offsets(c, number, LAYER_SHAPES_SHORTEST * size, &s, scratch);
    parallel_for(threads, modes, 1, settle_modes, &s);
    arena_destroy(scratch);
}
