// Points of the surface: where they are, and what coordinates do to them.
//
// x = A (X + phi q) + t at a vertex, with A and t blended from the palette by the vertex's weights. So
// a coordinate moves a point along W = A phi, and a force F there pushes the coordinate by W^T F
// (virtual work, numerics.md C10; A^-1 would be wrong wherever a blend of turns is no turn).
// SPDX-License-Identifier: MIT
#pragma once

#include "runtime/body/body.h"

// Larger numbers are refused like those that are not finite: their squares must be finite too.
#define POINT_FARTHEST 1e9f

bool point_is_sound(const supple_body* body,
                    supple_point at); // vertices exist, weights are numbers
bool point_is_number(supple_vec3 a);
bool point_is_rigid(const supple_body* body, supple_point at); // no part has a vertex of it

// What the k-th coordinate of a part does at a place of its table, in bind space, metres for q = 1.
void point_shape(const supple_body* body, int32_t part, uint32_t place, int32_t k, float w[3]);

// A vertex displaced by what is shown, in bind space.
void point_displaced(const supple_body* body, uint32_t vertex, float x[3]);

// How fast that moves, the mesh's unit a second; bind space.
void point_speed(const supple_body* body, uint32_t vertex, float speed[3]);

// A displaced vertex, carried by the palette: [bone_count] three rows of four.
void point_vertex(const supple_body* body, uint32_t vertex, const float (*palette)[12],
                  float place[3]);

// From the centre of mass of a free body to a point as it is shown; metres, world axes.
void point_arm(const supple_body* body, supple_point at, double arm[3]);

// Bones, or the motion of a free body, are in it; or not, for free bodies: the axes and the origin of
// bind space, in world units. There nothing depends on the pose.
typedef enum point_axes { POINT_WORLD, POINT_OWN } point_axes;

// Where a point would be if nothing were displaced.
void point_rest(const supple_body* body, supple_point at, point_axes axes, double place[3]);

// A vertex in bind space, displaced by the coordinates as they are: point_displaced in double.
void point_flesh(const supple_body* body, uint32_t vertex, double place[3]);

// What coordinates do to a vertex under a palette, [3][coord_count], in metres for q = 1, limit or not.
// Outside of first .. end all are zero.
void point_vertex_rows(const supple_body* body, uint32_t vertex, const float (*palette)[12],
                       double* rows, int32_t* first, int32_t* end);

// W, [3][coord_count], in world units for q = 1. Zero for coordinates that do not move the point.
void point_rows(const supple_body* body, supple_point at, double* rows);
// ... in rows of n numbers, coord_count or more: zero beyond.
void point_rows_in(const supple_body* body, supple_point at, point_axes axes, size_t n,
                   double* rows);

// What is soft at a point.
typedef struct point_ground {
    uint64_t parts[4]; // a bit for each part at its vertices
    double limit;      // the largest of theirs, world units; 0 where nothing is soft
    double scale;      // a unit of the mesh has so many of the world there
} point_ground;
point_ground point_ground_at(const supple_body* body, supple_point at, point_axes axes);
void point_parts(const supple_body* body, supple_point at, uint64_t parts[4]); // adds them

// The velocity that bones, or the free motion, give it; world units a second.
void point_carried(const supple_body* body, supple_point at, double speed[3]);
