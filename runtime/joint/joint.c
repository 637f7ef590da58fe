// Making joints, and what is known of them after a step.
// SPDX-License-Identifier: MIT
#include "runtime/joint/joint.h"

#include "runtime/base/assert.h"
#include "runtime/body/point.h"
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

static bool is_sound(const supple_joint_options* o) {
    double axis[3] = {o->axis.x, o->axis.y, o->axis.z};
    return (int)o->kind >= 0 && o->kind <= SUPPLE_JOINT_DISTANCE && point_is_number(o->place) &&
           point_is_number(o->there) && point_is_number(o->axis) && between(o->frequency, 0.0f) &&
           between(o->damping, 0.0f) && between(o->length, -POINT_FARTHEST) &&
           is_strength(o->strength) && is_strength(o->twist_strength) &&
           (o->kind != SUPPLE_JOINT_HINGE || length_of(axis) > 1e-6);
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

// As bytes: a bool that is neither 0 nor 1 may not be looked at.
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

static bool joint_fits(const world_joint* j) {
    bool fits = numbers_fit(j->axis, 3) && numbers_fit(&j->length, 1);
    for (int k = 0; k < 2; ++k) {
        const patch* g = &j->patches[k];
        fits = fits && numbers_fit(g->away[0], sizeof g->away / sizeof(double)) &&
               numbers_fit(g->offset, 3) && numbers_fit(g->bone_rotation[0], 9) &&
               numbers_fit(j->reach[k], 3) && numbers_fit(j->coord_impulse[k], 3) &&
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
        if (saved[i].used && (!fits_end(w, &saved[i], 0) || !fits_end(w, &saved[i], 1) ||
                              saved[i].slot[0] == saved[i].slot[1] || !is_sound(&saved[i].options)))
            return false;
    return true;
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
                                  .length = -1.0f,
                                  .damping = 1.0f,
                                  .strength = INFINITY,
                                  .twist_strength = INFINITY};
}

supple_joint supple_world_add_joint(supple_world* world, const supple_joint_options* options) {
    supple_world* w = world;
    int32_t at = w->joint_empty, slot = world_slot(w, options->body),
            other = world_slot(w, options->other_or_null);
    while (at < w->options.max_joints && w->joints[at].used)
        ++at;
    bool known = slot >= 0 && slot != other && (other >= 0 || options->other_or_null == NULL);
    if (at == w->options.max_joints || !known || !is_sound(options)) {
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
    double metres = options->body->state->options.world_metres, apart[3];
    bool distance = options->kind == SUPPLE_JOINT_DISTANCE;
    supple_vec3 there = distance ? options->there : options->place;
    take(&j->patches[0], options->body, options->place, metres);
    take(&j->patches[1], options->other_or_null, there, metres);
    apart[0] = (double)options->place.x - (double)there.x;
    apart[1] = (double)options->place.y - (double)there.y;
    apart[2] = (double)options->place.z - (double)there.z;
    j->length = metres * (options->length < 0.0f ? length_of(apart) : (double)options->length);
    const double axis[3] = {options->axis.x, options->axis.y, options->axis.z};
    for (int k = 0; k < 3 && options->kind == SUPPLE_JOINT_HINGE; ++k)
        j->axis[k] = axis[k] / length_of(axis);
    wake(w, j);
    return (supple_joint){(uint16_t)at, generation};
}

void supple_world_remove_joint(supple_world* world, supple_joint id) {
    world_joint* j = joint_find(world, id);
    if (j != NULL)
        drop(world, j);
}

void joint_places(const supple_world* w, const world_joint* j, double places[2][3]) {
    for (int k = 0; k < 2; ++k) {
        const supple_body* b = j->slot[k] < 0 ? NULL : w->bodies[j->slot[k]].body;
        patch_pose pose_now;
        patch_find(&j->patches[k], b, b != NULL ? body_palette(b) : NULL, &pose_now);
        memcpy(places[k], pose_now.place, sizeof pose_now.place);
    }
}

supple_joint_state supple_world_joint_state(const supple_world* world, supple_joint id) {
    const world_joint* j = joint_find(world, id);
    supple_joint_state s = {0};
    if (j == NULL)
        return s;
    double places[2][3], apart[3];
    joint_places(world, j, places);
    for (int k = 0; k < 3; ++k)
        apart[k] = places[0][k] - places[1][k];
    double gap = length_of(apart) - (j->options.kind == SUPPLE_JOINT_DISTANCE ? j->length : 0.0);
    double metres = world->bodies[j->slot[0]].body->state->options.world_metres;
    s.exists = true;
    s.broken = j->broken;
    s.broke = j->broke;
    s.force = j->force;
    s.twist = j->twist;
    s.gap = (float)(gap / metres);
    return s;
}
