// Painted materials: a factor on Young's modulus, or Poisson's ratio, at each vertex, spread through the volume.
//
// An artist paints 1 where the material is right, 2 where it should be twice as stiff, 0.5 where half.
// Inside, the factor is harmonic: paint on one side of a limb fades towards the other, and nothing
// in between is softer or stiffer than what was painted.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/fem/material.h"
#include "bake/mesh/soup.h"
#include "bake/mesh/tets.h"
#include "bake/scene/surface.h"

// Less counts as this: a tenth of the frequency is as soft as anyone paints, and a body that is a
// million times softer in places has no modes that can be found.
#define PAINT_LEAST 0.01

// The factors of the surface's vertices, [surface.vertex_count]: the first number of an attribute
// such as "_STIFFNESS", or of the vertex colour "red", "green", "blue" or "alpha" (linear). Vertices
// without it get 1. False with a sentence when none has it, or one is negative or no number; a note says
// how many were below PAINT_LEAST or without paint.
bool paint_factors(const scene* s, const surface* f, const char* name, double* factors, place where,
                   report* r);

// Multiplies Young's modulus of every element, [tet_count], by the mean factor of its corners; soup:
// of the painted surface, [vertex] as in factors.
bool paint_materials(const tets* t, const soup* s, const double* factors, int threads,
                     material* materials, report* r);

// Poisson's ratios of the surface's vertices, painted as they are: 0.3 is 0.3. Vertices without paint get `otherwise`.
// False with a sentence when none has it, or one is no ratio of a material: above -1 and at most PAINT_POISSON_MOST.
#define PAINT_POISSON_MOST 0.499
bool paint_ratios(const scene* s, const surface* f, const char* name, double otherwise,
                  double* ratios, place where, report* r);

// Poisson's ratio of every element, [tet_count]: the mean of its corners.
bool paint_poisson(const tets* t, const soup* s, const double* ratios, int threads,
                   material* materials, report* r);
