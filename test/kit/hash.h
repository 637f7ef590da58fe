// A hash of all that a run shows, and the program around it; also without a C library, for WebAssembly.
// SPDX-License-Identifier: MIT
#pragma once

#include <stddef.h>
#include <stdint.h>

#define HASH_BEGIN 0xcbf29ce484222325u

static inline uint64_t hash_add(uint64_t hash, const void* bytes, size_t size) { // FNV-1a
    for (size_t i = 0; i < size; ++i)
        hash = (hash ^ ((const uint8_t*)bytes)[i]) * 0x100000001b3u;
    return hash;
}

// The release of an allocator whose memory is static.
static inline void hash_keep(void* user, void* memory, size_t size) {
    (void)user;
    (void)memory;
    (void)size;
}

#if __STDC_HOSTED__
#include <stdio.h>
#include <stdlib.h>

// Prints the hash that `of` makes of the file; a hash of 0 is a failure.
static inline int hash_main(int argc, char** argv, uint64_t (*of)(const void* bytes, size_t size)) {
    static _Alignas(16) uint8_t bytes[1 << 20];
    FILE* file = argc == 2 ? fopen(argv[1], "rb") : NULL;
    if (file == NULL)
        return EXIT_FAILURE;
    size_t size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    uint64_t hash = of(bytes, size);
    printf("%016llx\n", (unsigned long long)hash);
    return hash == 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}
#endif
