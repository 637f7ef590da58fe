// SPDX-License-Identifier: MIT
#include "bench/figures/recorder.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static int failures;

void record(const figure* f) {
    const char* path = getenv("SUPPLE_FIGURES");
    if (path == NULL || path[0] == '\0')
        return;
    arena* memory = arena_create();
    report r = report_new(memory);
    if (!figures_add(path, f, &r)) {
        fprintf(stderr, "%s\n", finding_text(&r.findings[r.count - 1], memory));
        ++failures;
    }
    arena_destroy(memory);
}

int record_failures(void) {
    return failures;
}

static const char* spread_text(const spread* s, arena* memory) {
    if (s->runs == 1)
        return arena_format(memory, "%.3g", s->median);
    return arena_format(memory, "%.3g (%.3g to %.3g)", s->median, s->low, s->high);
}

const char* record_text(const figure* f, arena* memory) {
    const char* value = spread_text(&f->value, memory);
    if (f->beside_or_null == NULL)
        return arena_format(memory, "%s %s", value, f->unit);
    return arena_format(memory, "%s %s, %s times %s", value, f->unit,
                        spread_text(&f->ratio, memory), f->beside_or_null);
}

void record_and_show(const figure* f) {
    arena* memory = arena_create();
    const char* row = "";
    if (f->of_or_null != NULL)
        row = arena_format(memory, ", %.6g %s", f->at, f->of_or_null);
    if (f->part_or_null != NULL)
        row = arena_format(memory, ": %s", f->part_or_null);
    printf("%-46s %s\n", arena_format(memory, "%s%s", f->name, row), record_text(f, memory));
    fflush(stdout);
    record(f);
    arena_destroy(memory);
}
