// Symmetric tensors, each number once: where the entry of given indices stands, and how many there are.
//
// Indices descend, the largest one outermost: (i, j, k, l) with i >= j >= k >= l. What the first n
// coordinates alone come to is then a prefix of every tensor, so that a smaller model is the same numbers
// read less far. r coordinates have C(r+1, 2), C(r+2, 3) and C(r+3, 4) of second, third and fourth order.
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

// The energy of the asset file and the runtime has every product of coordinates once, and its terms in
// runs: all (k, l) of one (i, j), or all (j, k) of one i, with zeros up to a multiple of eight, for vectors.
static inline uint32_t packed_padded(uint32_t count) {
    return (count + 7) / 8 * 8;
}
static inline uint32_t packed_run(uint32_t j) {
    return packed_padded(packed_pairs(j + 1));
}
static inline uint32_t packed_cubic(uint32_t n) {
    uint32_t sum = 0;
    for (uint32_t i = 0; i < n; ++i)
        sum += packed_run(i);
    return sum;
}
static inline uint32_t packed_quartic(uint32_t n) {
    uint32_t sum = 0;
    for (uint32_t i = 0; i < n; ++i)
        sum += (n - i) * packed_run(i);
    return sum;
}
static inline uint32_t packed_energy(uint32_t r, uint32_t degree) {
    return packed_padded(r) + packed_padded(packed_pairs(r)) +
           (degree > 1 ? packed_cubic(r) + packed_quartic(r) : 0);
}

// The baker has forces: R_a = c_a + P_ai q_i + Q_aij q_i q_j + S_aijk q_i q_j q_k as c, P, Q, S one after
// another, the numbers those of the tensors; a linear one, of degree 1, is c and P.
static inline uint32_t packed_polynomial(uint32_t r, uint32_t degree) {
    return r + packed_pairs(r) + (degree > 1 ? packed_triples(r) + packed_quads(r) : 0);
}
