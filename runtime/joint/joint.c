// Making joints, and what is known of them after a step.
// SPDX-License-Identifier: MIT
#include "runtime/joint/joint.h"

#include "runtime/base/assert.h"
#include "runtime/body/point.h"
#include "runtime/joint/joint_axis.h"
#include "runtime/math/exact.h"
#include "runtime/math/vec3d.h"
#include "runtime/world/world.h"

#include <math.h>
#include <string.h>

static double length_of(const double a[3]) {
    return sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
}

static bool between(float x, float least) {
    return x >= least && x <= POINT_FARTHEST;
}

static bool is_strength(float x) { // INFINITY is one
    return x > 0.0f;
}

bool joint_has_axis(supple_joint_kind kind) {
    return kind == SUPPLE_JOINT_HINGE || kind == SUPPLE_JOINT_SLIDER || kind == SUPPLE_JOINT_CONE;
}

static bool is_limit(float x, float most) {
    return fabsf(x) <= most || fabsf(x) == INFINITY;
}

// What it does along or about its axis.
static bool is_axis_sound(const supple_joint_options* o) {
    bool turns = o->kind == SUPPLE_JOINT_HINGE || o->kind == SUPPLE_JOINT_CONE;
    float most = turns ? (float)EXACT_PI : (float)POINT_FARTHEST;
    return is_limit(o->lower, most) && is_limit(o->upper, most) && o->lower <= o->upper &&
           o->lower < INFINITY && o->upper > -INFINITY &&
           (o->kind != SUPPLE_JOINT_ROPE || o->upper >= 0.0f) && between(o->swing, 0.0f) &&
           between(o->motor_speed, -POINT_FARTHEST) && between(o->motor_strength, 0.0f) &&
           between(o->spring_frequency, 0.0f) && between(o->spring_damping, 0.0f) &&
           between(o->spring_target, -most) && (!turns || o->spring_target <= most);
}

bool joint_is_sound(const supple_joint_options* o) {
    double axis[3] = {o->axis.x, o->axis.y, o->axis.z};
    return (int)o->kind >= 0 && o->kind <= SUPPLE_JOINT_ROPE && is_axis_sound(o) &&
           point_is_number(o->place) && point_is_number(o->there) && point_is_number(o->axis) &&
           between(o->frequency, 0.0f) && between(o->damping, 0.0f) &&
           (o->length == SUPPLE_UNSET || between(o->length, 0.0f)) && is_strength(o->strength) &&
           is_strength(o->twist_strength) && (!joint_has_axis(o->kind) || length_of(axis) > 1e-6);
}

world_joint* joint_find(const supple_world* w, supple_joint id) {
    if (id.generation == 0 || id.index >= w->options.max_joints)
        return NULL;
    world_joint* j = &w->joints[id.index];
    return j->used && j->generation == id.generation ? j : NULL;
}

static void wake(const supple_world* w, const world_joint* j) {
    for (int k = 0; k < 2; ++k)
        if (j->slot[k] >= 0)
            body_wake(w->bodies[j->slot[k]].body);
}

static void drop(supple_world* w, world_joint* j) {
    int32_t at = (int32_t)(j - w->joints);
    wake(w, j);
    j->used = false;
    w->joint_empty = at < w->joint_empty ? at : w->joint_empty;
    while (w->joint_count > 0 && !w->joints[w->joint_count - 1].used)
        --w->joint_count;
}

static void take(patch* g, const supple_body* body_or_null, supple_vec3 at, double metres) {
    const double place[3] = {metres * (double)at.x, metres * (double)at.y, metres * (double)at.z};
    if (body_or_null != NULL)
        patch_take(g, body_or_null, place);
    else
        patch_world(g, place);
}

// ---- within a step ---------------------------------------------------------------------

static bool is_awake(const world_body* wb) {
    return wb->body != NULL && wb->body->state->asleep == 0;
}

void joints_wake(supple_world* w) {
    bool differ = false;
    for (int32_t i = 0; i < w->joint_count && !differ; ++i) {
        const world_joint* j = &w->joints[i];
        differ = j->used && !j->broken && j->slot[1] >= 0 &&
                 is_awake(&w->bodies[j->slot[0]]) != is_awake(&w->bodies[j->slot[1]]);
    }
    if (!differ)
        return;
    for (int32_t i = 0; i < w->body_count; ++i) {
        w->bodies[i].island = i;
        w->bodies[i].still_seconds = 1.0f; // nothing of it is awake
    }
    world_join_joints(w);
    for (int32_t i = 0; i < w->body_count; ++i)
        if (is_awake(&w->bodies[i]))
            w->bodies[world_root(w, i)].still_seconds = 0.0f;
    for (int32_t i = 0; i < w->body_count; ++i)
        if (w->bodies[i].body != NULL && !is_awake(&w->bodies[i]) &&
            w->bodies[world_root(w, i)].still_seconds == 0.0f)
            body_wake(w->bodies[i].body);
}

// Puts a joint into the list of each of its bodies.
static void link(supple_world* w, int32_t joint) {
    for (int k = 0; k < 2; ++k) {
        world_body* wb = &w->bodies[w->joints[joint].slot[k]];
        w->joint_next[joint][k] = wb->first_joint;
        wb->first_joint = joint;
    }
}

void joints_begin_step(supple_world* w) {
    for (int32_t i = 0; i < w->body_count; ++i) {
        w->bodies[i].joined = w->bodies[i].anchored = false;
        w->bodies[i].first_joint = -1;
    }
    for (int32_t i = 0; i < w->joint_count; ++i) {
        world_joint* j = &w->joints[i];
        if (!j->used)
            continue;
        j->broke = false;
        memset(j->impulse, 0, sizeof j->impulse);
        for (int k = 0; k < 2 && !j->broken; ++k)
            if (j->slot[k] >= 0)
                w->bodies[j->slot[k]].joined = w->bodies[j->slot[k]].near =
                    w->bodies[j->slot[k]].steps;
        w->bodies[j->slot[0]].anchored |= j->slot[1] < 0 && !j->broken;
        if (!j->options.collide && j->slot[1] >= 0)
            link(w, i);
    }
}

void joints_end_step(supple_world* w, double dt) {
    SUPPLE_ASSERT(dt > 0.0);
    for (int32_t i = 0; i < w->joint_count; ++i) {
        world_joint* j = &w->joints[i];
        if (!j->used || (!w->bodies[j->slot[0]].steps &&
                         (j->slot[1] < 0 || !w->bodies[j->slot[1]].steps) && !j->broken))
            continue; // asleep: it bears what it bore
        j->force = (float)(length_of(j->impulse[0]) / dt);
        j->twist = (float)(length_of(j->impulse[1]) / dt);
        for (int k = 0; k < 6; ++k)
            j->mean[k / 3][k % 3] = (float)(j->impulse[k / 3][k % 3] / dt);
    }
}

bool joints_pass(const void* world, int32_t slot, int32_t other) {
    const supple_world* w = world;
    if (other < 0)
        return false;
    for (int32_t i = w->bodies[slot].first_joint; i >= 0;) {
        const world_joint* j = &w->joints[i];
        int end = j->slot[0] == slot ? 0 : 1;
        if (!j->broken && j->slot[1 - end] == other)
            return true;
        i = w->joint_next[i][end];
    }
    return false;
}

void joints_count(supple_world* w) {
    w->joint_empty = 0;
    w->joint_count = w->options.max_joints;
    while (w->joint_count > 0 && !w->joints[w->joint_count - 1].used)
        --w->joint_count;
}

void joints_drop(supple_world* w, int32_t slot) {
    SUPPLE_ASSERT(slot >= 0 && slot < w->options.max_bodies);
    for (int32_t i = 0; i < w->joint_count; ++i)
        if (w->joints[i].used && (w->joints[i].slot[0] == slot || w->joints[i].slot[1] == slot))
            drop(w, &w->joints[i]);
}

// ---- public ----------------------------------------------------------------------------

supple_joint_options supple_joint_options_default(supple_joint_kind kind, supple_body* body,
                                                  supple_body* other_or_null, supple_vec3 place) {
    return (supple_joint_options){.kind = kind,
                                  .body = body,
                                  .other_or_null = other_or_null,
                                  .place = place,
                                  .there = place,
                                  .axis = {0.0f, 1.0f, 0.0f},
                                  .length = SUPPLE_UNSET,
                                  .damping = 1.0f,
                                  .strength = INFINITY,
                                  .twist_strength = INFINITY,
                                  .lower = -INFINITY,
                                  .upper = INFINITY,
                                  .swing = (float)EXACT_PI,
                                  .spring_damping = 1.0f};
}

bool joint_is_long(const world_joint* j) {
    return j->options.kind == SUPPLE_JOINT_DISTANCE || j->options.kind == SUPPLE_JOINT_ROPE;
}

// What follows from its numbers, and from bodies as they are now.
static void set_numbers(const supple_world* w, world_joint* j) {
    const supple_joint_options* o = &j->options;
    float given = o->kind == SUPPLE_JOINT_ROPE ? o->upper : o->length;
    const double apart[3] = {(double)o->place.x - (double)o->there.x,
                             (double)o->place.y - (double)o->there.y,
                             (double)o->place.z - (double)o->there.z};
    j->length =
        joint_metres(w, j) * (given >= 0.0f && given < INFINITY ? (double)given : length_of(apart));
    j->spring_mass = o->spring_frequency > 0.0f ? joint_spring_mass(w, j) : 0.0;
}

supple_joint supple_world_add_joint(supple_world* world, const supple_joint_options* options) {
    supple_world* w = world;
    int32_t at = w->joint_empty, slot = world_slot(w, options->body),
            other = world_slot(w, options->other_or_null);
    while (at < w->options.max_joints && w->joints[at].used)
        ++at;
    bool known = slot >= 0 && slot != other && (other >= 0 || options->other_or_null == NULL);
    if (at == w->options.max_joints || !known || !joint_is_sound(options)) {
        ++w->stats.rejected;
        return (supple_joint){0, 0};
    }
    world_joint* j = &w->joints[at];
    uint16_t generation = (uint16_t)(j->generation == UINT16_MAX ? 1 : j->generation + 1);
    memset(j, 0, sizeof *j); // padding too: a state is compared by its bytes
    j->options = *options;
    j->options.body = j->options.other_or_null = NULL;
    j->generation = generation;
    j->used = true;
    w->joint_users[at] = NULL;
    w->joint_empty = at + 1;
    w->joint_count = at < w->joint_count ? w->joint_count : at + 1;
    j->slot[0] = slot, j->slot[1] = other;
    j->blocks[0] = j->blocks[1] = -1;
    for (int r = 0; r < JOINT_ROWS; ++r)
        j->rows[r].block = -1;
    double metres = options->body->state->options.world_metres;
    take(&j->patches[0], options->body, options->place, metres);
    take(&j->patches[1], options->other_or_null, joint_is_long(j) ? options->there : options->place,
         metres);
    const double axis[3] = {options->axis.x, options->axis.y, options->axis.z};
    for (int k = 0; k < 3 && joint_has_axis(options->kind); ++k)
        j->axis[k] = axis[k] / length_of(axis);
    set_numbers(w, j);
    wake(w, j);
    return (supple_joint){(uint16_t)at, generation};
}

void supple_world_remove_joint(supple_world* world, supple_joint id) {
    world_joint* j = joint_find(world, id);
    if (j != NULL)
        drop(world, j);
}

bool supple_world_change_joint(supple_world* world, supple_joint id,
                               const supple_joint_options* options) {
    world_joint* j = joint_find(world, id);
    supple_joint_options o = *options;
    if (j != NULL) { // these are not read
        o.kind = j->options.kind;
        o.place = j->options.place, o.there = j->options.there, o.axis = j->options.axis;
        o.body = o.other_or_null = NULL;
    }
    if (j == NULL || !joint_is_sound(&o)) {
        ++world->stats.rejected;
        return false;
    }
    j->options = o;
    set_numbers(world, j);
    wake(world, j);
    return true;
}

supple_joint_options supple_world_joint_options(const supple_world* world, supple_joint id) {
    const world_joint* j = joint_find(world, id);
    supple_joint_options o = {.kind = SUPPLE_JOINT_POINT};
    if (j == NULL)
        return o;
    o = j->options;
    o.body = world->bodies[j->slot[0]].body;
    o.other_or_null = j->slot[1] < 0 ? NULL : world->bodies[j->slot[1]].body;
    return o;
}
