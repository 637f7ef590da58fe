// Values inside a volume from values on its surface: skin weights, and whatever else must spread.
//
// Inside, each weight is harmonic: it has no hill or dip of its own, and linear data stay linear. Bones'
// inertia (numerics.md C10) sums masses by these weights, so they are in 0..1 and sum to one at every
// node.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/mesh/soup.h"
#include "bake/mesh/tets.h"
#include "bake/mesh/weld.h"
#include "bake/scene/surface.h"

// Which joints carry each vertex of a surface. Joints are any numbers from 0 on, the scene's nodes
// for example; a weight of zero is no influence.
typedef struct inside_skin {
    int32_t vertex_count, influence_count;
    int32_t* joints; // [vertex_count][influence_count]
    double* weights; // [vertex_count][influence_count], not negative, sum above zero
} inside_skin;

typedef struct inside_weights {
    int32_t node_count, joint_count;
    int32_t* joints;  // [joint_count] those that occur, ascending
    double* weights;  // [joint_count][node_count]
    int32_t clamped;  // nodes where a solution left 0..1 by more than rounding: obtuse tets do that
    double overshoot; // by how much at most
} inside_weights;

// The skin of a flattened scene's welded vertices. Joints are the scene's nodes; what has no skin is
// carried by the node that shows it. Vertices welded together take the weights of their first.
inside_skin inside_skin_of(const scene* s, const surface* f, const weld* w, arena* memory);

// Weights at every node of the volume. Nodes on its boundary take those of the nearest point of the
// surface, whose vertices the influences are of. False with a sentence when a vertex has no weights or the
// equations cannot be solved.
bool inside_weigh(const tets* t, const soup* s, const inside_skin* influences, int threads,
                  arena* memory, inside_weights* out, report* r);

// The harmonic functions that take the values given at some corners: values is
// [columns][node_count], read where given[node] != 0 and written elsewhere. Every piece of the volume
// needs a given corner. Mid-edge nodes of ten-node elements are means of their ends, given or not: so
// no value is higher than at the corners, which a ten-node solution does not promise, and the system
// is eight times smaller.
bool inside_extend(const tets* t, const uint8_t* given, double* values, int32_t columns,
                   int threads, report* r);

// Any values of the surface's vertices, [vertex], at every node of the volume: those of the nearest
// point at the boundary, harmonic inside and never beyond the values given.
bool inside_spread(const tets* t, const soup* s, const double* of_vertices, int threads,
                   double* at_nodes, report* r);
