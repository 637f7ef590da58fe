// Transfer of many shapes as a mean and a few fields, and how much of each a shape has.
//
// James & Fatahalian 2003, 4.2, 4.3; docs/numerics.md D1, D2, D6: M(q) = mean + U q_a(q). Points count by their share of the area, so
// that a finer mesh weighs no more. Coordinates q_a at the sampled shapes come from the factorisation; between them from normalised
// radial functions of the shape's coordinates q.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/algebra/low_rank.h"
#include "bake/light/lit.h"
#include "bake/light/radial.h"

typedef struct light_samples {
    int32_t count, q_count;     // shapes, coordinates of each
    const double* q;            // [count][q_count], no two the same
    int32_t point_count, width; // numbers a point (transfer.h)
    const float* const* fields; // [count] -> [point_count][width]
    const double* fractions;    // [point_count] of the area, with a sum of 1
} light_samples;

typedef struct light_model {
    int32_t rank, point_count, width;
    float* mean;         // [point_count][width]
    float* basis;        // [rank][point_count][width] for a coordinate of 1
    double* coordinates; // [count][rank] of the samples
    radial of_q;         // q -> coordinates
    radial_options chosen;
    double between; // error of coordinates at shapes that were left out (radial_choose)
    double size;    // root mean square of the transfer, over area, numbers and shapes
    double* errors; // [rank + 1] the same of what is left when so many fields are kept
    bool converged;
} light_model;

// How much of the area belongs to each point, in a shape: a third of every triangle to each corner, on both sides of a thin one.
double* area_fractions(const lit_mesh* m, const lit_points* p, const vec3* positions,
                       arena* memory);

// False with a sentence.
bool light_model_make(const light_samples* s, const low_rank_options* o, arena* memory,
                      light_model* out, report* r);

// The coordinates of a shape, [rank].
void light_model_at(const light_model* m, const double* q, double* coordinates);
// The transfer of coordinates of which the first `rank` count; out: [point_count][width].
void light_model_field(const light_model* m, const double* coordinates, int32_t rank, float* out);

// How far the transfer of coordinates is from a field: root mean square over area and numbers.
double light_model_distance(const light_model* m, const double* fractions,
                            const double* coordinates, const float* field);

// A shape that was not among the samples, beside its own transfer.
typedef struct light_error {
    double size;      // root mean square of its transfer
    double motion;    // ... of what it differs from the mean by
    double reduction; // ... of what lies outside all fields
    double whole;     // ... of what is shown and what it should be
    int32_t worst;    // the point that is off most, by the root mean square of its numbers
    double worst_off;
} light_error;

light_error light_model_check(const light_model* m, const double* fractions, const double* q,
                              const float* field);
