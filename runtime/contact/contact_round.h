// A ball or capsule against a triangle of a surface: what contact_round.c and contact_round_rigid.c share.
// SPDX-License-Identifier: MIT
#pragma once

#include "runtime/contact/contact_pair.h"

// A point of the surface against a point of the axis.
typedef struct round_meeting {
    uint32_t triangle;
    near_point near; // on the triangle
    double axis[3];  // the nearest point of the axis
} round_meeting;

// Names a feature of a triangle, whichever of its triangles is asked.
uint64_t round_feature(const contact_surface* s, uint32_t triangle, int feature);

// Where the path of a point, seen from a ball, first comes within its radius: turns `normal` there.
bool round_will_meet(const double to[3], const double displacement[3], double radius,
                     double normal[3]);

// Adds the contact that a meeting is, if it is one. which: of the axis, for its name: an end, or 2.
void round_add(contact_pair* p, const collider* c, const round_meeting* m, bool inside, int which);

// The nearest points of a triangle and the axis, from core[0] to core[1]. When the axis goes through the triangle, that of the end
// behind it.
round_meeting round_nearest(contact_surface* s, uint32_t triangle, const double (*core)[3]);
