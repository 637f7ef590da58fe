// A small world for tests: toys and colliders in it, and what they have of energy and momentum.
// SPDX-License-Identifier: MIT
#pragma once

#include "runtime/body/limit.h"
#include "runtime/world/world.h"
#include "scenes/toy.h"

#include <math.h>
#include <string.h>

enum { KIT_BODIES = 16 };

typedef struct world_kit {
    arena* memory;
    report r;
    supple_world* world;
    int32_t count;
    supple_body* bodies[KIT_BODIES];
} world_kit;

static inline world_kit kit_new(const supple_world_options* options_or_null) {
    world_kit k = {.memory = arena_create()};
    k.r = report_new(k.memory);
    k.world = supple_world_create(options_or_null, NULL);
    return k;
}

static inline void kit_close(world_kit* k) {
    supple_world_destroy(k->world);
    for (int32_t i = 0; i < k->count; ++i)
        supple_body_destroy(k->bodies[i]);
    arena_destroy(k->memory);
}

static inline toy kit_toy(world_kit* k, toy_options o) {
    toy t;
    if (!toy_make(&o, k->memory, &t, &k->r))
        memset(&t, 0, sizeof t);
    return t;
}

// Few cells and modes: for laws that need many bodies, not fine ones.
static inline toy_options kit_small(void) {
    toy_options o = toy_default();
    o.cells[0] = o.cells[1] = o.cells[2] = 2;
    o.modes = 6;
    o.first = 15.0;
    return o;
}

static inline supple_matrix kit_pose(double x, double y, double z) {
    return (supple_matrix){{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, (float)x, (float)y, (float)z, 1}};
}

// Free, at a place, moving.
static inline supple_body* kit_throw(world_kit* k, const toy* t, supple_matrix pose,
                                     supple_vec3 velocity) {
    supple_body_options o = supple_body_options_default(&t->asset);
    o.free = true;
    supple_body* b = supple_body_create(&t->asset, &o, NULL);
    supple_body_set_motion(b, &(supple_motion){pose, velocity, {0.0f, 0.0f, 0.0f}});
    supple_world_add_body(k->world, b);
    k->bodies[k->count++] = b;
    return b;
}

static inline supple_collider kit_plane(world_kit* k, supple_matrix pose, float friction) {
    supple_shape ground = {.kind = SUPPLE_PLANE,
                           .friction = friction > 0.0f ? friction : SUPPLE_UNSET};
    return supple_world_add_collider(k->world, &ground, &pose);
}

// Kinetic, elastic and in gravity; joules.
static inline double kit_energy(const supple_body* b) {
    const free_state* f = &b->state->free;
    free_measure m;
    double w[3], mass = b->parts[0].asset.record->mass, sum = 0.0;
    const supple_vec3 g = b->state->options.gravity;
    const double down[3] = {g.x, g.y, g.z};
    free_measure_now(b, &m);
    free_spin(b, &m, w);
    for (int k = 0; k < 3; ++k)
        sum += 0.5 * mass * f->velocity[k] * f->velocity[k] + 0.5 * w[k] * f->momentum[k] -
               mass * down[k] * f->place[k];
    return sum + limit_energy_of(b, 0);
}

// The lowest point of the surface as it is shown, along y.
static inline double kit_lowest(const supple_body* b) {
    double low = INFINITY;
    for (int32_t v = 0; v < b->asset.vertex_count; ++v) {
        supple_point at = {{(uint32_t)v, (uint32_t)v, (uint32_t)v}, {1.0f, 0.0f, 0.0f}};
        low = fmin(low, (double)supple_body_position(b, at).y);
    }
    return low;
}
