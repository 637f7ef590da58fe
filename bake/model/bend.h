// How normals turn when a mode bends the surface: one vector a vertex and mode, as glTF morphs
// have.
//
// N = sum_f (dU x V + U x dV) / |sum_f U x V| over the faces f that make the vertex's normal, U and
// V their edges, dU and dV how a mode changes them (James and Pai 2002, (20) and (21), weighted by
// area: numerics.md A10). n + sum_m q_m N_m is the area-weighted normal to first order and must be
// made unit afterwards; it is not projected, because that would double the error of what is left.
// Normals that a file brings lean away from the faces' own, by up to 50 degrees in the characters
// we try: what a deformation does to the difference is added from the volume's gradient.
// docs/decisions/0009-normals.md has the alternatives, measured.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/model/carry.h"

// Split vertices whose faces make one normal together: at the same place and with the same normal.
// Seams of textures are smoothed over, creases are kept.
typedef struct bend_groups {
    int32_t count;
    int32_t* group; // [vertex_count], numbered in order of first appearance
} bend_groups;

// welded: where each vertex went, [vertex_count] below welded_count (bake/mesh/weld.h). normals:
// those that are shown at rest, from the file or from surface.h. NULL: all faces at a place are one
// group.
bend_groups bend_group(const int32_t* welded, int32_t vertex_count, int32_t welded_count,
                       const float (*normals_or_null)[3], arena* memory);

typedef struct bend_surface {
    int32_t vertex_count, triangle_count;
    const vec3* positions;          // [vertex_count]
    const uint32_t (*triangles)[3]; // of vertices, counter-clockwise from outside
    bend_groups groups;
} bend_surface;

// shapes and out: [modes][vertex_count][3]. wanted: [modes], 0: that mode's N are zero; NULL: all
// are wanted. N is zero where faces have no area or cancel: never NaN.
void bend_normals(const bend_surface* s, const double* shapes, int32_t modes,
                  const uint8_t* wanted_or_null, int threads, double* out);

// Adds to those N what is due to normals that are not the faces' own. volume and volume_shapes are
// as carry_shapes has them; point: [vertex_count] each vertex's place in volume->at, or -1: it has
// none.
typedef struct bend_lean {
    const float (*normals)[3]; // [vertex_count] unit
    const carry_source* volume;
    const int32_t* point;
    const double* volume_shapes;
} bend_lean;
void bend_leaning(const bend_surface* s, const bend_lean* l, int32_t modes,
                  const uint8_t* wanted_or_null, int threads, double* out);
