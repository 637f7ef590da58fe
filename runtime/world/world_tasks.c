// Bodies of a step on several threads: what one does without the others.
//
// Tasks are runs of slots, so that their number does not grow with bodies that are cheap. A body's own phases write to the body,
// its slot and what it shows, and read its asset: no two of them meet.
// SPDX-License-Identifier: MIT
#include "runtime/world/world.h"

enum { RUN = 8 }; // slots of a task

typedef struct world_work {
    supple_world* w;
    world_task task;
    double h;
} world_work;

static void run_slots(void* data, int32_t index) {
    const world_work* x = data;
    int32_t end = RUN * (index + 1);
    for (int32_t i = RUN * index; i < end && i < x->w->body_count; ++i)
        if (x->w->bodies[i].body != NULL)
            x->task(x->w, &x->w->bodies[i], x->h);
}

void world_each(supple_world* w, world_task task, double h) {
    world_work x = {w, task, h};
    tasks_run(&w->tasks, (w->body_count + RUN - 1) / RUN, run_slots, &x);
}

void supple_world_set_tasks(supple_world* world, const supple_tasks* tasks_or_null) {
    world->tasks = tasks_or_null != NULL ? *tasks_or_null : (supple_tasks){.run = NULL};
}
