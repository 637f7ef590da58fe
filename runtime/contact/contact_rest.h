// What of a surface never changes: its points and triangles, who is beside whom, the tree over them at rest, and of a
// body the closest-triangle field and the points that contacts are searched for at.
//
// Of a body's mesh, or of a box or mesh that bodies bump into: that is one of a single bone without flesh.
// Made once and only read afterwards, so that all bodies of an asset have one (runtime/asset/prepared.h);
// runtime/contact/contact_surface.h has where such a surface is now.
//
// Vertices that are one place of the flesh (seams of texture and shading) are one point.
// SPDX-License-Identifier: MIT
#pragma once

#include "runtime/contact/contact_field.h"
#include "runtime/contact/tree.h"
#include "runtime/shape/piece.h"
#include "supple/supple.h"

enum { CONTACT_CLUMP = 64, CONTACT_BONES = 6, CONTACT_COARSE = 32 };

// Triangles that lie together.
typedef struct contact_surface_clump {
    int32_t first, end;            // its triangles
    int32_t point_first;           // of the contact points; they end where those of the next begin
    float low[3], high[3];         // at rest, bind space
    int32_t bone_count;            // above CONTACT_BONES: any
    uint16_t bones[CONTACT_BONES]; // that carry its points
} contact_surface_clump;

typedef struct contact_surface_box { // at rest, bind space; low above high: nothing
    float low[3], high[3];
} contact_surface_box;

// Of a triangle: corners and edges that are its own, so that going through triangles meets each once.
enum { CONTACT_OWNS_CORNER = 1, CONTACT_OWNS_EDGE = 8, CONTACT_SHARP_EDGE = 64 }; // << i

// What a surface is made of; must outlive it.
typedef struct contact_surface_source {
    const supple_asset* asset_or_null;
    const float* positions; // [vertex_count][3] at rest
    const uint32_t* triangles;
    int32_t vertex_count, triangle_count;
    bool solid; // without an asset: it has an inside
    uint32_t
        first_vertex; // of one piece of an asset: where positions begin in it; triangles have its numbers
    const shape_piece* pieces; // [piece_count] of a rigid shape
    int32_t piece_count;
} contact_surface_source;

contact_surface_source contact_surface_of_asset(const supple_asset* asset);

// A point of the surface at which contacts are searched for: a vertex, or one on a long edge.
typedef struct contact_point {
    uint32_t triangle;
    uint8_t feature; // of the triangle: a corner, or an edge
    uint8_t rank;    // those up to any rank lie evenly all over the surface
    float fraction;  // along the edge
    uint32_t corner; // the point of the corner, or that the edge begins at, ...
    uint32_t end;    // ... and ends at
    uint32_t parent; // one of a lower rank near it; itself: none
} contact_point;

typedef struct contact_rest {
    contact_surface_source source;
    size_t size; // of the one allocation
    int32_t point_count, triangle_count, clump_count, bone_count;
    uint32_t* vertex;       // [point_count] that stands for the point, ascending
    uint32_t (*corners)[3]; // [triangle_count] points; in the order of the tree
    uint16_t* owns;         // [triangle_count]
    int32_t* around_first;  // [point_count + 1]
    uint32_t* around;       // triangles at a point
    tree t;                 // boxes at rest, bind space
    contact_surface_clump* clumps;
    contact_field field;           // of a body
    contact_point* contact_points; // [contact_point_count] of a body, clump after clump
    int32_t contact_point_count;
    double middle[3], radius;        // of a body: a ball around all points, bind space
    uint32_t coarse[CONTACT_COARSE]; // of those the coarsest: points
    int32_t coarse_count;
    contact_surface_box* bone_boxes; // [bone_count] of the vertices that follow it
    bool closed;                     // hardly an edge without a second triangle: it has an inside
    double side;                     // 1; -1 where triangles are wound the other way round
    double extent;                   // of the longest edge of its box at rest, the mesh's unit, ...
    double least;                    // ... and of the shortest
    struct contact_rest** pieces; // [piece_count] surfaces of pieces; NULL of those that are round
    int32_t piece_count;          // 0: contacts are searched for with all of it at once
    bool round;                   // some piece is round
} contact_rest;

// NULL: no memory. Takes some more while it is made. whole: without its pieces.
contact_rest* contact_rest_make_whole(const contact_surface_source* source,
                                      const supple_allocator* allocator);
contact_rest* contact_rest_make(const contact_surface_source* source,
                                const supple_allocator* allocator);
void contact_rest_drop(const contact_rest* rest, const supple_allocator* allocator);

// The triangle across edge i, or UINT32_MAX.
uint32_t contact_rest_across(const contact_rest* s, uint32_t triangle, int edge);
