// The first frame whole; of each later one the box that changes, and in it one colour that no frame has where a pixel stays (tRNS,
// blended over). Runs of that colour are what makes a body before a still background small.
// SPDX-License-Identifier: MIT
#include "bake/export/apng.h"

#include "bake/base/assert.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { APNG_LEVEL = 9, CHANNELS = 3, COLORS = 1 << 24 };

typedef struct box { // pixels, the far ends excluded
    int32_t left, top, right, bottom;
} box;

typedef struct film {
    uint8_t* data; // what is written so far
    size_t size, room;
    uint32_t sequence; // number of the next chunk of an animation
    bool keyed;        // is there a colour that no frame has? Else changed boxes are written whole
    uint8_t stays[CHANNELS]; // that colour
    arena* memory;
} film;

// ---- chunks ----------------------------------------------------------------------------

static void put(film* f, const void* from, size_t size) {
    if (size == 0)
        return;
    if (f->size + size > f->room) {
        size_t room = 2 * (f->size + size);
        uint8_t* larger = ARENA_NEW(f->memory, uint8_t, room);
        if (f->size > 0)
            memcpy(larger, f->data, f->size);
        f->data = larger;
        f->room = room;
    }
    memcpy(f->data + f->size, from, size);
    f->size += size;
}

static void big_endian(uint32_t x, uint8_t out[4]) {
    for (int i = 0; i < 4; ++i)
        out[i] = (uint8_t)(x >> (24 - 8 * i));
}

// head: bytes of the chunk before its data, which may be none.
static void put_chunk(film* f, const char kind[4], bytes head, bytes data) {
    uint8_t number[4];
    big_endian((uint32_t)(head.size + data.size), number);
    put(f, number, 4);
    size_t from = f->size;
    put(f, kind, 4);
    put(f, head.data, head.size);
    put(f, data.data, data.size);
    big_endian((uint32_t)crc32(0, f->data + from, (uInt)(f->size - from)), number);
    put(f, number, 4);
}

static void put_numbers(film* f, const char kind[4], const uint32_t* numbers, int count,
                        bytes tail) {
    uint8_t head[32];
    SUPPLE_ASSERT(count <= 8);
    for (int i = 0; i < count; ++i)
        big_endian(numbers[i], head + 4 * i);
    put_chunk(f, kind, (bytes){head, 4 * (size_t)count}, tail);
}

static void put_control(film* f, const box* b, int32_t delay, bool over) {
    const uint8_t tail[] = {
        (uint8_t)(delay >> 8), (uint8_t)delay, 1000 >> 8, 1000 & 255, 0 /* leave it there */, over};
    const uint32_t numbers[] = {f->sequence++, (uint32_t)(b->right - b->left),
                                (uint32_t)(b->bottom - b->top), (uint32_t)b->left,
                                (uint32_t)b->top};
    put_numbers(f, "fcTL", numbers, 5, (bytes){tail, sizeof tail});
}

// ---- pixels ----------------------------------------------------------------------------

static int paeth(int a, int b, int c) {
    int pa = abs(b - c), pb = abs(a - c), pc = abs(a + b - 2 * c);
    return pa <= pb && pa <= pc ? a : pb <= pc ? b : c;
}

static int predicted(int filter, int left, int above, int corner) {
    return filter == 1 ? left : filter == 2 ? above : filter == 4 ? paeth(left, above, corner) : 0;
}

// What a filter leaves of a row, and how far that is from nothing.
static int64_t filter_row(int filter, const uint8_t* at, const uint8_t* above, size_t size,
                          uint8_t* out) {
    int64_t sum = 0;
    for (size_t i = 0; i < size; ++i) {
        bool inner = i >= CHANNELS;
        out[i] = (uint8_t)(at[i] - predicted(filter, inner ? at[i - CHANNELS] : 0, above[i],
                                             inner ? above[i - CHANNELS] : 0));
        sum += abs((int8_t)out[i]);
    }
    return sum;
}

// Rows with a filter's number before each: of nothing, left, above and Paeth's the one that leaves least, as PNG's authors advise.
static bytes filtered(const uint8_t* pixels, int32_t width, int32_t height, arena* memory) {
    static const int filters[] = {0, 1, 2, 4};
    size_t row = (size_t)width * CHANNELS, size = (row + 1) * (size_t)height;
    uint8_t* out = ARENA_NEW(memory, uint8_t, size);
    uint8_t* tried = ARENA_NEW(memory, uint8_t, row);
    const uint8_t* above = ARENA_NEW(memory, uint8_t, row); // black before the first
    for (int32_t y = 0; y < height; ++y) {
        const uint8_t* at = pixels + (size_t)y * row;
        uint8_t* to = out + (size_t)y * (row + 1);
        int64_t least = INT64_MAX;
        for (int k = 0; k < 4; ++k) {
            int64_t sum = filter_row(filters[k], at, above, row, tried);
            if (sum < least) {
                least = sum;
                to[0] = (uint8_t)filters[k];
                memcpy(to + 1, tried, row);
            }
        }
        above = at;
    }
    return (bytes){out, size};
}

static bytes deflated(bytes from, arena* memory) {
    uLongf size = compressBound((uLong)from.size);
    uint8_t* out = ARENA_NEW(memory, uint8_t, size);
    int done = compress2(out, &size, from.data, (uLong)from.size, APNG_LEVEL);
    SUPPLE_ASSERT(done == Z_OK);
    (void)done;
    return (bytes){out, size};
}

static bytes packed(const uint8_t* pixels, int32_t width, int32_t height, arena* memory) {
    return deflated(filtered(pixels, width, height, memory), memory);
}

static const uint8_t* pixel_at(const picture* p, int32_t x, int32_t y) {
    return p->pixels + ((size_t)y * (size_t)p->width + (size_t)x) * CHANNELS;
}

static bool same_pixel(const picture* a, const picture* b, int32_t x, int32_t y) {
    return memcmp(pixel_at(a, x, y), pixel_at(b, x, y), CHANNELS) == 0;
}

// What differs; where nothing does, one pixel, for a frame has one at least.
static box changed_box(const picture* a, const picture* b) {
    box out = {a->width, a->height, 0, 0};
    for (int32_t y = 0; y < a->height; ++y)
        for (int32_t x = 0; x < a->width; ++x)
            if (!same_pixel(a, b, x, y)) {
                out.left = x < out.left ? x : out.left;
                out.top = y < out.top ? y : out.top;
                out.right = x >= out.right ? x + 1 : out.right;
                out.bottom = y + 1;
            }
    return out.right > 0 ? out : (box){0, 0, 1, 1};
}

static bytes changed_pixels(const film* f, const picture* before, const picture* now, const box* b,
                            arena* memory) {
    int32_t width = b->right - b->left, height = b->bottom - b->top;
    uint8_t* out = ARENA_NEW(memory, uint8_t, (size_t)width * (size_t)height * CHANNELS);
    uint8_t* to = out;
    for (int32_t y = b->top; y < b->bottom; ++y)
        for (int32_t x = b->left; x < b->right; ++x, to += CHANNELS)
            memcpy(to, f->keyed && same_pixel(before, now, x, y) ? f->stays : pixel_at(now, x, y),
                   CHANNELS);
    return packed(out, width, height, memory);
}

static bool find_unused(const picture* frames, int32_t count, uint8_t out[CHANNELS]) {
    arena* scratch = arena_create();
    uint8_t* used = ARENA_NEW(scratch, uint8_t, COLORS / 8);
    for (int32_t i = 0; i < count; ++i)
        for (int64_t k = 0; k < (int64_t)frames[i].width * frames[i].height; ++k) {
            const uint8_t* p = frames[i].pixels + k * CHANNELS;
            int32_t color = p[0] << 16 | p[1] << 8 | p[2];
            used[color >> 3] |= (uint8_t)(1 << (color & 7));
        }
    int32_t color = 0;
    while (color < COLORS && (used[color >> 3] >> (color & 7) & 1))
        ++color;
    arena_destroy(scratch);
    for (int i = 0; i < CHANNELS; ++i)
        out[i] = (uint8_t)(color >> (16 - 8 * i));
    return color < COLORS;
}

// ---- the file --------------------------------------------------------------------------

static void put_head(film* f, const picture* first, int32_t count) {
    static const uint8_t signature[] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
    static const uint8_t kind[] = {8 /* bits */, 2 /* RGB */, 0, 0, 0};
    const uint32_t size[] = {(uint32_t)first->width, (uint32_t)first->height};
    const uint32_t frames[] = {(uint32_t)count, 0 /* without end */};
    const uint8_t key[] = {0, f->stays[0], 0, f->stays[1], 0, f->stays[2]};
    put(f, signature, sizeof signature);
    put_numbers(f, "IHDR", size, 2, (bytes){kind, sizeof kind});
    put_numbers(f, "acTL", frames, 2, (bytes){NULL, 0});
    if (f->keyed)
        put_chunk(f, "tRNS", (bytes){key, sizeof key}, (bytes){NULL, 0});
}

bytes apng_encode(const picture* frames, int32_t count, int32_t delay, arena* memory) {
    SUPPLE_ASSERT(count > 0 && delay > 0 && delay < 1 << 16);
    film f = {.memory = memory};
    f.keyed = find_unused(frames, count, f.stays);
    put_head(&f, &frames[0], count);
    for (int32_t i = 0; i < count; ++i) {
        SUPPLE_ASSERT(frames[i].channels == CHANNELS && frames[i].width == frames[0].width &&
                      frames[i].height == frames[0].height);
        arena* scratch = arena_create();
        box all = {0, 0, frames[i].width, frames[i].height};
        box b = i == 0 ? all : changed_box(&frames[i - 1], &frames[i]);
        put_control(&f, &b, delay, i > 0 && f.keyed);
        bytes data = i == 0 ? packed(frames[0].pixels, all.right, all.bottom, scratch)
                            : changed_pixels(&f, &frames[i - 1], &frames[i], &b, scratch);
        if (i == 0)
            put_chunk(&f, "IDAT", (bytes){NULL, 0}, data);
        else
            put_numbers(&f, "fdAT", &(uint32_t){f.sequence++}, 1, data);
        arena_destroy(scratch);
    }
    put_chunk(&f, "IEND", (bytes){NULL, 0}, (bytes){NULL, 0});
    return (bytes){f.data, f.size};
}
