// Parts that move as they were recorded (James & Fatahalian 2003): states from the file, looked up and blended.
//
// What is shown is the state of a response at its time, and an offset that fades: where a response is followed by another,
// the offset is the difference of what was shown and of where the other begins, so that neither place nor velocity jumps
// (numerics.md D4, D5). What an impulse does to velocities is in the response, and not blended away.
// SPDX-License-Identifier: MIT
#pragma once

#include "runtime/asset/recorded_asset.h"

extern const part_model recorded_model;

enum {
    RECORDED_QUEUE = 8, // entries that may wait
    RECORDED_PASSED = 4
};

// How far the support has gone since it began: metres, or of one that turns the angle, rad, first.
typedef struct recorded_support {
    double displacement[3];
    double turn[4]; // of a free one that spins: a quaternion, w last
    int32_t speed;  // one of the file's
} recorded_support;

// States of the file that time has passed: behind the first, up to the last.
typedef struct recorded_passed {
    int32_t after, last;
} recorded_passed;

// A part's state; [2][coord_count] floats follow: the offset as it began, m, and how fast it changed then, m/s.
typedef struct recorded_state {
    recorded_support support;
    double at;        // states since the response's first
    double since;     // s since the entry began
    double age, rate; // s that the offset has faded for, and how fast, 1/s; rate 0: there is none
    int32_t response; // -1: rest
    int32_t ended;    // 1: it is over, and its last state stays
    int32_t entry;    // that began last; -1: none yet
    float distance;   // m, of the jump that began it
    uint32_t begun, refused;
    int32_t waiting, queue[RECORDED_QUEUE];
    int32_t passed_count;
    recorded_passed passed[RECORDED_PASSED]; // in the last step, the latest where there were more
    float given[12]; // the palette's matrix of the support, without its own motion
} recorded_state;

// A part of a body, as these files see it.
typedef struct recorded_part {
    asset_recorded asset;
    int32_t coord_count;
    recorded_state* state;
    float *offset, *drift;  // of the state
    float *q, *v;           // what is shown at the end of the step under way
    float *from_q, *from_v; // ... at its beginning
    float *last_q, *last_v; // scratch: what was shown when the next response began
} recorded_part;

// ---- recorded_sample.c

// Where coordinates are, and how fast, so many states after a response began; before and after it, at its ends. q and
// v: [coord_count], m and m/s; either may be NULL. Cubic between states, so that both are continuous (numerics.md D3).
void recorded_sample(const asset_recorded* p, int32_t coord_count, uint32_t response, double states,
                     float* q, float* v);

// ... just before the impulse with which it began.
void recorded_before(const asset_recorded* p, int32_t coord_count, uint32_t response, float* q,
                     float* v);

// ---- recorded_support.c

void recorded_support_begin(const asset_recorded* p, recorded_support* s);

// Seconds before a limit stops it at a speed; infinite where there is none.
double recorded_support_room(const asset_recorded* p, const recorded_support* s, int32_t speed);

// Goes on for so many seconds, no farther than its limits.
void recorded_support_pass(const asset_recorded* p, recorded_support* s, double seconds);

// rows: the matrix that its own motion is added to, in a mesh whose unit is so many metres.
void recorded_support_carry(const asset_recorded* p, const recorded_support* s, double metres,
                            float rows[12]);

// ---- recorded_play.c

void recorded_rest(const recorded_part* x);

// The response that an entry would begin now, and the distance to it; -1: it is not allowed, or none was recorded.
int32_t recorded_find(const recorded_part* x, int32_t entry, float* distance);

// Begins an entry. False: it is not allowed now.
bool recorded_begin(const recorded_part* x, int32_t entry);

// Time passes: what waits begins as soon as it may, responses end, limits stop the support.
void recorded_pass(const recorded_part* x, double seconds);

// What is shown now; either may be NULL.
void recorded_show(const recorded_part* x, float* q, float* v);

// The state of the file that is nearest to now.
int32_t recorded_nearest(const recorded_part* x);

// The length of the offset now, m: the root mean square over the surface.
float recorded_offset(const recorded_part* x);

// left_k: how far a coordinate may still go if nothing happens. False: a response is played, the support moves,
// or what waits may begin soon.
bool recorded_left(const recorded_part* x, float* left);

// Whether all indices of a state are in range, and all numbers such that time can pass.
bool recorded_fits(const recorded_part* x, const recorded_state* s);

// ---- recorded_push.c

// The entry, of those that are allowed now, that changes the velocity of a point most nearly along a push; -1: none
// does. In the support's axes; arm: from the pivot, m. on_support: of a point of the support, as seen by what is free and on it
// sees it.
int32_t recorded_answer(const recorded_part* x, const double arm[3], const double push[3],
                        bool on_support);
