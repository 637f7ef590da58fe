// Questions to any heap of triangles: how far, where is it crossed, inside or outside.
//
// Inside is decided by the generalised winding number (Jacobson et al. 2013): the solid angle of
// all triangles over 4 pi, 1 inside and 0 outside a closed surface, and still a sensible number
// between for one with holes, flipped faces or crossings. Far clusters of triangles are summed as one,
// by the first three terms of a series (Barill et al. 2018).
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/mesh/bvh.h"

// The triangles below a node, seen from far away: moments of their area vectors a about the centre,
// with o the offset from it.
typedef struct soup_cluster {
    vec3 centre;     // weighted by area
    double far;      // beyond this distance from the centre they are summed as one
    vec3 area;       // sum of a
    double first[6]; // sum of a o^T, symmetric part: xx yy zz xy yz zx
    vec3 second;     // sum of 2 (a.o) o + (o.o) a
    double
        cubic[10]; // sum of (a.t)(o.t)^2 as a polynomial of t: xxx yyy zzz xxy xxz xyy yyz xzz yzz
} soup_cluster;    // xyz

// Whether crossings along a ray tell winding numbers (soup_close.h).
typedef enum soup_closure {
    SOUP_OPEN,   // they do not, or nobody has asked
    SOUP_CLOSED, // they do: every edge is used as often one way as the other
    SOUP_CAPPED, // they do together with those of the caps
} soup_closure;

typedef struct soup {
    const vec3* positions;
    const uint32_t (*triangles)[3];
    int32_t triangle_count;
    bvh tree;
    soup_cluster* clusters; // [tree.node_count]
    soup_closure closure;
    const struct soup* caps_or_null; // what closes it, of a capped one
} soup;

// Keeps the pointers it is given.
soup soup_new(const vec3* positions, const uint32_t (*triangles)[3], int32_t triangle_count,
              arena* memory);

double soup_winding(const soup* s, vec3 p);

// The nearest point of the soup within `limit`; false if there is none.
typedef struct soup_hit {
    double distance;
    vec3 point;
    int32_t triangle;
} soup_hit;
bool soup_nearest(const soup* s, vec3 p, double limit, soup_hit* hit);
// The same without a limit, sooner where `like` is a triangle near p (that of the last point), or -1.
bool soup_nearest_from(const soup* s, vec3 p, int32_t like, soup_hit* hit);
// The same among the triangles whose rank is below this one; rank: [triangle_count].
bool soup_nearest_below(const soup* s, vec3 p, double limit, const int32_t* rank, int32_t below,
                        soup_hit* hit);

// Solid angle of a triangle seen from p, exactly (van Oosterom and Strackee 1983); the sign is
// positive when p is behind the triangle's front.
double soup_solid_angle(vec3 p, vec3 a, vec3 b, vec3 c);
vec3 soup_closest_on_triangle(vec3 p, vec3 a, vec3 b, vec3 c);
