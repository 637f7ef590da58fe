// What is in a world: its bodies, colliders and joints one by one, and what callers have written on them.
// SPDX-License-Identifier: MIT
#include "runtime/world/world.h"

supple_world* supple_body_world(const supple_body* body) {
    return body->world_or_null;
}

int supple_world_bodies(const supple_world* world, supple_body** out, int capacity) {
    int count = 0;
    for (int32_t i = 0; i < world->body_count; ++i) {
        if (world->bodies[i].body == NULL)
            continue;
        if (count < capacity)
            out[count] = world->bodies[i].body;
        ++count;
    }
    return count;
}

int supple_world_colliders(const supple_world* world, supple_collider* out, int capacity) {
    int count = 0;
    for (int32_t i = 0; i < world->colliders.count; ++i) {
        if (!world->colliders.slots[i].used)
            continue;
        if (count < capacity)
            out[count] = collider_id(&world->colliders, i);
        ++count;
    }
    return count;
}

int supple_world_joints(const supple_world* world, supple_joint* out, int capacity) {
    int count = 0;
    for (int32_t i = 0; i < world->joint_count; ++i) {
        if (!world->joints[i].used)
            continue;
        if (count < capacity)
            out[count] = (supple_joint){(uint16_t)i, world->joints[i].generation};
        ++count;
    }
    return count;
}

// ---- colliders -------------------------------------------------------------------------

supple_collider_state supple_world_collider_state(const supple_world* world, supple_collider id) {
    supple_collider_state out = {.shape = NULL};
    const collider* c = collider_find(&world->colliders, id);
    if (c == NULL)
        return out;
    out.shape = &c->shape;
    for (int i = 0; i < 3; ++i) {
        for (int k = 0; k < 3; ++k)
            out.pose.m[4 * k + i] = (float)c->to.turn[i][k];
        out.pose.m[12 + i] = (float)c->to.place[i];
    }
    out.pose.m[15] = 1.0f;
    const double *v = c->velocity, *w = c->spin;
    out.velocity = (supple_vec3){(float)v[0], (float)v[1], (float)v[2]};
    out.spin = (supple_vec3){(float)w[0], (float)w[1], (float)w[2]};
    out.attached_or_null = c->attached > 0 ? world->bodies[c->attached - 1].body : NULL;
    out.bone = c->bone;
    return out;
}

void supple_world_set_collider_user(supple_world* world, supple_collider id, void* user_or_null) {
    collider* c = collider_find(&world->colliders, id);
    if (c != NULL)
        c->user = user_or_null;
}

void* supple_world_collider_user(const supple_world* world, supple_collider id) {
    const collider* c = collider_find(&world->colliders, id);
    return c != NULL ? c->user : NULL;
}

// ---- joints ----------------------------------------------------------------------------

void supple_world_set_joint_user(supple_world* world, supple_joint id, void* user_or_null) {
    if (joint_find(world, id) != NULL)
        world->joint_users[id.index] = user_or_null;
}

void* supple_world_joint_user(const supple_world* world, supple_joint id) {
    return joint_find(world, id) != NULL ? world->joint_users[id.index] : NULL;
}

bool supple_world_joint_bodies(const supple_world* world, supple_joint id, supple_body** body,
                               supple_body** other_or_null) {
    const world_joint* j = joint_find(world, id);
    if (j == NULL)
        return false;
    *body = world->bodies[j->slot[0]].body;
    *other_or_null = j->slot[1] >= 0 ? world->bodies[j->slot[1]].body : NULL;
    return true;
}
