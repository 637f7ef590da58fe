// What a substep must do to the coordinates so that holds hold.
//
// Holds act on the flesh, so that the loop of step and hold is linear and its stability
// is that of runtime/hold/hold_response.h.
// SPDX-License-Identifier: MIT
#include "runtime/hold/pin_limit.h"

#include "runtime/base/assert.h"
#include "runtime/body/bound.h"

#include <math.h>
#include <string.h>

// Of putting points of a free body in place; two, as a rule. Flesh near its limit may answer otherwise than
// its rows say: what SOFT_ROUNDS have left, the body as a whole takes. Of others HARD_ROUNDS where a limit hardens
// them: it takes seven times the stiffness to leave four tenths of what is missing in a round.
enum { FREE_ROUNDS = 6, SOFT_ROUNDS = 3, HARD_ROUNDS = 6 };

// What velocities and accelerations may add to those of the flesh in a substep, in limits a second.
#define JERK (5.0 * PIN_SPEED)

// ---- velocities and accelerations ------------------------------------------------------

// Targets of a group, against what the bones do to its points.
static void find_rates(const supple_body* b, const pin_work* w, const pin_arrays* a,
                       const pin_group* g, double h) {
    for (int32_t k = g->first; k < g->first + g->count; ++k) {
        const pin_slot* slot = &b->pins[w->slot[k]];
        double target[3] = {slot->target.x, slot->target.y, slot->target.z};
        double carried[3] = {0.0, 0.0, 0.0}, *wanted = a->wanted + 3 * k;
        if (b->free)
            pin_rigid_carried(b, slot->point, g->kind, h, carried);
        else if (g->kind != SUPPLE_HOLD_ACCELERATION)
            point_carried(b, slot->point, carried);
        for (int axis = 0; axis < 3; ++axis)
            target[axis] -= carried[axis];
        if (b->free) {
            pin_frame now = pin_rigid_frame(b, &b->state->free);
            pin_rigid_turn_back(&now, target, wanted);
        } else {
            pin_work_into(a, k, target, wanted);
        }
    }
    pin_path_rows(a, g, a->goal);
}

// Nothing stops a velocity at a limit: beyond it the hold lets go, at twice the limit altogether, and it
// never throws the flesh.
static void hold_back(const supple_body* b, const pin_arrays* a, const pin_group* g) {
    double most = 1.0;
    for (int32_t i = 0; i < b->coord_count; ++i)
        a->flesh[i] = b->q[i] - a->rest[i];
    for (int32_t p = 0; p < b->part_count; ++p) {
        if (!pin_work_has(g->parts, p))
            continue;
        double left = 2.0 - bound_in_limits(b, p, a->flesh),
               jerk = bound_in_limits(b, p, a->coord_impulse);
        left = left > 0.0 ? left : 0.0;
        most = left < most ? left : most;
        most = jerk * most > JERK ? JERK / jerk : most;
    }
    for (int32_t i = 0; i < a->n && most < 1.0; ++i)
        a->coord_impulse[i] *= most;
}

// ---- a substep -------------------------------------------------------------------------

// Rigid motion has a test of its own.
static void predict(const supple_body* b, const pin_arrays* a, const coord_response* response) {
    for (int32_t i = 0; i < b->coord_count; ++i)
        a->predicted[i] = response[i].of_q * b->q[i] + response[i].of_v * b->v[i] +
                          response[i].of_force * b->force[i];
    for (int32_t i = b->coord_count; i < a->n; ++i)
        a->predicted[i] = 0.0;
}

// An asset whose shapes are next to nothing, but not quite, may ask for any impulse: the state stays finite.
static float bounded(double coord_impulse) {
    return coord_impulse >= -1e12 && coord_impulse <= 1e12 ? (float)coord_impulse : 0.0f;
}

// a->missing of places at the end of the substep, from a->predicted.
static void miss_place(const supple_body* b, const pin_arrays* a, const pin_group* g,
                       double fraction) {
    pin_path_measure(b, a, g, a->predicted, a->missing);
    for (int32_t r = 3 * g->first; r < 3 * g->first + g->row_count; ++r)
        a->missing[r] = a->from[r] + fraction * a->displacement[r] - a->missing[r];
}

// What a point of a free body leaves of a way that it should make in h seconds: to make up at once for a
// path in which something stood would throw it.
static void leave(const supple_body* b, const double displacement[3], double h, double late[3]) {
    double far = sqrt(displacement[0] * displacement[0] + displacement[1] * displacement[1] +
                      displacement[2] * displacement[2]);
    double size =
        (double)b->extent * (double)b->asset.metres / (double)b->state->options.world_metres;
    double most = PIN_SPEED * h * size, left = far > most ? 1.0 - most / far : 0.0;
    for (int axis = 0; axis < 3; ++axis)
        late[axis] = left * displacement[axis];
}

// ... of a free body: where its points will be shown in the world, seen in its axes of now. It can go to
// where they should be shown, whatever the flesh does.
static void miss_free_place(const supple_body* b, const pin_work* w, const pin_arrays* a,
                            const pin_group* g, double h, double fraction, bool first) {
    free_state end;
    free_predict(b, h, &end);
    pin_frame now = pin_rigid_frame(b, &b->state->free), then = pin_rigid_frame(b, &end);
    pin_path_stop(b, g, a->predicted);
    pin_path_measure(b, a, g, a->predicted, a->missing);
    pin_path_points(a, g, a->missing, a->wanted);
    for (int32_t k = g->first; k < g->first + g->count; ++k) {
        double goal[3], will[3], to[3], at[3], *wanted = a->wanted + 3 * k;
        for (int axis = 0; axis < 3; ++axis) {
            int32_t r = 3 * k + axis;
            goal[axis] = w->base[k][axis] + a->start[r] + fraction * a->path[r];
            will[axis] = w->base[k][axis] + wanted[axis];
        }
        pin_rigid_place(&w->begin, goal, to);
        pin_rigid_place(&then, will, at);
        for (int axis = 0; axis < 3; ++axis)
            to[axis] -= at[axis];
        if (first)
            leave(b, to, h, a->late + 3 * k);
        for (int axis = 0; axis < 3; ++axis)
            to[axis] -= a->late[3 * k + axis];
        pin_rigid_turn_back(&now, to, wanted);
    }
    pin_path_rows(a, g, a->missing);
}

static void apply_coord_impulse(supple_body* b, const pin_arrays* a, const coord_response* response,
                                float h) {
    for (int32_t p = 0; p < b->part_count; ++p) {
        if (b->parts[p].model->kinematic)
            continue;
        for (int32_t i = b->parts[p].first; i < b->parts[p].first + b->parts[p].count; ++i)
            if (response[i].impulse)
                b->v[i] += b->inverse_mass[i] * bounded(a->coord_impulse[i]);
            else
                b->force[i] += b->inverse_mass[i] * bounded(a->coord_impulse[i] / h);
    }
    if (b->free) {
        double rigid[PIN_RIGID];
        for (int i = 0; i < PIN_RIGID; ++i)
            rigid[i] = bounded(a->coord_impulse[b->coord_count + i]);
        pin_rigid_kick(b, rigid);
    }
}

// Whether places are as good as reached: to a ten-millionth of the body's size.
static bool is_near(const supple_body* b, const pin_arrays* a, const pin_group* g) {
    double most = 0.0, size = (double)b->extent * (double)b->asset.metres;
    for (int32_t r = 3 * g->first; r < 3 * g->first + g->row_count; ++r)
        most = fabs(a->missing[r]) > most ? fabs(a->missing[r]) : most;
    return most * (double)b->state->options.world_metres < 1e-7 * size;
}

// Whether a limit hardens flesh of a group.
static bool is_hard(const supple_body* b, const pin_group* g) {
    bool hard = false;
    for (int32_t p = 0; p < b->part_count; ++p)
        hard |= pin_work_has(g->parts, p) && b->parts[p].hardening != 1.0f;
    return hard;
}

static int rounds_of(const supple_body* b, const pin_group* g) {
    if (!pin_work_is_place(g))
        return 1;
    return b->free ? FREE_ROUNDS : is_hard(b, g) ? HARD_ROUNDS : 1;
}

static void solve_group(supple_body* b, const pin_arrays* a, pin_group* g, float h,
                        double fraction) {
    const coord_response* response = a->response[g->kind];
    pin_limit_begin(b, a, g);
    // A turn is not linear: what a first answer leaves, of second order, a second one takes.
    for (int round = 0, all = rounds_of(b, g); round < all; ++round) {
        predict(b, a, response);
        if (!pin_work_is_place(g)) {
            if (b->free)
                find_rates(b, b->pin_scratch, a, g, h);
            pin_path_measure(b, a, g, a->predicted, a->missing);
            for (int32_t r = 3 * g->first; r < 3 * g->first + g->row_count; ++r)
                a->missing[r] = a->goal[r] - a->missing[r];
        } else if (b->free) {
            miss_free_place(b, b->pin_scratch, a, g, (double)h, fraction, round == 0);
        } else {
            miss_place(b, a, g, fraction);
        }
        if (round > 0 && is_near(b, a, g))
            return;
        if (pin_work_is_place(g)) {
            pin_limit_respond(b, a, g, round >= SOFT_ROUNDS);
        } else {
            pin_path_clear(a);
            pin_path_respond(b, a, g, PIN_MOVE);
            hold_back(b, a, g);
        }
        apply_coord_impulse(b, a, response, h);
    }
}

bool pin_holds(const supple_body* b) {
    bool any = false;
    for (int32_t i = 0; i < b->pin_count; ++i)
        any |= b->pins[i].used != PIN_UNUSED;
    return any;
}

// Where the flesh rests; what is kinematic, and what is free, is at rest where it is.
static void find_rest(const supple_body* b, const pin_arrays* a) {
    for (int32_t p = 0; p < b->part_count; ++p)
        for (int32_t i = b->parts[p].first; i < b->parts[p].first + b->parts[p].count; ++i)
            a->rest[i] = b->lambda[i] > 0.0f && !b->parts[p].model->kinematic
                             ? (double)b->load[i] / b->lambda[i] + (double)b->centre[i]
                             : (double)b->q[i];
    for (int32_t i = b->coord_count; i < a->n; ++i)
        a->rest[i] = 0.0;
}

static void begin(supple_body* b, const pin_arrays* a, float h, int32_t substeps) {
    const pin_work* w = b->pin_scratch;
    pin_work_begin(b, h);
    find_rest(b, a);
    if (b->free)
        b->pin_scratch->begin = pin_rigid_frame(b, &b->state->free);
    memcpy(a->flesh, a->rest, sizeof(double) * (size_t)a->n);
    for (int32_t g = 0; g < w->group_count; ++g) {
        if (pin_work_is_place(&w->groups[g]))
            pin_path_find(b, w, a, &w->groups[g], (double)h * substeps);
        else
            find_rates(b, w, a, &w->groups[g], h);
    }
}

void pin_solve(supple_body* b, float h, int32_t n, int32_t substeps) {
    SUPPLE_ASSERT(h > 0.0f && n >= 0 && n < substeps);
    if (b->held_by_world || !pin_holds(b))
        return;
    pin_work* w = b->pin_scratch;
    const pin_arrays* a = &b->pin_scratch->arrays;
    if (n == 0)
        begin(b, a, h, substeps);
    else
        pin_work_begin(b, h); // near its limit flesh answers otherwise in every substep
    for (int32_t g = 0; g < w->group_count; ++g)
        solve_group(b, a, &w->groups[g], h, (n + 1.0) / substeps);
}

void pin_settle(supple_body* b, float h, int32_t substeps) {
    SUPPLE_ASSERT(h > 0.0f && substeps > 0);
    if (b->held_by_world || !pin_holds(b))
        return;
    pin_work* w = b->pin_scratch;
    const pin_arrays* a = &b->pin_scratch->arrays;
    for (int32_t group = 0; group < w->group_count; ++group) {
        pin_group* g = &w->groups[group];
        if (g->kind != SUPPLE_HOLD_PLACE)
            continue;
        // What takes its share as a force keeps its velocity: the next step would not undo it.
        for (int32_t p = 0; p < b->part_count; ++p)
            for (int32_t i = b->parts[p].first; i < b->parts[p].first + b->parts[p].count; ++i)
                a->predicted[i] =
                    b->parts[p].model->kinematic || a->impulse[i] > 0.0 ? (double)b->v[i] : 0.0;
        if (b->free)
            pin_rigid_speeds(b, a->predicted + b->coord_count);
        pin_limit_measure(b, a, g, a->predicted, a->missing);
        for (int32_t r = 3 * g->first; r < 3 * g->first + g->row_count; ++r)
            a->missing[r] = a->displacement[r] / ((double)h * substeps) - a->missing[r];
        pin_path_clear(a);
        pin_limit_settle(b, a, g);
        for (int32_t i = 0; i < b->coord_count; ++i)
            b->v[i] += bounded(a->impulse[i] * a->coord_impulse[i]);
    }
}

int32_t pin_substeps(const supple_body* b, double h) {
    SUPPLE_ASSERT(h > 0.0);
    bool wanted = false, levers = false; // another step would be another verdict on levers
    uint64_t parts[4] = {0};
    for (int32_t k = 0; k < b->pin_count; ++k) {
        if (!pin_work_is_live(b, k) || !hold_response_needs_cuts((supple_hold_kind)b->pins[k].kind))
            continue;
        point_parts(b, b->pins[k].point, parts);
        wanted = true;
        levers |= b->pins[k].has_levers != 0;
    }
    double rate = 0.0;
    wanted &= !b->held_by_world;
    for (int32_t p = 0; p < b->part_count && wanted; ++p) {
        for (int32_t i = 0; i < b->active[p] && pin_work_has(parts, p); ++i) {
            int32_t c = b->parts[p].first + i;
            double w = hold_response_rate(b->lambda[c], b->decay[c]);
            rate = w > rate ? w : rate;
        }
    }
    int32_t cuts = hold_response_cuts(rate, h);
    if (wanted && !levers && pin_limit_strays(b))
        cuts *= PIN_LIMIT_CUTS;
    return cuts < HOLD_RESPONSE_MAX_CUTS ? cuts : HOLD_RESPONSE_MAX_CUTS;
}
