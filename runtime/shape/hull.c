// SPDX-License-Identifier: MIT
#include "runtime/shape/hull.h"

#include "runtime/base/assert.h"
#include "runtime/base/memory.h"
#include "runtime/math/vec3d.h"

#include <math.h>
#include <string.h>

static const double ON_IT = 1e-6; // sizes: nearer to a face is on it
enum { WORK_FACES = 3 * HULL_MOST_FACES };

typedef struct face {
    int32_t corner[3];
    int32_t across[3]; // over the edge from corner i to the next
    double normal[3], offset;
    bool used, seen;
} face;

typedef struct edge { // of the ring around what a point sees
    int32_t from, to, outside;
} edge;

typedef struct work {
    const float* points;
    int32_t count, face_count; // faces: with those that are not used any more
    double size;
    face* faces;    // [WORK_FACES]
    int32_t* empty; // [WORK_FACES] faces that are free
    int32_t empty_count;
    double* away;    // [count] of the face that the point is farthest outside of
    int32_t* beyond; // [count] that face; -1: of none
    edge* ring;      // [WORK_FACES]
    int32_t* stack;  // [WORK_FACES]
} work;

static void lay_out(work* w, memory_layout* l) {
    w->faces = memory_take(l, WORK_FACES, sizeof *w->faces);
    w->empty = memory_take(l, WORK_FACES, sizeof *w->empty);
    w->away = memory_take(l, (size_t)w->count, sizeof *w->away);
    w->beyond = memory_take(l, (size_t)w->count, sizeof *w->beyond);
    w->ring = memory_take(l, WORK_FACES, sizeof *w->ring);
    w->stack = memory_take(l, WORK_FACES, sizeof *w->stack);
}

size_t hull_scratch(int32_t point_count) {
    work w = {.count = point_count};
    memory_layout l = {NULL, 0};
    lay_out(&w, &l);
    return l.at;
}

static void point(const work* w, int32_t i, double out[3]) {
    for (int a = 0; a < 3; ++a)
        out[a] = (double)w->points[3 * i + a];
}

static double outside_of(const face* f, const double x[3]) {
    return dot3(f->normal, x) - f->offset;
}

// ---- faces -----------------------------------------------------------------------------

// -1: there is no room, or it would have no area.
static int32_t add_face(work* w, int32_t a, int32_t b, int32_t c) {
    double x[3][3], u[3], v[3];
    point(w, a, x[0]);
    point(w, b, x[1]);
    point(w, c, x[2]);
    minus3(x[1], x[0], u);
    minus3(x[2], x[0], v);
    face f = {.corner = {a, b, c}, .across = {-1, -1, -1}, .used = true};
    cross3(u, v, f.normal);
    double length = sqrt(dot3(f.normal, f.normal));
    if (w->empty_count == 0 || !(length > 0.0))
        return -1;
    for (int k = 0; k < 3; ++k)
        f.normal[k] /= length;
    f.offset = dot3(f.normal, x[0]);
    int32_t at = w->empty[--w->empty_count];
    w->faces[at] = f;
    w->face_count = at < w->face_count ? w->face_count : at + 1;
    return at;
}

static int edge_of(const face* f, int32_t from) {
    return f->corner[0] == from ? 0 : f->corner[1] == from ? 1 : 2;
}

// Which of some faces each point is outside of farthest, if it is farther than what it has.
static void claim(work* w, int32_t i, int32_t f) {
    double x[3];
    point(w, i, x);
    double away = outside_of(&w->faces[f], x);
    if (!(away > ON_IT * w->size) || !(away > w->away[i]))
        return;
    w->away[i] = away;
    w->beyond[i] = f;
}

static void claim_all(work* w, int32_t i) {
    w->away[i] = 0.0;
    w->beyond[i] = -1;
    for (int32_t f = 0; f < w->face_count; ++f)
        if (w->faces[f].used)
            claim(w, i, f);
}

// ---- the first four points -------------------------------------------------------------

// The point farthest from a line or plane through what was chosen: by the square of the product with `by`.
static int32_t farthest(const work* w, const double from[3], const double by[3], bool along,
                        double* most) {
    int32_t best = 0;
    *most = -1.0;
    for (int32_t i = 0; i < w->count; ++i) {
        double x[3], c[3];
        point(w, i, x);
        minus3(x, from, x);
        cross3(by, x, c);
        double far = along ? fabs(dot3(by, x)) : dot3(c, c);
        if (far > *most) {
            *most = far;
            best = i;
        }
    }
    return best;
}

static int32_t lowest(const work* w, int axis, double sign) {
    int32_t best = 0;
    for (int32_t i = 1; i < w->count; ++i)
        if (sign * (double)w->points[3 * i + axis] < sign * (double)w->points[3 * best + axis])
            best = i;
    return best;
}

static bool begin(work* w) {
    int32_t c[4] = {0, 0, 0, 0};
    for (int axis = 0; axis < 3; ++axis) {
        int32_t a = lowest(w, axis, 1.0), b = lowest(w, axis, -1.0);
        double wide = (double)w->points[3 * b + axis] - (double)w->points[3 * a + axis];
        if (wide > w->size) {
            w->size = wide;
            c[0] = a;
            c[1] = b;
        }
    }
    double x[4][3], u[3], v[3], n[3], most;
    point(w, c[0], x[0]);
    point(w, c[1], x[1]);
    minus3(x[1], x[0], u);
    c[2] = farthest(w, x[0], u, false, &most);
    if (!(most > ON_IT * ON_IT * w->size * w->size * dot3(u, u)))
        return false;
    point(w, c[2], x[2]);
    minus3(x[2], x[0], v);
    cross3(u, v, n);
    c[3] = farthest(w, x[0], n, true, &most);
    // a hull thinner than a thousandth of its size is flat
    if (!(most > 1e-3 * w->size * sqrt(dot3(n, n))))
        return false;
    point(w, c[3], x[3]);
    minus3(x[3], x[0], v);
    if (dot3(v, n) > 0.0) { // the fourth lies behind the first three
        int32_t t = c[1];
        c[1] = c[2];
        c[2] = t;
    }
    const int sides[4][3] = {{0, 1, 2}, {0, 3, 1}, {1, 3, 2}, {2, 3, 0}};
    int32_t f[4];
    for (int k = 0; k < 4; ++k)
        f[k] = add_face(w, c[sides[k][0]], c[sides[k][1]], c[sides[k][2]]);
    for (int k = 0; k < 4; ++k)
        if (f[k] < 0)
            return false;
    const int across[4][3] = {{1, 2, 3}, {3, 2, 0}, {1, 3, 0}, {2, 1, 0}};
    for (int k = 0; k < 4; ++k)
        for (int e = 0; e < 3; ++e)
            w->faces[f[k]].across[e] = f[across[k][e]];
    for (int32_t i = 0; i < w->count; ++i)
        claim_all(w, i);
    return true;
}

// ---- one point more --------------------------------------------------------------------

// What the point sees, from a face that it does; and the ring of edges around that, in any order.
static int32_t look(work* w, int32_t from, const double x[3]) {
    int32_t depth = 0, ring = 0;
    w->faces[from].seen = true;
    w->stack[depth++] = from;
    while (depth > 0) {
        const face* f = &w->faces[w->stack[--depth]];
        for (int e = 0; e < 3; ++e) {
            face* next = &w->faces[f->across[e]];
            if (next->seen)
                continue;
            if (outside_of(next, x) > 0.0) {
                next->seen = true;
                w->stack[depth++] = f->across[e];
            } else {
                w->ring[ring++] = (edge){f->corner[e], f->corner[(e + 1) % 3], f->across[e]};
            }
        }
    }
    return ring;
}

// The ring in its order; false: it is none.
static bool go_round(work* w, int32_t ring) {
    for (int32_t i = 1; i < ring; ++i) {
        int32_t k = i;
        while (k < ring && w->ring[k].from != w->ring[i - 1].to)
            ++k;
        if (k == ring)
            return false;
        edge t = w->ring[i];
        w->ring[i] = w->ring[k];
        w->ring[k] = t;
    }
    return w->ring[ring - 1].to == w->ring[0].from;
}

static bool add_point(work* w, int32_t i) {
    double x[3];
    point(w, i, x);
    int32_t ring = look(w, w->beyond[i], x), first = -1, last = -1;
    if (ring < 3 || !go_round(w, ring))
        return false;
    for (int32_t f = 0; f < w->face_count; ++f)
        if (w->faces[f].used && w->faces[f].seen)
            w->faces[f].used = false;
    int32_t* added = w->stack;
    for (int32_t k = 0; k < ring; ++k) {
        const edge* e = &w->ring[k];
        int32_t f = add_face(w, e->from, e->to, i);
        if (f < 0)
            return false;
        added[k] = f;
        w->faces[f].across[0] = e->outside;
        face* outside = &w->faces[e->outside];
        outside->across[edge_of(outside, e->to)] = f;
        if (last >= 0) {
            w->faces[f].across[2] = last;
            w->faces[last].across[1] = f;
        }
        first = k == 0 ? f : first;
        last = f;
    }
    w->faces[first].across[2] = last;
    w->faces[last].across[1] = first;
    for (int32_t p = 0; p < w->count; ++p) {
        if (w->beyond[p] >= 0 && !w->faces[w->beyond[p]].used) {
            claim_all(w, p);
            continue;
        }
        for (int32_t k = 0; k < ring; ++k)
            claim(w, p, added[k]);
    }
    w->away[i] = 0.0;
    w->beyond[i] = -1;
    for (int32_t f = 0; f < w->face_count; ++f) // for others
        if (!w->faces[f].used && w->faces[f].seen) {
            w->faces[f].seen = false;
            w->empty[w->empty_count++] = f;
        }
    return true;
}

// ---- what comes out --------------------------------------------------------------------

static bool tell(const work* w, hull* out) {
    uint16_t number[HULL_MOST_POINTS];
    bool is_corner[HULL_MOST_POINTS] = {false};
    *out = (hull){0};
    for (int32_t f = 0; f < w->face_count; ++f)
        for (int k = 0; k < 3 && w->faces[f].used; ++k)
            is_corner[w->faces[f].corner[k]] = true;
    for (int32_t i = 0; i < w->count; ++i) {
        if (!is_corner[i])
            continue;
        if (out->corner_count == HULL_MOST_CORNERS)
            return false;
        number[i] = (uint16_t)out->corner_count;
        out->corners[out->corner_count++] = (uint16_t)i;
    }
    for (int32_t f = 0; f < w->face_count; ++f) {
        if (!w->faces[f].used)
            continue;
        if (out->face_count == HULL_MOST_FACES)
            return false;
        for (int k = 0; k < 3; ++k)
            out->faces[out->face_count][k] = number[w->faces[f].corner[k]];
        ++out->face_count;
        for (int32_t i = 0; i < out->corner_count; ++i) {
            double x[3];
            point(w, out->corners[i], x);
            if (outside_of(&w->faces[f], x) > 100.0 * ON_IT * w->size)
                return false;
        }
    }
    return out->face_count == 2 * out->corner_count - 4;
}

bool hull_find(const float* points, int32_t point_count, void* scratch, hull* out) {
    SUPPLE_ASSERT(points != NULL && scratch != NULL && point_count <= HULL_MOST_POINTS);
    work w = {.points = points, .count = point_count};
    memory_layout l = {scratch, 0};
    lay_out(&w, &l);
    for (int32_t i = WORK_FACES; i-- > 0;)
        w.empty[w.empty_count++] = i;
    if (point_count < 4 || !begin(&w))
        return false;
    for (int32_t round = 4; round <= HULL_MOST_POINTS; ++round) {
        int32_t best = -1;
        for (int32_t i = 0; i < point_count; ++i)
            if (w.beyond[i] >= 0 && (best < 0 || w.away[i] > w.away[best]))
                best = i;
        if (best < 0)
            return tell(&w, out);
        if (!add_point(&w, best))
            return false;
    }
    return false;
}
