// Radiance transfer of diffuse surfaces: what arrives at each point for each harmonic of the light, in three colours.
//
// Sloan, Kautz & Snyder 2002; James & Fatahalian 2003, 4.1; docs/numerics.md D8. A_0 is what the point sees of the world, A_b what it sees
// of albedo times A_(b-1); their sum is kept, so that sum of A_i L_i, times the point's albedo, is the radiance that leaves it. The
// papers' transfer M is albedo times A. Without it a texture keeps its detail, and can be changed.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/light/sight.h"

enum { TRANSFER_BOUNCES_MOST = 64 };

typedef struct transfer_options {
    sight_options sight;
    int32_t bounces; // beyond the direct light, 0 to TRANSFER_BOUNCES_MOST
} transfer_options;

// Order 4, 1024 directions, 2 bounces, seed 1, all threads.
transfer_options transfer_default(void);

typedef struct transfer {
    int32_t point_count, width; // width: 3 order^2, numbers a point
    float* values;              // [point_count][order^2][3]
    double left; // what still leaves after the last bounce, root mean square, of what has arrived
    sight_account account;
} transfer;

// Of a shape; positions: [vertex_count] m, finite. False with a sentence.
bool transfer_make(const lit_mesh* m, const lit_points* p, const vec3* positions,
                   const transfer_options* o, arena* memory, transfer* out, report* r);
