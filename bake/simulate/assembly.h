// The bodies of a scene as one body to be moved: one numbering of nodes, one list of terms, one support.
//
// One system for all of them: what couples them, contact, is one more term of the list. Obstacles are nodes without mass
// that are led.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/report.h"
#include "bake/contact/contact.h"
#include "bake/dynamics/anchor.h"
#include "bake/simulate/carried_term.h"
#include "bake/simulate/matter.h"

// A push on nodes, shared among them by mass.
typedef struct assembly_push {
    const simulation_push* how;
    int32_t count;
    int32_t* nodes;
    double* fractions; // with a sum of 1
} assembly_push;

// A rigid body: on the scene's support, or with a frame of its own.
typedef struct assembly_rigid {
    bool moves; // it has a frame of its own, in the world
    support frame;
    support_state at;   // where it is, as the bodies are
    int32_t first_node; // of its welded vertices, if there is contact
    int32_t node_count; // 0: it is drawn only
} assembly_rigid;

typedef struct assembly {
    const simulation* how;
    int32_t body_count;
    matter* bodies;        // as in the scene
    int32_t* first_node;   // [body_count] of each
    assembly_rigid* rigid; // [body_count]
    int32_t soft_count;    // nodes of soft bodies; those of obstacles follow
    int32_t node_count;
    vec3* nodes;   // [node_count] at rest, m
    uint8_t* held; // [node_count] obstacles too
    double* mass;  // [node_count] kg, rows of the consistent mass summed
    int32_t term_count;
    energy_term* terms;
    drag_air air; // its wind is set before each step
    assembly_push* pushes;
    double weight; // of the only shape
    carried
        touching; // vertices of all that touches: drawn ones of solids, nodes of sheets and obstacles
    bool is_carried;       // some of them are no nodes
    int32_t* first_vertex; // [body_count] of each body's among them
    weld* welds;           // [body_count] of drawn vertices that are among them
    contact_surface skin;  // over them
    int32_t* skin_body;    // [skin.triangle_count] whose each triangle is
    contact* contact;      // NULL: bodies pass through each other
    carried_term* on_skin; // NULL: contact acts on nodes
    contact_surface
        held_skin; // of the same vertices: what is held, and obstacles that go their own way
    int32_t* held_triangle; // [held_skin.triangle_count] which of skin each one is
    contact* watched;       // of them; NULL: no two of them can meet
    arena* watched_memory;
    double* watched_from; // [3 * touching.count] where they were when the step began
    dynamics_body body;
    dynamics* motion; // NULL: none was made
    support support;  // with the keys of its motion
    support_body on;
    surface drawn; // all that is drawn, at rest, in the order of bodies
} assembly;

// False with a sentence; close it all the same.
bool assembly_make(const simulation* how, const matter_samples* samples, int threads, arena* memory,
                   assembly* out, report* r);
void assembly_close(assembly* a);

// What all pushes together do at a time, [3 * node_count] N. after: just after it, where one begins or ends then.
void assembly_force(const assembly* a, double time, bool after, double* out);

// Rigid bodies with supports of their own go on to where the scene's support is in time; support_leads of them; and where a
// place of one is now.
void assembly_pass(assembly* a);
void assembly_lead(void* assembly_user, const support_state* at, double* held);
vec3 assembly_rigid_place(const assembly* a, int32_t body, bool in_support, vec3 rest);

// Before and after every step: false with a sentence when something that is held met an obstacle on its own way.
void assembly_step_begins(assembly* a);
bool assembly_step_ends(assembly* a, report* r);

// Where drawn vertices are now, [drawn.vertex_count] m: in the world, or as the support sees them.
void assembly_places(const assembly* a, bool in_support, vec3* out);
