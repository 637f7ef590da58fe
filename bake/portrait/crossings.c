// States are halved until few pairs are left that may cross near them; those are tested in each state.
// SPDX-License-Identifier: MIT
#include "bake/portrait/crossings.h"

#include "bake/base/parallel.h"
#include "bake/mesh/crossing.h"
#include "bake/portrait/region_pairs.h"

#include <math.h>
#include <stdlib.h>

enum {
    TASKS = 32,                 // pieces of a list of states, at most, that threads work at
    CROSSINGS_TASK_LEAST = 256, // states of one
    TASKS_AT_ONCE = 16,
    CROSSINGS_FEW =
        6, // so many states are tested one by one: a region takes as long as a few of them
    CROSSINGS_PATIENCE =
        24, // pairs compared, for each triangle, before a region is called too large; ...
    PATIENCE_MOST = 200 // ... of as many states
};

// Of the size of a product of three differences: many times what their rounding can be.
static const double CROSSINGS_ROUNDING = 1e-12;

struct crossings {
    region_surface surface;
    int threads;
    int64_t rest_count; // pairs that pass through each other at rest, ascending
    box_pair* rest;
    crossings_work work;
};

// One thread's.
typedef struct counting {
    const crossings* of;
    const double* q; // [..][rank]
    int32_t* out;
    region g;
    vec3* x;         // [vertex_count] at the state that is tested, ...
    int32_t* placed; // [vertex_count] ... where this is `time`
    int32_t time;
    double too_large; // region's size for which a search was given up, times its patience
    crossings_work work;
} counting;

// ---- one state -------------------------------------------------------------------------

static int by_features(const void* a, const void* b) {
    const box_pair *x = a, *y = b;
    if (x->first != y->first)
        return x->first < y->first ? -1 : 1;
    return x->second < y->second ? -1 : x->second > y->second;
}

static box_pair ascending(box_pair p) {
    return p.first < p.second ? p : (box_pair){p.second, p.first};
}

// Do the corners of b that are no corners of a lie on one side of a's plane, beyond what rounding could do? Then b meets that
// plane in shared corners at most. Neighbours on a smooth surface are parted so, where the exact test, which finds a shared
// corner in the plane, would take its longest way.
static bool on_one_side(const vec3 a[3], const int32_t s[3], const vec3 b[3], const int32_t t[3]) {
    vec3 e = v3_sub(a[1], a[0]), f = v3_sub(a[2], a[0]), n = v3_cross(e, f);
    double low = INFINITY, high = -INFINITY, size = v3_length(e) * v3_length(f);
    for (int i = 0; i < 3; ++i) {
        if (t[i] == s[0] || t[i] == s[1] || t[i] == s[2])
            continue;
        vec3 g = v3_sub(b[i], a[0]);
        double d = v3_dot(n, g), least = CROSSINGS_ROUNDING * size * v3_length(g);
        low = fmin(low, d - least);
        high = fmax(high, d + least);
    }
    return low > 0.0 || high < 0.0;
}

static vec3 placed(counting* c, int32_t vertex, const double* q) {
    if (c->placed[vertex] != c->time) {
        c->placed[vertex] = c->time;
        c->x[vertex] = region_surface_place(&c->of->surface, vertex, q);
    }
    return c->x[vertex];
}

static bool crosses(counting* c, box_pair pair, const double* q) {
    int32_t s[3], t[3];
    vec3 a[3], b[3];
    ++c->work.tested;
    if (region_surface_corners(&c->of->surface, pair, s, t) > 1)
        return false;
    for (int i = 0; i < 3; ++i) {
        a[i] = placed(c, s[i], q);
        b[i] = placed(c, t[i], q);
    }
    if (on_one_side(a, s, b, t) || on_one_side(b, t, a, s) || !triangles_cross(a, b))
        return false;
    const box_pair key = ascending(pair);
    return c->of->rest_count == 0 ||
           bsearch(&key, c->of->rest, (size_t)c->of->rest_count, sizeof key, by_features) == NULL;
}

static void test(counting* c, int32_t state, const region_pairs* pairs) {
    const double* q = c->q + (size_t)state * (size_t)c->of->surface.p->rank;
    ++c->time;
    c->out[state] = 0;
    for (int64_t i = 0; i < pairs->count; ++i)
        c->out[state] += crosses(c, pairs->all[i], q);
}

// ---- many states -----------------------------------------------------------------------

// Halves the longest side of their box: how many come first. 0: all are the same.
static int32_t halve(const portrait* p, const double* q, int32_t* order, int32_t count) {
    double widest = 0.0, middle = 0.0;
    int32_t along = 0, first = 0;
    for (int32_t k = 0; k < p->rank; ++k) {
        double low = INFINITY, high = -INFINITY;
        for (int32_t i = 0; i < count; ++i) {
            double x = q[(size_t)order[i] * (size_t)p->rank + (size_t)k];
            low = fmin(low, x);
            high = fmax(high, x);
        }
        if (high - low > widest) {
            widest = high - low;
            middle = low + 0.5 * (high - low);
            along = k;
        }
    }
    if (!(widest > 0.0))
        return 0;
    for (int32_t i = 0; i < count; ++i)
        if (q[(size_t)order[i] * (size_t)p->rank + (size_t)along] < middle) {
            int32_t state = order[i];
            order[i] = order[first];
            order[first++] = state;
        }
    return first;
}

// False: the region is too large, as one before was that was no larger, or has too few states to be worth it.
static bool search(counting* c, int32_t count, arena* memory, region_pairs* out) {
    int64_t times = count < CROSSINGS_PATIENCE ? CROSSINGS_PATIENCE
                    : count < PATIENCE_MOST    ? count
                                               : PATIENCE_MOST;
    if (c->g.size > 0.0 && (count < CROSSINGS_FEW || c->g.size >= c->too_large / (double)times))
        return false;
    int64_t most = times * c->of->surface.p->of->triangle_count;
    if (region_search(&c->g, c->g.size > 0.0 ? most : INT64_MAX, memory, out))
        return true;
    c->too_large = c->g.size * (double)times;
    return false;
}

static void count_near(counting* c, int32_t* order, int32_t count,
                       const region_pairs* list_or_null) {
    region_pairs own = {.all = NULL};
    arena* memory = arena_create();
    const portrait* p = c->of->surface.p;
    bool few = count <= CROSSINGS_FEW && list_or_null != NULL;
    const region_pairs* list = few ? list_or_null : &own;
    if (!few)
        region_set(&c->g, c->q, order, count);
    if (!few && list_or_null != NULL)
        region_filter(&c->g, list_or_null->all, list_or_null->count, memory, &own);
    else if (!few && !search(c, count, memory, &own))
        list = NULL;
    int32_t first = 0;
    if (list == NULL || (count > CROSSINGS_FEW && list->count > 0))
        first = halve(p, c->q, order, count);
    if (first > 0) {
        count_near(c, order, first, list);
        count_near(c, order + first, count - first, list);
    } else
        for (int32_t i = 0; i < count; ++i)
            test(c, order[i], list);
    arena_destroy(memory);
}

static counting counting_new(const crossings* of, const double* q, int32_t* out, arena* memory) {
    size_t vertices = (size_t)of->surface.p->vertex_count;
    return (counting){.of = of,
                      .q = q,
                      .out = out,
                      .g = region_new(&of->surface, memory),
                      .x = ARENA_NEW(memory, vec3, vertices),
                      .placed = ARENA_NEW(memory, int32_t, vertices),
                      .too_large = INFINITY};
}

typedef struct task {
    int32_t first, count;
    crossings_work work;
} task;

typedef struct tasks {
    const crossings* of;
    const double* q;
    int32_t *out, *order;
    int32_t count, done;
    task all[TASKS];
} tasks;

static void run(void* user, int64_t begin, int64_t end) {
    tasks* t = user;
    for (int64_t i = t->done + begin; i < t->done + end; ++i) {
        arena* memory = arena_create();
        counting c = counting_new(t->of, t->q, t->out, memory);
        count_near(&c, t->order + t->all[i].first, t->all[i].count, NULL);
        c.work.states = t->all[i].count;
        c.work.compared = c.g.compared;
        t->all[i].work = c.work;
        arena_destroy(memory);
    }
}

// The largest is halved until there are enough.
static void share_out(tasks* t, int32_t count) {
    t->all[t->count++] = (task){.count = count};
    while (t->count < TASKS) {
        int32_t largest = 0;
        for (int32_t i = 1; i < t->count; ++i)
            largest = t->all[i].count > t->all[largest].count ? i : largest;
        task* a = &t->all[largest];
        int32_t first = a->count > CROSSINGS_TASK_LEAST
                            ? halve(t->of->surface.p, t->q, t->order + a->first, a->count)
                            : 0;
        if (first == 0)
            return;
        t->all[t->count++] = (task){.first = a->first + first, .count = a->count - first};
        a->count = first;
    }
}

void crossings_count(crossings* c, const double* q, int32_t count, int32_t* out) {
    if (count == 0)
        return;
    arena* scratch = arena_create();
    tasks* t = ARENA_NEW(scratch, tasks, 1);
    *t = (tasks){.of = c, .q = q, .out = out, .order = ARENA_NEW(scratch, int32_t, (size_t)count)};
    for (int32_t i = 0; i < count; ++i)
        t->order[i] = i;
    share_out(t, count);
    for (t->done = 0; t->done < t->count; t->done += TASKS_AT_ONCE)
        parallel_for(c->threads,
                     t->count - t->done < TASKS_AT_ONCE ? t->count - t->done : TASKS_AT_ONCE, 1,
                     run, t); // asks whether to go on
    for (int32_t i = 0; i < t->count; ++i) {
        c->work.states += t->all[i].work.states;
        c->work.compared += t->all[i].work.compared;
        c->work.tested += t->all[i].work.tested;
    }
    arena_destroy(scratch);
}

crossings_work crossings_work_of(const crossings* c) {
    return c->work;
}

crossings* crossings_make(const portrait* p, int threads, arena* memory) {
    crossings* c = ARENA_NEW(memory, crossings, 1);
    *c = (crossings){.surface = region_surface_make(p, memory), .threads = threads};
    arena* scratch = arena_create();
    const double* q = p->q + (size_t)p->of->rest * (size_t)p->rank;
    const int32_t first = 0;
    counting at_rest = counting_new(c, q, NULL, scratch);
    region_pairs pairs = {.all = NULL};
    at_rest.time = 1;
    region_set(&at_rest.g, q, &first, 1);
    region_search(&at_rest.g, INT64_MAX, scratch, &pairs);
    box_pair* rest = ARENA_NEW(memory, box_pair, (size_t)pairs.count);
    int64_t count = 0;
    for (int64_t i = 0; i < pairs.count; ++i)
        if (crosses(&at_rest, pairs.all[i], q))
            rest[count++] = ascending(pairs.all[i]);
    if (count > 0)
        qsort(rest, (size_t)count, sizeof *rest, by_features);
    c->rest = rest;
    c->rest_count = count;
    arena_destroy(scratch);
    return c;
}
