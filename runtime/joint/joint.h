// Joints of a world: what it is attached to, how much it bears, and how it becomes rows of the solver.
//
// A point takes three rows, a hinge two more, a weld three more, a distance one. Impulses keep the places of
// a joint from parting, forces over the substep close a share of what is open (Baumgarte 1972). A soft
// joint is the spring of its frequency and damping, stepped implicitly (Catto 2011), so that any is stable.
// SPDX-License-Identifier: MIT
#pragma once

#include "runtime/joint/patch.h"

typedef struct supple_world supple_world;

typedef struct world_joint {
    supple_joint_options
        options; // body and other are NULL: `slot` has them, and a state no pointers
    uint16_t generation;
    bool used, broken, broke; // broke: in the last step
    int32_t slot[2];          // bodies of the world; -1: the world itself
    patch patches[2];
    double axis[3];       // of a hinge, when it was made
    double length;        // of a distance, metres
    int32_t blocks[2];    // the solver's numbers of its rows, and of those that turn; -1: none
    double reach[2][3];   // from each free body's centre of mass to where it is pulled, and ...
    bool moves[2];        // ... whether it is such
    double closing[2][3]; // m/s and rad/s that it is moved and closed by in this solve
    double coord_impulse[2][3]; // N and N m in the last substep, on the first body
    double impulse[2][3];       // N s and N m s over the step
    float force, twist;         // over the last step
} world_joint;

// NULL for stale ids.
world_joint* joint_find(const supple_world* w, supple_joint id);

// Where its two ends are, metres.
void joint_places(const supple_world* w, const world_joint* j, double places[2][3]);

// Wakes what is joined to something awake.
void joints_wake(supple_world* w);

// Before the first substep: bodies with joints are near something.
void joints_begin_step(supple_world* w);
void joints_end_step(supple_world* w, double dt);

// Whether a joint lets two bodies of the world pass through each other.
bool joints_pass(const void* world, int32_t slot, int32_t other);

// Whether saved joints are of bodies and vertices that there are.
bool joints_fit(const supple_world* w, const world_joint* saved);

// Finds joint_count anew, after a restore.
void joints_count(supple_world* w);

// The body leaves: its joints go.
void joints_drop(supple_world* w, int32_t slot);
