// States of a response, at any time: each number is a sum of at most four words of the file.
//
// Between two states the cubic that has both places and both velocities. Velocities are not stored: they are central
// differences inside a response, slopes of a parabola at its ends. All of it is linear in words, with weights that are the
// same for all coordinates, so that a sample reads four rows once.
// SPDX-License-Identifier: MIT
#include "runtime/base/assert.h"
#include "runtime/model/recorded.h"

enum { RECORDED_SAMPLE_ROWS = 4 };

typedef struct row_weights {
    int32_t first, count; // rows
    double place[RECORDED_SAMPLE_ROWS], speed[RECORDED_SAMPLE_ROWS];
} row_weights;

// w += by * the velocity at a state of a response that has `last` more than its first, words a state.
static void add_slope(double* w, int32_t state, int32_t last, int32_t first, double by) {
    double* at = w + (state - first);
    if (last == 1) {
        w[0] -= by, w[1] += by;
    } else if (state == 0) {
        at[0] -= 1.5 * by, at[1] += 2.0 * by, at[2] -= 0.5 * by;
    } else if (state == last) {
        at[0] += 1.5 * by, at[-1] -= 2.0 * by, at[-2] += 0.5 * by;
    } else {
        at[1] += 0.5 * by, at[-1] -= 0.5 * by;
    }
}

// The rows that velocities at both ends of an interval are made of.
static row_weights weights_of(int32_t at, double t, int32_t last) {
    row_weights w = {.count = last < RECORDED_SAMPLE_ROWS - 1 ? last + 1 : RECORDED_SAMPLE_ROWS};
    int32_t most = last + 1 - w.count;
    w.first = at - 1 < 0 ? 0 : at - 1 < most ? at - 1 : most;
    double there = t * t * (3.0 - 2.0 * t), turn = 6.0 * t * (1.0 - t);
    w.place[at - w.first] += 1.0 - there;
    w.place[at + 1 - w.first] += there;
    w.speed[at - w.first] -= turn;
    w.speed[at + 1 - w.first] += turn;
    add_slope(w.place, at, last, w.first, t * (1.0 - t) * (1.0 - t));
    add_slope(w.place, at + 1, last, w.first, t * t * (t - 1.0));
    add_slope(w.speed, at, last, w.first, (1.0 - t) * (1.0 - 3.0 * t));
    add_slope(w.speed, at + 1, last, w.first, t * (3.0 * t - 2.0));
    return w;
}

// out_k <- by * scale_k * sum over rows of weight * word
static void add_up(const asset_recorded* p, int32_t coord_count, const int16_t* row,
                   const double* weight, int32_t count, double by, float* out) {
    const float* scales = p->scales;
    for (int32_t k = 0; k < coord_count; ++k) {
        double sum = 0.0;
        for (int32_t r = 0; r < count; ++r)
            sum += weight[r] * (double)row[(ptrdiff_t)r * coord_count + k];
        out[k] = (float)(by * (double)scales[k] * sum);
    }
}

void recorded_sample(const asset_recorded* p, int32_t coord_count, uint32_t response, double states,
                     float* q, float* v) {
    SUPPLE_ASSERT(response < p->record->response_count);
    const format_response* s = &p->responses[response];
    int32_t last = (int32_t)s->count;
    states = states > 0.0 ? states < last ? states : last : 0.0; // 0 of what is no number
    int32_t at = (int32_t)states;
    at -= at == last;
    row_weights w = weights_of(at, states - at, last);
    const int16_t* row = p->orbits + ((ptrdiff_t)s->first + w.first) * (ptrdiff_t)coord_count;
    if (q != NULL)
        add_up(p, coord_count, row, w.place, w.count, 1.0, q);
    if (v != NULL)
        add_up(p, coord_count, row, w.speed, w.count, 1.0 / (double)p->record->step, v);
}

void recorded_before(const asset_recorded* p, int32_t coord_count, uint32_t response, float* q,
                     float* v) {
    SUPPLE_ASSERT(response < p->record->response_count);
    const format_response* s = &p->responses[response];
    static const double slopes[3][3] = {{0.0}, {-1.0, 1.0}, {0.5, -2.0, 1.5}}; // by `back`
    const double one[1] = {1.0};
    const int16_t* row = p->orbits + (ptrdiff_t)s->first * (ptrdiff_t)coord_count;
    add_up(p, coord_count, row, one, 1, 1.0, q);
    add_up(p, coord_count, row - (ptrdiff_t)s->back * coord_count, slopes[s->back],
           (int32_t)s->back + 1, 1.0 / (double)p->record->step, v);
}
