// One block after another: where a step with contacts spends its time.
//
// A block of two free bodies with 20 coordinates reads 2 * 3 * 28 floats twice and does 672 multiply-adds;
// docs/world.md has what it takes and what the machine could do.
// SPDX-License-Identifier: MIT
#include "runtime/solve_work.h"

#include "runtime/assert.h"

#include <math.h>

static inline void dot_3(int32_t n, const float* rows, const float* x, lanes sum[3]) {
    for (int32_t i = 0; i < n; i += LANES) {
        lanes numbers = lanes_load(x + i);
        sum[0] = lanes_more(sum[0], lanes_load(rows + i), numbers);
        sum[1] = lanes_more(sum[1], lanes_load(rows + n + i), numbers);
        sum[2] = lanes_more(sum[2], lanes_load(rows + 2 * n + i), numbers);
    }
}

static inline lanes dot_1(int32_t n, const float* row, const float* x) {
    lanes sum = lanes_all(0.0f);
    for (int32_t i = 0; i < n; i += LANES)
        sum = lanes_more(sum, lanes_load(row + i), lanes_load(x + i));
    return sum;
}

void solve_dot(int32_t row_count, int32_t n, const float* rows, const float* x, float r[3]) {
    SUPPLE_ASSERT(row_count > 0 && row_count <= 3 && n % LANES == 0);
    if (row_count == 1) {
        r[0] += lanes_sum(dot_1(n, rows, x));
        return;
    }
    lanes sum[3] = {lanes_all(0.0f), lanes_all(0.0f), lanes_all(0.0f)};
    dot_3(n, rows, x, sum);
    for (int32_t i = 0; i < 3; ++i)
        r[i] += lanes_sum(sum[i]);
}

void solve_add(int32_t row_count, int32_t n, const float* rows, const float d[3], float* x) {
    SUPPLE_ASSERT(row_count > 0 && row_count <= 3 && n % LANES == 0);
    lanes a = lanes_all(d[0]), b = lanes_all(d[1]), c = lanes_all(d[2]);
    if (row_count == 1) {
        for (int32_t i = 0; i < n; i += LANES)
            lanes_store(x + i, lanes_more(lanes_load(x + i), a, lanes_load(rows + i)));
        return;
    }
    for (int32_t i = 0; i < n; i += LANES) {
        lanes sum = lanes_times(a, lanes_load(rows + i));
        sum = lanes_more(sum, b, lanes_load(rows + n + i));
        sum = lanes_more(sum, c, lanes_load(rows + 2 * n + i));
        lanes_store(x + i, lanes_plus(lanes_load(x + i), sum));
    }
}

void solve_find_rest(const solver* s, int32_t index, float r[3]) {
    SUPPLE_ASSERT(index >= 0 && index < s->block_count);
    const solve_block* block = &s->blocks[index];
    const float* rows = s->rows + block->rows;
    const float* p = s->p[index];
    const float *x = s->x + block->x[0], *y = s->x + block->x[1];
    int32_t n = block->length[0], m = block->length[1];
    memcpy(r, block->base, 3 * sizeof *r);
    if (block->stored == 1) {
        r[0] += lanes_sum(lanes_plus(dot_1(n, rows, x), dot_1(m, rows + n, y)));
    } else {
        lanes one[3] = {lanes_all(0.0f), lanes_all(0.0f), lanes_all(0.0f)};
        lanes two[3] = {lanes_all(0.0f), lanes_all(0.0f), lanes_all(0.0f)};
        dot_3(n, rows, x, one);
        dot_3(m, rows + 3 * n, y, two);
        for (int32_t i = 0; i < 3; ++i)
            r[i] += lanes_sum(lanes_plus(one[i], two[i]));
    }
    r[0] += block->softness * p[0];
    if (block->kind == SOLVE_JOINT) {
        r[1] += block->softness * p[1];
        r[2] += block->softness * p[2];
    }
}

void solve_push(solver* s, int32_t index, const float d[3]) {
    SUPPLE_ASSERT(index >= 0 && index < s->block_count);
    const solve_block* block = &s->blocks[index];
    const float* rows = s->rows + block->rows;
    int32_t n = block->length[0], m = block->length[1];
    solve_add(block->stored, n, rows, d, s->x + block->x[0]);
    solve_add(block->stored, m, rows + block->stored * n, d, s->x + block->x[1]);
}

void solve_multiply(const solver* s, const solve_block* one, const solve_block* two,
                    double sums[3][3]) {
    const float* rows[2] = {s->rows + one->rows, s->rows + two->rows};
    for (int32_t i = 0; i < 2; ++i) {
        for (int32_t k = 0; k < 2; ++k) {
            int32_t n = one->length[i], m = two->length[k];
            const float* a = rows[0] + (i == 1 ? one->stored * one->length[0] : 0);
            const float* b = rows[1] + (k == 1 ? two->stored * two->length[0] : 0);
            int32_t begin = one->x[i] > two->x[k] ? one->x[i] : two->x[k];
            int32_t end = one->x[i] + n < two->x[k] + m ? one->x[i] + n : two->x[k] + m;
            for (int32_t r = 0; r < one->stored; ++r)
                for (int32_t c = 0; c < two->stored; ++c)
                    for (int32_t x = begin; x < end; ++x)
                        sums[r][c] += (double)a[r * n + x - one->x[i]] * b[c * m + x - two->x[k]];
        }
    }
}

// ---- impulses --------------------------------------------------------------------------

// p - inverse r.
static inline void solve_all(const solve_block* block, const float p[3], const float r[3],
                             float out[3]) {
    const float* v = block->inverse;
    out[0] = p[0] - (v[0] * r[0] + v[3] * r[1] + v[4] * r[2]);
    out[1] = p[1] - (v[3] * r[0] + v[1] * r[1] + v[5] * r[2]);
    out[2] = p[2] - (v[4] * r[0] + v[5] * r[1] + v[2] * r[2]);
}

// It sticks if the cone of friction has room for that, else it slides or parts. A sliding contact's
// normal and tangents are found in turns, one turn a sweep: two took half as long again and halved the
// sweeps of sliding heaps only.
static inline void solve_rough(const solve_block* block, const float p[3], const float r[3],
                               float out[3]) {
    solve_all(block, p, r, out);
    float most = block->friction * out[0];
    if (out[0] > 0.0f && out[1] * out[1] + out[2] * out[2] <= most * most)
        return;
    float apart = p[0] - r[0] * block->along;
    out[0] = apart > 0.0f ? apart : 0.0f;
    float d = out[0] - p[0];
    out[1] = p[1] - (r[1] + block->square[3] * d) * block->across;
    out[2] = p[2] - (r[2] + block->square[4] * d) * block->across;
    float square = out[1] * out[1] + out[2] * out[2];
    most = block->friction * out[0];
    if (square > most * most) {
        float share = most / sqrtf(square);
        out[1] *= share;
        out[2] *= share;
    }
}

float solve_alone(const solver* s, int32_t index, float r[3], float d[3]) {
    SUPPLE_ASSERT(index >= 0 && index < s->block_count);
    const solve_block* block = &s->blocks[index];
    const float* p = s->p[index];
    float out[3] = {0.0f, 0.0f, 0.0f};
    solve_find_rest(s, index, r);
    if (block->kind == SOLVE_CONTACT) {
        solve_rough(block, p, r, out);
    } else if (block->kind == SOLVE_SMOOTH) {
        float apart = p[0] - r[0] * block->along;
        out[0] = apart > 0.0f ? apart : 0.0f;
    } else {
        solve_all(block, p, r, out);
    }
    float most = 0.0f;
    for (int32_t i = 0; i < 3; ++i) {
        d[i] = out[i] - p[i];
        float change = fabsf(d[i]) * block->square[i];
        most = change > most ? change : most;
    }
    return most;
}

float solve_sweep_block(solver* s, int32_t index) {
    SUPPLE_ASSERT(index >= 0 && index < s->block_count);
    float r[3], d[3];
    float change = solve_alone(s, index, r, d);
    if (change > 0.0f) {
        for (int32_t i = 0; i < 3; ++i)
            s->p[index][i] += d[i];
        solve_push(s, index, d);
    }
    return change;
}
