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

// ---- a step ----------------------------------------------------------------------------

static void gather(const lot* l, const float* const arrays[WIDE], wide* out) {
    int32_t i = 0;
    for (; i + 4 <= l->active; i += 4)
        wide_load_fours(arrays, l->first + i, out + i);
    for (; i < l->active; ++i)
        out[i] = wide_gather(arrays, l->first + i);
}

#define GATHER(l, member, out)                                                                     \
    do {                                                                                           \
        const float* arrays[WIDE];                                                                 \
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
    const float* shakes[WIDE];
    GATHER(l, q, l->q);
    GATHER(l, v, l->v);
    GATHER(l, load, load);
    GATHER(l, push, push);
    for (int32_t k = 0; k < WIDE; ++k) {
        area[k] = (float)l->m->area[l->slot[k]];
        l->limit[k] = l->b[k]->tuning[l->p].limit;
        shakes[k] = l->m->shake[l->slot[k]];
    }
    gather(l, shakes, shake);
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

static void scatter_lane(const wide* from, int32_t lane, int32_t count, float* to) {
    for (int32_t i = 0; i < count; ++i)
        to[i] = from[i][lane];
}

// Of lanes that are not gone.
static void scatter(const lot* l, const wide* from, float* const arrays[WIDE]) {
    int32_t i = 0;
    if (!wide_any(l->gone))
        for (; i + 4 <= l->active; i += 4)
            wide_store_fours(from + i, arrays, l->first + i);
    for (int32_t k = 0; k < WIDE; ++k)
        if (!l->gone[k])
            scatter_lane(from + i, k, l->active - i, arrays[k] + l->first + i);
}

// Lanes that leave: each is stepped on from substep n by itself.
static void leave(lot* l, wide_mask which, const wide* v, int32_t n) {
    for (int32_t k = 0; k < WIDE; ++k) {
        supple_body* b = l->b[k];
        if (!which[k] || l->gone[k])
            continue;
        for (int32_t again = k; again < WIDE; ++again) // the last is there more than once
            l->gone[again] |= l->slot[again] == l->slot[k] ? -1 : 0;
        scatter_lane(l->q, k, l->active, b->q + l->first);
        scatter_lane(v, k, l->active, b->v + l->first);
        scatter_lane(l->base, k, l->active, b->base + l->first);
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
    wide_mask was_limited = l->limited;
    memcpy(before, l->v, sizeof *before * (size_t)active);
    lot_spin_before(l, active);
    slow_down(l, active);
    int32_t k = 0;
    do // of one coordinate at least, or gcc warns of none
        q[k] =
            (l->e11[k] * l->q[k] + l->e12[k] * l->v[k] + l->g1[k] * l->base[k] + coarse) - coarse;
    while (++k < active);
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
    lot_spin_after(l, active);
}

static void advance(lot* l) {
    for (int32_t n = 0; n < l->substeps && wide_any(~l->gone); ++n)
        substep(l, l->active, n);
}

void lot_advance(lot* l, bool beyond) {
    SUPPLE_ASSERT(l->active > 0 && l->active <= MANY_PART_COORDS && l->substeps > 0);
    begin(l);
    begin_coefficients(l);
    lot_begin_spin(l);
    l->gone = l->limited = (wide_mask){0};
    if (beyond)
        leave(l, ~l->gone, l->v, 0);
    advance(l);
    float *q[WIDE], *v[WIDE];
    for (int32_t k = 0; k < WIDE; ++k) {
        q[k] = l->b[k]->q;
        v[k] = l->b[k]->v;
        if (!l->gone[k])
            l->m->limited[l->slot[k]] |= l->limited[k] != 0;
    }
    scatter(l, l->q, q);
    scatter(l, l->v, v);
}

#endif
