// Simulation: a scene moved node by node into a point cache, from which a recording can be baked.
// SPDX-License-Identifier: MIT
#pragma once

#include "supple/bake_job.h"

#ifdef __cplusplus
extern "C" {
#endif

// What to simulate, node by node: docs/simulate.md.
typedef struct supple_bake_simulation {
    // A scene in YAML or JSON, and its length in bytes; or NULL.
    const char* text_or_null;
    size_t text_size;
    // With a text: its name in findings, and where files that it names are searched for. Without: a file to read.
    const char* path_or_null;
    // A point cache, .pc2 or .mdd. States are written beside it as they come (.part, .checkpoint), and it gets its name when all
    // are there. A run that was cancelled or killed goes on from there, to the same bytes.
    const char* output;
    // Begin at 0 s, whatever a checkpoint says. Default: false.
    bool anew;
} supple_bake_simulation;

SUPPLE_BAKE_API supple_bake_simulation supple_bake_simulation_default(void);

// A body of the scene: a run of the vertices.
typedef struct supple_bake_simulated_body {
    const char* name;
    int32_t first_vertex, vertex_count;
} supple_bake_simulated_body;

typedef struct supple_bake_simulated {
    // States in the output, the first at 0 s, and those of them that were there before; states a second.
    int32_t state_count, resumed_count;
    double fps;
    // What is drawn: [vertex_count][3] metres as the files have it, and [triangle_count][3] vertices.
    int32_t vertex_count, triangle_count;
    const float* rest;
    const uint32_t* triangles;
    int32_t body_count;
    const supple_bake_simulated_body* bodies;
    // Steps that were taken, and those that were not solved and cut in half.
    int64_t step_count, cut_count;
} supple_bake_simulated;

// Moves the scene to its end. Progress is in thousandths of a state. What it gave out stays until it is called again or the job is
// released. Samples that the scene names come from options.sample_or_null.
SUPPLE_BAKE_API supple_bake_status supple_bake_simulate(supple_bake_job* job,
                                                        const supple_bake_simulation* how,
                                                        supple_bake_simulated* out);

#ifdef __cplusplus
}
#endif
