// Bytes that grow at their end: a file being written.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/file.h"

typedef struct buffer {
    arena* memory;
    uint8_t* data;
    size_t size, capacity;
} buffer;

buffer buffer_new(arena* memory, size_t expected);

// A place for at most `most` bytes at the end; add what was used of it to `size`.
uint8_t* buffer_room(buffer* b, size_t most);

void buffer_add(buffer* b, const void* data, size_t size);
void buffer_text(buffer* b, const char* text);
void buffer_int(buffer* b, int64_t value);                      // decimal
void buffer_double(buffer* b, double value);                    // decimal, see number_out.h
void buffer_reversed(buffer* b, const void* data, size_t size); // last byte first: big-endian

static inline bytes buffer_bytes(const buffer* b) {
    return (bytes){b->data, b->size};
}
