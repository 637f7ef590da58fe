// Independent pieces of work, one a rank: what any scheduler does with --piece and `supple merge`, in one command.
// SPDX-License-Identifier: MIT
#pragma once

#include <stdbool.h>

// Is it a command whose work comes in pieces: record, bake-all, bake --light?
bool farm_takes(int argc, char** argv);

// By all ranks at once; argv[0] is the program. Returns the exit code of all.
int farm_run(int argc, char** argv);
