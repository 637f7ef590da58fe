// Which way the pairs are found: by a factor while it fits into the memory of all machines, by iterations when it does not.
//
// Shift-and-invert with a Cholesky factor (MUMPS) finds anything, and its memory grows with the 1.5th power of the unknowns of a
// compact body. LOBPCG with smoothed-aggregation multigrid needs only the matrix and a few vectors a mode.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/arena.h"

#include <stdbool.h>
#include <stdint.h>

typedef enum choice_method { CHOICE_AUTO, CHOICE_CHOLESKY, CHOICE_LOBPCG } choice_method;

extern const char* const choice_names[3]; // "auto", "cholesky", "lobpcg"

typedef struct choice {
    double cholesky, lobpcg; // bytes, about, of all ranks
    double free;             // bytes
    choice_method method;    // CHOICE_AUTO: neither fits
} choice;

// numbers: of the stiffness, both triangles.
choice choice_make(choice_method told, double unknowns, double numbers, double count, double free,
                   int ranks);

// "299,000 unknowns, 36 modes, 2 ranks: Cholesky about 9 GB, LOBPCG about 2.8 GB, 20 GB are free: by Cholesky"
const char* choice_text(const choice* c, double unknowns, double count, int ranks, arena* memory);
