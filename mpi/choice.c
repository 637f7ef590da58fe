// Constants fit what boxes of 20,400 unknowns took on one and two ranks (bench/mpi/measure.py), rounded up.
// SPDX-License-Identifier: MIT
#include "mpi/choice.h"

#include "bake/base/text.h"
#include "bake/fem/eigen_estimate.h"

const char* const choice_names[3] = {"auto", "cholesky", "lobpcg"};

static const double A_RANK = 6e7;     // bytes: the program itself, PETSc and MPI
static const double A_NUMBER = 12.0;  // bytes of a number of PETSc's matrices: value and column
static const double MASS = 1.0 / 3.0; // numbers of the mass, of those of the stiffness
static const double ASSEMBLED = 10.0; // bytes a number while they are made: ours, beside PETSc's
static const double LEADER =
    4.0; // bytes a number that rank 0 has: the mesh, and the mass of all nodes
static const double FRONTS = 1.9;       // MUMPS' memory over the factor's numbers; 1.4 on one rank
static const double CHOICE_BASIS = 2.5; // vectors a pair of Krylov-Schur
static const double GRIDS = 3.0;        // of all coarser grids and smoothers, over the matrix
static const double CHOICE_DIRECTIONS =
    11.0;                              // vectors a pair of LOBPCG, with what they are multiplied by
static const double CHOICE_SAFE = 0.8; // of what is free

choice choice_make(choice_method told, double unknowns, double numbers, double count, double free,
                   int ranks) {
    double matrices = A_NUMBER * numbers * (1.0 + MASS) + LEADER * numbers + A_RANK * ranks,
           made = ASSEMBLED * numbers, vectors = 8.0 * unknowns * count;
    double factor = 8.0 * FRONTS * eigen_expect(unknowns, count, 0.0).numbers;
    double solved = factor + CHOICE_BASIS * vectors;
    double iterated = GRIDS * A_NUMBER * numbers + CHOICE_DIRECTIONS * vectors;
    choice c = {.cholesky = matrices + (solved > made ? solved : made) + vectors,
                .lobpcg = matrices + (iterated > made ? iterated : made) + vectors,
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
