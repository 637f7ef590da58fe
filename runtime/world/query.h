// A shape, still or displaced along a line, against the things of a world: what queries and sensors ask.
//
// A shape is up to eight points and a radius, so is a collider, and a body's surface is its triangles: all of it is one question, how
// far two convex sets are apart (gjk.h). A displacement is followed by conservative advancement (Mirtich 1996): the gap over the
// speed at which it closes, again and again; for convex sets that never goes too far. Triangles are examined where boxes of clumps
// meet that of the query.
// SPDX-License-Identifier: MIT
#pragma once

#include "runtime/world/world.h"

typedef struct query {
    supple_world* world;
    supple_filter filter;
    bool filtered; // else everything is found
    double points[8][3];
    int32_t count;
    double radius;
    double displacement[3]; // of all points; 0: it is still
    double within;          // nothing is examined that is farther away
    float low[3], high[3];  // around all of it, over its path, with `within`
} query;

// A point that is displaced; or a sphere, capsule or box: false when shape or pose is none.
query query_point(const supple_world* world, const double place[3], const double displacement[3],
                  double within, const supple_filter* filter_or_null);
bool query_shape(query* out, const supple_world* world, const supple_shape* shape,
                 const supple_matrix* pose, const double displacement[3],
                 const supple_filter* filter_or_null);

// A collider's shape, as it stands: what a sensor asks.
query query_still(supple_world* w, const supple_shape* shape, const frame_pose* pose,
                  const supple_filter* filter);

// Whether it may be found at all.
bool query_takes_body(const query* q, int32_t slot);
bool query_takes_collider(const query* q, int32_t index);

// Bodies and colliders as they stand now: to be called before any of the following.
void query_refresh(supple_world* w);

// Where it is met. `fraction` is of the displacement, `distance` of what does not move; false: not at all, or farther than
// `most`, a fraction or a distance. solid: a body is one, too, where its surface is closed.
typedef struct query_hit {
    double fraction, distance;
    double place[3], normal[3];
    uint32_t triangle; // of a body or a mesh
} query_hit;
bool query_body(const query* q, int32_t slot, double most, bool solid, query_hit* out);
bool query_collider(const query* q, int32_t index, double most, query_hit* out);
