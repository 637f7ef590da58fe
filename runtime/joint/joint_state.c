// What is known of a joint after a step, and whether saved ones can be gone on from.
// SPDX-License-Identifier: MIT
#include "runtime/joint/joint_axis.h"

#include "runtime/body/point.h"
#include "runtime/math/vec3d.h"

#include <math.h>
#include <string.h>

// ---- saved -----------------------------------------------------------------------------

static bool fits_end(const supple_world* w, const world_joint* j, int which) {
    int32_t slot = j->slot[which];
    const patch* g = &j->patches[which];
    if (slot < 0)
        return which == 1 && g->count == 0;
    if (slot >= w->body_count || w->bodies[slot].body == NULL || g->count < 1 ||
        g->count > PATCH_MOST)
        return false;
    for (int32_t i = 0; i < g->count; ++i)
        if (g->vertex[i] >= (uint32_t)w->bodies[slot].body->asset.vertex_count)
            return false;
    return true;
}

// As bytes: a bool that is neither 0 nor 1 may not be read.
static bool bools_fit(const world_joint* j) {
    const size_t at[] = {offsetof(world_joint, used),     offsetof(world_joint, broken),
                         offsetof(world_joint, broke),    offsetof(world_joint, moves[0]),
                         offsetof(world_joint, moves[1]), offsetof(world_joint, options.collide)};
    bool fits = true;
    for (size_t i = 0; i < sizeof at / sizeof *at; ++i)
        fits &= ((const uint8_t*)j)[at[i]] <= 1;
    return fits;
}

static bool numbers_fit(const double* x, size_t count) {
    bool fits = true;
    for (size_t i = 0; i < count; ++i)
        fits &= fabs(x[i]) <= POINT_FARTHEST;
    return fits;
}

static bool is_rotation(const double r[3][3]) {
    bool fits = true;
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k)
            fits &= fabs(dot3(r[i], r[k]) - (i == k ? 1.0 : 0.0)) < 1e-6;
    return fits;
}

// The state that was last reported of it: of bodies that sleep it is reported again.
static bool told_fits(const world_joint* j) {
    const float* mean = &j->mean[0][0];
    bool fits = j->force >= 0.0f && j->force <= POINT_FARTHEST && j->twist >= 0.0f &&
                j->twist <= POINT_FARTHEST;
    for (int i = 0; i < 6; ++i)
        fits &= fabsf(mean[i]) <= POINT_FARTHEST;
    return fits;
}

static bool joint_fits(const world_joint* j) {
    bool fits = told_fits(j) && numbers_fit(j->axis, 3) &&
                (!joint_has_axis(j->options.kind) || fabs(dot3(j->axis, j->axis) - 1.0) < 1e-6) &&
                numbers_fit(&j->length, 1) && numbers_fit(&j->spring_mass, 1) &&
                j->spring_mass >= 0.0;
    for (int r = 0; r < JOINT_ROWS; ++r)
        fits = fits && numbers_fit(j->rows[r].substep_force, 3) && j->rows[r].turns >= 0 &&
               j->rows[r].turns <= 1;
    for (int k = 0; k < 2; ++k) {
        const patch* g = &j->patches[k];
        fits = fits && numbers_fit(g->away[0], sizeof g->away / sizeof(double)) &&
               numbers_fit(g->offset, 3) && (j->slot[k] < 0 || is_rotation(g->bone_rotation)) &&
               numbers_fit(j->reach[k], 3) && numbers_fit(j->substep_force[k], 3) &&
               numbers_fit(j->impulse[k], 3);
    }
    return fits;
}

bool joints_fit(const supple_world* w, const world_joint* saved) {
    for (int32_t i = 0; i < w->options.max_joints; ++i)
        if (!bools_fit(&saved[i]))
            return false;
    for (int32_t i = 0; i < w->options.max_joints; ++i)
        if (saved[i].used && !joint_fits(&saved[i]))
            return false;
    for (int32_t i = 0; i < w->options.max_joints; ++i)
        if (saved[i].used &&
            (!fits_end(w, &saved[i], 0) || !fits_end(w, &saved[i], 1) ||
             saved[i].slot[0] == saved[i].slot[1] || !joint_is_sound(&saved[i].options)))
            return false;
    return true;
}

// ---- after a step ----------------------------------------------------------------------

double joint_metres(const supple_world* w, const world_joint* j) {
    return (double)w->bodies[j->slot[0]].body->state->options.world_metres;
}

double joint_distance(const patch_pose poses[2]) {
    double apart[3];
    minus3(poses[0].place, poses[1].place, apart);
    return sqrt(dot3(apart, apart));
}

void joint_sample(const supple_world* w, const world_joint* j, patch_pose poses[2]) {
    for (int k = 0; k < 2; ++k) {
        const supple_body* b = j->slot[k] < 0 ? NULL : w->bodies[j->slot[k]].body;
        patch_find(&j->patches[k], b, b != NULL ? body_palette(b) : NULL, &poses[k]);
    }
}

double joint_gap(const world_joint* j, double metres, const patch_pose poses[2]) {
    double far = joint_distance(poses), apart[3], axis[3];
    if (j->options.kind == SUPPLE_JOINT_SLIDER) {
        minus3(poses[0].place, poses[1].place, apart);
        joint_axis_of(j, &poses[1], axis);
        along3(apart, -dot3(apart, axis), axis, apart);
        return sqrt(dot3(apart, apart));
    }
    double lower = metres * (double)j->options.lower,
           gap = joint_is_long(j) ? far - j->length : far;
    if (j->options.kind == SUPPLE_JOINT_ROPE && gap < 0.0)
        return far < lower ? lower - far : 0.0;
    return gap;
}

// Where it is along or about what it leaves free; metres and radians.
static double find_position(const world_joint* j, const patch_pose poses[2]) {
    double apart[3], axis[3];
    switch (j->options.kind) {
    case SUPPLE_JOINT_SLIDER:
        minus3(poses[0].place, poses[1].place, apart);
        joint_axis_of(j, &poses[1], axis);
        return dot3(apart, axis);
    case SUPPLE_JOINT_HINGE:
        return joint_twist(j, &poses[0], &poses[1]);
    case SUPPLE_JOINT_CONE:
        return joint_lean(j, &poses[0], &poses[1]);
    default:
        return joint_is_long(j) ? joint_distance(poses) : 0.0;
    }
}

supple_joint_state supple_world_joint_state(const supple_world* world, supple_joint id) {
    const world_joint* j = joint_find(world, id);
    supple_joint_state s = {0};
    if (j == NULL)
        return s;
    patch_pose poses[2];
    double metres = joint_metres(world, j);
    bool turns = j->options.kind == SUPPLE_JOINT_HINGE || j->options.kind == SUPPLE_JOINT_CONE;
    joint_sample(world, j, poses);
    double gap = joint_gap(j, metres, poses), position = find_position(j, poses);
    s.exists = true;
    s.broken = j->broken;
    s.broke = j->broke;
    s.force = j->force;
    s.twist = j->twist;
    s.gap = (float)(gap / metres);
    s.position = (float)(turns ? position : position / metres);
    s.applied_force = (supple_vec3){j->mean[0][0], j->mean[0][1], j->mean[0][2]};
    s.applied_torque = (supple_vec3){j->mean[1][0], j->mean[1][1], j->mean[1][2]};
    float by_force = j->force / j->options.strength,
          by_torque = j->twist / j->options.twist_strength;
    s.load = by_force > by_torque ? by_force : by_torque;
    return s;
}
