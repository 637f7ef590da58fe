// The mesh report: is this surface something that can be filled with flesh, and if not, why not.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/report.h"
#include "bake/scene/weld.h"

typedef enum unit_guess {
    UNIT_METRE,
    UNIT_CENTIMETRE,
    UNIT_MILLIMETRE,
    UNIT_INCH,
    UNIT_UNKNOWN
} unit_guess;

// Counts after welding exactly equal positions. Degenerate: two corners welded, or no area.
typedef struct inspection {
    int32_t vertex_count, welded_count, triangle_count;
    int32_t piece_count;          // connected through shared welded vertices
    int32_t boundary_edges;       // edges of one triangle
    int32_t nonmanifold_edges;    // edges of three or more
    int32_t nonmanifold_vertices; // whose triangles form more than one fan
    int32_t flipped_edges;        // edges of two triangles that run the same way round
    int32_t degenerate_triangles, duplicate_triangles;
    int64_t self_intersections; // pairs of triangles, without a common vertex, that cross
    bool intersections_capped;  // counting stopped at a limit; there are at least that many
    bool closed;                // no boundary, non-manifold or flipped edge
    bool inside_out;            // closed with negative volume
    double area, volume;        // signed volume; meaningful when closed
    bounds box;
    double diagonal;
    unit_guess unit;
    const char* unit_reason; // why, as a half sentence
} inspection;

inspection inspect_surface(const surface* s, arena* memory);

// Findings with advice: what is wrong, how much it matters to supple, what to do. Errors only for
// what cannot be used at all (nothing to fill, non-finite, zero size).
void inspect_advise(const inspection* x, const char* file, report* r);
