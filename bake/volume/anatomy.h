// Where things are on a body: which bones are what, which way is front, and what a soft place is.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/scene/facing.h"
#include "bake/volume/flesh.h"

typedef struct anatomy {
    const character* c;
    const joint_role* roles; // [node_count]
    facing facing;           // which way it looks, and the side of each joint
    flesh flesh;             // of welded vertices
    bool known;   // spine, thighs on both sides and a front were found: along, front and head count
    bool upright; // on two legs
    vec3 along;   // to the neck: a dot product with it gives 0 at the pelvis and 1 at the neck
    vec3 front;   // where a belly is: ahead, or down on four legs
    uint8_t* shape; // [weld.count] ears and tails by their shape (protrusion.h)
    bounds head;    // without what sticks out of it, in the axes of the body: left, up, ahead
} anatomy;

// figure: the scene with the joints of one body only (figures.h).
anatomy anatomy_of(const character* c, const scene* figure, const flesh* all, arena* memory);

// Where a joint stands; false for those that move nothing.
bool anatomy_joint(const character* c, int32_t joint, vec3* out);

// A soft place by name, as a rule on welded vertices, which finds nothing without evidence. They overlap a
// little, so that no stiff line stays between neighbours.
typedef struct soft_place {
    const char *name, *on_fours; // what it is called
    bool (*is)(const anatomy* x, int32_t i, int side);
    double most;     // of the body's volume that is plausible
    double fraction; // of the place's deepest flesh: what is shallower is left out
    bool sided;      // one on each side (1 and -1), otherwise side is 0
    bool torso;      // needs known
} soft_place;

extern const soft_place soft_places[]; // from the middle of the body outwards
extern const int soft_place_count;
