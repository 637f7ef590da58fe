// Disjoint sets over 0 .. n - 1 in one array of parents (union-find).
//
// The root of a set is its lowest member, so what is numbered by roots is numbered in index order.
// Path halving alone keeps finding at O(log n) amortised.
// SPDX-License-Identifier: MIT
#pragma once

#include <stdint.h>

static inline void sets_clear(int32_t* parent, int32_t count) {
    for (int32_t i = 0; i < count; ++i)
        parent[i] = i;
}

static inline int32_t sets_find(int32_t* parent, int32_t i) {
    while (parent[i] != i) {
        parent[i] = parent[parent[i]];
        i = parent[i];
    }
    return i;
}

static inline void sets_join(int32_t* parent, int32_t a, int32_t b) {
    a = sets_find(parent, a);
    b = sets_find(parent, b);
    if (a < b)
        parent[b] = a;
    else
        parent[a] = b;
}
