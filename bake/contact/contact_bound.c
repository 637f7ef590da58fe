// How far a change may go: the shortest of all pairs' times.
// SPDX-License-Identifier: MIT
#include "bake/base/clock.h"
#include "bake/base/parallel.h"
#include "bake/contact/contact_data.h"
#include "bake/contact/touch.h"

enum { CONTACT_BOUND_GRAIN = 512 };

// Of a gap, what one correction leaves of it at least, and of the barrier's distance, what is enough: there it is felt.
static const double KEEP = 0.2, CONTACT_BOUND_ENOUGH = 0.5;

typedef struct bound_job {
    const contact* c;
    const double* change;
    double* time; // [runs]
} bound_job;

static void find_times(void* user, int64_t begin, int64_t end) {
    const bound_job* j = user;
    double first = 1.0;
    for (int64_t i = begin; i < end; ++i) {
        const contact_element* e = &j->c->candidates.all[i];
        touch_question q = {.edges = e->pair.edges,
                            .thickness = j->c->law.thickness,
                            .keep = KEEP,
                            .enough = CONTACT_BOUND_ENOUGH * j->c->law.distance};
        contact_gather(j->c, e->node, q.x);
        for (int k = 0; k < 4; ++k) {
            const double* d = j->change + 3 * (size_t)e->node[k];
            q.move[k] = v3(d[0], d[1], d[2]);
        }
        first = fmin(first, touch_time(&q, NULL));
    }
    j->time[begin / CONTACT_BOUND_GRAIN] = first;
}

// The part of a change in which no node goes further than the stride; 0 if it is no number.
static double stride_part(const contact* c, const double* change) {
    double farthest = 0.0;
    for (int32_t i = 0; i < c->vertex_count; ++i) {
        const double* d = change + 3 * (size_t)c->vertices[i];
        double far = v3_length(v3(d[0], d[1], d[2]));
        if (!isfinite(far))
            return 0.0;
        farthest = fmax(farthest, far);
    }
    return farthest > c->stride ? c->stride / farthest : 1.0;
}

// The first time at which any pair touches.
static double first_time(contact* c, const double* u, const double* change) {
    contact_candidates_between(c, u, change);
    double begin = clock_processor();
    int64_t count = c->candidates.count,
            runs = (count + CONTACT_BOUND_GRAIN - 1) / CONTACT_BOUND_GRAIN;
    arena* scratch = arena_create();
    bound_job j = {c, change, ARENA_NEW(scratch, double, (size_t)runs + 1)};
    parallel_for(c->threads, count, CONTACT_BOUND_GRAIN, find_times, &j);
    double first = 1.0;
    for (int64_t i = 0; i < runs; ++i)
        first = fmin(first, j.time[i]);
    arena_destroy(scratch);
    c->stats.times += count;
    c->stats.shortened += first < 1.0;
    c->stats.seconds[1] += clock_processor() - begin;
    return first;
}

double contact_bound(contact* c, const double* u, const double* change) {
    double part = stride_part(c, change);
    if (part == 1.0 || part == 0.0)
        return part == 0.0 ? 0.0 : first_time(c, u, change);
    size_t count = 3 * (size_t)c->surface.node_count;
    arena* scratch = arena_create();
    double* less = ARENA_NEW(scratch, double, count);
    for (size_t i = 0; i < count; ++i)
        less[i] = part * change[i];
    part *= first_time(c, u, less);
    arena_destroy(scratch);
    return part;
}
