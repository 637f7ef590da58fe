// The `supple` command.
// SPDX-License-Identifier: MIT
#include "bake/base/sanitized.h"
#include "cli/cli.h"

#include <stdlib.h>

// Where memory has ended, OpenBLAS waits at the end of a process for threads of its own, which wait for memory: for ever.
// Sanitizers look for leaks at that end.
static int leave(int code) {
#if !SANITIZED
    fflush(stderr);
    _Exit(code);
#endif
    return code;
}

int main(int argc, char** argv) {
    int code = cli_dispatch(argc, argv);
    return code == EXIT_OK ? code : leave(code);
}
