// What a thread works at: whose memory it takes, who hears of it, and the way out when it cannot go on.
//
// When memory ends, or the caller wants no more, none of the hundreds of functions between the library's
// edge and the loop that noticed has anything useful to do. So that loop leaves at once (longjmp):
// job_run returns, says why, and every arena made since, with all that it owns, is gone. A function in
// between needs no branch for it, and whatever it holds that is not memory of an arena belongs to one
// (arena_own).
//
// The job is found through a thread-local pointer that is set while job_run lasts. Handing it down to
// the innermost scratch arena instead would lengthen every signature for what only the two ends care
// about, and an arena that somebody forgot to chain would be a leak that no compiler sees.
// SPDX-License-Identifier: MIT
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum job_end { JOB_DONE, JOB_OUT_OF_MEMORY, JOB_CANCELLED } job_end;

// Something that is given back when its job cannot go on: the head of an arena, a mapped file.
typedef struct job_item {
    struct job_item *next, **link; // of the list it stands in; link is NULL in none
    void (*release)(struct job_item* self);
} job_item;

typedef struct job_state {
    // Memory, aligned to 16, or NULL; both NULL: malloc and free. Never called by two threads at once.
    void* (*allocate)(void* user, size_t size);
    void (*release)(void* user, void* memory, size_t size);
    void* allocator_user;

    // False: no more. `done` of `total`, in thousandths of an item of job_tell, of which the one that is worked at
    // counts as far as job_left lets it be known. Called on the thread of job_run only, and at most once in
    // `interval` seconds, but for the news of job_tell. May be NULL.
    bool (*progress)(void* user, const char* what, int32_t done, int32_t total);
    // Told before long work what it will take, about. False: no more. May be NULL.
    bool (*estimate)(void* user, double seconds, double bytes);
    void* progress_user;
    double interval;

    // Kept by job.c; zero at first.
    const char* what; // the last news
    int32_t done, total;
    double begun;    // when it came
    double left;     // seconds that the item still takes, as of `told`; 0: nobody knows
    double told;     // when that was said
    double fraction; // of the item that counts as done; never falls
    double called;   // when progress was
    size_t refused;  // bytes of the request that could not be met
    job_item* items; // what outlived its run, newest first
} job_state;

// Runs work(user). What it leaves standing stays until job_close or its own end; unless JOB_DONE comes
// back, nothing is left of it. Runs may be nested, in each other and in runs of other jobs. Without a
// job, work just runs, and a request for memory that fails ends the process.
job_end job_run(job_state* j_or_null, void (*work)(void* user), void* user);
void job_close(job_state* j); // gives back what is left

// The job of this thread, or NULL.
job_state* job_now(void);

// On to the end of the innermost job_run of this thread.
_Noreturn void job_leave(job_end why);
_Noreturn void job_out_of_memory(size_t size);

// For sentences about memory: rounded up, for no request that failed is one of 0.
static inline size_t job_megabytes(size_t size) {
    return (size >> 20) + ((size & 0xfffff) != 0);
}

// Long loops come by here: asks whether to go on. On threads of parallel_for it does nothing.
void job_check(void);

// The same for who cannot leave at once, because another thread works for it: false, and job_leave(JOB_CANCELLED) is
// for the caller to call.
bool job_goes_on(void);

// All of it will take about so many seconds, and so many bytes at once.
void job_expect(double seconds, double bytes);

// About so many seconds are left of the item that is worked at: a guess, better as it comes later.
void job_left(double seconds);

// News: what is worked at, and how much of all is done. `what` lives until the next news.
void job_tell(const char* what, int32_t done, int32_t total);

// For arenas: zeroed memory of a job (or of none) or NULL; what is given back when the run is left.
void* job_allocate(job_state* j_or_null, size_t size);
void* job_resize(job_state* j_or_null, void* memory, size_t old_size,
                 size_t size); // NULL: as it was
void job_free(job_state* j_or_null, void* memory, size_t size);
void job_hold(job_item* item);
void job_let_go(job_item* item);

// A thread that works for another: news are not its business, and it leaves nothing standing.
job_end job_run_beside(job_state* j_or_null, void (*work)(void* user), void* user);
