// The limit of a part, as a law of its elasticity: flesh hardens beyond half of it, and stops at it.
//
// A part's flesh is displaced by b limits (runtime/body/bound.h), which is proportional to its swing. Its elastic energy is
// 1/2 sum lambda q^2 times limit_energy(b), which is 1 below a half: there motion is what it is without a limit,
// to the bit. Beyond, it grows to three times as much, so that flesh is 7 times as stiff at its limit, and
// what has compressed it gets its energy back. There it stops, inelastically: what does not fit into the flesh is
// lost. A load that would hold linear flesh far beyond its limit holds it short of it, the same at every rate.
//
// A substep steps each coordinate exactly with one stiffness (limit_secant times lambda): that of the displacement which its
// velocity takes the part in the substep, so that it gets back what it gave. Pins, joints and contacts foresee the same; in a
// world it is found when impacts are over. The way is a guess, and it is not quite a gradient: so no substep may end
// with more energy than it began with and forces gave it (limit_end): what is too much is taken from the velocity,
// where that is not enough from the swing, and in a world the rest from the rigid motion that got it.
//
// Before, the limit was a mask over what was shown, while the state ran on: contacts, joints and pins acted on
// something that was not the state, and a pinned jelly gained kilojoules. Tried: a stop alone (a ball that
// reaches its limit does not bounce) and a barrier that holds any energy (its stiffness outruns the substeps, and
// contacts overlap). docs/decisions/0036 has the figures.
// SPDX-License-Identifier: MIT
#pragma once

#include "runtime/body/body.h"

#define LIMIT_FREE       0.5  // limits: below, flesh moves as if there were none
#define LIMIT_LEAST_ROOM 0.1f // ... that flesh may move in a substep wherever it is

// By how much the energy, and the stiffness along the swing, exceed those of linear flesh, b limits away from its
// centre.
double limit_energy(double b);
double limit_hardening(double b);

// The stiffness of a straight way between two bounds whose work is exactly what the energy changes by, in the same
// measure; of a displacement of no length limit_hardening.
double limit_secant(double from, double to);

// Of a part as it is, joules: kinetic and elastic.
double limit_energy_of(const supple_body* b, int32_t part);

// A substep of a part under b->force: begin, advance its coordinates, end.
typedef struct limit_step {
    double bound;  // before, limits
    bool calm;     // below half of it, and no harder than that: b->turned has its state
    double energy; // otherwise: before, with the forces' potential; J
} limit_step;
limit_step limit_begin(const supple_body* b, int32_t part);
void limit_end(supple_body* b, int32_t part, const limit_step* from);

// The stop alone, for flesh whose elasticity is another one: beyond its limit the swing is scaled back to it, and the
// speed along the swing is lost. Counts it (body_step.limited). Returns how far the flesh is then, limits.
double limit_stop(supple_body* b, int32_t part);

// The factor by which flesh whose linear equilibrium is `linear` limits away hangs nearer.
double limit_equilibrium(double linear);
