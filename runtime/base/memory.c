// Where memory comes from when nobody says.
// SPDX-License-Identifier: MIT
#include "runtime/base/memory.h"

#include <string.h>

#if __STDC_HOSTED__
#include <stdlib.h>

static void* default_allocate(void* user, size_t size) {
    (void)user;
    return malloc(size);
}

static void default_release(void* user, void* memory, size_t size) {
    (void)user;
    (void)size;
    free(memory);
}
#else
static void* default_allocate(void* user, size_t size) {
    (void)user;
    (void)size;
    return NULL;
}

static void default_release(void* user, void* memory, size_t size) {
    (void)user;
    (void)memory;
    (void)size;
}
#endif

supple_allocator memory_allocator(const supple_allocator* allocator_or_null) {
    if (allocator_or_null != NULL)
        return *allocator_or_null;
    return (supple_allocator){default_allocate, default_release, NULL};
}

void* memory_make(const supple_allocator* allocator, memory_lay_out lay_out, void* counts,
                  size_t count_bytes, size_t* bytes) {
    memory_layout measure = {NULL, 0};
    lay_out(counts, &measure);
    if (measure.at == MEMORY_TOO_MUCH)
        return NULL;
    void* memory = allocator->allocate(allocator->user, measure.at);
    if (memory == NULL)
        return NULL;
    memset(memory, 0, measure.at);
    memcpy(memory, counts, count_bytes);
    memory_layout place = {memory, 0};
    lay_out(memory, &place);
    SUPPLE_ASSERT(place.at <= measure.at);
    *bytes = measure.at;
    return memory;
}
