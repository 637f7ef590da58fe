// Jobs: made, asked, released; and what comes of a call.
// SPDX-License-Identifier: MIT
#include "bake/library/library.h"

#include "format/format.h"
#include "supple/supple.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

static const double PROGRESS_SECONDS = 0.05; // a person notices nothing that is shorter

int supple_bake_version(void) {
    return SUPPLE_VERSION;
}

int supple_bake_format_version(void) {
    return FORMAT_VERSION;
}

supple_bake_options supple_bake_options_default(void) {
    return (supple_bake_options){.progress_seconds = PROGRESS_SECONDS};
}

// ---- calls -----------------------------------------------------------------------------

typedef struct call {
    supple_bake_job* job;
    bool (*work)(supple_bake_job* job, void* user);
    void* user;
    bool sound;
} call;

// What was found since, copied: files are named by texts that may go before the job does.
static void show_findings(supple_bake_job* job) {
    report* r = &job->findings;
    for (; job->shown_count < r->count; ++job->shown_count) {
        finding* f = &r->findings[job->shown_count];
        const char* file = f->where.file_or_null;
        if (job->shown_count == job->shown_capacity) {
            int32_t capacity = 2 * job->shown_capacity + 8;
            job->shown = arena_grow(job->words, job->shown, (size_t)job->shown_count,
                                    (size_t)capacity, sizeof *job->shown);
            job->shown_capacity = capacity;
        }
        if (file != NULL)
            f->where.file_or_null = arena_copy_text(job->words, file, strlen(file));
        job->shown[job->shown_count] =
            (supple_bake_finding){(supple_bake_severity)f->severity, finding_text(f, job->words),
                                  f->where.file_or_null, f->where.line, f->where.byte};
    }
}

static void enter(void* user) {
    call* c = user;
    if (c->job->words == NULL) {
        c->job->words = arena_create();
        c->job->findings = report_new(c->job->words);
    }
    c->sound = c->work(c->job, c->user);
    show_findings(c->job);
}

static void forget_since(supple_bake_job* job, int32_t count) {
    report* r = &job->findings;
    job->shown_count = count;
    r->count = count;
    r->error_count = 0;
    for (int32_t i = 0; i < count; ++i)
        r->error_count += r->findings[i].severity == FINDING_ERROR;
}

supple_bake_status library_call(supple_bake_job* job,
                                bool (*work)(supple_bake_job* job, void* user), void* user) {
    call c = {job, work, user, false};
    bool first = job->words == NULL;
    int32_t count = job->shown_count;
    job->ending[0] = 0;
    job->state.called = 0.0;
    job_end end = job_run(&job->state, enter, &c);
    job->state.what = NULL;
    if (end == JOB_DONE)
        return c.sound ? SUPPLE_BAKE_DONE : SUPPLE_BAKE_REFUSED;
    if (first) { // the words went with the run
        job->words = NULL;
        job->shown = NULL;
        job->shown_capacity = 0;
    }
    forget_since(job, count);
    if (end == JOB_CANCELLED) {
        snprintf(job->ending, sizeof job->ending, "it was cancelled");
        return SUPPLE_BAKE_CANCELLED;
    }
    snprintf(job->ending, sizeof job->ending,
             "out of memory (%zu MB more were needed); close other programs or use a smaller mesh",
             job->state.refused >> 20);
    return SUPPLE_BAKE_OUT_OF_MEMORY;
}

bool library_refuse(supple_bake_job* job, arena* made) {
    show_findings(job);
    arena_destroy(made);
    return false;
}

void library_drop_result(supple_bake_job* job) {
    arena_destroy(job->result_memory);
    job->result_memory = NULL;
}

// ---- turns -----------------------------------------------------------------------------

static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;

static void end_turn(void* what) {
    pthread_mutex_unlock(what);
}

void library_take_turn(arena* scratch) {
    void** owned = arena_own(scratch, end_turn);
    const struct timespec nap = {0, 5000000};
    while (pthread_mutex_trylock(&turn) != 0) { // waiting can be cancelled too
        job_check();
        nanosleep(&nap, NULL);
    }
    *owned = &turn;
}

// ---- jobs ------------------------------------------------------------------------------

supple_bake_job* supple_bake_create(const supple_bake_options* options_or_null) {
    supple_bake_options o =
        options_or_null != NULL ? *options_or_null : supple_bake_options_default();
    job_state state = {.allocate = o.allocate_or_null,
                       .release = o.release_or_null,
                       .allocator_user = o.allocator_user,
                       .progress = o.progress_or_null,
                       .progress_user = o.progress_user,
                       .interval = o.progress_seconds};
    supple_bake_job* job = job_allocate(&state, sizeof *job);
    if (job == NULL)
        return NULL;
    job->state = state;
    job->threads = o.threads;
    job->recipe = recipe_default();
    return job;
}

void supple_bake_release(supple_bake_job* job) {
    if (job == NULL)
        return;
    job_close(&job->state);
    job_state state = job->state;
    job_free(&state, job, sizeof *job);
}

// ---- findings --------------------------------------------------------------------------

int32_t supple_bake_finding_count(const supple_bake_job* job) {
    return job->shown_count + (job->ending[0] != 0);
}

supple_bake_finding supple_bake_finding_at(const supple_bake_job* job, int32_t i) {
    if (i < job->shown_count)
        return job->shown[i];
    return (supple_bake_finding){SUPPLE_BAKE_ERROR, job->ending, NULL, 0, -1};
}
