// Blocks of several arrays: the layout function runs twice, first to measure, then to place, so that size
// and pointers cannot disagree.
// SPDX-License-Identifier: MIT
#pragma once

#include "supple/supple.h"

typedef struct memory_layout {
    uint8_t* base; // NULL while measuring
    size_t at;
} memory_layout;

static inline void* memory_take(memory_layout* l, size_t count, size_t size) {
    void* p = l->base == NULL ? NULL : l->base + l->at;
    l->at += (count * size + 15) / 16 * 16;
    return p;
}

// malloc and free, or in a freestanding build nothing, instead of NULL.
supple_allocator memory_allocator(const supple_allocator* allocator_or_null);
