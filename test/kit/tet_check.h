// Reading a file in memory, and what every reading promises.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/import/import_tets.h"
#include "test/kit/check.h"

typedef struct reading {
    bool ok;
    tets t;
    report r;
} reading;

static inline reading read_bytes(bytes file, const char* path, arena* memory) {
    reading it = {.r = report_new(memory)};
    it.ok = import_tets_bytes(file, path, memory, &it.t, &it.r);
    return it;
}

static inline reading read_text(const char* content, const char* path, arena* memory) {
    return read_bytes((bytes){(const uint8_t*)content, strlen(content)}, path, memory);
}

// Does one of the findings hold these words?
static inline bool said(const report* r, severity wanted, const char* words) {
    for (int32_t i = 0; i < r->count; ++i)
        if (r->findings[i].severity == wanted &&
            strstr(finding_text(&r->findings[i], r->memory), words) != NULL)
            return true;
    for (int32_t i = 0; i < r->count; ++i)
        printf("said: %s\n", finding_text(&r->findings[i], r->memory));
    return false;
}

// Same bits of nodes, same elements.
static inline bool same_tets(const tets* a, const tets* b) {
    return a->node_count == b->node_count && a->tet_count == b->tet_count && a->width == b->width &&
           memcmp(a->nodes, b->nodes, (size_t)a->node_count * sizeof *a->nodes) == 0 &&
           memcmp(a->elements, b->elements,
                  (size_t)a->tet_count * (size_t)a->width * sizeof *a->elements) == 0;
}

// How far mid-edge nodes are from the middles of their edges, in the worst case.
static inline double worst_middle(const tets* t) {
    double worst = 0.0;
    for (int32_t i = 0; i < t->tet_count; ++i)
        for (int k = 0; k < 6; ++k) {
            const int32_t* e = t->elements + 10 * (size_t)i;
            vec3 a = t->nodes[e[tet_edge[k][0]]], b = t->nodes[e[tet_edge[k][1]]];
            double d = v3_distance(t->nodes[e[4 + k]], v3_scale(v3_add(a, b), 0.5));
            worst = d > worst ? d : worst;
        }
    return worst;
}

static inline double least_volume(const tets* t) {
    double least = INFINITY;
    for (int32_t i = 0; i < t->tet_count; ++i) {
        const int32_t* e = t->elements + (size_t)i * (size_t)t->width;
        double v = tet_volume(t->nodes[e[0]], t->nodes[e[1]], t->nodes[e[2]], t->nodes[e[3]]);
        least = v < least ? v : least;
    }
    return least;
}

// Errors if and only if refused; what is not refused has every number in range.
static inline void check_promises(const reading* it) {
    const tets* t = &it->t;
    CHECK(it->ok == (it->r.error_count == 0));
    if (!it->ok)
        return;
    CHECK(t->tet_count > 0 && (t->width == 4 || t->width == 10));
    for (size_t i = 0; i < (size_t)t->tet_count * (size_t)t->width; ++i)
        CHECK(t->elements[i] >= 0 && t->elements[i] < t->node_count);
    for (int32_t i = 0; i < t->node_count; ++i)
        CHECK(isfinite(t->nodes[i].x + t->nodes[i].y + t->nodes[i].z));
    for (int32_t i = 0; i < t->region_count; ++i)
        CHECK(t->regions[i].name != NULL);
    for (int32_t i = 0; i < t->tet_count && t->element_region_or_null != NULL; ++i)
        CHECK(t->element_region_or_null[i] >= 0 && t->element_region_or_null[i] < t->region_count);
    CHECK(least_volume(t) > 0.0);
}
