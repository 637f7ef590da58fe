// What rays from a point meet first, among triangles: the one place that knows Embree (3.13).
//
// Embree is three times as fast as a tree of our own (measured), watertight at edges on request, and its version 4 has other names: so
// nothing but this file includes it. It works in floats; callers put the middle of their scene at the origin.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/report.h"

enum { RAYS_PACKET = 8 };

typedef struct rays rays;

// Rays from one point, [count] directions of any length, count a multiple of RAYS_PACKET. They are traced in packets: neighbours
// in direction stand beside each other.
typedef struct rays_bundle {
    float from[3];
    float reach; // in lengths of a direction
    int32_t count;
    const float *x, *y, *z;
} rays_bundle;

typedef struct rays_hit {
    int32_t triangle; // -1: none
    float u, v;       // parts of its second and third corner
    float distance;   // in lengths of the direction
} rays_hit;

// Copies what it is given, finite positions of triangles; the arena owns it. False with a sentence when Embree cannot.
bool rays_new(const float (*positions)[3], int32_t vertex_count, const uint32_t (*triangles)[3],
              int32_t triangle_count, arena* memory, rays** out, report* r);

// The nearest triangle of each, whichever side it shows; hits: [count]. Any thread may call it.
void rays_trace(const rays* s, const rays_bundle* b, rays_hit* hits);
