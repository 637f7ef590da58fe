// One block after another: where a step with contacts spends its time.
//
// A block of two free bodies with 20 coordinates reads 2 * 3 * 28 floats twice and does 672 multiply-adds;
// docs/world.md has what it takes and what the machine could do.
// SPDX-License-Identifier: MIT
#include "runtime/solve/solve_work.h"

#include "runtime/base/assert.h"

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

// Three numbers of a block, in registers: through memory each would wait for the one before.
typedef struct three {
    float a, b, c;
} three;

// x += rows^T d, rows [row_count][n], row_count 1 or 3, n a multiple of LANES.
static inline void add_rows(int32_t row_count, int32_t n, const float* rows, three d, float* x) {
    lanes a = lanes_all(d.a), b = lanes_all(d.b), c = lanes_all(d.c);
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

static inline three rest_of(const solver* s, const solve_block* block, const float p[3]) {
    const float* rows = s->rows + block->rows;
    const float *x = s->x + block->x[0], *y = s->x + block->x[1];
    int32_t n = block->length[0], m = block->length[1];
    three r = {block->base[0], block->base[1], block->base[2]};
    if (block->stored == 1) {
        r.a += lanes_sum(lanes_plus(dot_1(n, rows, x), dot_1(m, rows + n, y)));
    } else {
        lanes one[3] = {lanes_all(0.0f), lanes_all(0.0f), lanes_all(0.0f)};
        lanes two[3] = {lanes_all(0.0f), lanes_all(0.0f), lanes_all(0.0f)};
        dot_3(n, rows, x, one);
        dot_3(m, rows + 3 * n, y, two);
        r.a += lanes_sum(lanes_plus(one[0], two[0]));
        r.b += lanes_sum(lanes_plus(one[1], two[1]));
        r.c += lanes_sum(lanes_plus(one[2], two[2]));
    }
    r.a += block->softness * p[0];
    if (block->kind == SOLVE_JOINT) {
        r.b += block->softness * p[1];
        r.c += block->softness * p[2];
    }
    return r;
}

void solve_find_rest(const solver* s, int32_t index, float r[3]) {
    SUPPLE_ASSERT(index >= 0 && index < s->block_count);
    three rest = rest_of(s, &s->blocks[index], s->p[index]);
    r[0] = rest.a;
    r[1] = rest.b;
    r[2] = rest.c;
}

void solve_push(solver* s, int32_t index, const float d[3]) {
    SUPPLE_ASSERT(index >= 0 && index < s->block_count);
    const solve_block* block = &s->blocks[index];
    const float* rows = s->rows + block->rows;
    int32_t n = block->length[0], m = block->length[1];
    three change = {d[0], d[1], d[2]};
    add_rows(block->stored, n, rows, change, s->x + block->x[0]);
    add_rows(block->stored, m, rows + block->stored * n, change, s->x + block->x[1]);
}

void solve_find_square(const solver* s, solve_block* block) {
    float* square = block->square;
    const float* rows = s->rows + block->rows;
    memset(square, 0, sizeof block->square);
    for (int32_t i = 0; i < 2; ++i) {
        int32_t n = block->length[i];
        lanes sums[6];
        for (int32_t k = 0; k < 6; ++k)
            sums[k] = lanes_all(0.0f);
        for (int32_t x = 0; x < n; x += LANES) {
            lanes a = lanes_load(rows + x);
            sums[0] = lanes_more(sums[0], a, a);
            if (block->stored == 1 || block->bare)
                continue;
            lanes b = lanes_load(rows + n + x), c = lanes_load(rows + 2 * n + x);
            sums[1] = lanes_more(sums[1], b, b);
            sums[2] = lanes_more(sums[2], c, c);
            sums[3] = lanes_more(sums[3], a, b);
            sums[4] = lanes_more(sums[4], a, c);
            sums[5] = lanes_more(sums[5], b, c);
        }
        for (int32_t k = 0; k < 6; ++k)
            square[k] += lanes_sum(sums[k]);
        rows += (size_t)block->stored * (size_t)n;
    }
}

// sums += A B^T of rows of `count` numbers, n and m apart. All nine of three by three side by side: one sum waits for itself.
static void multiply_rows(const float* a, int32_t n, int32_t a_rows, const float* b, int32_t m,
                          int32_t b_rows, int32_t count, double sums[3][3]) {
    if (a_rows == 3 && b_rows == 3) {
        for (int32_t x = 0; x < count; ++x)
            for (int32_t r = 0; r < 3; ++r)
                for (int32_t c = 0; c < 3; ++c)
                    sums[r][c] += (double)a[r * n + x] * b[c * m + x];
        return;
    }
    for (int32_t r = 0; r < a_rows; ++r)
        for (int32_t c = 0; c < b_rows; ++c)
            for (int32_t x = 0; x < count; ++x)
                sums[r][c] += (double)a[r * n + x] * b[c * m + x];
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
            multiply_rows(a + begin - one->x[i], n, one->stored, b + begin - two->x[k], m,
                          two->stored, end - begin, sums);
        }
    }
}

// ---- impulses --------------------------------------------------------------------------

// p - inverse r.
static inline three solve_all(const solve_block* block, const float p[3], three r) {
    const float* v = block->inverse;
    return (three){p[0] - (v[0] * r.a + v[3] * r.b + v[4] * r.c),
                   p[1] - (v[3] * r.a + v[1] * r.b + v[5] * r.c),
                   p[2] - (v[4] * r.a + v[5] * r.b + v[2] * r.c)};
}

// It sticks if the cone of friction has room for that, else it slides or parts. A sliding contact's
// normal and tangents are found in turns, one turn a sweep: two took half as long again and halved the
// sweeps of sliding heaps only.
static inline three solve_rough(const solve_block* block, const float p[3], three r) {
    three out = solve_all(block, p, r);
    float most = block->friction * out.a;
    if (out.a > 0.0f && out.b * out.b + out.c * out.c <= most * most)
        return out;
    float apart = p[0] - r.a * block->along;
    out.a = apart > 0.0f ? apart : 0.0f;
    float d = out.a - p[0];
    out.b = p[1] - (r.b + block->square[3] * d) * block->across;
    out.c = p[2] - (r.c + block->square[4] * d) * block->across;
    float square = out.b * out.b + out.c * out.c;
    most = block->friction * out.a;
    if (square > most * most) {
        float fraction = most / sqrtf(square);
        out.b *= fraction;
        out.c *= fraction;
    }
    return out;
}

// A joint that has yielded applies its largest force, and that way which leaves the least to do: the nearest within the
// ball of what it bears (as friction slides within its circle).
static inline three solve_weak(const solve_block* block, const float p[3], three r) {
    three out = solve_all(block, p, r);
    float square = out.a * out.a + out.b * out.b + out.c * out.c;
    if (square > block->limit * block->limit) {
        float fraction = block->limit / sqrtf(square);
        out = (three){fraction * out.a, fraction * out.b, fraction * out.c};
    }
    return out;
}

// What its p should be.
static inline three answer_of(const solve_block* block, const float p[3], three r) {
    if (block->kind == SOLVE_CONTACT)
        return solve_rough(block, p, r);
    if (block->reached_limit)
        return solve_weak(block, p, r);
    if (block->kind != SOLVE_SMOOTH)
        return solve_all(block, p, r);
    float apart = p[0] - r.a * block->along;
    apart = apart < block->limit ? apart : block->limit;
    return (three){apart > 0.0f ? apart : 0.0f, 0.0f, 0.0f};
}

static inline float larger(float a, float b) {
    return a > b ? a : b;
}

// The largest change of velocity that changes of its p stand for.
static inline float change_of(const solve_block* block, three d) {
    float a = larger(fabsf(d.a) * block->square[0], 0.0f),
          b = larger(fabsf(d.b) * block->square[1], a);
    return larger(fabsf(d.c) * block->square[2], b);
}

// Whether nothing is to be done for a contact that bears nothing: it parts. Told by its normal alone, which is a third of
// the work; of the contacts of an impact two thirds part at any time.
static inline bool parts(const solver* s, const solve_block* block, const float p[3]) {
    if (block->kind != SOLVE_CONTACT || p[0] != 0.0f || p[1] != 0.0f || p[2] != 0.0f)
        return false;
    const float* rows = s->rows + block->rows;
    int32_t n = block->length[0], m = block->length[1];
    lanes sum =
        lanes_plus(dot_1(n, rows, s->x + block->x[0]), dot_1(m, rows + 3 * n, s->x + block->x[1]));
    return block->base[0] + lanes_sum(sum) >= 0.0f;
}

float solve_alone(solver* s, int32_t index, float r[3], float d[3]) {
    SUPPLE_ASSERT(index >= 0 && index < s->block_count);
    const solve_block* block = &s->blocks[index];
    const float* p = s->p[index];
    if (parts(s, block, p)) {
        memset(r, 0, 3 * sizeof *r);
        memset(d, 0, 3 * sizeof *d);
        return 0.0f;
    }
    if (block->bare)
        solve_complete(s, index);
    three rest = rest_of(s, block, p), out = answer_of(block, p, rest);
    three change = {out.a - p[0], out.b - p[1], out.c - p[2]};
    memcpy(r, &rest, sizeof rest);
    memcpy(d, &change, sizeof change);
    return change_of(block, change);
}

float solve_sweep_block(solver* s, int32_t index) {
    SUPPLE_ASSERT(index >= 0 && index < s->block_count);
    const solve_block* block = &s->blocks[index];
    float* p = s->p[index];
    if (parts(s, block, p))
        return 0.0f;
    if (block->bare)
        solve_complete(s, index);
    three out = answer_of(block, p, rest_of(s, block, p));
    three d = {out.a - p[0], out.b - p[1], out.c - p[2]};
    float change = change_of(block, d);
    if (change > 0.0f) {
        const float* rows = s->rows + block->rows;
        int32_t n = block->length[0], m = block->length[1], stored = block->stored;
        p[0] += d.a;
        p[1] += d.b;
        p[2] += d.c;
        add_rows(stored, n, rows, d, s->x + block->x[0]);
        add_rows(stored, m, rows + stored * n, d, s->x + block->x[1]);
    }
    return change;
}
