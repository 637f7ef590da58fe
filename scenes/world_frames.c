// The frames of a world, by the work that was counted in each.
// SPDX-License-Identifier: MIT
#include "scenes/world_frames.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

double frames_work(const supple_world_counts* c) {
    return (double)c->rows_swept + 6.0 * c->points_tested + 5.0 * c->triangles_tested +
           140.0 * c->awake * (1.0 + c->substeps);
}

static int ascending(const void* a, const void* b) {
    double x = *(const double*)a, y = *(const double*)b;
    return x < y ? -1 : x > y;
}

// Two lists that grow by doubling, in the run's memory.
typedef struct frames_lists {
    double* of[2]; // of frames that meet, of those that are awake
    int32_t count[2];
} frames_lists;

static void add(world_run* r, frames_lists* l, int which, double work) {
    int32_t count = l->count[which]++;
    if (count == 0 || (count >= 64 && (count & (count - 1)) == 0)) {
        size_t room = count == 0 ? 64 : 2 * (size_t)count;
        double* more = ARENA_NEW(r->memory, double, room);
        if (count > 0)
            memcpy(more, l->of[which], (size_t)count * sizeof *more);
        l->of[which] = more;
    }
    l->of[which][count] = work;
}

static void look(world_run* r, frames_lists* l, frames_found* f) {
    supple_world_counts c = supple_world_stats(r->world);
    if (c.awake == 0)
        return;
    double work = frames_work(&c);
    add(r, l, 1, work);
    if (c.substeps > 0)
        add(r, l, 0, work);
    if (work > f->worst) {
        f->worst = work;
        f->at = r->time - r->dt;
    }
    f->worst_of_body = fmax(f->worst_of_body, work / c.awake);
}

static double median_of(double* values, int32_t count) {
    if (count == 0)
        return 0.0;
    qsort(values, (size_t)count, sizeof *values, ascending);
    return values[count / 2];
}

bool frames_run(const world_script* s, script_stock* stock, frames_found* out) {
    static world_run r;
    frames_lists l = {0};
    *out = (frames_found){0};
    bool ok = run_begin(&r, s, stock);
    while (ok && run_frame(&r))
        look(&r, &l, out);
    out->count = l.count[0];
    out->awake = l.count[1];
    out->median = median_of(l.of[0], out->count);
    out->median_awake = median_of(l.of[1], out->awake);
    run_end(&r);
    return ok;
}

static double over(double worst, double median) {
    return median > 0.0 ? worst / median : 0.0;
}

double frames_ratio(const frames_found* f) {
    return over(f->worst, f->median);
}

double frames_ratio_awake(const frames_found* f) {
    return over(f->worst, f->median_awake);
}
