// The monotonic clock, and the kernel's own record of the largest resident set.
// SPDX-License-Identifier: MIT
#include "bake/base/stages.h"

#include "bake/base/clock.h"

#include <string.h>
#include <sys/resource.h>

stages stages_begin(void) {
    return (stages){.since = clock_seconds()};
}

void stages_end(stages* s, const char* name) {
    int32_t i = 0;
    while (i < s->count && strcmp(s->list[i].name, name) != 0)
        ++i;
    if (i == STAGES_MAX)
        i = STAGES_MAX - 1;
    if (i == s->count)
        s->list[s->count++] = (stage){name, 0.0, 0};
    struct rusage use;
    getrusage(RUSAGE_SELF, &use);
    double end = clock_seconds();
    s->list[i].seconds += end - s->since;
    s->list[i].peak = 1024 * (int64_t)use.ru_maxrss; // the kernel counts in kilobytes
    s->since = end;
}
