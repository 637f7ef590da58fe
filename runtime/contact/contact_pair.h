// One pair of things that may be in contact, while its contacts are searched for: what contact_between.c and its
// parts share.
// SPDX-License-Identifier: MIT
#pragma once

#include "runtime/contact/contact.h"

enum {
    CONTACT_PLACED = 4096,     // points of one thing that may be near another
    CONTACT_BUDGET = 1024,     // ... that are tried against it
    CONTACT_TRIED_MOVING = 40, // ... while the two move against each other, ...
    CONTACT_TRIED_FAST = 32,   // ... by 0.4 of the size in a substep and more
    CONTACT_FAR =
        24, // ... though they turn out to be too far away for a contact but by their motion
    CONTACT_ENTERED = 24,               // ... and whose path in is searched for
    CONTACT_CAST = 128,                 // ... and whose path ahead is followed, into a body
    CONTACT_DEEP = 128,                 // points inside, after which a pair is known to be deep
    CONTACT_FOUND = 2 * CONTACT_BUDGET, // of one pair, before they become a manifold
    CONTACT_MANIFOLD = 64,              // of one pair, in the end, ...
    CONTACT_ON_BONES = 40,              // ... of a free body with flesh on bones, ...
    CONTACT_FEW = 24, // ... while the two move: it is found anew in the next substep
    CONTACT_LIMBS = 8 // bones of one body that another is deep in
};

// A point of one thing that lies inside the other.
typedef struct contact_inside {
    double x[3];
    supple_point at;
    uint64_t id;
    bool flip;    // a point of the other
    int32_t limb; // of the depth
} contact_inside;

// What a pair has to do with one bone of that of the two which is on bones; of two bodies without bones with all.
typedef struct contact_limb {
    int32_t bone;
    double clear;   // depths of all points whose path out is against their own surface, world units
    double unclear; // ... of those whose nearest way out would take them on through
    double push[3]; // depths times ways out of the clear ones, as they part the body from the other
    double deepest; // of the clear ones
    int32_t count;  // points inside
} contact_limb;

// How deep a pair is in each other.
typedef struct contact_depth {
    contact_surface* boned_or_null; // that of the two which is on bones
    int32_t limb_count;             // 0 where nothing but flesh could part them
    contact_limb limbs[CONTACT_LIMBS];
    int32_t entered, lost; // points whose path in was searched for, and was not found
    int32_t same;          // points on the other's surface with about its normal
    int32_t cast;          // points whose path ahead was followed
    int32_t count;
    contact_inside* inside; // [CONTACT_FOUND], the finder's
} contact_depth;

struct contact_finder {
    int32_t max_bodies, max_contacts;
    uint32_t dropped;
    contact_work work; // of this contact_find
    int32_t found_count, out_count, before_count;
    contact* found;  // [CONTACT_FOUND]
    double* score;   // [CONTACT_FOUND] gaps, with a bonus for those that were there before
    int32_t* order;  // [CONTACT_FOUND]
    uint32_t* tried; // [2 * CONTACT_PLACED] points of one thing
    contact_inside* inside;
    uint64_t* before; // [max_contacts] keys of the last substep, ascending
    struct broad_tree* broad;
    struct contact_cache* cache;
    struct contact_chain* chains; // [max_bodies]
    contact* out;                 // the caller's
    int32_t pair_first;           // ... and where those of the last pair begin
    int32_t share;                // contacts that a pair may have, of this contact_find
};

typedef struct contact_pair {
    contact_finder* finder;
    contact base;                         // who with whom
    contact_surface* skin;                // the body's
    const contact_surface* other_or_null; // the other body's
    double h;
    double near; // a gap below this is a contact also at rest, so that contacts do not come and go
    double
        ahead; // ... and with all motion of both: nothing farther away can come into contact in the substep
    double behind;  // how far a point may have gone through something thin; 0: neither of them is
    double radius;  // the larger of the two
    double least;   // the size of the smaller
    double cluster; // world units
    int32_t most;   // contacts that it may have in the end
    bool rigid;     // neither of the two has flesh
    bool moves;     // by more than `near` in the substep, ...
    bool fast;      // ... by more than 0.4 of the smaller size
    const collider* own_or_null; // attached to a bone of the body itself
    double most_work; // finer points are left out when so much was done (contact_work_sum)
    uint64_t pieces;  // of rigid shapes: which two pieces; in names of features. 0: no pieces
} contact_pair;

// Of the size: what is nearer than this at rest is one piece of flesh, and has no contacts with itself.
#define CONTACT_REST 0.1

// What a contact is made of on either side: the key is a hash of it.
typedef enum contact_kind {
    CONTACT_OF_POINT,
    CONTACT_OF_OTHER,
    CONTACT_OF_ROUND,
    CONTACT_OF_PARTING
} contact_kind;

typedef struct contact_features {
    contact_kind kind;
    uint64_t a, b; // of the body and of the other
} contact_features;

// The flesh that a collider of the body's own is among: within this of a place, at rest.
double contact_carried(const contact_pair* p, double middle[3]);

// Adds a contact to those found; place, normal and gap as in `contact`.
void contact_add(contact_pair* p, contact_features between, supple_point at, supple_point there,
                 const double place[3], const double normal[3], double gap);

// Whether a contact was there in the last substep.
bool contact_was_there(const contact_finder* f, uint64_t key);
// Of those found, with their scores: which to keep where neither has flesh. Returns how many.
int32_t contact_choose_extremes(const contact_pair* p, int32_t chosen[CONTACT_MANIFOLD + 1]);

// Those found become a manifold: few, deep and spread.
void contact_reduce(contact_pair* p);
// ... which goes out.
void contact_send(contact_pair* p);

// All contacts of a pair go out, the deepest first (contact_list.c).
void contact_put(contact_finder* f, const contact* list, int32_t count);

void contact_plane(contact_pair* p, const collider* c);
void contact_round(contact_pair* p, const collider* c); // balls and capsules
void contact_between(contact_pair* p, contact_surface* other_or_null, const collider* c_or_null);
void contact_self(contact_pair* p); // a body with itself

// Whether a body or a collider is examined piece by piece, and a pair of which one is: the body against the other body
// or the collider.
bool contact_has_pieces(const contact_surface* s_or_null, const collider* c_or_null);
void contact_pieces(contact_pair* p, contact_surface* other_or_null, const collider* c_or_null);
// Balls and capsules against what does not deform and has few triangles, or a tree: a piece of a body, or a box, hull or mesh.
// of_or_null: the collider whose surface p->skin is.
void contact_round_rigid(contact_pair* p, const collider* c, const collider* of_or_null);

// The one answer for a pair that is deep in each other, or for one limb of it, in place of all others.
struct contact_side;
void contact_part(contact_pair* p, const struct contact_side* body,
                  const struct contact_side* other, const contact_depth* depth, int32_t limb);
// The bone that carries most of a vertex.
int32_t contact_bone_of(const contact_surface* s, uint32_t vertex);
