// The way of held places through a step: an aim that the flesh can reach, as fast as it may go there.
//
// Flesh aims at no place beyond its limit. A free body can go where its points should be.
// SPDX-License-Identifier: MIT
#include "runtime/hold/pin_path.h"

#include "runtime/base/assert.h"
#include "runtime/body/bound.h"
#include "runtime/body/limit.h"

#include <math.h>
#include <string.h>

enum { PIN_PATH_ROUNDS = 6 }; // of finding the aim near a limit; below half of it one is exact

// out = rows times flesh, for a group.
void pin_path_measure(const supple_body* b, const pin_arrays* a, const pin_group* g,
                      const double* flesh, double* out) {
    pin_work_gather(b, g, flesh, a->columns);
    hold_response_measure(pin_work_rows(a, g), g->row_count, g->n, a->columns, out + 3 * g->first);
}

// Adds to a->coord_impulse what brings a group's rows nearer by a->missing.
void pin_path_respond(const supple_body* b, const pin_arrays* a, const pin_group* g,
                      pin_gain gain) {
    SUPPLE_ASSERT(gain >= PIN_MOVE && gain < PIN_GAINS);
    memset(a->columns, 0, sizeof *a->columns * (size_t)g->n);
    hold_response_solve(pin_work_answer(a, g, gain), g->row_count, g->n, a->missing + 3 * g->first,
                        a->columns);
    pin_work_scatter(b, g, a->columns, a->coord_impulse);
}

void pin_path_clear(const pin_arrays* a) {
    memset(a->coord_impulse, 0, sizeof(double) * (size_t)a->n);
}

// From three numbers a point (a->wanted) to those of the group's rows, and back.
void pin_path_rows(const pin_arrays* a, const pin_group* g, double* rows) {
    const double* wanted = a->wanted + 3 * g->first;
    rows += 3 * g->first;
    if (g->row_count == 3 * g->count) {
        memcpy(rows, wanted, sizeof(double) * (size_t)g->row_count);
        return;
    }
    const double* q = a->rows + 3 * (size_t)g->first * (size_t)a->n;
    memset(rows, 0, sizeof(double) * (size_t)g->row_count);
    hold_response_solve(q, 3 * g->count, g->n, wanted, rows);
}

void pin_path_points(const pin_arrays* a, const pin_group* g, const double* rows, double* points) {
    const double* q = a->rows + 3 * (size_t)g->first * (size_t)a->n;
    if (g->row_count == 3 * g->count)
        memcpy(points + 3 * g->first, rows + 3 * g->first, sizeof(double) * (size_t)g->row_count);
    else
        hold_response_measure(q, 3 * g->count, g->n, rows + 3 * g->first, points + 3 * g->first);
}

// ---- the way of a place ----------------------------------------------------------------

// How far the impulse alone takes the flesh of a part, in its limits.
static double impulse_bound(const supple_body* b, const pin_arrays* a, int32_t part,
                            const double* gain) {
    int32_t first = b->parts[part].first;
    for (int32_t i = first; i < first + b->active[part]; ++i)
        a->flesh[i] = gain[i] * a->coord_impulse[i];
    return bound_in_limits(b, part, a->flesh);
}

// a->flesh = rest + compliance * impulse, the impulse cut so that it takes no part farther than its limit.
static void aim(const supple_body* b, const pin_arrays* a, const pin_group* g) {
    for (int32_t p = 0; p < b->part_count; ++p) {
        if (!pin_work_has(g->parts, p))
            continue;
        double bound = impulse_bound(b, a, p, a->compliance), cut = bound > 1.0 ? 1.0 / bound : 1.0;
        for (int32_t i = b->parts[p].first; i < b->parts[p].first + b->active[p]; ++i) {
            a->coord_impulse[i] *= cut;
            a->flesh[i] = a->rest[i] + a->compliance[i] * a->coord_impulse[i];
        }
    }
    for (int32_t i = b->coord_count; i < a->n; ++i)
        a->flesh[i] = a->compliance[i] * a->coord_impulse[i];
}

// `flesh` becomes what limits leave of it; false if that is all.
bool pin_path_stop(const supple_body* b, const pin_group* g, double* flesh) {
    bool less = false;
    for (int32_t p = 0; p < b->part_count; ++p) {
        if (!pin_work_has(g->parts, p))
            continue;
        int32_t first = b->parts[p].first, end = first + b->active[p];
        for (int32_t i = first; i < end; ++i)
            flesh[i] -= b->centre[i];
        double bound = bound_in_limits(b, p, flesh), fraction = bound > 1.0 ? 1.0 / bound : 1.0;
        less |= fraction < 1.0;
        for (int32_t i = first; i < end; ++i)
            flesh[i] = flesh[i] * fraction + b->centre[i];
    }
    return less;
}

// a->missing: how far each point's flesh is to travel, all the way. It aims at the equilibrium that shows
// the points as near to their targets as its limits allow, which depends on targets and pose alone.
static void find_aim(const supple_body* b, const pin_arrays* a, const pin_group* g) {
    int32_t first = 3 * g->first, end = first + g->row_count;
    pin_path_clear(a);
    aim(b, a, g);
    for (int round = 0; round < PIN_PATH_ROUNDS && (pin_path_stop(b, g, a->flesh) || round == 0);
         ++round) {
        pin_path_measure(b, a, g, a->flesh, a->missing);
        for (int32_t r = first; r < end; ++r)
            a->missing[r] = a->goal[r] - a->missing[r];
        pin_path_respond(b, a, g, PIN_COMPLIANCE);
        aim(b, a, g);
    }
    pin_path_stop(b, g, a->flesh);
    pin_path_measure(b, a, g, a->flesh, a->missing);
    for (int32_t r = first; r < end; ++r)
        a->missing[r] -= a->from[r];
}

// One point of a free body can be anywhere; the flesh of others has an aim.
static void find_missing(const supple_body* b, const pin_arrays* a, const pin_group* g) {
    if (!b->free || g->count > 1) {
        find_aim(b, a, g);
        return;
    }
    for (int32_t r = 3 * g->first; r < 3 * g->first + g->row_count; ++r)
        a->missing[r] = a->goal[r] - a->from[r];
}

// The farthest that a point of a free body is to go, in its size.
static double longest(const supple_body* b, const pin_arrays* a, const pin_group* g) {
    double most = 0.0, size = (double)b->extent * (double)b->asset.metres;
    pin_path_points(a, g, a->missing, a->wanted);
    for (int32_t k = g->first; k < g->first + g->count; ++k) {
        const double* displacement = a->wanted + 3 * k;
        double far = sqrt(displacement[0] * displacement[0] + displacement[1] * displacement[1] +
                          displacement[2] * displacement[2]);
        most = far > most ? far : most;
    }
    return most * (double)b->state->options.world_metres / size;
}

// How much of a->missing an impulse may make in `all` seconds: with what moves along, flesh moves by no more
// than PIN_SPEED limits a second, and a free body by as many of its sizes. How much of that the flesh of
// a few points takes is seen when it is pulled.
static double part_of_path(const supple_body* b, const pin_arrays* a, const pin_group* g,
                           double all) {
    double farthest = PIN_SPEED * all, part = 1.0;
    if (b->free) {
        double far = longest(b, a, g);
        part = far > farthest ? farthest / far : 1.0;
    }
    if (pin_path_is_few(b, g))
        return part;
    pin_path_clear(a);
    pin_path_respond(b, a, g, PIN_MOVE);
    for (int32_t p = 0; p < b->part_count; ++p) {
        double bound = pin_work_has(g->parts, p) ? impulse_bound(b, a, p, a->gain[g->kind]) : 0.0;
        part = bound * part > farthest ? farthest / bound : part;
    }
    return part;
}

// a->wanted: where the points of a group should be, against where they would be undisplaced.
static void find_targets(const supple_body* b, const pin_work* w, const pin_arrays* a,
                         const pin_group* g) {
    for (int32_t k = g->first; k < g->first + g->count; ++k) {
        const supple_vec3* to = &b->pins[w->slot[k]].target;
        const double* from = b->free ? w->begin.origin : w->base[k];
        const double off[3] = {to->x - from[0], to->y - from[1], to->z - from[2]};
        double* wanted = a->wanted + 3 * k;
        if (!b->free) {
            pin_work_into(a, k, off, wanted);
            continue;
        }
        pin_rigid_turn_back(&w->begin, off, wanted);
        for (int axis = 0; axis < 3; ++axis)
            wanted[axis] -= w->base[k][axis];
    }
}

// a->way: what a group's points travel in a step of `all` seconds.
void pin_path_find(const supple_body* b, const pin_work* w, const pin_arrays* a, const pin_group* g,
                   double all) {
    SUPPLE_ASSERT(all > 0.0 && g->count > 0);
    int32_t first = 3 * g->first, end = first + g->row_count;
    find_targets(b, w, a, g);
    pin_path_rows(a, g, a->goal);
    for (int32_t i = 0; i < a->n; ++i)
        a->predicted[i] = i < b->coord_count ? (double)b->q[i] : 0.0;
    pin_path_measure(b, a, g, a->predicted, a->from);
    find_missing(b, a, g);
    double part = part_of_path(b, a, g, all);
    for (int32_t r = first; r < end; ++r)
        a->displacement[r] = part * a->missing[r];
    if (b->free) {
        pin_path_points(a, g, a->from, a->start);
        pin_path_points(a, g, a->displacement, a->path);
    }
}
