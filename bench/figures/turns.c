// SPDX-License-Identifier: MIT
#include "bench/figures/turns.h"

#include "bake/base/clock.h"

#include <stdlib.h>

enum { ROW_MOST = 256 };
static const double ROW_SECONDS = 5e-5; // reading the clock takes a hundredth of it
static const double SHORT_SHARE =
    0.05; // of the seconds, when it is only to be seen whether all of it runs

typedef struct timed_run {
    turns_run run;
    void* user;
    clockid_t clock;
    int32_t row; // runs that are timed together
    double times;
} timed_run;

static double seconds_of(const timed_run* t) {
    double begin = clock_read(t->clock);
    for (int32_t i = 0; i < t->row; ++i)
        t->run(t->user);
    return (clock_read(t->clock) - begin) / (t->row * t->times);
}

static timed_run timed_run_of(turns_run run, void* user, double times, bool by_clock) {
    timed_run t = {run, user, by_clock ? CLOCK_MONOTONIC : CLOCK_THREAD_CPUTIME_ID, 1, times};
    double once = seconds_of(&t) * times; // and it is warm
    while (t.row < ROW_MOST && t.row * once < ROW_SECONDS)
        t.row *= 2;
    return t;
}

turns_result turns_measure(turns_run run, turns_run limit_or_null, void* user, turns_options o) {
    double mine[TURNS_MOST], limit[TURNS_MOST], ratio[TURNS_MOST];
    timed_run a = timed_run_of(run, user, o.times, o.by_clock), b = {0};
    if (limit_or_null != NULL)
        b = timed_run_of(limit_or_null, user, o.limit_times, o.by_clock);
    double most = o.seconds * (getenv("SUPPLE_SHORT") != NULL ? SHORT_SHARE : 1.0);
    double begin = clock_seconds();
    int32_t count = 0;
    while (count < TURNS_MOST && (count < o.least || clock_seconds() - begin < most)) {
        mine[count] = seconds_of(&a);
        if (limit_or_null != NULL) {
            limit[count] = seconds_of(&b);
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
