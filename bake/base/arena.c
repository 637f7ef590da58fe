// A list of blocks: small requests share one, a large one gets its own so that growing it is a
// realloc (which moves pages, not bytes) instead of a copy. Blocks come from the job of the thread that
// made the arena.
// SPDX-License-Identifier: MIT
#include "bake/base/arena.h"

#include "bake/base/job.h"
#include "bake/base/sanitized.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef struct block {
    struct block* next;
    size_t size, used; // bytes after the header
} block;

// What is not memory, and how it is given back.
typedef struct belonging {
    struct belonging* next;
    void* what;
    void (*release)(void* what);
} belonging;

struct arena {
    job_item item;    // first: the job knows an arena by it
    job_state* job;   // or NULL
    block* shared;    // newest first; only the newest has room
    block* large;     // one array each, newest first
    belonging* owned; // newest first
    size_t total;
};

// Under the address sanitizer every request gets a block of its own, so that an overrun by one element
// is seen and not hidden by the next array.
#define ALONE SANITIZED

// Blocks are zeroed whole, so the first one of an arena is small (most live for one function) and each next one twice as large.
enum {
    ALIGN = ALONE ? 1 : 16,
    SHARED_FIRST = 1 << 13,
    SHARED_MOST = 1 << 20,
    ARENA_LARGE = ALONE ? 1 : 1 << 17
};
_Static_assert(sizeof(block) <= 32, "the header is padded to 32 bytes");
#define ARENA_HEADER ((size_t)32)

static void* block_data(block* b) {
    return (char*)b + ARENA_HEADER;
}

static block* block_new(arena* a, block* next, size_t size) {
    block* b = job_allocate(a->job, ARENA_HEADER + size);
    if (b == NULL)
        job_out_of_memory(size);
    b->next = next;
    b->size = size;
    return b;
}

static size_t byte_count(size_t count, size_t size) {
    if (size != 0 && count > (SIZE_MAX / 2) / size)
        job_out_of_memory(SIZE_MAX / 2);
    return (count * size + ALIGN - 1) / ALIGN * ALIGN;
}

static void free_list(job_state* j, block* b) {
    while (b != NULL) {
        block* next = b->next;
        job_free(j, b, ARENA_HEADER + b->size);
        b = next;
    }
}

static void release(job_item* item) {
    arena* a = (arena*)item;
    for (belonging* o = a->owned; o != NULL; o = o->next)
        if (o->what != NULL)
            o->release(o->what);
    free_list(a->job, a->shared);
    free_list(a->job, a->large);
    job_free(a->job, a, sizeof *a);
}

static arena* create(void) {
    arena* a = job_allocate(job_now(), sizeof *a);
    if (a == NULL)
        job_out_of_memory(sizeof *a);
    a->job = job_now();
    a->item.release = release;
    return a;
}

arena* arena_create(void) {
    arena* a = create();
    job_hold(&a->item);
    return a;
}

void arena_destroy(arena* a) {
    if (a == NULL)
        return;
    job_let_go(&a->item);
    release(&a->item);
}

static size_t shared_size(const arena* a, size_t bytes) {
    size_t size = a->shared == NULL ? SHARED_FIRST : 2 * a->shared->size;
    while (size < bytes)
        size *= 2;
    return size < SHARED_MOST ? size : SHARED_MOST;
}

void* arena_alloc(arena* a, size_t count, size_t size) {
    size_t bytes = byte_count(count, size);
    a->total += bytes;
    if (bytes >= ARENA_LARGE) {
        a->large = block_new(a, a->large, bytes);
        a->large->used = bytes;
        return block_data(a->large);
    }
    if (a->shared == NULL || a->shared->size - a->shared->used < bytes)
        a->shared = block_new(a, a->shared, shared_size(a, bytes));
    void* p = (char*)block_data(a->shared) + a->shared->used;
    a->shared->used += bytes;
    return p;
}

void* arena_grow(arena* a, void* old, size_t old_count, size_t new_count, size_t size) {
    size_t old_bytes = old_count * size, bytes = byte_count(new_count, size);

    // the newest large block grows in place
    if (old != NULL && a->large != NULL && block_data(a->large) == old && bytes > a->large->size) {
        size_t before = a->large->size;
        block* b = job_resize(a->job, a->large, ARENA_HEADER + before, ARENA_HEADER + bytes);
        if (b == NULL)
            job_out_of_memory(bytes);
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

void** arena_own(arena* a, void (*release_what)(void* what)) {
    belonging* o = ARENA_NEW(a, belonging, 1);
    *o = (belonging){a->owned, NULL, release_what};
    a->owned = o;
    return &o->what;
}

static void release_owned(void* what) {
    release(&((arena*)what)->item);
}

arena* arena_create_in(arena* owner) {
    void** owned = arena_own(owner, release_owned);
    arena* a = create();
    *owned = a;
    return a;
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
