// SPDX-License-Identifier: MIT
#define _POSIX_C_SOURCE 200809L // struct flock
#include "bake/base/lock.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

bool lock_take(int file, int64_t byte, bool wait) {
    struct flock f = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = byte, .l_len = 1};
    while (fcntl(file, wait ? F_SETLKW : F_SETLK, &f) != 0)
        if (errno != EINTR)
            return false;
    return true;
}

void lock_give(int file, int64_t byte) {
    struct flock f = {.l_type = F_UNLCK, .l_whence = SEEK_SET, .l_start = byte, .l_len = 1};
    fcntl(file, F_SETLK, &f);
}
