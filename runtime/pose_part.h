// Posed parts of a body: the blend of their targets' energies that their pose asks for, and how they step.
//
// Everything here but weights and `calm` is cached: found again from the state where it does not fit. Others
// see a posed part as they see any: b->force, q and v. For their predictions, made with the table of
// independent oscillators, b->force has what the elastic force is beyond those (`beyond`), between
// pose_part_begin_substep and pose_part_step.
// SPDX-License-Identifier: MIT
#pragma once

#include "runtime/asset.h"
#include "runtime/implicit.h"
#include "runtime/standing.h"

typedef struct pose_part {
    asset_posed asset;
    int32_t target_count, term_count;
    const float* polynomials; // [target_count][term_count] of the asset, or made linear
    float* weights;           // [target_count] in the state
    float* terms;             // [term_count] the blend, ...
    float* blended;           // ... for these weights
    bool is_blended;
    implicit_model model;
    float* looked; // [stride] where model was looked at, ...
    bool has_looked;
    float* beyond; // [stride]
    standing exact;
} pose_part;

// Bytes for all posed parts of an asset, a multiple of 16; floats of their weights.
size_t pose_part_size(const asset_sections* sections, int32_t part_count, bool linear);
int32_t pose_part_weight_count(const asset_sections* sections, int32_t part_count);

// At creation, when b->parts, b->posed_memory and b->weights are there.
void pose_part_place(supple_body* b);

// The weights of a palette, into the state; counts how long they have not changed. Then as _blend.
void pose_part_follow(supple_body* b, const float (*palette)[12]);

// Blends and b->centre for the weights of the state.
void pose_part_blend(supple_body* b);

// Into how many substeps they want a step of h seconds cut; 1 without them.
int32_t pose_part_substeps(const supple_body* b, double h);

void pose_part_begin_substep(supple_body* b);
void pose_part_step(supple_body* b, int32_t part, float h);

// q and v at equilibrium under the load.
void pose_part_rest(supple_body* b, int32_t part);

// The factor (cholesky.h) of the stiffness as it is now, [active] rows of `stride`; scratch.
const float* pose_part_factor(supple_body* b, int32_t part, int32_t* stride);

// out [active] <- how far each coordinate is from it, about.
void pose_part_lack(supple_body* b, int32_t part, float* out);
