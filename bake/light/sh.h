// Real spherical harmonics of order 2 to 6: values, turns, and the lobe of a diffuse surface.
//
// Index l (l + 1) + m, orthonormal, no Condon-Shortley phase: y_1 = 0.488603 (y, z, x) (docs/numerics.md D8). A light L(w) has the
// coefficients L_i = integral of L y_i; a surface of transfer M sends out the radiance sum of M_i L_i.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/vec.h"

#include <stdint.h>

enum {
    SH_ORDER_LEAST = 2,
    SH_ORDER_MOST = 6,
    SH_MOST = SH_ORDER_MOST * SH_ORDER_MOST,
    SH_LANES = 8, // directions whose values are found together
};

static inline int32_t sh_count(int32_t order) {
    return order * order;
}

// All values in a direction of length 1; out: [sh_count(order)].
void sh_basis(int32_t order, vec3 direction, double* out);

// Adds the values in many directions of length 1, and the values times their weights. x, y, z, weight: [count], count a multiple
// of SH_LANES; sum, weighted: [sh_count(order)].
void sh_add(int32_t order, int32_t count, const float* x, const float* y, const float* z,
            const float* weight, double* sum, double* weighted);

// What a diffuse white surface that nothing hides from the light sends out; out: [sh_count(order)].
void sh_open_surface(int32_t order, vec3 normal, double* out);

// A turn of coefficients: those of L(turn^-1 w) from those of L(w). Band by band, [2 l + 1][2 l + 1] one after another.
typedef struct sh_turn {
    int32_t order;
    double bands[1 + 9 + 25 + 49 + 81 + 121];
} sh_turn;

sh_turn sh_turn_by(int32_t order, quat turn);
// in, out: [sh_count(order)] each `stride` numbers apart; not the same place.
void sh_turn_apply(const sh_turn* t, const double* in, int32_t stride, double* out);
