// What every header of supple has in common: version, vectors, results, memory, threads.
// SPDX-License-Identifier: MIT
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SUPPLE_VERSION_MAJOR 0
#define SUPPLE_VERSION_MINOR 1
#define SUPPLE_VERSION_PATCH 0
#define SUPPLE_VERSION                                                                             \
    (SUPPLE_VERSION_MAJOR * 10000 + SUPPLE_VERSION_MINOR * 100 + SUPPLE_VERSION_PATCH)

#ifndef SUPPLE_API
#if defined(__GNUC__)
#define SUPPLE_API __attribute__((visibility("default")))
#else
#define SUPPLE_API
#endif
#endif

#ifdef __cplusplus
extern "C" {
#endif

// The version of the library that is linked, as SUPPLE_VERSION and as text ("0.1.0"). Compare the
// first with the macro to notice a header and a library that do not belong together.
SUPPLE_API int supple_version(void);
SUPPLE_API const char* supple_version_text(void);

typedef struct supple_vec3 {
    float x, y, z;
} supple_vec3;

// Column by column, as glTF, OpenGL, WebGL and three.js have it: m[12], m[13], m[14] is where the
// origin goes. The last row is taken to be 0 0 0 1.
typedef struct supple_matrix {
    float m[16];
} supple_matrix;

// A number that a thing does not have of its own, such as the friction of a shape: each says whose counts then.
#define SUPPLE_UNSET (-1)

// Only functions that read bytes from outside return a result.
typedef enum supple_result {
    // It was read.
    SUPPLE_OK = 0,
    // No asset begins here, or a GLB has none inside.
    SUPPLE_NOT_AN_ASSET,
    // It was written for another version of the format: bake it again.
    SUPPLE_WRONG_VERSION,
    // It is truncated, or a count, offset, index or number is out of range.
    SUPPLE_CORRUPT,
    // The bytes do not start at a multiple of 16: copy them to where they do.
    SUPPLE_MISALIGNED,
    // It was changed since it was written: its checksum is another.
    SUPPLE_DAMAGED
} supple_result;

// A sentence.
SUPPLE_API const char* supple_result_text(supple_result result);

// Where a body, a prepared asset or a world gets its memory: at creation, and when something is added, never in a
// step. NULL instead of it means malloc and free, and in a freestanding build, which has none, that creation fails.
typedef struct supple_allocator {
    // Returns memory that is aligned to 16 bytes, or NULL.
    void* (*allocate)(void* user, size_t size);
    // Gets back what allocate returned, with the size that was asked for.
    void (*release)(void* user, void* memory, size_t size);
    // A pointer of yours that both get.
    void* user;
} supple_allocator;

// Your threads, if a step of a world or of many bodies is to use them. Bits, contacts and events are the same for any threads and
// without.
typedef struct supple_tasks {
    // Calls task(data, i) for every i of 0 .. count - 1, once each, in any order and on any threads, and returns when all of them have
    // returned. It is called several times within a step, always by the thread that steps, and nothing else of the library.
    void (*run)(void* user, int32_t count, void (*task)(void* data, int32_t index), void* data);
    // A pointer of yours that it gets.
    void* user;
} supple_tasks;

#ifdef __cplusplus
}
#endif
