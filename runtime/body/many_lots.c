// Flesh of many bodies: part by part sorted into lots, which are stepped one after the other.
// SPDX-License-Identifier: MIT
#include "runtime/base/assert.h"
#include "runtime/body/limit.h"
#include "runtime/body/many_lot.h"
#include "runtime/body/spin.h"
#include "runtime/body/step.h"

#include <string.h>

#ifndef SUPPLE_PLAIN_LANES

// What a lot has in common.
typedef struct lot_key {
    int32_t active, substeps;
    bool beyond; // half of its limit
} lot_key;

typedef struct lot_keys {
    lot_key of[MANY_MOST];
    float bound[MANY_MOST];
} lot_keys;

static void gather_lot(many* m, int32_t p, const int32_t* slots, int32_t count, lot* l) {
    for (int32_t k = 0; k < WIDE; ++k) {
        l->slot[k] = slots[k < count ? k : count - 1];
        l->b[k] = m->body[l->slot[k]];
    }
    l->m = m;
    l->p = p;
    l->part = &m->parts[p];
    l->first = l->part->first;
    l->active = l->b[0]->active[p];
}

// How far each is displaced, in limits, WIDE bodies at a time.
static void find_bounds(many* m, int32_t p, lot_keys* keys) {
    for (int32_t at = 0; at < m->count; at += WIDE) {
        int32_t slots[WIDE], count = m->count - at < WIDE ? m->count - at : WIDE;
        lot l;
        for (int32_t k = 0; k < count; ++k)
            slots[k] = at + k;
        gather_lot(m, p, slots, count, &l);
        lot_find_bound(&l);
        for (int32_t k = 0; k < count; ++k)
            keys->bound[at + k] = l.bound[k];
    }
}

// part_wish of step.c
static lot_key find_key(const many* m, int32_t p, int32_t i, float bound) {
    supple_body* b = m->body[i];
    const body_part* part = &m->parts[p];
    lot_key key = {b->active[p], 1, !(bound <= (float)LIMIT_FREE)};
    if (key.beyond) {
        for (int32_t c = part->first; c < part->first + key.active; ++c)
            b->q[c] = body_bounded(b->q[c]);
        key.substeps = part->model->substeps(b, p, m->dt);
    }
    const double w[3] = {m->w[p][0][i], m->w[p][1][i], m->w[p][2][i]};
    int32_t spin = spin_substeps_of(w, m->dt);
    key.substeps = spin > key.substeps ? spin : key.substeps;
    return key;
}

static bool same_key(const lot_key* a, const lot_key* b) {
    return a->active == b->active && a->substeps == b->substeps && a->beyond == b->beyond;
}

static void advance_part(many* m, int32_t p) {
    lot_keys keys;
    bool done[MANY_MOST] = {false};
    find_bounds(m, p, &keys);
    for (int32_t i = 0; i < m->count; ++i) {
        keys.of[i] = find_key(m, p, i, keys.bound[i]);
        done[i] = keys.of[i].active == 0;
        if (!done[i] && keys.of[i].substeps > m->substeps[i])
            m->substeps[i] = keys.of[i].substeps;
    }
    for (int32_t i = 0; i < m->count; ++i) {
        int32_t slots[WIDE], count = 0;
        for (int32_t k = i; k < m->count && !done[i] && count < WIDE; ++k)
            if (!done[k] && same_key(&keys.of[k], &keys.of[i]))
                slots[count++] = k;
        if (count == 0)
            continue;
        lot l;
        gather_lot(m, p, slots, count, &l);
        l.substeps = keys.of[i].substeps;
        l.h = prepared_substep(m->dt, l.substeps);
        for (int32_t k = 0; k < WIDE; ++k)
            l.bound[k] = keys.bound[l.slot[k]];
        for (int32_t k = 0; k < count; ++k)
            done[slots[k]] = true;
        lot_advance(&l, keys.of[i].beyond);
        --i; // others of the same key may be left
    }
}

void many_flesh(many* m) {
    SUPPLE_ASSERT(m->count > 0 && m->count <= MANY_MOST);
    step_fractions(m->body[0], (float)m->dt);
    for (int32_t p = 0; p < m->part_count; ++p)
        advance_part(m, p);
}

#endif
