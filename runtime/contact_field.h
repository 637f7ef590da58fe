// A closest-triangle field: which triangle of a surface is about the nearest, for places in and around it.
//
// A grid over the rest shape, made once an asset. Each node names the triangle that is nearest to it and says whether it
// is inside. The field only proposes: a query undoes the deformation, takes the triangles that the nodes around
// propose, measures them exactly as they are now, and walks on over the surface while that brings it nearer. So the
// distance is exact near a surface, thin and skinned ones too, and a query costs the same however deep or fast a place
// is, and whatever the mesh.
//
// Signed-distance fields of the rest shape (Barbic & James 2008) keep distances instead: these are off by how the
// deformation stretches them, by a cell near thin sheets and sharp edges, and say nothing of where on the body they
// were measured.
// SPDX-License-Identifier: MIT
#pragma once

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CONTACT_FIELD_INSIDE 0x80000000u // of a node; the rest is the triangle
#define CONTACT_FIELD_STEPS  8.0         // of distances, a cell

typedef struct contact_field {
    double origin[3]; // of the first node; bind space
    double cell;      // the mesh's unit
    double per_cell;  // 1 / cell
    double inner;     // no node inside is farther from the surface; the mesh's unit
    int32_t count[3]; // nodes along each axis, x fastest; 0: there is no field
    uint32_t* nodes;
    uint8_t* far; // [nodes] no nearer is the surface, steps of a cell; 0 inside
} contact_field;

// The surface that a field is made of.
typedef struct contact_field_mesh {
    const float (*places)[4];       // [points]
    const uint32_t (*triangles)[3]; // [triangle_count]
    int32_t triangle_count;
    double side; // -1 where triangles are wound the other way round; 0: it has no inside
} contact_field_mesh;

// Where its nodes are, from the positions of all vertices. cells: along the longest edge, fewer where that would be
// more nodes than a field may have. Returns how long that edge is.
double contact_field_frame(contact_field* f, const float* positions, int32_t vertex_count,
                           int32_t cells);
static inline size_t contact_field_nodes(const contact_field* f) {
    return (size_t)f->count[0] * (size_t)f->count[1] * (size_t)f->count[2];
}

// Fills the nodes. scratch: that many bytes.
size_t contact_field_scratch(const contact_field* f);
void contact_field_fill(contact_field* f, const contact_field_mesh* mesh, void* scratch);

// The first of the eight nodes around a place, and the nearest one; those of the border for what is outside.
static inline size_t contact_field_at(const contact_field* f, const double x[3], bool nearest) {
    size_t at = 0, stride = 1;
    for (int a = 0; a < 3; ++a) {
        int32_t most = f->count[a] - (nearest ? 1 : 2);
        double g = (x[a] - f->origin[a]) * f->per_cell + (nearest ? 0.5 : 0.0);
        int32_t i = g > 0.0 ? g < (double)most ? (int32_t)g : most : 0;
        at += stride * (size_t)i;
        stride *= (size_t)f->count[a];
    }
    return at;
}

// How near a place is to the surface at rest, at least; 0 inside. The mesh's unit. Distances change by no more than the
// way to a node: of the eight around, by the nearest one, or by the one that is farthest from the surface, which is about
// behind the place. What is outside of the grid is as much farther as it is from where it would come in, at right angles
// or more.
static inline double contact_field_least(const contact_field* f, const double x[3]) {
    double in[3], outside = 0.0, square[2] = {0.0, 0.0}; // cells
    size_t at = 0, near = 0, stride = 1, strides[3];
    for (int a = 0; a < 3; ++a) {
        double g = (x[a] - f->origin[a]) * f->per_cell, most = (double)(f->count[a] - 1),
               clamped = g > 0.0 ? g < most ? g : most : 0.0;
        int32_t i = (int32_t)clamped;
        i = i < f->count[a] - 1 ? i : f->count[a] - 2;
        in[a] = clamped - i;
        at += stride * (size_t)i;
        near += in[a] > 0.5 ? stride : 0;
        strides[a] = stride;
        stride *= (size_t)f->count[a];
        outside += (g - clamped) * (g - clamped);
    }
    const uint8_t* far = f->far + at;
    size_t behind = 0;
    for (size_t k = 1; k < 8; ++k) {
        size_t there = (k & 1) + (k & 2 ? strides[1] : 0) + (k & 4 ? strides[2] : 0);
        behind = far[there] > far[behind] ? there : behind;
    }
    size_t nodes[2] = {near, behind};
    double least = 0.0;
    for (int k = 0; k < 2; ++k) {
        size_t left = nodes[k];
        for (int a = 2; a >= 0; --a) {
            double way = left >= strides[a] ? 1.0 - in[a] : in[a];
            left -= left >= strides[a] ? strides[a] : 0;
            square[k] += way * way;
        }
        double bound = (double)far[nodes[k]] / CONTACT_FIELD_STEPS - sqrt(square[k]);
        least = bound > least ? bound : least;
    }
    return f->cell * (outside > 0.0 ? sqrt(least * least + outside) : least);
}
