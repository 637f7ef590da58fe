// Held places among contacts: rows of velocities that blows may not change.
// SPDX-License-Identifier: MIT
#include "runtime/hold/pin_limit.h"

#include <math.h>
#include <string.h>

// What a held place leaves of a blow, of what it took. A wall that stands in the way of a hold would else
// be pushed at without end.
static const double PIN_BLOCK_YIELD = 0.1;

bool pin_block_begin(supple_body* b, const double* velocity, const double* spin,
                     const double* speed, double gain) {
    if (b->held_by_world || !pin_holds(b))
        return false;
    bool places = false;
    for (int32_t g = 0; g < b->pin_scratch->group_count; ++g)
        places |= b->pin_scratch->groups[g].kind == SUPPLE_HOLD_PLACE;
    const pin_arrays* a = &b->pin_scratch->arrays;
    b->pin_scratch->block_gain = gain;
    memcpy(a->still, speed, sizeof(double) * (size_t)b->coord_count);
    if (b->free)
        pin_rigid_scale(b, velocity, spin, a->still + b->coord_count);
    return places;
}

double pin_block_sweep(void* body, const double* w, const double* own, double* coord_impulse) {
    supple_body* b = body;
    const pin_arrays* a = &b->pin_scratch->arrays;
    int32_t rigid = b->free ? PIN_RIGID : 0;
    for (int32_t i = 0; i < b->coord_count; ++i)
        a->predicted[i] = a->still[i] - w[rigid + i] - PIN_BLOCK_YIELD * own[rigid + i];
    if (b->free) {
        double now[PIN_RIGID], given[PIN_RIGID];
        pin_rigid_scale(b, w, w + 3, now);
        pin_rigid_scale(b, own, own + 3, given);
        for (int32_t i = 0; i < PIN_RIGID; ++i)
            a->predicted[b->coord_count + i] =
                a->still[b->coord_count + i] - now[i] - PIN_BLOCK_YIELD * given[i];
    }
    double most = 0.0;
    memset(a->coord_impulse, 0, sizeof(double) * (size_t)a->n);
    for (int32_t k = 0; k < b->pin_scratch->group_count; ++k) {
        pin_group* g = &b->pin_scratch->groups[k];
        if (g->kind != SUPPLE_HOLD_PLACE)
            continue;
        pin_limit_measure(b, a, g, a->predicted, a->missing);
        for (int32_t r = 3 * g->first; r < 3 * g->first + g->row_count; ++r)
            most = fabs(a->missing[r]) > most ? fabs(a->missing[r]) : most;
        pin_limit_settle(b, a, g);
    }
    for (int32_t i = 0; i < a->n; ++i)
        a->coord_impulse[i] /= b->pin_scratch->block_gain;
    for (int32_t i = 0; i < b->coord_count; ++i) // what takes forces only takes no blow either
        coord_impulse[rigid + i] = a->impulse[i] * a->coord_impulse[i];
    if (b->free)
        pin_rigid_unscale(b, a->coord_impulse + b->coord_count, coord_impulse, coord_impulse + 3);
    return most * (double)b->state->options.world_metres;
}
