// One of the two things of a pair that may be in contact, as points of the other are tried against it: a body by its
// field, a box or a hull by its planes, a mesh by its tree. All queries have a bounded cost.
// SPDX-License-Identifier: MIT
#pragma once

#include "runtime/world/collider.h"

typedef enum contact_side_kind {
    CONTACT_BODY,
    CONTACT_BOX,
    CONTACT_HULL,
    CONTACT_MESH // a height field, too
} contact_side_kind;

typedef struct contact_side {
    contact_side_kind kind;
    contact_surface* s;
    const collider* c_or_null; // a box, hull or mesh
    bool closed;               // it has an inside
    double thickness;          // world units
    double margin;             // of queries along a path, world units
} contact_side;

typedef struct contact_hit {
    double place[3];
    double away; // the distance, never below 0
    bool inside;
    uint32_t triangle; // of a box, the face
    double weight[3];
    int feature;
} contact_hit;

contact_side contact_side_of_body(contact_surface* s);
contact_side contact_side_of_collider(const collider* c);

// The nearest point of the surface, of meshes within a radius.
bool contact_side_nearest(const contact_side* s, const double x[3], double radius,
                          contact_hit* hit);

// Outward, unit; of the face, or of the feature that was hit.
void contact_side_normal(const contact_side* s, const contact_hit* hit, bool face, double out[3]);

// How far the surface moves there over the substep.
void contact_side_motion(const contact_side* s, const contact_hit* hit, double out[3]);

// Where the path from x first meets the surface from outside; of meshes from either side. hit: of a body, at first what is
// nearest to x.
bool contact_side_cast(const contact_side* s, const double x[3], const double displacement[3],
                       contact_hit* hit);

// From a place inside along a unit vector to where it comes out, no farther than `most`.
bool contact_side_exit(const contact_side* s, const double x[3], const double along[3], double most,
                       contact_hit* hit, double* far);

// The nearest point among faces whose normals oppose `facing`, no farther than `depth`: what a point of such a normal has
// come through. hit: of a body, at first what is nearest to x.
bool contact_side_facing(const contact_side* s, const double x[3], const double facing[3],
                         double depth, contact_hit* hit);
// Where a point inside a box or hull came in, however deep it is, when the middle of the body that it is of lies outside. False
// of anything else.
bool contact_side_entry(const contact_side* s, const double x[3], const double facing[3],
                        const contact_surface* from, contact_hit* hit);
