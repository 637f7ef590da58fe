// Calls of PETSc and SLEPc. Where one fails, all ranks end with its words: nobody can go on without the others.
// SPDX-License-Identifier: MIT
#pragma once

#include <petscsys.h>

#define RANKS_CALL(...) PetscCallAbort(PETSC_COMM_WORLD, __VA_ARGS__)
