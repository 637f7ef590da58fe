// `supple-mpi`: the commands of `supple` on many machines.
//
//   mpirun -n N supple-mpi [--solver auto|cholesky|lobpcg] COMMAND ...
//
// Rank 0 runs the command, and its eigenproblems are solved by all ranks; what comes in pieces is run by all (farm.h).
// SPDX-License-Identifier: MIT
#include "cli/cli.h"
#include "cli/interrupt.h"
#include "mpi/farm.h"
#include "mpi/ranks.h"
#include "mpi/remote.h"

#include <string.h>

static const char usage[] =
    "usage: mpirun -n N supple-mpi [--solver auto|cholesky|lobpcg] COMMAND ...\n"
    "  The commands of supple. Modes are found by all ranks: by a Cholesky factor while it fits\n"
    "  into memory, else by LOBPCG with multigrid, or as told. Of record, bake-all and bake "
    "--light\n"
    "  every rank makes a piece. docs/scale.md has more.\n";

// Takes our own options away. False: they are none.
static bool parse(int* argc, char*** argv, choice_method* told) {
    *told = CHOICE_AUTO;
    if (*argc < 3 || strcmp((*argv)[1], "--solver") != 0)
        return *argc >= 2 && (*argv)[1][0] != '-';
    for (int i = 0; i < 3; ++i)
        if (strcmp((*argv)[2], choice_names[i]) == 0) {
            *told = (choice_method)i;
            (*argv)[2] = (*argv)[0];
            *argc -= 2;
            *argv += 2;
            return *argc >= 2;
        }
    return false;
}

// What mpirun does to all others when one rank dies.
static const char last_words[] = "supple-mpi: ended by a signal, as when another rank has died or "
                                 "somebody stops the run; the same command goes on\n";

static int lead(remote* x, int argc, char** argv) {
    eigen_remote there = remote_engine(x);
    interrupt_last_words(last_words);
    eigen_remote_use(&there);
    int code = cli_dispatch(argc, argv);
    remote_end(x);
    return code;
}

int main(int argc, char** argv) {
    if (!ranks_begin(argv))
        return EXIT_BAD_INPUT;
    choice_method told;
    int code = EXIT_BAD_USAGE;
    arena* memory = arena_create();
    bool sound = parse(&argc, &argv, &told);
    if (sound && farm_takes(argc, argv)) {
        code = farm_run(argc, argv);
    } else if (sound) {
        remote* x = remote_begin(told, memory);
        if (ranks_self() == 0)
            code = lead(x, argc, argv);
        else
            remote_serve(x);
    } else if (ranks_self() == 0) {
        fputs(usage, stderr);
    }
    code = ranks_agree(code);
    arena_destroy(memory);
    ranks_finish();
    return code;
}
