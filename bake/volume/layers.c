// Pieces in the order of who carries whom; then for every vertex the nearest point of what carries it.
//
// Large rigid pieces carry all others, then soft ones by their skin's area, and small rigid ones carry
// nothing. Pieces that other bones move (a hand beside a hip) do not lie on each other, however close.
// SPDX-License-Identifier: MIT
#include "bake/volume/layers.h"

#include "bake/volume/pieces.h"

#include <stdlib.h>
#include <string.h>

#define LAYERS_SMALL 0.08 // of the body's size: a rigid piece that is smaller rides
#define MOVED_AS     0.5 // of the weights that two vertices share: from here on they lie on each other
#define LAYERS_APART 0.2 // below this they do not

typedef struct ranking {
    int32_t kind; // 0 rigid and large, 1 soft, 2 rigid and small
    double area;
    int32_t piece;
} ranking;

typedef struct layering {
    const character* c;
    double size;          // of the body, metres
    int32_t* rank;        // [pieces]
    int32_t* of_triangle; // [triangle_count] rank of its piece
    const ranking* order; // [pieces]
    layer_host* hosts;
} layering;

static int by_rank(const void* a, const void* b) {
    const ranking *x = a, *y = b;
    if (x->kind != y->kind)
        return x->kind < y->kind ? -1 : 1;
    if (x->area != y->area)
        return x->area > y->area ? -1 : 1;
    return (x->piece > y->piece) - (x->piece < y->piece);
}

static int32_t piece_at(const character* c, int32_t welded) {
    return c->pieces->of[c->weld.first[welded]];
}

static bool is_small(const layering* x, const piece* p) {
    return v3_distance(p->box.low, p->box.high) < LAYERS_SMALL * x->size;
}

static void rank_pieces(layering* x, arena* memory) {
    const pieces* all = x->c->pieces;
    ranking* order = ARENA_NEW(memory, ranking, (size_t)all->count);
    x->rank = ARENA_NEW(memory, int32_t, (size_t)all->count);
    for (int32_t i = 0; i < all->count; ++i) {
        const piece* p = &all->list[i];
        order[i] = (ranking){!p->rigid ? 1 : is_small(x, p) ? 2 : 0, p->area, i};
    }
    qsort(order, (size_t)all->count, sizeof *order, by_rank);
    for (int32_t i = 0; i < all->count; ++i)
        x->rank[order[i].piece] = i;
    x->order = order;
    x->of_triangle = ARENA_NEW(memory, int32_t, (size_t)x->c->triangle_count);
    for (int32_t t = 0; t < x->c->triangle_count; ++t) {
        x->of_triangle[t] = x->rank[piece_at(x->c, (int32_t)x->c->triangles[t][0])];
        for (int k = 1; k < 3; ++k) { // seams belong to the piece that carries less
            int32_t r = x->rank[piece_at(x->c, (int32_t)x->c->triangles[t][k])];
            x->of_triangle[t] = r > x->of_triangle[t] ? r : x->of_triangle[t];
        }
    }
}

// How much of the weights of two vertices is on the same joints.
static double moved_alike(const character* c, int32_t a, int32_t b) {
    int32_t v = c->weld.first[a], w = c->weld.first[b], n = character_influence_count(c, v);
    double sum = 0.0;
    for (int32_t k = 0; k < n; ++k) {
        influence x = character_influence(c, v, k);
        sum += fmin(x.weight, character_weight(c, w, x.joint));
    }
    return sum;
}

static double rise(double x, double from, double to) { // 0 to 1, smooth
    double t = (x - from) / (to - from);
    t = t < 0.0 ? 0.0 : t > 1.0 ? 1.0 : t;
    return t * t * (3.0 - 2.0 * t);
}

static void set_corners(const character* c, const soup_hit* hit, double at[3]) {
    const uint32_t* t = c->triangles[hit->triangle];
    const vec3* p = c->weld.positions;
    vec3 n = v3_cross(v3_sub(p[t[1]], p[t[0]]), v3_sub(p[t[2]], p[t[0]]));
    double whole = v3_dot(n, n);
    for (int k = 0; k < 3 && whole > 0.0; ++k) {
        vec3 a = v3_sub(p[t[(k + 1) % 3]], hit->point), b = v3_sub(p[t[(k + 2) % 3]], hit->point);
        at[k] = v3_dot(v3_cross(a, b), n) / whole;
    }
    if (!(whole > 0.0))
        at[0] = 1.0;
}

// How much a vertex and the facet that it lies on, or that lies on it, move as one.
static double fraction_of(const layering* x, const soup_hit* hit, int32_t vertex, int32_t kind) {
    double fraction = 1.0 - rise(hit->distance, LAYER_NEAR * x->size, LAYER_FAR * x->size);
    double alike = 0.0;
    for (int k = 0; k < 3 && kind != 0; ++k)
        alike = fmax(alike, moved_alike(x->c, vertex, (int32_t)x->c->triangles[hit->triangle][k]));
    return kind != 0 ? fraction * rise(alike, LAYERS_APART, MOVED_AS) : fraction;
}

// What this place of a piece lies on.
static layer_host host_at(const layering* x, vec3 p, int32_t rank, int32_t vertex) {
    layer_host out = {.triangle = -1};
    soup_hit hit;
    if (!soup_nearest_below(&x->c->soup, p, LAYER_FAR * x->size, x->of_triangle, rank, &hit))
        return out;
    out.fraction = fraction_of(x, &hit, vertex, x->order[x->of_triangle[hit.triangle]].kind);
    if (!(out.fraction > 0.0))
        return out;
    out.triangle = hit.triangle;
    out.point = hit.point;
    set_corners(x->c, &hit, out.at);
    return out;
}

// The vertex of a small rigid piece that lies closest on something speaks for all of it.
static void let_ride(const layering* x, arena* scratch) {
    const character* c = x->c;
    layer_host* best = ARENA_NEW(scratch, layer_host, (size_t)c->pieces->count); // by rank
    double* nearest = ARENA_NEW(scratch, double, (size_t)c->pieces->count);
    for (int32_t r = 0; r < c->pieces->count; ++r) {
        best[r].triangle = -1;
        nearest[r] = INFINITY;
    }
    for (int32_t i = 0; i < c->weld.count; ++i) {
        int32_t rank = x->rank[piece_at(c, i)];
        if (x->order[rank].kind != 2)
            continue;
        layer_host h = host_at(x, c->weld.positions[i], rank, i);
        double d = v3_distance(h.point, c->weld.positions[i]);
        if (h.triangle >= 0 && d < nearest[rank]) {
            nearest[rank] = d;
            best[rank] = h;
            best[rank].fraction = 1.0;
            best[rank].rides = true;
        }
    }
    for (int32_t i = 0; i < c->weld.count; ++i) {
        int32_t rank = x->rank[piece_at(c, i)];
        if (x->order[rank].kind == 2)
            x->hosts[i] = best[rank];
    }
}

// From the bottom up: a belt on a shirt is moved by the flesh that moves the shirt.
static void find_places(const character* c, layer_host* hosts, arena* scratch) {
    const int32_t* order = layers_order(c, scratch);
    for (int32_t o = 0; o < c->weld.count; ++o) {
        layer_host* h = &hosts[order[o]];
        vec3 p = c->weld.positions[order[o]], below = v3(0, 0, 0);
        for (int k = 0; k < 3 && h->triangle >= 0; ++k)
            below = v3_madd(below, hosts[c->triangles[h->triangle][k]].place, h->at[k]);
        h->place = h->triangle < 0      ? p
                   : h->fraction == 1.0 ? below
                                        : v3_lerp(p, below, h->fraction);
    }
}

// ---- offsets ---------------------------------------------------------------------------

typedef struct offset_list {
    layer_offset* items;
    int32_t count, capacity;
    arena* memory;
} offset_list;

static void take_offset(const layering* x, int32_t vertex, const soup_hit* hit, offset_list* out) {
    double fraction = fraction_of(x, hit, vertex, x->order[x->of_triangle[hit->triangle]].kind);
    if (!(fraction > 0.0))
        return;
    if (out->count == out->capacity) {
        int32_t more = 2 * out->capacity + 256;
        out->items = arena_grow(out->memory, out->items, (size_t)out->capacity, (size_t)more,
                                sizeof *out->items);
        out->capacity = more;
    }
    layer_offset* o = &out->items[out->count++];
    *o = (layer_offset){.vertex = vertex, .triangle = hit->triangle};
    o->distance = hit->distance;
    o->fraction = fraction;
    set_corners(x->c, hit, o->at);
}

// The nearest piece of a rank below `below`, then the nearest of a rank below that one's, and so on. The first may
// be as far as anything that lies on another; those beyond it count where the law holds alone.
static void take_offsets(const layering* x, int32_t vertex, const int32_t* rank, int32_t below,
                         double far, offset_list* out) {
    soup_hit hit;
    while (soup_nearest_below(&x->c->soup, x->c->weld.positions[vertex], far * x->size, rank, below,
                              &hit)) {
        take_offset(x, vertex, &hit, out);
        below = rank[hit.triangle];
        far = LAYER_NEAR;
    }
}

static void find_offsets(const layering* x, character* c, arena* memory, arena* scratch) {
    offset_list out = {.memory = memory};
    int32_t last = c->pieces->count - 1;
    int32_t* reversed = ARENA_NEW(scratch, int32_t, (size_t)c->triangle_count);
    for (int32_t t = 0; t < c->triangle_count; ++t)
        reversed[t] = last - x->of_triangle[t];
    for (int32_t i = 0; i < c->weld.count; ++i) {
        const layer_host* h = &x->hosts[i];
        if (x->order[h->rank].kind != 1)
            continue;
        take_offsets(x, i, reversed, last - h->rank, LAYER_FAR, &out);
        take_offsets(x, i, x->of_triangle, h->triangle >= 0 ? x->of_triangle[h->triangle] : h->rank,
                     LAYER_NEAR, &out);
    }
    c->offsets = out.items;
    c->offset_count = out.count;
}

int32_t* layers_order(const character* c, arena* memory) {
    int32_t* out = ARENA_NEW(memory, int32_t, (size_t)c->weld.count);
    int32_t* at = ARENA_NEW(memory, int32_t, (size_t)c->pieces->count + 1);
    for (int32_t i = 0; i < c->weld.count; ++i)
        ++at[c->layers[i].rank + 1];
    for (int32_t r = 0; r < c->pieces->count; ++r)
        at[r + 1] += at[r];
    for (int32_t i = 0; i < c->weld.count; ++i)
        out[at[c->layers[i].rank]++] = i;
    return out;
}

void layers_find(character* c, arena* memory) {
    c->layers = NULL;
    c->offsets = NULL;
    c->offset_count = 0;
    if (c->pieces->count < 2 || c->axis_count == 0)
        return;
    arena* scratch = arena_create();
    layering x = {.c = c, .size = c->size};
    c->layers = x.hosts = ARENA_NEW(memory, layer_host, (size_t)c->weld.count);
    rank_pieces(&x, scratch);
    for (int32_t i = 0; i < c->weld.count; ++i) {
        int32_t rank = x.rank[piece_at(c, i)];
        x.hosts[i].triangle = -1;
        if (x.order[rank].kind == 1)
            x.hosts[i] = host_at(&x, c->weld.positions[i], rank, i);
    }
    let_ride(&x, scratch);
    for (int32_t i = 0; i < c->weld.count; ++i)
        x.hosts[i].rank = x.rank[piece_at(c, i)];
    find_places(c, x.hosts, scratch);
    find_offsets(&x, c, memory, scratch);
    arena_destroy(scratch);
}

double layer_value(const character* c, const layer_host* h, const double* values) {
    const uint32_t* t = c->triangles[h->triangle];
    double sum = 0.0;
    for (int k = 0; k < 3; ++k)
        sum += h->at[k] > 0.0 ? h->at[k] * values[t[k]] : 0.0; // never 0 times infinity
    return sum;
}

// ---- regions ---------------------------------------------------------------------------

// What someone put into the region takes what it lies on with it: the nearest corner.
static void raise_hosts(const character* c, double* value) {
    double far = LAYER_FAR * c->size;
    for (int32_t i = 0; i < c->weld.count; ++i) {
        const layer_host* h = &c->layers[i];
        if (h->triangle < 0 || h->fraction < 0.5 || h->rides || !(value[i] > 0.0))
            continue;
        for (int k = 0; k < 3; ++k) {
            uint32_t to = c->triangles[h->triangle][k];
            if (v3_distance(c->weld.positions[to], h->point) < far)
                value[to] = fmax(value[to], value[i]);
        }
    }
}

void layers_settle(const character* c, region* g) {
    arena* scratch = arena_create();
    const uint8_t* hard = c->pieces->hard;
    double* value = ARENA_NEW(scratch, double, (size_t)c->weld.count);
    for (int32_t i = 0; i < c->weld.count; ++i)
        value[i] = hard[i] ? 0.0 : g->value[c->weld.first[i]];
    if (c->layers != NULL)
        raise_hosts(c, value);
    for (int32_t i = 0; i < c->weld.count; ++i)
        value[i] = hard[i] ? 0.0 : value[i];
    const int32_t* order = c->layers != NULL ? layers_order(c, scratch) : NULL;
    for (int32_t o = 0; o < c->weld.count && order != NULL; ++o) {
        const layer_host* h = &c->layers[order[o]];
        if (h->triangle >= 0 && h->fraction > 0.5)
            value[order[o]] = layer_value(c, h, value);
    }
    for (int32_t v = 0; v < g->count; ++v)
        g->value[v] = (float)value[c->weld.welded[v]];
    arena_destroy(scratch);
}
