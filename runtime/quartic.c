// One pass over the quartic terms, as they are packed, in runs that end where the second index does.
//
// With m_ij(q) = s_ijkl q_k q_l the quartic part is q_i q_j m_ij, and its second derivatives are
//   m_ij at (i, j);   grad m_ij q_j at row i, grad m_ij q_i at row j;   q_i q_j times those of m_ij.
// Gradients are linear in the terms, so what is multiplied by q_j or q_i is summed first, over runs of
// up to 210 numbers, and 20 small gradients are taken afterwards. So a term is read once for three
// products, nothing is unpacked, and all long loops are over neighbours: 26,600 multiplications for
// 20 coordinates. Rejected: the dense matrix of pairs (44,100, and 176 KB to fill from every new blend,
// which cost more than the evaluation), and contracting one index at a time (30,800, and 123 KB).
// Sums are in a fixed order, in eight lanes where they are long, so every machine has the same bits.
// SPDX-License-Identifier: MIT
#include "runtime/quartic.h"

#include "format/packed.h"

#include <string.h>

enum { LANES = 8 }; // of sums, and what runs of terms are padded to

static float sum_lanes(const float* a) {
    return ((a[0] + a[4]) + (a[2] + a[6])) + ((a[1] + a[5]) + (a[3] + a[7]));
}

// n is a multiple of eight here and below.
static float dot(int32_t n, const float* restrict a, const float* restrict b) {
    float lane[LANES] = {0.0f};
    for (int32_t t = 0; t < n; t += LANES)
        for (int k = 0; k < LANES; ++k)
            lane[k] += a[t + k] * b[t + k];
    return sum_lanes(lane);
}

// dot(w, y), while xi += qj w and xj += qi w.
static float fold(int32_t n, const float* restrict w, const float* restrict y, float* restrict xi,
                  float* restrict xj, float qi, float qj) {
    float lane[LANES] = {0.0f};
    for (int32_t t = 0; t < n; t += LANES)
        for (int k = 0; k < LANES; ++k) {
            float s = w[t + k];
            lane[k] += s * y[t + k];
            xi[t + k] += qj * s;
            xj[t + k] += qi * s;
        }
    return sum_lanes(lane);
}

static void add(int32_t n, float* restrict out, float amount, const float* restrict a) {
    for (int32_t t = 0; t < n; t += LANES)
        for (int k = 0; k < LANES; ++k)
            out[t + k] += amount * a[t + k];
}

// out [n] += the gradient of the packed square form.
static void add_gradient(int32_t n, float* restrict out, const float* restrict form,
                         const float* restrict q) {
    for (int32_t k = 0; k < n; form += ++k) {
        float sum = 0.0f, qk = q[k];
        for (int32_t l = 0; l <= k; ++l) {
            sum += form[l] * q[l];
            out[l] += form[l] * qk;
        }
        out[k] += sum;
    }
}

uint32_t quartic_work_size(int32_t count, int32_t degree) {
    uint32_t pairs = packed_padded(packed_pairs((uint32_t)count));
    return pairs + (degree > 1 ? pairs * ((uint32_t)count + 1) : 0);
}

// What the cubic and quartic terms add: to the form, whose second derivatives times q are the force, to
// the rows of stiffness, which are the rest of the second derivatives, and to the force, what is cubic.
// Returns their energy.
static double add_higher(const quartic* p, float* work, int32_t n, const float* q, int32_t stride,
                         float* form, float* force, float* stiffness) {
    uint32_t all = (uint32_t)p->count;
    const float* cubic = p->terms + packed_padded(all) + packed_padded(packed_pairs(all));
    const float* term = cubic + packed_cubic(all);
    int32_t block = (int32_t)packed_padded(packed_pairs((uint32_t)n));
    float *y = work, *x = y + block;
    double energy = 0.0;
    for (int32_t i = 0, at = 0; i < n; ++i)
        for (int32_t j = 0; j <= i; ++j)
            y[at++] = q[i] * q[j];
    for (int32_t t = (int32_t)packed_pairs((uint32_t)n); t < block; ++t)
        y[t] = 0.0f;
    memset(x, 0, sizeof(float) * (size_t)(block * n));
    for (int32_t i = 0, at = 0; i < n; ++i) {
        float *xi = x + i * block, m;
        for (int32_t j = 0; j < i; ++j, ++at) {
            int32_t run = (int32_t)packed_run((uint32_t)j);
            m = fold(run, term, y, xi, x + j * block, q[i], q[j]);
            energy += (double)(m * y[at]);
            form[at] += m;
            term += run;
        }
        int32_t run = (int32_t)packed_run((uint32_t)i);
        m = dot(run, term, y);
        add(run, xi, 2.0f * q[i], term);
        energy += (double)(m * y[at]);
        form[at++] += m;
        term += run;
    }
    for (int32_t i = 0; i < n; ++i, x += block) {
        int32_t run = (int32_t)packed_run((uint32_t)i);
        float m = dot(run, cubic, y);
        energy += (double)(m * q[i]);
        force[i] += m;
        add(run, form, 0.5f * q[i], x);
        add(run, form, q[i], cubic);
        add(run, x, 1.0f, cubic);
        add_gradient(i + 1, stiffness + i * stride, x, q);
        cubic += run;
    }
    return energy;
}

double quartic_evaluate(const quartic* p, float* work, int32_t n, const float* q, int32_t stride,
                        float* force, float* stiffness) {
    const float *linear = p->terms, *square = p->terms + packed_padded((uint32_t)p->count);
    uint32_t pairs = packed_pairs((uint32_t)n);
    float* form = work;
    memcpy(force, linear, sizeof(float) * (size_t)n);
    memcpy(form, square, sizeof(float) * pairs);
    memset(form + pairs, 0, sizeof(float) * (packed_padded(pairs) - pairs));
    memset(stiffness, 0, sizeof(float) * (size_t)(n * stride));
    double energy = 0.0;
    for (int32_t i = 0, at = 0; i < n; ++i) {
        float sum = linear[i];
        for (int32_t j = 0; j <= i; ++j)
            sum += square[at++] * q[j];
        energy += (double)(sum * q[i]);
    }
    if (p->degree > 1)
        energy += add_higher(p, work + packed_padded(pairs), n, q, stride, form, force, stiffness);
    add_gradient(n, force, form, q);
    for (int32_t i = 0, at = 0; i < n; ++i, ++at) {
        float* row = stiffness + i * stride;
        for (int32_t j = 0; j < i; ++j, ++at)
            row[j] = stiffness[j * stride + i] = form[at] + row[j];
        row[i] = 2.0f * (form[at] + row[i]);
    }
    return energy;
}

static void blend_four(int32_t n, float* restrict out, const float* restrict a,
                       const float* restrict b, const float* restrict c, const float* restrict d,
                       const float* w) {
    float wa = w[0], wb = w[1], wc = w[2], wd = w[3];
    for (int32_t i = 0; i < n; ++i)
        out[i] = (((out[i] + wa * a[i]) + wb * b[i]) + wc * c[i]) + wd * d[i];
}

void quartic_blend(float* out, const float* terms, int32_t count, const float* weights,
                   int32_t weight_count) {
    const float* from[4];
    float share[4];
    int32_t have = 0;
    memset(out, 0, sizeof(float) * (size_t)count);
    for (int32_t k = 0; k < weight_count; ++k) {
        if (weights[k] != 0.0f) {
            from[have] = terms + (size_t)k * (size_t)count;
            share[have++] = weights[k];
        }
        if (have == 4) {
            blend_four(count, out, from[0], from[1], from[2], from[3], share);
            have = 0;
        }
    }
    for (int32_t k = 0; k < have; ++k)
        add(count, out, share[k], from[k]);
}
