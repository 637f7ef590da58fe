// One arena a job: everything a bake makes lives here, and one call frees it.
//
// Parsers and meshers allocate freely and never free, so no error path can leak. Counts that come
// from a file must be checked against the file's size *before* they reach an allocation.
// SPDX-License-Identifier: MIT
#pragma once

#include <stddef.h>

typedef struct arena arena;

// Compilers and the path analyser may count on it.
#define ARENA_NONNULL __attribute__((returns_nonnull))

arena* arena_create(void) ARENA_NONNULL;
void arena_destroy(arena* a_or_null);

// Zeroed memory for count * size bytes, aligned to 16; a count of zero gives a valid pointer. When
// there is no more, the job of this thread is left (job.h): see docs/decisions/0003-memory.md for why
// the baker does not pass NULL around.
void* arena_alloc(arena* a, size_t count, size_t size) ARENA_NONNULL;
#define ARENA_NEW(a, type, count) ((type*)arena_alloc((a), (count), sizeof(type)))

// Bigger room for an array made by arena_alloc or arena_grow (or NULL): keeps the first old_count
// elements, zeroes the rest. Grow by doubling.
void* arena_grow(arena* a, void* old_or_null, size_t old_count, size_t new_count,
                 size_t size) ARENA_NONNULL;

// A place for something else that the arena owns from now on: put a tree, a factor, a folder's name into
// it, NULL at first, and release(what) is called when the arena goes. The place comes before the thing,
// so that there is no moment in which nobody owns it. `release` may not ask an arena for memory.
void** arena_own(arena* a, void (*release)(void* what)) ARENA_NONNULL;

// An arena of its own, for another thread say, that goes when its owner does, and with nobody else: a job that ends
// releases its arenas in no order, and would meet this one twice.
arena* arena_create_in(arena* owner) ARENA_NONNULL;

// Text kept in the arena.
char* arena_copy_text(arena* a, const char* text,
                      size_t length) ARENA_NONNULL; // zero-terminated copy
char* arena_format(arena* a, const char* format, ...)
    __attribute__((format(printf, 2, 3))) ARENA_NONNULL;

// Bytes asked for so far.
size_t arena_used(const arena* a);
