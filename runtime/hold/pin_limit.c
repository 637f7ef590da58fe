// Rows of points where they are, made anew in a substep that needs them.
// SPDX-License-Identifier: MIT
#include "runtime/hold/pin_limit.h"

#include "runtime/base/assert.h"
#include "runtime/body/bound.h"
#include "runtime/body/limit.h"

#include <math.h>
#include <string.h>

enum { PIN_LIMIT_TRIES = 3 }; // of giving flesh less of an impulse; then it gets none

static const double THROWN = 2.0;

bool pin_limit_strays(const supple_body* b) {
    return b->free && (double)bound_now(b, 0) > LIMIT_FREE;
}

// ---- rows ------------------------------------------------------------------------------

static double* at_point(const pin_arrays* a, double* array, int32_t point) {
    return array + 3 * (size_t)point * (size_t)a->n;
}

// Rows of `count` displacements, from those of small ones; flesh takes flesh_fraction of an impulse.
static void scale_rows(const supple_body* b, const pin_arrays* a, double flesh_fraction,
                       const double* small, int32_t count, double* rows) {
    size_t n = (size_t)a->n, active = (size_t)b->active[0];
    memcpy(rows, small, sizeof(double) * n * (size_t)count);
    for (size_t r = 0; r < (size_t)count; ++r)
        for (size_t i = 0; i < active; ++i)
            rows[r * n + i] = flesh_fraction * small[r * n + i];
}

// The arms of points as they are shown; rows that were reduced to as many as coordinates keep those at rest.
static void show_arms(const supple_body* b, const pin_arrays* a, const double* small, int32_t first,
                      int32_t count, double* rows) {
    size_t n = (size_t)a->n, coords = (size_t)b->coord_count;
    for (size_t k = 0; k < (size_t)count; ++k) {
        double place[3];
        for (size_t axis = 0; axis < 3; ++axis) {
            const double* row = small + (3 * k + axis) * n;
            place[axis] = b->pin_scratch->base[(size_t)first + k][axis];
            for (size_t i = 0; i < coords; ++i)
                place[axis] += row[i] * (double)b->q[i];
        }
        pin_rigid_rows(b, place, coords, n, rows + 3 * k * n);
    }
}

static void prepare_answer(const supple_body* b, const pin_arrays* a, const pin_group* g,
                           pin_gain gain) {
    hold_system s = pin_work_system(b, a, g, gain);
    s.rows = s.pushes = at_point(a, a->own_rows, g->first);
    hold_response_prepare(&s, at_point(a, a->own_answer[gain], g->first), a->scratch);
    ++b->pin_scratch->prepared;
}

static void prepare(const supple_body* b, const pin_arrays* a, pin_group* g) {
    double* rows = at_point(a, a->own_rows, g->first);
    const double* small = pin_work_rows(a, g);
    scale_rows(b, a, g->flesh_fraction, small, g->row_count, rows);
    if (g->row_count == 3 * g->count)
        show_arms(b, a, small, g->first, g->count, rows);
    prepare_answer(b, a, g, PIN_MOVE);
    g->own = true;
    g->settles = false;
}

void pin_limit_begin(const supple_body* b, const pin_arrays* a, pin_group* g) {
    SUPPLE_ASSERT(g->count > 0);
    g->flesh_fraction = 1.0;
    g->own = false;
    if (pin_work_is_place(g) && pin_path_is_few(b, g))
        prepare(b, a, g);
}

// ---- impulses --------------------------------------------------------------------------

static void respond(const supple_body* b, const pin_arrays* a, const pin_group* g, pin_gain gain) {
    if (g->own)
        hold_response_solve(at_point(a, a->own_answer[gain], g->first), g->row_count, a->n,
                            a->missing + 3 * g->first, a->coord_impulse);
    else
        pin_path_respond(b, a, g, gain);
}

void pin_limit_respond(const supple_body* b, const pin_arrays* a, pin_group* g, bool rigid) {
    SUPPLE_ASSERT(g->count > 0 && g->flesh_fraction >= 0.0);
    if (rigid && g->own && g->flesh_fraction > 0.0) {
        g->flesh_fraction = 0.0;
        prepare(b, a, g);
    }
    for (int i = 0;; ++i) {
        pin_path_clear(a);
        respond(b, a, g, PIN_MOVE);
        double bound = pin_path_is_few(b, g) ? bound_thrown(b, 0, a->coord_impulse) : 0.0;
        if (bound <= THROWN || g->flesh_fraction == 0.0)
            return;
        g->flesh_fraction = i < PIN_LIMIT_TRIES ? g->flesh_fraction * 0.5 * THROWN / bound : 0.0;
        prepare(b, a, g);
    }
}

void pin_limit_measure(const supple_body* b, const pin_arrays* a, const pin_group* g,
                       const double* speeds, double* out) {
    if (g->own)
        hold_response_measure(at_point(a, a->own_rows, g->first), g->row_count, a->n, speeds,
                              out + 3 * g->first);
    else
        pin_path_measure(b, a, g, speeds, out);
}

// An answer of impulses, once a substep, if anything asks for it.
void pin_limit_settle(const supple_body* b, const pin_arrays* a, pin_group* g) {
    if (g->own && !g->settles)
        prepare_answer(b, a, g, PIN_SETTLE);
    g->settles = true;
    respond(b, a, g, PIN_SETTLE);
}
