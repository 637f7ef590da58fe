// Linux: /proc/meminfo, the limits of setrlimit, and memory.max of a control group (a container's).
// SPDX-License-Identifier: MIT
#include "bake/base/machine.h"

#include <math.h>
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

// The number behind a word of a file, or INFINITY: also for "max". word "": the first number.
static double number_in(const char* path, const char* word) {
    FILE* file = fopen(path, "r");
    char line[256], format[64];
    double value = INFINITY, found;
    snprintf(format, sizeof format, "%s%%lf", word);
    while (file != NULL && fgets(line, sizeof line, file) != NULL)
        if (sscanf(line, format, &found) == 1) {
            value = found;
            break;
        }
    if (file != NULL)
        fclose(file);
    return value;
}

// OpenBLAS takes this much of address space for each thread at its first call, touches little of it, and where a
// limit refuses it, asks again for ever. So under a limit it is not there for anyone else.
static const double BLAS_BYTES = 134225920.0;

static double limit_left(void) {
    struct rlimit most;
    if (getrlimit(RLIMIT_AS, &most) != 0 || most.rlim_cur == RLIM_INFINITY)
        return INFINITY;
    double pages = number_in("/proc/self/statm", ""); // of address space
    double used = isfinite(pages) ? pages * (double)sysconf(_SC_PAGESIZE) : 0.0;
    return (double)most.rlim_cur - used - BLAS_BYTES * (double)sysconf(_SC_NPROCESSORS_ONLN);
}

static double group_left(void) {
    double most = number_in("/sys/fs/cgroup/memory.max", "");
    double used = number_in("/sys/fs/cgroup/memory.current", "");
    return isfinite(most) && isfinite(used) ? most - used : most;
}

double machine_memory(void) {
    double available = 1024.0 * number_in("/proc/meminfo", "MemAvailable:");
    return fmax(fmin(available, fmin(limit_left(), group_left())), 0.0);
}
