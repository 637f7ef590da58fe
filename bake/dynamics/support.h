// A rigid frame that carries a body: what is held stands still in it, and it moves.
//
// A body's displacements are those in the frame, so that states of a dashboard at any speed and of a door at any
// angle are of one kind. Between events the frame moves with a constant velocity and spin, which is exact; at an
// event they jump, and so do, the other way, the velocities of everything that is free: nothing in the world moves
// faster or slower at that moment. An event is a caller's wish, a limit that is reached, or a key of a clip. Steps
// are cut there.
//
// A place X of the bind pose is at x = R (X + u - pivot) + centre.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/dynamics/dynamics.h"

typedef enum support_kind {
    SUPPORT_FREE,    // moves as it is told to: support_drive
    SUPPORT_TURNING, // about an axis, between limits: support_turn
    SUPPORT_CLIP,    // from key to key, and stops at the last
} support_kind;

typedef struct support_key {
    vec3 centre; // m
    quat turn;
} support_key;

typedef struct support {
    support_kind kind;
    vec3 pivot;         // m, in the bind pose
    vec3 axis;          // SUPPORT_TURNING: of unit length
    double low, high;   // rad; a door's are 0 and pi / 2. It begins at low
    double key_seconds; // SUPPORT_CLIP: from one key to the next
    int32_t key_count;  // at least one
    const support_key* keys;
} support;

// Where it is: part of the state of a body, beside u and v.
typedef struct support_state {
    double time;     // s
    vec3 centre;     // m
    quat turn;       // from the bind pose
    vec3 velocity;   // m/s, of the centre
    vec3 spin;       // rad/s, along the world's axes
    double angle;    // rad, of SUPPORT_TURNING
    double rate;     // rad/s, of SUPPORT_TURNING
    int32_t key;     // the last one that was passed, of SUPPORT_CLIP
    double key_time; // s since
} support_state;

// A frame by itself: where it begins, and where it is h seconds later, through whatever happens to it by itself.
support_state support_beginning(const support* s);
void support_pass(const support* s, support_state* at, double h);
// From now on, as support_drive and support_turn do.
void support_head(const support* s, support_state* at, vec3 velocity, vec3 spin, double rate);
// Where a place of the bind pose is, m, and how fast it moves if it rides along, m/s.
vec3 support_seen(const support* s, const support_state* at, vec3 x);
vec3 support_speed(const support* s, const support_state* at, vec3 x);

// Nodes that neither stand still in the frame nor move by themselves: obstacles.
typedef struct support_leads {
    // Writes u and v of such nodes while the frame is there, as moment.h's held: [3][3 * node_count], all else stays.
    void (*lead)(void* user, const support_state* at, double* held);
    void* user;
} support_leads;

// A body on its support.
typedef struct support_body {
    support support;
    support_state at;
    dynamics* body;
    int32_t node_count;
    const vec3* nodes;     // [node_count] in the bind pose
    const double* weights; // of targets, as moment.h's; NULL: none
    moment_frame* frames;  // [node_count]
    double* force;         // [3 * node_count] N, along the world's axes: what acts now
    double* kick;          // [3 * node_count]
    support_leads leads;   // lead: NULL: all that is held stands still in the frame
    double* held;          // [3][3 * node_count]
} support_body;

// False with a sentence for an axis that is none, limits the wrong way round, or a clip without keys or time.
bool support_check(const support* s, place where, report* r);

// Of a support that passes support_check. Refers to the keys, to the body and to its nodes, as dynamics_make got
// them; weights are NULL, and nothing is led.
support_body support_make(const support* s, dynamics* body, const dynamics_body* of, arena* memory);

// Puts the body somewhere in the frame, where the frame begins; NULL: zero. A clip is moving then, and velocities are
// in its frame.
bool support_start(support_body* b, const double* u_or_null, const double* v_or_null, report* r);

// Where the body rests while the frame stands still, from where it is: dynamics_rest. Of a clip it is not asked.
bool support_rest(support_body* b, report* r);

// From now on, of SUPPORT_FREE and SUPPORT_TURNING. A rate that would leave the limits is zero.
bool support_drive(support_body* b, vec3 velocity, vec3 spin, report* r);
bool support_turn(support_body* b, double rate, report* r);

// A blow: velocities of what is free change at once by this one and by this spin about the pivot, in the frame's axes.
bool support_kick(support_body* b, vec3 velocity, vec3 spin, report* r);

// Another force from now on, all at once: [3 * node_count] N, along the world's axes; NULL: none.
bool support_push(support_body* b, const double* force_or_null, report* r);

// One step of h seconds, at whose end this force acts; between, it changes evenly from the last one's. False with a sentence when a
// part of it is not solved: body and frame are then at the last event before.
bool support_step(support_body* b, const double* force_or_null, double h, report* r);

// Goes on from where support_save found body, frame and force, with the same bits. state: [support_state_size].
int64_t support_state_size(const support_body* b);
void support_save(support_body* b, support_state* at, double* state);
void support_restore(support_body* b, const support_state* at, const double* state);

// A place of the bind pose in the world.
vec3 support_place(const support_body* b, vec3 x);
