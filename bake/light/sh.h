// Real spherical harmonics of order 2 to 6: values, turns, and the lobe of a diffuse surface.
//
// Index l (l + 1) + m, orthonormal, no Condon-Shortley phase: y_1 = 0.488603 (y, z, x) (docs/numerics.md D8). A light L(w) has the
// coefficients L_i = integral of L y_i; a surface of transfer M sends out the radiance sum of M_i L_i.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/vec.h"
#include "runtime/math/sh_turn.h"

#include <stdint.h>

enum { SH_LANES = 8 }; // directions whose values are found together

// All values in a direction of length 1; out: [sh_count(order)].
void sh_basis(int32_t order, vec3 direction, double* out);

// Adds the values in many directions of length 1, and the values times their weights. x, y, z, weight: [count], count a multiple
// of SH_LANES; sum, weighted: [sh_count(order)].
void sh_add(int32_t order, int32_t count, const float* x, const float* y, const float* z,
            const float* weight, double* sum, double* weighted);

// What a diffuse white surface that nothing hides from the light sends out; out: [sh_count(order)].
void sh_open_surface(int32_t order, vec3 normal, double* out);

// runtime/math/sh_turn.h applies it.
sh_turn sh_turn_by(int32_t order, quat turn);
