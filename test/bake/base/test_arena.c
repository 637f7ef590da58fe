// Memory of a bake: aligned, zeroed, never moved by later requests, grown without loss.
// SPDX-License-Identifier: MIT
#include "bake/base/arena.h"
#include "test/kit/check.h"

#include <stdint.h>

static bool all_zero(const unsigned char* p, size_t size) {
    for (size_t i = 0; i < size; ++i)
        if (p[i] != 0)
            return false;
    return true;
}

TEST(every_block_is_aligned_zeroed_and_its_own) {
    arena* a = arena_create();
    unsigned char* blocks[200];
    for (int i = 0; i < 200;
         ++i) { // from 0 bytes over the shared blocks to large ones of their own
        size_t size = (size_t)i * i * 17;
        blocks[i] = arena_alloc(a, size, 1);
        CHECK((uintptr_t)blocks[i] % 16 == 0);
        CHECK(all_zero(blocks[i], size));
        memset(blocks[i], i, size);
    }
    for (int i = 0; i < 200; ++i)
        for (size_t k = 0; k < (size_t)i * i * 17; ++k)
            CHECK(blocks[i][k] == i);
    arena_destroy(a);
}

TEST(growing_keeps_the_old_and_zeroes_the_new) {
    arena* a = arena_create();
    int32_t* array = NULL;
    size_t count = 0;
    for (size_t capacity = 1; capacity < 1000000; capacity *= 2) {
        array = arena_grow(a, array, count, capacity, sizeof *array);
        for (size_t i = 0; i < count; ++i)
            CHECK(array[i] == (int32_t)i + 1);
        CHECK(all_zero((unsigned char*)(array + count), (capacity - count) * sizeof *array));
        for (; count < capacity; ++count)
            array[count] = (int32_t)count + 1;
        if (capacity == 4096)
            arena_alloc(a, 1 << 20, 1); // something else comes between
    }
    arena_destroy(a);
}

TEST(formatted_text_has_any_length) {
    arena* a = arena_create();
    char long_word[5000];
    memset(long_word, 'x', sizeof long_word - 1);
    long_word[sizeof long_word - 1] = 0;
    CHECK(strlen(arena_format(a, "%s%s", long_word, long_word)) == 2 * 4999);
    CHECK_TEXT(arena_format(a, "%s", ""), "");
    CHECK_TEXT(arena_copy_text(a, "hello world", 5), "hello");
    arena_destroy(a);
}

TEST_MAIN(CASE(every_block_is_aligned_zeroed_and_its_own),
          CASE(growing_keeps_the_old_and_zeroes_the_new), CASE(formatted_text_has_any_length))
