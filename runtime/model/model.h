// How a part moves: what each of the models has to answer. Everything else of the runtime sees q and U, and
// never asks which model a part is of.
//
// runtime/model/models.c is the one place where a model is chosen. A new one is a file of its own and a line
// there. Calls are one a part and phase, so that the loops over coordinates stay the model's own.
//
// What a model owes to the others:
// - b->q and b->v are where its coordinates are and how fast; what moves them otherwise may not be hidden.
// - Pins, joints and contacts foresee each coordinate as an oscillator of its own, with b->lambda and
//   b->decay (b->table). From `begin_substep` to `step` b->force is what such an oscillator would have to
//   feel to move as the coordinate does; others add to it, and change b->v.
// - b->centre is the shape that limits count from. It stays zero where a model does not move it.
// - Forces and impulses on a coordinate, from outside, are times b->inverse_mass, which is 1 where a model does not change it.
//   b->load, b->shake and what the step makes of them are accelerations, and are not.
// - What decides how the part moves on is in q, v and the model's state: a copy of the body's state is then
//   all of it. What is in `cache` can be found again from there.
// SPDX-License-Identifier: MIT
#pragma once

#include "runtime/asset/asset_gate.h"
#include "runtime/base/memory.h"

// A section of the file that only this model has. The gate checks that elements are so long.
typedef struct model_section {
    uint32_t kind;   // format_kind
    uint32_t stride; // bytes
} model_section;

// What may be NULL is what a model without it does not need.
typedef struct part_model {
    // It moves as it will, and no force, impulse or pull changes that. Others meet it as they meet a bone: b->force tells
    // where a substep takes it, as of any coordinate, and nobody adds to it.
    bool kinematic;

    // ---- in the file
    const model_section* sections;
    int32_t section_count;

    // Whether its sections are as the records of its parts ask: counts, indices, numbers. Also asked when there
    // is no part of this model. Everything that models share was checked before. May be NULL.
    bool (*check)(const void* block, const asset_list* list);

    // The shapes that its pose blends, and how many. May be NULL: none.
    const format_target* (*targets)(const supple_asset* asset, int32_t part, int32_t* count);

    // ---- memory of a part of a body; each runs twice (runtime/base/memory.h). Of the body only asset, sections,
    // counts and options are known. Both are returned, and stay in body_part. May be NULL: nothing. A state is taken
    // by memory_take alone: it may not depend on where memory begins, as lines of the cache do.
    void* (*lay_out)(const supple_body* body, int32_t part, memory_layout* l);
    void* (*lay_out_state)(const supple_body* body, int32_t part, memory_layout* l); // begins as 0

    // ---- a step, in the order of its phases
    // Time begins to pass, for a step of so many seconds: before bones move. May be NULL.
    void (*begin_step)(supple_body* body, int32_t part, double seconds);
    // The part itself moves its first bone on top of what the palette says: rows becomes that bone's matrix with its motion.
    // given: rows is what the palette says, to be remembered; else it is what was remembered. May be NULL.
    void (*carry)(supple_body* body, int32_t part, float rows[12], bool given);
    // The bones stand as in this palette: [bone_count] three rows of four. May be NULL.
    void (*follow)(supple_body* body, int32_t part, const float (*palette)[12]);
    // Into how many substeps it wants a step of h seconds cut, 1 to 16. May be NULL: 1.
    int32_t (*substeps)(const supple_body* body, int32_t part, double h);
    // Before a substep, when b->force is what acts from outside. May be NULL: nothing to add to it.
    void (*begin_substep)(supple_body* body, int32_t part);
    // ... and again when something has changed velocities since: b->table is what the substep will do. May be NULL.
    void (*foresee)(supple_body* body, int32_t part);
    // Advances the active coordinates by the substep, body->step.h seconds.
    void (*step)(supple_body* body, int32_t part);

    // ---- at other times
    // An impulse at a point of it, or at one that no part moves, world axes, where options.triggers asks for an answer. May be NULL.
    void (*push)(supple_body* body, int32_t part, supple_point at, supple_vec3 impulse);
    // All coordinates at equilibrium under b->load, in the pose of the last `follow`.
    void (*rest)(supple_body* body, int32_t part);
    // Whether bytes that are to become its state, aligned or not, can be gone on with: indices are in range and numbers are
    // numbers. May be NULL: any bytes can.
    bool (*fits)(const supple_body* body, int32_t part, const void* state);
    // The state was replaced: `cache` is found again. May be NULL.
    void (*restore)(supple_body* body, int32_t part);
    // No vertex will move farther than this from where it is, about, if nothing happens; the mesh's unit. What is
    // not below `enough` need not be found exactly.
    float (*residual)(supple_body* body, int32_t part, float enough);
    // It sleeps when the residual is below this fraction of the limit.
    float sleep_fraction;
    // out[vertex] += how far a newton moves each of its vertices, metres, the mean over directions.
    void (*compliance)(supple_body* body, int32_t part, float* out);
} part_model;

// The model of a part whose record has this number; NULL: there is none.
const part_model* model_at(uint32_t number);

// All numbers of models are below this. Between them some may be of none.
uint32_t model_count(void);
