// One pair of things that may touch, while its contacts are looked for: what touch.c and its parts share.
// SPDX-License-Identifier: MIT
#pragma once

#include "runtime/touch.h"

enum { TOUCH_FOUND = 1024 }; // of one pair, before they are clustered

struct touch_finder {
    int32_t max_bodies, max_contacts;
    uint32_t dropped;
    touch_work work; // of this touch_find
    int32_t found_count, out_count, before_count;
    touch* found;     // [TOUCH_FOUND]
    double* score;    // [TOUCH_FOUND] gaps, with a bonus for those that were there before
    uint64_t* before; // [max_contacts] keys of the last substep, ascending
    uint64_t *pairs, *pairs_before; // [max_pairs] that were looked at, in order
    int32_t max_pairs, pair_count, pair_before_count;
    struct broad_tree* broad;
    touch* out; // the caller's
};

// How far around a box is looked: beside it, and how far the nearest point may be away.
typedef struct touch_reach {
    float low[3], high[3];
    double radius;
} touch_reach;

typedef struct touch_pair {
    touch_finder* finder;
    touch base;  // who with whom
    shell* skin; // the body's
    double h;
    double near; // a gap below this is a contact also at rest, so that contacts do not come and go
    double slow; // ... and with the wobble of both and their thickness
    double radius; // ... and with how they move: nothing farther away can touch in the substep
    double depth;  // the way out of an overlap is looked for so far
    touch_reach ahead, behind; // around boxes of the other for what moves, and the other way round
    bool anew;                 // it was not looked at in the last substep, or something has jumped
    double cluster;            // world units
    const collider* own_or_null; // that rides on a bone of the body itself
} touch_pair;

// Of the size: what is nearer than this at rest is one piece of flesh, and does not touch itself.
#define TOUCH_REST 0.1

// What a contact is made of on either side: the key is a hash of it.
typedef enum touch_kind { TOUCH_POINT, TOUCH_POINT_OF_OTHER, TOUCH_EDGES, TOUCH_ROUND } touch_kind;

typedef struct touch_features {
    touch_kind kind;
    uint64_t a, b; // of the body and of the other
} touch_features;

// Adds a contact to those found; place, normal and gap as in `touch`.
void touch_add(touch_pair* p, touch_features between, supple_point at, supple_point there,
               const double place[3], const double normal[3], double gap);

// Those found become few, and go out.
void touch_cluster(touch_pair* p);

void touch_plane(touch_pair* p, const collider* c);
void touch_round(touch_pair* p, const collider* c); // balls and capsules
void touch_skins(touch_pair* p, shell* other);      // bodies, boxes, meshes
void touch_self(touch_pair* p);                     // a body with itself

// An empty queue of points; and those of a leaf within reach of a leaf of another surface, each with the
// nearest triangle.
void touch_queue_start(shell* s);
void touch_queue_near(shell* s, int32_t leaf, const shell* o, const tree_node* n,
                      const touch_reach* reach);

// Edges of a leaf against those of a leaf of the other.
void touch_edges(touch_pair* p, shell* a, const tree_node* m, shell* b, const tree_node* n);

// Is `place`, where what faces `facing` should have stopped, `deep` inside its own body?
bool touch_is_overlap(shell* s, const double place[3], const double facing[3],
                      const double normal[3], double deep);

// A point of a triangle; of colliders there are none.
supple_point touch_point_on(const shell* s, uint32_t triangle, const double weight[3]);
