// Playgrounds: small worlds by name, with bodies and colliders in them, for tests, benches and pictures.
//
// Data first: what stands where is a list that anybody can read; opening one makes the bodies.
// SPDX-License-Identifier: MIT
#pragma once

#include "scenes/toy.h"

enum { PLAYGROUND_TOYS = 2, PLAYGROUND_BODIES = 32, PLAYGROUND_COLLIDERS = 8 };

typedef struct playground_body {
    int32_t toy;
    supple_motion motion;
} playground_body;

typedef struct playground_collider {
    supple_shape shape;
    supple_matrix pose;
} playground_collider;

typedef struct playground {
    const char *name, *about;
    supple_world_options options;
    supple_vec3 gravity;
    int32_t toy_count, body_count, collider_count;
    toy_options toys[PLAYGROUND_TOYS];
    playground_body bodies[PLAYGROUND_BODIES];
    playground_collider colliders[PLAYGROUND_COLLIDERS];
} playground;

enum { PLAYGROUND_COUNT = 5 };
extern const char* const playground_names[PLAYGROUND_COUNT];

// False when there is no such playground.
bool playground_describe(const char* name, playground* out);

typedef struct playground_open {
    arena* memory;
    supple_world* world;
    int32_t body_count;
    supple_body* bodies[PLAYGROUND_BODIES];
    int32_t coord_counts[PLAYGROUND_BODIES];
    supple_collider colliders[PLAYGROUND_COLLIDERS];
    toy toys[PLAYGROUND_TOYS];
    supple_prepared* prepared[PLAYGROUND_TOYS]; // of the toys
} playground_open;

// False with a sentence. Close it also then.
bool playground_begin(const playground* s, playground_open* out, report* r);
void playground_close(playground_open* w);

// FNV-1a over the bodies' motion and coordinates.
uint64_t playground_hash(const playground_open* w);
