// Systems as small as rows or coordinates allow, solved once and then applied as a matrix.
//
// 64 points on a part of 40 coordinates are 192 rows of rank 40: reduced to 40 rows, a step multiplies
// matrices of 40 by 40 and nothing larger, and forms the answer by the rank that there is.
// SPDX-License-Identifier: MIT
#include "runtime/hold/hold_response.h"

#include "runtime/base/assert.h"
#include "runtime/math/svd.h"

#include <math.h>
#include <string.h>

double hold_response_rate(double lambda, double decay) {
    double square = lambda - decay * decay;
    return square > 0.0 ? sqrt(square) : 0.0;
}

int hold_response_cuts(double rate, double h) {
    SUPPLE_ASSERT(!(rate < 0.0) && h > 0.0);
    double turns = rate * h / HOLD_RESPONSE_SOFT;
    if (!(turns > 1.0))
        return 1;
    if (turns >= HOLD_RESPONSE_MAX_CUTS)
        return HOLD_RESPONSE_MAX_CUTS;
    int cuts = (int)turns;
    return cuts < turns ? cuts + 1 : cuts;
}

bool hold_response_needs_cuts(supple_hold_kind kind) {
    return kind == SUPPLE_HOLD_PLACE || kind == SUPPLE_HOLD_VELOCITY_END;
}

static double positive(double gain) {
    return gain > 0.0 ? gain : 0.0;
}

coord_response hold_response_of(supple_hold_kind kind, double lambda, double decay, double h,
                                const propagator_matrix* m) {
    SUPPLE_ASSERT(h > 0.0);
    // A hair above, because h was rounded when the step was cut.
    bool soft = hold_response_rate(lambda, decay) * h <= HOLD_RESPONSE_SOFT * 1.0001;
    switch (kind) {
    case SUPPLE_HOLD_VELOCITY:
        return (coord_response){1.0, 0.0, 1.0, 0.0, true};
    case SUPPLE_HOLD_VELOCITY_END:
        if (soft)
            return (coord_response){positive(m->e12 / h), m->e21, m->e22, m->e12, false};
        return (coord_response){m->g1 / (h * h), (m->e11 - 1.0) / h, m->e12 / h, m->g1 / h, false};
    case SUPPLE_HOLD_ACCELERATION:
        return (coord_response){1.0 / h, -lambda, -2.0 * decay, 1.0, false};
    case SUPPLE_HOLD_PLACE_FORCE:
        soft = false;
        break;
    default:
        break;
    }
    return (coord_response){positive(soft ? m->e12 : m->g1 / h), m->e11, m->e12, m->g1, soft};
}

// ---- systems ---------------------------------------------------------------------------

void hold_response_reduce(double* rows, int row_count, int coord_count, double* reduced,
                          double* work) {
    SUPPLE_ASSERT(coord_count > 0 && row_count > coord_count);
    svd_orthonormal(rows, row_count, coord_count, reduced, work);
}

int hold_response_work_size(int row_count, int push_count) {
    SUPPLE_ASSERT(row_count >= 0 && push_count >= 0);
    int least = row_count < push_count ? row_count : push_count;
    return 2 * row_count * push_count + least * least;
}

static void prepare_same(const hold_system* s, double* answer, double* square, double* work) {
    int n = s->coord_count, size = s->row_count;
    for (int i = 0; i < size; ++i) {
        for (int k = 0; k <= i; ++k) {
            const double *a = s->rows + i * n, *b = s->rows + k * n;
            double sum = 0.0;
            for (int c = 0; c < n; ++c)
                sum += a[c] * s->gain[c] * b[c];
            square[i * size + k] = square[k * size + i] = sum;
        }
    }
    svd_invert(square, work, size, HOLD_RESPONSE_WEAK * s->easiest);
    memset(answer, 0, sizeof(double) * (size_t)(size * n));
    for (int r = 0; r < size; ++r)
        hold_response_solve(s->rows, size, n, square + r * size, answer + r * n);
}

static void prepare_apart(const hold_system* s, double* answer, double* work) {
    int n = s->coord_count, rows = s->row_count, pushes = s->push_count;
    double *system = work, *inverse = system + rows * pushes, *turns = inverse + rows * pushes;
    for (int i = 0; i < rows; ++i) {
        for (int k = 0; k < pushes; ++k) {
            double sum = 0.0;
            for (int c = 0; c < n; ++c)
                sum += s->rows[i * n + c] * s->gain[c] * s->pushes[k * n + c];
            system[i * pushes + k] = sum;
        }
    }
    svd_pseudo_inverse(system, rows, pushes, HOLD_RESPONSE_WEAK * s->easiest, turns, inverse);
    memset(answer, 0, sizeof(double) * (size_t)(rows * n));
    for (int r = 0; r < rows; ++r)
        for (int k = 0; k < pushes; ++k)
            for (int c = 0; c < n; ++c)
                answer[r * n + c] += inverse[k * rows + r] * s->pushes[k * n + c];
}

void hold_response_prepare(const hold_system* s, double* answer, double* work) {
    SUPPLE_ASSERT(s->row_count >= 0 && s->push_count >= 0 && s->coord_count >= 0);
    if (s->rows == s->pushes)
        prepare_same(s, answer, work, work + s->row_count * s->row_count);
    else
        prepare_apart(s, answer, work);
}

void hold_response_measure(const double* rows, int row_count, int coord_count, const double* z,
                           double* out) {
    SUPPLE_ASSERT(row_count >= 0 && coord_count >= 0);
    for (int r = 0; r < row_count; ++r) {
        const double* row = rows + (size_t)r * (size_t)coord_count;
        double sum[4] = {0.0, 0.0, 0.0, 0.0}; // four sums: one would wait for itself
        int c = 0;
        for (; c + 4 <= coord_count; c += 4)
            for (int k = 0; k < 4; ++k)
                sum[k] += row[c + k] * z[c + k];
        for (; c < coord_count; ++c)
            sum[0] += row[c] * z[c];
        out[r] = (sum[0] + sum[1]) + (sum[2] + sum[3]);
    }
}

void hold_response_solve(const double* restrict answer, int row_count, int coord_count,
                         const double* restrict missing, double* restrict coord_impulse) {
    SUPPLE_ASSERT(row_count >= 0 && coord_count >= 0);
    for (int r = 0; r < row_count; ++r)
        for (int c = 0; c < coord_count; ++c)
            coord_impulse[c] += answer[(size_t)r * (size_t)coord_count + (size_t)c] * missing[r];
}

// ---- growth ----------------------------------------------------------------------------

// z times omega is as large as v. A coordinate without stiffness counts as one of a sixth of a hertz.
static double size_of(const propagator_matrix* m, const double* z, const double* v, int n,
                      double h) {
    double sum = 0.0;
    for (int i = 0; i < n; ++i) {
        double stiffness = m[i].e12 > 0.0 ? -m[i].e21 / m[i].e12 : 1.0 / (h * h);
        sum += (stiffness > 1.0 ? stiffness : 1.0) * z[i] * z[i] + v[i] * v[i];
    }
    return sqrt(sum);
}

typedef struct growth_loop {
    const hold_system* system;
    const double* answer;
    const coord_response* response;
    const propagator_matrix* steps;
    double h, *z, *v, *told, *coord_impulse, *missing;
} growth_loop;

static void growth_step(const growth_loop* g) {
    const hold_system* s = g->system;
    int n = s->coord_count;
    for (int i = 0; i < n; ++i) {
        g->told[i] = -(g->response[i].of_q * g->z[i] + g->response[i].of_v * g->v[i]);
        g->coord_impulse[i] = 0.0;
    }
    hold_response_measure(s->rows, s->row_count, n, g->told, g->missing);
    hold_response_solve(g->answer, s->row_count, n, g->missing, g->coord_impulse);
    for (int i = 0; i < n; ++i) {
        bool impulse = g->response[i].impulse;
        double z = g->z[i], v = g->v[i] + (impulse ? g->coord_impulse[i] : 0.0);
        double f = impulse ? 0.0 : g->coord_impulse[i] / g->h;
        const propagator_matrix* m = &g->steps[i];
        g->z[i] = m->e11 * z + m->e12 * v + m->g1 * f;
        g->v[i] = m->e21 * z + m->e22 * v + m->e12 * f;
    }
}

double hold_response_growth(const hold_system* s, const double* answer,
                            const coord_response* response, const propagator_matrix* steps,
                            double h, double* state, double* missing) {
    SUPPLE_ASSERT(h > 0.0);
    enum { HOLD_RESPONSE_ROUNDS = 128, HOLD_RESPONSE_WARM = 64, HOLD_RESPONSE_STEPS = 8 };
    int n = s->coord_count;
    growth_loop g = {s,     answer,    response,      steps,         h,
                     state, state + n, state + 2 * n, state + 3 * n, missing};
    uint32_t seed = 1;
    for (int i = 0; i < 2 * n; ++i) {
        seed = seed * 1664525u + 1013904223u;
        state[i] = ((double)(seed >> 8) / (1 << 23) - 1.0) * (i < n ? h : 1.0);
    }
    double growth = 1.0; // geometric mean: by roots, as there is no logarithm here
    for (int round = 0; round < HOLD_RESPONSE_ROUNDS; ++round) {
        double before = size_of(steps, g.z, g.v, n, h);
        if (!(before > 0.0))
            return 0.0;
        for (int i = 0; i < n; ++i)
            g.z[i] /= before, g.v[i] /= before;
        for (int step = 0; step < HOLD_RESPONSE_STEPS; ++step)
            growth_step(&g);
        double grown = size_of(steps, g.z, g.v, n, h);
        if (round >= HOLD_RESPONSE_WARM)
            growth *= sqrt(sqrt(sqrt(grown)));
    }
    for (int i = 0; i < 6; ++i) // 64 rounds
        growth = sqrt(growth);
    return growth;
}
