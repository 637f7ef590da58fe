// Panels are in postorder: everything below one of them in the elimination tree is a run of panels that ends with it.
// SPDX-License-Identifier: MIT
#include "bake/algebra/factor_plan.h"

#include "bake/base/assert.h"

#include <string.h>

// A run of panels is one task up to this part of all work; and below so many operations there is but one task.
static const double TASK_PART = 1.0 / 24.0, FACTOR_PLAN_TASK_LEAST = 2e6;

// ---- updates -----------------------------------------------------------------------------

// Calls for every panel that `from` changes; returns how many.
static int64_t each_update(const factor_panels* p, const int64_t* panel_of, int64_t from,
                           factor_update* out_or_null, int64_t* target) {
    const int64_t* rows = p->rows + p->start[from];
    int64_t height = p->start[from + 1] - p->start[from],
            own = p->column[from + 1] - p->column[from], count = 0;
    for (int64_t i = own; i < height; ++count) {
        int64_t to = panel_of[rows[i]], end = i;
        while (end < height && rows[end] < p->column[to + 1])
            ++end;
        if (out_or_null != NULL) {
            out_or_null[count] = (factor_update){from, i, end};
            target[count] = to;
        }
        i = end;
    }
    return count;
}

static void find_updates(factor_plan* f, arena* memory) {
    const factor_panels* p = &f->panels;
    arena* scratch = arena_create();
    int64_t* panel_of = ARENA_NEW(scratch, int64_t, (size_t)p->order);
    for (int64_t s = 0; s < p->count; ++s)
        for (int64_t c = p->column[s]; c < p->column[s + 1]; ++c)
            panel_of[c] = s;
    int64_t total = 0;
    for (int64_t s = 0; s < p->count; ++s)
        total += each_update(p, panel_of, s, NULL, NULL);
    factor_update* all = ARENA_NEW(scratch, factor_update, (size_t)total);
    int64_t* target = ARENA_NEW(scratch, int64_t, (size_t)total);
    for (int64_t s = 0, at = 0; s < p->count; ++s)
        at += each_update(p, panel_of, s, all + at, target + at);
    f->first_update = ARENA_NEW(memory, int64_t, (size_t)p->count + 2);
    f->updates = ARENA_NEW(memory, factor_update, (size_t)total);
    for (int64_t i = 0; i < total; ++i)
        ++f->first_update[target[i] + 2];
    for (int64_t s = 0; s < p->count; ++s)
        f->first_update[s + 2] += f->first_update[s + 1];
    for (int64_t i = 0; i < total; ++i) // ascending in `from`, as they were found
        f->updates[f->first_update[target[i] + 1]++] = all[i];
    arena_destroy(scratch);
}

// ---- tasks -------------------------------------------------------------------------------

static double panel_work(const factor_panels* p, int64_t s) {
    double own = (double)(p->column[s + 1] - p->column[s]),
           height = (double)(p->start[s + 1] - p->start[s]), work = 0.0;
    work += own * own * own / 3.0 + own * own * (height - own);
    return work + own * (height - own) * (height - own); // what it changes others by
}

// The panel of its first row below its own, which waits for it; -1: none.
static int64_t parent_of(const factor_panels* p, const int64_t* panel_of, int64_t s) {
    int64_t own = p->column[s + 1] - p->column[s];
    return p->start[s] + own < p->start[s + 1] ? panel_of[p->rows[p->start[s] + own]] : -1;
}

// Largest runs that are whole subtrees and small; every other panel by itself.
static void find_tasks(factor_plan* f, arena* memory) {
    const factor_panels* p = &f->panels;
    arena* scratch = arena_create();
    size_t count = (size_t)p->count;
    int64_t *panel_of = ARENA_NEW(scratch, int64_t, (size_t)p->order),
            *parent = ARENA_NEW(scratch, int64_t, count),
            *first = ARENA_NEW(scratch, int64_t, count); // of the panels below and with it
    int32_t* task_of = ARENA_NEW(scratch, int32_t, count);
    double *below = ARENA_NEW(scratch, double, count), total = 0.0;
    for (int64_t s = 0; s < p->count; ++s)
        for (int64_t c = p->column[s]; c < p->column[s + 1]; ++c)
            panel_of[c] = s;
    for (int64_t s = 0; s < p->count; ++s)
        first[s] = s;
    for (int64_t s = 0; s < p->count; ++s) {
        parent[s] = parent_of(p, panel_of, s);
        total += panel_work(p, s);
        below[s] += panel_work(p, s);
        if (parent[s] < 0)
            continue;
        below[parent[s]] += below[s];
        first[parent[s]] = first[s] < first[parent[s]] ? first[s] : first[parent[s]];
    }
    f->tasks = ARENA_NEW(memory, factor_task, count);
    double small = total < FACTOR_PLAN_TASK_LEAST ? total : TASK_PART * total;
    for (int64_t s = p->count - 1; s >= 0;) { // from the roots down; turned round below
        bool run = below[s] <= small;
        int64_t begin = run ? first[s] : s;
        f->tasks[f->task_count++] = (factor_task){begin, s + 1, -1, 0};
        s = begin - 1;
    }
    for (int32_t i = 0; i < f->task_count / 2; ++i) {
        factor_task t = f->tasks[i];
        f->tasks[i] = f->tasks[f->task_count - 1 - i];
        f->tasks[f->task_count - 1 - i] = t;
    }
    for (int32_t i = 0; i < f->task_count; ++i)
        for (int64_t s = f->tasks[i].begin; s < f->tasks[i].end; ++s)
            task_of[s] = i;
    for (int32_t i = 0; i < f->task_count; ++i) {
        int64_t to = parent[f->tasks[i].end - 1];
        f->tasks[i].parent = to >= 0 ? task_of[to] : -1;
        if (to >= 0)
            ++f->tasks[task_of[to]].waits;
    }
    arena_destroy(scratch);
}

// ---- the matrix --------------------------------------------------------------------------

static int64_t place_of(const sparse* a, int32_t row, int32_t column) {
    int64_t low = a->start[row], high = a->start[row + 1];
    while (low < high) {
        int64_t middle = (low + high) / 2;
        if (a->column[middle] < column)
            low = middle + 1;
        else
            high = middle;
    }
    SUPPLE_ASSERT(low < a->start[row + 1] && a->column[low] == column);
    return low;
}

factor_plan factor_plan_make(const factor_panels* p, const int64_t* order, const sparse* a,
                             arena* memory) {
    factor_plan f = {.panels = *p, .block = a->block, .order = order};
    f.inverse = ARENA_NEW(memory, int64_t, (size_t)p->order);
    for (int64_t i = 0; i < p->order; ++i)
        f.inverse[order[i]] = i;
    f.mirror = ARENA_NEW(memory, int64_t, (size_t)a->start[a->rows]);
    for (int32_t row = 0; row < a->rows; ++row)
        for (int64_t k = a->start[row]; k < a->start[row + 1]; ++k)
            f.mirror[k] = place_of(a, a->column[k], row);
    for (int64_t s = 0; s < p->count; ++s) {
        int64_t width = p->column[s + 1] - p->column[s];
        f.widest = width > f.widest ? width : f.widest;
    }
    find_updates(&f, memory);
    find_tasks(&f, memory);
    return f;
}
