// What a substep must do to the coordinates so that pins hold.
//
// Pins hold the flesh, so that the loop of step and pin is linear and its stability
// is that of runtime/pull.h. Near its limit a part shows less than its flesh has: what the flesh aims
// at is set farther off by as much, from the aim alone. To look at what is shown now would feed the
// swing back into the aim (measured: it never calmed down).
// SPDX-License-Identifier: MIT
#include "runtime/pin_work.h"
#include "runtime/pull.h"

#include <math.h>
#include <string.h>

enum { ROUNDS = 6 }; // of finding the aim near a limit; below half of it one is exact

// Farther than this, in limits of the part, none of its vertices is moved by `flesh`.
static double part_bound(const supple_body* b, int32_t part, const double* flesh) {
    const format_coord* coords = b->parts[part].asset.coords;
    int32_t first = b->parts[part].first;
    double bound = 0.0;
    for (int32_t i = 0; i < b->active[part]; ++i)
        bound += fabs(flesh[first + i]) * body_fade_share(b->fade[first + i]) * coords[i].reach;
    return bound / b->tuning[part].limit;
}

// What the system's diagonal would be for the most mobile point of a group's least mobile part.
static double easiest(const supple_body* b, const double* gain, const pin_group* g) {
    double least = INFINITY;
    for (int32_t p = 0; p < b->part_count; ++p) {
        if (!pin_work_has(g->parts, p))
            continue;
        double sum = 0.0;
        for (int32_t i = 0; i < b->active[p]; ++i) {
            int32_t c = b->parts[p].first + i;
            double reach = b->parts[p].asset.coords[i].reach * g->scale;
            sum += reach * reach * gain[c];
        }
        least = sum > 0.0 && sum < least ? sum : least;
    }
    return least;
}

static double* group_inverse(const pin_arrays* a, const pin_work* w, int32_t group) {
    double* inverse = a->inverse;
    for (int32_t g = 0; g < group; ++g) {
        size_t size = (size_t)pull_size(3 * w->groups[g].count, a->n);
        inverse += size * size;
    }
    return inverse;
}

// out = rows times flesh, for a group's pins.
static void displaced(const pin_arrays* a, const pin_group* g, const double* flesh, double* out) {
    for (int32_t r = 3 * g->first; r < 3 * (g->first + g->count); ++r) {
        const double* row = a->rows + (size_t)r * (size_t)a->n;
        out[r] = 0.0;
        for (int32_t i = 0; i < a->n; ++i)
            out[r] += row[i] * flesh[i];
    }
}

static const double* group_rows(const pin_arrays* a, const pin_group* g) {
    return a->rows + 3 * (size_t)g->first * (size_t)a->n;
}

static void prepare_group(const supple_body* b, const pin_arrays* a, const pin_work* w,
                          int32_t group, const double* gain) {
    const pin_group* g = &w->groups[group];
    pull_prepare(group_rows(a, g), 3 * g->count, a->n, gain, easiest(b, gain, g),
                 group_inverse(a, w, group), a->square);
}

// Adds to a->pull what brings a group's pins nearer by a->missing.
static void find_pull(const pin_arrays* a, const pin_work* w, int32_t group, const double* gain) {
    const pin_group* g = &w->groups[group];
    pull_solve(group_rows(a, g), 3 * g->count, a->n, gain, group_inverse(a, w, group),
               a->missing + 3 * g->first, a->scratch, a->pull);
}

// How far the pull alone takes the flesh of a part, in its limits.
static double pull_bound(const supple_body* b, const pin_arrays* a, int32_t part,
                         const double* gain) {
    int32_t first = b->parts[part].first;
    for (int32_t i = first; i < first + b->active[part]; ++i)
        a->flesh[i] = gain[i] * a->pull[i];
    return part_bound(b, part, a->flesh);
}

// a->flesh = rest + ease * pull, the pull cut so that it takes no part farther than its limit.
static void aim(const supple_body* b, const pin_arrays* a, const pin_group* g) {
    for (int32_t p = 0; p < b->part_count; ++p) {
        if (!pin_work_has(g->parts, p))
            continue;
        double bound = pull_bound(b, a, p, a->ease), cut = bound > 1.0 ? 1.0 / bound : 1.0;
        for (int32_t i = b->parts[p].first; i < b->parts[p].first + b->active[p]; ++i) {
            a->pull[i] *= cut;
            a->flesh[i] = a->rest[i] + a->ease[i] * a->pull[i];
        }
    }
}

// a->flesh becomes what is shown of it; false if that is all.
static bool show(const supple_body* b, const pin_arrays* a, const pin_group* g) {
    bool less = false;
    for (int32_t p = 0; p < b->part_count; ++p) {
        if (!pin_work_has(g->parts, p))
            continue;
        double shown = body_soft_limit((float)part_bound(b, p, a->flesh));
        less |= shown < 1.0;
        for (int32_t i = b->parts[p].first; i < b->parts[p].first + b->active[p]; ++i)
            a->flesh[i] *= shown;
    }
    return less;
}

// a->missing: how far each pin's flesh is to travel, all the way. It aims at the equilibrium that shows
// the points as near to their targets as its limits allow, which depends on targets and pose alone.
static void find_aim(const supple_body* b, const pin_work* w, const pin_arrays* a, int32_t group) {
    const pin_group* g = &w->groups[group];
    int32_t first = 3 * g->first, end = 3 * (g->first + g->count);
    prepare_group(b, a, w, group, a->ease);
    memset(a->pull, 0, sizeof(double) * (size_t)a->n);
    aim(b, a, g);
    for (int round = 0; round < ROUNDS && (show(b, a, g) || round == 0); ++round) {
        displaced(a, g, a->flesh, a->missing);
        for (int32_t r = first; r < end; ++r) {
            const supple_vec3* to = &b->pins[w->slot[r / 3]].target;
            double target = r % 3 == 0 ? to->x : r % 3 == 1 ? to->y : to->z;
            a->missing[r] = target - w->base[r / 3][r % 3] - a->missing[r];
        }
        find_pull(a, w, group, a->ease);
        aim(b, a, g);
    }
    displaced(a, g, a->flesh, a->missing);
    for (int32_t r = first; r < end; ++r)
        a->missing[r] -= w->from[r / 3][r % 3];
}

// What a group's pins travel in a step of `all` seconds: with what moves along, flesh moves by no more
// than PIN_HASTE limits a second.
static void find_way(const supple_body* b, pin_work* w, const pin_arrays* a, int32_t group,
                     double all) {
    const pin_group* g = &w->groups[group];
    find_aim(b, w, a, group);
    prepare_group(b, a, w, group, a->gain);
    memset(a->pull, 0, sizeof(double) * (size_t)a->n);
    find_pull(a, w, group, a->gain);
    double farthest = PIN_HASTE * all, part_of_way = 1.0;
    for (int32_t p = 0; p < b->part_count; ++p) {
        double bound = pin_work_has(g->parts, p) ? pull_bound(b, a, p, a->gain) : 0.0;
        part_of_way = bound * part_of_way > farthest ? farthest / bound : part_of_way;
    }
    for (int32_t r = 3 * g->first; r < 3 * (g->first + g->count); ++r)
        w->way[r / 3][r % 3] = part_of_way * a->missing[r];
}

// ---- a substep -------------------------------------------------------------------------

static void predict(const supple_body* b, const pin_arrays* a) {
    memset(a->predicted, 0, sizeof(double) * (size_t)a->n);
    for (int32_t p = 0; p < b->part_count; ++p)
        for (int32_t i = b->parts[p].first; i < b->parts[p].first + b->active[p]; ++i)
            a->predicted[i] = (double)b->table.e11[i] * b->q[i] +
                              (double)b->table.e12[i] * b->v[i] +
                              (double)b->table.g1[i] * b->force[i];
}

static void solve_group(const pin_work* w, const pin_arrays* a, int32_t group, double part_of_way) {
    const pin_group* g = &w->groups[group];
    displaced(a, g, a->predicted, a->missing);
    for (int32_t r = 3 * g->first; r < 3 * (g->first + g->count); ++r)
        a->missing[r] = w->from[r / 3][r % 3] + part_of_way * w->way[r / 3][r % 3] - a->missing[r];
    find_pull(a, w, group, a->gain);
}

// An asset whose shapes are next to nothing, but not quite, may ask for any pull: the state stays finite.
static float bounded(double pull) {
    return pull >= -1e12 && pull <= 1e12 ? (float)pull : 0.0f;
}

static bool holds(const supple_body* b) {
    bool any = false;
    for (int32_t i = 0; i < b->pin_count; ++i)
        any |= b->pins[i].used != 0;
    return any;
}

void pin_solve(supple_body* b, float h, int32_t n, int32_t substeps) {
    if (!holds(b))
        return;
    pin_work* w = b->pin_scratch;
    pin_arrays a = pin_work_arrays(b);
    if (n == 0) {
        pin_work_begin(b, h);
        memcpy(a.flesh, a.rest, sizeof(double) * (size_t)a.n);
        for (int32_t g = 0; g < w->group_count; ++g)
            find_way(b, w, &a, g, (double)h * substeps);
    }
    predict(b, &a);
    memset(a.pull, 0, sizeof(double) * (size_t)a.n);
    for (int32_t g = 0; g < w->group_count; ++g)
        solve_group(w, &a, g, (n + 1.0) / substeps);
    for (int32_t i = 0; i < a.n; ++i) {
        if (a.impulse[i] != 0.0)
            b->v[i] += bounded(a.pull[i]);
        else
            b->force[i] += bounded(a.pull[i] / h);
    }
}

void pin_settle(supple_body* b, float h, int32_t substeps) {
    if (!holds(b))
        return;
    pin_work* w = b->pin_scratch;
    pin_arrays a = pin_work_arrays(b);
    // What takes its share as a force keeps its velocity: the next step would not undo it.
    for (int32_t i = 0; i < a.n; ++i)
        a.predicted[i] = a.impulse[i] * b->v[i];
    memset(a.pull, 0, sizeof(double) * (size_t)a.n);
    for (int32_t group = 0; group < w->group_count; ++group) {
        const pin_group* g = &w->groups[group];
        prepare_group(b, &a, w, group, a.impulse);
        displaced(&a, g, a.predicted, a.missing);
        for (int32_t r = 3 * g->first; r < 3 * (g->first + g->count); ++r)
            a.missing[r] = w->way[r / 3][r % 3] / ((double)h * substeps) - a.missing[r];
        find_pull(&a, w, group, a.impulse);
    }
    for (int32_t i = 0; i < a.n; ++i)
        b->v[i] += bounded(a.impulse[i] * a.pull[i]);
}
