// A reduced body beside the full model, over a clip: how far each vertex is from where it should be.
//
// The runtime plays the asset; the full model (bake/dynamics) moves every node of the same volume, with the same
// materials, damping, bones and targets. Both are seen as displacements of vertices in the bind pose, metres, where
// bones do not hide the difference. Neither touches anything.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/model/soft.h"
#include "bake/play/play.h"

typedef struct comparison_part {
    const char* name;
    bool posed;
    int32_t unknowns;    // of the full model
    int32_t coordinates; // of the reduced one
    int32_t vertex_count;
    const int32_t* vertices; // [vertex_count] of the asset
    // over its vertices and all frames, metres
    double rms, size;      // of the difference; of the full model's displacement
    double worst, largest; // the same, the farthest
    int32_t worst_vertex, worst_frame;
    double *frame_rms, *frame_worst; // [frame_count]
} comparison_part;

enum { COMPARISON_PARTS = 64 };

typedef struct comparison {
    const play_request* q;
    const play_take* t;
    int32_t substeps; // of a frame, by the full model
    arena* memory;
    float (*full)[3]; // [frame_count][vertex_count] displacements in body space
    int32_t part_count;
    comparison_part parts[COMPARISON_PARTS];
    float* error; // [frame_count][vertex_count] metres, by comparison_finish
} comparison;

// Refers to the take and its request.
comparison comparison_begin(const play_request* q, const play_take* t, int32_t substeps,
                            arena* memory);

// Moves one part by the full model. unit: metres of the file's. False with a sentence for a part that nothing holds,
// one that the asset does not have, or a motion that cannot be found.
bool comparison_add(comparison* c, const soft_body* b, const part* p, const recipe_part* how,
                    double unit, report* r);

// Errors of all vertices in all frames, and the numbers of the parts.
void comparison_finish(comparison* c);

// Moves the vertices of a surface that shows a frame as the runtime has it to where the full model has them, and its
// normals as much as those of the triangles turn.
void comparison_full(const comparison* c, int32_t frame, surface* shown);
