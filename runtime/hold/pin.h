// Pins and holds: points of the surface with a target position, velocity or acceleration.
//
// A pin is a hold of one point at a place. Holds of a kind that share flesh are solved together; those
// with levers alone. A step with pins is cut into pin_substeps equal ones (runtime/hold/hold_response.h says why);
// before each, pin_solve changes velocities and forces so that it ends as the holds have it, as far as the
// flesh reaches. Two things hold it back, so that nothing explodes: flesh is pulled from its rest by no
// more than its part's limit, and by no more than PIN_SPEED limits a second.
// SPDX-License-Identifier: MIT
#pragma once

#include "runtime/base/memory.h"

#define PIN_SPEED 20.0
enum { PIN_MOST = 128 };

enum { PIN_UNUSED, PIN_HELD, PIN_LEVER };

// In the state of a body: [pin_count], all zero at first. A hold has a slot for each point and lever; its
// id is that of the first.
typedef struct pin_slot {
    supple_point point;
    supple_vec3 target;  // world
    supple_vec3 aim;     // of a free body in a world: where the point should be by now, and ...
    supple_vec3 force;   // ... what pulled it there in the last substep, N
    uint16_t generation; // of the last hold that began here; never 0 once used
    uint8_t used;        // PIN_UNUSED ...
    uint8_t kind;        // supple_hold_kind
    float checked; // of a lever's hold: the substep for which its growth was found, below 0 if
                   // it grows; 0: not yet
    uint16_t hold; // the slot where its hold begins
    uint8_t has_levers;
    uint8_t torn; // of a free body in a world: it was far from its aim, and has not come back since
} pin_slot;

// Scratch of a body, outside its state: made when it first holds something, tens of kilobytes that a thousand bodies
// on the ground do not need. False: no memory.
typedef struct pin_work pin_work;
bool pin_work_make(supple_body* body);

bool pin_holds(const supple_body* body); // anything

// Into how many equal ones a step of h seconds is cut: 1 without pins.
int32_t pin_substeps(const supple_body* body, double h);

// Before substep n of `substeps`, each of h seconds, when the palette is that of the step's end, the
// propagator is prepared for h and b->force has everything else.
void pin_solve(supple_body* body, float h, int32_t n, int32_t substeps);

// After the last substep. The form that puts points in place leaves them falling back, by half a step's
// pull of the flesh; here they get the velocity of their way, for whoever asks and for the moment they
// are let go. The next step undoes exactly this part of the velocities, whatever it is.
void pin_settle(supple_body* body, float h, int32_t substeps);

// Coordinates answer otherwise from now on: whether levers make motion grow is found again.
void pin_doubt(supple_body* body);

// Places held as a block of the solver of contacts (runtime/solve/solve.h), at the level of impulses: what was
// done to w since `begin` is taken back at the held points, so that a blow does not tear them away. w has
// velocity and spin of a free body before its coordinates. False when nothing is held. After pin_solve of
// the same substep. gain: of an impulse on free mass, in w.
bool pin_block_begin(supple_body* body, const double* velocity, const double* spin,
                     const double* speed, double gain);
double pin_block_sweep(void* body, const double* w, const double* own, double* coord_impulse);
