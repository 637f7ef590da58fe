// Moving pictures: taken apart into ordinary PNGs, which stb decodes, every frame comes back.
// SPDX-License-Identifier: MIT
#include "bake/export/apng.h"

#include "test/kit/check.h"

typedef struct reader {
    bytes from;
    size_t at;
    const uint8_t *kind, *data; // of the chunk that was read
    uint32_t size;
} reader;

static uint32_t number_at(const uint8_t* p) {
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

static uint32_t crc_of(const uint8_t* p, size_t size) { // as the specification has it, bit by bit
    uint32_t crc = 0xffffffffu;
    for (size_t i = 0; i < size; ++i) {
        crc ^= p[i];
        for (int k = 0; k < 8; ++k)
            crc = crc & 1 ? crc >> 1 ^ 0xedb88320u : crc >> 1;
    }
    return ~crc;
}

static bool read_chunk(reader* r) {
    if (r->at + 12 > r->from.size)
        return false;
    r->size = number_at(r->from.data + r->at);
    r->kind = r->from.data + r->at + 4;
    r->data = r->kind + 4;
    r->at += 12 + (size_t)r->size;
    return r->at <= r->from.size &&
           number_at(r->data + r->size) == crc_of(r->kind, 4 + (size_t)r->size);
}

static size_t put_chunk(uint8_t* to, const char* kind, const uint8_t* data, uint32_t size) {
    uint32_t numbers[2] = {size, 0};
    memcpy(to + 4, kind, 4);
    if (size > 0)
        memcpy(to + 8, data, size);
    numbers[1] = crc_of(to + 4, 4 + (size_t)size);
    for (int i = 0; i < 4; ++i) {
        to[i] = (uint8_t)(numbers[0] >> (24 - 8 * i));
        to[8 + size + (uint32_t)i] = (uint8_t)(numbers[1] >> (24 - 8 * i));
    }
    return 12 + (size_t)size;
}

// One frame as a PNG of its own.
static picture frame_alone(const uint8_t* sizes, bytes pixels, bytes key, arena* memory) {
    uint8_t head[13] = {0, 0, 0, 0, 0, 0, 0, 0, 8, 2, 0, 0, 0};
    uint8_t* out = ARENA_NEW(memory, uint8_t, pixels.size + 128);
    memcpy(head, sizes, 8);
    memcpy(out, "\x89PNG\r\n\x1a\n", 8);
    size_t at = 8 + put_chunk(out + 8, "IHDR", head, 13);
    if (key.size > 0)
        at += put_chunk(out + at, "tRNS", key.data, (uint32_t)key.size);
    at += put_chunk(out + at, "IDAT", pixels.data, (uint32_t)pixels.size);
    at += put_chunk(out + at, "IEND", NULL, 0);
    picture p = {0};
    picture_decode((bytes){out, at}, memory, &p);
    return p;
}

static void lay_over(picture* to, const picture* from, const uint8_t* control) {
    uint32_t left = number_at(control + 12), top = number_at(control + 16);
    bool over = control[25] == 1;
    for (uint32_t y = 0; y < (uint32_t)from->height; ++y)
        for (uint32_t x = 0; x < (uint32_t)from->width; ++x) {
            const uint8_t* p = from->pixels + 4 * ((size_t)y * (size_t)from->width + x);
            if (!over || p[3] == 255)
                memcpy(to->pixels + 3 * ((size_t)(top + y) * (size_t)to->width + left + x), p, 3);
        }
}

// How many frames come back as they were; -1 where the file is no APNG of `count` frames.
static int32_t same_frames(bytes file, const picture* frames, int32_t count, arena* memory) {
    reader r = {.from = file, .at = 8};
    const uint8_t* control = NULL;
    bytes key = {NULL, 0};
    uint32_t sequence = 0;
    int32_t i = 0, same = 0;
    size_t size = (size_t)frames[0].width * (size_t)frames[0].height * 3;
    picture canvas = {frames[0].width, frames[0].height, 3, ARENA_NEW(memory, uint8_t, size)};
    while (read_chunk(&r) && memcmp(r.kind, "IEND", 4) != 0) {
        bool first = memcmp(r.kind, "IDAT", 4) == 0, later = memcmp(r.kind, "fdAT", 4) == 0;
        bool starts = memcmp(r.kind, "fcTL", 4) == 0;
        if ((starts || later) && number_at(r.data) != sequence++)
            return -1;
        if (memcmp(r.kind, "acTL", 4) == 0 && number_at(r.data) != (uint32_t)count)
            return -1;
        key = memcmp(r.kind, "tRNS", 4) == 0 ? (bytes){r.data, r.size} : key;
        control = starts ? r.data : control;
        if (!first && !later)
            continue;
        if (control == NULL || i == count)
            return -1;
        bytes pixels = {r.data + 4 * later, r.size - 4 * later};
        picture own = frame_alone(control + 4, pixels, key, memory);
        lay_over(&canvas, &own, control);
        same += memcmp(canvas.pixels, frames[i].pixels, size) == 0;
        ++i;
    }
    return i == count && r.at == file.size ? same : -1;
}

// A patch of noise wanders over a slope of colour; every third frame stands still.
static picture* wandering(int32_t width, int32_t height, int32_t count, arena* memory) {
    picture* out = ARENA_NEW(memory, picture, (size_t)count);
    uint32_t state = 7;
    for (int32_t i = 0; i < count; ++i) {
        out[i] = (picture){width, height, 3,
                           ARENA_NEW(memory, uint8_t, (size_t)width * (size_t)height * 3)};
        for (int32_t k = 0; k < width * height * 3; ++k) {
            int32_t x = k / 3 % width, y = k / 3 / width, to = 3 * i % width;
            state = state * 1664525u + 1013904223u;
            bool patch = abs(x - to) < 3 && abs(y - height / 2) < 4;
            out[i].pixels[k] = (uint8_t)(patch ? state >> 24 : (uint32_t)(x + 2 * y + k % 3));
        }
        if (i % 3 == 2)
            out[i] = out[i - 1];
    }
    return out;
}

TEST(every_frame_comes_back_to_the_bit_by_another_decoder) {
    static const int32_t sizes[][3] = {{40, 30, 9}, {1, 1, 3}, {7, 64, 5}, {33, 2, 1}};
    arena* memory = arena_create();
    for (int i = 0; i < 4; ++i) {
        int32_t count = sizes[i][2];
        picture* frames = wandering(sizes[i][0], sizes[i][1], count, memory);
        bytes file = apng_encode(frames, count, 40, memory);
        CHECK(same_frames(file, frames, count, memory) == count);
        picture still;
        CHECK(picture_decode(file, memory, &still)); // who knows no APNG sees the first
        CHECK(still.width == sizes[i][0] && still.height == sizes[i][1]);
    }
    arena_destroy(memory);
}

TEST(what_stands_still_takes_next_to_nothing) {
    arena* memory = arena_create();
    picture* frames = wandering(64, 64, 1, memory);
    picture all[20];
    for (int i = 0; i < 20; ++i)
        all[i] = frames[0];
    size_t one = apng_encode(all, 1, 40, memory).size,
           twenty = apng_encode(all, 20, 40, memory).size;
    arena_destroy(memory);
    CHECK(twenty < one + 19 * 100);
}

// Every colour there is, so none is left to mean "as before".
TEST(a_film_that_has_every_colour_is_written_whole) {
    enum { SIDE = 4096 };
    arena* memory = arena_create();
    picture frames[2];
    for (int i = 0; i < 2; ++i) {
        frames[i] = (picture){SIDE, SIDE, 3, ARENA_NEW(memory, uint8_t, 3 * SIDE * SIDE)};
        for (uint32_t k = 0; k < SIDE * SIDE; ++k)
            for (int c = 0; c < 3; ++c)
                frames[i].pixels[3 * k + (uint32_t)c] = (uint8_t)(k >> (8 * c));
    }
    memset(frames[1].pixels + 3 * 5000, 9, 3 * 300);
    CHECK(same_frames(apng_encode(frames, 2, 40, memory), frames, 2, memory) == 2);
    arena_destroy(memory);
}

TEST_MAIN(CASE(every_frame_comes_back_to_the_bit_by_another_decoder),
          CASE(what_stands_still_takes_next_to_nothing),
          SIZED_CASE(a_film_that_has_every_colour_is_written_whole))
