// An allocator that counts what is out and refuses one call, or every call from one on.
// SPDX-License-Identifier: MIT
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct counted {
    int64_t calls, refuse_at; // 0: never
    bool refuse_all_after;
    int64_t blocks, bytes; // out
} counted;

static inline void* counted_allocate(void* user, size_t size) {
    counted* c = user;
    ++c->calls;
    if (c->refuse_at > 0 &&
        (c->calls == c->refuse_at || (c->refuse_all_after && c->calls > c->refuse_at)))
        return NULL;
    void* p = malloc(size);
    if (p != NULL) {
        c->blocks += 1;
        c->bytes += (int64_t)size;
        memset(p, 0xa5, size); // nobody may count on zeros
    }
    return p;
}

static inline void counted_release(void* user, void* memory, size_t size) {
    counted* c = user;
    c->blocks -= 1;
    c->bytes -= (int64_t)size;
    free(memory);
}
