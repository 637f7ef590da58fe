// Where surfaces meet: contacts of bodies with colliders, with each other and with themselves.
//
// Finding them is geometry and knows nothing of how they answer; runtime/solve.h does that. It looks at
// surfaces as they are at the beginning of a substep, and as far ahead as they move within it: a contact
// with a gap above 0 is one that may close, so that nothing fast passes through anything thin.
//
// A substep of a world:
//   colliders_begin_substep(colliders, begin, end, dt)
//   count = touch_find(finder, &scene, touches)     // touches[max_contacts], no allocation
// SPDX-License-Identifier: MIT
#pragma once

#include "runtime/collider.h"
#include "runtime/shell.h"

// Of a body's size: contacts so near are there whatever the speeds, so that they do not come and go.
#define TOUCH_NEAR 0.005

// A place where a surface point meets something, or would within the substep at the speeds given.
typedef struct touch {
    int32_t body;       // of the world
    int32_t other;      // a body of the world, or -1
    int32_t collider;   // ... or a collider of the world, or -1
    supple_point at;    // on the body
    supple_point there; // on the other body
    double place[3];    // world units: the middle
    double normal[3];   // unit; from the other, or the collider, towards the body
    double gap;         // world units along the normal; below 0: they overlap by so much
    uint64_t key;       // names the pair of features: the same in the next substep, for warm starts
    float friction;
} touch;

// A body of the world, shown as it is at the beginning of the substep (body_show).
typedef struct touch_body {
    shell* skin_or_null;        // NULL: no body in this place
    const float (*palette)[12]; // at the beginning of the substep
    const float (*next)[12]; // at its end, as bones or its own motion will take it; may be the same
    bool asleep;             // it moves nowhere: only what is awake, or moved, is tried against it
} touch_body;

typedef struct touch_scene {
    const touch_body* bodies; // [body_count]
    int32_t body_count;
    collider_set* colliders; // at this substep
    double h;                // of the substep, seconds
    double cluster; // contacts nearer to each other than this share of the body's size are one
    float friction; // where a collider says no other
    bool self;      // bodies touch themselves
    bool (*passes_or_null)(const void* user, int32_t body, int32_t other); // these never touch
    const void* user;
} touch_scene;

// What is kept from one substep to the next, and scratch.
typedef struct touch_finder touch_finder;

size_t touch_finder_size(int32_t max_bodies, int32_t max_contacts);
// memory: of that size, 16-byte aligned.
touch_finder* touch_finder_start(void* memory, int32_t max_bodies, int32_t max_contacts);

// Writes the contacts of this substep, at most max_contacts, and returns how many: those with colliders,
// body by body, then those of pairs of bodies; in each pair the deepest first. When there are too many
// the deepest stay.
int32_t touch_find(touch_finder* finder, const touch_scene* scene, touch* out);

uint32_t touch_dropped(const touch_finder* finder); // since it was started

// The work of the last touch_find, in counts.
typedef struct touch_work {
    uint32_t pairs;     // tried by their bounds, in the broad phase
    uint32_t points;    // tested against a surface
    uint32_t triangles; // measured exactly
    uint32_t left_out;  // contacts that a budget left out
} touch_work;
touch_work touch_work_of(const touch_finder* finder);

// The keys of the last substep, which is all that the next one knows of it, for saving and restoring;
// room for max_contacts. Returns how many.
int32_t touch_keys(const touch_finder* finder, uint64_t* keys);
void touch_recall(touch_finder* finder, const uint64_t* keys, int32_t count);

// Where a free body's palette will be after h seconds: to first order, turned about `centre`.
void touch_advance(const float rows[12], const double centre[3], const double velocity[3],
                   const double spin[3], double h, float out[12]);
