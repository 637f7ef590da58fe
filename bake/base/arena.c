// A list of blocks: small requests share one, a large one gets its own so that growing it is a
// realloc (which moves pages, not bytes) instead of a copy.
// SPDX-License-Identifier: MIT
#include "bake/base/arena.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct block {
    struct block* next;
    size_t size, used; // bytes after the header
} block;

struct arena {
    block* shared; // newest first; only the newest has room
    block* large;  // one array each, newest first
    size_t total;
};

// Under the address sanitizer every request gets a block of its own, so that an overrun by one element
// is seen and not hidden by the next array.
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define ALONE 1
#endif
#elif defined(__SANITIZE_ADDRESS__)
#define ALONE 1
#endif
#ifndef ALONE
#define ALONE 0
#endif

enum { ALIGN = ALONE ? 1 : 16, SHARED_SIZE = 1 << 20, LARGE = ALONE ? 1 : 1 << 17 };
_Static_assert(sizeof(block) <= 32, "the header is padded to 32 bytes");
#define HEADER ((size_t)32)

static void out_of_memory(size_t size) {
    fprintf(stderr,
            "supple: out of memory (%zu MB more were needed); close other programs or use "
            "a smaller mesh\n",
            size >> 20);
    exit(70);
}

static void* block_data(block* b) {
    return (char*)b + HEADER;
}

static block* block_new(block* next, size_t size) {
    block* b = calloc(1, HEADER + size); // fresh pages are zero already; calloc knows
    if (b == NULL)
        out_of_memory(size);
    b->next = next;
    b->size = size;
    return b;
}

static size_t byte_count(size_t count, size_t size) {
    if (size != 0 && count > (SIZE_MAX / 2) / size)
        out_of_memory(SIZE_MAX / 2);
    return (count * size + ALIGN - 1) / ALIGN * ALIGN;
}

arena* arena_create(void) {
    arena* a = calloc(1, sizeof *a);
    if (a == NULL)
        out_of_memory(sizeof *a);
    return a;
}

static void free_list(block* b) {
    while (b != NULL) {
        block* next = b->next;
        free(b);
        b = next;
    }
}

void arena_destroy(arena* a) {
    if (a == NULL)
        return;
    free_list(a->shared);
    free_list(a->large);
    free(a);
}

void* arena_alloc(arena* a, size_t count, size_t size) {
    size_t bytes = byte_count(count, size);
    a->total += bytes;
    if (bytes >= LARGE) {
        a->large = block_new(a->large, bytes);
        a->large->used = bytes;
        return block_data(a->large);
    }
    if (a->shared == NULL || a->shared->size - a->shared->used < bytes)
        a->shared = block_new(a->shared, SHARED_SIZE);
    void* p = (char*)block_data(a->shared) + a->shared->used;
    a->shared->used += bytes;
    return p;
}

void* arena_grow(arena* a, void* old, size_t old_count, size_t new_count, size_t size) {
    size_t old_bytes = old_count * size, bytes = byte_count(new_count, size);

    // the newest large block grows in place
    if (old != NULL && a->large != NULL && block_data(a->large) == old && bytes > a->large->size) {
        size_t before = a->large->size;
        block* b = realloc(a->large, HEADER + bytes);
        if (b == NULL)
            out_of_memory(bytes);
        a->large = b;
        a->total += bytes - before;
        b->size = b->used = bytes;
        memset((char*)block_data(b) + old_bytes, 0, bytes - old_bytes);
        return block_data(b);
    }

    void* p = arena_alloc(a, new_count, size);
    if (old != NULL && old_bytes > 0)
        memcpy(p, old, old_bytes < bytes ? old_bytes : bytes);
    return p;
}

char* arena_copy_text(arena* a, const char* text, size_t length) {
    char* copy = arena_alloc(a, length + 1, 1);
    if (length > 0)
        memcpy(copy, text, length);
    return copy;
}

char* arena_format(arena* a, const char* format, ...) {
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int length = vsnprintf(NULL, 0, format, args);
    va_end(args);
    char* text = arena_alloc(a, (size_t)(length < 0 ? 0 : length) + 1, 1);
    if (length > 0)
        vsnprintf(text, (size_t)length + 1, format, again);
    va_end(again);
    return text;
}

size_t arena_used(const arena* a) {
    return a->total;
}
