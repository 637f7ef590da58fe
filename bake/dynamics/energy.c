// The first term writes the sum, the others add to it: a single one has the bits of its own.
// SPDX-License-Identifier: MIT
#include "bake/dynamics/energy.h"

#include "bake/base/assert.h"

#include <string.h>

double energy_sum(const energy_terms* t, const energy_place* at) {
    double sum = 0.0;
    for (int32_t i = 0; i < t->count; ++i)
        sum += t->terms[i].energy(t->terms[i].data, at);
    return sum;
}

static void add(const double* x, size_t count, double* out) {
    for (size_t i = 0; i < count; ++i)
        out[i] += x[i];
}

void energy_sum_force(const energy_terms* t, const energy_place* at, const double* change_or_null,
                      double* scratch, double* out) {
    SUPPLE_ASSERT(t->count >= 1 && scratch != out); // the first one writes
    for (int32_t i = 0; i < t->count; ++i) {
        t->terms[i].force(t->terms[i].data, at, change_or_null, i == 0 ? out : scratch);
        if (i > 0)
            add(scratch, 3 * (size_t)t->node_count, out);
    }
}

void energy_sum_damped(const energy_terms* t, const energy_place* at, energy_matrix which,
                       const double* along, double* scratch, double* out) {
    bool written = false;
    for (int32_t i = 0; i < t->count; ++i) {
        if (!t->terms[i].damped)
            continue;
        t->terms[i].times(t->terms[i].data, at, which, along, written ? scratch : out);
        if (written)
            add(scratch, 3 * (size_t)t->node_count, out);
        written = true;
    }
    if (!written)
        memset(out, 0, 3 * (size_t)t->node_count * sizeof *out);
}

void energy_sum_times(const energy_terms* t, const energy_place* at, energy_matrix which,
                      const double* along, double* scratch, double* out) {
    for (int32_t i = 0; i < t->count; ++i) {
        t->terms[i].times(t->terms[i].data, at, which, along, i == 0 ? out : scratch);
        if (i > 0)
            add(scratch, 3 * (size_t)t->node_count, out);
    }
}

// ---- steps -------------------------------------------------------------------------------

bool energy_is_limited(const energy_terms* t) {
    for (int32_t i = 0; i < t->count; ++i)
        if (t->terms[i].limit != NULL)
            return true;
    return false;
}

double energy_limit(const energy_terms* t, const energy_place* at, const double* change) {
    double least = 1.0;
    for (int32_t i = 0; i < t->count; ++i) {
        double own =
            t->terms[i].limit != NULL ? t->terms[i].limit(t->terms[i].data, at, change) : 1.0;
        least = own < least ? own : least;
    }
    return least;
}

void energy_begin(const energy_terms* t, const energy_place* at) {
    for (int32_t i = 0; i < t->count; ++i)
        if (t->terms[i].begin != NULL)
            t->terms[i].begin(t->terms[i].data, at);
}

bool energy_settle(const energy_terms* t, const energy_place* at, uint8_t* struck) {
    bool settled = true;
    memset(struck, 0, (size_t)t->node_count);
    for (int32_t i = 0; i < t->count; ++i)
        if (t->terms[i].settle != NULL)
            settled = t->terms[i].settle(t->terms[i].data, at, struck) && settled;
    return settled;
}

bool energy_adapt(const energy_terms* t, const energy_place* at) {
    bool changed = false;
    for (int32_t i = 0; i < t->count; ++i)
        if (t->terms[i].adapt != NULL)
            changed = t->terms[i].adapt(t->terms[i].data, at) || changed;
    return changed;
}

void energy_give_up(const energy_terms* t) {
    for (int32_t i = 0; i < t->count; ++i)
        if (t->terms[i].give_up != NULL)
            t->terms[i].give_up(t->terms[i].data);
}

int64_t energy_state_size(const energy_terms* t) {
    int64_t sum = 0;
    for (int32_t i = 0; i < t->count; ++i)
        sum += t->terms[i].state_size;
    return sum;
}

void energy_save(const energy_terms* t, double* state) {
    for (int32_t i = 0; i < t->count; state += t->terms[i++].state_size)
        if (t->terms[i].save != NULL)
            t->terms[i].save(t->terms[i].data, state);
}

void energy_restore(const energy_terms* t, const double* state) {
    for (int32_t i = 0; i < t->count; state += t->terms[i++].state_size)
        if (t->terms[i].restore != NULL)
            t->terms[i].restore(t->terms[i].data, state);
}
