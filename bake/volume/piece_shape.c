// Triangles side by side, by sorting their edges; angles between them as cosines of their normals.
// SPDX-License-Identifier: MIT
#include "bake/volume/piece_shape.h"

#include <stdlib.h>

#define IN_PLANE          0.99985 // cosine of 1 degree
#define PIECE_SHAPE_SHARP 0.6428  // cosine of 50 degrees
#define PIECE_SHAPE_FLAT  0.5     // of the area
#define EDGED             0.6     // of the edges' length

typedef struct side { // of a triangle
    int32_t a, b;     // welded vertices, a < b
    int32_t triangle;
} side;

static int by_edge(const void* p, const void* q) {
    const side *x = p, *y = q;
    if (x->a != y->a)
        return x->a < y->a ? -1 : 1;
    if (x->b != y->b)
        return x->b < y->b ? -1 : 1;
    return (x->triangle > y->triangle) - (x->triangle < y->triangle);
}

static vec3 twice_area(const surface* f, int32_t t) {
    const vec3* p = f->positions;
    const uint32_t* k = f->triangles[t];
    return v3_cross(v3_sub(p[k[1]], p[k[0]]), v3_sub(p[k[2]], p[k[0]]));
}

static side* sort_sides(const surface* f, const weld* w, arena* scratch) {
    side* sides = ARENA_NEW(scratch, side, 3 * (size_t)f->triangle_count);
    for (int32_t t = 0; t < f->triangle_count; ++t)
        for (int k = 0; k < 3; ++k) {
            int32_t a = w->welded[f->triangles[t][k]], b = w->welded[f->triangles[t][(k + 1) % 3]];
            sides[3 * (size_t)t + (size_t)k] = (side){a < b ? a : b, a < b ? b : a, t};
        }
    qsort(sides, 3 * (size_t)f->triangle_count, sizeof *sides, by_edge);
    return sides;
}

piece_shape* piece_shapes(const surface* f, const weld* w, const int32_t* of, int32_t count,
                          arena* memory) {
    piece_shape* out = ARENA_NEW(memory, piece_shape, (size_t)count);
    arena* scratch = arena_create();
    side* sides = sort_sides(f, w, scratch);
    bool* flat = ARENA_NEW(scratch, bool, (size_t)f->triangle_count);
    for (int32_t i = 1; i < 3 * f->triangle_count; ++i) {
        const side *x = &sides[i - 1], *y = &sides[i];
        int32_t p = of[f->triangles[x->triangle][0]];
        if (x->a != y->a || x->b != y->b || x->a == x->b || of[f->triangles[y->triangle][0]] != p)
            continue;
        vec3 n = v3_unit(twice_area(f, x->triangle)), m = v3_unit(twice_area(f, y->triangle));
        double cosine = v3_dot(n, m), length = v3_distance(w->positions[x->a], w->positions[x->b]);
        if (cosine > IN_PLANE) {
            flat[x->triangle] = flat[y->triangle] = true;
        } else {
            out[p].edges += length;
            out[p].sharp += cosine < PIECE_SHAPE_SHARP ? length : 0.0;
        }
    }
    for (int32_t t = 0; t < f->triangle_count; ++t) {
        piece_shape* s = &out[of[f->triangles[t][0]]];
        double area = 0.5 * v3_length(twice_area(f, t));
        s->area += area;
        s->flat += flat[t] ? area : 0.0;
    }
    arena_destroy(scratch);
    return out;
}

bool piece_is_hard(const piece_shape* s) {
    return s->flat > PIECE_SHAPE_FLAT * s->area && s->sharp > EDGED * s->edges;
}
