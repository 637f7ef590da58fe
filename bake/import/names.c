// Hashing by FNV-1a; an OBJ may hold ten thousand groups. The hash never reaches an output.
// SPDX-License-Identifier: MIT
#include "bake/import/names.h"

#include "bake/base/assert.h"

#include <string.h>

static uint32_t hash_of(const char* text, size_t length) {
    uint32_t h = 2166136261u;
    for (size_t i = 0; i < length; ++i)
        h = (h ^ (uint8_t)text[i]) * 16777619u;
    return h ^ h >> 15;
}

// Where the name is, or the empty slot where it would be. capacity is a power of two.
static uint32_t slot_of(const names* n, const char* text, size_t length) {
    uint32_t mask = 2 * (uint32_t)n->capacity - 1, s = hash_of(text, length) & mask;
    for (; n->slots[s] != 0; s = (s + 1) & mask) {
        const char* known = n->texts[n->slots[s] - 1];
        if (strlen(known) == length && memcmp(known, text, length) == 0)
            break;
    }
    return s;
}

static void grow(names* n) {
    int32_t before = n->capacity;
    n->capacity = before > 0 ? 2 * before : 8;
    n->texts =
        arena_grow(n->memory, n->texts, (size_t)n->count, (size_t)n->capacity, sizeof *n->texts);
    n->slots = ARENA_NEW(n->memory, int32_t, 2 * (size_t)n->capacity);
    for (int32_t i = 0; i < n->count; ++i)
        n->slots[slot_of(n, n->texts[i], strlen(n->texts[i]))] = i + 1;
}

// Texts end at a zero byte, also one that the file holds.
static size_t cut_length(const char* text, size_t length) {
    const char* zero = length > 0 ? memchr(text, 0, length) : NULL;
    return zero != NULL ? (size_t)(zero - text) : length;
}

int32_t names_find(const names* n, const char* text, size_t length) {
    SUPPLE_ASSERT(text != NULL || length == 0);
    return n->capacity > 0 ? n->slots[slot_of(n, text, cut_length(text, length))] - 1 : -1;
}

int32_t names_add(names* n, const char* text, size_t length) {
    SUPPLE_ASSERT(text != NULL);
    length = cut_length(text, length);
    if (n->count == n->capacity)
        grow(n);
    uint32_t s = slot_of(n, text, length);
    if (n->slots[s] == 0) {
        n->texts[n->count++] = arena_copy_text(n->memory, text, length);
        n->slots[s] = n->count;
    }
    return n->slots[s] - 1;
}
