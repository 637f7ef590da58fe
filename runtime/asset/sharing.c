// Block by block, older places by a small table of hashes.
// SPDX-License-Identifier: MIT
#include "runtime/asset/sharing.h"

#include <string.h>

enum { SLOTS = 2 * SHARING_VERTICES };

typedef struct search {
    const supple_asset* asset;
    const float* rest;
    const uint32_t* links;
    sharing_block* block;
    uint16_t* source;      // of the block
    uint32_t* place;       //
    int32_t first_vertex;  //
    uint32_t met;          // places, up to here
    uint16_t older[SLOTS]; // sums, one more than each
} search;

static bool have_same_bits(const float a[3], const float b[3]) {
    uint32_t x[3], y[3];
    memcpy(x, a, sizeof x);
    memcpy(y, b, sizeof y);
    return x[0] == y[0] && x[1] == y[1] && x[2] == y[2];
}

// Does the whole of a sum, over all parts, come to the same for both?
static bool sums_are_same(const search* x, uint32_t v, uint32_t w) {
    size_t n = (size_t)x->asset->vertex_count;
    bool same = have_same_bits(x->rest + 3 * (size_t)v, x->rest + 3 * (size_t)w);
    for (int32_t layer = 0; layer < x->asset->layer_count && same; ++layer)
        same = x->links[(size_t)layer * n + v] == x->links[(size_t)layer * n + w];
    return same;
}

static bool takes(const search* x, uint32_t sum, uint32_t place, uint32_t vertex) {
    return x->place[sum] == place &&
           sums_are_same(x, (uint32_t)x->first_vertex + x->source[sum], vertex);
}

// Among sums of older places, and of members that stand alone at theirs: numbered from 0.
static uint32_t find_older(search* x, uint32_t place, uint32_t vertex) {
    uint32_t base = SHARING_VERTICES; // until it is known how many are new, they stand behind all
    uint32_t slot = place * 2654435761u >> 21;
    while (x->older[slot] != 0 && !takes(x, base + x->older[slot] - 1u, place, vertex))
        slot = (slot + 1) % SLOTS;
    if (x->older[slot] == 0) {
        x->older[slot] = ++x->block->older;
        x->place[base + x->block->older - 1u] = place;
        x->source[base + x->block->older - 1u] = (uint16_t)(vertex - (uint32_t)x->first_vertex);
    }
    return base + x->older[slot] - 1u;
}

static uint32_t find_sum(search* x, uint32_t place, uint32_t vertex) {
    uint32_t sum = place - x->block->first;
    if (place == x->met) {
        ++x->met;
        ++x->block->fresh;
        x->place[sum] = place;
        x->source[sum] = (uint16_t)(vertex - (uint32_t)x->first_vertex);
        return sum;
    }
    return place >= x->block->first && takes(x, sum, place, vertex) ? sum
                                                                    : find_older(x, place, vertex);
}

void sharing_lay_out(sharing* s, const supple_asset* asset, const asset_part* part, uint32_t places,
                     memory_layout* l) {
    size_t part_vertices = part->record->part_vertex_count, vertices = (size_t)asset->vertex_count;
    bool shared = places > 0 && places < part_vertices;
    *s = (sharing){0};
    if (!shared)
        return;
    s->sum = memory_take(l, part_vertices, sizeof *s->sum);
    s->source = memory_take(l, part_vertices, sizeof *s->source);
    s->place = memory_take(l, part_vertices, sizeof *s->place);
    s->blocks =
        memory_take(l, (vertices + SHARING_VERTICES - 1) / SHARING_VERTICES, sizeof *s->blocks);
}

void sharing_find(sharing* s, const supple_asset* asset, int32_t index, const asset_part* part,
                  const float* rest, const uint32_t* links) {
    uint32_t part_vertices = part->record->part_vertex_count;
    uint16_t source[2 * SHARING_VERTICES];
    uint32_t place[2 * SHARING_VERTICES];
    search x = {asset, rest, links, s->blocks, source, place, 0, 0, {0}};
    for (uint32_t i = 0; i < part_vertices && s->blocks != NULL;) {
        uint32_t begin = i, number = part->part_vertices[i] / SHARING_VERTICES;
        x.block = &s->blocks[number];
        x.first_vertex = (int32_t)(number * SHARING_VERTICES);
        *x.block = (sharing_block){x.met, 0, 0};
        memset(x.older, 0, sizeof x.older);
        for (; i < part_vertices && part->part_vertices[i] / SHARING_VERTICES == number; ++i)
            s->sum[i] =
                (uint16_t)find_sum(&x, asset_place(asset, links, index, part->part_vertices[i]),
                                   part->part_vertices[i]);
        uint32_t fresh = x.block->fresh, older = x.block->older;
        for (uint32_t k = begin; k < i; ++k) // those of older places now follow the new ones
            s->sum[k] =
                (uint16_t)(s->sum[k] < SHARING_VERTICES ? s->sum[k]
                                                        : s->sum[k] - SHARING_VERTICES + fresh);
        memcpy(s->source + begin, source, fresh * sizeof *source);
        memcpy(s->place + begin, place, fresh * sizeof *place);
        memcpy(s->source + begin + fresh, source + SHARING_VERTICES, older * sizeof *source);
        memcpy(s->place + begin + fresh, place + SHARING_VERTICES, older * sizeof *place);
    }
}
