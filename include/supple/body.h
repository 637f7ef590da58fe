// Body: an instance of an asset. Its coordinates and velocities are one block of memory.
// SPDX-License-Identifier: MIT
#pragma once

#include "supple/prepared.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct supple_body supple_body;

// How bone motion becomes force. Positions at frames tell accelerations only between and before them;
// each form pays otherwise (docs/runtime.md has the measured errors).
typedef enum supple_forcing {
    // Velocity jumps at frames: on time, quiet, the most exact. This is the default.
    SUPPLE_IMPULSIVE,
    // The acceleration of the last three frames: half a frame late.
    SUPPLE_CAUSAL,
    // That acceleration, extrapolated to now: on time, twice as noisy.
    SUPPLE_EXTRAPOLATED,
    // The acceleration with the next frame known: flesh is shown one frame late.
    SUPPLE_DELAYED
} supple_forcing;

typedef struct supple_body_options {
    // World units / s^2.
    supple_vec3 gravity;
    // The gravity that is already in the mesh's shape, m/s^2, in bind space. A mesh that was
    // modelled under gravity (the asset knows) hangs no further at rest.
    supple_vec3 sag;
    // How many metres a unit of the world has.
    float world_metres;
    // How bone motion becomes force.
    supple_forcing forcing;
    // Coriolis and spin forces act. They are felt when bones turn at more than a tenth of the rate
    // at which the flesh vibrates, both in rad/s. On where the asset has their matrices.
    bool spin;
    // Moves by itself; only where the asset is free, fixed at creation, off by default: set it to
    // supple_asset_is_free(asset). On by default of what has no coordinates.
    bool free;
    // Posed parts are springs about each sculpted shape, as if all motion were small: shows what
    // the elasticity of large motion is worth. Fixed at creation.
    bool linear;
    // An impulse on a recorded part, or on its support, triggers the entry that supple_body_answer
    // finds.
    bool triggers;
    // How many points may be held, levers included, 0 to 128. Fixed at creation.
    int32_t max_pins;
} supple_body_options;

// Start from these. Options with a number out of range (a world_metres of 0) are refused and counted,
// and a new body then has the default ones.
SUPPLE_API supple_body_options supple_body_options_default(const supple_asset* asset);

// Returns NULL if the allocator does; nothing else can fail.
SUPPLE_API supple_body* supple_prepared_body(supple_prepared* prepared,
                                             const supple_body_options* options_or_null,
                                             const supple_allocator* allocator_or_null);
// The same of a prepared asset of its own: for the only body of an asset. `asset` is copied, its bytes are not.
SUPPLE_API supple_body* supple_body_create(const supple_asset* asset,
                                           const supple_body_options* options_or_null,
                                           const supple_allocator* allocator_or_null);
SUPPLE_API void supple_body_destroy(supple_body* body_or_null);

// A palette is bone_count skinning matrices: a joint's world matrix times its inverse bind matrix, as
// skinning needs them anyway. `place` puts the body there at rest, hanging as gravity has it; `move`
// takes it there and leaves its wobble as it is; `drive` moves it there over the next step, and the
// motion shakes the flesh. The first `drive` of a body places it. After place and move nothing is known
// of the bones' speed, and neither kicks, also when the character runs. What is not finite is refused
// and counted.
SUPPLE_API void supple_body_place(supple_body* body, const supple_matrix* palette);
SUPPLE_API void supple_body_move(supple_body* body, const supple_matrix* palette);
SUPPLE_API void supple_body_drive(supple_body* body, const supple_matrix* palette);

// Advance by dt seconds. Exact for any dt; a dt other than the last costs an exp and a sincos a
// coordinate. A dt that is not above 0 is refused and counted: do not step in a pause. So is a body that is in a world,
// which steps it.
SUPPLE_API void supple_body_step(supple_body* body, float dt);

// Live. part: one of asset.part_count, or SUPPLE_ALL_PARTS, which gives all the same tuning, limit
// too, and reads the first one's: to scale what the artist chose, go part by part. Another part, and a tuning
// that is none, is refused and counted.
#define SUPPLE_ALL_PARTS (-1)
SUPPLE_API void supple_body_tune(supple_body* body, int part, supple_tuning tuning);
SUPPLE_API supple_tuning supple_body_tuning(const supple_body* body, int part);
SUPPLE_API void supple_body_set_options(supple_body* body, const supple_body_options* options);

// Level of detail: so many coordinates of each part; the others fade out, or in, within a quarter of a
// second. Costs follow when the fade is over.
SUPPLE_API void supple_body_detail(supple_body* body, int coords_a_part);

// An input of the asset (supple_asset_input_name) from the next step on: an activation, an emotion, the weight of a blend shape. All are 0 at
// first; what targets were sculpted at is theirs to say, mostly 1. Of posed parts it does what a pose does, and place and drive
// leave it. False, and counted: there is no such input, or it is no number, or beyond 1e9.
SUPPLE_API bool supple_body_set_input(supple_body* body, int input, float value);
SUPPLE_API float supple_body_input(const supple_body* body, int input);

// The palette as it stands now, [bone_count]: what was given, with what moves by itself: a free body, the support of a
// recording.
SUPPLE_API void supple_body_palette(const supple_body* body, supple_matrix* palette);

// A body at rest falls asleep: its step then costs nothing and its coordinates stay. Everything that
// could move it wakes it.
SUPPLE_API bool supple_body_asleep(const supple_body* body);

// A pointer of yours. It is no part of a state: a restored world has those of the bodies, colliders and joints that are there.
SUPPLE_API void supple_body_set_user(supple_body* body, void* user_or_null);
SUPPLE_API void* supple_body_user(const supple_body* body);

// How much of each of its targets a posed part has in its pose: [target_count], none negative, sum 1.
// Of other parts nothing is written.
SUPPLE_API void supple_body_weights(const supple_body* body, int part, float* weights);

// How far a newton at each vertex moves it, in the pose as it is: metres, [vertex_count], the mean over all
// directions. 0 where nothing is soft. For colours and tools: a millisecond or so, and not for every frame.
SUPPLE_API void supple_body_compliance(supple_body* body, float* compliance);

// [coord_count] coordinates as the flesh has them, before detail fades them. Valid until the next step.
SUPPLE_API const float* supple_body_coords(const supple_body* body);

// [coord_count] how fast they change, a second. Valid until the next step.
SUPPLE_API const float* supple_body_speeds(const supple_body* body);

// Coordinates of a part and their speeds from now on, [coord_count] of the part each, in the order of both arrays above from the part's
// first_coord; NULL leaves them as they are. Shown at once; previous positions stay those of the last step. What was read and is
// set again changes nothing. A free body keeps its velocity and spin. Coordinates that detail has faded out are left. Nothing
// stops a coordinate that is set beyond the limit: the next step does. False, and counted, where there is no such part, where it
// is a recorded one, which moves as it was recorded, and of numbers that are not finite or beyond 1e12: nothing changes then.
SUPPLE_API bool supple_body_set_coords(supple_body* body, int part, const float* coords_or_null,
                                       const float* speeds_or_null);

// A row of four for each coordinate, in the unit of the tables: the amount of its shape, of its bend,
// of its shape one step earlier (for motion vectors), and 0. A frame uploads this and nothing else.
SUPPLE_API void supple_body_upload(const supple_body* body, float (*rows)[4]);

// A box around all of a body as it is shown. In a world it is found from bones and coordinates, in a fraction of a microsecond, and
// is somewhat too wide; alone from every vertex.
typedef struct supple_bounds {
    supple_vec3 low, high;
} supple_bounds;

SUPPLE_API supple_bounds supple_body_bounds(const supple_body* body);

// Save and restore for rollback and replay. The size depends on asset and max_pins only; a state is
// plain bytes, good for bodies of the same asset and library version. False, and nothing changes, for
// a state of another one or a damaged one that a step could not go on from.
SUPPLE_API size_t supple_body_state_size(const supple_body* body);
SUPPLE_API void supple_body_save(const supple_body* body, void* state);
SUPPLE_API bool supple_body_restore(supple_body* body, const void* state, size_t size);

// Trouble does not stop a step; it is counted here.
typedef struct supple_body_counts {
    // Steps since creation.
    uint32_t steps;
    // Steps in which a part reached its limit.
    uint32_t limited;
    // Inputs that were refused.
    uint32_t rejected;
    // Substeps of the last step, of the part that took most.
    int32_t substeps;
    // Holds whose levers would have made the motion grow.
    uint32_t fallbacks;
    // Whether it sleeps.
    bool asleep;
} supple_body_counts;

SUPPLE_API supple_body_counts supple_body_stats(const supple_body* body);

#ifdef __cplusplus
}
#endif
