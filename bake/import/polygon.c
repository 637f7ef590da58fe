// Ear clipping (Meisters 1975) in the plane that Newell's normal says fits best.
//
// Of all ears the one with the shortest diagonal goes first: a quad is then cut along its shorter
// diagonal, and long slivers are rare. Only corners that are not convex can block an ear, and
// clipping changes the state of the two neighbours alone, so a polygon costs corners times
// non-convex corners. Monotone partition is O(n log n), but breaks on the touching and repeated
// corners that bridged holes bring; ears do not care.
// SPDX-License-Identifier: MIT
#include "bake/import/polygon.h"

enum {
    CORNERS_MAX = 10000, // quadratic: 0.2 s
    BLUNT = 1,           // not strictly convex: may block ears
    EAR = 2
};

void polygon_reserve(polygon_cutter* c, int32_t count) {
    if (count <= c->capacity)
        return;
    size_t n = (size_t)count > 2 * (size_t)c->capacity ? (size_t)count : 2 * (size_t)c->capacity;
    n = n > INT32_MAX ? INT32_MAX : n;
    c->capacity = (int32_t)n;
    c->corners = ARENA_NEW(c->memory, vec3, n);
    c->labels = ARENA_NEW(c->memory, uint32_t, n);
    c->flat = arena_alloc(c->memory, n, sizeof *c->flat);
    c->previous = ARENA_NEW(c->memory, int32_t, n);
    c->next = ARENA_NEW(c->memory, int32_t, n);
    c->state = ARENA_NEW(c->memory, uint8_t, n);
}

// Drops the axis along which the polygon's area is largest, so that it stays counter-clockwise.
static bool flatten(polygon_cutter* c, int32_t count) {
    vec3 normal = {0};
    for (int32_t i = 2; i < count; ++i)
        normal = v3_add(normal, v3_cross(v3_sub(c->corners[i - 1], c->corners[0]),
                                         v3_sub(c->corners[i], c->corners[0])));
    double x = fabs(normal.x), y = fabs(normal.y), z = fabs(normal.z);
    if (!(x + y + z > 0.0) || !isfinite(x + y + z))
        return false;
    for (int32_t i = 0; i < count; ++i) {
        vec3 p = v3_sub(c->corners[i], c->corners[0]);
        double* f = c->flat[i];
        if (z >= x && z >= y) {
            f[0] = normal.z > 0.0 ? p.x : p.y;
            f[1] = normal.z > 0.0 ? p.y : p.x;
        } else if (y >= x) {
            f[0] = normal.y > 0.0 ? p.z : p.x;
            f[1] = normal.y > 0.0 ? p.x : p.z;
        } else {
            f[0] = normal.x > 0.0 ? p.y : p.z;
            f[1] = normal.x > 0.0 ? p.z : p.y;
        }
    }
    return true;
}

// Twice the area of a b c, positive when counter-clockwise.
static double turn(const double* a, const double* b, const double* c) {
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

static bool same(const double* a, const double* b) {
    return a[0] == b[0] && a[1] == b[1];
}

// Can corner i be cut off? Blunt corners inside or on the edge of its triangle forbid it, but not
// those at the same place as one of its corners: bridges to holes visit a place twice.
static uint8_t state_of(const polygon_cutter* p, int32_t i) {
    int32_t before = p->previous[i], after = p->next[i];
    const double *a = p->flat[before], *b = p->flat[i], *c = p->flat[after];
    if (!(turn(a, b, c) > 0.0))
        return BLUNT;
    for (int32_t j = p->next[after]; j != before; j = p->next[j]) {
        const double* q = p->flat[j];
        if ((p->state[j] & BLUNT) == 0 || same(q, a) || same(q, b) || same(q, c))
            continue;
        if (turn(a, b, q) >= 0.0 && turn(b, c, q) >= 0.0 && turn(c, a, q) >= 0.0)
            return 0;
    }
    return EAR;
}

static int32_t shortest_ear(const polygon_cutter* p, int32_t start, int32_t count) {
    int32_t best = -1;
    double best_length = 0.0;
    for (int32_t k = 0, i = start; k < count; ++k, i = p->next[i]) {
        if ((p->state[i] & EAR) == 0)
            continue;
        vec3 diagonal = v3_sub(p->corners[p->previous[i]], p->corners[p->next[i]]);
        double length = v3_dot(diagonal, diagonal);
        // equal diagonals of a quad: the one from the first corner
        if (best < 0 || length < best_length || (length == best_length && i == 1)) {
            best = i;
            best_length = length;
        }
    }
    return best;
}

static void emit(const polygon_cutter* p, int32_t a, int32_t b, int32_t c, uint32_t* out) {
    out[0] = p->labels[a];
    out[1] = p->labels[b];
    out[2] = p->labels[c];
}

static void fan(const polygon_cutter* p, int32_t start, int32_t count, uint32_t (*out)[3]) {
    for (int32_t k = 2, i = p->next[start]; k < count; ++k, i = p->next[i])
        emit(p, start, i, p->next[i], *out++);
}

// All states anew: first who is blunt, then who is an ear.
static void find_ears(polygon_cutter* p, int32_t start, int32_t count) {
    for (int32_t k = 0, i = start; k < count; ++k, i = p->next[i])
        p->state[i] =
            turn(p->flat[p->previous[i]], p->flat[i], p->flat[p->next[i]]) > 0.0 ? 0 : BLUNT;
    for (int32_t k = 0, i = start; k < count; ++k, i = p->next[i])
        p->state[i] = state_of(p, i);
}

bool polygon_cut(polygon_cutter* p, int32_t count, uint32_t (*triangles)[3]) {
    if (count == 3) {
        emit(p, 0, 1, 2, *triangles);
        return true;
    }
    for (int32_t i = 0; i < count; ++i) {
        p->previous[i] = i > 0 ? i - 1 : count - 1;
        p->next[i] = i + 1 < count ? i + 1 : 0;
    }
    if (count > CORNERS_MAX || !flatten(p, count)) {
        fan(p, 0, count, triangles);
        return false;
    }

    int32_t start = 0, left = count;
    find_ears(p, start, left);
    while (left > 3) {
        int32_t i = shortest_ear(p, start, left);
        if (i < 0) {
            // in a polygon that touches itself, clipping may free an ear further away
            find_ears(p, start, left);
            i = shortest_ear(p, start, left);
        }
        if (i < 0) {
            fan(p, start, left, triangles);
            return false;
        }
        int32_t before = p->previous[i], after = p->next[i];
        emit(p, before, i, after, *triangles++);
        p->next[before] = after;
        p->previous[after] = before;
        start = before;
        --left;
        p->state[before] = state_of(p, before);
        p->state[after] = state_of(p, after);
    }
    int32_t middle = p->next[start], end = p->next[middle];
    emit(p, start, middle, end, *triangles);
    return turn(p->flat[start], p->flat[middle], p->flat[end]) >= 0.0;
}
