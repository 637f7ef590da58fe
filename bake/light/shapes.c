// SPDX-License-Identifier: MIT
#include "bake/light/shapes.h"

#include "bake/algebra/clusters.h"
#include "bake/base/assert.h"

#include <math.h>
#include <string.h>

enum { SHAPES_ROUNDS = 100 };

shapes_options shapes_default(void) {
    return (shapes_options){.count = 50, .keep = -1, .seed = 1};
}

static double square_between(const double* a, const double* b, int32_t rank) {
    double sum = 0.0;
    for (int32_t k = 0; k < rank; ++k)
        sum += (a[k] - b[k]) * (a[k] - b[k]);
    return sum;
}

// Each state to the nearest shape.
static void set_nearest(const double* q, int32_t state_count, int32_t rank, shapes* out) {
    double sum = 0.0;
    for (int32_t s = 0; s < state_count; ++s) {
        double least = INFINITY;
        for (int32_t n = 0; n < out->count; ++n) {
            double d = square_between(q + (size_t)s * (size_t)rank,
                                      q + (size_t)out->states[n] * (size_t)rank, rank);
            if (d < least) {
                least = d;
                out->nearest[s] = n;
            }
        }
        sum += least;
        out->farthest = fmax(out->farthest, sqrt(least));
    }
    out->spread = sqrt(sum / state_count);
}

shapes shapes_choose(const double* q, int32_t state_count, int32_t rank, const shapes_options* o,
                     arena* memory) {
    SUPPLE_ASSERT(state_count > 0 && rank >= 0 && o->count > 0 && o->keep < state_count);
    arena* scratch = arena_create();
    const clusters_options how = {o->count, o->keep, SHAPES_ROUNDS, o->seed};
    clusters c = clusters_of(q, state_count, rank, &how, scratch);
    shapes out = {.states = ARENA_NEW(memory, int32_t, (size_t)c.count),
                  .nearest = ARENA_NEW(memory, int32_t, (size_t)state_count)};
    if (o->keep >= 0) // it stands for its cluster
        c.middles[c.of[o->keep]] = o->keep;
    uint8_t* is_shape = ARENA_NEW(scratch, uint8_t, (size_t)state_count);
    for (int32_t n = 0; n < c.count; ++n)
        if (c.middles[n] >= 0)
            is_shape[c.middles[n]] = 1;
    for (int32_t s = 0; s < state_count; ++s)
        if (is_shape[s] != 0)
            out.states[out.count++] = s;
    set_nearest(q, state_count, rank, &out);
    arena_destroy(scratch);
    return out;
}

shapes shapes_given(const double* q, int32_t state_count, int32_t rank, const int32_t* states,
                    int32_t count, arena* memory) {
    shapes out = {.count = count,
                  .states = ARENA_NEW(memory, int32_t, (size_t)count),
                  .nearest = ARENA_NEW(memory, int32_t, (size_t)state_count)};
    memcpy(out.states, states, (size_t)count * sizeof *states);
    set_nearest(q, state_count, rank, &out);
    return out;
}
