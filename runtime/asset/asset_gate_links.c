// Parts and vertices: who is a member of what, and where its texels stand.
//
// Members list vertices part by part; links list parts vertex by vertex, with the place of the vertex in the
// part's tables. Walked side by side they must say the same, so neither needs a copy of the other to be
// checked.
// SPDX-License-Identifier: MIT
#include "runtime/asset/asset_gate.h"

typedef struct gate {
    const uint8_t* block;
    const asset_list* list;
} gate;

static uint64_t count_of(const gate* g, format_kind kind) {
    return g->list->at[kind].count;
}

static const void* begin_of(const gate* g, format_kind kind) {
    return g->block + g->list->at[kind].offset;
}

format_places asset_gate_places(const void* block, const asset_list* list, uint64_t part) {
    gate g = {block, list};
    const format_part* p = (const format_part*)begin_of(&g, FORMAT_PARTS) + part;
    if (count_of(&g, FORMAT_PLACES) > 0)
        return ((const format_places*)begin_of(&g, FORMAT_PLACES))[part];
    return (format_places){p->part_vertex_count,
                           p->bend_texel != FORMAT_NONE ? p->part_vertex_count : 0};
}

static bool check_part_vertices(const gate* g) {
    const format_part* p = begin_of(g, FORMAT_PARTS);
    const uint32_t* part_vertices = begin_of(g, FORMAT_PART_VERTICES);
    uint64_t vertices = count_of(g, FORMAT_POSITIONS);
    for (uint64_t i = 0; i < count_of(g, FORMAT_PARTS);
         part_vertices += p->part_vertex_count, ++i, ++p)
        for (uint32_t k = 0; k < p->part_vertex_count; ++k)
            if (part_vertices[k] >= vertices || (k > 0 && part_vertices[k] <= part_vertices[k - 1]))
                return false;
    return true;
}

// A place that a link may lead to: one that was met before, or, of places that are shared or not, the next.
// So the first member of each comes in order, and without sharing a member's place is its number.
static bool is_place(uint32_t place, bool shared, uint32_t* met) {
    bool next = place == *met;
    *met += next;
    return next || (shared && place < *met);
}

// A vertex's links ascend, so no part stands there twice; each is of the next member, which is this
// vertex; there are as many as members. So links and members say the same.
static bool check_links(const gate* g) {
    uint64_t layer_count = ((const format_body*)begin_of(g, FORMAT_BODY))->layer_count;
    const format_part* parts = begin_of(g, FORMAT_PARTS);
    const uint32_t *part_vertices = begin_of(g, FORMAT_PART_VERTICES),
                   *links = begin_of(g, FORMAT_LINKS);
    uint64_t vertices = count_of(g, FORMAT_POSITIONS), part_count = count_of(g, FORMAT_PARTS);
    bool shared = count_of(g, FORMAT_PLACES) > 0, own = count_of(g, FORMAT_BEND_LINKS) > 0;
    const uint32_t* bend_links = own ? begin_of(g, FORMAT_BEND_LINKS) : links;
    const uint32_t* next[FORMAT_MAX_PARTS];
    const uint32_t* end[FORMAT_MAX_PARTS];
    format_places met[FORMAT_MAX_PARTS] = {{0, 0}};
    for (uint64_t i = 0; i < part_count; part_vertices += parts[i].part_vertex_count, ++i) {
        next[i] = part_vertices;
        end[i] = part_vertices + parts[i].part_vertex_count;
    }
    for (uint64_t v = 0; v < vertices; ++v)
        for (uint64_t layer = 0, at = v; layer < layer_count; ++layer, at += vertices) {
            uint32_t link = links[at], bend = bend_links[at], part = link >> 24;
            if (layer > 0 && link <= links[at - vertices] && link != FORMAT_NONE)
                return false;
            if (link == FORMAT_NONE && bend == FORMAT_NONE)
                continue;
            if (part >= part_count || bend >> 24 != part || next[part] == end[part] ||
                *next[part]++ != v || !is_place(link & 0xFFFFFF, shared, &met[part].shapes) ||
                (parts[part].bend_texel == FORMAT_NONE
                     ? bend != link
                     : !is_place(bend & 0xFFFFFF, shared, &met[part].bends)))
                return false;
        }
    for (uint64_t i = 0; i < part_count; ++i)
        if (next[i] != end[i] || met[i].shapes != asset_gate_places(g->block, g->list, i).shapes ||
            met[i].bends != asset_gate_places(g->block, g->list, i).bends)
            return false;
    return true;
}

bool asset_gate_links(const void* block, const asset_list* list) {
    gate g = {block, list};
    return check_part_vertices(&g) && check_links(&g);
}
