// Sweeps.
//
// Sums run in SOLVE_LANES partial sums that are added in a fixed order, so that the compilers may use
// vectors and all give the same bits.
// SPDX-License-Identifier: MIT
#include "runtime/solve_work.h"

#include <math.h>
#include <string.h>

enum { LOCAL_ROUNDS = 2 }; // of a sliding contact, whose normal and tangents are found in turns

// ---- rows times numbers ----------------------------------------------------------------

static float add_lanes(const float a[SOLVE_LANES]) {
    return ((a[0] + a[4]) + (a[1] + a[5])) + ((a[2] + a[6]) + (a[3] + a[7]));
}

static void dot_1(int32_t n, const float* restrict a, const float* restrict x, float* restrict r) {
    float sum[SOLVE_LANES] = {0.0f};
    for (int32_t i = 0; i < n; i += SOLVE_LANES)
        for (int32_t k = 0; k < SOLVE_LANES; ++k)
            sum[k] += a[i + k] * x[i + k];
    r[0] += add_lanes(sum);
}

static void dot_3(int32_t n, const float* restrict a, const float* restrict b,
                  const float* restrict c, const float* restrict x, float* restrict r) {
    float sum_a[SOLVE_LANES] = {0.0f}, sum_b[SOLVE_LANES] = {0.0f}, sum_c[SOLVE_LANES] = {0.0f};
    for (int32_t i = 0; i < n; i += SOLVE_LANES) {
        for (int32_t k = 0; k < SOLVE_LANES; ++k)
            sum_a[k] += a[i + k] * x[i + k];
        for (int32_t k = 0; k < SOLVE_LANES; ++k)
            sum_b[k] += b[i + k] * x[i + k];
        for (int32_t k = 0; k < SOLVE_LANES; ++k)
            sum_c[k] += c[i + k] * x[i + k];
    }
    r[0] += add_lanes(sum_a);
    r[1] += add_lanes(sum_b);
    r[2] += add_lanes(sum_c);
}

static void add_1(int32_t n, const float* restrict a, float d, float* restrict x) {
    for (int32_t i = 0; i < n; ++i)
        x[i] += a[i] * d;
}

static void add_3(int32_t n, const float* restrict a, const float* restrict b,
                  const float* restrict c, float da, float db, float dc, float* restrict x) {
    for (int32_t i = 0; i < n; ++i)
        x[i] += (a[i] * da + b[i] * db) + c[i] * dc;
}

void solve_dot(int32_t row_count, int32_t n, const float* rows, const float* x, float r[3]) {
    if (row_count == 1)
        dot_1(n, rows, x, r);
    else
        dot_3(n, rows, rows + n, rows + 2 * n, x, r);
}

void solve_add(int32_t row_count, int32_t n, const float* rows, const float d[3], float* x) {
    if (row_count == 1)
        add_1(n, rows, d[0], x);
    else
        add_3(n, rows, rows + n, rows + 2 * n, d[0], d[1], d[2], x);
}

// ---- blocks ----------------------------------------------------------------------------

// r = J w + bias + softness p.
static void find_rest(const solver* s, const solve_block* block, float r[3]) {
    const float* rows = s->rows + block->rows;
    memcpy(r, block->base, 3 * sizeof *r);
    solve_dot(block->stored, block->length[0], rows, s->x + block->x[0], r);
    solve_dot(block->stored, block->length[1], rows + block->stored * block->length[0],
              s->x + block->x[1], r);
    for (int32_t i = 0; i < (block->kind == SOLVE_JOINT ? 3 : 1); ++i)
        r[i] += block->softness * block->p[i];
}

static void push(solver* s, const solve_block* block, const float d[3]) {
    const float* rows = s->rows + block->rows;
    solve_add(block->stored, block->length[0], rows, d, s->x + block->x[0]);
    solve_add(block->stored, block->length[1], rows + block->stored * block->length[0], d,
              s->x + block->x[1]);
}

// p - inverse r.
static void solve_all(const solve_block* block, const float r[3], float p[3]) {
    const float* v = block->inverse;
    p[0] = block->p[0] - (v[0] * r[0] + v[3] * r[1] + v[4] * r[2]);
    p[1] = block->p[1] - (v[3] * r[0] + v[1] * r[1] + v[5] * r[2]);
    p[2] = block->p[2] - (v[4] * r[0] + v[5] * r[1] + v[2] * r[2]);
}

// Shortens what is longer than `radius`.
static void cut(float* p, int32_t count, float radius) {
    float square = 0.0f;
    for (int32_t i = 0; i < count; ++i)
        square += p[i] * p[i];
    if (square <= radius * radius)
        return;
    float scale = radius / sqrtf(square);
    for (int32_t i = 0; i < count; ++i)
        p[i] *= scale;
}

static float pushed_apart(const solve_block* block, float r) {
    float p = block->square[0] > 0.0f ? block->p[0] - r / block->square[0] : 0.0f;
    return p > 0.0f ? p : 0.0f;
}

// A contact by itself: it sticks if the cone of friction has room for that, else it slides or parts.
static void solve_contact_alone(const solve_block* block, const float r[3], float p[3]) {
    const float* a = block->square;
    solve_all(block, r, p);
    float most = block->friction * p[0];
    if (p[0] > 0.0f && p[1] * p[1] + p[2] * p[2] <= most * most)
        return;
    memcpy(p, block->p, 3 * sizeof *p);
    float rest[3] = {r[0], r[1], r[2]};
    for (int32_t round = 0; round < LOCAL_ROUNDS; ++round) {
        float before[3] = {p[0], p[1], p[2]};
        p[0] = a[0] > 0.0f ? p[0] - rest[0] / a[0] : 0.0f;
        p[0] = p[0] > 0.0f ? p[0] : 0.0f;
        float d = p[0] - before[0];
        p[1] -= (rest[1] + a[3] * d) * block->across;
        p[2] -= (rest[2] + a[4] * d) * block->across;
        cut(p + 1, 2, block->friction * p[0]);
        float d1 = p[1] - before[1], d2 = p[2] - before[2];
        rest[0] += a[0] * d + a[3] * d1 + a[4] * d2;
        rest[1] += a[3] * d + a[1] * d1 + a[5] * d2;
        rest[2] += a[4] * d + a[5] * d1 + a[2] * d2;
    }
}

// What p of a block should become, all else as it is.
static void solve_alone(const solve_block* block, const float r[3], float p[3]) {
    memcpy(p, block->p, 3 * sizeof *p);
    if (block->kind == SOLVE_SMOOTH) {
        p[0] = pushed_apart(block, r[0]);
    } else if (block->kind == SOLVE_CONTACT) {
        solve_contact_alone(block, r, p);
    } else {
        solve_all(block, r, p);
        cut(p, 3, block->limit);
    }
}

// The largest change of velocity that a change of p stands for.
static float weigh(const solve_block* block, const float d[3]) {
    float most = 0.0f;
    for (int32_t i = 0; i < block->row_count; ++i) {
        float change = fabsf(d[i]) * block->square[i];
        most = change > most ? change : most;
    }
    return most;
}

static float sweep_block(solver* s, solve_block* block) {
    float r[3], p[3];
    find_rest(s, block, r);
    solve_alone(block, r, p);
    float d[3] = {p[0] - block->p[0], p[1] - block->p[1], p[2] - block->p[2]};
    float change = weigh(block, d);
    if (change > 0.0f) {
        memcpy(block->p, p, sizeof p);
        push(s, block, d);
    }
    return change;
}

// ---- holds -----------------------------------------------------------------------------

// w of a body, as its holds know it.
static void gather(const solver* s, const solve_mover* m, double* w) {
    const float* x = s->x + m->first;
    int32_t i = 0;
    if (m->free) {
        for (i = 0; i < 3; ++i) {
            w[i] = m->velocity[i] + m->mass_root * x[i];
            w[3 + i] = m->spin[i];
            for (int32_t k = 0; k <= i; ++k)
                w[3 + i] += m->inertia_root[i][k] * x[3 + k];
        }
        i = SOLVE_RIGID;
    }
    for (; i < m->count; ++i)
        w[i] = s->speed[m->first + i] + (double)s->root[m->first + i] * x[i];
}

static void receive(solver* s, const solve_mover* m, const double* pull) {
    float* x = s->x + m->first;
    double* held = s->held_pull + m->first;
    for (int32_t i = 0; i < m->count; ++i)
        held[i] += pull[i];
    int32_t i = 0;
    if (m->free) {
        for (i = 0; i < 3; ++i) {
            x[i] += (float)(m->mass_root * pull[i]);
            double sum = 0.0;
            for (int32_t k = i; k < 3; ++k)
                sum += m->inertia_root[k][i] * pull[3 + k];
            x[3 + i] += (float)sum;
        }
        i = SOLVE_RIGID;
    }
    for (; i < m->count; ++i)
        x[i] += s->root[m->first + i] * (float)pull[i];
}

static float sweep_hold(solver* s, const solve_held* hold) {
    const solve_mover* m = &s->movers[hold->body];
    gather(s, m, s->w);
    memset(s->pull, 0, sizeof *s->pull * (size_t)m->count);
    double missed = hold->sweep(hold->user, s->w, s->pull);
    receive(s, m, s->pull);
    return (float)missed;
}

// ---- runs ------------------------------------------------------------------------------

static float largest(float a, float b) {
    return a > b ? a : b;
}

static float sweep_forward(solver* s) {
    float change = 0.0f;
    for (int32_t i = 0; i < s->hold_count; ++i)
        change = largest(change, sweep_hold(s, &s->holds[i]));
    for (int32_t i = 0; i < s->block_count; ++i)
        change = largest(change, sweep_block(s, &s->blocks[i]));
    return change;
}

static float sweep_back(solver* s) {
    float change = 0.0f;
    for (int32_t i = s->block_count - 1; i >= 0; --i)
        change = largest(change, sweep_block(s, &s->blocks[i]));
    for (int32_t i = s->hold_count - 1; i >= 0; --i)
        change = largest(change, sweep_hold(s, &s->holds[i]));
    return change;
}

static double find_work(const solver* s) {
    double work = 0.0;
    for (int32_t i = 0; i < s->block_count; ++i) {
        const solve_block* block = &s->blocks[i];
        const float* rows = s->rows + block->rows;
        float gained[3] = {0.0f, 0.0f, 0.0f};
        solve_dot(block->stored, block->length[0], rows, s->x + block->x[0], gained);
        solve_dot(block->stored, block->length[1], rows + block->stored * block->length[0],
                  s->x + block->x[1], gained);
        for (int32_t r = 0; r < block->row_count; ++r)
            work += block->p[r] * (s->places[i].before[r] + 0.5 * gained[r]);
    }
    return work;
}

static void find_pulls(solver* s) {
    for (int32_t b = 0; b < s->body_count; ++b) {
        solve_mover* m = &s->movers[b];
        const double* held = s->held_pull + m->first;
        for (int32_t i = 0; i < 3; ++i) {
            m->impulse[i] = m->free ? held[i] : 0.0;
            m->turning[i] = m->free ? held[3 + i] : 0.0;
        }
    }
    for (int32_t i = 0; i < s->block_count; ++i) {
        const solve_place_of* place = &s->places[i];
        double p[3];
        solve_impulse(s, i, p);
        for (int32_t k = 0; k < 2; ++k) {
            if (place->body[k] < 0 || !s->movers[place->body[k]].free)
                continue;
            solve_mover* m = &s->movers[place->body[k]];
            const double* arm = place->arm[k];
            double sign = k == 0 ? 1.0 : -1.0;
            double turn[3] = {arm[1] * p[2] - arm[2] * p[1], arm[2] * p[0] - arm[0] * p[2],
                              arm[0] * p[1] - arm[1] * p[0]};
            for (int32_t c = 0; c < 3; ++c) {
                m->impulse[c] += place->turns[k] ? 0.0 : sign * p[c];
                m->turning[c] += sign * (place->turns[k] ? p[c] : turn[c]);
            }
        }
    }
}

solve_report solve_run(solver* s, int32_t sweeps, double tolerance) {
    solve_report report = {0, 0.0, 0.0};
    for (int32_t i = 0; i < s->block_count; ++i)
        push(s, &s->blocks[i], s->blocks[i].p);
    while (report.sweeps < sweeps) {
        bool forward = report.sweeps % 2 == 0;
        report.residual = forward ? sweep_forward(s) : sweep_back(s);
        ++report.sweeps;
        if (report.residual <= tolerance)
            break;
    }
    report.work = find_work(s);
    find_pulls(s);
    for (int32_t i = 0; i < s->joint_count; ++i) {
        solve_block* b = &s->blocks[s->joints[i]];
        float square = b->p[0] * b->p[0] + b->p[1] * b->p[1] + b->p[2] * b->p[2];
        b->gave_way = square >= 0.999f * b->limit * b->limit;
    }
    return report;
}

void solve_impulse(const solver* s, int32_t block, double impulse[3]) {
    const solve_place_of* place = &s->places[block];
    const float* p = s->blocks[block].p;
    for (int32_t c = 0; c < 3; ++c)
        impulse[c] = p[0] * place->axes[0][c] + p[1] * place->axes[1][c] + p[2] * place->axes[2][c];
}

bool solve_gave_way(const solver* s, int32_t joint) {
    return s->blocks[joint].gave_way != 0;
}

void solve_pull(const solver* s, int32_t body, double impulse[3], double turning[3], double* pull) {
    const solve_mover* m = &s->movers[body];
    int32_t rigid = m->free ? SOLVE_RIGID : 0;
    memcpy(impulse, m->impulse, sizeof m->impulse);
    memcpy(turning, m->turning, sizeof m->turning);
    for (int32_t i = rigid; i < m->count; ++i) {
        float root = s->root[m->first + i];
        pull[i - rigid] = root > 0.0f ? (double)s->x[m->first + i] / root : 0.0;
    }
}
