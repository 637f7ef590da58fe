// For every vertex the nearest point of a lower and of a higher piece that it lies over and faces as.
// SPDX-License-Identifier: MIT
#include "bake/volume/layer_apart.h"

#include "bake/base/assert.h"
#include "bake/base/text.h"
#include "bake/volume/layers.h"
#include "bake/volume/pieces.h"

#define LAYER_APART_OVER     0.9    // of the way to a triangle along its normal: less is beside it
#define FACES                0.5    // cosine between both normals
#define LAYER_APART_SHORTEST 0.0001 // of the body's size: shorter offsets count as this long

typedef struct measuring {
    const character* c;
    double size;
    int32_t modes, count; // of the shapes
    const double* shapes;
    int32_t* place;           // [weld.count] in the list, or -1
    double* farthest;         // [modes]
    vec3* normals;            // [weld.count]
    int32_t *rank, *reversed; // [triangle_count]
    layer_apart out;
} measuring;

static vec3 triangle_normal(const character* c, int32_t t) {
    const vec3* p = c->weld.positions;
    const uint32_t* k = c->triangles[t];
    return v3_cross(v3_sub(p[k[1]], p[k[0]]), v3_sub(p[k[2]], p[k[0]]));
}

static vec3 moved(const measuring* m, int32_t welded, int32_t mode) {
    if (m->place[welded] < 0)
        return v3(0, 0, 0);
    const double* x = m->shapes + 3 * ((size_t)mode * (size_t)m->count + (size_t)m->place[welded]);
    return v3(x[0], x[1], x[2]);
}

static bool lies_over(const measuring* m, int32_t v, const soup_hit* hit) {
    vec3 n = v3_unit(triangle_normal(m->c, hit->triangle));
    vec3 displacement = v3_sub(m->c->weld.positions[v], hit->point);
    return fabs(v3_dot(displacement, n)) > LAYER_APART_OVER * hit->distance &&
           v3_dot(n, m->normals[v]) > FACES;
}

// The largest relative change over the modes, each scaled to the swing.
static double change_at(const measuring* m, int32_t v, const soup_hit* hit) {
    const uint32_t* t = m->c->triangles[hit->triangle];
    const vec3* p = m->c->weld.positions;
    vec3 n = triangle_normal(m->c, hit->triangle);
    double whole = v3_dot(n, n), worst = 0.0, at[3];
    if (!(whole > 0.0))
        return 0.0;
    for (int k = 0; k < 3; ++k) {
        vec3 a = v3_sub(p[t[(k + 1) % 3]], hit->point), b = v3_sub(p[t[(k + 2) % 3]], hit->point);
        at[k] = v3_dot(v3_cross(a, b), n) / whole;
    }
    double length = fmax(hit->distance, LAYER_APART_SHORTEST * m->size);
    for (int32_t mode = 0; mode < m->modes; ++mode) {
        vec3 d = moved(m, v, mode);
        for (int k = 0; k < 3; ++k)
            d = v3_madd(d, moved(m, (int32_t)t[k], mode), -at[k]);
        if (m->farthest[mode] > 0.0)
            worst = fmax(worst, v3_length(d) * m->out.swing / (m->farthest[mode] * length));
    }
    return worst;
}

static void ask(measuring* m, int32_t v) {
    const character* c = m->c;
    int32_t own = c->layers[v].rank, last = c->pieces->count - 1;
    double most = 0.0;
    for (int displacement = 0; displacement < 2; ++displacement) {
        soup_hit hit;
        if (!soup_nearest_below(&c->soup, c->weld.positions[v], LAYER_APART_NEAR * m->size,
                                displacement == 0 ? m->rank : m->reversed,
                                displacement == 0 ? own : last - own, &hit) ||
            !lies_over(m, v, &hit))
            continue;
        double change = change_at(m, v, &hit);
        most = fmax(most, change);
        if (change > m->out.worst) {
            m->out.worst = change;
            m->out.distance = hit.distance;
            m->out.vertex = v;
            m->out.triangle = hit.triangle;
        }
    }
    m->out.count += most > LAYER_APART_MOST;
}

static void prepare(measuring* m, const int32_t* list, arena* scratch) {
    const character* c = m->c;
    size_t n = (size_t)c->weld.count, triangles = (size_t)c->triangle_count;
    m->place = ARENA_NEW(scratch, int32_t, n);
    m->normals = ARENA_NEW(scratch, vec3, n);
    m->farthest = ARENA_NEW(scratch, double, (size_t)m->modes);
    m->rank = ARENA_NEW(scratch, int32_t, triangles);
    m->reversed = ARENA_NEW(scratch, int32_t, triangles);
    for (int32_t i = 0; i < c->weld.count; ++i)
        m->place[i] = -1;
    for (int32_t i = 0; i < m->count; ++i)
        m->place[c->weld.welded[list[i]]] = i;
    for (int32_t t = 0; t < c->triangle_count; ++t) {
        for (int k = 0; k < 3; ++k) {
            uint32_t v = c->triangles[t][k];
            m->normals[v] = v3_add(m->normals[v], triangle_normal(c, t));
            m->rank[t] = c->layers[v].rank > m->rank[t] ? c->layers[v].rank : m->rank[t];
        }
        m->reversed[t] = c->pieces->count - 1 - m->rank[t];
    }
    for (int32_t i = 0; i < c->weld.count; ++i)
        m->normals[i] = v3_unit(m->normals[i]);
    for (int32_t mode = 0; mode < m->modes; ++mode)
        for (int32_t i = 0; i < m->count; ++i)
            m->farthest[mode] =
                fmax(m->farthest[mode], v3_length(moved(m, c->weld.welded[list[i]], mode)));
}

layer_apart layer_apart_of(const character* c, const int32_t* list, int32_t count, int32_t modes,
                           const double* shapes) {
    SUPPLE_ASSERT(count >= 0 && modes >= 0);
    measuring m = {.c = c, .count = count, .modes = modes, .shapes = shapes};
    m.out = (layer_apart){.vertex = -1, .triangle = -1};
    if (c->layers == NULL || count == 0)
        return m.out;
    arena* scratch = arena_create();
    m.size = c->size;
    m.out.swing = LAYER_APART_SWING * m.size;
    prepare(&m, list, scratch);
    for (int32_t v = 0; v < c->weld.count; ++v) // what stands still, too, beside what moves
        ask(&m, v);
    arena_destroy(scratch);
    return m.out;
}

static const char* piece_name(const character* c, int32_t welded) {
    return c->pieces->list[c->pieces->of[c->weld.first[welded]]].name;
}

const char* layer_apart_sentence(const layer_apart* x, const character* c, const char* name,
                                 double metres, arena* memory) {
    if (x->count == 0)
        return NULL;
    return arena_format(
        memory,
        "part \"%s\" moves \"%s\" against \"%s\", which lie close: where it swings by %s, %d "
        "offset%s between pieces change%s by more than a tenth, one of %s by %.0f %%; other bones "
        "move one of them, or its facets are far larger",
        name, piece_name(c, x->vertex), piece_name(c, (int32_t)c->triangles[x->triangle][0]),
        text_length(x->swing * metres, memory), x->count, x->count == 1 ? "" : "s",
        x->count == 1 ? "s" : "", text_length(x->distance * metres, memory), 100.0 * x->worst);
}
