// Sorted by place and normal, twins are neighbours, the first of them in front.
// SPDX-License-Identifier: MIT
#include "bake/export/asset_twins.h"

#include <stdlib.h>
#include <string.h>

typedef struct split {
    float at[6];
    uint32_t vertex;
} split;

static int compare_splits(const void* a, const void* b) {
    const split *l = a, *r = b;
    for (int i = 0; i < 6; ++i)
        if (l->at[i] != r->at[i])
            return l->at[i] < r->at[i] ? -1 : 1;
    return l->vertex < r->vertex ? -1 : 1;
}

const uint32_t* asset_twins(const asset_draft* draft, arena* memory) {
    size_t n = (size_t)draft->vertex_count;
    split* all = ARENA_NEW(memory, split, n);
    uint32_t* twins = ARENA_NEW(memory, uint32_t, n);
    for (size_t i = 0; i < n; ++i) {
        all[i].vertex = (uint32_t)i;
        memcpy(all[i].at, draft->positions[i], sizeof draft->positions[i]);
        memcpy(all[i].at + 3, draft->normals[i], sizeof draft->normals[i]);
    }
    qsort(all, n, sizeof *all, compare_splits);
    bool any = false;
    for (size_t i = 0; i < n; ++i) {
        bool same = i > 0;
        for (int k = 0; k < 6 && same; ++k)
            same = all[i].at[k] == all[i - 1].at[k];
        twins[all[i].vertex] = same ? twins[all[i - 1].vertex] : all[i].vertex;
        any |= same;
    }
    return any ? twins : NULL;
}
