// Snapping to paint edges.
//
// A vertex colour fades over a whole triangle, so an edge drawn by labels alone is a staircase one
// cell high. Moving the nearer end of every cut mesh edge onto the paint's edge makes it a smooth
// curve at the price of one triangle's fade; splitting vertices there would make it crisp, but the
// mesh would no longer be closed by its indices.
// SPDX-License-Identifier: MIT
#include "scenes/painter.h"

enum { PAINTER_PASSES = 3, PAINTER_ROUNDS = 3, PAINTER_STEPS = 4, PAINTER_RINGS = 4 };

static const double PAINTER_FADE = 0.45; // of the mesh's edges there

static const double WORST_SHAPE = 0.12; // of a triangle after a move: 1 is equilateral, 0 a sliver

typedef struct coats {
    const sdf_body* body;
    const paint_layer* layers;
    sdf_body* covers; // [layer_count]
    int32_t layer_count;
} coats;

// Distance to the edge of a layer, negative where it is painted.
static sdf_sample coat_at(const coats* c, int32_t layer, vec3 p) {
    sdf_sample s = sdf_at(&c->covers[layer], p);
    int32_t within = c->layers[layer].within;
    if (within > 0) {
        sdf_sample outer = coat_at(c, within, p);
        if (outer.distance > s.distance)
            return outer;
    }
    return s;
}

static int8_t layer_at(const coats* c, vec3 p) {
    for (int32_t i = c->layer_count - 1; i > 0; --i)
        if (coat_at(c, i, p).distance < 0.0)
            return (int8_t)i;
    return 0;
}

// Along the surface to where the edge of the paint is `away`.
static vec3 snapped(const coats* c, int32_t layer, vec3 p, double away) {
    for (int step = 0; step < PAINTER_STEPS; ++step) {
        vec3 n = v3_unit(sdf_at(c->body, p).gradient);
        sdf_sample s = coat_at(c, layer, p);
        vec3 along = v3_madd(s.gradient, n, -v3_dot(s.gradient, n));
        double square = v3_dot(along, along);
        p = v3_madd(p, along, (away - s.distance) / (square > 0.1 ? square : 0.1));
        sdf_sample b = sdf_at(c->body, p);
        p = v3_madd(p, b.gradient, -b.distance / v3_dot(b.gradient, b.gradient));
    }
    return p;
}

// The nearer end of each mesh edge that a paint edge cuts, or the other end where the nearer could
// not be moved; `target` gets the layer to snap to, or 0.
static void choose(const coats* c, const sdf_mesh* m, const int8_t* layer, const bool* on_edge,
                   const bool* stuck, int8_t* target) {
    for (int32_t t = 0; t < m->triangle_count; ++t)
        for (int k = 0; k < 3; ++k) {
            uint32_t u = m->triangles[t][k], w = m->triangles[t][(k + 1) % 3];
            if (layer[u] == layer[w] || u > w) // every edge has two triangles: take it once
                continue;
            int8_t top = layer[u] > layer[w] ? layer[u] : layer[w];
            if (on_edge[layer[u] == top ? u : w])
                continue;
            double gu = fabs(coat_at(c, top, m->positions[u]).distance);
            double gw = fabs(coat_at(c, top, m->positions[w]).distance);
            uint32_t nearer = (gu < gw && !stuck[u]) || stuck[w] ? u : w;
            if (target[nearer] < top && !on_edge[nearer])
                target[nearer] = top;
        }
}

static mesh_neighbors neighbors_of(const sdf_mesh* m, arena* memory) {
    return mesh_neighbors_find(m->vertex_count, (const uint32_t*)m->triangles, 3, m->triangle_count,
                               memory);
}

// The triangles at each vertex, in the manner of mesh_neighbors.
static mesh_neighbors triangles_at(const sdf_mesh* m, arena* memory) {
    mesh_neighbors n = {ARENA_NEW(memory, int32_t, (size_t)m->vertex_count + 2),
                        ARENA_NEW(memory, int32_t, 3 * (size_t)m->triangle_count)};
    for (int32_t t = 0; t < m->triangle_count; ++t)
        for (int k = 0; k < 3; ++k)
            ++n.first[m->triangles[t][k] + 2];
    for (int32_t v = 0; v < m->vertex_count; ++v)
        n.first[v + 2] += n.first[v + 1];
    for (int32_t t = 0; t < m->triangle_count; ++t)
        for (int k = 0; k < 3; ++k)
            n.list[n.first[m->triangles[t][k] + 1]++] = t;
    return n;
}

// Moves a vertex unless a triangle there would become a sliver or turn over.
static bool move(const sdf_body* body, sdf_mesh* m, const mesh_neighbors* fans, int32_t v,
                 vec3 to) {
    vec3 from = m->positions[v];
    m->positions[v] = to;
    for (int32_t i = fans->first[v]; i < fans->first[v + 1]; ++i) {
        const uint32_t* t = m->triangles[fans->list[i]];
        vec3 a = m->positions[t[0]], b = m->positions[t[1]], c = m->positions[t[2]];
        vec3 ab = v3_sub(b, a), bc = v3_sub(c, b), ca = v3_sub(a, c), n = v3_cross(ab, bc);
        double edges = v3_dot(ab, ab) + v3_dot(bc, bc) + v3_dot(ca, ca);
        double shape = 2.0 * sqrt(3.0) * v3_length(n) / edges;
        if (shape < WORST_SHAPE || v3_dot(v3_unit(n), m->normals[v]) < 0.2) {
            m->positions[v] = from;
            return false;
        }
    }
    m->normals[v] = v3_unit(sdf_at(body, to).gradient);
    return true;
}

// How far the vertices next to an edge shall stand off it: nearer than the others, so that colours
// fade quickly, and evenly, so that they fade along a smooth line.
static void even_fade(const coats* c, const mesh_neighbors* around, const mesh_neighbors* fans,
                      sdf_mesh* m, const int8_t* layer, bool* pinned) {
    for (int32_t v = 0; v < m->vertex_count; ++v) {
        int8_t edge = 0;
        double nearest = 1e9, length = 0.0;
        for (int32_t i = around->first[v]; i < around->first[v + 1]; ++i) {
            int32_t w = around->list[i];
            length += v3_distance(m->positions[v], m->positions[w]);
            if (pinned[v] || layer[w] <= layer[v])
                continue;
            double d = fabs(coat_at(c, layer[w], m->positions[v]).distance);
            if (d < nearest) {
                nearest = d;
                edge = layer[w];
            }
        }
        length /= around->first[v + 1] - around->first[v];
        if (edge > 0)
            move(c->body, m, fans, v, snapped(c, edge, m->positions[v], PAINTER_FADE * length));
    }
    for (int32_t v = 0; v < m->vertex_count; ++v)
        for (int32_t i = around->first[v]; i < around->first[v + 1]; ++i)
            pinned[v] |= layer[around->list[i]] > layer[v];
}

// Vertices farther than PAINTER_RINGS steps from a moved one stay where the mesher put them.
static bool* far_from(const bool* moved, const mesh_neighbors* around, int32_t vertex_count,
                      arena* memory) {
    int8_t* ring = ARENA_NEW(memory, int8_t, (size_t)vertex_count); // 0: not reached
    bool* far = ARENA_NEW(memory, bool, (size_t)vertex_count);
    for (int32_t v = 0; v < vertex_count; ++v)
        ring[v] = moved[v];
    for (int r = 1; r <= PAINTER_RINGS; ++r)
        for (int32_t v = 0; v < vertex_count; ++v)
            for (int32_t i = around->first[v]; i < around->first[v + 1] && ring[v] == 0; ++i)
                if (ring[around->list[i]] == r)
                    ring[v] = (int8_t)(r + 1);
    for (int32_t v = 0; v < vertex_count; ++v)
        far[v] = ring[v] == 0;
    return far;
}

// Labels of the vertices on a paint edge: mesh edges along it must stay.
static void flip_beside_edges(sdf_mesh* m, const int8_t* layer, const bool* on_edge, int8_t* label,
                              arena* memory) {
    for (int32_t v = 0; v < m->vertex_count; ++v)
        label[v] = on_edge[v] ? layer[v] : 0;
    mesher_flip(m, label, memory);
}

void painter_run(const sdf_body* body, sdf_mesh* m, const paint_layer* layers, int32_t layer_count,
                 int8_t* layer, bool* on_edge, arena* memory) {
    coats c = {body, layers, ARENA_NEW(memory, sdf_body, (size_t)layer_count), layer_count};
    for (int32_t i = 0; i < layer_count; ++i)
        c.covers[i] = sdf_body_make(layers[i].parts, layers[i].part_count, memory);
    size_t count = (size_t)m->vertex_count;
    int8_t* target = ARENA_NEW(memory, int8_t, count);
    bool* stuck = ARENA_NEW(memory, bool, count);
    bool* pinned = ARENA_NEW(memory, bool, count);
    mesh_neighbors fans, around;
    for (int pass = 0; pass < PAINTER_PASSES; ++pass) {
        fans = triangles_at(m, memory);
        around = neighbors_of(m, memory);
        for (size_t v = 0; v < count; ++v) {
            target[v] = 0;
            layer[v] = on_edge[v] ? layer[v] : layer_at(&c, m->positions[v]);
        }
        choose(&c, m, layer, on_edge, stuck, target);
        for (int32_t v = 0; v < m->vertex_count; ++v) {
            if (target[v] == 0)
                continue;
            on_edge[v] = move(body, m, &fans, v, snapped(&c, target[v], m->positions[v], 0.0));
            stuck[v] = !on_edge[v];
            layer[v] = on_edge[v] ? target[v] : layer[v];
        }
        bool* far = far_from(on_edge, &around, m->vertex_count, memory);
        for (size_t v = 0; v < count; ++v)
            pinned[v] = on_edge[v] || far[v];
        mesher_relax(body, m->vertex_count, m->positions, m->normals, &around, pinned,
                     PAINTER_ROUNDS, memory);
        flip_beside_edges(m, layer, on_edge, target, memory);
    }
    fans = triangles_at(m, memory);
    around = neighbors_of(m, memory);
    even_fade(&c, &around, &fans, m, layer, pinned);
    mesher_relax(body, m->vertex_count, m->positions, m->normals, &around, pinned, PAINTER_ROUNDS,
                 memory);
    flip_beside_edges(m, layer, on_edge, target, memory);
}
