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
#include "runtime/model/quartic.h"

#include "format/format.h"
#include "format/packed.h"
#include "runtime/base/assert.h"
#include "runtime/math/lanes.h"

#include <string.h>

// Floats of a blend that stay in registers until all targets are in them.
enum { PIECE = 32, PIECE_WIDES = PIECE / WIDE };

// n is a multiple of eight here and below.
static float dot(int32_t n, const float* restrict a, const float* restrict b) {
    wide sum[WIDES] = {0};
    for (int32_t t = 0; t < n; t += EIGHT)
        for (int k = 0; k < WIDES; ++k)
            sum[k] += *(const wide*)(a + t + k * WIDE) * *(const wide*)(b + t + k * WIDE);
    return wide_sum(sum);
}

// dot(w, y), while xi += qj w and xj += qi w.
static float fold(int32_t n, const float* restrict w, const float* restrict y, float* restrict xi,
                  float* restrict xj, float qi, float qj) {
    wide sum[WIDES] = {0};
    for (int32_t t = 0; t < n; t += EIGHT)
        for (int k = 0; k < WIDES; ++k) {
            int32_t at = t + k * WIDE;
            wide s = *(const wide*)(w + at);
            sum[k] += s * *(const wide*)(y + at);
            *(wide*)(xi + at) += qj * s;
            *(wide*)(xj + at) += qi * s;
        }
    return wide_sum(sum);
}

// dot(w, y), while z += amount w.
static float fold_once(int32_t n, const float* restrict w, const float* restrict y,
                       float* restrict z, float amount) {
    wide sum[WIDES] = {0};
    for (int32_t t = 0; t < n; t += EIGHT)
        for (int k = 0; k < WIDES; ++k) {
            int32_t at = t + k * WIDE;
            wide s = *(const wide*)(w + at);
            sum[k] += s * *(const wide*)(y + at);
            *(wide*)(z + at) += amount * s;
        }
    return wide_sum(sum);
}

static void add(int32_t n, float* restrict out, float amount, const float* restrict a) {
    for (int32_t t = 0; t < n; t += WIDE)
        *(wide*)(out + t) += amount * *(const wide*)(a + t);
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
    SUPPLE_ASSERT(count > 0 && (degree == 1 || degree == 3));
    uint32_t pairs = packed_padded(packed_pairs((uint32_t)count));
    return pairs + (degree > 1 ? pairs * ((uint32_t)count + 1) : 0);
}

// y <- all q_i q_j, padded. Returns how many with the padding.
static int32_t make_pairs(int32_t n, const float* q, float* y) {
    int32_t block = (int32_t)packed_padded(packed_pairs((uint32_t)n)), at = 0;
    for (int32_t i = 0; i < n; ++i)
        for (int32_t j = 0; j <= i; ++j)
            y[at++] = q[i] * q[j];
    for (; at < block; ++at)
        y[at] = 0.0f;
    return block;
}

// What the cubic and quartic terms add: to the form, whose second derivatives times q are the force, to
// the rows of stiffness, which are the rest of the second derivatives, and to the force, what is cubic.
// Returns their energy.
static double add_higher(const quartic* p, float* work, int32_t n, const float* q, int32_t stride,
                         float* form, float* force, float* stiffness) {
    uint32_t all = (uint32_t)p->count;
    const float* cubic = p->terms + packed_padded(all) + packed_padded(packed_pairs(all));
    const float* term = cubic + packed_cubic(all);
    int32_t block = make_pairs(n, q, work);
    float *y = work, *x = y + block;
    double energy = 0.0;
    for (int32_t i = 0, at = 0; i < n; ++i) {
        int32_t run = (int32_t)packed_run((uint32_t)i);
        float *xi = x + i * block, m;
        memset(xi, 0, sizeof(float) * (size_t)run); // it has no more than its own run
        for (int32_t j = 0; j < i; ++j) {
            int32_t part = (int32_t)packed_run((uint32_t)j);
            m = fold(part, term, y, xi, x + j * block, q[i], q[j]);
            energy += (double)(m * y[at]);
            form[at++] += m;
            term += part;
        }
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

// The same without the stiffness: the other half of the form is one sum, and no gradients are taken.
static double add_higher_force(const quartic* p, float* work, int32_t n, const float* q,
                               float* form, float* force) {
    uint32_t all = (uint32_t)p->count;
    const float* cubic = p->terms + packed_padded(all) + packed_padded(packed_pairs(all));
    const float* term = cubic + packed_cubic(all);
    int32_t block = make_pairs(n, q, work);
    float *y = work, *z = y + block;
    double energy = 0.0;
    memset(z, 0, sizeof(float) * (size_t)block);
    for (int32_t i = 0, at = 0; i < n; ++i)
        for (int32_t j = 0; j <= i; ++j, ++at) {
            int32_t run = (int32_t)packed_run((uint32_t)j);
            float m = fold_once(run, term, y, z, y[at]);
            energy += (double)(m * y[at]);
            form[at] += m;
            term += run;
        }
    add(block, form, 1.0f, z);
    for (int32_t i = 0; i < n; ++i) {
        int32_t run = (int32_t)packed_run((uint32_t)i);
        float m = fold_once(run, cubic, y, form, q[i]);
        energy += (double)(m * q[i]);
        force[i] += m;
        cubic += run;
    }
    return energy;
}

// The form begins as the square terms; returns the energy of these and of the linear ones.
static double begin_form(const quartic* p, int32_t n, const float* q, float* form, float* force) {
    const float *linear = p->terms, *square = p->terms + packed_padded((uint32_t)p->count);
    uint32_t pairs = packed_pairs((uint32_t)n);
    double energy = 0.0;
    memcpy(force, linear, sizeof(float) * (size_t)n);
    memcpy(form, square, sizeof(float) * pairs);
    memset(form + pairs, 0, sizeof(float) * (packed_padded(pairs) - pairs));
    for (int32_t i = 0, at = 0; i < n; ++i) {
        float sum = linear[i];
        for (int32_t j = 0; j <= i; ++j)
            sum += square[at++] * q[j];
        energy += (double)(sum * q[i]);
    }
    return energy;
}

double quartic_evaluate(const quartic* p, float* work, int32_t n, const float* q, int32_t stride,
                        float* force, float* stiffness) {
    SUPPLE_ASSERT(n >= 0 && n <= p->count && stride >= n && stride % 8 == 0);
    float *form = work, *rest = work + packed_padded(packed_pairs((uint32_t)n));
    double energy = begin_form(p, n, q, form, force);
    memset(stiffness, 0, sizeof(float) * (size_t)(n * stride));
    if (p->degree > 1)
        energy += add_higher(p, rest, n, q, stride, form, force, stiffness);
    add_gradient(n, force, form, q);
    for (int32_t i = 0, at = 0; i < n; ++i, ++at) {
        float* row = stiffness + i * stride;
        for (int32_t j = 0; j < i; ++j, ++at)
            row[j] = stiffness[j * stride + i] = form[at] + row[j];
        row[i] = 2.0f * (form[at] + row[i]);
    }
    return energy;
}

double quartic_force(const quartic* p, float* work, int32_t n, const float* q, float* force) {
    SUPPLE_ASSERT(n >= 0 && n <= p->count);
    float *form = work, *rest = work + packed_padded(packed_pairs((uint32_t)n));
    double energy = begin_form(p, n, q, form, force);
    if (p->degree > 1)
        energy += add_higher_force(p, rest, n, q, form, force);
    add_gradient(n, force, form, q);
    return energy;
}

void quartic_blend(float* out, const float* terms, int32_t count, const float* weights,
                   int32_t weight_count) {
    SUPPLE_ASSERT(count >= 0 && weight_count > 0);
    const float* from[FORMAT_MAX_TARGETS];
    float fraction[FORMAT_MAX_TARGETS];
    int32_t have = 0;
    for (int32_t k = 0; k < weight_count; ++k)
        if (weights[k] != 0.0f) {
            from[have] = terms + (size_t)k * (size_t)count;
            fraction[have++] = weights[k];
        }
    int32_t t = 0;
    for (; t + PIECE <= count; t += PIECE) {
        wide sum[PIECE_WIDES] = {0};
        for (int32_t k = 0; k < have; ++k)
            for (int i = 0; i < PIECE_WIDES; ++i)
                sum[i] += fraction[k] * *(const wide*)(from[k] + t + i * WIDE);
        for (int i = 0; i < PIECE_WIDES; ++i)
            *(wide*)(out + t + i * WIDE) = sum[i];
    }
    for (; t < count; ++t) {
        float sum = 0.0f;
        for (int32_t k = 0; k < have; ++k)
            sum += fraction[k] * from[k][t];
        out[t] = sum;
    }
}
