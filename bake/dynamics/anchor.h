// Springs from nodes to places, as a term of energy: k / 2 |x - place|^2 each.
//
// They hold softly what `held` holds hard: a curtain on its rings, a node in somebody's hand. Places are in the
// frame of the body's displacements, which is that of its support where it has one.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/report.h"
#include "bake/dynamics/energy.h"

typedef struct anchor {
    int32_t node;
    vec3 place;       // m; may be moved between steps
    double stiffness; // N/m, not negative
} anchor;

// Refers to nodes, [node_count] at rest, and to the anchors. Not damped. False with a sentence for a node that is not
// there, or numbers that are none.
bool anchor_term(const vec3* nodes, int32_t node_count, const anchor* anchors, int32_t count,
                 energy_term* out, arena* memory, report* r);
