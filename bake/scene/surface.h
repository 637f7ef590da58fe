// A posed scene as one indexed triangle mesh in world space: what is looked at, checked and filled.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/scene/pose.h"

// Vertices are still split where the file splits them (UV seams, hard edges): see weld.h.
typedef struct surface {
    int32_t vertex_count, triangle_count;
    vec3* positions;
    float (*normals)[3];        // unit; from the file where it has them, else area-weighted
    float (*uvs)[2];            // zero where the file has none
    float (*colors)[4];         // material's base colour times vertex colour, linear
    uint32_t (*triangles)[3];   // counter-clockwise from outside also under mirroring transforms
    int32_t* triangle_material; // [triangle_count], or -1
    int32_t* vertex_node;       // [vertex_count] the node that shows it
    int32_t* vertex_primitive;  // [vertex_count] into scene.primitives
    int32_t* vertex_index;      // [vertex_count] within that primitive
    int32_t left_out;           // nodes whose mesh did not fit: above 2^29 vertices or triangles
    int32_t lost; // vertices that transforms threw beyond 1e60; they are put at the origin
} surface;

// Every mesh below the scene's roots, morphed, then skinned or carried by its node. Positions are
// finite: readers refuse others, and what transforms make of them is counted as lost.
surface surface_from_scene(const scene* s, const pose* p, arena* memory);

// A vertex of a primitive, moved by its morph targets; weights: [target_count].
void surface_morph(const primitive* g, const float* weights, int32_t v, vec3* position,
                   vec3* normal);

// Why this is not all of the scene, as a sentence; NULL when it is.
const char* surface_trouble(const surface* f);

// Area-weighted vertex normals of an indexed mesh; zero where a vertex has no area.
void surface_normals(const vec3* positions, int32_t vertex_count, const uint32_t (*triangles)[3],
                     int32_t triangle_count, float (*normals)[3]);
