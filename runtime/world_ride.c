// Colliders that ride on bones: a hand that pokes, a shoe, a helmet.
//
// They go where the bones take them, and what they touch feels that speed. Flesh of their own body that lies
// around them at rest belongs to the same bone and does not touch them; all other flesh of it does, by the
// rule by which a body touches itself (touch_self.c): a hand dents the belly it is laid on.
// SPDX-License-Identifier: MIT
#include "runtime/world.h"

// The pose of a collider under a palette's row of a bone.
static supple_matrix carried(const supple_matrix* pose, const float rows[12]) {
    supple_matrix out = *pose;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 4; ++j) {
            float sum = j == 3 ? rows[4 * i + 3] : 0.0f;
            for (int k = 0; k < 3; ++k)
                sum += rows[4 * i + k] * pose->m[4 * j + k];
            out.m[4 * j + i] = sum;
        }
    return out;
}

void world_ride(supple_world* w) {
    for (int32_t i = 0; i < w->colliders.capacity; ++i) {
        collider* c = &w->colliders.slots[i];
        if (!c->used || c->rides == 0)
            continue;
        const supple_body* b = w->bodies[c->rides - 1].body;
        supple_matrix before = carried(&c->ride, body_palette_before(b)[c->bone]),
                      after = carried(&c->ride, body_palette(b)[c->bone]);
        if (!collider_place(c, &before) || !collider_move(c, &after))
            ++w->stats.rejected;
    }
}

void world_unride(supple_world* w, int32_t slot) {
    for (int32_t i = 0; i < w->colliders.capacity; ++i)
        if (w->colliders.slots[i].rides == slot + 1)
            w->colliders.slots[i].rides = 0;
}

void supple_world_ride_collider(supple_world* world, supple_collider id, supple_body* body,
                                int bone, const supple_matrix* pose) {
    collider* c = collider_find(&world->colliders, id);
    if (c == NULL)
        return;
    int32_t slot = 0;
    while (slot < world->body_count && world->bodies[slot].body != body)
        ++slot;
    if (slot == world->body_count || free_is(body) || bone < 0 || bone >= body->bone_count) {
        ++world->stats.rejected;
        return;
    }
    supple_matrix now = carried(pose, body_palette(body)[bone]);
    supple_world_place_collider(world, id, &now);
    c->rides = slot + 1;
    c->bone = bone;
    c->ride = *pose;
}
