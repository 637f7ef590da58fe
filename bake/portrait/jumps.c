// SPDX-License-Identifier: MIT
#include "bake/portrait/jumps.h"

#include "bake/portrait/blend.h"
#include "bake/portrait/crossings.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Of 1 / rate: when a blended state is tested. At first it is the state that was shown, at last the motion gone on in.
static const double MOMENTS[] = {0.5, 1.0, 2.0};
enum { MOMENT_COUNT = sizeof MOMENTS / sizeof *MOMENTS };

enum {
    AT_ONCE = 8 << 20, // numbers of blended states that are kept together
    JUMPS_FIRST = 256  // jumps that tell what a test takes
};

jumps_options jumps_default(void) {
    return (jumps_options){.most = INT64_MAX, .work = 200000000};
}

// A jump in the order of testing.
typedef struct candidate {
    int32_t state, entry, start;
    float distance;
    int64_t turn; // among those to the same start, farthest first
} candidate;

// From `from` on at state `at` of a motion that ends at `last`.
typedef struct blend {
    int32_t from, at, last;
    double rate; // 1/s
} blend;

typedef struct testing {
    responses* s;
    crossings* c;
    jumps* out;
    int32_t* alone; // [state_count] crossings of states as they are; -1: not counted yet
    int64_t before; // work that was done before jumps were tested
} testing;

// ---- some blends -----------------------------------------------------------------------

static int32_t states_after(const portrait* p, const blend* b, int which) {
    return (int32_t)fmax(1.0, round(MOMENTS[which] / b->rate * p->of->palette.fps));
}

// What would be shown without the jump.
static int32_t motion_after(const blend* b, int32_t states) {
    return states < b->last - b->at ? b->at + states : b->last;
}

// Of states that something passes through in, by with: [count][MOMENT_COUNT].
static void count_alone(testing* k, const blend* all, int32_t count, const int32_t* with,
                        arena* scratch) {
    const portrait* p = k->s->of;
    size_t rank = (size_t)p->rank;
    int32_t* states = ARENA_NEW(scratch, int32_t, (size_t)p->state_count);
    int32_t wanted = 0;
    for (int32_t i = 0; i < count * MOMENT_COUNT; ++i) {
        const blend* b = &all[i / MOMENT_COUNT];
        int32_t state = motion_after(b, states_after(p, b, i % MOMENT_COUNT));
        if (with[i] == 0 || k->alone[state] >= 0)
            continue;
        k->alone[state] = 0;
        states[wanted++] = state;
    }
    double* q = ARENA_NEW(scratch, double, rank*(size_t)wanted);
    int32_t* counts = ARENA_NEW(scratch, int32_t, (size_t)wanted);
    for (int32_t i = 0; i < wanted; ++i)
        memcpy(q + rank * (size_t)i, p->q + rank * (size_t)states[i], rank * sizeof *q);
    crossings_count(k->c, q, wanted, counts);
    for (int32_t i = 0; i < wanted; ++i)
        k->alone[states[i]] = counts[i];
}

// Of each the moment with the most crossings beyond those without it.
static void test(testing* k, const blend* all, int32_t count, jump* out) {
    const portrait* p = k->s->of;
    arena* scratch = arena_create();
    size_t rank = (size_t)p->rank, moments = (size_t)count * MOMENT_COUNT;
    double* q = ARENA_NEW(scratch, double, rank* moments);
    int32_t* with = ARENA_NEW(scratch, int32_t, moments);
    for (size_t i = 0; i < moments; ++i) {
        const blend* b = &all[i / MOMENT_COUNT];
        blend_shown(p, b->from, b->at, b->last, states_after(p, b, (int)(i % MOMENT_COUNT)),
                    b->rate, q + rank * i, NULL);
    }
    crossings_count(k->c, q, (int32_t)moments, with);
    count_alone(k, all, count, with, scratch);
    for (int32_t i = 0; i < count; ++i) {
        jump worst = {.state = all[i].from, .after = -1};
        for (int m = 0; m < MOMENT_COUNT; ++m) {
            int32_t states = states_after(p, &all[i], m), then = motion_after(&all[i], states);
            int32_t crossing = with[i * MOMENT_COUNT + m];
            int32_t without = crossing > 0 ? k->alone[then] : 0;
            if (worst.after < 0 || crossing - without > worst.crossings - worst.alone) {
                worst.crossings = crossing;
                worst.alone = without;
                worst.after = states;
            }
        }
        out[i] = worst;
    }
    arena_destroy(scratch);
}

static int32_t beyond(const jump* j) {
    return j->crossings > j->alone ? j->crossings - j->alone : 0;
}

// Into the list of the worst, which descends.
static void list(jumps* out, const jump* j) {
    int32_t at = out->listed;
    if (beyond(j) == 0)
        return;
    while (at > 0 && beyond(&out->worst[at - 1]) < beyond(j))
        --at;
    if (at == JUMPS_LISTED)
        return;
    int32_t last = out->listed < JUMPS_LISTED ? out->listed : JUMPS_LISTED - 1;
    memmove(out->worst + at + 1, out->worst + at, (size_t)(last - at) * sizeof *out->worst);
    out->worst[at] = *j;
    out->listed = last + 1;
}

// ---- all of them -----------------------------------------------------------------------

static int by_start(const void* a, const void* b) {
    const candidate *x = a, *y = b;
    if (x->start != y->start)
        return x->start < y->start ? -1 : 1;
    if (x->distance != y->distance)
        return x->distance > y->distance ? -1 : 1;
    if (x->state != y->state)
        return x->state < y->state ? -1 : 1;
    return x->entry < y->entry ? -1 : x->entry > y->entry;
}

static int by_turn(const void* a, const void* b) {
    const candidate *x = a, *y = b;
    if (x->turn != y->turn)
        return x->turn < y->turn ? -1 : 1;
    if (x->distance != y->distance)
        return x->distance > y->distance ? -1 : 1;
    return by_start(a, b);
}

// All jumps but those of a start to itself, in the order of testing.
static candidate* order(const responses* s, arena* memory, int64_t* count) {
    const recording* x = s->of->of;
    int32_t entries = x->palette.entry_count;
    candidate* all = ARENA_NEW(memory, candidate, (size_t)x->state_count * (size_t)entries);
    *count = 0;
    for (int32_t n = 0; n < x->state_count; ++n)
        for (int32_t e = 0; e < entries; ++e) {
            const nearest* to = &s->starts[(size_t)n * (size_t)entries + (size_t)e];
            if (to->response >= 0 && x->responses[to->response].first != n)
                all[(*count)++] = (candidate){n, e, to->response, to->distance, 0};
        }
    if (*count == 0)
        return all;
    qsort(all, (size_t)*count, sizeof *all, by_start);
    for (int64_t i = 1; i < *count; ++i)
        all[i].turn = all[i].start == all[i - 1].start ? all[i - 1].turn + 1 : 0;
    qsort(all, (size_t)*count, sizeof *all, by_turn);
    return all;
}

// So many more, by what those so far have taken: a few at first.
static int64_t batch(const testing* k, const jumps_options* o, int64_t wanted, int64_t room) {
    int64_t tested = k->out->tested, left = wanted - tested;
    crossings_work w = crossings_work_of(k->c);
    int64_t done = w.compared + w.tested - k->before,
            allowed = tested > 0 ? 4 * tested : JUMPS_FIRST;
    if (done >= o->work && o->most == INT64_MAX)
        return 0;
    if (tested > 0 && done > 0 && o->most == INT64_MAX)
        allowed = (int64_t)fmin((double)allowed,
                                (double)(o->work - done) / (double)done * (double)tested + 1.0);
    allowed = allowed < room ? allowed : room;
    return left < allowed ? left : allowed;
}

static void test_jumps(testing* k, const jumps_options* o, arena* memory) {
    const recording* x = k->s->of->of;
    candidate* all = order(k->s, memory, &k->out->count);
    int64_t wanted = k->out->count < o->most ? k->out->count : o->most;
    int64_t room = AT_ONCE / (MOMENT_COUNT * (k->s->of->rank + 1)) + 1;
    blend* blends = ARENA_NEW(memory, blend, (size_t)room);
    jump* found = ARENA_NEW(memory, jump, (size_t)room);
    crossings_work run_ons = crossings_work_of(k->c);
    k->before = run_ons.compared + run_ons.tested;
    for (int64_t done = 0, some; (some = batch(k, o, wanted, room)) > 0; done += some) {
        for (int64_t i = 0; i < some; ++i) {
            const recording_response* to = &x->responses[all[done + i].start];
            blends[i] =
                (blend){all[done + i].state, to->first, to->first + to->count, k->out->rate};
        }
        test(k, blends, (int32_t)some, found);
        for (int64_t i = 0; i < some; ++i) {
            const candidate* c = &all[done + i];
            jump* j = &found[i];
            j->entry = c->entry;
            j->response = c->start;
            j->distance = (double)c->distance;
            k->s->starts[(size_t)c->state * (size_t)x->palette.entry_count + (size_t)c->entry]
                .crossings = beyond(j);
            ++k->out->tested;
            k->out->crossing += beyond(j) > 0;
            list(k->out, j);
        }
    }
}

// With one rate all of those that no rate so far has led through nothing.
static void try_rate(testing* k, double part, jump* best, arena* memory) {
    const recording* x = k->s->of->of;
    blend* blends = ARENA_NEW(memory, blend, (size_t)k->s->count);
    jump* found = ARENA_NEW(memory, jump, (size_t)k->s->count);
    int32_t* whose = ARENA_NEW(memory, int32_t, (size_t)k->s->count);
    int32_t count = 0;
    for (int32_t i = 0; i < k->s->count; ++i) {
        const response* r = &k->s->all[i];
        if (r->end != RESPONSE_RUNS_ON || beyond(&best[i]) == 0)
            continue;
        int32_t last =
            r->next < 0 ? r->next_at : x->responses[r->next].first + x->responses[r->next].count;
        whose[count] = i;
        blends[count++] = (blend){x->responses[i].first + x->responses[i].count, r->next_at, last,
                                  part * k->out->rate};
    }
    test(k, blends, count, found);
    for (int32_t i = 0; i < count; ++i)
        if (beyond(&found[i]) < beyond(&best[whose[i]])) {
            best[whose[i]] = found[i];
            k->s->all[whose[i]].rate = part * k->out->rate;
        }
}

static void test_run_ons(testing* k, arena* memory) {
    static const double parts[] = {1.0, 2.0, 0.5};
    jump* best = ARENA_NEW(memory, jump, (size_t)k->s->count);
    for (int32_t i = 0; i < k->s->count; ++i)
        best[i].crossings = INT32_MAX;
    for (size_t n = 0; n < sizeof parts / sizeof *parts; ++n)
        try_rate(k, parts[n], best, memory);
    for (int32_t i = 0; i < k->s->count; ++i) {
        response* r = &k->s->all[i];
        if (r->end != RESPONSE_RUNS_ON)
            continue;
        r->crossings = beyond(&best[i]);
        best[i].entry = -1;
        best[i].response = r->next;
        best[i].distance = r->distance;
        ++k->out->run_ons;
        k->out->run_ons_crossing += r->crossings > 0;
        list(k->out, &best[i]);
    }
}

jumps jumps_sample(responses* s, const jumps_options* o) {
    const portrait* p = s->of;
    jumps out = {.rate = o->rate > 0.0 ? o->rate : blend_natural_rate(p)};
    arena* scratch = arena_create();
    testing k = {.s = s, .c = crossings_make(p, o->threads, scratch), .out = &out};
    k.alone = ARENA_NEW(scratch, int32_t, (size_t)p->state_count);
    for (int32_t n = 0; n < p->state_count; ++n)
        k.alone[n] = -1;
    test_run_ons(&k, scratch);
    test_jumps(&k, o, scratch);
    out.work = crossings_work_of(k.c);
    arena_destroy(scratch);
    return out;
}

const char* jumps_left_out(const jumps* j, arena* memory) {
    return arena_format(
        memory,
        "%lld of %lld jumps were tested for surfaces that cross, the farthest to "
        "every start first: all would take more than a bake should; ask for as many "
        "as you want by `look` in a recipe, or --jumps of `supple reduce`",
        (long long)j->tested, (long long)j->count);
}
