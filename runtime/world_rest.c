// Contacts as the caller sees them, and sleep: what is at rest together falls asleep together.
//
// An island is what touches, and what that touches. It sleeps when nothing in it has moved for half a
// second by more than a fortieth of its size a second. Colliders and bodies that no contact can move are
// not part of it: the ground does not join everything that stands on it.
// SPDX-License-Identifier: MIT
#include "runtime/world.h"

#include "runtime/assert.h"
#include "runtime/bound.h"

#include <math.h>
#include <string.h>

static const double STILL = 0.025; // sizes a second
static const float QUIET = 0.5f;   // seconds

// ---- contacts --------------------------------------------------------------------------

static bool sleeps(const supple_body* b) {
    return b == NULL || b->state->asleep != 0;
}

void world_begin_notes(supple_world* w) {
    supple_contact* contacts = w->contacts[1];
    uint64_t* keys = w->contact_keys[1];
    w->contacts[1] = w->contacts[0];
    w->contact_keys[1] = w->contact_keys[0];
    w->contact_counts[1] = w->contact_counts[0];
    w->contacts[0] = contacts;
    w->contact_keys[0] = keys;
    w->contact_counts[0] = 0;
    for (int32_t i = 0; i < w->contact_counts[1]; ++i) { // of bodies that sleep
        const supple_contact* c = &w->contacts[1][i];
        if (!sleeps(c->body) || !sleeps(c->other_or_null))
            continue;
        w->contact_keys[0][w->contact_counts[0]] = w->contact_keys[1][i];
        w->contacts[0][w->contact_counts[0]] = *c;
        w->contacts[0][w->contact_counts[0]++].began = false;
    }
}

static bool same_pair(const supple_contact* a, const supple_contact* b) {
    return a->body == b->body && a->other_or_null == b->other_or_null &&
           a->collider.index == b->collider.index &&
           a->collider.generation == b->collider.generation;
}

static bool touched_before(const supple_world* w, const supple_contact* c) {
    for (int32_t i = 0; i < w->contact_counts[1]; ++i)
        if (same_pair(&w->contacts[1][i], c))
            return true;
    return false;
}

static supple_contact contact_of(const supple_world* w, const touch* t) {
    supple_contact c = {.body = w->bodies[t->body].body, .at = t->at, .depth = (float)-t->gap};
    if (t->other >= 0) {
        c.other_or_null = w->bodies[t->other].body;
        c.there = t->there;
    } else {
        c.collider = collider_id(&w->colliders, t->collider);
    }
    c.place = (supple_vec3){(float)t->place[0], (float)t->place[1], (float)t->place[2]};
    c.normal = (supple_vec3){(float)t->normal[0], (float)t->normal[1], (float)t->normal[2]};
    return c;
}

void world_note(supple_world* w) {
    for (int32_t i = 0; i < w->touch_count; ++i) {
        const touch* t = &w->touches[i];
        const double* p = w->impulses[i];
        double along = p[0] * t->normal[0] + p[1] * t->normal[1] + p[2] * t->normal[2];
        if (!(along > 0.0))
            continue;
        double across = 0.0;
        for (int k = 0; k < 3; ++k)
            across += (p[k] - along * t->normal[k]) * (p[k] - along * t->normal[k]);
        int32_t at = 0, count = w->contact_counts[0];
        while (at < count && w->contact_keys[0][at] != t->key)
            ++at;
        if (at == w->options.max_contacts)
            continue;
        supple_contact c = contact_of(w, t);
        if (at < count) {
            c.impulse = w->contacts[0][at].impulse;
            c.slip = w->contacts[0][at].slip;
            c.began = w->contacts[0][at].began;
        } else {
            c.began = !touched_before(w, &c);
            w->contact_keys[0][at] = t->key;
            ++w->contact_counts[0];
        }
        c.impulse += (float)along;
        c.slip += (float)sqrt(across);
        w->contacts[0][at] = c;
    }
}

void world_wake_touching(supple_world* w, const supple_body* body_or_null, supple_collider id) {
    for (int32_t i = 0; i < w->contact_counts[0]; ++i) {
        const supple_contact* c = &w->contacts[0][i];
        bool touches = body_or_null != NULL
                           ? c->body == body_or_null || c->other_or_null == body_or_null
                           : id.generation != 0 && c->collider.index == id.index &&
                                 c->collider.generation == id.generation;
        if (!touches)
            continue;
        body_wake(c->body);
        if (c->other_or_null != NULL)
            body_wake(c->other_or_null);
    }
}

void world_forget(supple_world* w, const supple_body* body) {
    for (int k = 0; k < 2; ++k) {
        int32_t count = 0;
        for (int32_t i = 0; i < w->contact_counts[k]; ++i) {
            const supple_contact* c = &w->contacts[k][i];
            if (c->body == body || c->other_or_null == body)
                continue;
            w->contact_keys[k][count] = w->contact_keys[k][i];
            w->contacts[k][count++] = *c;
        }
        w->contact_counts[k] = count;
    }
    world_clear_kept(w, 0);
}

// ---- sleep -----------------------------------------------------------------------------

// No point of the body moves faster than this, metres a second.
static double fastest(const world_body* wb) {
    const supple_body* b = wb->body;
    double speed = 0.0, metres = b->state->options.world_metres, spin[3];
    for (int32_t p = 0; p < b->part_count; ++p)
        speed += (double)bound_of(b, p, b->v) * (double)b->asset.metres;
    if (free_is(b)) {
        const double* v = b->state->free.velocity;
        free_measure m;
        free_look(b, &m);
        free_spin(b, &m, spin);
        speed += sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]) +
                 sqrt(spin[0] * spin[0] + spin[1] * spin[1] + spin[2] * spin[2]) * wb->skin->size *
                     metres;
    }
    return speed;
}

static bool is_held(const supple_body* b) {
    for (int32_t i = 0; i < b->pin_count; ++i)
        if (b->pins[i].used != 0)
            return true;
    return false;
}

static int32_t root(const supple_world* w, int32_t slot) {
    while (w->bodies[slot].island != slot)
        slot = w->bodies[slot].island;
    return slot;
}

static void join(supple_world* w) {
    for (int32_t i = 0; i < w->body_count; ++i)
        w->bodies[i].island = i;
    for (int32_t i = 0; i < w->contact_counts[0]; ++i) {
        const supple_contact* c = &w->contacts[0][i];
        if (c->other_or_null == NULL)
            continue;
        int32_t a = root(w, world_slot(w, c->body)), b = root(w, world_slot(w, c->other_or_null));
        w->bodies[a > b ? a : b].island = a < b ? a : b;
    }
}

static void join_by_joints(supple_world* w) {
    for (int32_t i = 0; i < w->options.max_joints; ++i) {
        const world_joint* j = &w->joints[i];
        if (!j->used || j->broken || j->slot[1] < 0)
            continue;
        int32_t a = root(w, j->slot[0]), b = root(w, j->slot[1]);
        w->bodies[a > b ? a : b].island = a < b ? a : b;
    }
}

static void put_to_sleep(world_body* wb) {
    supple_body* b = wb->body;
    b->state->asleep = 1;
    memset(b->v, 0, sizeof(float) * (size_t)b->padded);
    memcpy(b->amount_before, b->amount, sizeof(float) * (size_t)b->padded);
    memset(b->state->free.velocity, 0, sizeof b->state->free.velocity);
    memset(b->state->free.momentum, 0, sizeof b->state->free.momentum);
}

// Flesh on bones that touches nothing sleeps by its own rule (sleep.c), which needs no margin for contacts.
static bool has_rule(const supple_world* w, const supple_body* b) {
    for (int32_t i = 0; i < w->contact_counts[0]; ++i)
        if (w->contacts[0][i].body == b || w->contacts[0][i].other_or_null == b)
            return false;
    return !free_is(b);
}

void world_rest(supple_world* w, float dt) {
    SUPPLE_ASSERT(dt > 0.0f);
    bool awake = false;
    for (int32_t i = 0; i < w->body_count && !awake; ++i)
        awake = w->bodies[i].body != NULL && !sleeps(w->bodies[i].body);
    if (!awake)
        return;
    join(w);
    join_by_joints(w);
    // the most restless of an island, in the slot of its root
    for (int32_t i = 0; i < w->body_count; ++i)
        w->bodies[i].calm = INFINITY;
    for (int32_t i = 0; i < w->body_count; ++i) {
        world_body* wb = &w->bodies[i];
        if (wb->body == NULL || sleeps(wb->body))
            continue;
        bool still =
            !is_held(wb->body) && wb->body->state->fading == 0 && !has_rule(w, wb->body) &&
            (free_is(wb->body) || wb->body->state->still >= BODY_STILL) &&
            fastest(wb) < STILL * wb->skin->size * (double)wb->body->state->options.world_metres;
        wb->quiet = still ? wb->quiet + dt : 0.0f;
        world_body* at = &w->bodies[root(w, i)];
        at->calm = wb->quiet < at->calm ? wb->quiet : at->calm;
    }
    for (int32_t i = 0; i < w->body_count; ++i) {
        world_body* wb = &w->bodies[i];
        if (wb->body == NULL || sleeps(wb->body) || w->bodies[root(w, i)].calm < QUIET)
            continue;
        put_to_sleep(wb);
    }
}
