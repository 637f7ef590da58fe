// Bodies as signed distances: a table of round shapes, melted together one after the other.
//
// A table is data: a sample is read, changed and mirrored without touching code. Distances are
// metres, negative inside; only + - * / and sqrt are used, so a body has the same bits everywhere.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/arena.h"
#include "bake/base/vec.h"

#include <stdbool.h>
#include <stdint.h>

typedef enum sdf_shape {
    SDF_SPHERE,     // a centre, r radius
    SDF_ELLIPSOID,  // a centre, size half axes; to first order a distance near its surface
    SDF_CAPSULE,    // a to b, r radius
    SDF_ROUND_CONE, // a to b, radius r at a and r2 at b
    SDF_BOX,        // a centre, size half edges (outside measure), r rounds the edges
    SDF_TORUS       // a centre, r from the axis (y) to the tube's middle, r2 of the tube
} sdf_shape;

typedef enum sdf_join { SDF_ADD, SDF_CUT } sdf_join;

typedef struct sdf_part {
    sdf_shape shape;
    sdf_join join;     // added to, or cut out of, everything before it in the table
    vec3 a, b, size;   // as the shape says
    double r, r2;      // as the shape says
    vec3 turn;         // degrees about x, then y, then z (ellipsoid, box, torus)
    double blend;      // radius of the fillet between this part and what stands before it
    bool mirror;       // a twin stands at -x
    double twin_blend; // fillet between the two twins
    int16_t region;    // label of a body part: rigs restrict joints by it
    int16_t color;     // label of a paint
} sdf_part;

// A table prepared for fast evaluation.
typedef struct sdf_body {
    int32_t part_count;
    const sdf_part* parts;
    vec3 (*axes)[3]; // [part_count] of each part, in the world
    double* slack;   // [part_count] farther than this behind the surface, a part does not matter
} sdf_body;

typedef struct sdf_sample {
    double distance;
    vec3 gradient; // length near 1 near the surface
} sdf_sample;

sdf_body sdf_body_make(const sdf_part* parts, int32_t part_count, arena* memory);

sdf_sample sdf_at(const sdf_body* body, vec3 p);

// Only these parts, ascending; exact where sdf_relevant left out the others.
sdf_sample sdf_at_some(const sdf_body* body, const int32_t* some, int32_t count, vec3 p);

// The parts that can matter within `reach` of p; returns their number. `some` holds part_count.
int32_t sdf_relevant(const sdf_body* body, vec3 p, double reach, int32_t* some);

// One part alone (the nearer twin where it has one).
double sdf_part_distance(const sdf_body* body, int32_t part, vec3 p);

// The added part whose own surface is nearest, for labels.
int32_t sdf_nearest_part(const sdf_body* body, vec3 p);

// A box that holds the body, fillets included.
void sdf_bounds(const sdf_body* body, vec3* low, vec3* high);

// The union of two distances with a fillet of radius k: the minimum when they differ by k or more.
double sdf_smooth_union(double a, double b, double k);
