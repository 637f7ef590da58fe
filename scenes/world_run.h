// Runs a script, and keeps the books: what energy a world has, and what was put into it.
//
// The law: energy never rises above what was put in. A call that changes the state (a kick, a throw, a body
// that enters) puts in what energy jumps by. Forces, moving colliders, driven bones, pins and joints that
// are moved do work, which is bounded from what can be read after a step: an impulse times the speed of the
// surface it came from. Taking back an overlap may do the work of its impulse at the recovery speed, and no
// more. Flesh of driven bodies is not in the books: bones keep it going; what it does to free bodies is.
//
//   world_run run;
//   bool ok = run_begin(&run, script, &stock);
//   while (ok && run_frame(&run)) {}          // or the three parts of a frame, to time the middle one
//   run_end(&run);                            // also when it did not begin
// SPDX-License-Identifier: MIT
#pragma once

#include "scenes/world_script.h"

enum { RUN_PINS = 64, RUN_CONTACTS = 4096 };

// A body's size a second: the fastest that an overlap may be taken back.
#define RUN_RECOVERY 1.0

typedef struct run_pin {
    supple_pin id;
    supple_point at;
    vec3 target, velocity, before; // before: the target before the step
    double until;
    double force; // N in the last substep of the step before
} run_pin;

typedef struct run_push {
    supple_point at;
    vec3 force;
    double until;
    bool acts;  // in this step: the body has taken it
    vec3 arm;   // before the step: from the centre of mass to the point, ...
    vec3 flesh; // ... in the body's own axes, as is ...
    vec3 along; // ... the force, ...
    vec3 spin;  // ... and the spin
    double turn[3][3];
} run_push;

typedef struct run_body {
    supple_body* body;
    supple_prepared* prepared; // shared by bodies of equal make
    supple_asset asset;
    bool in, driven;
    bool lifted, ghost;             // by an event, ...
    double lift_until, ghost_until; // ... so long
    double mass, size;
    vec3 momentum, centre; // before the step
    double fallen, lowest; // work of gravity since it entered, and the most of it
    double overlap;        // metres: the deepest when it came
    double
        dragged_until; // seconds: a pin that it does not reach has pulled it, and time to part since
    double impulses;   // N s of contacts and joints in the step, without directions
    int32_t pin_count;
    run_pin pins[RUN_PINS];
    run_push push;                 // one at a time
    bool inside[SCRIPT_COLLIDERS]; // its centre was in a collider when it came
    bool astride
        [SCRIPT_COLLIDERS]; // ... it was on both sides of a sheet, and has not been clear of it since
    double local[SCRIPT_COLLIDERS][3]; // its centre before the step, in a collider's axes
    bool
        merged[SCRIPT_BODIES]; // it came into a later body, or went, and has not been apart from it
    int8_t sides[SCRIPT_BODIES]; // of slabs: which it was on last, 1 or -1; 0: neither
} run_body;

// Joules, metres, seconds.
typedef struct run_measures {
    int32_t frames, awake_frames;
    bool broken;           // something was not finite
    double energy;         // now: kinetic, elastic, in gravity
    double allowed;        // what was put in until now, with all that was there at the beginning
    double put_in;         // ... without signs and potentials: the scale of the scene
    double excess;         // the most that energy was above what was allowed, ...
    double excess_time;    // ... when
    double gain;           // ... over the scale as it was then
    double peak;           // the same excess if overlaps were taken back for nothing
    double fastest;        // of any free body's centre or sampled surface point, m/s
    double speed;          // ... in the last frame
    double fastest_driven; // of flesh on bones, with them
    double deepest;        // overlap over the smaller size, when there was time to take it back
    int32_t through;       // centres that are within or beyond something they were outside of
    int32_t through_body;
    double through_time;
    int32_t contacts, substeps, iterations; // the most in a frame
    double contacts_mean;                   // over the frames in which something is awake
    double points, triangles, rows;         // tested, measured, swept: the most in a frame
    uint32_t dropped;                       // contacts for which there was no room
    double last_awake;                      // when something was last awake
    int32_t awake;                          // free bodies, at the end
} run_measures;

typedef struct world_run {
    const world_script* script;
    arena* memory;
    supple_world* world;
    run_body bodies[SCRIPT_BODIES];
    supple_collider colliders[SCRIPT_COLLIDERS];
    supple_joint joints[SCRIPT_JOINTS];
    double gaps[SCRIPT_JOINTS]; // before the step
    supple_point
        ties[SCRIPT_JOINTS]; // of joints on a driven body: the vertex nearest to its place;
    double tie_speeds[SCRIPT_JOINTS]; // how fast that was at the end of the step before, m/s, ...
    double tie_forces[SCRIPT_JOINTS]; // ... and what the joint bore in it, N
    double tie_turns[SCRIPT_JOINTS][3][3]; // how the flesh that holds it is turned, ...
    double tie_spins[SCRIPT_JOINTS];  // ... how fast that changed in the step before, rad/s, ...
    double tie_twists[SCRIPT_JOINTS]; // ... and its torque in it, N m
    supple_contact* contacts;         // [RUN_CONTACTS]
    double time, dt;
    double came;      // when something last came, and ...
    double part_due;  // ... when all that overlapped then should have parted
    double recovered; // work of overlaps that were taken back, ...
    double recovery;  // ... and the most that it may be
    double scale;     // of energy: put in, and fallen, until now
    int32_t next_event, frame;
    uint64_t random;
    run_measures m;
} world_run;

bool run_begin(world_run* r, const world_script* s, script_stock* stock);
bool run_frame(world_run* r); // false: it is over
void run_end(world_run* r);

// A frame: what the script does, the step, what came of it.
bool run_before(world_run* r); // false: it is over
void run_step(world_run* r);
void run_after(world_run* r);

// Kinetic, elastic and in gravity, of a free body: joules.
double run_body_energy(const supple_body* b);
