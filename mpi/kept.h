// What a run has found so far, on the disk, so that the next one goes on where a rank died.
//
// Vectors in the order of the body's nodes, so that another number of ranks can go on with them. Nothing depends on what they hold but
// how long the next run takes: they are where it begins, and what it ends with is judged as always. So they need no checksum.
// SPDX-License-Identifier: MIT
#pragma once

#include "mpi/matrices.h"

#include <stdio.h>

typedef struct kept {
    matrices* m;
    const int32_t* slot; // the leader's, as all that follows
    int32_t rows;        // nodes
    const char* path;    // NULL: nothing is kept
    FILE* aside;         // while it is written
    double* numbers;     // [3 rows] one vector
} kept;

// The leader's path for a body, by its nodes, elements and materials.
const char* kept_path(const char* folder, const eigen_elements* from, arena* memory);

// By all ranks at once: a file aside, a vector each time, and the rename. What fails is said, and nothing is kept from then on.
void kept_begin(kept* k, int32_t count, int32_t iterations);
void kept_add(kept* k, Vec v);
void kept_end(kept* k);

// By all ranks at once: how many vectors an earlier run has left, which is said; 0: none. Then each of them into m->x; false where it holds no numbers.
int32_t kept_count(kept* k);
bool kept_read(kept* k, int32_t index);
