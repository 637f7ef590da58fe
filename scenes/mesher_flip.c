// Turning edges: two triangles that share an edge become the two across it, where those are better
// shaped. After vertices were moved onto curves this takes away the long, thin ones.
// SPDX-License-Identifier: MIT
#include "scenes/mesher.h"

enum { MESHER_FLIP_SWEEPS = 4 };

static const double GAIN = 0.04; // of shape, below which turning is not worth it
static const double MESHER_FLIP_FACING =
    0.6; // cosine between a new triangle and its vertices' normals

// Half-edge h = 3 t + k goes from corner k of triangle t to the next corner; its twin goes back.
typedef struct halves {
    sdf_mesh* m;
    uint32_t* twin; // [3 * triangle_count]
} halves;

static uint32_t next(uint32_t h) {
    return h % 3 == 2 ? h - 2 : h + 1;
}

static uint32_t from(const halves* e, uint32_t h) {
    return e->m->triangles[h / 3][h % 3];
}

static halves find_twins(sdf_mesh* m, arena* memory) {
    size_t count = 3 * (size_t)m->triangle_count;
    halves e = {m, ARENA_NEW(memory, uint32_t, count)};
    uint32_t* first = ARENA_NEW(memory, uint32_t, (size_t)m->vertex_count + 2);
    uint32_t* out = ARENA_NEW(memory, uint32_t, count); // half-edges by the vertex they leave
    for (uint32_t h = 0; h < count; ++h)
        ++first[from(&e, h) + 2];
    for (int32_t v = 0; v < m->vertex_count; ++v)
        first[v + 2] += first[v + 1];
    for (uint32_t h = 0; h < count; ++h)
        out[first[from(&e, h) + 1]++] = h;
    for (uint32_t h = 0; h < count; ++h) {
        uint32_t to = from(&e, next(h));
        for (uint32_t i = first[to]; i < first[to + 1]; ++i)
            if (from(&e, next(out[i])) == from(&e, h))
                e.twin[h] = out[i];
    }
    return e;
}

// How many edges leave the vertex that h leaves, and whether one of them goes to `other`.
static int32_t edges_at(const halves* e, uint32_t h, uint32_t other, bool* met) {
    int32_t count = 0;
    uint32_t at = h;
    *met = false;
    do {
        *met |= from(e, next(at)) == other;
        at = e->twin[next(next(at))];
        ++count;
    } while (at != h);
    return count;
}

// 1 for an equilateral triangle, 0 for a sliver; -1 when it does not face as its vertices do.
static double shape(const sdf_mesh* m, uint32_t i, uint32_t j, uint32_t k) {
    vec3 a = m->positions[i], b = m->positions[j], c = m->positions[k];
    vec3 ab = v3_sub(b, a), bc = v3_sub(c, b), ca = v3_sub(a, c), n = v3_cross(ab, bc);
    vec3 facing = v3_unit(v3_add(m->normals[i], v3_add(m->normals[j], m->normals[k])));
    double area = v3_length(n), edges = v3_dot(ab, ab) + v3_dot(bc, bc) + v3_dot(ca, ca);
    if (v3_dot(n, facing) < MESHER_FLIP_FACING * area)
        return -1.0;
    return edges > 0.0 ? 2.0 * sqrt(3.0) * area / edges : 0.0;
}

static double worse(double a, double b) {
    return a < b ? a : b;
}

static void link(halves* e, uint32_t a, uint32_t b) {
    e->twin[a] = b;
    e->twin[b] = a;
}

// Edge u w with triangles (u, w, a) and (w, u, b) becomes edge a b with (u, b, a) and (b, w, a).
static bool turn(halves* e, uint32_t h, const int8_t* label) {
    uint32_t g = e->twin[h], u = from(e, h), w = from(e, g);
    uint32_t a = from(e, next(next(h))), b = from(e, next(next(g)));
    if (u > w || (label != NULL && label[u] > 0 && label[u] == label[w]))
        return false;
    double now = worse(shape(e->m, u, w, a), shape(e->m, w, u, b));
    double then = worse(shape(e->m, u, b, a), shape(e->m, b, w, a));
    bool met, unused;
    if (then < now + GAIN || edges_at(e, h, w, &unused) < 5 || edges_at(e, g, u, &unused) < 5)
        return false;
    edges_at(e, next(next(h)), b, &met);
    if (met)
        return false;
    uint32_t ub = e->twin[next(g)], bw = e->twin[next(next(g))];
    uint32_t wa = e->twin[next(h)], au = e->twin[next(next(h))];
    uint32_t t = h / 3, s = g / 3;
    uint32_t first[3] = {u, b, a}, second[3] = {b, w, a};
    for (int k = 0; k < 3; ++k) {
        e->m->triangles[t][k] = first[k];
        e->m->triangles[s][k] = second[k];
    }
    link(e, 3 * t, ub);
    link(e, 3 * t + 1, 3 * s + 2);
    link(e, 3 * t + 2, au);
    link(e, 3 * s, bw);
    link(e, 3 * s + 1, wa);
    return true;
}

void mesher_flip(sdf_mesh* m, const int8_t* label_or_null, arena* memory) {
    halves e = find_twins(m, memory);
    bool turned = true;
    for (int sweep = 0; sweep < MESHER_FLIP_SWEEPS && turned; ++sweep) {
        turned = false;
        for (uint32_t h = 0; h < 3 * (uint32_t)m->triangle_count; ++h)
            turned |= turn(&e, h, label_or_null);
    }
}
