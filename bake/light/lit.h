// What is lit: points on the vertices of triangles, on both sides of thin ones, and how each lies in a shape.
//
// The mesh is the same in all shapes, so points are numbered once. A thin surface (cloth, a leaf) has two points a vertex: its sides
// see different halves of the world. The back of any other triangle is the inside of something, and dark.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/arena.h"
#include "bake/base/vec.h"

#include <stdint.h>

typedef struct lit_mesh {
    int32_t vertex_count, triangle_count;
    const uint32_t (*triangles)[3];
    const uint8_t* thin; // [triangle_count] 1: both sides are seen; NULL: none is
    const int32_t*
        smooth; // [vertex_count] those of one number, below vertex_count, share a normal; NULL: each its own
    const float (*albedo)[3]; // [vertex_count] linear, 0 to 1
} lit_mesh;

typedef struct lit_points {
    int32_t count;
    int32_t* vertex; // [count]
    float* side;     // [count] 1: of the front, -1: of the back
    int32_t* of[2];  // [vertex_count] the point of the front, of the back; -1: none
} lit_points;

// Points of vertices that triangles use, in their order, the front first.
lit_points lit_points_of(const lit_mesh* m, arena* memory);

// A shape, moved so that its middle is the origin: floats are finest there.
typedef struct lit_shape {
    float (*positions)[3]; // [vertex_count]
    vec3* normals;         // [vertex_count] by area; 0 where triangles have none
    vec3*
        inward; // [vertex_count] across the normal, towards the triangles: about 0 inside a surface, long at its border
    float (*faces)[3]; // [triangle_count] along the front's normal
    float size;        // m, the largest coordinate
} lit_shape;

lit_shape lit_shape_of(const lit_mesh* m, const vec3* positions, arena* memory);
