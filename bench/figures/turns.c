// SPDX-License-Identifier: MIT
#include "bench/figures/turns.h"

#include "bake/base/clock.h"

#include <stdlib.h>

static double seconds_of(turns_run run, void* user) {
    double begin = clock_seconds();
    run(user);
    return clock_seconds() - begin;
}

turns_result turns_measure(turns_run run, turns_run limit_or_null, void* user, turns_options o) {
    double mine[TURNS_MOST], limit[TURNS_MOST], ratio[TURNS_MOST];
    if (getenv("SUPPLE_SHORT") != NULL) // whether it runs, not how long it takes
        o.seconds *= 0.05;
    double begin = clock_seconds();
    int32_t count = 0;
    run(user); // warm
    while (count < TURNS_MOST && (count < o.least || clock_seconds() - begin < o.seconds)) {
        mine[count] = seconds_of(run, user) / o.times;
        if (limit_or_null != NULL) {
            limit[count] = seconds_of(limit_or_null, user) / o.limit_times;
            ratio[count] = mine[count] / limit[count];
        }
        ++count;
    }
    turns_result out = {.run = spread_of(mine, count)};
    if (limit_or_null != NULL) {
        out.limit = spread_of(limit, count);
        out.ratio = spread_of(ratio, count);
    }
    return out;
}
