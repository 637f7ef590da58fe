// Marks of states: FNV-1a over what must be the same where a state is restored, so that one of another
// asset or of another layout is recognised.
// SPDX-License-Identifier: MIT
#pragma once

#include <stddef.h>
#include <stdint.h>

#define MARK_BEGIN 0xcbf29ce484222325u

static inline uint64_t mark_number(uint64_t mark, uint64_t number) {
    return (mark ^ number) * 0x100000001b3u;
}

static inline uint64_t mark_bytes(uint64_t mark, const void* bytes, size_t size) {
    for (size_t i = 0; i < size; ++i)
        mark = mark_number(mark, ((const uint8_t*)bytes)[i]);
    return mark;
}
