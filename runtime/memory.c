// Where memory comes from when nobody says.
// SPDX-License-Identifier: MIT
#include "runtime/memory.h"

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
