// Locks on single bytes of a file, so that several processes can share work: advisory, and gone with the process that held them.
//
// By fcntl, which works on disks that machines share, too. Any file that a process closes takes its locks on that file with it, so who
// locks keeps one file open.
// SPDX-License-Identifier: MIT
#pragma once

#include <stdbool.h>
#include <stdint.h>

// False: another process has it, or, when waiting for it, the disk has no locks.
bool lock_take(int file, int64_t byte, bool wait);
void lock_give(int file, int64_t byte);
