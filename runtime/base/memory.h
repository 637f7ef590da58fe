// Blocks of several arrays: the layout function runs twice, first to measure, then to place, so that size
// and pointers cannot disagree.
// SPDX-License-Identifier: MIT
#pragma once

#include "runtime/base/assert.h"
#include "supple/supple.h"

typedef struct memory_layout {
    uint8_t* base; // NULL while measuring
    size_t at;
} memory_layout;

#define MEMORY_TOO_MUCH ((size_t)-1) // measured: more than a size can say, on a machine of 32 bits

static inline void* memory_take(memory_layout* l, size_t count, size_t size) {
    void* p = l->base == NULL ? NULL : l->base + l->at;
    size_t room = MEMORY_TOO_MUCH / 2 - (l->at < MEMORY_TOO_MUCH / 2 ? l->at : MEMORY_TOO_MUCH / 2);
    l->at =
        size > 0 && count > room / size ? MEMORY_TOO_MUCH : l->at + (count * size + 15) / 16 * 16;
    return p;
}

enum { MEMORY_LINE = 64 }; // bytes of a line of the cache

// Goes on to the beginning of a line. What was measured has room for that wherever the base is, also
// where malloc aligns to 8 bytes only, so placing may end before the measured size, never behind it.
static inline void memory_begin_line(memory_layout* l) {
    l->at += l->base == NULL
                 ? MEMORY_LINE
                 : (MEMORY_LINE - (uintptr_t)(l->base + l->at) % MEMORY_LINE) % MEMORY_LINE;
}

// Whole lines, after memory_begin_line and others of these.
static inline void* memory_take_lines(memory_layout* l, size_t count, size_t size) {
    SUPPLE_ASSERT(l->base == NULL || (uintptr_t)(l->base + l->at) % MEMORY_LINE == 0);
    return memory_take(l, (count * size + MEMORY_LINE - 1) / MEMORY_LINE, MEMORY_LINE);
}

// Takes room for a struct first, then for its arrays, whose pointers it sets in it.
typedef void (*memory_lay_out)(void* owner, memory_layout* l);

// Allocates the block of a struct and its arrays, all zero but a copy of `counts` at its beginning: a struct of so
// many bytes whose counts are known. NULL: no memory. *bytes: of the block.
void* memory_make(const supple_allocator* allocator, memory_lay_out lay_out, void* counts,
                  size_t count_bytes, size_t* bytes);

// malloc and free, or in a freestanding build nothing, instead of NULL.
supple_allocator memory_allocator(const supple_allocator* allocator_or_null);
