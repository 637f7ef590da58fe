// A body, as the runtime's files see it: what is fixed at creation, what is cached, what is state.
//
// One allocation holds all but what holds need, which most bodies never have. Everything that decides how the body moves on is in one run of bytes, the
// state: saving is a copy, and two bodies of one asset with equal states do the same for ever. What
// can be computed again (coefficients) lies outside it.
// SPDX-License-Identifier: MIT
#pragma once

#include "runtime/asset/asset.h"
#include "runtime/asset/prepared.h"
#include "runtime/body/bone.h"
#include "runtime/body/free.h"
#include "runtime/hold/pin.h"
#include "runtime/model/model.h"
#include "runtime/model/propagator.h"

#include <math.h>

enum {
    BODY_STATE_LAYOUT = 4, // counts up whenever a state's bytes come to mean something else
    BODY_PAD = 8,          // arrays over coordinates are padded to this many, for vector loops
    BODY_STILL =
        4 // steps with one palette after which nothing of its motion is left in any difference
};

// A part as the step needs it. Coordinates beyond `active` are faded out and not stepped.
typedef struct body_part {
    asset_part asset;
    int32_t first, count;       // of the coordinates
    const int32_t* bone_frames; // [part_bone_count] into the frames
    const part_model* model;
    void* cache; // of the model: what can be found again
    void* state; // of the model, in the body's state
    size_t state_size;
    const witness* seen; // the vertices whose displacement limits are measured by
    float table_h;       // the substep that its rows of the body's table are for; 0: none
    float hardening;     // ... and how many times as stiff as linear flesh it is in them
} body_part;

// How the frame of a part turns over a step (numerics.md A6), in its own axes.
typedef struct body_spin {
    bool on;
    double w[3];       // rad/s
    double turning[3]; // its change, rad/s^2
    int32_t orders;    // of the series for `turns` that are more than rounding
    float* throws; // the matrices of a substep (spin.c), as runtime/asset/coupling.h has them: half
    float* turns;  // of what it does to velocities
} body_spin;

// The step under way (runtime/body/step.h).
typedef struct body_step {
    double all;  // seconds that the flesh advances in it
    double area; // seconds for which the bones' impulse acts
    float dt;    // as asked for
    float h;     // of a substep
    int32_t n, substeps;
    bool limited;  // a part would have gone beyond its limit
    bool pushed;   // it is free and alone, and the caller's push is all that acts on its flesh
    double energy; // of a free body at the beginning of the substep, J, and ...
    double given;  // ... what came from outside since (free_energy.h)
    double owed;   // J, in the substep: what flesh gave to contacts beyond what it had (limit_end)
    bool
        is_measured; // of a free body: `after` is what free_measure_now says of its flesh at the end of the
    free_measure after; // ... substep, which nothing moves before the next
} body_step;

// The head of the state; arrays follow in the same run.
typedef struct body_state {
    uint64_t mark; // of the asset and the layout: tells states of others
    uint32_t size; // of the whole run, bytes
    supple_body_options options;
    supple_dynamics dynamics;
    supple_filter filter;
    uint32_t no_contacts[8]; // bits of parts
    uint32_t steps, limited, rejected, fallbacks;
    int32_t substeps;
    int32_t now;     // which of the palettes and frames is the current one: next, before follow
    int32_t history; // frames known since the last place or move, up to 4. A step right after those
                     // adds none: that it stood there tells nothing of its speed
    int32_t still;   // steps since the palette last changed, up to BODY_STILL
    float quiet;     // seconds in which everything was below the threshold of sleep
    float dt[3];     // of the last steps, the last one first
    int32_t detail;  // coordinates a part that are shown
    uint8_t placed;  // a palette was given
    uint8_t driven;  // ... for the next step
    uint8_t fading;  // some fade is under way
    uint8_t asleep;
    free_state free;
} body_state;

struct supple_body {
    // what a step in a crowd reads, in as few lines of the cache as can be
    supple_prepared* prepared; // it holds it; asset, sections and carriers are copies of its own
    struct supple_world* world_or_null; // that it is in
    pin_work* pin_scratch;              // NULL until something is held; a block of its own
    int32_t coord_count, padded, part_count, bone_count, frame_count, pin_count, input_count;
    bool free;     // options.free, where the asset is
    bool as_baked; // the tuning is the asset's own

    // the state, one run of state_size bytes beginning at `state`
    body_state* state;
    size_t state_size;
    float* q;              // coordinates
    float* v;              // their velocities
    float* push;           // forces over the next step, by supple_body_force
    float* load;           // the constant force of the last step: gravity
    float* shake;          // what moving bones did in the last step
    float* fade;           // 0 .. 1, how much is shown
    float* amount;         // what is shown: q with fade
    float* amount_before;  // ... one step earlier
    supple_tuning* tuning; // [part_count]
    int32_t* active;       // [part_count] coordinates stepped
    float (*rows[3])[12];  // palettes, [bone_count] three rows of four
    bone_frame* frames[3]; // [frame_count]
    pin_slot* pins;        // [options.max_pins]
    float* inputs;         // [input_count] what poses depend on besides joints

    // everything else
    supple_asset asset;
    asset_sections sections;
    supple_allocator allocator;
    size_t size;                          // of the one allocation
    bool linear;                          // options.linear
    bool held_by_world;                   // its pins are rows of its world's solver in this step
    float extent;                         // of the mesh at rest, its unit
    struct contact_surface* skin_or_null; // of a body in a world: for contacts and picking
    int32_t slot;                         // its place in its world, and ...
    bool* moved_or_null; // ... set when it is elsewhere, or another shape (world_query.c)
    void (*leave)(struct supple_world*, struct supple_body*); // ... how it goes: programs without
                                                              // worlds do not link them
    void* user;
    body_part* parts;
    const int32_t* frame_bone; // [frame_count]: bones that carry some part
    const float (*joint)[4];   // [frame_count] the joint in bind space, the mesh's unit

    // cached, from the state
    propagator_table table;
    float* lambda;           // tuned
    float* decay;            // tuned
    float* impulse_fraction; // how much of a bone's change of velocity acts at once ...
    float* force_fraction;   // ... and how much of its acceleration is spread over the step
    float* inverse_mass; // 1 over the mass of a coordinate: 1 unless the part's model changes it
    float* centre;       // the shape from which limits count: 0 unless the part's model moves it
    float table_all;     // the step that both fractions are for
    int32_t table_forcing;
    float* force;         // scratch: on each coordinate over this substep
    float* shake_now;     // scratch: of the moving bones
    float* base;          // scratch: `force` before pins changed it
    float* turned[3];     // scratch of spin.c, with room for COUPLING_PAD more
    float* onward;        // s: how long each goes on as it does now within a substep of its table
    float* gauge;         // scratch of bound.c: flesh whose distance is asked for
    size_t pin_bytes;     // of pin_scratch
    bone_change* changes; // scratch: [frame_count]
    body_spin* spins;     // scratch: [part_count]
    body_step step;
    free_measure measured; // of a free body, at the start of the substep
    double drag[2][3];     // ... and in it: m/s^2, N m (free_find_drag)
};

// The palettes in use: now, and one step earlier (for velocities and motion vectors).
static inline const float (*body_palette(const supple_body* b))[12] {
    return (const float(*)[12])b->rows[b->state->now];
}
static inline const float (*body_palette_before(const supple_body* b))[12] {
    return (const float(*)[12])b->rows[(b->state->now + 2) % 3];
}

// A matrix of a palette, from its three rows of four.
static inline supple_matrix body_matrix(const float rows[12]) {
    supple_matrix m = {.m = {[15] = 1.0f}};
    for (int k = 0; k < 12; ++k)
        m.m[4 * (k % 4) + k / 4] = rows[k];
    return m;
}

// What a coordinate adds, in the unit of the tables: displacement = texel * shape.
typedef struct body_amounts {
    float shape, bend, shape_before;
} body_amounts;

static inline body_amounts body_amounts_of(const supple_body* b, int32_t coord) {
    const format_coord* c = &b->sections.coords[coord];
    return (body_amounts){b->amount[coord] * c->shape_scale, b->amount[coord] * c->bend_scale,
                          b->amount_before[coord] * c->shape_scale};
}

// Whoever changes v or push calls this: the body wakes.
void body_wake(supple_body* b);

// At rest under the load, and shown so; or one coordinate of it, as an oscillator of its own, not shown yet.
void body_rest(supple_body* b);
void body_rest_coord(supple_body* b, int32_t i);

// The models of all parts follow bones that stand so: [bone_count] three rows of four.
void body_follow(supple_body* b, const float (*palette)[12]);

// Finds `amount` from q, faded.
void body_show(supple_body* b);

// No input, however absurd, may end in infinity: what begins a substep is bounded, and the largest step then
// stays below 1e37. What is not a number becomes the bound.
static inline float body_bounded(float x) {
    const float most = 1e18f;
    return x < most ? x > -most ? x : -most : most;
}

// How far a coordinate is from the shape that limits count from.
static inline float body_swing(const supple_body* b, int32_t coord) {
    return b->q[coord] - b->centre[coord];
}

// A coordinate's stiffness, s^-2, and rate, rad/s, where something is divided by it: what is free, or all but, counts
// as flesh of a sixth of a hertz, which in a frame is the same and in a division is finite.
static inline float body_stiffness(const supple_body* b, int32_t coord) {
    return b->lambda[coord] > 1.0f ? b->lambda[coord] : 1.0f;
}
static inline double body_rate(const supple_body* b, int32_t coord) {
    return sqrt((double)body_stiffness(b, coord));
}

// How much of a coordinate is shown for its fade.
static inline float body_fade_fraction(float fade) {
    return fade * fade * (3.0f - 2.0f * fade);
}
