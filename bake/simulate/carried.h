// Drawn vertices that the nodes of a body carry.
//
// In a solid a vertex moves as the element that holds it. On a sheet it is a vertex of it, or it stands beside the
// nearest triangle, in whose own axes it keeps its place: so what is drawn may be finer, or thicker, than what moves.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/mesh/embed.h"

typedef struct carried_arm {
    int32_t triangle[3]; // nodes
    vec3 arm; // m, in the triangle's axes: along its first edge, along its normal, across
} carried_arm;

typedef struct carried {
    int32_t count;
    const vec3* rest; // [count] m
    int64_t* first;   // [count + 1] into nodes and weights
    int32_t* nodes;
    double* weights;
    carried_arm* arms_or_null; // [count] of vertices beside a sheet
} carried;

// Vertices that are nodes themselves; -1: it stays where it is.
carried carried_by_nodes(const vec3* rest, int32_t count, const int32_t* node, arena* memory);
// In a volume, whose elements are those of the embedding.
carried carried_by_tets(const vec3* rest, int32_t count, const embedding* at, const tets* t,
                        arena* memory);
// Beside a sheet, which has at least one triangle: in the axes of the nearest one.
carried carried_by_triangles(const vec3* rest, int32_t count, const vec3* nodes,
                             const int32_t* triangles, int32_t triangle_count, arena* memory);

// The same with constant weights: along the triangle's plane a vertex moves as it does, also outside of it, and what it stands
// off keeps its direction. So places are linear in the nodes, as contact wants them; for sheets that are drawn thin.
carried carried_along_triangles(const vec3* rest, int32_t count, const vec3* nodes,
                                const int32_t* triangles, int32_t triangle_count, arena* memory);

// Where they are: nodes at rest, and their displacements [3 * node_count].
void carried_places(const carried* c, const vec3* nodes, const double* u, vec3* out);

// A field of the nodes, [3 * node_count], at the vertices, [3 * count], by weights alone.
void carried_field(const carried* c, const double* nodal, double* out);
