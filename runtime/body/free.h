// Free bodies: rigid motion of a body that nothing holds, beside its elastic coordinates.
//
// The frame is at the centre of mass and the coordinates have no rigid motion in them, so that mass and
// inertia are those of the whole body and both kinds of motion add up exactly (Hauser et al. 2003, (17)
// and (21), as numerics.md B9 corrects them). Metres, kilograms, seconds; world axes unless said.
//
// The state has the angular momentum, not the spin: whatever happens to the inertia, it is conserved. A step
// turns the body about the spin at the mean of the momenta before and after, in its own axes: the
// implicit midpoint rule, with a rotation of exactly that axis and angle in place of Cayley's. Energy and
// momentum are conserved to rounding for any step; a body that spins about a principal axis turns by exactly
// the right angle; nutation is of second order. Cayley's turn would be short by the cube of the angle.
// SPDX-License-Identifier: MIT
#pragma once

#include "format/format.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct supple_body supple_body;

// In the state of every body; used by free ones.
typedef struct free_state {
    double place[3];   // of the centre of mass
    double turn[3][3]; // orthogonal, of bind space
    double velocity[3];
    double momentum[3];       // angular, about the centre of mass
    double push[3], twist[3]; // N and N m about the centre over the next step
    double spin[3], felt[3];  // at the start of the last step, and as the flesh felt it in it; the
                              // body's axes
    double kinematic_motion[2][3]; // of a kinematic body: velocity, and spin in world axes
    double reserve; // J that steps have lost and may give back; below 0: that they owe
                    // (free_energy.h)
    int32_t spun;   // spin and felt are known
} free_state;

// What is measured of it at the start of a substep, in the body's own axes.
typedef struct free_measure {
    double inertia[3][3], inverse[3][3];
    double stir[3]; // angular momentum of the flesh's own motion
} free_measure;

// Places, momenta, forces, torques: what is absurd is kept finite, and may then be saved and restored.
static inline double free_bounded(double x) {
    const double most = (double)FORMAT_LARGEST;
    return x < most ? x > -most ? x : -most : most; // not a number: most
}

bool free_is(const supple_body* b);

// At creation: unturned, the origin of bind space at the world's.
void free_start(supple_body* b);

// Writes the palette from the pose.
void free_show(supple_body* b);

// Instead of moving bones: palettes are passed on, and what spin does to the flesh becomes its load.
void free_begin_step(supple_body* b, double dt);

// Inertia and spin for the state as it is. With options.spin those of the deformed body; without, as if it were at
// rest.
void free_measure_now(const supple_body* b, free_measure* out);
void free_spin(const supple_body* b, const free_measure* m, double spin[3]);

// The momentum of such a spin, rad/s in the world, with the flesh as it is.
void free_set_spin(supple_body* b, const double spin[3]);

// The inverse of the inertia, world axes.
void free_inverse_inertia(const supple_body* b, const free_measure* m, double inverse[3][3]);

// From the centre of mass to a place of bind space (the mesh's unit).
void free_arm(const supple_body* b, const double bind[3], double arm[3]);

// An impulse (N s) at an arm from the centre of mass, and a force (N) there over the next step.
void free_kick(supple_body* b, const double impulse[3], const double arm[3]);
void free_push(supple_body* b, const double force[3], const double torque[3]);

// Whether nothing but the caller moves it (supple_dynamics.kinematic). Impulses and forces leave it as it is; whoever
// changes its velocity or momentum without asking is undone: free_keep_kinematic gives back what it moves by.
bool free_is_kinematic(const supple_body* b);
// Whether it is free, and the caller pushes or twists it in this step.
bool free_is_pushed(const supple_body* b);
void free_keep_kinematic(supple_body* b);

// Finds the drag of a substep of h, a force and a torque that take its speeds to where exp(-drag h) has them, while nothing
// else but gravity and pushes acts (b->drag).
void free_find_drag(supple_body* b, double h);

// The acceleration of the centre of mass that forces over this step give: gravity, pushes, drag. And the torque, N m.
void free_fall(const supple_body* b, double acceleration[3]);
void free_torque(const supple_body* b, double torque[3]);

// Place and turn as they will be in h seconds, from b->measured: what the deformation changes meanwhile
// is not in it.
void free_predict(const supple_body* b, double h, free_state* out);

// Turns it for h seconds that nothing twists; the momentum stays.
void free_turn(free_state* f, const free_measure* m, double h);

// h seconds along a parabola, turning; writes the palette.
void free_advance(supple_body* b, double h);

// After the last substep: pushes were for this step.
void free_end_step(supple_body* b);
