// The phases of a step, for whoever steps several bodies side by side.
//
//   if (step_begin(b, dt)) {            // where bones go, what they do to the flesh
//       step_cut(b, step_wish(b));      // ... or more substeps, if somebody else needs them
//       while (b->step.n < b->step.substeps) {
//           step_begin_substep(b);      // b->force is what acts on each coordinate, b->v what it has
//           step_hold_pins(b);          // changes both so that pins hold; so may others here
//           step_end_substep(b);        // coordinates advance
//       }
//       step_end(b);                    // what is shown, and sleep
//   }
// SPDX-License-Identifier: MIT
#pragma once

#include "runtime/body/body.h"

// Whether a step may take so many seconds. What is shorter would be zero, or lose its digits, once it is cut.
static inline bool step_takes(float dt) {
    return dt >= 1e-30f && dt <= 1e9f;
}

// False when there is nothing to step: it is asleep, or dt is refused and counted.
bool step_begin(supple_body* b, float dt);

// Begins the step that step_begin left out because the body slept: something comes into contact with it.
void step_wake(supple_body* b, float dt);

// Into how many substeps the body itself and its pins want the step cut; and with its spin; 1 to 16.
int32_t step_wish_still(const supple_body* b);
int32_t step_wish(const supple_body* b);
void step_cut(supple_body* b, int32_t substeps);
void step_skip(supple_body* b, int32_t n); // n substeps have passed while it slept

void step_begin_substep(supple_body* b);
void step_hold_pins(supple_body* b);
void step_foresee(supple_body* b); // after impacts
void step_end_substep(supple_body* b);
void step_end(supple_body* b);

// Of one part that nothing couples: its substeps from n on, once q, v and b->base are what the step begins with and the
// change of its spin has acted.
void step_part(supple_body* b, int32_t part, int32_t n, int32_t substeps);

// For those who step parts of many bodies at once: how bones' forces act in steps of `all` seconds (b->impulse_fraction ...), and
// the coefficients of linear flesh in substeps of h.
#define STEP_MOST_THROWN 8.0f // limits: a frame of the bones' motion throws no part farther
void step_fractions(supple_body* b, float all);
void step_part_table(supple_body* b, int32_t part, float h);

// All that follows step_begin, for a body that nothing is near.
void step_alone(supple_body* b);
