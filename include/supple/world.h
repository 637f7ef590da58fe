// World: bodies in contact with each other and with colliders (docs/world.md).
// SPDX-License-Identifier: MIT
#pragma once

#include "supple/body.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct supple_world supple_world;

// How contacts answer.
typedef enum supple_response {
    // Impulses stop approach, forces keep rest, overlaps are taken back.
    SUPPLE_RESPONSE_POSITION,
    // The same, but overlaps are left, so that no correction adds energy.
    SUPPLE_RESPONSE_ACCELERATION,
    // Contacts are springs: the cheapest, and soft.
    SUPPLE_RESPONSE_PENALTY
} supple_response;

typedef struct supple_world_options {
    // How contacts answer.
    supple_response response;
    // The stiffness of a contact of SUPPLE_RESPONSE_PENALTY, N/m, above 0.
    float penalty;
    // Coulomb's coefficient where neither of two things has one.
    float friction;
    // Contacts that are nearer to each other than this fraction of a body's size are one.
    float cluster;
    // Bodies have contacts with themselves, where they are a tenth of their size apart at rest.
    bool self;
    // The most iterations of the solver in a substep.
    int32_t iterations;
    // The solver stops when it changes no contact's speed by more, world units / s.
    float tolerance;
    // An impact at this speed or faster is a SUPPLE_EVENT_HIT, world units / s.
    float hit_speed;
    // Room, fixed at creation.
    int32_t max_bodies, max_colliders, max_contacts, max_joints;
} supple_world_options;

SUPPLE_API supple_world_options supple_world_options_default(void);

// What is wrong with options, as a sentence: a number that is out of range, or none. NULL: nothing.
SUPPLE_API const char* supple_world_options_wrong(const supple_world_options* options);

// Returns NULL if the allocator does, and where supple_world_options_wrong has something to say: no world
// is better than another one. Its room for bodies, colliders, contacts and joints takes memory whether it is
// used or not (docs/world.md has how much). Allocates here, for each body and collider that is added, and never in a step. Only the
// surface for contacts, which worlds share, is of the prepared asset's allocator.
SUPPLE_API supple_world* supple_world_create(const supple_world_options* options_or_null,
                                             const supple_allocator* allocator_or_null);
// Its bodies live on.
SUPPLE_API void supple_world_destroy(supple_world* world_or_null);

// A body is in one world at most and is stepped by it, never by supple_body_step; everything else is done
// with it as before. False when it is in a world, max_bodies are there, or no memory is. A body
// that is destroyed leaves first, with its joints. All bodies of a world have the same options.world_metres. The first body of a
// prepared asset takes the surface for contacts from that one's allocator (of supple_body_create: the
// body's); removing it gives back what the world took, the surface stays until the prepared asset goes.
SUPPLE_API bool supple_world_add_body(supple_world* world, supple_body* body);
SUPPLE_API void supple_world_remove_body(supple_world* world, supple_body* body);

// The world that it is in, or NULL.
SUPPLE_API supple_world* supple_body_world(const supple_body* body);

// All bodies that are there, in the order of slots, of which the lowest empty one is taken first. Returns how many there are and
// writes at most `capacity`.
SUPPLE_API int supple_world_bodies(const supple_world* world, supple_body** out, int capacity);

// Your threads for the steps of this world (supple_tasks); NULL: none. Not part of a state.
SUPPLE_API void supple_world_set_tasks(supple_world* world, const supple_tasks* tasks_or_null);

// Steps all bodies. Refuses and counts a dt that is not above 0.
SUPPLE_API void supple_world_step(supple_world* world, float dt);

typedef struct supple_world_counts {
    // Steps since creation.
    uint32_t steps;
    // Bodies of the last step, and those of them that were awake.
    int32_t bodies, awake;
    // Contacts of the last step, and its substeps: 0 when nothing was near anything.
    int32_t contacts, substeps;
    // The most iterations in a substep of the last step.
    int32_t iterations;
    // The largest change of a contact's speed that the solver left in the last step, m/s.
    float residual;
    // Contacts beyond max_contacts, since creation.
    uint32_t dropped;
    // Inputs that were refused, since creation.
    uint32_t rejected;
    // Pairs whose bounds the broad phase of the last step compared. This and the next four counts
    // are the same on every machine: budgets are counted in them.
    uint32_t pairs_tested;
    // Points that were tested against a surface.
    uint32_t points_tested;
    // Triangles that were measured exactly.
    uint32_t triangles_tested;
    // Rows of the solver, in all sweeps of all substeps.
    uint32_t rows_swept;
    // Points, searches and solves that a budget cut short.
    uint32_t left_out;
    // Energy of the solver's errors that was taken out of what moves, J.
    float energy_taken;
} supple_world_counts;

SUPPLE_API supple_world_counts supple_world_stats(const supple_world* world);

// Save and restore for rollback and replay: bodies and all. The size depends on the world's capacities and
// bodies; a state is good for a world with the same options, bodies and colliders, added in the same
// order; joints are part of it. A step after it has the same bits.
SUPPLE_API size_t supple_world_state_size(const supple_world* world);
SUPPLE_API void supple_world_save(const supple_world* world, void* state);
SUPPLE_API bool supple_world_restore(supple_world* world, const void* state, size_t size);

#ifdef __cplusplus
}
#endif
