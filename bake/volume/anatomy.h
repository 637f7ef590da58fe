// Where things are on a body: which bones are what, which way is front, and what a soft place is.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/volume/flesh.h"
#include "bake/volume/joint_role.h"

typedef struct anatomy {
    const character* c;
    const joint_role* roles; // [node_count]
    int8_t* sides;           // [node_count] of joints: 1 left (+x), -1 right, 0 in the middle
    flesh flesh;             // of welded vertices
    bool known;              // pelvis and neck were found: base, along, front and head count
    bool upright;            // on two legs
    vec3 base;               // of the pelvis
    vec3 along;    // to the neck: a dot product with it gives 0 at the base and 1 at the neck
    vec3 front;    // where a belly is: +z, or down on four legs
    double middle; // x of the plane between left and right
    bounds head;   // without what sticks out of it
} anatomy;

anatomy anatomy_of(const character* c, int threads, arena* memory);

// Where a joint stands; false for those that move nothing.
bool anatomy_joint(const character* c, int32_t joint, vec3* out);

// A soft place by name, as a rule on welded vertices. They overlap a little, so that no stiff line
// stays between neighbours.
typedef struct soft_place {
    const char *name, *on_fours; // what it is called
    bool (*is)(const anatomy* x, int32_t i, int side);
    double share; // of the place's deepest flesh: what is shallower is left out
    bool sided;   // one on each side (1 and -1), otherwise side is 0
    bool torso;   // needs known
} soft_place;

extern const soft_place soft_places[]; // from the middle of the body outwards
extern const int soft_place_count;
