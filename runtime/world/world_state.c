// A world as bytes: what decides how it moves on, and nothing that can be found again.
//
// Contacts are saved with the slots of their bodies in place of pointers. What is cached (trees, bounds,
// coefficients) follows from this.
// SPDX-License-Identifier: MIT
#include "runtime/base/mark.h"
#include "runtime/base/memory.h"
#include "runtime/world/world.h"

#include <math.h>
#include <string.h>

enum { STATE_LAYOUT = 6 }; // counts up whenever a state's bytes come to mean something else

typedef struct state_head {
    uint64_t mark, size;
    supple_world_counts stats;
    int32_t body_count, warm_count, key_count, contact_count;
} state_head;

typedef struct state_collider {
    uint32_t generation; // of one in use; 0
    uint32_t moved;      // 1: moved, 2: placed
    frame_pose from, to;
    double velocity[3], spin[3];
    int32_t attached, bone;
    supple_matrix attachment;
    supple_filter filter;
    uint32_t unused; // keeps states free of padding
} state_collider;

typedef struct state_contact {
    supple_contact contact; // its pointers are NULL
    int32_t body, other;    // slots, or -1
    uint64_t key;
} state_contact;

typedef struct state_parts {
    state_head* head;
    float *quiet, *slow;           // [max_bodies]
    world_pose* resting;           // [max_bodies]
    uint64_t* body_sizes;          // [max_bodies] 0: empty
    state_collider* colliders;     // [max_colliders]
    world_warm_start* warm_starts; // [max_contacts]
    uint64_t* keys;                // [max_contacts]
    state_contact* contacts;       // [max_contacts]
    world_joint* joints;           // [max_joints]
    uint8_t* bodies;               // states, one after another
} state_parts;

static size_t lay_out(const supple_world* w, void* base, state_parts* s) {
    size_t bodies = (size_t)w->options.max_bodies, contacts = (size_t)w->options.max_contacts;
    memory_layout l = {base, 0};
    s->head = memory_take(&l, 1, sizeof *s->head);
    s->quiet = memory_take(&l, bodies, sizeof *s->quiet);
    s->slow = memory_take(&l, bodies, sizeof *s->slow);
    s->resting = memory_take(&l, bodies, sizeof *s->resting);
    s->body_sizes = memory_take(&l, bodies, sizeof *s->body_sizes);
    s->colliders = memory_take(&l, (size_t)w->options.max_colliders, sizeof *s->colliders);
    s->warm_starts = memory_take(&l, contacts, sizeof *s->warm_starts);
    s->keys = memory_take(&l, contacts, sizeof *s->keys);
    s->contacts = memory_take(&l, contacts, sizeof *s->contacts);
    s->joints = memory_take(&l, (size_t)w->options.max_joints, sizeof *s->joints);
    s->bodies = memory_take(&l, 0, 1);
    for (int32_t i = 0; i < w->body_count; ++i)
        if (w->bodies[i].body != NULL)
            memory_take(&l, supple_body_state_size(w->bodies[i].body), 1);
    return l.at;
}

static supple_body* body_at(const supple_world* w, int32_t slot) {
    return slot >= 0 && slot < w->body_count ? w->bodies[slot].body : NULL;
}

// ---- saving ----------------------------------------------------------------------------

// Field by field, into zeros: what lies between fields is nobody's, and states are compared by their bytes.
static void write_contact(supple_contact* to, const supple_contact* c) {
    uint8_t began; // of a state: a bool that is neither 0 nor 1 may not be read
    to->collider = c->collider;
    to->at = c->at;
    to->there = c->there;
    to->place = c->place;
    to->normal = c->normal;
    to->depth = c->depth;
    to->impulse = c->impulse;
    to->slip = c->slip;
    to->speed = c->speed;
    memcpy(&began, (const char*)c + offsetof(supple_contact, began), 1);
    to->began = began != 0;
}

static void save_contacts(const supple_world* w, state_parts* s) {
    s->head->contact_count = w->contact_counts[0];
    for (int32_t i = 0; i < w->contact_counts[0]; ++i) {
        const supple_contact* c = &w->contacts[0][i];
        state_contact* to = &s->contacts[i];
        write_contact(&to->contact, c);
        to->body = world_slot(w, c->body);
        to->other = world_slot(w, c->other_or_null);
        to->key = w->contact_keys[0][i];
    }
    for (int32_t i = 0; i < w->warm_used; ++i)
        if (w->warm_starts[i].key != 0)
            s->warm_starts[s->head->warm_count++] = w->warm_starts[i];
    s->head->key_count = contact_keys(w->finder, s->keys);
}

static void save_colliders(const supple_world* w, state_parts* s) {
    for (int32_t i = 0; i < w->colliders.capacity; ++i) {
        const collider* c = &w->colliders.slots[i];
        if (!c->used)
            continue;
        state_collider* to = &s->colliders[i];
        *to = (state_collider){.generation = c->generation,
                               .moved = (uint32_t)c->moved | (uint32_t)c->placed << 1,
                               .from = c->from,
                               .to = c->to,
                               .attached = c->attached,
                               .bone = c->bone,
                               .attachment = c->attachment,
                               .filter = c->filter};
        memcpy(to->velocity, c->velocity, sizeof c->velocity);
        memcpy(to->spin, c->spin, sizeof c->spin);
    }
}

static uint64_t mark_of(const supple_world* w) {
    const int32_t same[] = {w->options.max_bodies,
                            w->options.max_colliders,
                            w->options.max_contacts,
                            w->options.max_joints,
                            STATE_LAYOUT,
                            SUPPLE_VERSION};
    uint64_t mark = MARK_BEGIN;
    for (size_t i = 0; i < sizeof same / sizeof *same; ++i)
        mark = mark_number(mark, (uint64_t)same[i]);
    return mark;
}

// ---- restoring -------------------------------------------------------------------------

static bool is_number(double x) {
    return fabs(x) <= FORMAT_LARGEST;
}

// Whether axes are unit and across each other, and the place is one.
static bool pose_fits(const frame_pose* p) {
    bool fits = true;
    for (int i = 0; i < 3; ++i) {
        fits &= is_number(p->place[i]);
        for (int k = 0; k < 3; ++k) {
            double square = p->turn[i][0] * p->turn[k][0] + p->turn[i][1] * p->turn[k][1] +
                            p->turn[i][2] * p->turn[k][2];
            fits &= fabs(square - (i == k ? 1.0 : 0.0)) < 1e-6;
        }
    }
    return fits;
}

static bool motion_fits(const state_collider* c) {
    bool fits = pose_fits(&c->from) && pose_fits(&c->to);
    for (int i = 0; i < 3; ++i)
        fits = fits && is_number(c->velocity[i]) && is_number(c->spin[i]);
    return fits;
}

// Whether what a collider rode on is there.
static bool attachment_fits(const supple_world* w, const state_collider* c) {
    if (c->attached == 0)
        return true;
    const supple_body* b = body_at(w, c->attached - 1);
    return b != NULL && !free_is(b) && c->bone >= 0 && c->bone < b->bone_count;
}

// Whether a state fits: the same slots in use, by bodies of the same size, and the same colliders.
static bool fits(const supple_world* w, const state_parts* s) {
    const state_head* h = s->head;
    int32_t most = w->options.max_contacts;
    if (h->mark != mark_of(w) || h->body_count != w->body_count || h->warm_count < 0 ||
        h->warm_count > most || h->contact_count < 0 || h->contact_count > most ||
        h->key_count < 0 || h->key_count > most)
        return false;
    for (int32_t i = 0; i < w->body_count; ++i) {
        const supple_body* b = w->bodies[i].body;
        if (s->body_sizes[i] != (b != NULL ? supple_body_state_size(b) : 0))
            return false;
    }
    for (int32_t i = 0; i < w->colliders.capacity; ++i) {
        const collider* c = &w->colliders.slots[i];
        if (s->colliders[i].generation != (c->used ? c->generation : 0) ||
            (c->used && !motion_fits(&s->colliders[i])) || !attachment_fits(w, &s->colliders[i]))
            return false;
    }
    for (int32_t i = 0; i < h->contact_count; ++i) {
        const state_contact* c = &s->contacts[i];
        bool there = c->other >= 0 ? body_at(w, c->other) != NULL
                                   : c->contact.collider.index < w->colliders.capacity;
        if (body_at(w, c->body) == NULL || !there)
            return false;
    }
    return joints_fit(w, s->joints);
}

static bool restore_bodies(supple_world* w, const state_parts* s) {
    const uint8_t* at = s->bodies;
    for (int32_t i = 0; i < w->body_count; ++i) {
        supple_body* b = w->bodies[i].body;
        w->bodies[i].quiet = s->quiet[i];
        w->bodies[i].slow = s->slow[i];
        w->bodies[i].resting = s->resting[i];
        if (b == NULL)
            continue;
        size_t size = supple_body_state_size(b);
        if (!supple_body_restore(b, at, size))
            return false;
        at += (size + 15) / 16 * 16;
    }
    return true;
}

static void restore_contacts(supple_world* w, const state_parts* s) {
    world_clear_warm_starts(w, s->head->warm_count);
    for (int32_t i = 0; i < s->head->warm_count; ++i)
        if (s->warm_starts[i].key != 0)
            *world_find_warm_start(w, s->warm_starts[i].key) = s->warm_starts[i];
    w->contact_counts[0] = s->head->contact_count;
    for (int32_t i = 0; i < s->head->contact_count; ++i) {
        const state_contact* c = &s->contacts[i];
        write_contact(&w->contacts[0][i], &c->contact);
        w->contacts[0][i].body = body_at(w, c->body);
        w->contacts[0][i].other_or_null = body_at(w, c->other);
        w->contact_keys[0][i] = c->key;
    }
    contact_recall(w->finder, s->keys, s->head->key_count);
    world_count_notes(w);
}

// ---- public ----------------------------------------------------------------------------

size_t supple_world_state_size(const supple_world* world) {
    state_parts s;
    return lay_out(world, NULL, &s);
}

void supple_world_save(const supple_world* world, void* state) {
    const supple_world* w = world;
    state_parts s;
    size_t size = lay_out(w, state, &s);
    memset(state, 0, size);
    s.head->mark = mark_of(w);
    s.head->size = size;
    s.head->stats = w->stats;
    s.head->body_count = w->body_count;
    uint8_t* at = s.bodies;
    for (int32_t i = 0; i < w->body_count; ++i) {
        const supple_body* b = w->bodies[i].body;
        s.quiet[i] = w->bodies[i].quiet;
        s.slow[i] = w->bodies[i].slow;
        s.resting[i] = w->bodies[i].resting;
        if (b == NULL)
            continue;
        s.body_sizes[i] = supple_body_state_size(b);
        supple_body_save(b, at);
        at += (s.body_sizes[i] + 15) / 16 * 16;
    }
    save_colliders(w, &s);
    save_contacts(w, &s);
    memcpy(s.joints, w->joints, sizeof *s.joints * (size_t)w->options.max_joints);
}

bool supple_world_restore(supple_world* world, const void* state, size_t size) {
    supple_world* w = world;
    state_parts s;
    // laid out over bytes that are only read
    if (size != lay_out(w, (void*)(uintptr_t)state, &s) || s.head->size != size || !fits(w, &s) ||
        !restore_bodies(w, &s))
        return false;
    w->stats = s.head->stats;
    for (int32_t i = 0; i < w->colliders.capacity; ++i) {
        collider* c = &w->colliders.slots[i];
        if (!c->used)
            continue;
        const state_collider* from = &s.colliders[i];
        c->moved = (from->moved & 1) != 0;
        c->placed = (from->moved & 2) != 0;
        c->from = from->from;
        c->to = from->to;
        c->attached = from->attached;
        c->bone = from->bone;
        c->attachment = from->attachment;
        c->filter = from->filter;
        memcpy(c->velocity, from->velocity, sizeof c->velocity);
        memcpy(c->spin, from->spin, sizeof c->spin);
    }
    restore_contacts(w, &s);
    world_recall_touches(w);
    memcpy(w->joints, s.joints, sizeof *s.joints * (size_t)w->options.max_joints);
    joints_count(w);
    return true;
}
