// Sums and comparisons; the whole energy is that of the loads' static answers.
// SPDX-License-Identifier: MIT
#include "bake/model/select.h"

#include "bake/base/assert.h"
#include "bake/model/loads.h"

#include <stdlib.h>

typedef struct ranked {
    double energy;
    int32_t mode;
} ranked;

double select_reach(const double* shape, int32_t count, const uint8_t* seen_or_null, double value) {
    SUPPLE_ASSERT(count >= 0);
    double largest = 0.0;
    for (int32_t i = 0; i < count; ++i) {
        const double* u = shape + 3 * (size_t)i;
        if (seen_or_null == NULL || seen_or_null[i])
            largest = fmax(largest, u[0] * u[0] + u[1] * u[1] + u[2] * u[2]);
    }
    return largest > 0.0 ? largest / value : 0.0;
}

select_shake select_shake_even(vec3 centre, double length) {
    select_shake out = {.centre = centre};
    for (int a = 0; a < 3; ++a) {
        out.linear[a] = 1.0;
        for (int b = 0; b < 3; ++b)
            out.turn[a][b] = length > 0.0 ? 1.0 / length : 0.0;
    }
    return out;
}

select_shake select_shake_of_body(const forcing_body* b) {
    double trace = b->inertia[0][0] + b->inertia[1][1] + b->inertia[2][2];
    return select_shake_even(b->centre, sqrt(0.5 * trace / b->mass));
}

void select_loads(const forcing_mode* f, const select_shake* shake, double loads[SELECT_LOADS]) {
    const double centre[3] = {shake->centre.x, shake->centre.y, shake->centre.z};
    for (int a = 0; a < 3; ++a) {
        *loads++ = f->s[a] * shake->linear[a];
        for (int b = 0; b < 3; ++b)
            *loads++ = (f->j[a][b] - f->s[a] * centre[b]) * shake->turn[a][b];
    }
}

double select_energy(const forcing_mode* f, double value, const select_shake* shake) {
    double loads[SELECT_LOADS], sum = 0.0;
    select_loads(f, shake, loads);
    for (int i = 0; i < SELECT_LOADS; ++i)
        sum += loads[i] * loads[i];
    return sum > 0.0 ? 0.5 * sum / value : 0.0;
}

// ---- the whole body --------------------------------------------------------------------

bool select_energy_of_all(const tets* t, const assemble_matrices* all, const int32_t* number,
                          int32_t free_count, const select_shake* shake, int threads, double* out,
                          report* r) {
    arena* scratch = arena_create();
    assemble_matrices kept = assemble_keep(all, number, free_count, scratch);
    const loads_request q = {.tets = t,
                             .all = all,
                             .moving = &kept,
                             .number = number,
                             .free_count = free_count,
                             .shake = *shake,
                             .threads = threads};
    load_set l;
    bool ok = loads_answer(&q, &l, scratch, r);
    *out = ok ? loads_energy(&l, free_count) : 0.0;
    arena_destroy(scratch);
    return ok;
}

// ---- choosing --------------------------------------------------------------------------

static double damping_of(const select_candidates* c, int32_t mode) {
    return c->damping_or_null != NULL ? c->damping_or_null[mode] : 0.0;
}

static bool is_seen(const select_candidates* c, const select_rule* rule, int32_t mode) {
    if (!(rule->step > 0.0 && rule->force > 0.0) || c->reach_or_null == NULL)
        return true;
    double reach = c->reach_or_null[mode];
    // at resonance 1 / (2 xi) = omega / (2 d), never less than at rest
    double swing = sqrt(c->values[mode]), brake = 2.0 * damping_of(c, mode);
    if (rule->resonant && brake < swing)
        return reach * swing * rule->force >= rule->step * brake;
    return reach * rule->force >= rule->step;
}

// Over-damped modes do not swing, and never too fast (numerics.md B6).
static bool is_too_fast(const select_candidates* c, const select_rule* rule, int32_t mode) {
    double d = damping_of(c, mode), limit = EXACT_PI * rule->frame_rate;
    return rule->frame_rate > 0.0 && c->values[mode] - d * d > limit * limit;
}

static int by_energy(const void* a, const void* b) {
    const ranked *x = a, *y = b;
    if (x->energy != y->energy)
        return x->energy > y->energy ? -1 : 1;
    return (x->mode > y->mode) - (x->mode < y->mode);
}

select_result select_modes(const select_candidates* c, const select_rule* rule, int32_t* kept) {
    arena* scratch = arena_create();
    ranked* list = ARENA_NEW(scratch, ranked, (size_t)c->count);
    select_result out = {0};
    for (int32_t i = 0; i < c->count; ++i) {
        if (!is_seen(c, rule, i))
            ++out.unseen;
        else if (is_too_fast(c, rule, i))
            ++out.too_fast;
        else
            list[out.count++] = (ranked){c->energy_or_null != NULL ? c->energy_or_null[i] : 0.0, i};
    }
    qsort(list, (size_t)out.count, sizeof *list, by_energy);
    if (rule->count > 0 && out.count > rule->count) {
        out.surplus = out.count - rule->count;
        out.count = rule->count;
    }
    for (int32_t i = 0; i < out.count; ++i)
        kept[i] = list[i].mode;
    arena_destroy(scratch);
    return out;
}
