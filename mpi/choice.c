// Constants fit what boxes of 8,892 to 992,496 unknowns took on one and two ranks (bench/mpi/measure.py; docs/scale.md has the errors).
// SPDX-License-Identifier: MIT
#include "mpi/choice.h"

#include "bake/base/text.h"

#include <math.h>

const char* const choice_names[3] = {"auto", "cholesky", "lobpcg"};

static const double A_RANK = 4.7e7; // bytes: the program itself, PETSc and MPI
static const double A_NUMBER =
    32.0; // bytes a number of the stiffness: PETSc's, our single one, the grids
static const double AN_UNKNOWN = 660.0; // bytes: the mesh, and the mass of all nodes, on the leader
static const double SHARED = 620.0;     // bytes an unknown more where there are shares to hand out
static const double LOBPCG_BLOCKS = 9.0; // of LOBPCG: three, each times both matrices
static const double CYCLE = 32.0;        // vectors of the grids' cycle
static const double HANDED_OUT = 2.0;    // vectors a pair: on its rank, and on the leader

// Of MUMPS, whose factor of a compact body grows as nested dissection has it.
static const double FACTOR = 1.17e8, FACTOR_AT = 20400.0,
                    FACTOR_POWER = 4.0 / 3.0; // bytes, unknowns
static const double FACTOR_SHARED = 1.35;     // of it on several ranks
static const double CHOICE_BASIS = 3.5;       // vectors a pair of Krylov-Schur

static const double CHOICE_SAFE = 0.8; // of what is free

choice choice_make(choice_method told, double unknowns, double numbers, double count, double free,
                   int ranks) {
    double vector = 8.0 * unknowns, width = 4.0 * ceil((count + 3.0) / 4.0);
    double matrices =
        A_RANK * ranks + A_NUMBER * numbers + (AN_UNKNOWN + (ranks > 1 ? SHARED : 0.0)) * unknowns;
    double factor =
        FACTOR * pow(unknowns / FACTOR_AT, FACTOR_POWER) * (ranks > 1 ? FACTOR_SHARED : 1.0);
    choice c = {.cholesky = matrices + factor + CHOICE_BASIS * count * vector,
                .lobpcg = matrices + (LOBPCG_BLOCKS * width + CYCLE + HANDED_OUT * count) * vector,
                .free = free,
                .method = told};
    if (told == CHOICE_AUTO)
        c.method = c.cholesky <= CHOICE_SAFE * free ? CHOICE_CHOLESKY
                   : c.lobpcg <= CHOICE_SAFE * free ? CHOICE_LOBPCG
                                                    : CHOICE_AUTO;
    return c;
}

const char* choice_text(const choice* c, double unknowns, double count, int ranks, arena* memory) {
    const char* by = c->method == CHOICE_AUTO ? "neither fits" : choice_names[c->method];
    return arena_format(
        memory,
        "%.0f unknowns, %.0f pairs, %d rank%s: cholesky about %s, lobpcg about %s, %s free: %s",
        unknowns, count, ranks, ranks == 1 ? "" : "s", text_memory(c->cholesky, memory),
        text_memory(c->lobpcg, memory), text_memory(c->free, memory), by);
}
