// Where in an element the body lies, as a rule to integrate its stiffness by.
//
// A limb thinner than a cell lies somewhere in the element that carries it. To take the element for full of flesh, or of
// thinner flesh, makes a limb of a cell's thickness: four times too stiff in bending where it is half as thick, even
// with the right mass. The strain of a ten-node element is linear, so its energy needs no more of the body than its volume,
// centre and second moments in the element, and four points of equal weight have those exactly.
// This is the finite cell method (Parvizian, Duester and Rank 2007) with a rule of four points; what is not body has a
// thousandth of its stiffness.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/mesh/tets.h"

// The body as small boxes.
typedef struct moment_boxes {
    int32_t count;
    const vec3* points;     // [count] middles
    const double* volumes;  // [count]
    const int32_t* element; // [count] where each counts
    vec3 sides;             // of a box; 0: along this axis it has what the volume leaves
} moment_boxes;

// [tet_count]; even where they are cut along the surface, or full. state: [tet_count] 1: full, whatever the boxes say.
tet_rule* moments_rules(const tets* t, const moment_boxes* lists, int list_count,
                        const int8_t* state, arena* memory);
