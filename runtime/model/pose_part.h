// The model of parts whose elasticity follows the pose: a blend of their targets' energies.
//
// The step sees the energy as it is. For the predictions of others, made with independent oscillators, b->force
// has what the elastic force is beyond those (nonlinear_force), between begin_substep and step.
// SPDX-License-Identifier: MIT
#pragma once

#include "runtime/asset/posed_asset.h"
#include "runtime/model/exact_linear.h"
#include "runtime/model/implicit.h"
#include "runtime/model/model.h"

// In the body's state.
typedef struct pose_state {
    int32_t
        constant_steps; // steps in a row in which the weights did not change, up to CONSTANT_STEPS
    float weights[];    // [target_count] of the pose
} pose_state;

// Cached: body_part's `cache`.
typedef struct pose_part {
    asset_posed asset;
    int32_t target_count, term_count;
    const float* polynomials; // [target_count][term_count] of the asset, or made linear
    float* terms;             // [term_count] the blend, ...
    float* blended;           // ... for these weights
    bool is_blended;
    implicit_model model;
    float* updated_at; // [stride] the q of the last implicit_update of model
    bool is_updated;
    float* nonlinear_force; // [stride]
    exact_linear exact;
} pose_part;

extern const part_model posed_model;
