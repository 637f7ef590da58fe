// Pairs: whether two may have contacts, and what a contact has of them, friction and restitution.
//
// Friction is the geometric mean, as the roughness of two surfaces is; restitution the larger, so that a ball that bounces does so
// on everything (Box2D combines both in the same way). Who says nothing leaves it to the other, and both to the world.
// SPDX-License-Identifier: MIT
#include "runtime/world/world.h"

#include <math.h>

static const supple_dynamics* dynamics_of(const supple_world* w, int32_t slot) {
    return &w->bodies[slot].body->state->dynamics;
}

bool world_filters_allow(const supple_filter* a, const supple_filter* b) {
    return (a->mask & b->category) != 0 && (b->mask & a->category) != 0 &&
           (a->group == 0 || a->group != b->group);
}

bool world_may_collide(const void* world, int32_t slot, int32_t other, int32_t bumped) {
    const supple_world* w = world;
    const supple_body *body = w->bodies[slot].body,
                      *second = other >= 0 ? w->bodies[other].body : NULL;
    const supple_filter* its =
        second != NULL ? &second->state->filter : &w->colliders.slots[bumped].filter;
    if (!world_filters_allow(&body->state->filter, its) ||
        (second == NULL && w->colliders.slots[bumped].shape.sensor))
        return false;
    supple_collider id = {0, 0};
    if (second == NULL)
        id = collider_id(&w->colliders, bumped);
    return w->pair_filter.may_collide == NULL ||
           w->pair_filter.may_collide(w->pair_filter.user, body, second, id);
}

void world_find_materials(supple_world* w) {
    for (int32_t i = 0; i < w->found_count; ++i) {
        contact* t = &w->found[i];
        const supple_dynamics* own = dynamics_of(w, t->body);
        bool body = t->other >= 0;
        float there = body ? dynamics_of(w, t->other)->friction
                           : w->colliders.slots[t->collider].shape.friction,
              bounce = body ? dynamics_of(w, t->other)->restitution
                            : w->colliders.slots[t->collider].shape.restitution;
        t->restitution = own->restitution > bounce ? own->restitution : bounce;
        if (t->core || (own->friction < 0.0f && (there < 0.0f || !body)))
            continue; // as it was found
        t->friction = own->friction < 0.0f ? there
                      : there < 0.0f       ? own->friction
                                           : sqrtf(own->friction * there);
    }
}

// ---- public ----------------------------------------------------------------------------

void supple_body_set_filter(supple_body* body, supple_filter filter) {
    body->state->filter = filter;
    if (body->world_or_null != NULL)
        world_wake_contacts(body->world_or_null, body, (supple_collider){0, 0});
    body_wake(body);
}

void supple_world_set_collider_filter(supple_world* world, supple_collider id,
                                      supple_filter filter) {
    collider* c = collider_find(&world->colliders, id);
    if (c == NULL)
        return;
    c->filter = filter;
    c->placed = true; // what sleeps there may have contacts now
    world_wake_contacts(world, NULL, id);
}

supple_filter supple_world_collider_filter(const supple_world* world, supple_collider id) {
    const collider* c = collider_find(&world->colliders, id);
    return c != NULL ? c->filter : (supple_filter){0, 0, 0};
}

void supple_world_set_pair_filter(supple_world* world, const supple_pair_filter* filter_or_null) {
    world->pair_filter =
        filter_or_null != NULL ? *filter_or_null : (supple_pair_filter){.may_collide = NULL};
}
