// Where surfaces meet: contacts of bodies with colliders, with each other and with themselves.
//
// Finding them is geometry and knows nothing of how they answer; runtime/solve/solve.h does that. It examines
// surfaces as they are at the beginning of a substep, and as far ahead as they move within it: a contact
// with a gap above 0 is one that may close, so that nothing fast passes through anything thin.
//
// A substep of a world:
//   colliders_begin_substep(colliders, begin, end, dt)
//   count = contact_find(finder, &scene, contacts)   // contacts[max_contacts], no allocation
// SPDX-License-Identifier: MIT
#pragma once

#include "runtime/contact/contact_surface.h"
#include "runtime/world/collider.h"

// Of a body's size: contacts so near are there whatever the speeds, so that they do not come and go.
#define CONTACT_NEAR 0.005

// A place where a surface point meets something, or would within the substep at the speeds given.
typedef struct contact {
    int32_t body;       // of the world
    int32_t other;      // a body of the world, or -1
    int32_t collider;   // ... or a collider of the world, or -1
    supple_point at;    // on the body
    supple_point there; // on the other body
    double place[3];    // world units: the middle
    double normal[3];   // unit; from the other, or the collider, towards the body
    double gap;         // world units along the normal; below 0: they overlap by so much
    uint64_t key;       // names the pair of features: the same in the next substep, for warm starts
    uint64_t rank; // ... whatever slots its bodies have: decides between contacts of equal depth
    float friction, restitution;
    bool core; // of the body's centre of mass rather than of its surface (world_core.c)
} contact;

// A body of the world, shown as it is at the beginning of the substep (body_show).
typedef struct contact_body {
    contact_surface* skin_or_null; // NULL: no body in this place
    const float (*palette)[12];    // at the beginning of the substep
    const float (*next)[12]; // at its end, as bones or its own motion will take it; may be the same
    bool asleep;             // it moves nowhere: only what is awake, or moved, is tried against it
} contact_body;

typedef struct contact_scene {
    const contact_body* bodies; // [body_count]
    int32_t body_count;
    collider_set* colliders; // at this substep
    double h;                // of the substep, seconds
    double cluster; // contacts nearer to each other than this fraction of the body's size are one
    float friction; // where a collider says no other
    bool self;      // contacts of bodies with themselves
    // What was found before, in the same step, goes on where it still holds (contact_cache.h). `out` then has those contacts,
    // with their gaps as they are now. later: they were found a substep ago or more; else at this very moment.
    bool again, later;
    // contact_work_sum that this find keeps to: when it is spent, what was found before goes on unsearched, and what was not is
    // tried by coarse points. HUGE_VAL: no bound.
    double most_work;
    // Whether a pair may have contacts at all; asked before anything else is (broad.c).
    bool (*may_collide_or_null)(const void* user, int32_t body, int32_t other, int32_t collider);
    bool (*passes_or_null)(const void* user, int32_t body, int32_t other); // these have no contacts
    const void* user;
} contact_scene;

// What goes over from one substep to the next, and scratch.
typedef struct contact_finder contact_finder;

size_t contact_finder_size(int32_t max_bodies, int32_t max_contacts);
// memory: of that size, 16-byte aligned.
contact_finder* contact_finder_start(void* memory, int32_t max_bodies, int32_t max_contacts);

// Writes the contacts of this substep, at most max_contacts, and returns how many: those with colliders,
// body by body, then those of pairs of bodies; in each pair the deepest first. When there are too many
// the pairs that have most lose their shallowest.
int32_t contact_find(contact_finder* finder, const contact_scene* scene, contact* out);

uint32_t contact_dropped(const contact_finder* finder); // since it was started

#define CONTACT_TRIANGLE_WORK 10.0

// The work of the last contact_find, in counts.
typedef struct contact_work {
    uint32_t pairs; // tried by their bounds, in the broad phase
    uint32_t
        searched;    // ... and then by their surfaces: what was found before did not hold any more
    uint32_t points; // tested against a surface
    uint32_t triangles; // measured exactly
    uint32_t left_out;  // contacts that a budget left out
} contact_work;
contact_work contact_work_of(const contact_finder* finder);

// Of points and triangles in one number: a triangle costs about as much as ten rows of the solver, a point as one.
static inline double contact_work_sum(const contact_work* w) {
    return (double)w->points + CONTACT_TRIANGLE_WORK * (double)w->triangles;
}

// The keys of the last substep, which is all that the next one knows of it, for saving and restoring;
// room for max_contacts. Returns how many.
int32_t contact_keys(const contact_finder* finder, uint64_t* keys);
void contact_recall(contact_finder* finder, const uint64_t* keys, int32_t count);

// Where a free body's palette will be after h seconds: to first order, turned about `centre`.
void contact_advance(const float rows[12], const double centre[3], const double velocity[3],
                     const double spin[3], double h, float out[12]);
