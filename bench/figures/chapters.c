// SPDX-License-Identifier: MIT
#include "bench/figures/chapters.h"

#include <string.h>

static const struct chapter {
    const char *bench, *title, *about;
} chapters[] = {
    {"runtime", "A body on the CPU",
     "A bar of 18,000 vertices, 3 parts of 5 or of 20 coordinates. From memory: bodies of assets "
     "of their own, one after "
     "the other, more than the last cache holds. The limit is a loop that reads the same tables "
     "and does nothing else."},
    {"posed", "A body whose elasticity follows the pose",
     "Twenty coordinates, four substeps a frame, bones that move (`build/bench posed_runtime`)."},
};

static const struct chapter* find(const char* bench) {
    for (size_t i = 0; i < sizeof chapters / sizeof *chapters; ++i)
        if (strcmp(chapters[i].bench, bench) == 0)
            return &chapters[i];
    return NULL;
}

const char* chapter_title(const char* bench) {
    const struct chapter* c = find(bench);
    return c != NULL ? c->title : bench;
}

const char* chapter_about(const char* bench) {
    const struct chapter* c = find(bench);
    return c != NULL ? c->about : "";
}
