// A body whose coordinates are set by hand, for tests of what is shown of it.
// SPDX-License-Identifier: MIT
#pragma once

#include "runtime/body/body.h"
#include "test/kit/asset_maker.h"

// Amounts for every coordinate, the same for the same seed, up to `size` times a sensible displacement.
static inline void body_shown_set(supple_body* b, uint32_t seed, float size) {
    for (int32_t i = 0; i < b->coord_count; ++i) {
        seed = seed * 1664525u + 1013904223u;
        b->amount_before[i] = size * ((float)(seed >> 8) * 0x1p-23f - 1.0f);
        seed = seed * 1664525u + 1013904223u;
        b->amount[i] = size * ((float)(seed >> 8) * 0x1p-23f - 1.0f);
    }
}

static inline double body_shown_texel(const supple_table* t, size_t texel, int axis) {
    size_t at = 3 * texel + (size_t)axis;
    return t->bits == 32   ? (double)((const float*)t->texels)[at]
           : t->bits == 16 ? (double)((const int16_t*)t->texels)[at]
                           : (double)((const int8_t*)t->texels)[at];
}

// What moves a vertex, in double and by its links, as a shader finds it. column: of supple_body_upload.
static inline void body_shown_sum(const supple_body* b, int32_t vertex, int column, double out[3]) {
    const supple_asset* a = &b->asset;
    const supple_table* table = column == 1 ? &a->bends : &a->shapes;
    float rows[256][4];
    supple_body_upload(b, rows);
    memset(out, 0, 3 * sizeof *out);
    for (int32_t layer = 0; layer < a->layer_count; ++layer) {
        const uint32_t* links = column == 1 ? a->bend_links : a->links;
        uint32_t link = links[(size_t)layer * (size_t)a->vertex_count + (size_t)vertex];
        if (link == UINT32_MAX)
            continue;
        supple_part p = supple_asset_part(a, (int)(link >> 24));
        int32_t first = column == 1 ? p.first_bend : p.first_shape;
        int32_t places = column == 1 ? p.bend_places : p.shape_places;
        for (int32_t k = 0; k < p.coord_count && first >= 0; ++k) {
            if (rows[p.first_coord + k][column] == 0.0f)
                continue; // it may have no texels
            size_t texel = (size_t)first + (size_t)k * (size_t)places + (link & 0xFFFFFF);
            for (int axis = 0; axis < 3; ++axis)
                out[axis] +=
                    (double)rows[p.first_coord + k][column] * body_shown_texel(table, texel, axis);
        }
    }
}

enum { SHOWN_VERTICES = 4000 };

typedef struct shown_vertices {
    float positions[SHOWN_VERTICES][3], previous[SHOWN_VERTICES][3], normals[SHOWN_VERTICES][3],
        tangents[SHOWN_VERTICES][4];
} shown_vertices;

static inline supple_streams shown_streams(shown_vertices* v) {
    return (supple_streams){.positions = v->positions[0],
                            .position_stride = sizeof *v->positions,
                            .previous = v->previous[0],
                            .previous_stride = sizeof *v->previous,
                            .normals = v->normals[0],
                            .normal_stride = sizeof *v->normals,
                            .tangents = v->tangents[0],
                            .tangent_stride = sizeof *v->tangents};
}
