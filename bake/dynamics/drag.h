// Air that resists faces, as a term without energy: a force of places and velocities (energy.h).
//
// On a face of area A and unit normal n that moves at w through the air,
//   f = -rho / 2 A (c_across |w.n| (w.n) n + c_along |w_t| w_t),   w_t = w - (w.n) n,
// a third of it at each corner; w is that of the face's middle. It never drives what the air does not. The wind is
// the world's; everything is computed in the body's own frame, that of its support, in which the world's air comes
// against a support that moves: cloth is pressed against a door that swings (James & Fatahalian 2003, figure 8).
// Frames must be rotations, as supports have them.
//
// The matrix is the derivative by velocity, symmetric and never negative. How the force changes with the face's
// turning is left to Newton's iterations: it is not symmetric.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/report.h"
#include "bake/dynamics/energy.h"

typedef struct drag_air {
    double density; // kg/m^3; air 1.2
    double across,
        along; // coefficients; a plate across the wind 1.2 to 2, skin friction 0.01 to 0.1
    vec3 wind; // m/s; may be changed between steps
} drag_air;

typedef struct drag_faces {
    int32_t node_count;
    const vec3* nodes; // [node_count] at rest
    int32_t triangle_count;
    const int32_t* triangles; // [triangle_count][3]; both sides of each count as one
    int threads;              // 0: as many as the machine has
} drag_faces;

// Refers to the faces' arrays and to the air. False with a sentence for numbers that no air has.
bool drag_term(const drag_faces* faces, const drag_air* air, energy_term* out, arena* memory,
               report* r);
