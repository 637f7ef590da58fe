// The same motion seen at two frame rates: how far displaced vertices are apart.
// SPDX-License-Identifier: MIT
#pragma once

#include "supple/supple.h"

#include <math.h>
#include <stdlib.h>

// Writes the palette at t seconds.
typedef void (*frame_rate_motion)(void* user, double t, supple_matrix* palette);

typedef struct frame_rate_result {
    double largest; // displacement of a vertex from its rest, in the mesh's unit, at the first rate
    double difference; // largest distance between a vertex at both rates
} frame_rate_result;

static inline int frame_rate_common(int a, int b) {
    while (b != 0) {
        int rest = a % b;
        a = b, b = rest;
    }
    return a;
}

// Runs two bodies over `seconds`, places both at 0, and compares all vertices at the instants that both
// rates have. Vertices are as supple_body_evaluate gives them: limited, faded, in bind space.
static inline frame_rate_result frame_rate_compare(const supple_asset* asset,
                                                   const supple_body_options* options,
                                                   frame_rate_motion motion, void* user,
                                                   double seconds, int first, int second) {
    frame_rate_result result = {0.0, 0.0};
    size_t numbers = 3 * (size_t)asset->vertex_count;
    float* at[2] = {malloc(sizeof(float) * numbers), malloc(sizeof(float) * numbers)};
    supple_matrix* palette = malloc(sizeof *palette * (size_t)asset->bone_count);
    supple_body* bodies[2];
    int common = frame_rate_common(first, second), rates[2] = {first, second};
    for (int b = 0; b < 2; ++b) {
        bodies[b] = supple_body_create(asset, options, NULL);
        motion(user, 0.0, palette);
        supple_body_place(bodies[b], palette);
    }
    for (int k = 0; k < (int)(seconds * common); ++k) {
        for (int b = 0; b < 2; ++b) {
            int count = rates[b] / common;
            for (int i = 1; i <= count; ++i) {
                motion(user, (k * count + i) / (double)rates[b], palette);
                supple_body_drive(bodies[b], palette);
                supple_body_step(bodies[b], 1.0f / (float)rates[b]);
            }
            supple_streams out = supple_streams_packed(at[b], NULL);
            supple_body_evaluate(bodies[b], &out);
        }
        for (size_t v = 0; v < numbers; v += 3) {
            double apart = 0.0, away = 0.0;
            for (size_t i = v; i < v + 3; ++i) {
                double d = (double)at[0][i] - at[1][i], u = (double)at[0][i] - asset->positions[i];
                apart += d * d, away += u * u;
            }
            result.difference = fmax(result.difference, sqrt(apart));
            result.largest = fmax(result.largest, sqrt(away));
        }
    }
    for (int b = 0; b < 2; ++b) {
        supple_body_destroy(bodies[b]);
        free(at[b]);
    }
    free(palette);
    return result;
}
