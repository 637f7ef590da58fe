// A shared counter hands out runs; threads live for one loop (starting one takes about 20 us).
//
// A thread that cannot go on (job.h) ends its own share and takes the rest of the work away from the others; when
// all have come back, the caller's thread leaves for all.
// SPDX-License-Identifier: MIT
#include "bake/base/parallel.h"

#include "bake/base/assert.h"
#include "bake/base/job.h"

#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

enum { THREADS_MAX = 64 };

typedef struct loop {
    _Atomic int64_t next;
    int64_t count, grain;
    void (*job)(void* user, int64_t begin, int64_t end);
    void* user;
    job_state* owner_or_null;
    _Atomic int end; // job_end of a thread that could not go on
} loop;

static void share(void* argument) {
    loop* l = argument;
    for (;;) {
        int64_t begin = atomic_fetch_add(&l->next, l->grain);
        if (begin >= l->count)
            return;
        int64_t end = l->count - begin < l->grain ? l->count : begin + l->grain;
        l->job(l->user, begin, end);
    }
}

static void note_end(loop* l, job_end end) {
    if (end == JOB_DONE)
        return;
    atomic_store(&l->end, (int)end);
    atomic_store(&l->next, l->count);
}

static void* work(void* argument) {
    loop* l = argument;
    note_end(l, job_run_beside(l->owner_or_null, share, l));
    return NULL;
}

void parallel_for(int threads, int64_t count, int64_t grain,
                  void (*job)(void* user, int64_t begin, int64_t end), void* user) {
    SUPPLE_ASSERT(threads >= 0 && count >= 0 && grain > 0 && job != NULL);
    job_check();
    loop l = {.count = count,
              .grain = grain > 0 ? grain : 1,
              .job = job,
              .user = user,
              .owner_or_null = job_now()};
    int64_t runs = (count + l.grain - 1) / l.grain;
    if (threads <= 0)
        threads = (int)sysconf(_SC_NPROCESSORS_ONLN);
    if (threads > THREADS_MAX)
        threads = THREADS_MAX;
    if (threads > runs)
        threads = (int)runs;

    pthread_t others[THREADS_MAX];
    int started = 0; // a thread that cannot be started leaves its share to the rest
    while (started < threads - 1 && pthread_create(&others[started], NULL, work, &l) == 0)
        ++started;
    note_end(&l, job_run(l.owner_or_null, share, &l));
    for (int i = 0; i < started; ++i)
        pthread_join(others[i], NULL);
    if (l.end != JOB_DONE)
        job_leave((job_end)l.end);
}
