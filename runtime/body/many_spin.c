// What a turning bone does to one part of WIDE bodies: as spin.c does it for one, sum by sum.
// SPDX-License-Identifier: MIT
#include "runtime/body/many_lot.h"
#include "runtime/body/spin.h"

#include <string.h>

#ifndef SUPPLE_PLAIN_LANES

// fold of spin.c: matrices that are symmetric, or the opposite of what they are across the diagonal. Inlined where the
// number of terms is known: they are one expression.
static ALWAYS_INLINE void fold(const lot* l, const float* from, int terms, const wide* amounts,
                               float across, wide* out) {
    const coupling* c = &l->m->prepared->couplings[l->p];
    size_t matrix = coupling_numbers(c->count);
    for (int32_t k = 0; k < l->active; ++k)
        for (int32_t i = 0; i <= k; ++i) {
            const float* at = from + (size_t)(k * c->stride + i);
            wide sum = at[0] * amounts[0] + at[matrix] * amounts[1] + at[2 * matrix] * amounts[2];
            if (terms == COUPLING_SUMS)
                sum = sum + at[3 * matrix] * amounts[3] + at[4 * matrix] * amounts[4] +
                      at[5 * matrix] * amounts[5];
            out[k * l->active + i] = across * sum;
            out[i * l->active + k] = sum;
        }
}

static void fold_turns(lot* l, const wide amounts[COUPLING_DIFFERENCES]) {
    fold(l, l->m->prepared->couplings[l->p].differences, COUPLING_DIFFERENCES, amounts, -1.0f,
         l->turns);
}

static void fold_throws(lot* l, const wide amounts[COUPLING_SUMS]) {
    fold(l, l->m->prepared->couplings[l->p].sums, COUPLING_SUMS, amounts, 1.0f, l->throws);
}

// A row of a matrix times x, by turns in two sums. Without a loop up to eight, so that a count that the compiler knows leaves
// nothing else.
static ALWAYS_INLINE wide multiply_row(const wide* row, const wide* x, int32_t count) {
    wide even = {0}, odd = {0};
    even += row[0] * x[0];
    if (count > 1)
        odd += row[1] * x[1];
    if (count > 2)
        even += row[2] * x[2];
    if (count > 3)
        odd += row[3] * x[3];
    if (count > 4)
        even += row[4] * x[4];
    if (count > 5)
        odd += row[5] * x[5];
    if (count > 6)
        even += row[6] * x[6];
    if (count > 7)
        odd += row[7] * x[7];
    for (int32_t k = 8; k < count; k += 2) {
        even += row[k] * x[k];
        if (k + 1 < count)
            odd += row[k + 1] * x[k + 1];
    }
    return even + odd;
}

// call(count): a copy for each count that many parts have, and one for all others.
#define BY_COUNT(count, call)                                                                      \
    switch (count) {                                                                               \
    case 3:                                                                                        \
        call(3);                                                                                   \
        break;                                                                                     \
    case 4:                                                                                        \
        call(4);                                                                                   \
        break;                                                                                     \
    case 5:                                                                                        \
        call(5);                                                                                   \
        break;                                                                                     \
    case 6:                                                                                        \
        call(6);                                                                                   \
        break;                                                                                     \
    case 8:                                                                                        \
        call(8);                                                                                   \
        break;                                                                                     \
    default:                                                                                       \
        call(count);                                                                               \
    }

static ALWAYS_INLINE void kick_of(lot* l, int32_t count, const wide* matrix, wide_mask which) {
    for (int32_t i = 0; i < count; ++i) {
        wide more = multiply_row(matrix + i * count, l->q, count);
        l->v[i] = wide_select(which, wide_bounded(l->v[i] + more), l->v[i]);
    }
}

// v <- v + matrix q
static void kick(lot* l, int32_t active, const wide* matrix, wide_mask which) {
#define KICK(count) kick_of(l, count, matrix, which)
    BY_COUNT(active, KICK)
}

static ALWAYS_INLINE void add_terms_of(lot* l, int32_t count, wide sum[MANY_PART_COORDS]) {
    static const float fraction[5] = {0.0f, 1.0f, 1.0f / 2.0f, 1.0f / 3.0f, 1.0f / 4.0f};
    wide terms[2][MANY_PART_COORDS];
    const wide* term = l->v;
    for (int order = 1; order <= l->orders; ++order) {
        wide* next = terms[order % 2];
        wide_mask counts = l->turns_by[order];
        for (int32_t i = 0; i < count; ++i) {
            next[i] = multiply_row(l->turns + i * count, term, count) * fraction[order];
            sum[i] = wide_select(counts, sum[i] + next[i], sum[i]);
        }
        term = next;
    }
}

static void turn_velocity(lot* l, int32_t active) {
    wide sum[MANY_PART_COORDS];
    memcpy(sum, l->v, sizeof *sum * (size_t)active);
#define ADD_TERMS(count) add_terms_of(l, count, sum)
    BY_COUNT(active, ADD_TERMS)
    for (int32_t i = 0; i < active; ++i)
        l->v[i] = wide_select(l->turns_any, wide_bounded(sum[i]), l->v[i]);
}

static ALWAYS_INLINE wide_double gather_double(const lot* l, const double* of_slots, int32_t at) {
    wide_double out;
    for (int32_t i = 0; i < WIDE_DOUBLE; ++i)
        out[i] = of_slots[l->slot[at + i]];
    return out;
}

// spin_impulse
static void change_spin(lot* l) {
    double(*turning)[MANY_MOST] = l->m->turning[l->p];
    wide amounts[COUPLING_DIFFERENCES];
    wide_mask which = {0};
    for (int32_t at = 0; at < WIDE; at += WIDE_DOUBLE) {
        wide_double area = gather_double(l, l->m->area, at);
        for (int k = 0; k < 3; ++k)
            wide_set_doubles(&amounts[k], at, area * gather_double(l, turning[k], at));
    }
    for (int32_t i = 0; i < WIDE; ++i) {
        int32_t s = l->slot[i];
        which[i] = turning[0][s] != 0.0 || turning[1][s] != 0.0 || turning[2][s] != 0.0 ? -1 : 0;
    }
    if (!wide_any(which))
        return;
    fold_turns(l, amounts);
    kick(l, l->active, l->turns, which);
}

// What a spin that is felt does in a substep: the amounts of each matrix, and how far it turns.
static void find_amounts(const lot* l, wide throws[COUPLING_SUMS], wide turns[COUPLING_DIFFERENCES],
                         wide* turn) {
    double(*w)[MANY_MOST] = l->m->w[l->p], h = (double)l->h, half = 0.5 * h;
    wide_double most = wide_double_all(SPIN_MOST_TURN), one = wide_double_all(1.0);
    for (int32_t at = 0; at < WIDE; at += WIDE_DOUBLE) {
        wide_double x = gather_double(l, w[0], at), y = gather_double(l, w[1], at),
                    z = gather_double(l, w[2], at);
        wide_double angle = wide_double_root(x * x + y * y + z * z) * h,
                    cut = wide_double_select(angle > most, most / angle, one);
        x *= cut, y *= cut, z *= cut;
        wide_double square = x * x + y * y + z * z;
        wide_set_doubles(&throws[0], at, -half * (x * x - square));
        wide_set_doubles(&throws[1], at, -half * (y * y - square));
        wide_set_doubles(&throws[2], at, -half * (z * z - square));
        wide_set_doubles(&throws[3], at, -half * (x * y));
        wide_set_doubles(&throws[4], at, -half * (y * z));
        wide_set_doubles(&throws[5], at, -half * (z * x));
        wide_set_doubles(&turns[0], at, (2.0 * half) * x);
        wide_set_doubles(&turns[1], at, (2.0 * half) * y);
        wide_set_doubles(&turns[2], at, (2.0 * half) * z);
        wide_set_doubles(turn, at, 2.0 * wide_double_root(square) * half);
    }
}

void lot_begin_spin(lot* l) {
    const coupling* c = &l->m->prepared->couplings[l->p];
    l->turns_any = (wide_mask){0};
    l->orders = 0;
    if (c->count == 0)
        return;
    wide throws[COUPLING_SUMS], turns[COUPLING_DIFFERENCES], turn, size;
    change_spin(l);
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
    fold_turns(l, turns);
    fold_throws(l, throws);
}

void lot_spin_before(lot* l, int32_t active) {
    if (l->orders == 0)
        return;
    kick(l, active, l->throws, l->turns_any);
    turn_velocity(l, active);
}

void lot_spin_after(lot* l, int32_t active) {
    if (l->orders == 0)
        return;
    turn_velocity(l, active);
    kick(l, active, l->throws, l->turns_any);
}

#endif
