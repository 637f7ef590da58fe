// Joints on driven bodies: where they are tied, and what is done through them.
// SPDX-License-Identifier: MIT
#include "scenes/world_ties.h"

#include "runtime/joint/joint.h"

#include <math.h>

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

void ties_begin(world_run* r, int32_t joint) {
    const script_joint* j = &r->script->joints[joint];
    run_body* b = driven_end(r, j);
    if (b == NULL)
        return;
    bool far = (j->kind == SUPPLE_JOINT_DISTANCE || j->kind == SUPPLE_JOINT_ROPE) &&
               b != &r->bodies[j->body];
    double best = INFINITY;
    for (uint32_t v = 0; v < (uint32_t)b->toy.asset.vertex_count; ++v) {
        supple_point at = {{v, v, v}, {1.0f, 0.0f, 0.0f}};
        double away =
            length(v3_sub(doubles(supple_body_position(b->body, at)), far ? j->there : j->place));
        if (away < best) {
            best = away;
            r->ties[joint] = at;
        }
    }
}

// What a driven body did to what hangs on it, at most. Of speed and force the ends of a step and its mean are known, and
// within it flesh swings and springs push back: so each is the larger of this step and the one before, the speed twice. A force
// that turns round within the step has no mean: that of the last substep counts too.
double ties_work(world_run* r, int32_t i, double force) {
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
    return most * speed * r->dt;
}
