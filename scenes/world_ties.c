// Joints on driven bodies: where they are tied, and what is done through them; and ropes that reel in.
// SPDX-License-Identifier: MIT
#include "scenes/world_ties.h"

#include "runtime/joint/joint.h"

#include <math.h>
#include <string.h>

static vec3 doubles(supple_vec3 v) {
    return v3((double)v.x, (double)v.y, (double)v.z);
}

static double length(vec3 v) {
    return sqrt(v3_dot(v, v));
}

// The driven one of a joint's bodies; NULL: none.
static run_body* driven_end(world_run* r, const script_joint* j) {
    return r->bodies[j->body].driven                     ? &r->bodies[j->body]
           : j->other >= 0 && r->bodies[j->other].driven ? &r->bodies[j->other]
                                                         : NULL;
}

// How the driven end is turned since the joint was made.
static void turn_now(const world_run* r, int32_t joint, const run_body* driven, double out[3][3]) {
    const world_joint* j = joint_find(r->world, r->joints[joint]);
    patch_pose ends[2];
    if (j == NULL)
        return;
    joint_sample(r->world, j, ends);
    memcpy(out, ends[driven == &r->bodies[r->script->joints[joint].body] ? 0 : 1].turn,
           sizeof ends[0].turn);
}

// The mean of the step, rad/s.
static double spin_between(double was[3][3], double now[3][3], double dt) {
    double trace = 0.0;
    for (int i = 0; i < 9; ++i)
        trace += was[i / 3][i % 3] * now[i / 3][i % 3];
    return acos(fmax(-1.0, fmin(1.0, 0.5 * (trace - 1.0)))) / dt;
}

void ties_begin(world_run* r, int32_t joint) {
    const script_joint* j = &r->script->joints[joint];
    run_body* b = driven_end(r, j);
    if (b == NULL)
        return;
    turn_now(r, joint, b, r->tie_turns[joint]);
    bool far = (j->kind == SUPPLE_JOINT_DISTANCE || j->kind == SUPPLE_JOINT_ROPE) &&
               b != &r->bodies[j->body];
    double best = INFINITY;
    for (uint32_t v = 0; v < (uint32_t)b->asset.vertex_count; ++v) {
        supple_point at = {{v, v, v}, {1.0f, 0.0f, 0.0f}};
        double away =
            length(v3_sub(doubles(supple_body_position(b->body, at)), far ? j->there : j->place));
        if (away < best) {
            best = away;
            r->ties[joint] = at;
        }
    }
}

// Torque times spin: a weld, hinge or cone is turned by the flesh that it is on. Bounded as force times speed is, below.
static double work_of_turning(world_run* r, int32_t i, const run_body* driven, double twist) {
    double now[3][3] = {{0.0}}, most = fmax(twist, r->tie_twists[i]);
    const world_joint* j = joint_find(r->world, r->joints[i]);
    if (j == NULL)
        return 0.0;
    turn_now(r, i, driven, now);
    most = fmax(most,
                length(v3(j->substep_force[1][0], j->substep_force[1][1], j->substep_force[1][2])));
    double spin = spin_between(r->tie_turns[i], now, r->dt),
           fastest = 2.0 * fmax(spin, r->tie_spins[i]);
    memcpy(r->tie_turns[i], now, sizeof now);
    r->tie_spins[i] = spin;
    r->tie_twists[i] = twist;
    return most * fastest * r->dt;
}

// What a driven body did to what hangs on it, at most. Of speed and force the ends of a step and its mean are known, and
// within it flesh swings and springs push back: so each is the larger of this step and the one before, the speed twice. A force
// that turns round within the step has no mean: that of the last substep counts too.
double ties_work(world_run* r, int32_t i, double force, double twist) {
    const run_body* b = driven_end(r, &r->script->joints[i]);
    if (b == NULL)
        return 0.0;
    double now = length(doubles(supple_body_velocity(b->body, r->ties[i]))),
           speed = 2.0 * fmax(now, r->tie_speeds[i]), most = fmax(force, r->tie_forces[i]);
    const world_joint* j = joint_find(r->world, r->joints[i]);
    most = j != NULL ? fmax(most, length(v3(j->substep_force[0][0], j->substep_force[0][1],
                                            j->substep_force[0][2])))
                     : most;
    r->tie_speeds[i] = now;
    r->tie_forces[i] = force;
    return most * speed * r->dt + work_of_turning(r, i, b, twist);
}

// Whether nothing but this joint, and its weight, acts on a body in the step.
static bool hangs_alone(const world_run* r, int32_t joint, const run_body* b) {
    int32_t joints = 0;
    for (int32_t i = 0; i < r->script->joint_count; ++i)
        joints +=
            i != joint &&
            (&r->bodies[r->script->joints[i].body] == b ||
             (r->script->joints[i].other >= 0 && &r->bodies[r->script->joints[i].other] == b));
    return joints == 0 && b->pin_count == 0 && !(b->impulses > 0.0) && !b->driven && !b->lifted;
}

double ties_reeled_in(const world_run* r, int32_t i, const supple_joint_state* s) {
    const script_joint* j = &r->script->joints[i];
    double closed = fabs(r->gaps[i]) - fabs((double)s->gap),
           most = RUN_RECOVERY * r->bodies[j->body].size * r->dt;
    bool straight = j->kind == SUPPLE_JOINT_ROPE || j->kind == SUPPLE_JOINT_DISTANCE,
         alone = hangs_alone(r, i, &r->bodies[j->body]) &&
                 (j->other < 0 || hangs_alone(r, i, &r->bodies[j->other]));
    return straight && alone && closed > 0.0 ? (double)s->force * fmin(closed, most) : 0.0;
}
