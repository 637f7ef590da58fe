// Where a simulation stands, beside its states: read back, it goes on to the same bytes.
//
// Written whole after every stored state and renamed, so that it always belongs to a state that is in the stream. A
// mark of the scene, of all files that it names and of the program's version tells whether it is the same one.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/file.h"
#include "bake/dynamics/support.h"

// What was done so far, for the report at the end.
typedef struct checkpoint_counts {
    int64_t steps, cut;                  // taken, halves too; steps that had to be cut
    double first_cut;                    // s; of no meaning while none was cut
    int64_t corrections, matrices, firm; // of Newton's method
} checkpoint_counts;

typedef struct checkpoint {
    uint64_t mark;  // of the scene
    int32_t states; // in the stream
    checkpoint_counts counts;
    support_state at;
    int32_t rigid_count; // rigid bodies: where those are that move by themselves
    support_state* rigid;
    int64_t size; // of state
    double* state;
} checkpoint;

const char* checkpoint_path(const char* output, arena* memory);

bool checkpoint_write(const checkpoint* c, const char* path, arena* memory, report* r);

typedef enum checkpoint_found {
    CHECKPOINT_NONE,
    CHECKPOINT_FITS,
    CHECKPOINT_OTHER
} checkpoint_found;

// `c` knows mark, size and rigid_count, and has room for what belongs to them. OTHER: of another scene, torn, or no checkpoint at all.
checkpoint_found checkpoint_read(checkpoint* c, const char* path, arena* memory);

// Marks grow from piece to piece; 0 at first.
uint64_t checkpoint_mark(uint64_t so_far, const void* data, size_t size);
