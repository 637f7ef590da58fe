// From contacts to rows of the solver and back: what contacts do to the bodies of a world in a substep.
//
// Two solves a substep. First impulses, at velocity level: what approaches is stopped, by as much as the
// gap leaves, which is also the time of impact: nothing fast passes anything thin. It is a projection in
// the kinetic metric and never adds energy (numerics.md B9, B10); rebound comes out of the flesh. Then forces
// over the substep that keep contacts from closing more than its gap by its end: w is the displacement over
// h^2, the gain G1 / h^2, and the work of a force exactly minus the gap, because the propagator is exact under a
// constant force (docs/decisions/0037). Rest is a fixed point of both: the forces are those of the substep before, and
// nothing moves. An overlap is taken back by a fraction a substep, and no faster than world_recovery_speed, so that
// nothing pops.
//
// Tried instead: impulses that put points in place at the end of the substep (the paper's (15)) leave them
// with half a substep's fall, and 50 sweeps a substep did not end the noise of that; accelerations of the
// moment (its (13)) ring with flesh as stiff as a substep allows (docs/decisions/0013-world.md).
//
// Penalty is the second solve alone, with compliant contacts: the spring's force is that of the
// overlap at the substep's end, so that it is stable at any stiffness (explicit springs are not, B11), and
// a few sweeps are enough.
// SPDX-License-Identifier: MIT
#include "runtime/world/world.h"

#include "runtime/base/assert.h"
#include "runtime/body/point.h"
#include "runtime/joint/joint_bend.h"
#include "runtime/joint/joint_rows.h"
#include "runtime/world/limit_rows.h"
#include "runtime/world/pin_rows.h"
#include "runtime/world/world_energy.h"

#include <math.h>
#include <string.h>

enum { SPRING_SWEEPS = 8, LEAST_SWEEPS = 3 };

// ---- bodies ----------------------------------------------------------------------------

// w and gain of the coordinates. Flesh that takes a fraction of a force or an impulse is felt as much less.
static void coord_speeds(world_body* wb, world_level level, double h) {
    const supple_body* b = wb->body;
    memset(wb->gain, 0, sizeof(double) * (size_t)b->padded);
    memset(wb->speed, 0, sizeof(double) * (size_t)b->padded);
    for (int32_t p = 0; p < b->part_count; ++p) {
        if (level == WORLD_FORCES)
            wb->mobility[p] = world_force_fraction(wb, p);
        double fraction = wb->mobility[p],
               moves = b->parts[p].model->kinematic ? 0.0 : fraction * fraction;
        for (int32_t i = b->parts[p].first; i < b->parts[p].first + b->active[p]; ++i) {
            double v = b->v[i];
            double gain = moves * (double)b->inverse_mass[i];
            if (level == WORLD_IMPULSES) {
                wb->gain[i] = gain;
                wb->speed[i] = fraction * v;
            } else {
                propagator_matrix m = propagator_get(&b->table, i);
                wb->gain[i] = gain * m.g1 / (h * h);
                wb->speed[i] =
                    fraction *
                    ((m.e11 - 1.0) * (double)b->q[i] + m.e12 * v + m.g1 * (double)b->force[i]) /
                    (h * h);
            }
        }
    }
}

static void rigid_speeds(const supple_body* b, world_level level, double h, solve_body* out) {
    const free_state* f = &b->state->free;
    double fall[3], torque[3], inverse[3][3];
    out->free = true;
    out->mass_inverse = free_is_kinematic(b) ? 0.0 : 1.0 / (double)b->parts[0].asset.record->mass;
    free_inverse_inertia(b, &b->measured, inverse);
    memcpy(out->inertia_inverse, inverse, sizeof inverse);
    free_fall(b, fall);
    free_torque(b, torque);
    free_spin(b, &b->measured, out->spin);
    for (int k = 0; k < 3; ++k) {
        double turning =
            inverse[k][0] * torque[0] + inverse[k][1] * torque[1] + inverse[k][2] * torque[2];
        out->velocity[k] = f->velocity[k];
        if (level == WORLD_FORCES) {
            out->velocity[k] = out->velocity[k] / h + 0.5 * fall[k];
            out->spin[k] = out->spin[k] / h + 0.5 * turning;
        }
    }
    if (level == WORLD_FORCES) {
        out->mass_inverse *= 0.5;
        for (int k = 0; k < 9; ++k)
            out->inertia_inverse[k / 3][k % 3] *= 0.5;
    }
}

int32_t world_solver_body(supple_world* w, int32_t slot, world_level level, double h) {
    SUPPLE_ASSERT(slot >= 0 && slot < w->body_count && w->bodies[slot].steps && h > 0.0);
    world_body* wb = &w->bodies[slot];
    if (wb->solver_body < 0) {
        solve_body body = {.coord_count = wb->body->coord_count};
        coord_speeds(wb, level, h);
        if (free_is(wb->body))
            rigid_speeds(wb->body, level, h, &body);
        body.gain = wb->gain;
        body.speed = wb->speed;
        wb->solver_body = solve_add_body(w->solve, &body);
        if (wb->solver_body >= 0 && pin_block_begin(wb->body, body.velocity, body.spin, wb->speed,
                                                    level == WORLD_FORCES ? 0.5 : 1.0))
            solve_add_hold(w->solve, wb->solver_body, pin_block_sweep, wb->body);
    }
    return wb->solver_body;
}

// ---- what is remembered ----------------------------------------------------------------

static void keep(supple_world* w) {
    int32_t count = w->found_count + w->limit_count;
    world_clear_warm_starts(w, count < w->options.max_contacts ? count : w->options.max_contacts);
    for (int32_t i = 0; i < w->found_count; ++i) {
        if (w->found[i].key == 0)
            continue;
        world_warm_start* slot = world_find_warm_start(w, w->found[i].key);
        slot->key = w->found[i].key;
        memcpy(slot->force, w->impulses[i], sizeof slot->force);
    }
    limits_keep(w);
}

// ---- contacts --------------------------------------------------------------------------

static double metres_of(const supple_world* w, const contact* t) {
    return (double)w->bodies[t->body].body->state->options.world_metres;
}

// How fast it may approach, m/s; below 0: how fast it must part.
double world_contact_bias(const supple_world* w, const contact* t, world_level level, double h) {
    double metres = metres_of(w, t), gap = t->gap * metres;
    if (gap >= 0.0 || w->options.response == SUPPLE_RESPONSE_PENALTY)
        return gap / h;
    if (level == WORLD_IMPULSES || t->core || w->options.response == SUPPLE_RESPONSE_ACCELERATION)
        return 0.0;
    double most = world_recovery_speed(world_parting_size(w, t) * metres),
           fastest = WORLD_RECOVERY_FRACTION * world_deepest(w, t) * metres / h;
    return WORLD_RECOVERY_FRACTION * gap / h * (fastest > most ? most / fastest : 1.0) *
           world_flesh_room(w, (int32_t)(t - w->found));
}

// How fast surfaces leave an impact, m/s; 0 where it is none: what lies still falls by its weight in a substep, and is not
// to hop.
static double rebound(const supple_world* w, int32_t i, double h) {
    const contact* t = &w->found[i];
    double closing = w->sides[i].closing, metres = metres_of(w, t), slowest = 3.0 * 9.81 * h,
           gap = t->gap > 0.0 ? t->gap * metres / h : 0.0;
    return t->restitution > 0.0f && closing > slowest && closing > gap
               ? (double)t->restitution * closing
               : 0.0;
}

static void add_contact(supple_world* w, int32_t i, world_level level, double h) {
    const contact* t = &w->found[i];
    solve_contact c = {.bias = world_contact_bias(w, t, level, h), .friction = (double)t->friction};
    double away = level == WORLD_IMPULSES ? rebound(w, i, h) : 0.0;
    if (away > 0.0)
        c.bias = -away;
    memcpy(c.normal, t->normal, sizeof c.normal);
    for (int k = 0; k < 2; ++k) {
        c.side[k] = w->sides[i].side[k];
        c.side[k].body =
            w->sides[i].slot[k] >= 0 ? world_solver_body(w, w->sides[i].slot[k], level, h) : -1;
    }
    memcpy(c.drift, w->sides[i].drift, sizeof c.drift);
    if (level == WORLD_FORCES) {
        c.bias /= h;
        for (int k = 0; k < 3; ++k)
            c.drift[k] /= h;
        const world_warm_start* known = world_find_warm_start(w, t->key);
        if (known->key != 0)
            memcpy(c.start, known->force, sizeof c.start);
    }
    c.softness = world_depth_compliance(w, i, h);
    c.softness += world_flesh_compliance(&w->bodies[t->body], &c.side[0], c.normal, level, h);
    if (t->other >= 0)
        c.softness += world_flesh_compliance(&w->bodies[t->other], &c.side[1], c.normal, level, h);
    c.relative_compliance = world_contact_compliance(w, t, level, h);
    if (w->options.response == SUPPLE_RESPONSE_PENALTY)
        c.softness += 1.0 / ((double)w->options.penalty * h * h);
    w->blocks[i] = c.side[0].body < 0 && c.side[1].body < 0 ? -1 : solve_add_contact(w->solve, &c);
}

// ---- a solve ---------------------------------------------------------------------------

static void apply_impulses(world_body* wb, const solver* solve, world_level level, double h) {
    supple_body* b = wb->body;
    const double *impulse = wb->impulse, *turning = wb->turning;
    float* to = level == WORLD_IMPULSES ? b->v : b->force;
    for (int32_t p = 0; p < b->part_count; ++p)
        for (int32_t i = b->parts[p].first;
             i < b->parts[p].first + b->active[p] && !b->parts[p].model->kinematic; ++i)
            // bounded: a step of minutes asks for more than numbers have
            to[i] = body_bounded(to[i] + (float)(wb->mobility[p] * wb->coord_impulse[i] *
                                                 (double)b->inverse_mass[i]));
    if (!free_is(b) || free_is_kinematic(b))
        return;
    free_state* f = &b->state->free;
    if (level == WORLD_FORCES)
        solve_held_impulse(solve, wb->solver_body, wb->held[0], wb->held[1]);
    // of forces half now, and half when the substep is over
    double mass = b->parts[0].asset.record->mass, now = level == WORLD_FORCES ? 0.5 * h : 1.0;
    for (int k = 0; k < 3; ++k) {
        f->velocity[k] += now * impulse[k] / mass;
        f->momentum[k] += now * turning[k];
    }
}

// A place of a free body that has moved on since `before`.
static void carried(const supple_body* b, const free_state* before, const double place[3],
                    double out[3]) {
    const free_state* f = &b->state->free;
    double unit = 1.0 / (double)b->state->options.world_metres, own[3];
    for (int k = 0; k < 3; ++k) {
        own[k] = 0.0;
        for (int a = 0; a < 3; ++a)
            own[k] += before->turn[a][k] * (place[a] / unit - before->place[a]);
    }
    for (int k = 0; k < 3; ++k)
        out[k] = (f->place[k] + f->turn[k][0] * own[0] + f->turn[k][1] * own[1] +
                  f->turn[k][2] * own[2]) *
                 unit;
}

// How far its centre of mass has come since `before`, world units.
static void moved(const supple_body* b, const free_state* before, double out[3]) {
    for (int k = 0; k < 3; ++k)
        out[k] =
            (b->state->free.place[k] - before->place[k]) / (double)b->state->options.world_metres;
}

static void kick_half(world_body* wb, double sign, const double impulse[3], const double place[3]) {
    supple_body* b = wb->body;
    double metres = b->state->options.world_metres, arm[3], half[3];
    for (int k = 0; k < 3; ++k) {
        arm[k] = place[k] * metres - b->state->free.place[k];
        half[k] = sign * 0.5 * impulse[k];
    }
    free_kick(b, half, arm);
}

static void finish_holds(world_body* wb, double h) {
    free_state* f = &wb->body->state->free;
    double mass = wb->body->parts[0].asset.record->mass;
    for (int k = 0; k < 3; ++k) {
        f->velocity[k] += 0.5 * h * wb->held[0][k] / mass;
        f->momentum[k] += 0.5 * h * wb->held[1][k];
    }
}

// Where the second half of a contact's force acts: its place, moved on with the centres of the two, and one for both, so
// that forces between two bodies keep their angular momentum to rounding. It does not turn with them: the rows were those
// of the arms at the beginning, and with these in both halves the work is that of the rows, exactly. Arms that turn by an
// angle would add force times arm times half of its square, for ever what presses inward: a slab across two walls that
// close on it went to 2,900 rad/s.
static void finish_contact(supple_world* w, int32_t i) {
    contact* t = &w->found[i];
    world_body *a = &w->bodies[t->body], *b = t->other >= 0 ? &w->bodies[t->other] : NULL;
    bool moves_a = a->steps && free_is(a->body),
         moves_b = b != NULL && b->steps && free_is(b->body);
    double carried_by[2][3] = {{0}}, displacement[2][3] = {{0}}, place[3];
    if (w->blocks[i] < 0 || (!moves_a && !moves_b))
        return;
    if (moves_a) {
        carried(a->body, &a->before, t->place, carried_by[0]);
        moved(a->body, &a->before, displacement[0]);
    }
    if (moves_b) {
        carried(b->body, &b->before, t->place, carried_by[1]);
        moved(b->body, &b->before, displacement[1]);
    }
    double fraction = moves_a && moves_b ? 0.5 : 1.0;
    // what is round bears below its middle, however it has turned
    bool rolls = a->skin->rest->round || (b != NULL && b->skin->rest->round);
    for (int k = 0; k < 3; ++k) {
        place[k] = t->place[k] + fraction * (displacement[0][k] + displacement[1][k]);
        t->place[k] = rolls ? place[k] : fraction * (carried_by[0][k] + carried_by[1][k]);
    }
    if (moves_a)
        kick_half(a, 1.0, w->impulses[i], place);
    if (moves_b)
        kick_half(b, -1.0, w->impulses[i], place);
}

void world_finish(supple_world* w, double h) {
    SUPPLE_ASSERT(h > 0.0);
    for (int32_t i = 0; i < w->body_count; ++i)
        if (w->bodies[i].steps && free_is(w->bodies[i].body) && w->bodies[i].solver_body >= 0)
            finish_holds(&w->bodies[i], h);
    for (int32_t i = 0; i < w->found_count; ++i)
        finish_contact(w, i);
}

// Sweeps that the step's budget has for this solve: of impulses half of what a substep may do, of forces what is left of
// it. Joints that yield take twice as many (solve.c).
static int32_t affordable_sweeps(const supple_world* w, world_level level) {
    int32_t left = 1;
    for (int32_t i = 0; i < w->body_count; ++i)
        if (w->bodies[i].steps) {
            left = w->bodies[i].body->step.substeps - w->bodies[i].body->step.n;
            break;
        }
    double rows = 3.0 * (double)solve_block_count(w->solve) *
                  (level == WORLD_IMPULSES ? 2.0 : 1.0) *
                  (w->joint_count + w->pin_count > 0 ? 2.0 : 1.0),
           sweeps = w->rows_left / (left * rows);
    return sweeps > 1e6 ? 1000000 : sweeps > LEAST_SWEEPS ? (int32_t)sweeps : LEAST_SWEEPS;
}

// Adds contacts, all or those of islands in which something approaches, and finds what they bear; returns how many can be
// answered.
static int32_t find(supple_world* w, world_level level, double h, bool all) {
    int32_t count = 0;
    for (int32_t i = 0; i < w->body_count; ++i)
        w->bodies[i].solver_body = -1;
    solve_clear(w->solve);
    solve_set_tasks(w->solve, &w->tasks);
    count = pins_add(w, level, h) + joints_add(w, level, h);
    for (int32_t i = 0; i < w->found_count; ++i) {
        w->blocks[i] = -1;
        if (all || w->bodies[world_root(w, w->found[i].body)].approaches)
            add_contact(w, i, level, h);
        memset(w->impulses[i], 0, sizeof w->impulses[i]);
        count += w->blocks[i] >= 0;
    }
    if (count == 0)
        return 0;
    limits_add(w, level, h);
    double unit = w->found_count > 0 ? metres_of(w, &w->found[0]) : 1.0,
           scale = level == WORLD_FORCES ? h : 1.0;
    int32_t most = w->options.iterations;
    if (w->options.response == SUPPLE_RESPONSE_PENALTY && most > SPRING_SWEEPS)
        most = SPRING_SWEEPS;
    int32_t may = affordable_sweeps(w, level);
    if (level == WORLD_FORCES && w->options.response != SUPPLE_RESPONSE_PENALTY)
        solve_allow(w->solve, may);
    solve_report r =
        solve_run(w->solve, may < most ? may : most, (double)w->options.tolerance * unit / scale);
    w->stats.left_out += r.sweeps >= may && may < most;
    w->stats.rows_swept += r.rows;
    w->rows_left -= (double)r.rows;
    float left = (float)(scale * r.residual);
    w->stats.iterations = r.sweeps > w->stats.iterations ? r.sweeps : w->stats.iterations;
    w->stats.residual = left > w->stats.residual ? left : w->stats.residual;
    return count;
}

static void note_strike(supple_world* w, int32_t i) {
    const contact* t = &w->found[i];
    const double* p = w->impulses[i];
    bool any = p[0] != 0.0 || p[1] != 0.0 || p[2] != 0.0;
    w->bodies[t->body].struck |= any;
    if (t->other >= 0)
        w->bodies[t->other].struck |= any;
}

// Gaps as they will be when the substep is over: w is the displacement in it, over h^2.
static void move_gaps(supple_world* w, double h) {
    for (int32_t i = 0; i < w->found_count; ++i) {
        contact* t = &w->found[i];
        w->gaps[i] = t->gap;
        if (w->blocks[i] < 0)
            continue;
        double moved = solve_motion(w->solve, w->blocks[i]) * h * h -
                       world_contact_bias(w, t, WORLD_FORCES, h) * h;
        w->gaps[i] = t->gap + moved / metres_of(w, t);
    }
}

static void read_impulses(supple_world* w) {
    for (int32_t i = 0; i < w->body_count; ++i)
        if (w->bodies[i].solver_body >= 0)
            solve_body_impulse(w->solve, w->bodies[i].solver_body, w->bodies[i].impulse,
                               w->bodies[i].turning, w->bodies[i].coord_impulse);
}

void world_solve(supple_world* w, world_level level, double h) {
    SUPPLE_ASSERT(h > 0.0);
    bool all = level == WORLD_FORCES || joints_are_loaded(w) || pins_are_loaded(w);
    if (level == WORLD_IMPULSES && !world_find_approaches(w, h) && !all) {
        memset(w->impulses, 0, sizeof *w->impulses * (size_t)w->found_count);
        memset(w->blocks, -1, sizeof *w->blocks * (size_t)w->found_count);
        return;
    }
    if (find(w, level, h, all) == 0)
        return;
    read_impulses(w);
    if (level == WORLD_FORCES && joints_bend(w, h)) {
        find(w, level, h, all);
        read_impulses(w);
    }
    pins_take(w, level);
    joints_take(w, level, h);
    for (int32_t i = 0; i < w->found_count; ++i)
        if (w->blocks[i] >= 0) {
            solve_impulse(w->solve, w->blocks[i], w->impulses[i]);
            note_strike(w, i);
        }
    for (int32_t i = 0; i < w->body_count; ++i)
        if (w->bodies[i].solver_body >= 0)
            apply_impulses(&w->bodies[i], w->solve, level, h);
    if (level == WORLD_FORCES) {
        keep(w);
        move_gaps(w, h);
        for (int32_t i = 0; i < w->found_count; ++i)
            for (int k = 0; k < 3; ++k)
                w->impulses[i][k] *= h;
    }
    world_note_work(w, level, h);
}
