// Jobs: made, asked, released; and what comes of a call.
// SPDX-License-Identifier: MIT
#include "bake/library/library.h"

#include "bake/base/assert.h"
#include "format/format.h"
#include "supple/supple.h"

#include <cblas.h>
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
    return (supple_bake_options){.try_half_cells = true, .progress_seconds = PROGRESS_SECONDS};
}

// ---- calls -----------------------------------------------------------------------------

typedef struct entry {
    supple_bake_job* job;
    const library_call* call;
    void* user;
    bool sound;
} entry;

// Room for so many more. The old list stays as it is: the job may still have it when memory ends.
static void make_room(library_findings* to, int32_t more) {
    if (to->count + more <= to->capacity)
        return;
    to->capacity = 2 * to->count + more;
    supple_bake_finding* list = ARENA_NEW(to->memory, supple_bake_finding, (size_t)to->capacity);
    for (int32_t i = 0; i < to->count; ++i)
        list[i] = to->list[i];
    to->list = list;
}

// These and those of the report, copied: files are named by texts that go before the job does.
static library_findings with(library_findings to, const report* r) {
    if (to.memory == NULL)
        to = (library_findings){.memory = arena_create()};
    make_room(&to, r->count);
    for (int32_t i = 0; i < r->count; ++i) {
        const finding* f = &r->findings[i];
        const char* file = f->where.file_or_null;
        if (file != NULL)
            file = arena_copy_text(to.memory, file, strlen(file));
        to.list[to.count++] =
            (supple_bake_finding){(supple_bake_severity)f->severity, finding_text(f, to.memory),
                                  file, f->where.line, f->where.byte};
    }
    return to;
}

static void drop_findings(supple_bake_job* job, library_owner owner) {
    arena_destroy(job->found[owner].memory);
    job->found[owner] = (library_findings){0};
}

static void enter(void* user) {
    entry* e = user;
    supple_bake_job* job = e->job;
    const library_call* call = e->call;
    arena *words = arena_create(), *memory = arena_create();
    job->findings = report_new(words);
    e->sound = call->work(job, memory, e->user);
    library_owner owner = e->sound ? call->owner : OF_REST;
    library_findings none = {0};
    library_findings found = with(owner == OF_REST ? job->found[OF_REST] : none, &job->findings);
    // from here on nothing fails
    if (e->sound && call->commit != NULL)
        call->commit(job, memory, e->user);
    else
        arena_destroy(memory);
    if (owner != OF_REST) {
        drop_findings(job, owner);
        drop_findings(job, OF_REST);
    }
    job->found[owner] = found;
    arena_destroy(words);
}

supple_bake_status library_make(supple_bake_job* job, const library_call* call, void* user) {
    SUPPLE_ASSERT(job != NULL && call->work != NULL);
    entry e = {job, call, user, false};
    job->ending[0] = 0;
    job->state.called = 0.0;
    job_end end = job_run(&job->state, enter, &e);
    job->state.what = NULL;
    job->state.done = job->state.total = 0;
    job->findings = (report){0};
    if (end == JOB_DONE)
        return e.sound ? SUPPLE_BAKE_DONE : SUPPLE_BAKE_REFUSED;
    if (end == JOB_CANCELLED) {
        snprintf(job->ending, sizeof job->ending, "it was cancelled");
        return SUPPLE_BAKE_CANCELLED;
    }
    snprintf(job->ending, sizeof job->ending,
             "out of memory (%zu MB more were needed); close other programs or use a smaller mesh",
             job_megabytes(job->state.refused));
    return SUPPLE_BAKE_OUT_OF_MEMORY;
}

void library_drop_result(supple_bake_job* job) {
    arena_destroy(job->result_memory);
    job->result_memory = NULL;
    drop_findings(job, OF_RUN);
}

// ---- turns -----------------------------------------------------------------------------

static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;

static int threads_outside; // OpenBLAS's, when the turn began: the host's own choice

static void end_turn(void* what) {
    openblas_set_num_threads(threads_outside);
    pthread_mutex_unlock(what);
}

void library_take_turn(arena* scratch) {
    void** owned = arena_own(scratch, end_turn);
    const struct timespec nap = {0, 5000000};
    while (pthread_mutex_trylock(&turn) != 0) { // waiting can be cancelled too
        job_check();
        nanosleep(&nap, NULL);
    }
    threads_outside = openblas_get_num_threads();
    *owned = &turn;
}

// ---- jobs ------------------------------------------------------------------------------

supple_bake_job* supple_bake_create(const supple_bake_options* options_or_null) {
    supple_bake_options o =
        options_or_null != NULL ? *options_or_null : supple_bake_options_default();
    if ((o.allocate_or_null == NULL) != (o.release_or_null == NULL) || o.threads < 0)
        return NULL;
    job_state state = {.allocate = o.allocate_or_null,
                       .release = o.release_or_null,
                       .allocator_user = o.allocator_user,
                       .progress = o.progress_or_null,
                       .estimate = o.estimate_or_null,
                       .progress_user = o.progress_user,
                       .interval = o.progress_seconds};
    supple_bake_job* job = job_allocate(&state, sizeof *job);
    if (job == NULL)
        return NULL;
    job->state = state;
    job->threads = o.threads;
    job->try_half_cells = o.try_half_cells;
    job->sample_or_null = o.sample_or_null;
    job->sample_user = o.sample_user;
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
    SUPPLE_ASSERT(job != NULL);
    int32_t count = job->ending[0] != 0;
    for (int owner = 0; owner < OWNER_COUNT; ++owner)
        count += job->found[owner].count;
    return count;
}

supple_bake_finding supple_bake_finding_at(const supple_bake_job* job, int32_t i) {
    SUPPLE_ASSERT(job != NULL);
    for (int owner = 0; i >= 0 && owner < OWNER_COUNT; ++owner) {
        if (i < job->found[owner].count)
            return job->found[owner].list[i];
        i -= job->found[owner].count;
    }
    bool ending = i == 0 && job->ending[0] != 0;
    return (supple_bake_finding){ending ? SUPPLE_BAKE_ERROR : SUPPLE_BAKE_NOTE,
                                 ending ? job->ending : "", NULL, 0, -1};
}
