// A chain of runs on each thread, the innermost first; each has a place to jump to and a list of items.
// SPDX-License-Identifier: MIT
#include "bake/base/job.h"

#include "bake/base/assert.h"
#include "bake/base/clock.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

typedef struct run {
    job_state* job;
    struct run* before; // the one around it, of any job
    job_item* items;
    bool beside; // on a thread that works for another
    job_end end;
    jmp_buf out;
} run;

static _Thread_local run* innermost;

// The caller's allocator need not know of threads. Requests of blocks are rare, so one lock does.
static pthread_mutex_t allocating = PTHREAD_MUTEX_INITIALIZER;

// ---- items -----------------------------------------------------------------------------

static void insert(job_item** list, job_item* item) {
    item->next = *list;
    item->link = list;
    if (item->next != NULL)
        item->next->link = &item->next;
    *list = item;
}

void job_hold(job_item* item) {
    item->link = NULL;
    if (innermost != NULL)
        insert(&innermost->items, item);
}

void job_let_go(job_item* item) {
    if (item->link == NULL)
        return;
    *item->link = item->next;
    if (item->next != NULL)
        item->next->link = item->link;
    item->link = NULL;
}

static void release_all(job_item** list) {
    while (*list != NULL) {
        job_item* item = *list;
        job_let_go(item);
        item->release(item);
    }
}

// What is left of a run that came to its end belongs to the run around it, if it is of the same job. A share of a loop
// leaves nothing (parallel.h): its lists would be changed by several threads at once.
static void pass_on(run* r) {
    SUPPLE_ASSERT(!r->beside || r->items == NULL);
    job_item** to =
        r->before != NULL && r->before->job == r->job ? &r->before->items : &r->job->items;
    job_item* last = r->items;
    while (last != NULL && last->next != NULL)
        last = last->next;
    if (last == NULL)
        return;
    last->next = *to;
    if (*to != NULL)
        (*to)->link = &last->next;
    r->items->link = to;
    *to = r->items;
}

// ---- memory ----------------------------------------------------------------------------

void* job_allocate(job_state* j, size_t size) {
    if (j == NULL || j->allocate == NULL)
        return calloc(1, size); // fresh pages are zero already; calloc knows
    pthread_mutex_lock(&allocating);
    void* memory = j->allocate(j->allocator_user, size);
    pthread_mutex_unlock(&allocating);
    if (memory != NULL)
        memset(memory, 0, size);
    return memory;
}

void job_free(job_state* j, void* memory, size_t size) {
    if (j == NULL || j->release == NULL) {
        free(memory);
        return;
    }
    pthread_mutex_lock(&allocating);
    j->release(j->allocator_user, memory, size);
    pthread_mutex_unlock(&allocating);
}

void* job_resize(job_state* j, void* memory, size_t old_size, size_t size) {
    if (j == NULL || j->allocate == NULL)
        return realloc(memory, size); // moves pages, not bytes
    void* moved = job_allocate(j, size);
    if (moved == NULL)
        return NULL;
    memcpy(moved, memory, old_size < size ? old_size : size);
    job_free(j, memory, old_size);
    return moved;
}

// ---- runs ------------------------------------------------------------------------------

// Apart, so that no variable of its own changes between the two returns of setjmp.
static job_end enter(run* r, void (*work)(void* user), void* user) {
    if (setjmp(r->out) != 0)
        return r->end;
    work(user);
    return JOB_DONE;
}

static job_end run_in(run* r, void (*work)(void* user), void* user) {
    innermost = r;
    job_end end = enter(r, work, user);
    innermost = r->before;
    if (end == JOB_DONE)
        pass_on(r);
    else
        release_all(&r->items);
    return end;
}

job_end job_run(job_state* j, void (*work)(void* user), void* user) {
    if (j == NULL) {
        work(user);
        return JOB_DONE;
    }
    run r = {.job = j,
             .before = innermost,
             .beside = innermost != NULL && innermost->beside && innermost->job == j};
    return run_in(&r, work, user);
}

job_end job_run_beside(job_state* j, void (*work)(void* user), void* user) {
    if (j == NULL) {
        work(user);
        return JOB_DONE;
    }
    run r = {.job = j, .before = innermost, .beside = true};
    return run_in(&r, work, user);
}

void job_close(job_state* j) {
    release_all(&j->items);
}

job_state* job_now(void) {
    return innermost != NULL ? innermost->job : NULL;
}

void job_leave(job_end why) {
    if (innermost == NULL)
        abort(); // the caller made no job: every entry of the library does
    innermost->end = why;
    longjmp(innermost->out, 1);
}

void job_out_of_memory(size_t size) {
    if (innermost != NULL) {
        pthread_mutex_lock(&allocating);
        innermost->job->refused = size;
        pthread_mutex_unlock(&allocating);
    }
    job_leave(JOB_OUT_OF_MEMORY);
}

// ---- news ------------------------------------------------------------------------------

enum { THOUSANDTHS = 1000 };

static const double JOB_NEARLY = 0.99; // of an item: more is known only when it is done

// How much of the item is done, by the clock and what was said to be left.
static double share_now(job_state* j, double time) {
    double whole = j->told - j->begun + j->left;
    double fraction = j->left > 0.0 && whole > 0.0 ? (time - j->begun) / whole : 0.0;
    fraction = fraction < JOB_NEARLY ? fraction : JOB_NEARLY;
    j->fraction = fraction > j->fraction ? fraction : j->fraction;
    return j->fraction;
}

static bool ask(job_state* j, double time) {
    j->called = time;
    int32_t within = j->done < j->total ? (int32_t)(THOUSANDTHS * share_now(j, time)) : 0;
    return j->progress(j->progress_user, j->what != NULL ? j->what : "",
                       THOUSANDTHS * j->done + within, THOUSANDTHS * j->total);
}

bool job_goes_on(void) {
    job_state* j = job_now();
    if (j == NULL || j->progress == NULL || innermost->beside)
        return true;
    double time = clock_seconds();
    return time - j->called < j->interval || ask(j, time);
}

void job_check(void) {
    if (!job_goes_on())
        job_leave(JOB_CANCELLED);
}

void job_tell(const char* what, int32_t done, int32_t total) {
    job_state* j = job_now();
    if (j == NULL || innermost->beside)
        return;
    double time = clock_seconds();
    j->what = what;
    j->done = done;
    j->total = total;
    j->begun = j->told = time;
    j->left = j->fraction = 0.0;
    if (j->progress != NULL && !ask(j, time))
        job_leave(JOB_CANCELLED);
}

void job_expect(double seconds, double bytes) {
    job_state* j = job_now();
    if (j != NULL && j->estimate != NULL && !innermost->beside &&
        !j->estimate(j->progress_user, seconds, bytes))
        job_leave(JOB_CANCELLED);
}

void job_left(double seconds) {
    job_state* j = job_now();
    if (j == NULL || innermost->beside)
        return;
    j->left = seconds;
    j->told = clock_seconds();
}
