// Another program, run without a shell, with a time limit.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/arena.h"

#include <stdbool.h>

typedef enum process_end {
    PROCESS_EXITED,    // code: its exit status
    PROCESS_KILLED,    // code: the signal that ended it
    PROCESS_TIMED_OUT, // and was ended
    PROCESS_NOT_FOUND, // no such command on the PATH
    PROCESS_NOT_BEGUN  // code: errno
} process_end;

// arguments: the command's name first, NULL last. Both of its outputs go to the file `log`; it
// reads nothing.
process_end process_run(const char* const* arguments, const char* log, double seconds, int* code);

// Starts a command and leaves it alone: it may outlive us. False when it cannot be started.
bool process_start(const char* const* arguments);

// A new empty folder where temporary files belong, or NULL with errno. It goes with the arena, and so do the
// files in it; a folder in it stays, and it too.
char* process_folder(arena* memory);
