// Ends of joints: patches of surfaces become sides of the solver.
// SPDX-License-Identifier: MIT
#include "runtime/joint/joint_end.h"

#include "runtime/joint/joint_bend.h"
#include "runtime/math/vec3d.h"

#include <math.h>
#include <string.h>

void joint_turn(double to[3][3], double from[3][3], double out[3]) {
    memset(out, 0, 3 * sizeof *out);
    for (int k = 0; k < 3; ++k) {
        double a[3] = {from[0][k], from[1][k], from[2][k]}, b[3] = {to[0][k], to[1][k], to[2][k]};
        double turn[3];
        cross3(a, b, turn);
        for (int i = 0; i < 3; ++i)
            out[i] += 0.5 * turn[i];
    }
}

static void find_drift(const patch* g, world_body* wb, double h, joint_end* end) {
    patch later = *g;
    patch_pose pose_now;
    if (free_is(wb->body))
        return;
    patch_find(&later, wb->body, (const float(*)[12])wb->end, &pose_now);
    joint_turn(pose_now.turn, end->pose_now.turn, end->drift[1]);
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

void joint_end_find(supple_world* w, const world_joint* j, int which, world_level level, double h,
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

void joint_end_velocity(const joint_end* end, double out[3]) {
    memcpy(out, end->drift[0], sizeof end->drift[0]);
    if (end->body == NULL || !free_is(end->body->body))
        return;
    double spin[3], round[3];
    free_spin(end->body->body, &end->body->body->measured, spin);
    cross3(spin, end->side[0].arm, round);
    for (int k = 0; k < 3; ++k)
        out[k] += end->body->body->state->free.velocity[k] + round[k];
}

void joint_end_spin(const joint_end* end, double out[3]) {
    memcpy(out, end->drift[1], sizeof end->drift[1]);
    if (end->body != NULL && free_is(end->body->body))
        free_spin(end->body->body, &end->body->body->measured, out);
}

double joint_inverse_mass(const joint_end end[2], int turns) {
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

double joint_smaller_size(const joint_end end[2]) {
    double least = INFINITY;
    for (int k = 0; k < 2; ++k)
        if (end[k].body != NULL) {
            const world_body* wb = end[k].body;
            double size = wb->skin->size * (double)wb->body->state->options.world_metres;
            least = size < least ? size : least;
        }
    return least < INFINITY ? least : 1.0;
}
