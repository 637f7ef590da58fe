// SPDX-License-Identifier: MIT
#include "bake/light/sheets.h"

#include "bake/base/sets.h"
#include "bake/mesh/weld.h"

#include <stdlib.h>

// The square of the border over the area: 12.6 of a disc, 2.5 of a cup as high as wide, 1 of an open tube three times as long.
static const double SHEETS_LONG = 2.0;

typedef struct side {
    int32_t low, high, triangle;
} side;

static int by_ends(const void* a, const void* b) {
    const side *x = a, *y = b;
    if (x->low != y->low)
        return x->low < y->low ? -1 : 1;
    if (x->high != y->high)
        return x->high < y->high ? -1 : 1;
    return (x->triangle > y->triangle) - (x->triangle < y->triangle);
}

static side* sides_of(const weld* w, const uint32_t (*triangles)[3], int32_t count, arena* memory) {
    side* out = ARENA_NEW(memory, side, 3 * (size_t)count);
    for (int32_t i = 0; i < 3 * count; ++i) {
        int32_t a = w->welded[triangles[i / 3][i % 3]],
                b = w->welded[triangles[i / 3][(i + 1) % 3]];
        out[i] = (side){a < b ? a : b, a < b ? b : a, i / 3};
    }
    qsort(out, 3 * (size_t)count, sizeof *out, by_ends);
    return out;
}

void sheets_find(const vec3* positions, int32_t vertex_count, const uint32_t (*triangles)[3],
                 int32_t triangle_count, uint8_t* is_sheet) {
    arena* scratch = arena_create();
    size_t count = (size_t)triangle_count;
    weld w = weld_positions(positions, vertex_count, 0.0, scratch);
    side* sides = sides_of(&w, triangles, triangle_count, scratch);
    int32_t *piece = ARENA_NEW(scratch, int32_t, count), end;
    double *border = ARENA_NEW(scratch, double, count), *area = ARENA_NEW(scratch, double, count);
    sets_clear(piece, triangle_count);
    for (int32_t i = 0; i < 3 * triangle_count; i = end) {
        for (end = i + 1; end < 3 * triangle_count && sides[end].low == sides[i].low &&
                          sides[end].high == sides[i].high;
             ++end)
            sets_join(piece, sides[i].triangle, sides[end].triangle);
        if (end == i + 1) // of one triangle: a border
            border[sides[i].triangle] +=
                v3_distance(w.positions[sides[i].low], w.positions[sides[i].high]);
    }
    for (int32_t t = 0; t < triangle_count; ++t) {
        int32_t p = sets_find(piece, t);
        vec3 a = positions[triangles[t][0]];
        area[p] += 0.5 * v3_length(v3_cross(v3_sub(positions[triangles[t][1]], a),
                                            v3_sub(positions[triangles[t][2]], a)));
        if (p != t)
            border[p] += border[t];
    }
    for (int32_t t = 0; t < triangle_count; ++t) {
        int32_t p = sets_find(piece, t);
        is_sheet[t] = border[p] * border[p] > SHEETS_LONG * area[p];
    }
    arena_destroy(scratch);
}
