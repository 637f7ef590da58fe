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
// way to the node that is nearest. What is outside of the grid is as much farther as it is from where it would come in,
// at right angles or more.
static inline double contact_field_least(const contact_field* f, const double x[3]) {
    double square = 0.0, outside = 0.0; // cells
    size_t at = 0, stride = 1;
    for (int a = 0; a < 3; ++a) {
        double g = (x[a] - f->origin[a]) * f->per_cell, most = (double)(f->count[a] - 1),
               in = g > 0.0 ? g < most ? g : most : 0.0;
        int32_t i = (int32_t)(in + 0.5);
        at += stride * (size_t)i;
        stride *= (size_t)f->count[a];
        square += (in - i) * (in - i);
        outside += (g - in) * (g - in);
    }
    double least = (double)f->far[at] / CONTACT_FIELD_STEPS;
    least = least * least > square ? least - sqrt(square) : 0.0;
    return f->cell * (outside > 0.0 ? sqrt(least * least + outside) : least);
}
