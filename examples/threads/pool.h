// A pool of threads behind supple_tasks, as small as one can be: they take the next task until none is left.
// SPDX-License-Identifier: MIT
#pragma once

#include "supple/supple.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

enum { POOL_MOST = 8 };

typedef struct pool {
    pthread_t threads[POOL_MOST];
    int32_t thread_count; // with the one that steps
    pthread_mutex_t lock;
    pthread_cond_t come, done;
    void (*task)(void* data, int32_t index);
    void* data;
    int32_t next, count, busy; // under the lock, as all that follows
    bool stop;
    int64_t tasks, by_thread[POOL_MOST];
} pool;

// Takes tasks while there are any; the lock is held before and after.
static inline void pool_work(pool* p, int32_t thread) {
    while (p->next < p->count) {
        int32_t mine = p->next++;
        ++p->busy;
        ++p->tasks;
        ++p->by_thread[thread];
        pthread_mutex_unlock(&p->lock);
        p->task(p->data, mine);
        pthread_mutex_lock(&p->lock);
        if (--p->busy == 0 && p->next == p->count)
            pthread_cond_broadcast(&p->done);
    }
}

static inline void* pool_main(void* user) {
    pool* p = user;
    pthread_mutex_lock(&p->lock);
    int32_t number = 1;
    while (number < p->thread_count && p->by_thread[number] >= 0)
        ++number;
    p->by_thread[number] = 0;
    while (!p->stop) {
        pool_work(p, number);
        if (!p->stop)
            pthread_cond_wait(&p->come, &p->lock);
    }
    pthread_mutex_unlock(&p->lock);
    return NULL;
}

static inline bool pool_start(pool* p, int32_t threads) {
    *p = (pool){.thread_count = threads};
    bool good = pthread_mutex_init(&p->lock, NULL) == 0 && pthread_cond_init(&p->come, NULL) == 0 &&
                pthread_cond_init(&p->done, NULL) == 0;
    for (int32_t i = 1; i < threads; ++i)
        p->by_thread[i] = -1; // nobody's yet
    for (int32_t i = 1; i < threads && good; ++i)
        good = pthread_create(&p->threads[i], NULL, pool_main, p) == 0;
    return good;
}

static inline void pool_run(void* user, int32_t count, void (*task)(void* data, int32_t index),
                            void* data) {
    pool* p = user;
    pthread_mutex_lock(&p->lock);
    p->task = task;
    p->data = data;
    p->next = 0;
    p->count = count;
    pthread_cond_broadcast(&p->come);
    pool_work(p, 0);
    while (p->busy > 0)
        pthread_cond_wait(&p->done, &p->lock);
    p->count = p->next = 0;
    pthread_mutex_unlock(&p->lock);
}

// Tasks of the busiest thread beside the one that steps.
static inline int64_t pool_most(pool* p) {
    int64_t most = 0;
    pthread_mutex_lock(&p->lock);
    for (int32_t i = 1; i < p->thread_count; ++i)
        most = p->by_thread[i] > most ? p->by_thread[i] : most;
    pthread_mutex_unlock(&p->lock);
    return most;
}

static inline void pool_stop(pool* p) {
    pthread_mutex_lock(&p->lock);
    p->stop = true;
    pthread_cond_broadcast(&p->come);
    pthread_mutex_unlock(&p->lock);
    for (int32_t i = 1; i < p->thread_count; ++i)
        pthread_join(p->threads[i], NULL);
    pthread_mutex_destroy(&p->lock);
    pthread_cond_destroy(&p->come);
    pthread_cond_destroy(&p->done);
}
