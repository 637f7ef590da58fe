// Impulses at contacts, joints and pins of many bodies, found together.
//
// What moves is a list of numbers w: velocity and spin of free bodies, speeds of all coordinates. An
// impulse p along a row J adds gain * J^T p to them (gain: 1/m, I^-1, and one number a coordinate; 1 for
// an impulse on a mass-normalised coordinate, numerics.md B9). Wanted are impulses with
//
//   contacts   0 <= p_n  perpendicular to  J_n w + bias >= 0, and friction |p_t| <= mu p_n against the slip
//   joints     J w + bias + softness p = 0
//   pins       whatever their own code wants (solve_hold)
//
// by Gauss-Seidel over blocks of three rows, projected on the cone of friction: a disc, in the same loop,
// because friction reopens contacts (numerics.md B11). It is matrix-free: w follows every impulse, so a
// sweep costs two passes over the rows. Joints that hang together are one block, solved directly: a chain
// of ten then closes in a sweep instead of hundreds (docs/decisions/0020). A linear program for the normals
// would add energy (B10).
//
// The meaning of w is the caller's: velocities now, mean velocities over the substep (then bias is
// gap / h and gain E12 / h), or accelerations. The order of blocks decides the bits: holds, joints that
// are solved directly, and the rest, each in the order in which they were added.
// Everything lies in memory that the caller gives; nothing is allocated.
// SPDX-License-Identifier: MIT
#pragma once

#include "runtime/base/tasks.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct solver solver;

// Capacities. A run of coordinates that a block moves takes 3 numbers each, rounded up to fours:
// a contact of two free bodies with 20 coordinates takes 2 * 3 * 28.
typedef struct solve_room {
    int32_t bodies, coords; // coordinates of all bodies together
    int32_t blocks;         // contacts and joints
    int32_t joints;         // of these: so many joints, those added first, are solved directly
    int32_t holds;
    int64_t numbers; // of rows
} solve_room;

// Two blocks of memory, 16-byte aligned: what follows the number of coordinates lies apart, so that a world
// which gets a body more keeps the other, which is as large as its contacts. Both before the first body.
size_t solve_size(const solve_room* room); // bytes, a multiple of 16
solver* solve_place(void* memory, const solve_room* room);
size_t solve_coords_size(const solve_room* room);                 // bytes, a multiple of 16
void solve_place_coords(solver* s, void* memory, int32_t coords); // also anew, with more of them

// A body as the solver sees it. What is not free has coordinates only.
typedef struct solve_body {
    bool free;
    double mass_inverse;          // 1/kg; 0: immovable
    double inertia_inverse[3][3]; // world axes, about the centre of mass
    double velocity[3], spin[3];  // w of the rigid motion
    int32_t coord_count;
    const double* gain;  // [coord_count], 0 or above
    const double* speed; // [coord_count] w
} solve_body;

// A point of a body, or, of `turns`, a frame that turns with it.
typedef struct solve_side {
    int32_t body;         // as solve_add_body returned it; -1: the world, which nothing moves
    bool turns;           // axes are those of a spin rather than of a velocity
    double arm[3];        // from the centre of mass, world axes; of free bodies, unless it turns
    int32_t first, count; // coordinates that move it; outside of these all rows are zero
    const float* rows;    // [3][stride] velocity (or spin) in world axes for a unit of each of them
    int32_t stride;
    const float*
        along_or_null; // [count] of a contact: those along its normal, where they are known
} solve_side;

typedef struct solve_contact {
    solve_side side[2]; // side 0 is pushed along the normal, side 1 against it
    double normal[3];   // unit
    double bias;        // J w + bias >= 0 along the normal: gap / h
    double drift[3]; // velocity of side 0 against side 1 that is not in w: of bones, of colliders
    double softness; // of the normal: metres a second a newton second; 0: hard
    double relative_compliance; // more softness, as a fraction of the contact's own mobility
    double friction;
    double limit;    // of p without friction, N s; 0: none
    double start[3]; // the impulse on side 0 to begin with, world axes: the last substep's
} solve_contact;

typedef struct solve_joint {
    solve_side side[2];         // pushed along the axes and against them
    int32_t row_count;          // 1 to 3
    double axes[3][3];          // unit; those beyond row_count are not read
    double bias[3];             // J w + bias + softness p = 0
    double softness;            // metres a second a newton second
    double relative_compliance; // more softness, as a fraction of the joint's own mobility, and ...
    double lag; // ... so much for what p differs from 0.95 of `start`: a load stays, p grows slowly
    double most_start; // of lag times 0.95 of `start`, in the unit of bias; 0: any
    double limit;    // |p| at most, N s. A joint that would need more yields: p stays at the limit
    bool slips;      // ... and that is as it should be: a motor
    double start[3]; // as above
} solve_joint;

// A block whose rows are somebody else's: once a sweep it sees w of one body with everything that was
// added so far (velocity, spin, coordinates: 6 + coord_count numbers, or coord_count of a body that is not
// free), and what of that is its own doing, and adds to `coord_impulse`, all zero before, what these should receive:
// J^T p. Returns how fast its points missed their aim, for the residual.
typedef double (*solve_hold_sweep)(void* user, const double* w, const double* own,
                                   double* coord_impulse);

// Begin anew: no bodies, no blocks.
void solve_clear(solver* s);

// Each returns its index, or -1 when there is no room. Bodies before what acts on them.
int32_t solve_add_body(solver* s, const solve_body* body);
int32_t solve_add_contact(solver* s, const solve_contact* contact);
int32_t solve_add_joint(solver* s, const solve_joint* joint);
// Of contacts and joints that were added, which have three rows each.
int32_t solve_block_count(const solver* s);
int32_t solve_add_hold(solver* s, int32_t body, solve_hold_sweep sweep, void* user);

typedef struct solve_report {
    int32_t sweeps;
    uint32_t rows;   // of contacts and joints, in all sweeps together
    double residual; // the largest change of a row's velocity in the last sweep
    double work; // p^T (before + after) / 2 over all rows of contacts and joints: with gain 1 and w
                 // the velocities, the change of kinetic energy
} solve_report;

// Groups in which a light body may bear a heavy one may take more sweeps than a run is given, up to this many: a sweep carries
// no more through a body than its own mass lets it. Until it is cleared.
void solve_allow(solver* s, int32_t sweeps);

// At most `sweeps` of them, or until the residual is below the tolerance.
solve_report solve_run(solver* s, int32_t sweeps, double tolerance);

// Threads for runs from now on: what hangs together is a task.
void solve_set_tasks(solver* s, const supple_tasks* tasks);

// After a run: the impulse of a contact or joint on its side 0, world axes (N s).
void solve_impulse(const solver* s, int32_t block, double impulse[3]);
// ... and J w + bias of the first row of a contact.
double solve_motion(const solver* s, int32_t contact);
bool solve_reached_limit(const solver* s, int32_t joint);
// w of a side of a joint, on a body that is not free, along the joint's axes; world axes. share: of what the run changed.
void solve_flesh_motion(const solver* s, int32_t joint, int side, double fraction, double out[3]);

// J^T p of all that acts on a body: impulse and angular impulse about the centre of mass (zero for bodies
// that are not free), and what each coordinate receives. Equal and opposite for two bodies in contact.
void solve_body_impulse(const solver* s, int32_t body, double impulse[3], double turning[3],
                        double* coord_impulse);
// ... and what of it the holds of a free body gave to its rigid motion.
void solve_held_impulse(const solver* s, int32_t body, double impulse[3], double turning[3]);
