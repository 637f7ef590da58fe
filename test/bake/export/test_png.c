// Pictures out and in again.
// SPDX-License-Identifier: MIT
#include "bake/export/png.h"

#include "test/kit/check.h"

static picture noise(int32_t width, int32_t height, int32_t channels, arena* memory) {
    size_t size = (size_t)width * (size_t)height * (size_t)channels;
    picture p = {width, height, channels, ARENA_NEW(memory, uint8_t, size)};
    uint32_t state = 1;
    for (size_t i = 0; i < size; ++i) {
        state = state * 1664525u + 1013904223u;
        p.pixels[i] = (uint8_t)(state >> 24);
    }
    return p;
}

TEST(what_is_encoded_decodes_to_the_same_pixels) {
    arena* memory = arena_create();
    static const int32_t sizes[][2] = {{1, 1}, {7, 5}, {64, 1}, {1, 64}, {129, 77}};
    int wrong = 0;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; ++i)
        for (int32_t channels = 3; channels <= 4; ++channels) {
            picture p = noise(sizes[i][0], sizes[i][1], channels, memory), q;
            bool fine = picture_decode(png_encode(&p, memory), memory, &q) && q.width == p.width &&
                        q.height == p.height && q.channels == 4;
            for (size_t k = 0; fine && k < (size_t)p.width * (size_t)p.height; ++k) {
                for (size_t c = 0; c < (size_t)channels; ++c)
                    wrong += p.pixels[k * (size_t)channels + c] != q.pixels[4 * k + c];
                wrong += channels == 3 && q.pixels[4 * k + 3] != 255;
            }
            wrong += !fine;
        }
    arena_destroy(memory);
    CHECK(wrong == 0);
}

TEST(the_same_picture_gives_the_same_bytes) {
    arena* memory = arena_create();
    picture p = noise(50, 40, 3, memory);
    bytes a = png_encode(&p, memory), b = png_encode(&p, memory);
    bool same = a.size == b.size && memcmp(a.data, b.data, a.size) == 0;
    arena_destroy(memory);
    CHECK(same);
}

TEST(what_is_no_picture_is_refused) {
    arena* memory = arena_create();
    picture q;
    static const uint8_t text[] = "not a picture at all, only a sentence";
    bool taken = picture_decode((bytes){text, sizeof text}, memory, &q) ||
                 picture_decode((bytes){text, 0}, memory, &q) ||
                 picture_decode((bytes){(const uint8_t*)"GIF89a\1\0\1\0", 10}, memory, &q);
    arena_destroy(memory);
    CHECK(!taken);
}

TEST(a_picture_that_claims_to_be_huge_is_refused) {
    arena* memory = arena_create();
    picture p = noise(4, 4, 3, memory), q;
    bytes b = png_encode(&p, memory);
    static const uint32_t sides[][2] = {{20000, 4}, {4, 0x7fffffff}, {16384, 16384}, {0, 4}};
    int taken = 0;
    for (int i = 0; i < 4; ++i) {
        uint8_t* copy = ARENA_NEW(memory, uint8_t, b.size);
        memcpy(copy, b.data, b.size);
        for (int k = 0; k < 4; ++k) { // width and height stand at bytes 16 and 20, big-endian
            copy[16 + k] = (uint8_t)(sides[i][0] >> (24 - 8 * k));
            copy[20 + k] = (uint8_t)(sides[i][1] >> (24 - 8 * k));
        }
        taken += picture_decode((bytes){copy, b.size}, memory, &q);
    }
    arena_destroy(memory);
    CHECK(taken == 0);
}

// Black packs as no other picture does: what is left is still far more than the least that 400 x 400 pixels can take.
TEST(a_picture_has_no_more_pixels_than_its_bytes_can_hold) {
    arena* memory = arena_create();
    picture black = {400, 400, 3, ARENA_NEW(memory, uint8_t, 3 * 400 * 400)}, q;
    bytes b = png_encode(&black, memory);
    bool taken = picture_decode(b, memory, &q);
    size_t before = arena_used(memory);
    uint8_t* copy = ARENA_NEW(memory, uint8_t, b.size);
    memcpy(copy, b.data, b.size);
    copy[18] = copy[22] = 0x1F; // 8080 pixels a side
    bool too_many = picture_decode((bytes){copy, b.size}, memory, &q);
    bool little = arena_used(memory) - before < 2 * b.size;
    arena_destroy(memory);
    CHECK(taken && !too_many && little);
}

TEST(cut_and_changed_files_do_no_harm) {
    arena* memory = arena_create();
    picture p = noise(20, 20, 4, memory), q;
    bytes b = png_encode(&p, memory);
    int whole = 0;
    for (size_t size = 0; size < b.size; size += 3)
        whole += picture_decode((bytes){b.data, size}, memory, &q) && size < 60;
    uint8_t* copy = ARENA_NEW(memory, uint8_t, b.size);
    for (size_t i = 0; i < b.size; ++i) {
        memcpy(copy, b.data, b.size);
        copy[i] ^= 0x55;
        if (picture_decode((bytes){copy, b.size}, memory, &q))
            whole += q.width > PICTURE_SIDE_MAX;
    }
    arena_destroy(memory);
    CHECK(whole == 0);
}

TEST_MAIN(CASE(what_is_encoded_decodes_to_the_same_pixels),
          CASE(the_same_picture_gives_the_same_bytes), CASE(what_is_no_picture_is_refused),
          CASE(a_picture_that_claims_to_be_huge_is_refused),
          CASE(a_picture_has_no_more_pixels_than_its_bytes_can_hold),
          CASE(cut_and_changed_files_do_no_harm))
