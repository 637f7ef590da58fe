// What a joint does along or about the axis that it leaves free: limits, motors and springs.
//
// A limit is a contact without friction between two turns or places: it stops what approaches, by as much as is left, and
// pushes one way only; a rope is nothing else. A motor is a joint to a speed whose force has a bound, as friction
// has. A spring is a force -k x - c v, constant over a substep and found at its middle, with k and c so chosen that
// positions at the ends of substeps are those of the exact oscillator, at any frequency and length of them
// (docs/decisions/0173-what-joints-leave-free.md).
// SPDX-License-Identifier: MIT
#pragma once

#include "runtime/joint/joint_end.h"

// Radians that the first end is turned by against the second, about the axis, -pi to pi; and by which its axis leans.
double joint_twist(const world_joint* j, const patch_pose* first, const patch_pose* second);
double joint_lean(const world_joint* j, const patch_pose* first, const patch_pose* second);
// The axis as the second end carries it.
void joint_axis_of(const world_joint* j, const patch_pose* second, double axis[3]);
// Two axes across a unit vector, from that of the world's which is least along it.
void joint_across(const double axis[3], double out[2][3]);

// What the spring of a joint swings, its other rows being kept: kg m^2 of a hinge, kg of a slider; 0 if no end is free.
double joint_spring_mass(const supple_world* w, const world_joint* j);

// Adds its rows. apart: from the second place to the first, metres.
void joint_axis_add(supple_world* w, world_joint* j, const joint_end end[2], const double apart[3],
                    world_level level, double h);

// The one row of a rope; direction: unit, from the second place to the first.
void joint_rope_add(supple_world* w, world_joint* j, const joint_end end[2], double far,
                    const double direction[3], world_level level, double h);

// Work that a row did in the solve, joules, p being its impulse or force.
double joint_row_work(const joint_row* row, const double p[3], world_level level, double h);
