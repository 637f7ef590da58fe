// What holds need within a step: how they belong together, their rows, and arrays for the solver.
//
// Scratch of a body. What depends on the points, the substep and how coordinates answer is cached from step to step,
// with a copy of all that it was made from, and made anew when that has changed. Rows are in bind space, where no pose
// changes them: what is asked of a point comes there by the inverse of what carries it (pin_work_into). Only a point
// between vertices that different blends of bones carry has rows of the pose. Holds that share a part are solved together,
// others apart, so that a pin on an ear knows nothing of one on the belly, and rows have no columns but those of the parts
// at their points.
// SPDX-License-Identifier: MIT
#pragma once

#include "runtime/body/point.h"
#include "runtime/hold/hold_response.h"
#include "runtime/hold/pin.h"
#include "runtime/hold/pin_rigid.h"

// A run of points that share parts with each other and with no other hold of their kind, or one hold with
// levers. Its rows are those of the points, 3 each, or fewer (hold_response_reduce).
typedef struct pin_group {
    supple_hold_kind kind;
    int32_t first, count; // of the points
    int32_t lever_count;  // they follow the points
    int32_t row_count, push_count;
    uint64_t parts[4]; // a bit each, of those that an impulse moves
    uint64_t moved[4]; // ... and of all that move a point: n columns
    int32_t n;
    double scale; // the largest of the points' grounds
    bool own;     // rows and answers are those of runtime/hold/pin_limit.h, of this substep, ...
    bool settles; // ... that of an impulse too ...
    double flesh_fraction; // ... where flesh takes so much of an impulse
} pin_group;

typedef enum pin_gain { PIN_MOVE, PIN_COMPLIANCE, PIN_SETTLE, PIN_GAINS } pin_gain;

typedef struct pin_arrays {
    int32_t n;       // coordinates, and the six of a free body after them
    double* rows;    // [3 pins][group's n] W, with fading coordinates faded; or its Q
    double* reduced; // [3 pins][group's n] R where Q is above
    double*
        answer[PIN_GAINS]; // [3 pins][group's n]: of a substep, of a constant force, of an impulse
    double* into;          // [9 pins] from the world to a driven body's bind space
    double* gain[SUPPLE_HOLD_ACCELERATION + 1];             // [n] of an impulse within a substep
    coord_response* response[SUPPLE_HOLD_ACCELERATION + 1]; // [n]
    double* own_rows;                                       // [3 pins][n] of pin_limit.h, for ...
    double* own_answer[PIN_GAINS];                          // [3 pins][n] ... free bodies
    double* impulse;       // [n] what it adds to a speed where a pin acts by an impulse, else 0
    double* compliance;    // [n] of a constant force
    double* predicted;     // [n] what is asked for, at the end of the substep, without the hold
    double* flesh;         // [n] scratch: a state of all coordinates
    double* columns;       // [n] scratch: one of a group's
    double* own_gain;      // [n] gains of a group's columns
    double* rest;          // [n] where the load holds it
    double* coord_impulse; // [n]
    double* from;          // [3 pins] how far flesh displaces the points before the step
    double* goal;          // [3 pins] where it should, or how fast they should be
    double* displacement;  // [3 pins] what they are to travel in the step
    double* missing;       // [3 pins]
    double* wanted;        // [3 pins] scratch
    double* start;   // [3 pins] of free bodies: displacements as the step began, all rows, and ...
    double* path;    // [3 pins] ... what they travel in it
    double* late;    // [3 pins] ... and what they leave of it in a substep, in the world
    double* still;   // [n] of pin_block_begin, all scaled as coordinates are
    double* scratch; // of hold_response_prepare, hold_response_reduce and hold_response_growth
    uint8_t* key;
} pin_arrays;

struct pin_work {
    bool ready;        // everything below is for the copies in `key`
    uint64_t prepared; // systems solved so far: what holds cost, for tests
    bool kinds[SUPPLE_HOLD_ACCELERATION + 1];
    int32_t pin_count, group_count;
    uint8_t slot[PIN_MOST]; // of each pin; groups one after another
    point_ground ground[PIN_MOST];
    pin_group groups[PIN_MOST]; // in the order in which they are solved
    double base[PIN_MOST]
               [3];    // where the point would be if nothing were displaced; of free bodies in
                       // their own axes, like everything here; of others in the world
    pin_frame begin;   // of a free body: where it was as the step began
    double block_gain; // of pin_block_begin
    pin_arrays arrays;
};

static inline bool pin_work_has(const uint64_t parts[4], int32_t part) {
    return (parts[part / 64] >> (part % 64) & 1) != 0;
}

static inline bool pin_work_is_place(const pin_group* g) {
    return g->kind == SUPPLE_HOLD_PLACE || g->kind == SUPPLE_HOLD_PLACE_FORCE;
}

// A hold that counts: whole, on points that exist.
bool pin_work_is_live(const supple_body* body, int32_t slot);

// Live holds on soft points, sorted into groups; and how many columns one has.
void pin_work_find_groups(const supple_body* body, pin_work* w);
int32_t pin_work_columns(const supple_body* body, const pin_arrays* a, const pin_group* g);

// The rows of a group, and answers.
const double* pin_work_rows(const pin_arrays* a, const pin_group* g);
const double* pin_work_answer(const pin_arrays* a, const pin_group* g, pin_gain gain);

// From the world's axes to those of a group's rows: of a driven body, for its k-th point.
void pin_work_into(const pin_arrays* a, int32_t k, const double world[3], double own[3]);

// A group's columns of a state of all coordinates, and back: adds them.
void pin_work_gather(const supple_body* body, const pin_group* g, const double* all, double* own);
void pin_work_scatter(const supple_body* body, const pin_group* g, const double* own, double* all);

// How a group's points answer to forces at them, or at its levers, by a gain.
hold_system pin_work_system(const supple_body* body, const pin_arrays* a, const pin_group* g,
                            pin_gain gain);

// Everything but what changes from step to step: from, goal, way and the states of coordinates.
void pin_work_begin(supple_body* body, double h);
