// What a page carries of a body: all of it but the contacts of recordings, which nothing in a page asks for.
// SPDX-License-Identifier: MIT
#include "bake/export/gzip.h"
#include "bake/export/page_out.h"
#include "test/kit/check.h"
#include "test/kit/check_asset.h"
#include "test/kit/recorded_maker.h"

#include <zlib.h>

static asset_maker recorded(void) {
    asset_maker m = asset_maker_new(
        (asset_maker_options){.rings = 6, .sides = 6, .coords = {4, 3, 2}, .no_coupling = true});
    recorded_maker_add(&m, 0);
    return m;
}

TEST(a_page_has_a_recording_without_its_contacts) {
    asset_maker m = recorded();
    supple_asset a;
    CHECK(asset_maker_write(&m));
    CHECK(supple_asset_recorded(&m.asset, 0).contact_count == RECORDED_MAKER_TOUCHES);
    bytes body = page_body(m.out.file, &m.asset, m.memory);
    CHECK(body.size == m.out.file.size);
    CHECK(supple_asset_read(&a, body.data, body.size) == SUPPLE_OK);
    supple_recorded was = supple_asset_recorded(&m.asset, 0), is = supple_asset_recorded(&a, 0);
    CHECK(is.contact_count == 0 && is.state_count == was.state_count &&
          is.response_count == was.response_count && is.entry_count == was.entry_count);
    float before[8] = {0}, after[8] = {0};
    for (int i = 0; i < 5; ++i) {
        supple_asset_sample(&m.asset, 0, i, 0.05f, before, NULL);
        supple_asset_sample(&a, 0, i, 0.05f, after, NULL);
        CHECK(memcmp(before, after, sizeof before) == 0);
    }
    asset_maker_close(&m);
}

TEST(a_body_that_is_not_recorded_is_the_file_byte_for_byte) {
    asset_maker m = asset_maker_new((asset_maker_options){0});
    CHECK(asset_maker_write(&m));
    bytes body = page_body(m.out.file, &m.asset, m.memory);
    CHECK(body.size == m.out.file.size && memcmp(body.data, m.out.file.data, body.size) == 0);
    asset_maker_close(&m);
}

// Unpacked by zlib's own reader.
TEST(packed_bytes_come_back) {
    arena* memory = arena_create();
    for (size_t size = 0; size < 300000; size = 3 * size + 1) {
        uint8_t *from = ARENA_NEW(memory, uint8_t, size + 1),
                *back = ARENA_NEW(memory, uint8_t, size + 1);
        for (size_t i = 0; i < size; ++i)
            from[i] = (uint8_t)(i % 3 == 0 ? i * i : 7);
        bytes packed = gzip_packed((bytes){from, size}, memory);
        z_stream z = {.next_in = (Bytef*)(uintptr_t)packed.data,
                      .avail_in = (uInt)packed.size,
                      .next_out = back,
                      .avail_out = (uInt)size + 1};
        CHECK(inflateInit2(&z, 31) == Z_OK && inflate(&z, Z_FINISH) == Z_STREAM_END);
        CHECK(z.total_out == size && memcmp(from, back, size) == 0 && inflateEnd(&z) == Z_OK);
        CHECK(size < 10000 || packed.size < size);
    }
    arena_destroy(memory);
}

TEST_MAIN(CASE(a_page_has_a_recording_without_its_contacts),
          CASE(a_body_that_is_not_recorded_is_the_file_byte_for_byte), CASE(packed_bytes_come_back))
