// From any surface to a volume: the solid lattice where it can, the enclosing one where it must.
//
// `solid` keeps to the body: parts thinner than a cell may be missing. `auto` thickens such parts to a
// cell, and encloses the surface when there is little else.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/mesh/quality.h"
#include "bake/mesh/soup.h"
#include "bake/mesh/weld.h"
#include "bake/scene/surface.h"

typedef enum fill_mode { FILL_AUTO, FILL_SOLID, FILL_ENCLOSE } fill_mode;

typedef struct fill_options {
    fill_mode mode;
    double edge;               // of a cell, metres; when 0:
    int32_t cells;             // lattice cells along the longest side of the surface's box; when 0:
    int32_t target;            // about so many tets
    bool graded;               // cells of the solid lattice double in size away from the surface
    int threads;               // 0: as many as there are
    const bounds* box_or_null; // fill only what lies in this box, and report on that
    bool measured; // say how much of each element the body fills (content.h), and how good they are
} fill_options;

static inline fill_options fill_default(void) {
    return (fill_options){FILL_AUTO, 0.0, 0, 20000, false, 0, NULL, true};
}

typedef struct fill_result {
    tets tets;
    fill_mode mode;     // what was done
    const char* reason; // why, as half a sentence
    double cell;        // edge, metres
    double content;  // of the surface's own volume in it, cubic metres; 0: a sheet, or not measured
    bool watertight; // of the welded surface
    bool inside_out; // the surface was turned round
    int32_t surface_pieces; // of the surface
    int32_t pieces;         // of the volume
    int32_t fused;       // pieces of the surface that do not touch, yet share a piece of the volume
    int32_t bridges;     // islands that were connected
    double thickened;    // per cent of the surface, thinner than a cell, made as thick as one
    int32_t dropped;     // islands that were too small to keep
    tet_quality quality; // against the surface's vertices; where it was measured
} fill_result;

// A surface that is asked again and again: welded, its faces outwards, with a tree over it. Keeps nothing it is given.
typedef struct prepared_surface {
    weld w;
    int32_t triangle_count; // without those that welding made degenerate
    uint32_t (*triangles)[3];
    int32_t* piece; // [triangle_count]
    int32_t pieces;
    soup soup;
    bool inside_out;
} prepared_surface;

prepared_surface fill_prepare(const vec3* positions, int32_t vertex_count,
                              const uint32_t (*triangles)[3], int32_t triangle_count,
                              arena* memory);

// False only when there is nothing to fill or the cells would be too many; the report says so. Says
// as notes and warnings what was connected, dropped or left in pieces.
bool volume_fill_prepared(const prepared_surface* s, const fill_options* options, arena* memory,
                          fill_result* out, report* r);
bool volume_fill(const vec3* positions, int32_t vertex_count, const uint32_t (*triangles)[3],
                 int32_t triangle_count, const fill_options* options, arena* memory,
                 fill_result* out, report* r);
