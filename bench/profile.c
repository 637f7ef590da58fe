// `perf report` tells functions, the hottest first: "    12.34%  [.] solve_block". The hottest are parts of the scene's bar, and the two
// before all have a row of the table; the rest is one part.
// SPDX-License-Identifier: MIT
#include "bench/profile.h"

#include "bench/figures/recorder.h"

#include <stdio.h>
#include <string.h>

enum { PROFILE_ROWS = 2, PROFILE_PARTS = 4 };
static const double PROFILE_LEAST = 5.0; // % of a part that is shown by itself

static void tell_part(const char* scene, const char* part, double percent) {
    figure f = {.bench = "profile",
                .name = scene,
                .unit = "%",
                .value = spread_once(percent),
                .beside_or_null = "the scene",
                .ratio = spread_once(0.01 * percent),
                .part_or_null = part};
    record(&f);
}

int bench_profile(const char* scene) {
    char line[512], name[256];
    double percent, shown = 0.0;
    int count = 0;
    while (fgets(line, sizeof line, stdin) != NULL) {
        if (sscanf(line, " %lf%% [%*[^]]] %255s", &percent, name) != 2)
            continue;
        if (count < PROFILE_ROWS) {
            arena* memory = arena_create();
            figure f = {.bench = "profile",
                        .name = arena_format(memory, "%s: %s", scene, name),
                        .unit = "%",
                        .value = spread_once(percent),
                        .beside_or_null = "the scene",
                        .ratio = spread_once(0.01 * percent)};
            record_and_show(&f);
            arena_destroy(memory);
        }
        if (count < PROFILE_PARTS && percent >= PROFILE_LEAST) {
            tell_part(scene, name, percent);
            shown += percent;
        }
        ++count;
    }
    if (count == 0) {
        fprintf(stderr, "%s: no line of a profile was read\n", scene);
        return 1;
    }
    tell_part(scene, "all else", 100.0 - shown);
    return 0;
}
