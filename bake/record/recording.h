// A recording, `.rec`: every state of some chains of responses, seen from the support, and what happened when.
//
// Made once in hours, and read as often as an asset is baked from it. The head tells all but the states, which follow it
// as plain floats, one after another, so that any run of them is one read; docs/record.md has the layout.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/file.h"
#include "bake/record/palette.h"

// Vertices of a body are drawn as one; a rigid one stands still in the support's frame.
typedef struct recording_body {
    const char* name;
    int32_t first, count; // vertices
    int32_t rigid;        // 1: it is
} recording_body;

// States first (at which the impulse comes: the last one before it is felt) to first + count.
typedef struct recording_response {
    int32_t chain, entry, before, after; // speeds of the support
    int32_t first, count;                // states
} recording_response;

// Where two things touched, for sound and dust: touches.h.
typedef struct recording_contact {
    int32_t state; // at which it was seen
    int32_t first,
        second; // vertices, each the next one to where its body was touched; -1: of the surroundings
    float place[3];  // m, in the support's frame
    float normal[3]; // from the second to the first, of length 1
    float impulse;   // N s, since the state before
} recording_contact;

// What some triangles look like, without textures: those stay with the files that were recorded.
typedef struct recording_look {
    const char* name;
    float base_color[4], metallic, alpha_cutoff; // as scene_material has them
    int32_t flags;                               // 1: double-sided, 2: blended
} recording_look;

typedef struct recording {
    uint64_t mark; // of what it was made from: checkpoint.h
    palette palette;
    vec3 pivot, axis; // of the support
    vec3 gravity;     // m/s^2, in its frame
    int32_t body_count, vertex_count, triangle_count;
    recording_body* bodies;
    uint32_t (*triangles)[3];
    int32_t look_count;
    recording_look* looks;
    int32_t* triangle_looks;   // [triangle_count] or -1; NULL where there are no looks
    int32_t color_count;       // 0 or vertex_count
    uint8_t (*colors)[4];      // [color_count] painted, linear, 255 is 1; they multiply the look's
    int32_t state_count, rest; // rest: the state that is the key shape
    int32_t chain_count;
    int32_t* chains; // [chain_count] first states; a chain goes on to the next one's
    int32_t response_count;
    recording_response*
        responses; // one after another: the last state of one is the first of the next
    int32_t contact_count;
    recording_contact* contacts; // ascending in state
    // of one that is open
    const char* path;
    int64_t states_at; // byte of the first state
    int file;          // -1: none
} recording;

// Bytes of one state.
static inline size_t recording_state_size(const recording* x) {
    return 3 * sizeof(float) * (size_t)x->vertex_count;
}

// All that stands before the states.
bytes recording_head(const recording* x, arena* memory);

// Do bytes begin as a recording does?
bool recording_knows(bytes file);

// Checks every count, index and number of the head. False with a sentence; else it is open until the arena goes.
bool recording_open(const char* path, arena* memory, recording* out, report* r);

// Of a file that may be no recording, or none at all: is it a whole one with this mark?
typedef enum recording_found { RECORDING_NONE, RECORDING_SAME, RECORDING_OTHER } recording_found;
recording_found recording_find(const char* path, uint64_t mark, arena* memory);

// Some states, [count][vertex_count][3] m. Any thread may call it. False with a sentence, also for what is no number.
bool recording_states(const recording* x, int32_t first, int32_t count, float* out, report* r);

// The response that a state belongs to, by its time: the one that ends there or goes on; -1: the first of a chain.
int32_t recording_response_of(const recording* x, int32_t state);
