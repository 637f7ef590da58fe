// The same asset as version 1 of the format has it: every vertex with texels of its own.
//
// A writer apart from the baker's, so that what the baker shares can be held against what it would have been,
// and old files stay at hand for ever.
// SPDX-License-Identifier: MIT
#pragma once

#include "runtime/asset/asset.h"

#include <stdlib.h>
#include <string.h>

typedef struct unshared_file {
    uint8_t* data; // free it
    size_t size;
} unshared_file;

typedef struct unshared_table {
    uint8_t* texels;
    size_t width, count, size; // texels a row, all of them, and bytes of one
} unshared_table;

// One table with a texel for every member.
static inline unshared_table unshared_texels(const supple_asset* a, bool bends) {
    const supple_table* from = bends ? &a->bends : &a->shapes;
    const uint32_t* links = bends ? a->bend_links : a->links;
    unshared_table to = {.width = 16, .size = 3 * (size_t)from->bits / 8};
    size_t wanted = 0, at = 0;
    for (int p = 0; p < a->part_count; ++p) {
        supple_part part = supple_asset_part(a, p);
        if (!bends || part.first_bend >= 0)
            wanted += (size_t)part.coord_count * (size_t)part.vertex_count;
    }
    while (to.width < 2048 && to.width * to.width < wanted)
        to.width *= 2;
    to.count = (wanted + to.width - 1) / to.width * to.width;
    to.texels = calloc(to.count + 1, to.size);
    for (int p = 0; p < a->part_count; ++p) {
        supple_part part = supple_asset_part(a, p);
        int64_t first = bends ? part.first_bend : part.first_shape;
        int64_t places = bends ? part.bend_places : part.shape_places;
        for (int32_t k = 0; k < part.coord_count && first >= 0; ++k)
            for (int32_t i = 0; i < part.vertex_count; ++i, ++at) {
                int64_t t = first + k * places + asset_place(a, links, p, part.vertices[i]);
                memcpy(to.texels + at * to.size, (const uint8_t*)from->texels + (size_t)t * to.size,
                       to.size);
            }
    }
    return to;
}

static inline void unshared_parts(const supple_asset* a, uint8_t* at) {
    format_part* parts = (format_part*)(void*)at;
    uint32_t shape = 0, bend = 0;
    for (int p = 0; p < a->part_count; ++p) {
        uint32_t texels = parts[p].coord_count * parts[p].part_vertex_count;
        parts[p].shape_texel = shape;
        shape += texels;
        if (parts[p].bend_texel == FORMAT_NONE)
            continue;
        parts[p].bend_texel = bend;
        bend += texels;
    }
}

static inline void unshared_links(const supple_asset* a, uint8_t* at) {
    uint32_t* links = (uint32_t*)(void*)at;
    uint32_t next[FORMAT_MAX_PARTS] = {0};
    size_t n = (size_t)a->vertex_count;
    for (size_t v = 0; v < n; ++v)
        for (size_t i = v; i < n * (size_t)a->layer_count; i += n)
            if (links[i] != FORMAT_NONE)
                links[i] = (links[i] & 0xFF000000) | next[links[i] >> 24]++;
}

static inline unshared_file unshared(const supple_asset* a) {
    const uint8_t* block = a->block;
    const format_header* from = a->block;
    const format_section* sections = (const format_section*)(from + 1);
    unshared_table tables[2] = {unshared_texels(a, false), unshared_texels(a, true)};
    unshared_file out = {calloc(1, from->size + 16 * (tables[0].count + tables[1].count)), 0};
    format_header header = *from;
    header.section_count = 0;
    for (uint32_t i = 0; i < from->section_count; ++i)
        header.section_count += sections[i].kind < FORMAT_PLACES;
    size_t at = sizeof header + header.section_count * sizeof *sections;
    format_section* list = (format_section*)(void*)(out.data + sizeof header);
    for (uint32_t i = 0; i < from->section_count && sections[i].kind < FORMAT_PLACES; ++i) {
        format_section s = sections[i];
        const void* data = block + s.offset;
        int table = s.kind == FORMAT_BENDS;
        if (s.kind == FORMAT_SHAPES || s.kind == FORMAT_BENDS) {
            s.count = tables[table].count;
            data = tables[table].texels;
        }
        s.offset = at = (at + 15) / 16 * 16;
        memcpy(out.data + at, data, s.count * s.stride);
        if (s.kind == FORMAT_PARTS)
            unshared_parts(a, out.data + at);
        if (s.kind == FORMAT_LINKS)
            unshared_links(a, out.data + at);
        if (s.kind == FORMAT_BODY) {
            format_body* body = (format_body*)(void*)(out.data + at);
            body->shape_width = (uint32_t)tables[0].width;
            body->bend_width = a->bends.texels != NULL ? (uint32_t)tables[1].width : 0;
        }
        at += s.count * s.stride;
        list[i] = s;
    }
    header.version = FORMAT_VERSION_OWN;
    header.checksum = 0;
    header.size = out.size = (at + 15) / 16 * 16;
    memcpy(out.data, &header, sizeof header);
    free(tables[0].texels);
    free(tables[1].texels);
    return out;
}
