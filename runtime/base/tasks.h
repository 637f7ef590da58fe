// Work in pieces that know nothing of each other, on the caller's threads or one after another.
//
// A piece writes what is its own and reads what none of them writes, so that neither the order nor the number of threads shows in
// any bit. What they add up to is summed afterwards, in the order of pieces.
// SPDX-License-Identifier: MIT
#pragma once

#include "supple/supple.h"

static inline void tasks_run(const supple_tasks* tasks, int32_t count,
                             void (*task)(void* data, int32_t index), void* data) {
    if (tasks->run != NULL && count > 1) {
        tasks->run(tasks->user, count, task, data);
        return;
    }
    for (int32_t i = 0; i < count; ++i)
        task(data, i);
}
