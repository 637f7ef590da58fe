// The vertices of a body as its coordinates have them, a block at a time.
// SPDX-License-Identifier: MIT
#pragma once

#include "runtime/body/body.h"

enum { EVALUATE_VERTICES = SHARING_VERTICES }; // a block

// What is to be found for the vertices of a block.
enum {
    EVALUATE_POSITIONS = 1,
    EVALUATE_PREVIOUS = 2,
    EVALUATE_NORMALS = 4,
    EVALUATE_SPEEDS = 8 // of flesh, the mesh's unit a second; in place of positions
};

// Goes through the vertices in order. Small enough for a stack, large enough that each plane of a table
// is read in runs of some kilobytes, which the machine then fetches ahead.
typedef struct evaluate_walk {
    const supple_body* body;
    int wanted;
    int32_t first, count;            // the vertices of this block
    int32_t begin[FORMAT_MAX_PARTS]; // of a part's members, the first of this block ...
    int32_t next[FORMAT_MAX_PARTS];  // ... and the first behind it
    float positions[EVALUATE_VERTICES][3];
    float previous[EVALUATE_VERTICES][3];
    float normals[EVALUATE_VERTICES][3]; // not yet of unit length
} evaluate_walk;

void evaluate_begin(evaluate_walk* walk, const supple_body* body, int wanted);
bool evaluate_next(evaluate_walk* walk); // false after the last block

// The two halves of that: which vertices are next, which is the same for all bodies of an asset, and what they are of
// `body`, which may be another one of it every time.
bool evaluate_advance(evaluate_walk* walk);
void evaluate_fill(evaluate_walk* walk);

// The same for bodies of one asset that are shown in the same streams, and written: as evaluate_fill and evaluate_write of each.
void evaluate_four(evaluate_walk* walk, const supple_body* const bodies[],
                   const supple_streams* outs);

// Writes a block to streams.
void evaluate_write(evaluate_walk* walk, const supple_streams* out);

// What `streams` ask for; normals too where tangents need them.
int evaluate_wanted(const supple_streams* streams);

// The vertex-th element of a stream.
static inline float* evaluate_at(float* stream, size_t stride, int32_t vertex) {
    return (float*)(void*)((char*)stream + stride * (size_t)vertex);
}
