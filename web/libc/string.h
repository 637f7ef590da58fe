// What the runtime uses of <string.h>, for wasm32, which has no C library.
//
// By the compiler's builtins: a copy of known, small size becomes a load and a store, a large one
// memory.copy. web/wasm.c has the functions for what is left.
// SPDX-License-Identifier: MIT
#pragma once

#include <stddef.h>

void* memcpy(void* to, const void* from, size_t size);
void* memmove(void* to, const void* from, size_t size);
void* memset(void* to, int value, size_t size);
int memcmp(const void* a, const void* b, size_t size);
size_t strlen(const char* text);

#define memcpy  __builtin_memcpy
#define memmove __builtin_memmove
#define memset  __builtin_memset
