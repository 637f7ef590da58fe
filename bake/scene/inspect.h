// The mesh report: is this surface something that can be filled with flesh, and if not, why not.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/report.h"
#include "bake/mesh/weld.h"
#include "bake/scene/surface.h"
#include "bake/scene/unit.h"

// Counts after welding exactly equal positions. A triangle is degenerate if two of its corners are
// welded or it has no area; the former take no part in edges, pieces, duplicates and crossings.
typedef struct inspection {
    int32_t vertex_count, welded_count, triangle_count;
    int32_t piece_count;          // connected through shared welded vertices
    int32_t boundary_edges;       // edges of one triangle
    int32_t nonmanifold_edges;    // edges of three or more
    int32_t nonmanifold_vertices; // whose triangles form more than one fan
    int32_t flipped_edges;        // edges of two triangles that run the same way round
    int32_t degenerate_triangles;
    int32_t duplicate_triangles; // same corners as an earlier one, whichever way round
    int64_t self_intersections;  // pairs of triangles, without a common vertex, that cross properly
    bool intersections_capped;   // counting stopped at a limit; there are at least that many
    bool closed;                 // no boundary, non-manifold or flipped edge
    bool inside_out;             // closed with negative volume
    const char* trouble_or_null; // why the surface is not all of the scene
    double area, volume;         // signed volume; meaningful when closed
    bounds box;
    double diagonal;
    unit_guess unit;
    const char* unit_reason; // "155 units long with a skeleton: looks like centimetres"
} inspection;

inspection inspect_surface(const surface* s, unit_hints hints, arena* memory);

// Can anything be made of it? False only when there is no triangle with area, or no finite size.
bool inspection_usable(const inspection* x);

// One line of the report for people. Advice says what is wrong, how much it matters to supple and
// what to do; NULL where all is well. Errors only for what cannot be used at all.
typedef struct inspection_line {
    const char *name, *value;
    bool is_fact;      // says what is there; nothing to be good or bad about
    severity severity; // of the advice
    const char* advice_or_null;
} inspection_line;

enum { INSPECTION_LINES = 16 };
int32_t inspect_lines(const inspection* x, arena* memory, inspection_line* out);

// The advice alone, as findings.
void inspect_advise(const inspection* x, const char* file, report* r);
