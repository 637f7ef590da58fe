// Colliders attached to bones: a hand that pokes, a shoe, a helmet.
//
// They go where the bones take them, and what is in contact with them feels that speed. Flesh of their own body that
// lies around them at rest belongs to the same bone and has no contacts with them; all other flesh of it has, by the
// rule by which a body has contacts with itself (contact_self.c): a hand dents the belly it is laid on.
// SPDX-License-Identifier: MIT
#include "runtime/world/world.h"

#include "runtime/base/assert.h"

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

static bool same(const frame_pose* a, const frame_pose* b) {
    bool all = true;
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k)
            all = all && a->turn[i][k] == b->turn[i][k] && a->place[k] == b->place[k];
    return all;
}

void world_move_attached(supple_world* w) {
    for (int32_t i = 0; i < w->colliders.count; ++i) {
        collider* c = &w->colliders.slots[i];
        if (!c->used || c->attached == 0)
            continue;
        const supple_body* b = w->bodies[c->attached - 1].body;
        supple_matrix before = carried(&c->attachment, body_palette_before(b)[c->bone]),
                      after = carried(&c->attachment, body_palette(b)[c->bone]);
        frame_pose was = c->to;
        bool placed = collider_place(c, &before);
        if (placed && !same(&was, &c->to)) { // the body was put elsewhere
            c->placed = true;
            world_wake_contacts(w, NULL, collider_id(&w->colliders, i));
        }
        if (!placed || !collider_move(c, &after))
            ++w->stats.rejected;
    }
}

void world_unride(supple_world* w, int32_t slot) {
    SUPPLE_ASSERT(slot >= 0 && slot < w->options.max_bodies);
    for (int32_t i = 0; i < w->colliders.count; ++i)
        if (w->colliders.slots[i].attached == slot + 1)
            w->colliders.slots[i].attached = 0;
}

void supple_world_attach_collider(supple_world* world, supple_collider id, supple_body* body,
                                  int bone, const supple_matrix* pose) {
    collider* c = collider_find(&world->colliders, id);
    if (c == NULL)
        return;
    int32_t slot = world_slot(world, body);
    if (slot < 0 || free_is(body) || bone < 0 || bone >= body->bone_count) {
        ++world->stats.rejected;
        return;
    }
    supple_matrix now = carried(pose, body_palette(body)[bone]);
    if (!collider_place(c, &now)) {
        ++world->stats.rejected;
        return;
    }
    c->placed = true;
    world_wake_contacts(world, NULL, id);
    c->attached = slot + 1;
    c->bone = bone;
    c->attachment = *pose;
}
