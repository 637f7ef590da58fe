// What rigid joints leave: joints that neither yield nor break.
//
// A body whose joints hold it to a place has a reach; what the script leads there, and is larger than that, it cannot leave
// (docs/decisions/0231-welded-in-the-way.md). Two whose joint keeps their centres nearer to each other than the balls in them
// allow overlap wherever they are.
// SPDX-License-Identifier: MIT
#include "scenes/world_held.h"

#include "scenes/world_through.h"

#include <math.h>

static double distance(vec3 a, vec3 b) {
    vec3 d = v3_sub(a, b);
    return sqrt(v3_dot(d, d));
}

double held_by_script(const world_run* r, const run_body* body_or_null, supple_collider id) {
    if (body_or_null != NULL)
        return body_or_null->driven || body_or_null->lifted
                   ? 2.0 * through_inscribed(r, (int32_t)(body_or_null - r->bodies))
                   : 0.0;
    for (int32_t i = 0; i < r->script->collider_count; ++i) {
        const script_collider* c = &r->script->colliders[i];
        bool led = c->rides > 0 || c->path.until > 0.0;
        if (!led || r->colliders[i].index != id.index ||
            r->colliders[i].generation != id.generation)
            continue;
        return c->kind == SUPPLE_BOX    ? 2.0 * fmin(c->half.x, fmin(c->half.y, c->half.z))
               : c->kind == SUPPLE_MESH ? 0.0
                                        : 2.0 * c->radius;
    }
    return 0.0;
}

static bool is_rigid(const script_joint* j) {
    return j->frequency == 0.0 && j->strength == 0.0;
}

// Metres between the places of its two ends, at most.
static double length_of(const script_joint* j) {
    switch (j->kind) {
    case SUPPLE_JOINT_DISTANCE:
        return distance(j->place, j->there);
    case SUPPLE_JOINT_ROPE:
        return j->limited ? j->upper : INFINITY;
    case SUPPLE_JOINT_SLIDER:
        return j->limited ? fmax(fabs(j->lower), fabs(j->upper)) : INFINITY;
    default:
        return 0.0;
    }
}

// From the centre of one of its bodies to the place at which it holds that, as the script has them.
static double arm_of(const world_run* r, const script_joint* j, int32_t body) {
    bool far =
        (j->kind == SUPPLE_JOINT_DISTANCE || j->kind == SUPPLE_JOINT_ROPE) && body != j->body;
    return distance(r->script->bodies[body].place, far ? j->there : j->place);
}

double held_reach(const world_run* r, const run_body* b) {
    int32_t body = (int32_t)(b - r->bodies);
    double least = INFINITY;
    for (int32_t i = 0; i < r->script->joint_count; ++i) {
        const script_joint* j = &r->script->joints[i];
        if (!is_rigid(j) || j->body != body || (j->other >= 0 && !r->bodies[j->other].driven))
            continue;
        bool turns = j->kind != SUPPLE_JOINT_WELD && j->kind != SUPPLE_JOINT_SLIDER;
        double reach = length_of(j) + (turns ? arm_of(r, j, body) : 0.0);
        least = fmin(least, 2.0 * (reach + through_limit(r, body)));
    }
    return least;
}

bool held_together(const world_run* r, const run_body* a, const run_body* b) {
    bool held = false;
    for (int32_t i = 0; i < r->script->joint_count; ++i) {
        const script_joint* j = &r->script->joints[i];
        const run_body *one = &r->bodies[j->body],
                       *other = j->other >= 0 ? &r->bodies[j->other] : NULL;
        bool ours = (one == a && other == b) || (one == b && other == a);
        if (!ours || !is_rigid(j) || one->driven || other->driven)
            continue;
        double apart = length_of(j) + arm_of(r, j, j->body) + arm_of(r, j, j->other);
        held |= apart < through_inscribed(r, j->body) + through_inscribed(r, j->other);
    }
    return held;
}
