// The points of a body's surface at which contacts are searched for: its vertices, and some along edges that are long.
//
// They are nested: those up to any rank lie evenly all over the surface, so that a budget takes a coarser set of them
// and not a part of the surface (Barbic & James 2008). Edges are sampled as densely as contacts must be: so edges need
// not be tried against edges.
// SPDX-License-Identifier: MIT
#pragma once

#include "runtime/contact/contact_surface.h"

// Of the size: along a sharp edge there is no longer gap between contact points.
#define CONTACT_POINT_GAP 0.06

// How many there may be at most of a surface; extent: of the longest edge of its box.
int32_t contact_points_most(const contact_surface_source* source, double extent);

// Fills contact_points of a surface of which all else is there. scratch: [contact_points_most] twice.
void contact_points_find(contact_rest* s, uint32_t* scratch);

// Which ones: in a box of the world, of clumps that are asked for, if a question is given, and of clumps that may be
// within a radius of a free body that is asked for (after contact_surface_begin_queries), if one is given.
typedef struct contact_points_in {
    const float *low, *high;
    bool (*takes_or_null)(contact_surface* s, int32_t clump);
    const contact_surface* near_or_null;
    double radius;
} contact_points_in;

// Those, by rank, coarser ones first: numbers into contact_points. At most so many are placed, and out has room for
// twice as many. Returns how many; left_out grows by those that were not examined.
int32_t contact_points_of(contact_surface* s, contact_points_in in, int32_t most, uint32_t* out,
                          uint32_t* left_out);

static inline void contact_point_place(contact_surface* s, uint32_t point, double out[3]) {
    const contact_point* p = &s->rest->contact_points[point];
    contact_surface_place(s, p->corner, out);
    if (p->feature < NEAR_EDGE)
        return;
    double end[3];
    contact_surface_place(s, p->end, end);
    for (int a = 0; a < 3; ++a)
        out[a] += (double)p->fraction * (end[a] - out[a]);
}
void contact_point_normal(contact_surface* s, uint32_t point, double out[3]); // about outward; unit
void contact_point_motion(contact_surface* s, uint32_t point, double out[3]); // over the substep
supple_point contact_point_at(const contact_surface* s, uint32_t point);
