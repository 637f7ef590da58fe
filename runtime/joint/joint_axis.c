// Rows of limits, motors and springs.
// SPDX-License-Identifier: MIT
#include "runtime/joint/joint_axis.h"

#include "runtime/base/assert.h"
#include "runtime/math/exact.h"
#include "runtime/math/svd.h"
#include "runtime/math/vec3d.h"
#include "runtime/model/propagator.h"

#include <math.h>
#include <string.h>

static const double SHARE = 0.35;     // of what is beyond a limit, taken back in a substep, ...
static const double BACK_SPIN = 1.0;  // ... at so many radians a second at most
static const double MOST_ANGLE = 2.5; // radians a substep of a spring: beyond pi it would seem slow

// What a row is made from: along or about an axis of both ends.
typedef struct axis_row {
    const joint_end* end; // [2]
    int turns;
    double axis[3]; // unit
    world_level level;
    double h;
} axis_row;

// ---- turns -----------------------------------------------------------------------------

void joint_axis_of(const world_joint* j, const patch_pose* second, double axis[3]) {
    times3(second->turn, j->axis, axis);
}

void joint_across(const double axis[3], double out[2][3]) {
    int least = fabs(axis[0]) < fabs(axis[1]) ? 0 : 1;
    least = fabs(axis[2]) < fabs(axis[least]) ? 2 : least;
    double unit[3] = {least == 0, least == 1, least == 2};
    cross3(axis, unit, out[0]);
    double size = sqrt(dot3(out[0], out[0]));
    for (int k = 0; k < 3; ++k)
        out[0][k] /= size;
    cross3(axis, out[0], out[1]);
}

// The vector part of the turn between the ends, in the axes of when the joint was made: twice its sines; and 1 + its trace.
static double turn_between(const patch_pose* first, const patch_pose* second, double sines[3]) {
    double turn[3][3];
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k)
            turn[i][k] = second->turn[0][i] * first->turn[0][k] +
                         second->turn[1][i] * first->turn[1][k] +
                         second->turn[2][i] * first->turn[2][k];
    sines[0] = turn[2][1] - turn[1][2];
    sines[1] = turn[0][2] - turn[2][0];
    sines[2] = turn[1][0] - turn[0][1];
    double sum = 1.0 + turn[0][0] + turn[1][1] + turn[2][2];
    return sum > 0.0 ? sum : 0.0;
}

// The twist of a turn that is a twist and then a lean: half of it is the angle of the quaternion's part along the axis.
double joint_twist(const world_joint* j, const patch_pose* first, const patch_pose* second) {
    double sines[3], rest = turn_between(first, second, sines);
    return 2.0 * exact_atan2(dot3(sines, j->axis), rest);
}

double joint_lean(const world_joint* j, const patch_pose* first, const patch_pose* second) {
    double a[3], b[3], across[3];
    joint_axis_of(j, first, a);
    joint_axis_of(j, second, b);
    cross3(b, a, across);
    return exact_atan2(sqrt(dot3(across, across)), dot3(a, b));
}

// ---- the mass of a spring --------------------------------------------------------------

// Adds what a wrench at the place does to the motion there: [6][6], lengths in units of `scale`.
static void add_mobility(const supple_body* b, const double place[3], double scale, double* sums) {
    free_measure now;
    double inverse[3][3], arm[3], mass = (double)b->parts[0].asset.record->mass;
    free_measure_now(b, &now);
    free_inverse_inertia(b, &now, inverse);
    for (int k = 0; k < 3; ++k)
        arm[k] = place[k] - b->state->free.place[k];
    for (int c = 0; c < 6; ++c) {
        double force[3] = {c == 0, c == 1, c == 2}, twist[3], spin[3], moved[3];
        cross3(arm, force, twist);
        for (int k = 0; k < 3; ++k)
            twist[k] += c - 3 == k ? scale : 0.0;
        times3(inverse, twist, spin);
        cross3(spin, arm, moved);
        for (int k = 0; k < 3; ++k) {
            sums[6 * k + c] += force[k] / mass + moved[k];
            sums[6 * (3 + k) + c] += scale * spin[k];
        }
    }
}

double joint_spring_mass(const supple_world* w, const world_joint* j) {
    patch_pose poses[2];
    double sums[36] = {0.0}, scratch[36], axis[3], scale = 0.0;
    bool turns = j->options.kind == SUPPLE_JOINT_HINGE;
    joint_sample(w, j, poses);
    joint_axis_of(j, &poses[1], axis);
    for (int k = 0; k < 2; ++k) {
        const supple_body* b = j->slot[k] < 0 ? NULL : w->bodies[j->slot[k]].body;
        if (b == NULL || !free_is(b) || free_is_kinematic(b))
            continue;
        if (!(scale > 0.0))
            scale = (double)b->extent * (double)b->asset.metres;
        add_mobility(b, poses[0].place, scale, sums);
    }
    if (!(scale > 0.0))
        return 0.0;
    double mass = 0.0, trace = 0.0;
    for (int k = 0; k < 6; ++k)
        trace += sums[7 * k];
    svd_invert(sums, scratch, 6, 1e-7 * trace);
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k)
            mass += axis[i] * axis[k] * (turns ? sums[6 * (3 + i) + 3 + k] : sums[6 * i + k]);
    return turns ? mass * scale * scale : mass;
}

// ---- rows ------------------------------------------------------------------------------

// What both ends do that no impulse changes, along the axis, m/s; forces also make good that places go round.
static double drift_of(const axis_row* a, bool bends) {
    double drift[3];
    for (int k = 0; k < 3; ++k) {
        drift[k] = a->end[0].drift[a->turns][k] - a->end[1].drift[a->turns][k];
        if (bends && a->level == WORLD_FORCES && a->turns == 0)
            drift[k] += 0.5 * (a->end[0].bend[k] - a->end[1].bend[k]);
    }
    return dot3(drift, a->axis);
}

static double stiff_of(const supple_joint_options* o, double h) {
    return 2.0 * EXACT_PI * (double)o->frequency * h;
}

// The axis pushes the first end away from the limit, of which `left` is left.
static void add_limit(supple_world* w, world_joint* j, joint_row* row, const axis_row* a,
                      double left) {
    const supple_joint_options* o = &j->options;
    bool forces = a->level == WORLD_FORCES;
    double size = a->turns ? 1.0 : joint_smaller_size(a->end),
           most = a->turns ? BACK_SPIN : world_recovery_speed(size),
           strength = a->turns ? (double)o->twist_strength : (double)o->strength,
           stiff = stiff_of(o, a->h), back = 0.0;
    solve_contact c = {.side = {a->end[0].side[a->turns], a->end[1].side[a->turns]},
                       .limit = forces ? strength : strength * a->h};
    if (stiff > 0.0) {
        double inverse = joint_inverse_mass(a->end, a->turns),
               soft = 1.0 / (stiff * (2.0 * (double)o->damping + stiff));
        back = left / a->h * stiff / (2.0 * (double)o->damping + stiff);
        c.softness = inverse * soft;
        c.relative_compliance = inverse > 0.0 ? 0.0 : soft;
    } else if (forces) {
        back = SHARE * left / a->h > -most ? SHARE * left / a->h : -most;
    }
    double close = left >= 0.0 ? left / a->h : back;
    memcpy(c.normal, a->axis, sizeof c.normal);
    memcpy(row->axis, a->axis, sizeof row->axis);
    row->turns = a->turns;
    row->closing = drift_of(a, false) + (left < 0.0 ? back : 0.0);
    if (j->options.kind == SUPPLE_JOINT_ROPE && forces && !(stiff > 0.0) && back == -most) {
        j->open = -left;
        row->closing -= back;
        along3(j->returning, back, a->axis, j->returning);
    }
    row->softness = 0.0;
    c.bias = (drift_of(a, true) + close) / (forces ? a->h : 1.0);
    if (forces)
        memcpy(c.start, row->substep_force, sizeof c.start);
    row->block = solve_add_contact(w->solve, &c);
}

// The nearer of two limits of what is at x.
static void add_limits(supple_world* w, world_joint* j, const axis_row* a, double x, double lower,
                       double upper, double scale) {
    double below = x - lower, above = upper - x;
    if (!(below < INFINITY) && !(above < INFINITY))
        return;
    axis_row one = *a;
    for (int k = 0; k < 3 && above < below; ++k)
        one.axis[k] = -a->axis[k];
    add_limit(w, j, &j->rows[JOINT_LIMIT], &one, scale * (above < below ? above : below));
}

static void add_row(supple_world* w, joint_row* row, const axis_row* a, solve_joint* block) {
    block->row_count = 1;
    block->side[0] = a->end[0].side[a->turns];
    block->side[1] = a->end[1].side[a->turns];
    memcpy(block->axes[0], a->axis, sizeof a->axis);
    memcpy(block->start, row->substep_force, sizeof block->start);
    memcpy(row->axis, a->axis, sizeof row->axis);
    row->turns = a->turns;
    row->block = solve_add_joint(w->solve, block);
}

// Its force is constant over the substep, -k (x + h u / 2) - c u with u the mean speed in it. Then positions at its ends obey
// the recurrence of a second order whose trace and determinant k and c decide; they are taken from the exact one's.
static void add_spring(supple_world* w, world_joint* j, const axis_row* a, double x) {
    const supple_joint_options* o = &j->options;
    double rate = 2.0 * EXACT_PI * (double)o->spring_frequency,
           slower = rate * a->h > MOST_ANGLE ? MOST_ANGLE / a->h : rate;
    propagator_matrix m = propagator_of(slower * slower, (double)o->spring_damping * slower, a->h);
    double trace = m.e11 + m.e22, det = m.e11 * m.e22 - m.e12 * m.e21, both = 3.0 - trace - det,
           soft = 0.5 * (1.0 + trace + det) / both, back = 2.0 * (1.0 - trace + det) / both;
    solve_joint block = {.limit = INFINITY};
    joint_row* row = &j->rows[JOINT_SPRING];
    if (j->spring_mass > 0.0)
        block.softness = soft / j->spring_mass;
    else
        block.relative_compliance = soft;
    row->closing = drift_of(a, false) + back * x / a->h;
    row->softness = block.softness;
    block.bias[0] = (drift_of(a, true) + back * x / a->h) / a->h;
    add_row(w, row, a, &block);
}

// The speed at the end of the substep is to be the wanted one: twice the mean less that at its beginning.
static void add_motor(supple_world* w, world_joint* j, const axis_row* a, double speed) {
    double one[3], two[3];
    bool free = false;
    for (int k = 0; k < 2; ++k)
        free |= a->end[k].body != NULL && free_is(a->end[k].body->body);
    (a->turns ? joint_end_spin : joint_end_velocity)(&a->end[0], one);
    (a->turns ? joint_end_spin : joint_end_velocity)(&a->end[1], two);
    double now = dot3(one, a->axis) - dot3(two, a->axis), mean = free ? 0.5 * (speed + now) : speed;
    solve_joint block = {.limit = (double)j->options.motor_strength, .slips = true};
    joint_row* row = &j->rows[JOINT_MOTOR];
    row->closing = -(fabs(speed) > fabs(mean) ? speed : mean);
    row->softness = 0.0;
    block.bias[0] = (drift_of(a, true) - mean) / a->h;
    add_row(w, row, a, &block);
}

// How far its axis may lean, and twist: the rate of the twist is the spin along the mean of both axes, over the cosine of
// half the lean.
static void add_cone(supple_world* w, world_joint* j, axis_row* a) {
    const joint_end* end = a->end;
    double own[3], axis[3], across[3], lean = joint_lean(j, &end[0].pose_now, &end[1].pose_now);
    joint_axis_of(j, &end[0].pose_now, own);
    joint_axis_of(j, &end[1].pose_now, axis);
    cross3(axis, own, across);
    double sine = sqrt(dot3(across, across));
    if ((double)j->options.swing < EXACT_PI && sine > 1e-9) {
        for (int k = 0; k < 3; ++k)
            a->axis[k] = -across[k] / sine;
        add_limit(w, j, &j->rows[JOINT_LEAN], a, (double)j->options.swing - lean);
    }
    double sum[3] = {axis[0] + own[0], axis[1] + own[1], axis[2] + own[2]},
           length = sqrt(dot3(sum, sum));
    if (!(length > 0.1)) // it leans the other way, where twist is undefined
        return;
    for (int k = 0; k < 3; ++k)
        a->axis[k] = sum[k] / length;
    add_limits(w, j, a, joint_twist(j, &end[0].pose_now, &end[1].pose_now),
               (double)j->options.lower, (double)j->options.upper, 0.5 * length);
}

void joint_axis_add(supple_world* w, world_joint* j, const joint_end end[2], const double apart[3],
                    world_level level, double h) {
    SUPPLE_ASSERT(h > 0.0);
    const supple_joint_options* o = &j->options;
    axis_row a = {.end = end, .turns = o->kind != SUPPLE_JOINT_SLIDER, .level = level, .h = h};
    if (o->kind == SUPPLE_JOINT_CONE) {
        add_cone(w, j, &a);
        return;
    }
    const world_body* first = end[0].body != NULL ? end[0].body : end[1].body;
    double unit = a.turns ? 1.0 : (double)first->body->state->options.world_metres;
    joint_axis_of(j, &end[1].pose_now, a.axis);
    double x = a.turns ? joint_twist(j, &end[0].pose_now, &end[1].pose_now) : dot3(apart, a.axis);
    double off = x - unit * (double)o->spring_target;
    if (a.turns && fabs(off) > EXACT_PI) // the shorter way round, or each round would give energy
        off += off > 0.0 ? -2.0 * EXACT_PI : 2.0 * EXACT_PI;
    if (o->spring_frequency > 0.0f && level == WORLD_FORCES)
        add_spring(w, j, &a, off);
    if (o->motor_strength > 0.0f && level == WORLD_FORCES)
        add_motor(w, j, &a, unit * (double)o->motor_speed);
    add_limits(w, j, &a, x, unit * (double)o->lower, unit * (double)o->upper, 1.0);
}

void joint_rope_add(supple_world* w, world_joint* j, const joint_end end[2], double far,
                    const double direction[3], world_level level, double h) {
    SUPPLE_ASSERT(h > 0.0);
    const world_body* first = end[0].body != NULL ? end[0].body : end[1].body;
    axis_row a = {.end = end, .level = level, .h = h};
    memcpy(a.axis, direction, sizeof a.axis);
    add_limits(w, j, &a, far,
               (double)first->body->state->options.world_metres * (double)j->options.lower,
               j->length, 1.0);
}

// A spring gives back what it was given, and no more. Of the others what they may have done, as of all joints.
double joint_row_work(const joint_row* row, const double p[3], world_level level, double h) {
    double along = dot3(p, row->axis), motion = row->closing;
    if (level == WORLD_FORCES)
        motion = h * (motion + h * row->softness * along);
    double work = -along * motion;
    return work > 0.0 || row->softness > 0.0 ? work : 0.0;
}
