// The clocks, and the kernel's own record of the largest resident set.
// SPDX-License-Identifier: MIT
#include "bake/base/stages.h"

#include "bake/base/clock.h"

#include <string.h>
#include <sys/resource.h>

static _Thread_local stages* follower;

stages stages_begin(void) {
    return (stages){.since = clock_seconds(), .processor_since = clock_processor()};
}

static void end(stages* s, const char* name) {
    int32_t i = 0;
    while (i < s->count && strcmp(s->list[i].name, name) != 0)
        ++i;
    if (i == STAGES_MAX)
        i = STAGES_MAX - 1;
    if (i == s->count)
        s->list[s->count++] = (stage){.name = name};
    struct rusage use;
    getrusage(RUSAGE_SELF, &use);
    double now = clock_seconds(), processor = clock_processor();
    s->list[i].seconds += now - s->since;
    s->list[i].processor += processor - s->processor_since;
    s->list[i].peak = 1024 * (int64_t)use.ru_maxrss; // the kernel counts in kilobytes
    s->since = now;
    s->processor_since = processor;
}

void stages_end(stages* s, const char* name) {
    end(s, name);
    if (follower != NULL)
        end(follower, name);
}

stages* stages_follow(stages* all_or_null) {
    stages* before = follower;
    follower = all_or_null;
    return before;
}

double stages_seconds(const stages* s) {
    double sum = 0.0;
    for (int32_t i = 0; i < s->count; ++i)
        sum += s->list[i].seconds;
    return sum;
}
