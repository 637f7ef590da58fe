// From sculpted targets to a reduced posed model: a basis, a force polynomial a target, a pose space.
//
// Galoppo et al. 2009, sections 3.4 and 4. The model is q'' + (alpha + beta K) q' + R(q, s) = f with R the
// blend of the targets' polynomials by the weights of the pose s; all of them are of q measured from
// the base, so that blends mean something (numerics.md C6).
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/model/basis.h"
#include "bake/model/modal.h"
#include "bake/model/polynomial.h"
#include "bake/model/pose_space.h"
#include "bake/model/reduce.h"

typedef struct posed_request {
    const target_set* set;
    bool stvk;        // else linear
    bool derivatives; // modal derivatives in the basis; only with stvk
    int32_t count;    // coordinates, at most
    damping_request damping;
    double smoothing;              // see pose_space.h
    int32_t bone_count;            // 0: forcing is not split among bones
    const double* weights_or_null; // [bone_count][node_count of the set's volume], sums of one
    bool coupling;
    int threads;
    place where;
} posed_request;

typedef struct posed_model {
    // Coordinates as if each swung by itself in the base: values are the diagonal of its stiffness, and a
    // mode's energy what the model of the first coordinates gains by it; the most important first.
    modal_model coords;
    basis basis;
    polynomial* forces; // [target count] N sqrt(kg)^-1 ..., of q measured from the base
    double*
        values;   // [target count][coords.count] (rad/s)^2, ascending: how the reduced body swings
                  // about each target, the eigenvalues of its stiffness there over its mass
    int32_t base; // the target with the least displacement
    pose_space poses;
    reduce_cost cost; // of the polynomials
} posed_model;

// False with a sentence. Adds its stages to the clock.
bool posed_build(const posed_request* q, stages* clock, posed_model* out, arena* memory, report* r);
