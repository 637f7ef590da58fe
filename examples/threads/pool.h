// A pool of threads behind supple_tasks: they take the next task until none is left.
//
// A step hands out tasks some ten times a substep, microseconds apart. So who has nothing to do spins for a while before it
// sleeps. While `open` is set tasks may be taken; whoever looks is counted in `inside` first, so that nobody holds on to the tasks
// of a run that is over.
// SPDX-License-Identifier: MIT
#pragma once

#include <supple/supple.h>

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

enum { POOL_MOST = 8, POOL_SPINS = 20000 };

typedef struct pool {
    pthread_t threads[POOL_MOST];
    int thread_count; // with the one that steps
    void (*task)(void* data, int32_t index);
    void* data;
    int32_t count;
    atomic_int next, left;    // tasks: to be taken, to be done
    atomic_int open, inside;  // whether there are any; who looks for one
    atomic_int stop, asleep;  // ... who sleeps
    atomic_int tasks, others; // since the start; those of threads beside the one that steps
    pthread_mutex_t lock;
    pthread_cond_t come;
} pool;

static inline int pool_work(pool* p) {
    int done = 0;
    for (int i; (i = atomic_fetch_add(&p->next, 1)) < p->count; ++done) {
        p->task(p->data, i);
        atomic_fetch_sub(&p->left, 1);
    }
    return done;
}

static inline void pool_sleep(pool* p) {
    pthread_mutex_lock(&p->lock);
    atomic_fetch_add(&p->asleep, 1);
    while (!atomic_load(&p->open) && !atomic_load(&p->stop))
        pthread_cond_wait(&p->come, &p->lock);
    atomic_fetch_sub(&p->asleep, 1);
    pthread_mutex_unlock(&p->lock);
}

static inline void* pool_main(void* user) {
    pool* p = user;
    for (int spins = 0; !atomic_load(&p->stop); ++spins) {
        if (atomic_load(&p->open)) {
            atomic_fetch_add(&p->inside, 1);
            if (atomic_load(&p->open))
                atomic_fetch_add(&p->others, pool_work(p));
            atomic_fetch_sub(&p->inside, 1);
            spins = 0;
        } else if (spins > POOL_SPINS) {
            pool_sleep(p);
            spins = 0;
        }
    }
    return NULL;
}

static inline void pool_wake(pool* p) {
    pthread_mutex_lock(&p->lock);
    pthread_cond_broadcast(&p->come);
    pthread_mutex_unlock(&p->lock);
}

static inline void pool_wait(const atomic_int* until_zero) {
    for (int spins = 0; atomic_load(until_zero) > 0; ++spins)
        if (spins > POOL_SPINS)
            sched_yield();
}

// The caller's thread is one of them: 1 to POOL_MOST.
static inline bool pool_start(pool* p, int threads) {
    *p = (pool){.thread_count = 1};
    bool good = pthread_mutex_init(&p->lock, NULL) == 0 && pthread_cond_init(&p->come, NULL) == 0;
    while (p->thread_count < threads && good) {
        good = pthread_create(&p->threads[p->thread_count], NULL, pool_main, p) == 0;
        p->thread_count += good;
    }
    return good;
}

// What supple_tasks.run asks for.
static inline void pool_run(void* user, int32_t count, void (*task)(void* data, int32_t index),
                            void* data) {
    pool* p = user;
    p->task = task;
    p->data = data;
    p->count = count;
    atomic_store(&p->next, 0);
    atomic_store(&p->left, count);
    atomic_fetch_add(&p->tasks, count);
    atomic_store(&p->open, 1);
    if (atomic_load(&p->asleep) > 0)
        pool_wake(p);
    pool_work(p);
    pool_wait(&p->left);
    atomic_store(&p->open, 0);
    pool_wait(&p->inside);
}

static inline void pool_stop(pool* p) {
    atomic_store(&p->stop, 1);
    pool_wake(p);
    for (int i = 1; i < p->thread_count; ++i)
        pthread_join(p->threads[i], NULL);
    pthread_mutex_destroy(&p->lock);
    pthread_cond_destroy(&p->come);
}
