// The contacts of a step as the caller sees them: one list for the last step, one for the step before. And warm starts:
// what is remembered of their forces.
//
// Both have a hash beside them (open addressing; an entry of an earlier step counts as empty, so nothing is cleared):
// a contact is found by the key of its features in the new list, and a pair in the list before, for `began`. All of it
// costs by contacts; when nothing moves the lists stay as they are.
// SPDX-License-Identifier: MIT
#include "runtime/world/world.h"

#include "runtime/base/assert.h"

#include <math.h>
#include <string.h>

// ---- warm starts -----------------------------------------------------------------------

world_warm_start* world_find_warm_start(const supple_world* w, uint64_t key) {
    SUPPLE_ASSERT(key != 0);
    uint32_t mask = (uint32_t)w->warm_used - 1;
    uint32_t at = (uint32_t)((key * 0x9e3779b97f4a7c15u) >> 32) & mask;
    while (w->warm_starts[at].key != 0 && w->warm_starts[at].key != key)
        at = (at + 1) & mask;
    return &w->warm_starts[at];
}

void world_clear_warm_starts(supple_world* w, int32_t count) {
    SUPPLE_ASSERT(count >= 0 && count <= w->options.max_contacts);
    w->warm_used = 16;
    while (w->warm_used <= 2 * count && w->warm_used < w->warm_size)
        w->warm_used *= 2;
    memset(w->warm_starts, 0, sizeof *w->warm_starts * (size_t)w->warm_used);
}

// ---- notes -----------------------------------------------------------------------------

static bool sleeps(const supple_body* b) {
    return b == NULL || b->state->asleep != 0;
}

// Where to begin looking for a key.
static uint32_t place_of(const supple_world* w, uint64_t key) {
    return (uint32_t)((key * 0x9e3779b97f4a7c15u) >> 32) & ((uint32_t)w->warm_size - 1);
}

// A pair by number: the body, and the other or the collider.
uint64_t world_pair_of(const supple_world* w, const supple_contact* c) {
    uint64_t body = (uint64_t)(uint32_t)world_slot(w, c->body) << 33;
    if (c->other_or_null != NULL)
        return body | (uint64_t)(uint32_t)world_slot(w, c->other_or_null);
    return body | (uint64_t)1 << 32 | (uint64_t)c->collider.index << 16 | c->collider.generation;
}

// The entry of a pair of the step before, or the empty one where it would be.
static world_note_place* find_pair(const supple_world* w, uint64_t pair) {
    uint32_t mask = (uint32_t)w->warm_size - 1, at = place_of(w, pair);
    while (w->pair_places[at].round == w->note_round &&
           world_pair_of(w, &w->contacts[1][w->pair_places[at].index]) != pair)
        at = (at + 1) & mask;
    return &w->pair_places[at];
}

// ... and of a key of this step.
static world_note_place* find_key(const supple_world* w, uint64_t key) {
    uint32_t mask = (uint32_t)w->warm_size - 1, at = place_of(w, key);
    while (w->note_places[at].round == w->note_round &&
           w->contact_keys[0][w->note_places[at].index] != key)
        at = (at + 1) & mask;
    return &w->note_places[at];
}

static void begin_round(supple_world* w) {
    if (++w->note_round == 0) { // after 4 billion steps entries of the first would be of this one
        memset(w->note_places, 0, sizeof *w->note_places * (size_t)w->warm_size);
        memset(w->pair_places, 0, sizeof *w->pair_places * (size_t)w->warm_size);
        w->note_round = 1;
    }
    for (int32_t i = 0; i < w->contact_counts[1]; ++i) {
        world_note_place* p = find_pair(w, world_pair_of(w, &w->contacts[1][i]));
        if (p->round != w->note_round)
            *p = (world_note_place){w->note_round, i};
    }
}

void world_begin_notes(supple_world* w) {
    supple_contact* contacts = w->contacts[1];
    uint64_t* keys = w->contact_keys[1];
    w->notes_begun = true;
    w->contacts[1] = w->contacts[0];
    w->contact_keys[1] = w->contact_keys[0];
    w->contact_counts[1] = w->contact_counts[0];
    w->contacts[0] = contacts;
    w->contact_keys[0] = keys;
    w->contact_counts[0] = 0;
    begin_round(w);
    for (int32_t i = 0; i < w->contact_counts[1]; ++i) { // of bodies that sleep
        const supple_contact* c = &w->contacts[1][i];
        if (!sleeps(c->body) || !sleeps(c->other_or_null))
            continue;
        int32_t at = w->contact_counts[0]++;
        w->contact_keys[0][at] = w->contact_keys[1][i];
        *find_key(w, w->contact_keys[0][at]) = (world_note_place){w->note_round, at};
        w->contacts[0][at] = *c;
        w->contacts[0][at].began = false;
        w->contacts[0][at].speed = 0.0f;
    }
}

void world_end_notes(supple_world* w) {
    bool awake = w->notes_begun;
    for (int32_t i = 0; i < w->contact_counts[0] && !awake; ++i)
        awake = w->contacts[0][i].began || !sleeps(w->contacts[0][i].body) ||
                !sleeps(w->contacts[0][i].other_or_null);
    w->notes_new = awake;
    if (!awake)
        return; // as they are
    if (!w->notes_begun)
        world_begin_notes(w); // no contacts
    world_count_notes(w);
}

void world_count_notes(supple_world* w) {
    for (int32_t i = 0; i < w->body_count; ++i)
        w->bodies[i].noted = 0;
    memset(w->collider_noted, 0, sizeof *w->collider_noted * (size_t)w->options.max_colliders);
    for (int32_t i = 0; i < w->contact_counts[0]; ++i) {
        const supple_contact* c = &w->contacts[0][i];
        ++w->bodies[c->body->slot].noted;
        if (c->other_or_null != NULL)
            ++w->bodies[c->other_or_null->slot].noted;
        else
            ++w->collider_noted[c->collider.index];
    }
}

static supple_contact contact_of(const supple_world* w, const contact* t) {
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
    if (!w->notes_begun)
        world_begin_notes(w);
    for (int32_t i = 0; i < w->found_count; ++i) {
        const contact* t = &w->found[i];
        const double* p = w->impulses[i];
        double along = p[0] * t->normal[0] + p[1] * t->normal[1] + p[2] * t->normal[2];
        if (!(along > 0.0))
            continue;
        double across = 0.0, metres = w->bodies[t->body].body->state->options.world_metres;
        for (int k = 0; k < 3; ++k)
            across += (p[k] - along * t->normal[k]) * (p[k] - along * t->normal[k]);
        world_note_place* known = find_key(w, t->key);
        supple_contact c = contact_of(w, t);
        if (known->round == w->note_round) {
            const supple_contact* before = &w->contacts[0][known->index];
            c.impulse = before->impulse;
            c.slip = before->slip;
            c.speed = before->speed;
            c.began = before->began;
        } else if (w->contact_counts[0] < w->options.max_contacts) {
            *known = (world_note_place){w->note_round, w->contact_counts[0]++};
            w->contact_keys[0][known->index] = t->key;
            c.began = find_pair(w, world_pair_of(w, &c))->round != w->note_round;
        } else {
            continue;
        }
        c.impulse += (float)along;
        c.slip += (float)sqrt(across);
        float speed = (float)(w->sides[i].closing / metres);
        c.speed = speed > c.speed ? speed : c.speed;
        w->contacts[0][known->index] = c;
    }
}

// Whether any contact may be with it.
static bool is_noted(const supple_world* w, const supple_body* body_or_null, supple_collider id) {
    if (body_or_null != NULL)
        return w->bodies[world_slot(w, body_or_null)].noted > 0;
    return id.generation != 0 && id.index < w->options.max_colliders &&
           w->collider_noted[id.index] > 0;
}

void world_wake_contacts(supple_world* w, const supple_body* body_or_null, supple_collider id) {
    SUPPLE_ASSERT(body_or_null == NULL || world_slot(w, body_or_null) >= 0);
    if (!is_noted(w, body_or_null, id))
        return;
    for (int32_t i = 0; i < w->contact_counts[0]; ++i) {
        const supple_contact* c = &w->contacts[0][i];
        bool noted = body_or_null != NULL
                         ? c->body == body_or_null || c->other_or_null == body_or_null
                         : c->collider.index == id.index && c->collider.generation == id.generation;
        if (!noted)
            continue;
        body_wake(c->body);
        if (c->other_or_null != NULL)
            body_wake(c->other_or_null);
    }
}

// Another body that takes the slot would have the same key. It stays in the hash, which others may lie behind.
static void drop_warm_start(supple_world* w, uint64_t key) {
    world_warm_start* known = world_find_warm_start(w, key);
    memset(known->force, 0, sizeof known->force);
}

void world_forget(supple_world* w, const supple_body* body) {
    for (int k = 0; k < 2; ++k) {
        int32_t count = 0;
        for (int32_t i = 0; i < w->contact_counts[k]; ++i) {
            const supple_contact* c = &w->contacts[k][i];
            if (c->body == body || c->other_or_null == body) {
                if (k == 0)
                    drop_warm_start(w, w->contact_keys[k][i]);
                continue;
            }
            w->contact_keys[k][count] = w->contact_keys[k][i];
            w->contacts[k][count++] = *c;
        }
        w->contact_counts[k] = count;
    }
}
