// Spin, limits and the exact step of one part of WIDE bodies, coordinate after coordinate.
//
// As long as a lane stays below half of its limit it moves as linear flesh; where it would not, it leaves the lot at the
// beginning of that substep and is stepped on by itself (step_part).
// SPDX-License-Identifier: MIT
#include "runtime/base/assert.h"
#include "runtime/body/bound.h"
#include "runtime/body/limit.h"
#include "runtime/body/many_lot.h"
#include "runtime/body/spin.h"
#include "runtime/body/step.h"

#include <math.h>
#include <string.h>

#ifndef SUPPLE_PLAIN_LANES

static wide absolute(wide x) {
    return (wide)((wide_mask)x & (wide_mask)(INT32_MAX - (wide_mask){0}));
}

// ---- how far it is displaced -----------------------------------------------------------

static wide farthest(const witness* seen, const wide* x, int32_t count) {
    wide most = {0};
    for (int32_t g = 0; g < seen->count; ++g) {
        wide sum[3] = {{0}};
        const float* shape = seen->shapes + g;
        for (int32_t k = 0; k < count; ++k, shape += 3 * (size_t)WITNESS_MOST)
            for (int axis = 0; axis < 3; ++axis)
                sum[axis] += shape[axis * WITNESS_MOST] * x[k];
        wide square = sum[0] * sum[0] + sum[1] * sum[1] + sum[2] * sum[2];
        most = wide_select(square > most, square, most);
    }
    return wide_root(most);
}

// bound_of_gauge
static wide bound_of_lanes(const body_part* part, int32_t active, const wide* x, wide limit) {
    wide sum = {0}, half = wide_all((float)LIMIT_FREE);
    for (int32_t i = 0; i < active; ++i)
        sum += absolute(x[i]) * part->asset.coords[i].reach;
    sum = sum / limit;
    wide_mask asks = (sum > half) & (sum < wide_all((float)BOUND_MEASURED));
    if (part->seen->count == 0 || !wide_any(asks))
        return sum;
    wide far = farthest(part->seen, x, active) / limit;
    far = wide_select(far < sum, far, sum);
    far = wide_select(far > half, far, half);
    return wide_select(asks, far, sum);
}

// ---- spin ------------------------------------------------------------------------------

// fold of spin.c: matrices that are symmetric, or the opposite of what they are across the diagonal.
static void fold(const lot* l, const float* from, int terms, const wide* amounts, float across,
                 wide* out) {
    const coupling* c = &l->m->prepared->couplings[l->p];
    size_t matrix = coupling_numbers(c->count);
    for (int32_t k = 0; k < l->active; ++k)
        for (int32_t i = 0; i <= k; ++i) {
            const float* at = from + (size_t)(k * c->stride + i);
            wide sum = at[0] * amounts[0];
            for (int m = 1; m < terms; ++m)
                sum += at[(size_t)m * matrix] * amounts[m];
            out[k * l->active + i] = across * sum;
            out[i * l->active + k] = sum;
        }
}

// A row of a matrix times x, by turns in two sums.
static wide multiply_row(const wide* row, const wide* x, int32_t count) {
    wide even = {0}, odd = {0};
    int32_t k = 0;
    for (; k + 1 < count; k += 2) {
        even += row[k] * x[k];
        odd += row[k + 1] * x[k + 1];
    }
    if (k < count)
        even += row[k] * x[k];
    return even + odd;
}

static void kick(lot* l, int32_t active, const wide* matrix, wide_mask which) {
    for (int32_t i = 0; i < active; ++i) {
        wide more = multiply_row(matrix + i * active, l->q, active);
        l->v[i] = wide_select(which, wide_bounded(l->v[i] + more), l->v[i]);
    }
}

static void turn_velocity(lot* l, int32_t active) {
    static const float fraction[5] = {0.0f, 1.0f, 1.0f / 2.0f, 1.0f / 3.0f, 1.0f / 4.0f};
    wide terms[2][MANY_PART_COORDS], sum[MANY_PART_COORDS];
    const wide* term = l->v;
    memcpy(sum, l->v, sizeof *sum * (size_t)active);
    for (int order = 1; order <= l->orders; ++order) {
        wide* next = terms[order % 2];
        for (int32_t i = 0; i < active; ++i)
            next[i] = multiply_row(l->turns + i * active, term, active) * fraction[order];
        for (int32_t i = 0; i < active; ++i)
            sum[i] = wide_select(l->turns_by[order], sum[i] + next[i], sum[i]);
        term = next;
    }
    for (int32_t i = 0; i < active; ++i)
        l->v[i] = wide_select(l->turns_any, wide_bounded(sum[i]), l->v[i]);
}

// Numbers of the lot's bodies, in double, as floats in lanes: by halves, where lanes are so many doubles.
typedef struct lot_doubles {
    double at[3][WIDE];
} lot_doubles;

static void gather_doubles(const lot* l, double (*from)[MANY_MOST], lot_doubles* out) {
    for (int k = 0; k < 3; ++k)
        for (int32_t i = 0; i < WIDE; ++i)
            out->at[k][i] = from[k][l->slot[i]];
}

// spin_impulse
static void change_spin(lot* l) {
    lot_doubles turning;
    wide amounts[COUPLING_DIFFERENCES];
    wide_mask which = {0};
    gather_doubles(l, l->m->turning[l->p], &turning);
    for (int k = 0; k < 3; ++k)
        for (int32_t i = 0; i < WIDE; ++i) {
            amounts[k][i] = (float)(l->m->area[l->slot[i]] * turning.at[k][i]);
            which[i] |= turning.at[k][i] != 0.0 ? -1 : 0;
        }
    if (!wide_any(which))
        return;
    fold(l, l->m->prepared->couplings[l->p].differences, COUPLING_DIFFERENCES, amounts, -1.0f,
         l->turns);
    kick(l, l->active, l->turns, which);
}

// What a spin that is felt does in a substep: the amounts of each matrix, and how far it turns.
static void find_amounts(const lot* l, wide throws[COUPLING_SUMS], wide turns[COUPLING_DIFFERENCES],
                         wide* turn) {
    double half = 0.5 * (double)l->h;
    lot_doubles spin;
    gather_doubles(l, l->m->w[l->p], &spin);
    for (int32_t at = 0; at < WIDE; at += WIDE_DOUBLE) {
        wide_double w[3], most = wide_double_all(SPIN_MOST_TURN), one = wide_double_all(1.0);
        for (int k = 0; k < 3; ++k)
            w[k] = *(const wide_double*)(spin.at[k] + at);
        wide_double angle =
                        wide_double_root(w[0] * w[0] + w[1] * w[1] + w[2] * w[2]) * (double)l->h,
                    cut = wide_double_select(angle > most, most / angle, one);
        for (int k = 0; k < 3; ++k)
            w[k] *= cut;
        wide_double square = w[0] * w[0] + w[1] * w[1] + w[2] * w[2],
                    felt = 2.0 * wide_double_root(square) * half;
        const wide_double thrown[COUPLING_SUMS] = {
            -half * (w[0] * w[0] - square), -half * (w[1] * w[1] - square),
            -half * (w[2] * w[2] - square), -half * (w[0] * w[1]),
            -half * (w[1] * w[2]),          -half * (w[2] * w[0])};
        for (int32_t i = 0; i < WIDE_DOUBLE; ++i) {
            for (int k = 0; k < COUPLING_SUMS; ++k)
                throws[k][at + i] = (float)thrown[k][i];
            for (int k = 0; k < COUPLING_DIFFERENCES; ++k)
                turns[k][at + i] = (float)((2.0 * half) * w[k][i]);
            (*turn)[at + i] = (float)felt[i];
        }
    }
}

// spin_begin
static void begin_spin(lot* l) {
    const coupling* c = &l->m->prepared->couplings[l->p];
    l->turns_any = (wide_mask){0};
    l->orders = 0;
    if (c->count == 0)
        return;
    change_spin(l);
    wide throws[COUPLING_SUMS], turns[COUPLING_DIFFERENCES], turn, size;
    find_amounts(l, throws, turns, &turn);
    size = turn;
    for (int order = 1; order <= 4; ++order) {
        l->turns_by[order] = size > wide_all(SPIN_TERM);
        l->orders += wide_any(l->turns_by[order]); // they only get smaller
        size *= turn / (float)(order + 1);
    }
    l->turns_any = l->turns_by[1];
    if (l->orders == 0)
        return;
    fold(l, c->differences, COUPLING_DIFFERENCES, turns, -1.0f, l->turns);
    fold(l, c->sums, COUPLING_SUMS, throws, 1.0f, l->throws);
}

// ---- a step ----------------------------------------------------------------------------

static void gather(const lot* l, float* const arrays[WIDE], wide* out) {
    for (int32_t i = 0; i < l->active; ++i)
        out[i] = wide_gather((const float* const*)arrays, l->first + i);
}

#define GATHER(l, member, out)                                                                     \
    do {                                                                                           \
        float* arrays[WIDE];                                                                       \
        for (int32_t lane = 0; lane < WIDE; ++lane)                                                \
            arrays[lane] = (l)->b[lane]->member;                                                   \
        gather(l, arrays, out);                                                                    \
    } while (0)

void lot_find_bound(lot* l) {
    int32_t active = l->active;
    SUPPLE_ASSERT(l->part->count <= MANY_PART_COORDS);
    l->active = l->part->count; // what is not active in a lane is at rest there
    GATHER(l, q, l->q);
    for (int32_t i = 0; i < l->active; ++i)
        l->q[i] = wide_bounded(l->q[i]);
    for (int32_t k = 0; k < WIDE; ++k) {
        l->limit[k] = l->b[k]->tuning[l->p].limit;
        for (int32_t i = l->b[k]->active[l->p]; i < l->active; ++i)
            l->q[i][k] = 0.0f;
    }
    l->bound = bound_of_lanes(l->part, l->active, l->q, l->limit);
    l->active = active;
}

// Of the impulse of bones, as far as flesh is thrown by it: soften_shake of step.c.
static void soften(const lot* l, wide* shake, wide area) {
    const supple_body* b = l->m->body[0]; // whose coefficients are found
    float h = (float)l->m->dt;
    wide bound = {0}, one = wide_all(1.0f);
    for (int32_t i = 0; i < l->active; ++i) {
        int32_t c = l->first + i;
        float rate = (float)body_rate(b, c);
        wide turn = rate * (b->impulse_fraction[c] * area + b->force_fraction[c] * h);
        bound += absolute(shake[i]) * l->part->asset.coords[i].reach *
                 wide_select(turn < one, turn, one) / (rate * rate);
    }
    wide thrown = bound / l->limit / STEP_MOST_THROWN, scale = (1.0f - 0.25f / thrown) / thrown;
    wide_mask less = (thrown > wide_all(0.5f)) & (scale < one);
    if (wide_any(less))
        for (int32_t i = 0; i < l->active; ++i)
            shake[i] = wide_select(less, shake[i] * scale, shake[i]);
}

// begin_flesh of step.c
static void begin(lot* l) {
    const supple_body* b = l->m->body[0];
    wide shake[MANY_PART_COORDS], load[MANY_PART_COORDS], push[MANY_PART_COORDS], area;
    GATHER(l, q, l->q);
    GATHER(l, v, l->v);
    GATHER(l, load, load);
    GATHER(l, push, push);
    for (int32_t k = 0; k < WIDE; ++k) {
        area[k] = (float)l->m->area[l->slot[k]];
        l->limit[k] = l->b[k]->tuning[l->p].limit;
        for (int32_t i = 0; i < l->active; ++i)
            shake[i][k] = l->m->shake[l->first + i][l->slot[k]];
    }
    soften(l, shake, area);
    for (int32_t i = 0; i < l->active; ++i) {
        int32_t c = l->first + i;
        l->q[i] = wide_bounded(l->q[i]);
        l->v[i] = wide_bounded(l->v[i] + b->impulse_fraction[c] * (area * shake[i]));
        l->base[i] = wide_bounded(load[i] + push[i] + b->force_fraction[c] * shake[i]);
    }
}

static void begin_coefficients(lot* l) {
    supple_body* b = l->m->body[0];
    step_part_table(b, l->p, l->h);
    for (int32_t i = 0; i < l->active; ++i) {
        const float* row = b->table.rows + l->first + i;
        int32_t stride = b->table.stride;
        l->e11[i] = row[0], l->e12[i] = row[stride], l->e21[i] = row[2 * stride];
        l->e22[i] = row[3 * stride], l->g1[i] = row[4 * stride];
        l->onward[i] = b->onward[l->first + i];
    }
}

static void scatter(const wide* from, int32_t lane, int32_t count, float* to) {
    for (int32_t i = 0; i < count; ++i)
        to[i] = from[i][lane];
}

// Lanes that leave: each is stepped on from substep n by itself.
static void leave(lot* l, wide_mask which, const wide* v, int32_t n) {
    for (int32_t k = 0; k < WIDE; ++k) {
        supple_body* b = l->b[k];
        if (!which[k] || l->gone[k])
            continue;
        for (int32_t again = k; again < WIDE; ++again) // the last is there more than once
            l->gone[again] |= l->slot[again] == l->slot[k] ? -1 : 0;
        scatter(l->q, k, l->active, b->q + l->first);
        scatter(v, k, l->active, b->v + l->first);
        scatter(l->base, k, l->active, b->base + l->first);
        body_spin* spin = &b->spins[l->p];
        spin->on = false;
        for (int axis = 0; axis < 3; ++axis) {
            spin->w[axis] = l->m->w[l->p][axis][l->slot[k]];
            spin->turning[axis] = l->m->turning[l->p][axis][l->slot[k]];
            spin->on |= spin->w[axis] != 0.0 || spin->turning[axis] != 0.0;
        }
        b->step =
            (body_step){.dt = (float)l->m->dt, .all = l->m->dt, .area = l->m->area[l->slot[k]]};
        step_part(b, l->p, n, l->substeps);
        l->m->limited[l->slot[k]] |= b->step.limited || l->limited[k] != 0;
    }
}

// slow_down of modal.c
static void slow_down(lot* l, int32_t active) {
    wide ahead[MANY_PART_COORDS], least = wide_all(LIMIT_LEAST_ROOM);
    for (int32_t i = 0; i < active; ++i)
        ahead[i] = l->v[i] * l->onward[i];
    wide more = bound_of_lanes(l->part, active, ahead, l->limit),
         room = wide_select(l->bound < wide_all(1.0f - LIMIT_LEAST_ROOM), 1.0f - l->bound, least);
    wide_mask fast = (more > room) & ~l->gone;
    if (!wide_any(fast))
        return;
    l->limited |= fast;
    for (int32_t i = 0; i < active; ++i)
        l->v[i] = wide_select(fast, l->v[i] * (room / more), l->v[i]);
}

static void substep(lot* l, int32_t active, int32_t n) {
    const float coarse = 0x1p-60f; // propagator_next
    wide before[MANY_PART_COORDS], q[MANY_PART_COORDS];
    bool turns = l->orders > 0;
    wide_mask was_limited = l->limited;
    memcpy(before, l->v, sizeof *before * (size_t)active);
    if (turns) {
        kick(l, active, l->throws, l->turns_any);
        turn_velocity(l, active);
    }
    slow_down(l, active);
    for (int32_t i = 0; i < active; ++i)
        q[i] =
            (l->e11[i] * l->q[i] + l->e12[i] * l->v[i] + l->g1[i] * l->base[i] + coarse) - coarse;
    l->bound = bound_of_lanes(l->part, active, q, l->limit);
    wide_mask harder = ~(l->bound <= wide_all((float)LIMIT_FREE));
    if (wide_any(harder & ~l->gone)) {
        l->limited = (l->limited & ~harder) | (was_limited & harder);
        leave(l, harder, before, n);
    }
    for (int32_t i = 0; i < active; ++i) {
        wide v = l->e21[i] * l->q[i] + l->e22[i] * l->v[i] + l->e12[i] * l->base[i];
        l->v[i] = (v + coarse) - coarse;
        l->q[i] = q[i];
    }
    if (turns) {
        turn_velocity(l, active);
        kick(l, active, l->throws, l->turns_any);
    }
}

static void advance(lot* l) {
    for (int32_t n = 0; n < l->substeps && wide_any(~l->gone); ++n)
        substep(l, l->active, n);
}

void lot_advance(lot* l, bool beyond) {
    SUPPLE_ASSERT(l->active > 0 && l->active <= MANY_PART_COORDS && l->substeps > 0);
    begin(l);
    begin_coefficients(l);
    begin_spin(l);
    l->gone = l->limited = (wide_mask){0};
    if (beyond)
        leave(l, ~l->gone, l->v, 0);
    advance(l);
    for (int32_t k = 0; k < WIDE; ++k) {
        if (l->gone[k])
            continue;
        scatter(l->q, k, l->active, l->b[k]->q + l->first);
        scatter(l->v, k, l->active, l->b[k]->v + l->first);
        l->m->limited[l->slot[k]] |= l->limited[k] != 0;
    }
}

#endif
