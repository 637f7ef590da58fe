// Rest plus, for each part, the sum of its shapes; normals plus the sum of its bends.
//
// James & Pai 2002, eq. 2 and 20, with any number of parts at a vertex, where theirs had one.
// A block of vertices is finished before the next begins, so that a vertex goes from the tables to the caller's memory
// without leaving the cache, and nothing of the mesh's size needs to be stored. The members of a part ascend: walking the
// mesh walks all its parts at once. Bends are summed and made unit last (numerics.md A10: projecting first is worse).
// Where vertices that a mesh has split share texels, a block sums each place once (sharing.h).
// SPDX-License-Identifier: MIT
#include "runtime/show/evaluate.h"

#include "runtime/base/assert.h"
#include "runtime/show/accumulate.h"
#include "runtime/show/normals.h"

#include <string.h>

enum { AMOUNTS = 64 }; // coordinates at a time

// In the order of the bits of `wanted`.
typedef enum field { POSITION, PREVIOUS, NORMAL, SPEED, FIELDS } field;

static float amount_of(const supple_body* b, field f, int32_t coord) {
    if (f == SPEED)
        return body_fade_fraction(b->fade[coord]) * b->sections.coords[coord].shape_scale *
               b->v[coord];
    body_amounts a = body_amounts_of(b, coord);
    return f == POSITION ? a.shape : f == PREVIOUS ? a.shape_before : a.bend;
}

// Places of a part's table: a run of them, or, with `list`, these.
typedef struct places {
    uint32_t first;
    const uint32_t* list_or_null; // [count]
    int32_t count;
} places;

// to <- from, which may be `to`, and what moves places of a part. Those of a list: from `to`.
static void sum_part(const supple_body* b, const asset_part* part, field f, int32_t coords,
                     places which, const float (*from)[3], float (*to)[3]) {
    const supple_table* table = f == NORMAL ? &b->asset.bends : &b->asset.shapes;
    uint32_t texel = f == NORMAL ? part->record->bend_texel : part->record->shape_texel;
    size_t plane = 3 * (size_t)(f == NORMAL ? part->bend_places : part->shape_places);
    for (int32_t k = 0; k < coords && which.count > 0; k += AMOUNTS) {
        float amounts[AMOUNTS];
        int32_t some = coords - k < AMOUNTS ? coords - k : AMOUNTS;
        for (int32_t j = 0; j < some; ++j)
            amounts[j] = amount_of(b, f, part->first_coord + k + j);
        accumulate_planes planes = {table, 3 * ((size_t)texel + which.first) + plane * (size_t)k,
                                    plane};
        if (which.list_or_null != NULL)
            accumulate_places(to, which.count, which.list_or_null, &planes, amounts, some);
        else
            accumulate(&to[0][0], &from[0][0], 3 * which.count, &planes, amounts, some);
        from = (const float(*)[3])to;
    }
}

// How many of a part's coordinates move it: those behind are faded out, or at rest.
static int32_t moving_coords(const supple_body* b, const asset_part* part, field f) {
    int32_t coords = (int32_t)part->record->coord_count;
    if (f == NORMAL && part->record->bend_texel == FORMAT_NONE)
        return 0;
    while (coords > 0 && amount_of(b, f, part->first_coord + coords - 1) == 0.0f)
        --coords;
    return coords;
}

// Where members share places: each place is summed once, and copied to those who take it.
static void add_shared(const evaluate_walk* w, int32_t p, field f, int32_t begin, int32_t end,
                       float (*block)[3]) {
    const supple_body* b = w->body;
    const asset_part* part = &b->parts[p].asset;
    const sharing* s = &b->prepared->sharing[f == NORMAL][p];
    const sharing_block* sums = &s->blocks[w->first / EVALUATE_VERTICES];
    int32_t coords = moving_coords(b, part, f), fresh = sums->fresh, older = sums->older;
    float at[EVALUATE_VERTICES][3];
    for (int32_t i = 0; i < fresh + older; ++i)
        memcpy(at[i], block[s->source[begin + i]], sizeof *at);
    const float(*from)[3] = (const float(*)[3])at;
    sum_part(b, part, f, coords, (places){sums->first, NULL, fresh}, from, at);
    sum_part(b, part, f, coords, (places){0, s->place + begin + fresh, older}, NULL, at + fresh);
    for (int32_t i = begin; i < end; ++i)
        memcpy(block[(int32_t)part->part_vertices[i] - w->first], at[s->sum[i]], sizeof *at);
}

// from: the block, or, for a part that has all of its vertices, what they are before it.
static void add_part(const evaluate_walk* w, const asset_part* part, field f, int32_t begin,
                     int32_t end, const float (*from)[3], float (*block)[3]) {
    int32_t coords = moving_coords(w->body, part, f), count = end - begin;
    const uint32_t* part_vertices = part->part_vertices + begin;
    int32_t first = (int32_t)part_vertices[0] - w->first,
            last = (int32_t)part_vertices[count - 1] - w->first;
    places all = {(uint32_t)begin, NULL, count};
    if (last - first == count - 1) { // they ascend, so they have no gaps
        sum_part(w->body, part, f, coords, all, from + first, block + first);
        return;
    }
    float some[EVALUATE_VERTICES][3];
    for (int32_t i = 0; i < count; ++i)
        memcpy(some[i], block[(int32_t)part_vertices[i] - w->first], sizeof some[i]);
    sum_part(w->body, part, f, coords, all, (const float(*)[3])some, some);
    for (int32_t i = 0; i < count; ++i)
        memcpy(block[(int32_t)part_vertices[i] - w->first], some[i], sizeof some[i]);
}

// Where vertices are before any part moves them; NULL: their speeds are 0.
static const float (*rest_of(const evaluate_walk* w, field f))[3] {
    const supple_asset* asset = &w->body->asset;
    const float* all = f == NORMAL ? asset->normals : asset->positions;
    return f == SPEED ? NULL : (const float(*)[3])(all + 3 * (size_t)w->first);
}

// What the next part adds to: the block, where rest is copied first, but for a part that has all of its vertices.
static const float (*begin_of(const evaluate_walk* w, const float (*from)[3], bool is_whole,
                              float (*block)[3]))[3] {
    const float(*to)[3] = (const float(*)[3])block;
    if (from == to || (is_whole && from != NULL))
        return from;
    size_t size = sizeof *block * (size_t)w->count;
    (void)(from == NULL ? memset(block, 0, size) : memcpy(block, from, size));
    return to;
}

// ---- four bodies at once: the same sums, of tables that are read once for all of them ----------

// Blocks of one field, of as many bodies, and what is added to.
typedef struct four {
    const supple_body* const* bodies;
    float (*at[ACCUMULATE_BODIES])[3];
    const float (*from[ACCUMULATE_BODIES])[3];
} four;

static void sum_four(const four* bodies, const asset_part* part, field f, int32_t coords,
                     uint32_t first, int32_t count) {
    const supple_asset* asset = &bodies->bodies[0]->asset;
    const supple_table* table = f == NORMAL ? &asset->bends : &asset->shapes;
    uint32_t texel = f == NORMAL ? part->record->bend_texel : part->record->shape_texel;
    size_t plane = 3 * (size_t)(f == NORMAL ? part->bend_places : part->shape_places);
    float* to[ACCUMULATE_BODIES];
    const float* from[ACCUMULATE_BODIES];
    for (int k = 0; k < ACCUMULATE_BODIES; ++k) {
        to[k] = &bodies->at[k][0][0];
        from[k] = &bodies->from[k][0][0];
    }
    for (int32_t c = 0; c < coords && count > 0; c += AMOUNTS) {
        float amounts[AMOUNTS][ACCUMULATE_BODIES];
        int32_t some = coords - c < AMOUNTS ? coords - c : AMOUNTS;
        for (int32_t j = 0; j < some; ++j)
            for (int k = 0; k < ACCUMULATE_BODIES; ++k)
                amounts[j][k] = amount_of(bodies->bodies[k], f, part->first_coord + c + j);
        accumulate_planes planes = {table, 3 * ((size_t)texel + first) + plane * (size_t)c, plane};
        accumulate_bodies(to, c == 0 ? from : (const float* const*)to, 3 * count, &planes,
                          (const float(*)[ACCUMULATE_BODIES])amounts, some);
    }
}

// As add_part: of vertices that follow one another, and of others by way of `some`.
static void add_part_four(const evaluate_walk* w, const asset_part* part, field f, int32_t coords,
                          int32_t begin, int32_t count, const four* blocks) {
    float some[ACCUMULATE_BODIES][EVALUATE_VERTICES][3];
    four to = *blocks;
    const uint32_t* part_vertices = part->part_vertices + begin;
    int32_t first = (int32_t)part_vertices[0] - w->first,
            last = (int32_t)part_vertices[count - 1] - w->first;
    bool follow = last - first == count - 1;
    for (int k = 0; k < ACCUMULATE_BODIES; ++k) {
        to.at[k] = follow ? blocks->at[k] + first : some[k];
        to.from[k] = follow ? blocks->from[k] + first : (const float(*)[3])some[k];
        for (int32_t i = 0; i < count && !follow; ++i)
            memcpy(some[k][i], blocks->at[k][(int32_t)part_vertices[i] - w->first],
                   sizeof *some[k]);
    }
    sum_four(&to, part, f, coords, (uint32_t)begin, count);
    for (int k = 0; k < ACCUMULATE_BODIES && !follow; ++k)
        for (int32_t i = 0; i < count; ++i)
            memcpy(blocks->at[k][(int32_t)part_vertices[i] - w->first], some[k][i],
                   sizeof *some[k]);
}

// As add_shared: places that are new in the block together, those that earlier blocks have met one by one.
static void add_shared_four(const evaluate_walk* w, int32_t p, field f, int32_t coords,
                            int32_t begin, int32_t end, const four* blocks) {
    const supple_body* b = w->body;
    const asset_part* part = &b->parts[p].asset;
    const sharing* s = &b->prepared->sharing[f == NORMAL][p];
    const sharing_block* sums = &s->blocks[w->first / EVALUATE_VERTICES];
    int32_t fresh = sums->fresh, older = sums->older;
    float some[ACCUMULATE_BODIES][EVALUATE_VERTICES][3];
    four to = *blocks;
    for (int k = 0; k < ACCUMULATE_BODIES; ++k) {
        to.at[k] = some[k];
        to.from[k] = (const float(*)[3])some[k];
        for (int32_t i = 0; i < fresh + older; ++i)
            memcpy(some[k][i], blocks->at[k][s->source[begin + i]], sizeof *some[k]);
    }
    sum_four(&to, part, f, coords, sums->first, fresh);
    for (int k = 0; k < ACCUMULATE_BODIES; ++k) {
        sum_part(blocks->bodies[k], part, f, coords, (places){0, s->place + begin + fresh, older},
                 NULL, some[k] + fresh);
        for (int32_t i = begin; i < end; ++i)
            memcpy(blocks->at[k][(int32_t)part->part_vertices[i] - w->first], some[k][s->sum[i]],
                   sizeof *some[k]);
    }
}

static void add_alone(evaluate_walk* w, int32_t p, field f, const float (*from)[3],
                      float (*block)[3]) {
    const asset_part* part = &w->body->parts[p].asset;
    if (moving_coords(w->body, part, f) == 0)
        return;
    if (w->body->prepared->sharing[f == NORMAL][p].blocks != NULL)
        add_shared(w, p, f, w->begin[p], w->next[p], block);
    else
        add_part(w, part, f, w->begin[p], w->next[p], from, block);
}

// A part of a block of four bodies; w: of any of them.
static void add_four(evaluate_walk* w, int32_t p, field f, four* blocks) {
    const asset_part* part = &w->body->parts[p].asset;
    int32_t begin = w->begin[p], end = w->next[p],
            coords = moving_coords(blocks->bodies[0], part, f);
    bool shared = w->body->prepared->sharing[f == NORMAL][p].blocks != NULL, alike = true;
    for (int k = 1; k < ACCUMULATE_BODIES; ++k)
        alike &= moving_coords(blocks->bodies[k], part, f) == coords;
    if (begin == end || (alike && coords == 0))
        return;
    for (int k = 0; k < ACCUMULATE_BODIES; ++k)
        blocks->from[k] = begin_of(w, blocks->from[k], alike && !shared && end - begin == w->count,
                                   blocks->at[k]);
    if (alike && shared)
        add_shared_four(w, p, f, coords, begin, end, blocks);
    else if (alike)
        add_part_four(w, part, f, coords, begin, end - begin, blocks);
    for (int k = 0; k < ACCUMULATE_BODIES; ++k) {
        w->body = blocks->bodies[k];
        if (!alike)
            add_alone(w, p, f, blocks->from[k], blocks->at[k]);
        blocks->from[k] = (const float(*)[3])blocks->at[k];
    }
}

// A field of a block.
static void fill_four(evaluate_walk* w, field f, four* blocks) {
    for (int k = 0; k < ACCUMULATE_BODIES; ++k)
        blocks->from[k] = rest_of(w, f);
    for (int32_t p = 0; p < w->body->part_count; ++p)
        add_four(w, p, f, blocks);
    for (int k = 0; k < ACCUMULATE_BODIES; ++k)
        begin_of(w, blocks->from[k], false, blocks->at[k]);
}

// The first of a part's members at or behind a vertex.
static int32_t part_vertex_behind(const asset_part* part, int32_t from, int32_t vertex) {
    int32_t low = from, high = (int32_t)part->record->part_vertex_count;
    while (low < high) {
        int32_t middle = low + (high - low) / 2;
        if ((int32_t)part->part_vertices[middle] < vertex)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

void evaluate_begin(evaluate_walk* walk, const supple_body* body, int wanted) {
    walk->body = body;
    walk->wanted = wanted;
    walk->first = 0;
    walk->count = 0;
    memset(walk->next, 0, sizeof walk->next);
}

bool evaluate_advance(evaluate_walk* w) {
    const supple_body* b = w->body;
    w->first += w->count;
    int32_t left = b->asset.vertex_count - w->first;
    w->count = left < EVALUATE_VERTICES ? left : EVALUATE_VERTICES;
    if (w->count <= 0)
        return false;
    for (int32_t p = 0; p < b->part_count; ++p) {
        w->begin[p] = w->next[p];
        w->next[p] = part_vertex_behind(&b->parts[p].asset, w->begin[p], w->first + w->count);
    }
    return true;
}

static void fill(evaluate_walk* w, field f, float (*block)[3]) {
    const supple_body* b = w->body;
    const float(*from)[3] = rest_of(w, f);
    for (int32_t p = 0; p < b->part_count; ++p) {
        int32_t count = w->next[p] - w->begin[p];
        bool shared = b->prepared->sharing[f == NORMAL][p].blocks != NULL;
        if (count == 0 || moving_coords(b, &b->parts[p].asset, f) == 0)
            continue;
        from = begin_of(w, from, !shared && count == w->count, block);
        add_alone(w, p, f, from, block);
        from = (const float(*)[3])block;
    }
    begin_of(w, from, false, block);
}

void evaluate_fill(evaluate_walk* w) {
    float(*blocks[])[3] = {w->positions, w->previous, w->normals, w->positions};
    for (int f = 0; f < FIELDS; ++f)
        if (w->wanted & 1 << f)
            fill(w, (field)f, blocks[f]);
}

bool evaluate_next(evaluate_walk* w) {
    if (!evaluate_advance(w))
        return false;
    evaluate_fill(w);
    return true;
}

int evaluate_wanted(const supple_streams* s) {
    SUPPLE_ASSERT(s != NULL);
    return (s->positions != NULL ? EVALUATE_POSITIONS : 0) |
           (s->previous != NULL ? EVALUATE_PREVIOUS : 0) |
           (s->normals != NULL || s->tangents != NULL ? EVALUATE_NORMALS : 0);
}

// A stream of threes; packed ones, the usual, at once.
static void write_threes(float* stream, size_t stride, const evaluate_walk* w,
                         const float (*from)[3]) {
    if (stride == sizeof *from) {
        memcpy(evaluate_at(stream, stride, w->first), from, sizeof *from * (size_t)w->count);
        return;
    }
    for (int32_t i = 0; i < w->count; ++i)
        memcpy(evaluate_at(stream, stride, w->first + i), from[i], sizeof from[i]);
}

// As they are at rest; normals_write turns them.
static void write_tangents(const supple_streams* out, const evaluate_walk* w) {
    const supple_asset* asset = &w->body->asset;
    if (out->tangents != NULL && asset->tangents != NULL)
        for (int32_t i = w->first; i < w->first + w->count; ++i)
            memcpy(evaluate_at(out->tangents, out->tangent_stride, i),
                   asset->tangents + 4 * (size_t)i, 4 * sizeof(float));
}

void evaluate_four(evaluate_walk* w, const supple_body* const bodies[],
                   const supple_streams* outs) {
    float fourth[EVALUATE_VERTICES][3];
    four blocks = {.bodies = bodies, .at = {w->positions, w->previous, w->normals, fourth}};
    int wanted = evaluate_wanted(outs);
    for (int k = 0; k < ACCUMULATE_BODIES; ++k)
        write_tangents(&outs[k], w);
    for (int f = 0; f < NORMAL; ++f)
        if (wanted & 1 << f) {
            fill_four(w, (field)f, &blocks);
            for (int k = 0; k < ACCUMULATE_BODIES; ++k)
                write_threes(f == POSITION ? outs[k].positions : outs[k].previous,
                             f == POSITION ? outs[k].position_stride : outs[k].previous_stride, w,
                             (const float(*)[3])blocks.at[k]);
        }
    if (!(wanted & EVALUATE_NORMALS))
        return;
    fill_four(w, NORMAL, &blocks);
    for (int k = 0; k < ACCUMULATE_BODIES; ++k)
        normals_write(&w->body->asset, &outs[k], w->first, w->count, blocks.at[k]);
}

void evaluate_write(evaluate_walk* w, const supple_streams* out) {
    const supple_asset* asset = &w->body->asset;
    if (out->positions != NULL)
        write_threes(out->positions, out->position_stride, w, (const float(*)[3])w->positions);
    if (out->previous != NULL)
        write_threes(out->previous, out->previous_stride, w, (const float(*)[3])w->previous);
    write_tangents(out, w);
    if (w->wanted & EVALUATE_NORMALS)
        normals_write(asset, out, w->first, w->count, w->normals);
}

supple_streams supple_streams_packed(float* positions, float* normals_or_null) {
    return (supple_streams){.positions = positions,
                            .position_stride = 3 * sizeof(float),
                            .normals = normals_or_null,
                            .normal_stride = 3 * sizeof(float)};
}

void supple_body_upload(const supple_body* body, float (*rows)[4]) {
    for (int32_t i = 0; i < body->coord_count; ++i) {
        body_amounts a = body_amounts_of(body, i);
        rows[i][0] = a.shape;
        rows[i][1] = a.bend;
        rows[i][2] = a.shape_before;
        rows[i][3] = 0.0f;
    }
}

void supple_body_evaluate(const supple_body* body, const supple_streams* out) {
    evaluate_walk w;
    evaluate_begin(&w, body, evaluate_wanted(out));
    while (evaluate_next(&w))
        evaluate_write(&w, out);
    if (out->normal_form == SUPPLE_NORMALS_RECOMPUTED)
        normals_recompute(&body->asset, out, NULL);
}
