// Two convex solids of few corners against each other: the manifold of boxes and hulls, exactly.
// SPDX-License-Identifier: MIT
#pragma once

#include "runtime/contact/contact_pair.h"
#include "runtime/shape/hull.h"

// A box or hull where it is now, world.
typedef struct convex {
    int32_t count;
    double points[HULL_MOST_CORNERS][3];
    const contact_surface*
        s; // its triangles: normals of faces, directions of edges; and its motion
} convex;

// Of the surface of a piece of a body, or of a collider that is a box or hull.
void convex_of(contact_surface* s, convex* out);

void contact_convex(contact_pair* p, const convex* a, const convex* b);
