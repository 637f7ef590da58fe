// Coefficients of real spherical harmonics, turned. bake/light/sh.h has their values.
// SPDX-License-Identifier: MIT
#pragma once

#include <stdint.h>

enum { SH_ORDER_LEAST = 2, SH_ORDER_MOST = 6, SH_MOST = SH_ORDER_MOST * SH_ORDER_MOST };

static inline int32_t sh_count(int32_t order) {
    return order * order;
}

// A turn of coefficients: those of L(turn^-1 w) from those of L(w). Band by band, [2 l + 1][2 l + 1] one after another.
typedef struct sh_turn {
    int32_t order;
    double bands[1 + 9 + 25 + 49 + 81 + 121];
} sh_turn;

// turn: a rotation, by rows.
sh_turn sh_turn_of(int32_t order, const double turn[3][3]);

// in, out: [sh_count(order)] each `stride` numbers apart; not the same place.
void sh_turn_apply(const sh_turn* t, const double* in, int32_t stride, double* out);
