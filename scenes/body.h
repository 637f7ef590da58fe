// What the simple samples share: a primitive with room, paint, noise, and the scene around it.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/scene/scene.h"
#include "scenes/mesher.h"

// Positions, normals, colours (white) and triangles, to be filled.
primitive body_primitive(int32_t vertex_count, int32_t triangle_count, arena* memory);

// The same with what a mesher made.
primitive body_from_sdf(const sdf_mesh* m, arena* memory);

// Paint is linear RGB; 0xrrggbb is sRGB as painters say it (within 0.003 of the exact curve).
vec3 paint(uint32_t srgb);
void body_paint(primitive* p, int32_t vertex, vec3 linear);

// Smooth noise about -1 to 1, one bump a unit; fractal: five octaves.
double noise_at(vec3 p);
double noise_fractal(vec3 p);

// 0 below a, 1 above b, smooth between; a > b runs the other way.
double smooth_step(double a, double b, double x);

// A triangle (a, b, c) and a quad (a, b, c, d), counter-clockwise seen from outside; the quad is cut
// along its shorter diagonal. Appended at *triangle.
void body_triangle(primitive* p, int32_t* triangle, uint32_t a, uint32_t b, uint32_t c);
void body_quad(primitive* p, int32_t* triangle, uint32_t a, uint32_t b, uint32_t c, uint32_t d);

// A scene of one mesh shown by one node. White material: colours are in the vertices.
scene body_scene(const char* name, primitive p, bool double_sided, arena* memory);

// One more mesh, shown by a node of the same name; returns the node.
int32_t body_add_mesh(scene* s, const char* name, primitive p, bool double_sided, arena* memory);

// One more attribute of one number a vertex, zero everywhere.
float* body_attribute(primitive* p, const char* name, arena* memory);

// One more node, at rest; returns its index. A node without parent becomes a root. Pointers into
// s->nodes from before are stale.
int32_t body_add_node(scene* s, const char* name, int32_t parent, vec3 translation, arena* memory);
