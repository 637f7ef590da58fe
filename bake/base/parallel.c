// A shared counter hands out runs; threads live for one loop (starting one takes about 20 us).
// SPDX-License-Identifier: MIT
#include "bake/base/parallel.h"

#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

enum { THREADS_MAX = 64 };

typedef struct loop {
    _Atomic int64_t next;
    int64_t count, grain;
    void (*job)(void* user, int64_t begin, int64_t end);
    void* user;
} loop;

static void* work(void* argument) {
    loop* l = argument;
    for (;;) {
        int64_t begin = atomic_fetch_add(&l->next, l->grain);
        if (begin >= l->count)
            return NULL;
        int64_t end = l->count - begin < l->grain ? l->count : begin + l->grain;
        l->job(l->user, begin, end);
    }
}

void parallel_for(int threads, int64_t count, int64_t grain,
                  void (*job)(void* user, int64_t begin, int64_t end), void* user) {
    loop l = {0, count, grain > 0 ? grain : 1, job, user};
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
    work(&l);
    for (int i = 0; i < started; ++i)
        pthread_join(others[i], NULL);
}
