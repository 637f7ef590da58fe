// Symmetric tensors, each number once: where the entry of given indices stands, and how many there are.
//
// Indices descend, the largest one outermost: (i, j, k, l) with i >= j >= k >= l. What the first n
// coordinates alone come to is then a prefix of every tensor, so that a smaller model is the same bytes
// read less far. The numbers are the tensor's own, not multiplied by how often they occur:
// r numbers have C(r+1, 2), C(r+2, 3) and C(r+3, 4) of second, third and fourth order.
// SPDX-License-Identifier: MIT
#pragma once

#include <stdint.h>

static inline uint32_t packed_pairs(uint32_t n) {
    return n * (n + 1) / 2;
}
static inline uint32_t packed_triples(uint32_t n) {
    return n * (n + 1) / 2 * (n + 2) / 3;
}
static inline uint32_t packed_quads(uint32_t n) { // n up to 255
    return (uint32_t)((uint64_t)packed_triples(n) * (n + 3) / 4);
}

// For i >= j >= k >= l.
static inline uint32_t packed_at2(uint32_t i, uint32_t j) {
    return packed_pairs(i) + j;
}
static inline uint32_t packed_at3(uint32_t i, uint32_t j, uint32_t k) {
    return packed_triples(i) + packed_at2(j, k);
}
static inline uint32_t packed_at4(uint32_t i, uint32_t j, uint32_t k, uint32_t l) {
    return packed_quads(i) + packed_at3(j, k, l);
}

// A force polynomial of r coordinates, R_a = c_a + P_ai q_i + Q_aij q_i q_j + S_aijk q_i q_j q_k, is c,
// P, Q, S one after another; a linear one, of degree 1, is c and P.
static inline uint32_t packed_polynomial(uint32_t r, uint32_t degree) {
    return r + packed_pairs(r) + (degree > 1 ? packed_triples(r) + packed_quads(r) : 0);
}
