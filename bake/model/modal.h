// From a volume to a modal model: how a body of some material swings by itself, and what a moving bone
// does to it.
//
// The steps of James and Pai 2002, section 5.1, and of Hauser, Shen and O'Brien 2003, section 3: elements,
// matrices, the lowest modes, what pushes them. Rigid motion of a free body is counted and kept apart:
// it belongs to a rigid body, not to springs (numerics.md B4, B9).
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/stages.h"
#include "bake/fem/damping.h"
#include "bake/fem/forcing.h"
#include "bake/model/response.h"

// What the coordinates of a body are that bones hold; a free one has its lowest modes.
typedef enum modal_basis {
    MODAL_MODES,    // modes of vibration
    MODAL_RESPONSES // static answers and what bones shake up: response.h
} modal_basis;

typedef struct modal_request {
    const tets* volume;
    const uint8_t* fixed_or_null; // [volume->node_count] 1: does not move
    const material* materials;    // [volume->tet_count]
    bool ten_nodes;               // four-node elements become ten-node ones first
    element_mass_rule mass;

    // Which elastic modes, all rules together.
    int32_t count; // the lowest so many; 0: as many as the other rules leave
    bool fewer; // nobody asked for that number: a body that has fewer gives all it has, and says so
    double below_hz; // only slower ones; 0: any
    double step,
        force; // m and N: only those that this force, anywhere on the surface, moves so far
               // (numerics.md B6); 0: all
    double
        accuracy; // of values, relative: enough for who asks for frequencies only; 0: to rounding
    bool excited; // of more than `count`, those that a shaken bone excites most; of a free body,
                  // which no bone excites, the lowest
    int32_t
        least; // of responses: so many, and up to `count` more until their errors are within `error`; 0: `count`
    double error;
    modal_basis basis; // with `excited`; `step` and `force` are not asked of responses

    // Scale Young's modulus so that the first mode is at this frequency; 0: it is right as given. The
    // rules above are for what it was before.
    double first_hz;
    // Or so that the mode that hangs farthest at 1 g does so by this, in metres; of a free body the
    // first swings as if it did. 0: not.
    double sag;
    damping_request damping;
    int32_t bone_count;            // 0: forcing is not split among bones
    const double* weights_or_null; // [bone_count][volume->node_count], sums of 1: volume/inside.h
    bool coupling;                 // find the matrices of Coriolis and spin forces too
    int threads;
    place where; // of the volume, for sentences
} modal_request;

typedef struct modal_mode {
    double value;         // lambda = omega^2, (rad/s)^2
    double damping;       // d, 1/s: q'' + 2 d q' + lambda q = f; d / omega is the damping ratio
    double residual;      // see eigen.h
    forcing_mode forcing; // what a moving bone does to it
    double participation; // |s|^2 / mass: the share of the body that goes along with a shaken bone
    double energy;        // J, on average, when the bone is shaken evenly: see select.h
    double largest;       // displacement of a surface node at q = 1, 1/sqrt(kg)
} modal_mode;

typedef struct modal_slowest {
    double value;     // (rad/s)^2; 0: not known
    int32_t elements; // so few hold half of its elastic energy
    double tied; // of that energy, 0 to 1, in elements that lie across a gap (tets.tied_or_null)
} modal_slowest;

typedef struct modal_model {
    tets tets;      // as calculated with
    uint8_t* fixed; // [tets.node_count]
    int32_t* number;
    int32_t free_count, fixed_count; // nodes
    int32_t rigid_count;             // motions of the whole body, not among the modes
    int32_t count;
    modal_mode* modes;   // [count] ascending
    double* vectors;     // [count][3 * free_count] with x' M x = 1; see `number`
    forcing_mode* bones; // [count][bone_count] what each bone does; NULL when it was not split
    double* coupling;    // [6][count][count], see forcing.h; NULL when it was not asked for
    forcing_body body;
    modal_slowest slowest; // that was found, before anything was scaled or left out
    int32_t unseen;        // modes that were found and left out because nobody would see them
    int32_t
        hollow_count; // modes that were found and left out because they live where there is no body (hollow.h)
    double hollow_hz;     // the slowest of these
    double energy_of_all; // of all modes the body could have; 0 unless the excited ones were wanted
    response_errors errors;  // against the whole body; 0 unless the excited ones were wanted
    response_space compared; // what they were found in, without its vectors; size 0: they were not
    double* compared_coords; // [count][compared.size] of the coordinates
    eigen_cost cost;         // of the modes
    double young_factor;     // what Young's modulus was scaled by
    damping damping;
} modal_model;

// False with a sentence that says what is wrong with the body, its materials, what is fixed, or how
// many modes were asked for. Adds its stages to the clock.
bool modal_build(const modal_request* q, stages* clock, modal_model* out, arena* memory, report* r);

// The displacement of every node in a mode at q = 1, [3 * tets.node_count]; fixed nodes have 0.
void modal_shape(const modal_model* m, int32_t mode, double* shape);

double modal_frequency(const modal_mode* m); // Hz
double modal_ratio(const modal_mode* m);     // of damping to critical damping

// How far the mode's farthest surface node stands off when the bone is shaken along the mode at 1 g,
// slowly: metres. 0 for a body that no bone holds.
double modal_sag(const modal_mode* m);
