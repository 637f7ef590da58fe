// Nothing passes through anything: centres of bodies stay on their side of colliders and of other bodies.
//
// A centre is through when it is within or beyond a collider that it was outside of when it came, or when it
// has crossed a plate that is thinner and wider than its body.
// SPDX-License-Identifier: MIT
#pragma once

#include "scenes/world_run.h"

// A body has come somewhere: what its centre is in there it may leave.
void through_watch(world_run* r, int32_t body);
// The way out of what its centre is in, for all of it, metres; 0: it is in nothing.
double through_overlap(const world_run* r, int32_t body);
// After a step: counts what is through, once each.
void through_look(world_run* r, int32_t body);

// The same among bodies (world_through_bodies.c): one has come somewhere; after a step, all of them.
void through_bodies_watch(world_run* r, int32_t body);
void through_bodies_look(world_run* r);

// The radius of the ball in a body as it is made, metres; below 0: of the hole in it. And how far its flesh goes at most.
double through_inscribed(const world_run* r, int32_t body);
double through_limit(const world_run* r, int32_t body);

supple_matrix collider_pose(const world_run* r, int32_t index, double time);
// A place in the axes of a pose.
void through_local(const supple_matrix* m, vec3 at, double out[3]);
