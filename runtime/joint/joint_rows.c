// A joint's rows in a substep, and what became of them.
// SPDX-License-Identifier: MIT
#include "runtime/joint/joint_rows.h"

#include "runtime/base/assert.h"
#include "runtime/joint/joint_bend.h"
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

// One end in this substep.
typedef struct joint_end {
    const world_body* body; // NULL: the world
    patch_pose pose_now;
    solve_side side[2]; // of the place, and of the turn
    double drift[2][3]; // velocity and spin that bones give it
    double bend[3];     // velocity that the place gains by going round
    double flesh[3];    // velocity that the flesh gives the place
} joint_end;

// The turn from `from` to `to`: its axis times the sine of its angle.
static void find_turn(double to[3][3], double from[3][3], double out[3]) {
    memset(out, 0, 3 * sizeof *out);
    for (int k = 0; k < 3; ++k) {
        double a[3] = {from[0][k], from[1][k], from[2][k]}, b[3] = {to[0][k], to[1][k], to[2][k]};
        double turn[3];
        cross3(a, b, turn);
        for (int i = 0; i < 3; ++i)
            out[i] += 0.5 * turn[i];
    }
}

// ---- ends ------------------------------------------------------------------------------

static void find_drift(const patch* g, world_body* wb, double h, joint_end* end) {
    patch later = *g;
    patch_pose pose_now;
    if (free_is(wb->body))
        return;
    patch_find(&later, wb->body, (const float(*)[12])wb->end, &pose_now);
    find_turn(pose_now.turn, end->pose_now.turn, end->drift[1]);
    for (int k = 0; k < 3; ++k) {
        end->drift[0][k] = (pose_now.place[k] - end->pose_now.place[k]) / h;
        end->drift[1][k] /= h;
    }
}

// What the spin does within a substep. The place goes round the centre while its row stays as it is: `bend`
// is what its velocity gains by that, so that it is at rest where it then is. The flesh's rows turn too;
// they are those of the middle. Without both a pendulum gains or loses energy.
static void find_bend(const world_body* wb, double h, joint_end* end) {
    double spin[3], speed[3], more[3];
    const supple_body* b = wb->body;
    solve_side* side = &end->side[0];
    if (!free_is(b))
        return;
    joint_spin(wb, spin);
    for (int k = 0; k < 3; ++k)
        for (int32_t c = 0; c < side->count; ++c)
            end->flesh[k] += (double)side->rows[k * side->stride + c] *
                             joint_coord_speed(wb, side->first + c, h);
    cross3(spin, side->arm, speed);
    for (int k = 0; k < 3; ++k)
        speed[k] += end->flesh[k];
    cross3(spin, speed, end->bend);
    cross3(spin, end->flesh, more);
    for (int k = 0; k < 3; ++k)
        end->bend[k] = h * (end->bend[k] + 0.5 * more[k]);
}

static void turn_rows(const world_body* wb, double h, float* rows, int32_t first, int32_t last) {
    double spin[3], turned[3];
    int32_t n = wb->body->coord_count;
    if (!free_is(wb->body))
        return;
    joint_spin(wb, spin);
    for (int32_t c = first; c < last; ++c) {
        const double row[3] = {rows[c], rows[n + c], rows[2 * n + c]};
        cross3(spin, row, turned);
        for (int k = 0; k < 3; ++k)
            rows[k * n + c] = (float)(row[k] + 0.5 * h * turned[k]);
    }
}

static void find_end(supple_world* w, const world_joint* j, int which, world_level level, double h,
                     joint_end* end) {
    memset(end, 0, sizeof *end);
    end->side[0].body = end->side[1].body = -1;
    end->side[1].turns = true;
    world_body* wb = j->slot[which] < 0 ? NULL : &w->bodies[j->slot[which]];
    const float(*palette)[12] = wb == NULL ? NULL : (const float(*)[12])wb->begin;
    patch_find(&j->patches[which], wb == NULL ? NULL : wb->body, palette, &end->pose_now);
    if (wb == NULL || !wb->steps)
        return;
    const supple_body* b = wb->body;
    int32_t solver_body = world_solver_body(w, j->slot[which], level, h);
    patch_motion moved = {.point = wb->rows[0], .spin = wb->rows[1], .scratch = wb->lever};
    patch_rows(&j->patches[which], b, palette, &end->pose_now, &moved);
    for (int turns = 0; turns < 2; ++turns)
        end->side[turns] = (solve_side){.body = solver_body,
                                        .turns = turns == 1,
                                        .first = moved.first,
                                        .count = moved.end - moved.first,
                                        .rows = wb->rows[turns] + moved.first,
                                        .stride = b->coord_count};
    for (int k = 0; k < 3 && free_is(b); ++k)
        end->side[0].arm[k] = end->pose_now.place[k] - b->state->free.place[k];
    end->body = wb;
    find_drift(&j->patches[which], wb, h, end);
    if (level == WORLD_IMPULSES)
        return;
    find_bend(wb, h, end);
    turn_rows(wb, h, wb->rows[0], moved.first, moved.end);
    turn_rows(wb, h, wb->rows[1], moved.first, moved.end);
}

// ---- rows ------------------------------------------------------------------------------

// How slowly the pull of a hard joint follows its residual, of its own mobility: by how far it is open beyond what its
// bounded speed closes, over `size` (of the body, or a radian). A joint that is merely loaded closes within that and
// does not lag. One that was torn open, by a body put elsewhere or between things that do not let it close, would
// push them without end; its pull grows slowly instead. It bears its load meanwhile: one that yields to its load
// the more the wider it is falls apart (ten jellies on one another did). One that is torn by far keeps less of its
// pull: when what it pulls against gives way within a substep, what it keeps throws the body, and is energy from nowhere.
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

// What w + bias = 0 is to mean along an axis. share: of what is open, that a hard joint closes in the substep. Impulses keep what is open as it is and so add no energy;
// forces close a share of it, and make good that the place goes round while the row goes straight.
static double bias_of(world_joint* j, const joint_end end[2], int turns, const double axis[3],
                      double open, double fraction, world_level level, double h) {
    double drift[3];
    for (int k = 0; k < 3; ++k)
        drift[k] = end[0].drift[turns][k] - end[1].drift[turns][k];
    bool forces = level == WORLD_FORCES;
    double stiff = JOINT_ROWS_TURN * (double)j->options.frequency * h,
           close = forces ? open / h : 0.0;
    close *= stiff > 0.0 ? stiff / (2.0 * (double)j->options.damping + stiff) : fraction;
    along3(j->closing[turns], dot3(drift, axis) + close, axis, j->closing[turns]);
    for (int k = 0; k < 3 && forces && turns == 0; ++k)
        drift[k] += 0.5 * (end[0].bend[k] - end[1].bend[k]);
    return (dot3(drift, axis) + close) / (forces ? h : 1.0);
}

// The mass that a soft joint swings is that of the bodies: 1 / kg, or 1 / (kg m^2) of the turn; 0 when none
// is free, and then it is what the flesh feels like there.
static double inverse_mass_of(const joint_end end[2], int turns) {
    double sum = 0.0;
    for (int i = 0; i < 2; ++i) {
        if (end[i].body == NULL || !free_is(end[i].body->body))
            continue;
        const supple_body* b = end[i].body->body;
        double inverse[3][3];
        if (free_is_kinematic(b))
            continue;
        free_inverse_inertia(b, &b->measured, inverse);
        sum += turns ? (inverse[0][0] + inverse[1][1] + inverse[2][2]) / 3.0
                     : 1.0 / (double)b->parts[0].asset.record->mass;
    }
    return sum;
}

// Of the bodies at its ends, metres; of none a metre.
static double smaller_size(const joint_end end[2]) {
    double least = INFINITY;
    for (int k = 0; k < 2; ++k)
        if (end[k].body != NULL) {
            const world_body* wb = end[k].body;
            double size = wb->skin->size * (double)wb->body->state->options.world_metres;
            least = size < least ? size : least;
        }
    return least < INFINITY ? least : 1.0;
}

// The block of its place (turns 0) or of its turn (1), with axes filled in and how far each is open.
static void add_block(supple_world* w, world_joint* j, const joint_end end[2], int turns,
                      solve_joint* block, const double open[3], world_level level, double h) {
    double strength = turns ? j->options.twist_strength : j->options.strength;
    double size = turns ? 1.0 : smaller_size(end),
           most = turns ? RECOVERY_SPIN : world_recovery_speed(size),
           wide = find_width(block, open);
    double fraction = CLOSING_FRACTION * wide > most * h ? most * h / wide
                                                         : CLOSING_FRACTION; // no faster than that
    double stiff = JOINT_ROWS_TURN * (double)j->options.frequency * h,
           inverse = inverse_mass_of(end, turns);
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
    for (int32_t r = 0; r < block->row_count; ++r)
        block->bias[r] = bias_of(j, end, turns, block->axes[r], open[r], fraction, level, h);
    if (level == WORLD_FORCES)
        memcpy(block->start, j->coord_impulse[turns], sizeof block->start);
    j->blocks[turns] = solve_add_joint(w->solve, block);
}

// Velocity of an end's place, m/s, without that of flesh: it may swing to and fro within the substep.
static void find_velocity(const joint_end* end, double out[3]) {
    memcpy(out, end->drift[0], sizeof end->drift[0]);
    if (end->body == NULL || !free_is(end->body->body))
        return;
    double spin[3], round[3];
    free_spin(end->body->body, &end->body->body->measured, spin);
    cross3(spin, end->side[0].arm, round);
    for (int k = 0; k < 3; ++k)
        out[k] += end->body->body->state->free.velocity[k] + round[k];
}

// The direction of a distance in the middle of the substep. Ends that go round each other move across that, and a pull along
// it does no work; along the direction at its beginning it would, and the ends would go off along the tangent.
static void find_middle(const joint_end end[2], double h, double apart[3]) {
    double a[3], b[3];
    find_velocity(&end[0], a);
    find_velocity(&end[1], b);
    double displacement[3], far = sqrt(dot3(apart, apart));
    for (int k = 0; k < 3; ++k)
        displacement[k] = 0.5 * h * (a[k] - b[k]);
    double long_path = sqrt(dot3(displacement, displacement)),
           less = long_path > 0.5 * far ? 0.5 * far / long_path : 1.0;
    for (int k = 0; k < 3; ++k)
        apart[k] += less * displacement[k];
}

static void add_place(supple_world* w, world_joint* j, const joint_end end[2], world_level level,
                      double h) {
    solve_joint block = {.row_count = 3, .axes = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    double apart[3];
    for (int k = 0; k < 3; ++k)
        apart[k] = end[0].pose_now.place[k] - end[1].pose_now.place[k];
    if (j->options.kind == SUPPLE_JOINT_DISTANCE) {
        double far = sqrt(dot3(apart, apart));
        if (level == WORLD_FORCES)
            find_middle(end, h, apart);
        double length = sqrt(dot3(apart, apart));
        for (int k = 0; k < 3; ++k)
            block.axes[0][k] = length > 1e-9 ? apart[k] / length : k == 1;
        block.row_count = 1;
        apart[0] = far - j->length;
    }
    add_block(w, j, end, 0, &block, apart, level, h);
}

static void add_turn(supple_world* w, world_joint* j, joint_end end[2], world_level level,
                     double h) {
    solve_joint block = {.row_count = 3, .axes = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    double open[3];
    if (j->options.kind == SUPPLE_JOINT_WELD) {
        find_turn(end[0].pose_now.turn, end[1].pose_now.turn, open);
    } else {
        double a[3], b[3], turn[3];
        for (int k = 0; k < 3; ++k) {
            a[k] = dot3(end[0].pose_now.turn[k], j->axis);
            b[k] = dot3(end[1].pose_now.turn[k], j->axis);
        }
        cross3(b, a, turn);
        // two axes across b: from the unit vector least along it
        int least = fabs(b[0]) < fabs(b[1]) ? 0 : 1;
        least = fabs(b[2]) < fabs(b[least]) ? 2 : least;
        double unit[3] = {least == 0, least == 1, least == 2};
        cross3(b, unit, block.axes[0]);
        double size = sqrt(dot3(block.axes[0], block.axes[0]));
        for (int k = 0; k < 3; ++k)
            block.axes[0][k] /= size;
        cross3(b, block.axes[0], block.axes[1]);
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

// Both bodies are pulled at one place, between theirs: what one gains of angular momentum the other loses, to
// rounding.
static void prepare_ends(world_joint* j, joint_end end[2], double h) {
    bool moves[2];
    double apart[3];
    for (int i = 0; i < 2; ++i)
        moves[i] = end[i].body != NULL && free_is(end[i].body->body);
    for (int k = 0; k < 3; ++k)
        apart[k] = moves[0] && moves[1] ? end[1].pose_now.place[k] - end[0].pose_now.place[k] : 0.0;
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

static void finish(supple_world* w, const world_joint* j, double h) {
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
            half[k] = sign * j->coord_impulse[0][k];
            arm[i][k] += (i == 0 ? 0.5 : -0.5) * apart[k];
            f[i]->momentum[k] += j->blocks[1] >= 0 ? sign * j->coord_impulse[1][k] : 0.0;
        }
        free_kick(w->bodies[j->slot[i]].body, half, arm[i]);
    }
}

void joints_finish(supple_world* w, double h) {
    SUPPLE_ASSERT(h > 0.0);
    for (int32_t i = 0; i < w->joint_count; ++i)
        if (w->joints[i].used && w->joints[i].blocks[0] >= 0)
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
        if (!takes_part(j, level))
            continue;
        joint_end end[2];
        find_end(w, j, 0, level, h, &end[0]);
        find_end(w, j, 1, level, h, &end[1]);
        if (end[0].body == NULL && end[1].body == NULL)
            continue;
        ++count;
        prepare_ends(j, end, level == WORLD_FORCES ? h : 0.0);
        add_place(w, j, end, level, h);
        if (j->options.kind == SUPPLE_JOINT_HINGE || j->options.kind == SUPPLE_JOINT_WELD)
            add_turn(w, j, end, level, h);
    }
    return count;
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
                    j->coord_impulse[turns][k] = p[k];
            }
            if (solve_reached_limit(w->solve, j->blocks[turns]))
                j->broken = j->broke = true;
        }
    }
}
