// Grows by half: the newest large block of an arena grows in place.
// SPDX-License-Identifier: MIT
#include "bake/base/buffer.h"
#include "bake/base/assert.h"
#include "bake/base/number_out.h"

#include <string.h>

buffer buffer_new(arena* memory, size_t expected) {
    size_t capacity = expected + 64;
    return (buffer){memory, ARENA_NEW(memory, uint8_t, capacity), 0, capacity};
}

uint8_t* buffer_room(buffer* b, size_t most) {
    if (b->capacity - b->size < most) {
        size_t capacity = b->size + b->size / 2 + most;
        b->data = arena_grow(b->memory, b->data, b->size, capacity, 1);
        b->capacity = capacity;
    }
    return b->data + b->size;
}

void buffer_add(buffer* b, const void* data, size_t size) {
    SUPPLE_ASSERT(size == 0 || data != NULL);
    if (size > 0)
        memcpy(buffer_room(b, size), data, size);
    b->size += size;
}

void buffer_text(buffer* b, const char* text) {
    SUPPLE_ASSERT(text != NULL);
    buffer_add(b, text, strlen(text));
}

void buffer_int(buffer* b, int64_t value) {
    char digits[24];
    int n = 0;
    uint64_t left = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    do {
        digits[n++] = (char)('0' + left % 10);
        left /= 10;
    } while (left > 0);
    if (value < 0)
        digits[n++] = '-';
    uint8_t* to = buffer_room(b, sizeof digits);
    for (int i = 0; i < n; ++i)
        to[i] = (uint8_t)digits[n - 1 - i];
    b->size += (size_t)n;
}

void buffer_double(buffer* b, double value) {
    b->size += (size_t)number_out(value, (char*)buffer_room(b, NUMBER_OUT_SIZE));
}

void buffer_reversed(buffer* b, const void* data, size_t size) {
    const uint8_t* from = data;
    uint8_t* to = buffer_room(b, size);
    for (size_t i = 0; i < size; ++i)
        to[i] = from[size - 1 - i];
    b->size += size;
}
