// An elastic energy as a polynomial of degree two or four: its value, gradient and second derivatives.
//
// W(q) = c_i q_i + p_ij q_i q_j + c_ijk q_i q_j q_k + s_ijkl q_i q_j q_k q_l over i >= j >= k >= l: every
// product once, so that no index is a special case. Stored one after another, the largest index outermost
// (format/packed.h): what the first n coordinates come to is a prefix of each.
// SPDX-License-Identifier: MIT
#pragma once

#include <stdint.h>

typedef struct quartic {
    const float*
        terms;      // packed_polynomial(count, degree) of them, and QUARTIC_BEYOND that are read
    int32_t count;  // coordinates
    int32_t degree; // of the force: 1 or 3
} quartic;

// Floats of scratch that an evaluation needs.
uint32_t quartic_work_size(int32_t count, int32_t degree);

// The energy in the first n coordinates, the others at zero. force [n] is its gradient; stiffness, n rows
// of `stride` floats, a multiple of eight, its second derivatives, both triangles.
double quartic_evaluate(const quartic* p, float* work, int32_t n, const float* q, int32_t stride,
                        float* force, float* stiffness);

// The same without the stiffness, in less than half the time; forces as good, though not to the bit.
double quartic_force(const quartic* p, float* work, int32_t n, const float* q, float* force);

// out[i] = sum over k of weights[k] * terms[k * count + i]. Those without weight are not read.
void quartic_blend(float* out, const float* terms, int32_t count, const float* weights,
                   int32_t weight_count);
