// Names and their numbers, in the order in which they first appear.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/arena.h"

#include <stdint.h>

typedef struct names {
    arena* memory;
    int32_t count, capacity;
    const char** texts; // [count]
    int32_t* slots;     // [2 * capacity] open addressing, number + 1
} names;

static inline names names_new(arena* memory) {
    return (names){memory, 0, 0, NULL, NULL};
}

// The number of a name; a new one is added.
int32_t names_add(names* n, const char* text, size_t length);
// -1 if it is not there.
int32_t names_find(const names* n, const char* text, size_t length);
