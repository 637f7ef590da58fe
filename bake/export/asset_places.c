// Equal rows found by a hash of their bytes, in the order of the vertices.
// SPDX-License-Identifier: MIT
#include "bake/export/asset_places.h"

#include <string.h>

// What must be equal: `size` bytes of each vertex of a part, one vertex after another.
typedef struct column {
    const uint8_t* begin;
    size_t size;
} column;

typedef struct columns {
    column* list;
    size_t count;
} columns;

static void add_column(columns* c, const void* begin, size_t size) {
    c->list[c->count++] = (column){begin, size};
}

// ---- equal vertices --------------------------------------------------------------------

static uint64_t hash_of(const columns* c, size_t i) {
    uint64_t hash = 0xcbf29ce484222325u; // FNV-1a
    for (size_t k = 0; k < c->count; ++k)
        for (size_t b = 0; b < c->list[k].size; ++b)
            hash = (hash ^ c->list[k].begin[i * c->list[k].size + b]) * 0x100000001b3u;
    return hash ^ hash >> 32;
}

static bool are_equal(const columns* c, size_t i, size_t j) {
    for (size_t k = 0; k < c->count; ++k) {
        const column* x = &c->list[k];
        if (memcmp(x->begin + i * x->size, x->begin + j * x->size, x->size) != 0)
            return false;
    }
    return true;
}

static asset_places number(const columns* c, size_t n, arena* memory) {
    asset_places out = {.of = ARENA_NEW(memory, uint32_t, n),
                        .first_at = ARENA_NEW(memory, uint32_t, n)};
    size_t slots = 2;
    while (slots < 2 * n)
        slots *= 2;
    arena* scratch = arena_create();
    uint32_t* table = ARENA_NEW(scratch, uint32_t, slots); // one more than a place
    for (size_t i = 0; i < n; ++i) {
        size_t at = hash_of(c, i) & (slots - 1);
        while (table[at] != 0 && !are_equal(c, i, out.first_at[table[at] - 1]))
            at = (at + 1) & (slots - 1);
        if (table[at] == 0) {
            out.first_at[out.count++] = (uint32_t)i;
            table[at] = out.count;
        }
        out.of[i] = table[at] - 1;
    }
    arena_destroy(scratch);
    return out;
}

// ---- parts -----------------------------------------------------------------------------

typedef struct search {
    const asset_draft* draft;
    const asset_table *shapes, *bends;
    arena* memory;
} search;

static float (*gathered(const search* f, const asset_draft_part* p, const float (*from)[3]))[3] {
    float(*to)[3] = arena_alloc(f->memory, (size_t)p->vertex_count, sizeof *to);
    for (int32_t i = 0; i < p->vertex_count; ++i)
        memcpy(to[i], from[p->vertices[i]], sizeof *to);
    return to;
}

static const uint8_t* stored(const search* f, const asset_draft_part* p, const asset_table* t,
                             texels3 values, size_t first_coord) {
    size_t count = (size_t)p->coord_count * (size_t)p->vertex_count;
    uint8_t* texels = arena_alloc(f->memory, count, asset_table_texel(t));
    asset_table_put(t, p, values, t->scales + first_coord, texels);
    return texels;
}

static void add_texels(columns* c, const asset_draft_part* p, const asset_places* of, size_t size) {
    for (size_t k = 0; k < (size_t)p->coord_count; ++k)
        add_column(c, of->texels + k * (size_t)p->vertex_count * size, size);
}

// Coordinates up to the last that turns a normal; where none does, the first stands for a part that has bends.
static uint32_t rows_of_bends(const search* f, const asset_draft_part* p, size_t first_coord) {
    uint32_t rows = (uint32_t)p->coord_count;
    while (rows > 1 && f->bends->scales[first_coord + rows - 1] == 0.0f)
        --rows;
    return rows;
}

// Each table by itself into `own`, and both together into `same`.
static void find_part(const search* f, int32_t index, size_t first_coord, asset_sharing* own,
                      asset_sharing* same) {
    const asset_draft_part* p = &f->draft->parts[index];
    size_t n = (size_t)p->vertex_count, r = (size_t)p->coord_count;
    asset_places shapes = {.texels = stored(f, p, f->shapes, p->shapes, first_coord)};
    asset_places bends = {0};
    columns by_place = {ARENA_NEW(f->memory, column, r + 1), 0};
    columns by_normal = {ARENA_NEW(f->memory, column, r + 1), 0};
    columns by_both = {ARENA_NEW(f->memory, column, 2 * r + 2), 0};
    add_column(&by_place, gathered(f, p, f->draft->positions), 3 * sizeof(float));
    add_texels(&by_place, p, &shapes, asset_table_texel(f->shapes));
    const uint8_t* texels = shapes.texels;
    shapes = number(&by_place, n, f->memory);
    shapes.texels = texels;
    shapes.rows = (uint32_t)r;
    own->shapes[index] = same->shapes[index] = shapes;
    if (p->bends_or_null == NULL)
        return;
    bends.texels = texels = stored(f, p, f->bends, p->bends_or_null, first_coord);
    add_column(&by_normal, gathered(f, p, f->draft->normals), 3 * sizeof(float));
    add_texels(&by_normal, p, &bends, asset_table_texel(f->bends));
    bends = number(&by_normal, n, f->memory);
    bends.texels = texels;
    bends.rows = rows_of_bends(f, p, first_coord);
    own->bends[index] = bends;
    own->apart = own->apart || memcmp(shapes.of, bends.of, n * sizeof *bends.of) != 0;
    add_column(&by_both, shapes.of, sizeof *shapes.of);
    add_column(&by_both, bends.of, sizeof *bends.of);
    asset_places both = number(&by_both, n, f->memory);
    both.texels = shapes.texels;
    both.rows = shapes.rows;
    same->shapes[index] = both;
    both.texels = bends.texels;
    both.rows = bends.rows;
    same->bends[index] = both;
}

static asset_sharing sharing_new(int32_t parts, arena* memory) {
    return (asset_sharing){.shapes = ARENA_NEW(memory, asset_places, (size_t)parts),
                           .bends = ARENA_NEW(memory, asset_places, (size_t)parts)};
}

// Every vertex at a place of its own.
static asset_sharing nothing_shared(const search* f, const asset_sharing* own) {
    asset_sharing out = sharing_new(f->draft->part_count, f->memory);
    for (int32_t p = 0; p < f->draft->part_count; ++p) {
        uint32_t n = (uint32_t)f->draft->parts[p].vertex_count;
        uint32_t* number = ARENA_NEW(f->memory, uint32_t, n);
        for (uint32_t i = 0; i < n; ++i)
            number[i] = i;
        const asset_places *shapes = &own->shapes[p], *bends = &own->bends[p];
        out.shapes[p] = (asset_places){n, number, number, shapes->texels, shapes->rows};
        if (f->draft->parts[p].bends_or_null != NULL)
            out.bends[p] = (asset_places){n, number, number, bends->texels, bends->rows};
    }
    return out;
}

// Bytes of tables, and of what says how they are shared.
static uint64_t size_of(const search* f, const asset_sharing* s, uint32_t layer_count) {
    uint64_t entry = sizeof(format_section) + FORMAT_ALIGNMENT;
    uint64_t places = entry + (uint64_t)f->draft->part_count * sizeof(format_places);
    uint64_t links = entry + (uint64_t)f->draft->vertex_count * layer_count * sizeof(uint32_t);
    return asset_table_bytes(f->shapes, asset_places_texels(f->draft, s->shapes)) +
           asset_table_bytes(f->bends, asset_places_texels(f->draft, s->bends)) +
           (s->any ? places : 0) + (s->apart ? links : 0);
}

asset_sharing asset_places_find(const asset_draft* draft, const asset_table* shapes,
                                const asset_table* bends, uint32_t layer_count, arena* memory) {
    search f = {draft, shapes, bends, memory};
    asset_sharing own = sharing_new(draft->part_count, memory);
    asset_sharing same = sharing_new(draft->part_count, memory);
    size_t coord = 0;
    for (int32_t p = 0; p < draft->part_count; coord += (size_t)draft->parts[p++].coord_count)
        find_part(&f, p, coord, &own, &same);
    asset_sharing best = nothing_shared(&f, &own);
    own.any = same.any = true;
    if (size_of(&f, &same, layer_count) < size_of(&f, &best, layer_count))
        best = same;
    return size_of(&f, &own, layer_count) < size_of(&f, &best, layer_count) ? own : best;
}

uint64_t asset_places_texels(const asset_draft* draft, const asset_places* places) {
    uint64_t count = 0;
    for (int32_t p = 0; p < draft->part_count; ++p)
        count += (uint64_t)places[p].rows * places[p].count;
    return count;
}

void asset_places_put(const asset_draft_part* part, const asset_places* places, size_t texel_size,
                      uint8_t* to) {
    for (size_t k = 0; k < places->rows; ++k) {
        const uint8_t* from = places->texels + k * (size_t)part->vertex_count * texel_size;
        for (uint32_t i = 0; i < places->count; ++i, to += texel_size)
            memcpy(to, from + places->first_at[i] * texel_size, texel_size);
    }
}
