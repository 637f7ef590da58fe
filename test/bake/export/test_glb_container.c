// SPDX-License-Identifier: MIT
#include "bake/export/glb_container.h"

#include "test/kit/check.h"

static uint32_t u32_at(bytes b, size_t at) {
    return (uint32_t)(b.data[at] | b.data[at + 1] << 8 | b.data[at + 2] << 16) |
           (uint32_t)b.data[at + 3] << 24;
}

TEST(chunks_are_padded_to_four_bytes_and_lengths_add_up) {
    arena* a = arena_create();
    for (size_t json_size = 2; json_size < 7; ++json_size)
        for (size_t bin_size = 0; bin_size < 6; ++bin_size) {
            bytes b = glb_pack("{    }", json_size, (bytes){(const uint8_t*)"12345", bin_size}, a);
            CHECK(memcmp(b.data, "glTF\2\0\0\0", 8) == 0);
            CHECK(u32_at(b, 8) == b.size && b.size % 4 == 0);
            uint32_t json_length = u32_at(b, 12);
            CHECK(json_length % 4 == 0 && json_length >= json_size && json_length < json_size + 4);
            CHECK(memcmp(b.data + 16, "JSON", 4) == 0);
            for (size_t i = json_size; i < json_length; ++i)
                CHECK(b.data[20 + i] == ' ');
            size_t at = 20 + json_length;
            CHECK((bin_size == 0) == (at == b.size));
            if (bin_size == 0)
                continue;
            uint32_t bin_length = u32_at(b, at);
            CHECK(at + 8 + bin_length == b.size && bin_length >= bin_size);
            CHECK(memcmp(b.data + at + 4, "BIN\0", 4) == 0);
            CHECK(memcmp(b.data + at + 8, "12345", bin_size) == 0);
        }
    arena_destroy(a);
}

TEST(what_exceeds_the_length_field_is_refused) {
    arena* a = arena_create();
    bytes b = glb_pack("{}", 2, (bytes){(const uint8_t*)"", (size_t)UINT32_MAX - 8}, a);
    CHECK(b.data == NULL && b.size == 0);
    arena_destroy(a);
}

TEST_MAIN(CASE(chunks_are_padded_to_four_bytes_and_lengths_add_up),
          CASE(what_exceeds_the_length_field_is_refused))
