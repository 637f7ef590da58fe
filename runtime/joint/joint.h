// Joints of a world: what it is attached to, how much it bears, and how it becomes rows of the solver.
//
// A point takes three rows, a hinge two more, a weld three more, a distance one, a slider two and three. What is left free has
// rows of its own for limits, motors and springs (joint_axis.h). Impulses keep the places of
// a joint from parting, forces over the substep close a fraction of what is open (Baumgarte 1972). A soft
// joint is the spring of its frequency and damping, stepped implicitly (Catto 2011), so that any is stable.
// SPDX-License-Identifier: MIT
#pragma once

#include "runtime/joint/patch.h"

typedef struct supple_world supple_world;

// What it does along or about the axis that it leaves free, one row each. A cone leans and twists, and has none of the others.
enum { JOINT_SPRING, JOINT_LEAN = JOINT_SPRING, JOINT_MOTOR, JOINT_LIMIT, JOINT_ROWS };

typedef struct joint_row {
    int32_t block, turns;    // the solver's number of it, -1: none; whether it turns
    double closing;          // m/s or rad/s that it is moved by in this solve, on its first body
    double softness;         // of a spring, m/s a newton second
    double axis[3];          // world, unit: where its impulse pushes the first body
    double substep_force[3]; // N or N m in the last substep
} joint_row;

typedef struct world_joint {
    supple_joint_options
        options; // body and other are NULL: `slot` has them, and a state no pointers
    uint16_t generation;
    bool used, broken, broke; // broke: in the last step
    int32_t slot[2];          // bodies of the world; -1: the world itself
    patch patches[2];
    double axis[3];     // of a hinge, slider or cone, when it was made
    double length;      // of a distance, metres; of a rope the longest
    double spring_mass; // kg or kg m^2 that its spring swings; 0: flesh on bones
    joint_row rows[JOINT_ROWS];
    int32_t blocks[2];    // the solver's numbers of its rows, and of those that turn; -1: none
    double reach[2][3];   // from each free body's centre of mass to where it is pulled, and ...
    bool moves[2];        // ... whether it is such
    double closing[2][3]; // m/s and rad/s that it is moved and closed by in this solve
    double
        open; // metres that its place is torn open by as the substep begins; 0: less than one closes
    double returning[3]; // m/s that what is torn is closed by, which `closing` then leaves out, ...
    double returns;      // ... and the work of that, joules, if it closes as fast
    double substep_force[2][3]; // N and N m in the last substep, on the first body
    double impulse[2][3];       // N s and N m s over the step
    float force, twist;         // over the last step, ...
    float mean[2][3];           // ... and as vectors on the first body
} world_joint;

// NULL for stale ids.
world_joint* joint_find(const supple_world* w, supple_joint id);

bool joint_is_sound(const supple_joint_options* o);

// Metres a world unit; and metres between its ends.
double joint_metres(const supple_world* w, const world_joint* j);
double joint_distance(const patch_pose poses[2]);
// How far its place is open, metres.
double joint_gap(const world_joint* j, double metres, const patch_pose poses[2]);

// Its two ends as they are shown, metres.
void joint_sample(const supple_world* w, const world_joint* j, patch_pose poses[2]);

// Whether it is of two places; whether joints of a kind have an axis.
bool joint_is_long(const world_joint* j);
bool joint_has_axis(supple_joint_kind kind);

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
