// SPDX-License-Identifier: MIT
#include "bake/portrait/jumps.h"

#include "bake/portrait/blend.h"
#include "bake/portrait/crossings.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Of 1 / rate: when a blended state is looked at. At first it is the state that was shown, at last the motion gone on in.
static const double MOMENTS[] = {0.5, 1.0, 2.0};
enum { MOMENT_COUNT = sizeof MOMENTS / sizeof *MOMENTS };

jumps_options jumps_default(void) {
    return (jumps_options){.most = 100};
}

// A jump in the order of looking.
typedef struct candidate {
    int32_t state, entry, start;
    float distance;
    int64_t turn; // among those to the same start, farthest first
} candidate;

typedef struct looking {
    responses* s;
    crossings* c;
    jumps* out;
    int32_t* alone; // [state_count] crossings of states as they are; -1: not counted yet
} looking;

// ---- one jump --------------------------------------------------------------------------

static int32_t alone_at(looking* k, int32_t state) {
    const portrait* p = k->s->of;
    if (k->alone[state] < 0)
        k->alone[state] = crossings_count(k->c, p->q + (size_t)state * (size_t)p->rank);
    return k->alone[state];
}

// From `from` on at state `at` of a motion that ends at `last`: the moment with the most crossings beyond those without it.
static jump look(looking* k, int32_t from, int32_t at, int32_t last, double rate) {
    const portrait* p = k->s->of;
    double q[LOW_RANK_MOST];
    jump worst = {.state = from, .after = -1};
    for (int i = 0; i < MOMENT_COUNT; ++i) {
        int32_t states = (int32_t)fmax(1.0, round(MOMENTS[i] / rate * p->of->palette.fps));
        blend_shown(p, from, at, last, states, rate, q, NULL);
        int32_t with = crossings_count(k->c, q);
        int32_t without = with > 0 ? alone_at(k, states < last - at ? at + states : last) : 0;
        if (worst.after < 0 || with - without > worst.crossings - worst.alone) {
            worst.crossings = with;
            worst.alone = without;
            worst.after = states;
        }
    }
    return worst;
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

// All jumps but those of a start to itself, in the order of looking.
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

static void look_at_jumps(looking* k, int64_t most, arena* memory) {
    const recording* x = k->s->of->of;
    candidate* all = order(k->s, memory, &k->out->count);
    for (int64_t i = 0; i < k->out->count && i < most; ++i) {
        const recording_response* to = &x->responses[all[i].start];
        jump j = look(k, all[i].state, to->first, to->first + to->count, k->out->rate);
        j.entry = all[i].entry;
        j.response = all[i].start;
        j.distance = (double)all[i].distance;
        k->s->starts[(size_t)all[i].state * (size_t)x->palette.entry_count + (size_t)all[i].entry]
            .crossings = beyond(&j);
        ++k->out->looked;
        k->out->crossing += beyond(&j) > 0;
        list(k->out, &j);
    }
}

static void look_at_run_ons(looking* k) {
    const recording* x = k->s->of->of;
    static const double parts[] = {1.0, 2.0, 0.5};
    for (int32_t i = 0; i < k->s->count; ++i) {
        response* r = &k->s->all[i];
        if (r->end != RESPONSE_RUNS_ON)
            continue;
        int32_t from = x->responses[i].first + x->responses[i].count;
        int32_t last =
            r->next < 0 ? r->next_at : x->responses[r->next].first + x->responses[r->next].count;
        jump best = {.crossings = INT32_MAX};
        for (size_t n = 0; n < sizeof parts / sizeof *parts && beyond(&best) > 0; ++n) {
            jump j = look(k, from, r->next_at, last, parts[n] * k->out->rate);
            if (beyond(&j) < beyond(&best)) {
                best = j;
                r->rate = parts[n] * k->out->rate;
            }
        }
        r->crossings = beyond(&best);
        best.entry = -1;
        best.response = r->next;
        best.distance = r->distance;
        ++k->out->run_ons;
        k->out->run_ons_crossing += r->crossings > 0;
        list(k->out, &best);
    }
}

jumps jumps_look(responses* s, const jumps_options* o) {
    const portrait* p = s->of;
    jumps out = {.rate = o->rate > 0.0 ? o->rate : blend_natural_rate(p)};
    arena* scratch = arena_create();
    looking k = {.s = s, .c = crossings_make(p, o->threads, scratch), .out = &out};
    k.alone = ARENA_NEW(scratch, int32_t, (size_t)p->state_count);
    for (int32_t n = 0; n < p->state_count; ++n)
        k.alone[n] = -1;
    look_at_run_ons(&k);
    look_at_jumps(&k, o->most, scratch);
    arena_destroy(scratch);
    return out;
}
