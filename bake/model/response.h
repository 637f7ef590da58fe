// Coordinates of flesh that answer real loads rightly: static answers, and principal components of what bones shake up.
//
// The lowest modes of a clamped body miss much of how it hangs: with eight of them a belly under 1 g was 39 % off along one axis, with forty 10 %
// (James and Pai 2002 and Hauser et al. 2003 take the lowest). Here the static answers to an acceleration along each axis come first,
// and the rest are principal components, in the mass, of the damped answers to the loads that flesh gets (loads.h) at 1 to 6 Hz,
// which is where characters move, weighed so that the worst error is least (response_weigh.h). Within their span the stiffness is made diagonal, so each coordinate is still a shape with a frequency and a
// damping, and is stepped exactly.
//
// Answers are found in a space of some tens of modes and the static answers' remainders beside them. What it leaves out at a frequency w is
// what modes beyond the last, m, do to a remainder: (w / m)^2 of it (mode acceleration method; Cornwell, Craig and Johnston 1983). So no
// matrix but the stiffness is factored.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/fem/damping.h"
#include "bake/model/loads.h"

// What a body can answer in: modes, and remainders made orthonormal in the mass and orthogonal in the stiffness, among themselves and to
// the modes. A motion is `size` numbers.
typedef struct response_space {
    int32_t mode_count, size;
    const double* modes; // [mode_count][order], borrowed
    double* remainders;  // [load_count][order]: static answers without what the modes have of them
    double* mix;         // [size - mode_count][load_count] each member's sum of remainders
    double* values;      // [size] of the stiffness, (rad/s)^2
    int32_t load_count, bone_count;
    double* push;  // [load_count][size]: of load_set.forces
    int32_t order; // unknowns
} response_space;

// modes: elastic ones of the moving matrices. l: its answers become the remainders. False when there are numbers in it that are none.
bool response_make(const eigen_modes* modes, load_set* l, const sparse* mass_of_free, int threads,
                   response_space* out, arena* memory);

// What the flesh is, as tuned: a factor on all values, and damping.
typedef struct response_flesh {
    double scale;
    damping damping;
} response_flesh;

// A reduced body: coordinates in a space, orthonormal, with their own values.
typedef struct response_basis {
    int32_t count;
    double* coords; // [count][size]
    double* values; // [count] before the scale, ascending
} response_basis;

// How far a reduced body is from the whole one, root mean square over its mass, of what the whole one does.
typedef struct response_errors {
    double hang;  // at 1 g along the worst direction
    double shake; // at 1 to 6 Hz, evenly, along the worst direction
    double turn;  // the same about the worst axis
    double apart; // each bone by itself, pushed and turned, over all of them; 0 where there is one
    double
        least; // no basis of as many coordinates that hangs as exactly has a worst of shake, turn and apart below this; 0: not asked
} response_errors;

response_errors response_errors_of(const response_space* s, const response_flesh* f,
                                   const response_basis* b);

// How many coordinates: at most `most`, and from `least` on no more than are needed for errors within `error`.
typedef struct response_wanted {
    int32_t least, most;
    double error; // of shake, turn and apart
} response_wanted;

// The best ones; fewer where the space has fewer. errors: of what was chosen. False when there are numbers in it that are none.
bool response_choose(const response_space* s, const response_flesh* f, const response_wanted* q,
                     response_basis* out, response_errors* errors, arena* memory);

// Displacements of the nodes, [basis->count][order]; what rounding has left of mass and stiffness is made exact: values are
// overwritten by what the vectors have.
bool response_shapes(const response_space* s, response_basis* b, const assemble_matrices* moving,
                     int threads, double* vectors);
