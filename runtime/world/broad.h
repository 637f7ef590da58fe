// The broad phase: which pairs may be in contact, by bounds alone.
//
// One for both who ask: a step, once, to know who is near something and is cut into substeps (world_step.c), and every
// substep, to search for contacts (contact.c). A tree of boxes over all bodies is made each time, and asked for each
// collider and each body that is awake: its cost grows with the bodies and the pairs that are reported, wherever they
// stand. The order of pairs is that of slots, whatever the tree, because contacts and their bits follow from it.
//
//   broad_phase p = broad_begin(finder, &scene);
//   for (broad_pair pair; broad_next(&p, &pair);)
// SPDX-License-Identifier: MIT
#pragma once

#include "runtime/base/memory.h"
#include "runtime/contact/contact.h"

// How much wider than its bounds a body is taken, of its size. A contact is one from CONTACT_NEAR of the size on, and
// bounds of the time ahead are not quite sure: flesh wobbles faster than the half that contact_surface.c counts on, a turn is
// predicted to first order. As much again covers that, or the body is met a step late; more would cut bodies into
// substeps without contacts.
#define BROAD_MARGIN (2.0 * CONTACT_NEAR)

typedef struct broad_pair {
    int32_t body;
    int32_t other;    // a body: a later slot, or `body` itself; or -1 ...
    int32_t collider; // ... and a collider, or -1
} broad_pair;

// All pairs with colliders, collider by collider, then bodies with themselves, then with each other.
typedef enum broad_stage { BROAD_COLLIDERS, BROAD_SELF, BROAD_BODIES, BROAD_DONE } broad_stage;

typedef struct broad_box {
    float low[3], high[3];
} broad_box;

typedef struct broad_node {
    broad_box box;
    int32_t first; // of its bodies; of an inner node: the second child, the first is the next node
    int32_t count; // 0: an inner node
} broad_node;

// Memory of the broad phase, the finder's.
typedef struct broad_tree {
    broad_box* boxes;  // [max_bodies] with the margin
    int32_t* bodies;   // [max_bodies] slots, leaf by leaf
    int32_t* found;    // [max_bodies] slots that the last query found, ascending
    broad_node* nodes; // [2 max_bodies]
    int32_t body_count, node_count;
} broad_tree;

broad_tree* broad_lay_out(memory_layout* l, int32_t max_bodies);

typedef struct broad_phase {
    const contact_scene* scene;
    broad_tree* tree;
    broad_stage stage;
    int32_t at;                // the collider or body whose pairs are listed
    int32_t next, found_count; // of what the query for it found
    uint32_t compared;         // bounds so far, of bodies and of nodes
} broad_phase;

// The bounds of all bodies in the scene over its h; at least one of a pair is awake, or a collider that moves.
broad_phase broad_begin(contact_finder* finder, const contact_scene* scene);

// Between steps: the slots of bodies whose boxes the last broad_begin made meet a box, or a path; ascending.
const int32_t* broad_in_box(contact_finder* finder, const float low[3], const float high[3],
                            int32_t* count);
const int32_t* broad_on_path(contact_finder* finder, const double from[3],
                             const double displacement[3], int32_t* count);

// The next pair that is not apart; false when there are no more. Between two calls a body of the pair that was returned may
// be woken (contact_body.asleep): colliders and bodies that are still to come know.
bool broad_next(broad_phase* p, broad_pair* out);
