// A joint's rows in a substep, and what became of them.
// SPDX-License-Identifier: MIT
#include "runtime/joint/joint_rows.h"

#include "runtime/base/assert.h"
#include "runtime/joint/joint_axis.h"
#include "runtime/math/vec3d.h"

#include <math.h>
#include <string.h>

#define CLOSING_FRACTION 0.35 // of what is open, closed in a substep: more rings, less takes longer
#define RECOVERY_SPIN    1.0  // radians a second at most, that a hard joint closes by

static const double MOST_LAG = 0.5; // of a joint's own mobility, when it is torn open
// Of the speed that it closes at: the warm start of a joint is worth no more when it is open by its size, and in
// proportion less when by more. A pull that nothing lets close grows to 19 of it, so that nearer nothing is lost.
static const double MOST_START = 20.0;

static const double JOINT_ROWS_TURN = 2.0 * 3.14159265358979324;

// ---- rows ------------------------------------------------------------------------------

// How slowly the pull of a hard joint follows its residual, of its own mobility: by how far it is open beyond what its
// bounded speed closes, over `size` (of the body, or a radian). A joint that is merely loaded closes within that and
// does not lag. One that was torn open, by a body put elsewhere or between things that do not let it close, would
// push them without end; its pull grows slowly instead. It bears its load meanwhile: one that yields to its load
// the more the wider it is falls apart (ten jellies on one another did). One that is torn by far keeps less of its
// pull: when what it acts against yields within a substep, the force that is left throws the body, and is energy from nowhere.
static void find_lag(solve_joint* block, double wide, double most, double size, double h) {
    double beyond = (wide - most * h / CLOSING_FRACTION) / size;
    if (!(beyond > 0.0))
        return;
    block->lag = beyond < MOST_LAG ? beyond : MOST_LAG;
    block->most_start = MOST_START * most / (h * beyond);
}

// How far a block is open, along all of its axes.
static double find_width(const solve_joint* block, const double open[3]) {
    double square = 0.0;
    for (int32_t r = 0; r < block->row_count; ++r)
        square += open[r] * open[r];
    return sqrt(square);
}

// What w + bias = 0 is to mean along an axis. fraction: of what is open, that a hard joint closes in the substep. Impulses keep
// what is open as it is and so add no energy; forces close a fraction of it, and make good that the place goes round while the
// row goes straight.
static double bias_of(world_joint* j, const joint_end end[2], int turns, const double axis[3],
                      double open, double fraction, world_level level, double h) {
    double drift[3];
    for (int k = 0; k < 3; ++k)
        drift[k] = end[0].drift[turns][k] - end[1].drift[turns][k];
    bool forces = level == WORLD_FORCES;
    double stiff = JOINT_ROWS_TURN * (double)j->options.frequency * h,
           close = forces ? open / h : 0.0;
    close *= stiff > 0.0 ? stiff / (2.0 * (double)j->options.damping + stiff) : fraction;
    bool torn = turns == 0 && j->open > 0.0;
    along3(j->closing[turns], dot3(drift, axis) + (torn ? 0.0 : close), axis, j->closing[turns]);
    along3(j->returning, torn ? close : 0.0, axis, j->returning);
    for (int k = 0; k < 3 && forces && turns == 0; ++k)
        drift[k] += 0.5 * (end[0].bend[k] - end[1].bend[k]);
    return (dot3(drift, axis) + close) / (forces ? h : 1.0);
}

// The block of its place (turns 0) or of its turn (1), with axes filled in and how far each is open.
static void add_block(supple_world* w, world_joint* j, const joint_end end[2], int turns,
                      solve_joint* block, const double open[3], world_level level, double h) {
    double strength = turns ? j->options.twist_strength : j->options.strength;
    double size = turns ? 1.0 : joint_smaller_size(end),
           most = turns ? RECOVERY_SPIN : world_recovery_speed(size),
           wide = find_width(block, open);
    double fraction = CLOSING_FRACTION * wide > most * h ? most * h / wide
                                                         : CLOSING_FRACTION; // no faster than that
    double stiff = JOINT_ROWS_TURN * (double)j->options.frequency * h,
           inverse = joint_inverse_mass(end, turns);
    if (stiff > 0.0) {
        double soft = 1.0 / (stiff * (2.0 * (double)j->options.damping + stiff));
        block->softness = inverse * soft;
        block->relative_compliance = inverse > 0.0 ? 0.0 : soft;
    } else if (level == WORLD_FORCES) {
        find_lag(block, wide, most, size, h);
    }
    block->side[0] = end[0].side[turns];
    block->side[1] = end[1].side[turns];
    block->limit = level == WORLD_FORCES ? strength : strength * h;
    memset(j->closing[turns], 0, sizeof j->closing[turns]);
    if (turns == 0 && level == WORLD_FORCES && !(stiff > 0.0) && CLOSING_FRACTION * wide > most * h)
        j->open = wide;
    for (int32_t r = 0; r < block->row_count; ++r)
        block->bias[r] = bias_of(j, end, turns, block->axes[r], open[r], fraction, level, h);
    if (level == WORLD_FORCES)
        memcpy(block->start, j->substep_force[turns], sizeof block->start);
    j->blocks[turns] = solve_add_joint(w->solve, block);
}

// The direction of a distance in the middle of the substep. Ends that go round each other move across that, and a pull along
// it does no work; along the direction at its beginning it would, and the ends would go off along the tangent.
static void find_middle(const joint_end end[2], double h, double apart[3]) {
    double a[3], b[3];
    joint_end_velocity(&end[0], a);
    joint_end_velocity(&end[1], b);
    double displacement[3], far = sqrt(dot3(apart, apart));
    for (int k = 0; k < 3; ++k)
        displacement[k] = 0.5 * h * (a[k] - b[k]);
    double long_path = sqrt(dot3(displacement, displacement)),
           less = long_path > 0.5 * far ? 0.5 * far / long_path : 1.0;
    for (int k = 0; k < 3; ++k)
        apart[k] += less * displacement[k];
}

// One row, of a distance or a rope.
static void add_length(supple_world* w, world_joint* j, const joint_end end[2], double apart[3],
                       world_level level, double h) {
    solve_joint block = {.row_count = 1};
    double far = sqrt(dot3(apart, apart));
    if (level == WORLD_FORCES)
        find_middle(end, h, apart);
    double length = sqrt(dot3(apart, apart));
    for (int k = 0; k < 3; ++k)
        block.axes[0][k] = length > 1e-9 ? apart[k] / length : k == 1;
    const double open[3] = {far - j->length, 0.0, 0.0};
    if (j->options.kind == SUPPLE_JOINT_ROPE)
        joint_rope_add(w, j, end, far, block.axes[0], level, h);
    else
        add_block(w, j, end, 0, &block, open, level, h);
}

// Off the axis of a slider, which the second body carries: rows are those of the middle of the substep.
static void add_across(supple_world* w, world_joint* j, const joint_end end[2],
                       const double apart[3], world_level level, double h) {
    solve_joint block = {.row_count = 2};
    double axis[3], spin[3], open[3] = {0.0, 0.0, 0.0};
    joint_axis_of(j, &end[1].pose_now, axis);
    joint_across(axis, block.axes);
    joint_end_spin(&end[1], spin);
    for (int r = 0; r < 2; ++r) {
        double turned[3];
        open[r] = dot3(apart, block.axes[r]);
        cross3(spin, block.axes[r], turned);
        along3(block.axes[r], level == WORLD_FORCES ? 0.5 * h : 0.0, turned, block.axes[r]);
        double size = sqrt(dot3(block.axes[r], block.axes[r]));
        for (int k = 0; k < 3; ++k)
            block.axes[r][k] /= size;
    }
    add_block(w, j, end, 0, &block, open, level, h);
}

static void add_place(supple_world* w, world_joint* j, const joint_end end[2], world_level level,
                      double h) {
    solve_joint block = {.row_count = 3, .axes = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    supple_joint_kind kind = j->options.kind;
    double apart[3];
    for (int k = 0; k < 3; ++k)
        apart[k] = end[0].pose_now.place[k] - end[1].pose_now.place[k];
    if (joint_is_long(j))
        add_length(w, j, end, apart, level, h);
    else if (kind == SUPPLE_JOINT_SLIDER)
        add_across(w, j, end, apart, level, h);
    else
        add_block(w, j, end, 0, &block, apart, level, h);
    if (kind == SUPPLE_JOINT_HINGE || kind == SUPPLE_JOINT_SLIDER || kind == SUPPLE_JOINT_CONE)
        joint_axis_add(w, j, end, apart, level, h);
}

static void add_turn(supple_world* w, world_joint* j, joint_end end[2], world_level level,
                     double h) {
    solve_joint block = {.row_count = 3, .axes = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    double open[3];
    if (j->options.kind != SUPPLE_JOINT_HINGE) {
        joint_turn(end[0].pose_now.turn, end[1].pose_now.turn, open);
    } else {
        double a[3], b[3], turn[3];
        for (int k = 0; k < 3; ++k) {
            a[k] = dot3(end[0].pose_now.turn[k], j->axis);
            b[k] = dot3(end[1].pose_now.turn[k], j->axis);
        }
        cross3(b, a, turn);
        joint_across(b, block.axes);
        block.row_count = 2;
        open[0] = dot3(turn, block.axes[0]);
        open[1] = dot3(turn, block.axes[1]);
    }
    add_block(w, j, end, 1, &block, open, level, h);
}

// A spring is no constraint on velocities.
static bool takes_part(const world_joint* j, world_level level) {
    return j->used && !j->broken && (level == WORLD_FORCES || j->options.frequency == 0.0f);
}

// The second end of a slider is where the first one is.
static void slide(joint_end end[2], const bool moves[2]) {
    double apart[3], round[3];
    minus3(end[0].pose_now.place, end[1].pose_now.place, apart);
    cross3(end[1].drift[1], apart, round);
    for (int k = 0; k < 3; ++k) {
        end[1].drift[0][k] += round[k];
        end[1].side[0].arm[k] += !moves[0] && moves[1] ? apart[k] : 0.0;
    }
}

// Both bodies are pulled at one place, between theirs: what one gains of angular momentum the other loses, to
// rounding.
static void prepare_ends(world_joint* j, joint_end end[2], double h) {
    bool moves[2];
    double apart[3];
    for (int i = 0; i < 2; ++i)
        moves[i] = end[i].body != NULL && free_is(end[i].body->body);
    for (int k = 0; k < 3; ++k)
        apart[k] = moves[0] && moves[1] ? end[1].pose_now.place[k] - end[0].pose_now.place[k] : 0.0;
    if (j->options.kind == SUPPLE_JOINT_SLIDER)
        slide(end, moves);
    for (int i = 0; i < 2; ++i)
        for (int k = 0; k < 3; ++k) {
            end[i].side[0].arm[k] += (i == 0 ? 0.5 : -0.5) * apart[k];
            j->reach[i][k] = end[i].side[0].arm[k] + h * end[i].flesh[k];
            j->moves[i] = moves[i];
        }
}

// Where the place of a joint has come to on a free body, from its centre of mass.
static void find_reach(const world_body* wb, const double reach[3], double arm[3]) {
    double own[3];
    for (int k = 0; k < 3; ++k)
        own[k] = wb->before.turn[0][k] * reach[0] + wb->before.turn[1][k] * reach[1] +
                 wb->before.turn[2][k] * reach[2];
    for (int k = 0; k < 3; ++k)
        arm[k] = dot3(wb->body->state->free.turn[k], own);
}

// The sums of its rows: force, N, and torque, N m.
static void find_forces(const world_joint* j, double forces[2][3]) {
    for (int turns = 0; turns < 2; ++turns)
        for (int k = 0; k < 3; ++k)
            forces[turns][k] = j->blocks[turns] >= 0 ? j->substep_force[turns][k] : 0.0;
    for (int r = 0; r < JOINT_ROWS; ++r)
        if (j->rows[r].block >= 0)
            along3(forces[j->rows[r].turns], 1.0, j->rows[r].substep_force,
                   forces[j->rows[r].turns]);
}

static void finish(supple_world* w, const world_joint* j, double h) {
    double forces[2][3];
    find_forces(j, forces);
    double arm[2][3], apart[3] = {0.0, 0.0, 0.0};
    free_state* f[2] = {NULL, NULL};
    for (int i = 0; i < 2; ++i)
        if (j->moves[i]) {
            f[i] = &w->bodies[j->slot[i]].body->state->free;
            find_reach(&w->bodies[j->slot[i]], j->reach[i], arm[i]);
        }
    for (int k = 0; k < 3 && j->moves[0] && j->moves[1]; ++k)
        apart[k] = f[1]->place[k] + arm[1][k] - f[0]->place[k] - arm[0][k];
    for (int i = 0; i < 2; ++i) {
        double half[3], sign = i == 0 ? 0.5 * h : -0.5 * h;
        if (!j->moves[i])
            continue;
        for (int k = 0; k < 3; ++k) {
            half[k] = sign * forces[0][k];
            arm[i][k] += (i == 0 ? 0.5 : -0.5) * apart[k];
            f[i]->momentum[k] += sign * forces[1][k];
        }
        free_kick(w->bodies[j->slot[i]].body, half, arm[i]);
    }
}

static bool acts(const world_joint* j) {
    bool any = j->blocks[0] >= 0 || j->blocks[1] >= 0;
    for (int r = 0; r < JOINT_ROWS; ++r)
        any |= j->rows[r].block >= 0;
    return any;
}

void joints_finish(supple_world* w, double h) {
    SUPPLE_ASSERT(h > 0.0);
    for (int32_t i = 0; i < w->joint_count; ++i)
        if (w->joints[i].used && acts(&w->joints[i]))
            finish(w, &w->joints[i], h);
}

bool joints_are_loaded(const supple_world* w) {
    for (int32_t i = 0; i < w->joint_count; ++i) {
        const world_joint* j = &w->joints[i];
        if (takes_part(j, WORLD_IMPULSES) &&
            (w->bodies[j->slot[0]].steps || (j->slot[1] >= 0 && w->bodies[j->slot[1]].steps)))
            return true;
    }
    return false;
}

int32_t joints_add(supple_world* w, world_level level, double h) {
    SUPPLE_ASSERT(h > 0.0);
    int32_t count = 0;
    for (int32_t i = 0; i < w->joint_count; ++i) {
        world_joint* j = &w->joints[i];
        j->blocks[0] = j->blocks[1] = -1;
        for (int r = 0; r < JOINT_ROWS; ++r)
            j->rows[r].block = -1;
        j->open = 0.0;
        memset(j->returning, 0, sizeof j->returning);
        if (!takes_part(j, level))
            continue;
        joint_end end[2];
        joint_end_find(w, j, 0, level, h, &end[0]);
        joint_end_find(w, j, 1, level, h, &end[1]);
        if (end[0].body == NULL && end[1].body == NULL)
            continue;
        ++count;
        prepare_ends(j, end, level == WORLD_FORCES ? h : 0.0);
        add_place(w, j, end, level, h);
        if (j->options.kind == SUPPLE_JOINT_HINGE || j->options.kind == SUPPLE_JOINT_WELD ||
            j->options.kind == SUPPLE_JOINT_SLIDER)
            add_turn(w, j, end, level, h);
    }
    return count;
}

// What limits, motors and springs bore. A row that rests bears nothing, and is begun with nothing.
static void take_rows(supple_world* w, world_joint* j, world_level level, double h) {
    for (int r = 0; r < JOINT_ROWS; ++r) {
        joint_row* row = &j->rows[r];
        double p[3] = {0.0, 0.0, 0.0};
        if (row->block >= 0)
            solve_impulse(w->solve, row->block, p);
        for (int k = 0; k < 3; ++k)
            j->impulse[row->turns][k] += level == WORLD_FORCES ? h * p[k] : p[k];
        if (level == WORLD_FORCES)
            memcpy(row->substep_force, p, sizeof p);
        double strength = row->turns ? j->options.twist_strength : j->options.strength,
               most = level == WORLD_FORCES ? strength : strength * h;
        bool bears = r == JOINT_LIMIT || j->options.kind == SUPPLE_JOINT_CONE;
        if (row->block >= 0 && bears && dot3(p, row->axis) >= 0.999999 * most)
            j->broken = j->broke = true;
    }
}

void joints_take(supple_world* w, world_level level, double h) {
    SUPPLE_ASSERT(h > 0.0);
    for (int32_t i = 0; i < w->joint_count; ++i) {
        world_joint* j = &w->joints[i];
        for (int turns = 0; turns < 2; ++turns) {
            double p[3];
            if (j->blocks[turns] < 0)
                continue;
            solve_impulse(w->solve, j->blocks[turns], p);
            for (int k = 0; k < 3; ++k) {
                j->impulse[turns][k] += level == WORLD_FORCES ? h * p[k] : p[k];
                if (level == WORLD_FORCES)
                    j->substep_force[turns][k] = p[k];
            }
            if (solve_reached_limit(w->solve, j->blocks[turns]))
                j->broken = j->broke = true;
        }
        if (takes_part(j, level))
            take_rows(w, j, level, h);
    }
}
