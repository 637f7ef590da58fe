// A soft body in motion, node by node: the truth that reduced models are judged by.
//
// Galoppo et al. 2009, eq. (1), over all nodes:
//   A^T M (A u'' + 2 A' u' + A'' (X + u) + t'' - g) + (alpha M + beta K(u)) u' + R(u)
//     = A^T f - M sag.
// R is the slope of the energy, a sum of terms (energy.h), and K its derivative; what they are is no
// business of this file.
//
// u is the displacement in the bind pose; bones carry a node to x = A (X + u) + t, where A = sum of
// weight times matrix is no rotation between bones. This is the exact form (numerics.md C10): inertia
// by the consistent mass, mapped back with A^T by virtual work. Without frames A is the identity,
// and it is a body in the world.
//
// Of what bones add to the matrix of a step only A^T M A is kept in it, which stays symmetric; the
// rest is in what must balance, so it costs iterations and no accuracy.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/dynamics/energy.h"
#include "bake/dynamics/newmark.h"
#include "bake/dynamics/step_matrix.h"
#include "bake/fem/damping.h"

typedef enum dynamics_damping {
    DYNAMICS_DAMPED_BY_TANGENT,  // beta K(u), the paper's; where K is negative it drives
    DYNAMICS_DAMPED_BY_MATERIAL, // beta times the material's part (energy.h), which never drives:
                                 // viscous flesh (Kelvin, Voigt), and turning as a whole is free.
    // Taken where the step's velocities lead to: of the same order, and
    // known before the step is solved, so that Newton's matrix is exact
} dynamics_damping;

typedef struct dynamics_options {
    newmark_options newmark;
    damping damping;
    dynamics_damping damped_by;
    double
        accuracy; // of the body's size: a step is solved where corrections are below it, whatever forces are left
    vec3 gravity; // m/s^2, along the world's axes
    vec3 sag; // m/s^2, along the bind pose's: the gravity that rest shapes already show, so that
              // they hang no further in it
} dynamics_options;

// Conserving steps to an accuracy of 1e-11, which is rounding; no damping, no gravity.
dynamics_options dynamics_default(void);

// What there is to move.
typedef struct dynamics_body {
    int32_t node_count;
    const vec3* nodes;  // [node_count] X, metres
    sparse mass;        // kg, one number a node pair; a node without any does not move by itself
    int32_t term_count; // at least one
    const energy_term* terms;
    int32_t shape_count; // weights of targets that a moment has
    int threads;
} dynamics_body;

typedef struct dynamics dynamics;

// held_or_null: [node_count] 1: moves only as it is told to. NULL with a sentence. Copies the list of
// terms, and refers to everything else.
dynamics* dynamics_make(const dynamics_body* body, const uint8_t* held_or_null,
                        const dynamics_options* o, arena* memory, report* r);
void dynamics_free(dynamics* d_or_null);

// Puts the body somewhere, [3 * node_count] each, NULL: zero; held nodes are where the drive says.
// False with a sentence when accelerations cannot be found.
bool dynamics_start(dynamics* d, const moment* now, const double* u_or_null,
                    const double* v_or_null, report* r);

// A blow: adds to the velocities of free nodes at once, [3 * node_count] m/s; `now` acts from here on. False with
// a sentence when accelerations cannot be found.
bool dynamics_kick(dynamics* d, const moment* now, const double* change, report* r);

// One step of h seconds; `end` acts at its end, and what acted before is remembered. False with a
// sentence when the equations are not solved: the body is then where it was.
bool dynamics_step(dynamics* d, const moment* end, double h, report* r);

// ---- to go on later --------------------------------------------------------------------

// Where a motion stands, [dynamics_state_size] numbers: a body made alike that is given them, and what acts `now`,
// goes on with the same bits. Saving forgets the matrix that Newton keeps, as restoring does, and costs the next
// step one.
int64_t dynamics_state_size(const dynamics* d);
void dynamics_save(dynamics* d, double* state);
void dynamics_restore(dynamics* d, const moment* now, const double* state);

// Where it rests under a drive, from where it is: its new u, without velocity. Loads that bend it
// far may have to be raised in parts.
bool dynamics_rest(dynamics* d, const moment* now, report* r);

// What is out of balance in a motion that someone else found, [3 * node_count] each, N: a force
// that would be needed to make it so. Zero at held nodes, which it takes where u, v and a have
// them. The body stays where it is.
void dynamics_balance(dynamics* d, const moment* now, const double* u, const double* v,
                      const double* a, double* left);

// [3 * node_count] now.
const double* dynamics_u(const dynamics* d);
const double* dynamics_v(const dynamics* d);
const double* dynamics_a(const dynamics* d);

// Of all nodes in the bind pose (or the world without frames), J.
double dynamics_kinetic(const dynamics* d);
double dynamics_potential(const dynamics* d); // of all terms

// The mass of node pairs, all nodes.
const sparse* dynamics_mass(const dynamics* d);

const newmark* dynamics_stepper(const dynamics* d); // its counts

int64_t dynamics_analyses(const dynamics* d); // of the pattern of its matrices

step_matrix_cost
dynamics_cost(const dynamics* d); // of all its matrices; the rest of its time is forces
