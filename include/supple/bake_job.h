// Job: what a bake works on from its input to its outputs; its options, its callbacks, and the findings it tells.
// SPDX-License-Identifier: MIT
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifndef SUPPLE_BAKE_API
#if defined(__GNUC__)
#define SUPPLE_BAKE_API __attribute__((visibility("default")))
#else
#define SUPPLE_BAKE_API
#endif
#endif

#ifdef __cplusplus
extern "C" {
#endif

// The version of the library that is linked: major * 10000 + minor * 100 + patch, the same as SUPPLE_VERSION
// of the supple.h that was installed with it.
SUPPLE_BAKE_API int supple_bake_version(void);
// The newest version of the asset file that it writes; the libsupple that plays it must read that one.
SUPPLE_BAKE_API int supple_bake_format_version(void);

typedef struct supple_bake_job supple_bake_job;

typedef enum supple_bake_status {
    SUPPLE_BAKE_DONE,
    // The input or the recipe is bad, or nothing of it can be made soft: findings say why.
    SUPPLE_BAKE_REFUSED,
    // The allocator, or a library that does not use it, had no more. The job is as it was before the call.
    SUPPLE_BAKE_OUT_OF_MEMORY,
    // The progress callback returned false. The job is as it was before the call.
    SUPPLE_BAKE_CANCELLED
} supple_bake_status;

typedef struct supple_bake_bytes {
    const void* data;
    size_t size;
} supple_bake_bytes;

typedef struct supple_bake_options {
    // Threads to work on. Default: 0, as many as the machine has.
    int32_t threads;
    // Where it is in doubt whether a part's cells are small enough for its slowest mode, solve that mode with cells of half the
    // size, too, and tell what they change; some seconds for each such part. Default: true. false: it is estimated.
    bool try_half_cells;

    // Memory: aligned to 16 bytes, or NULL when there is no more. Called from threads of the library too, but
    // never by two at once. It may not call the library, nor may `release`. Both NULL: malloc and free; one alone
    // makes no job. CHOLMOD, METIS, OpenBLAS, cJSON and libyaml cannot be
    // told and use malloc; when they get none, the call ends in SUPPLE_BAKE_OUT_OF_MEMORY or SUPPLE_BAKE_REFUSED.
    void* (*allocate_or_null)(void* user, size_t size);
    // Gives back what `allocate` gave, with the size that was asked for.
    void (*release_or_null)(void* user, void* memory, size_t size);
    // Handed to both.
    void* allocator_user;

    // Told what is worked at (a part's name; "" before the first and after the last) and how much of all is done,
    // in thousandths of a part, as far as it can be foreseen within one: 0 of 0 where there are no parts, as in
    // reading and in supple_bake_modes. Returning false cancels, which one factorisation of a large matrix cannot
    // be interrupted for. Called on the thread that called the library: before every part, and in between as often as
    // progress_seconds allows. It may not call the library with a job that is at work, run or find modes
    // with another, or leave by an exception or longjmp.
    bool (*progress_or_null)(void* user, const char* what, int32_t done, int32_t total);
    // Told once, before the first part, how many seconds and bytes at once all of them will take: a guess within a
    // factor of two or three, by the elements and modes that are asked for. Returning false cancels. What is more
    // than the machine has is refused without it. May be NULL; as for the other callback.
    bool (*estimate_or_null)(void* user, double seconds, double bytes);
    // Handed to both.
    void* progress_user;
    // The least time between two calls in between, seconds. Default: 0.05. 0: as often as can be.
    double progress_seconds;

    // A sample that a scene to simulate, or that of a recording (supple_bake_recipe.scene_or_null), names, as the bytes of a file, which are copied; false
    // where there is none of that name. NULL: none are known, and such a scene is refused. As for the other callbacks.
    bool (*sample_or_null)(void* user, const char* name, supple_bake_bytes* out);
    // Handed to it.
    void* sample_user;
} supple_bake_options;

SUPPLE_BAKE_API supple_bake_options supple_bake_options_default(void);

// A new job, or NULL when there is no memory for it, when threads are below 0, or with one half of an allocator only.
// NULL options: the default ones.
SUPPLE_BAKE_API supple_bake_job* supple_bake_create(const supple_bake_options* options_or_null);

// Frees the job and everything it gave out.
SUPPLE_BAKE_API void supple_bake_release(supple_bake_job* job_or_null);

// ---- findings --------------------------------------------------------------------------

typedef enum supple_bake_severity {
    SUPPLE_BAKE_NOTE,
    SUPPLE_BAKE_WARNING,
    SUPPLE_BAKE_ERROR
} supple_bake_severity;

typedef struct supple_bake_finding {
    supple_bake_severity severity;
    // A sentence that begins with its place, without control characters: fit for a terminal.
    const char* text;
    // The file it is about, as it was named, or NULL.
    const char* file_or_null;
    // The line, from 1, or 0; the byte, from 0, or -1.
    int64_t line, byte;
} supple_bake_finding;

// What was found in the recipe, in the scene and by the last run of them, then by all other calls and refused ones
// since one of those three was made: findings go with what they are about. A call that ended in
// SUPPLE_BAKE_OUT_OF_MEMORY or SUPPLE_BAKE_CANCELLED adds one, which goes with the next call.
SUPPLE_BAKE_API int32_t supple_bake_finding_count(const supple_bake_job* job);
// An empty note where there is no such finding.
SUPPLE_BAKE_API supple_bake_finding supple_bake_finding_at(const supple_bake_job* job, int32_t i);

#ifdef __cplusplus
}
#endif
