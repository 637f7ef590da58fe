// The samples beast, plant and door as bodies that bake/dynamics moves: for tests and benches that look into the
// solver. Whoever wants motion writes a scene file; scenes/*.yaml say the same.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/dynamics/support.h"
#include "bake/scene/scene.h"

typedef struct simulated {
    dynamics_body body;
    uint8_t* held; // [body.node_count]
    support support;
    dynamics_options options;
    double step;       // s
    int32_t tet_count; // 0: it has none
} simulated;

// of: the sample's scene; `out` refers to it. False with a sentence when that is no sample to be simulated, or it
// cannot be made.
bool simulated_make(const char* name, const scene* of, int threads, arena* memory, simulated* out,
                    report* r);

// One push or pull of the support at a time of its clip: the dashboard and the pot get a velocity, the door a rate.
typedef struct simulated_move {
    double at;     // s
    vec3 velocity; // m/s
    double rate;   // rad/s
} simulated_move;

// What moves its support, in order; count at most SIMULATED_MOVES.
enum { SIMULATED_MOVES = 8 };
int32_t simulated_moves(const char* name, simulated_move out[SIMULATED_MOVES]);
