// Brute force: 20,000 states beside 260 starts of 24 numbers are 1.2e8 products, less than a second.
//
// Ends are resolved from what rests backwards: first what runs on into a response that ends well, then what runs on into those.
// So no response runs in a circle, and whatever is played comes to rest, or to a limit of its support.
// SPDX-License-Identifier: MIT
#include "bake/portrait/responses.h"

#include "bake/base/parallel.h"
#include "bake/portrait/blend.h"

#include <math.h>
#include <string.h>

enum { ENDLESS = INT32_MAX / 2 }; // states

static const double RESPONSES_QUIET = 0.1; // s: so long a response stays where it rests

responses_options responses_default(void) {
    return (responses_options){.shortest = 0.25, .at_rest = 0.01, .run_on = 0.1};
}

bool responses_fits(const recording* x, int32_t i, int32_t entry, int32_t speed) {
    const recording_response* s = &x->responses[i];
    const palette* p = &x->palette;
    if (s->entry != entry || !p->speed_matters) // only the impulse counts, whatever the speed is
        return s->entry == entry;
    int32_t after = p->next[speed][entry];
    return after >= 0 && s->before == speed && s->after == after;
}

// ---- starts ----------------------------------------------------------------------------

static void set_speeds(responses* out, arena* memory) {
    const recording* x = out->of->of;
    out->speeds = ARENA_NEW(memory, int32_t, (size_t)x->state_count);
    for (int32_t s = 0; s < x->state_count; ++s)
        out->speeds[s] = x->palette.still;
    for (int32_t i = 0; i < x->response_count; ++i)
        for (int32_t n = 1; n <= x->responses[i].count; ++n)
            out->speeds[x->responses[i].first + n] = x->responses[i].after;
}

static void find_nearest(void* user, int64_t begin, int64_t end) {
    const responses* out = user;
    const portrait* p = out->of;
    const recording* x = p->of;
    int32_t entries = x->palette.entry_count;
    for (int64_t s = begin; s < end; ++s)
        for (int32_t e = 0; e < entries; ++e) {
            int32_t best = -1;
            double least = INFINITY;
            for (int32_t i = 0; i < out->count; ++i) {
                if (!out->all[i].is_start || !responses_fits(x, i, e, out->speeds[s]))
                    continue;
                double d = portrait_distance2(p, (int32_t)s, x->responses[i].first);
                if (d < least) {
                    least = d;
                    best = i;
                }
            }
            out->starts[s * entries + e] = (nearest){best, (float)sqrt(least), -1};
        }
}

// ---- ends ------------------------------------------------------------------------------

static double balanced_speed(const portrait* p, int32_t state) {
    double sum = 0.0;
    for (int32_t i = 0; i < p->rank; ++i) {
        double v = p->v[(size_t)state * (size_t)p->rank + (size_t)i];
        sum += v * v;
    }
    return p->reach > 0.0 ? sqrt(p->balance * sum) / p->reach : 0.0;
}

static int32_t last_state(const recording* x, int32_t i) {
    return x->responses[i].first + x->responses[i].count;
}

// Has it stayed where it is for a while? A swing has no velocity where it turns, and does not rest there.
static bool stands_still(const portrait* p, int32_t i, double at_rest) {
    const recording* x = p->of;
    int32_t last = last_state(x, i), first = last - (int32_t)ceil(RESPONSES_QUIET * x->palette.fps);
    double most = at_rest * p->reach;
    if (balanced_speed(p, last) > at_rest || first < x->responses[i].first)
        return false;
    for (int32_t n = first; n < last; ++n)
        if (portrait_distance2(p, n, last) > most * most)
            return false;
    return true;
}

// States that limits allow the support at the speed of a response, from anywhere; ENDLESS: there is none, or it stands.
static int32_t most_states(const recording* x, int32_t i) {
    const palette* p = &x->palette;
    vec3 drift = palette_drift(p, x->responses[i].after), from = p->begin;
    for (int k = 0; k < 3; ++k)
        (&from.x)[k] = (&drift.x)[k] > 0.0 ? (&p->low.x)[k] : (&p->high.x)[k];
    if (!(v3_length(drift) > 0.0))
        return ENDLESS;
    int32_t most = palette_room(p, from, x->responses[i].after, ENDLESS);
    return most < ENDLESS ? most : ENDLESS;
}

static bool is_limited(const recording* x, int32_t i) {
    int32_t most = most_states(x, i);
    return most < ENDLESS && most <= x->responses[i].count;
}

// May a response of one speed go on as one of the other does?
static bool same_forcing(const recording* x, int32_t a, int32_t b) {
    return x->responses[a].after == x->responses[b].after || !x->palette.speed_matters;
}

// Is it one that would come to the recording's rest, if it had the time?
static bool may_rest(const recording* x, int32_t i) {
    return x->responses[i].after == x->palette.still || !x->palette.speed_matters;
}

static void run_on(response* r, int32_t next, int32_t at, double distance) {
    r->end = RESPONSE_RUNS_ON;
    r->next = next;
    r->next_at = at;
    r->distance = distance;
}

// How ends are being resolved. `lasts`: for so many states it is known how a response goes on, with all that it runs on
// into; ENDLESS where that rests or a limit ends it; 0: not known yet.
typedef struct ends {
    const responses* out;
    double most; // m, that a response may run on over
    int32_t *lasts, *then;
} ends;

// ... from a state of a response.
static int64_t lasts_from(const ends* e, int32_t n, int32_t state) {
    const recording* x = e->out->of->of;
    return (int64_t)e->lasts[n] - (state - x->responses[n].first);
}

// The nearest state of any response that is known for long enough, or rest; its own states are no help.
static bool find_next(const ends* e, int32_t i, response* to) {
    const portrait* p = e->out->of;
    const recording* x = p->of;
    double least = e->most * e->most, to_rest = portrait_distance2(p, last_state(x, i), x->rest);
    int64_t needs = most_states(x, i) < ENDLESS ? most_states(x, i) - x->responses[i].count
                                                : ENDLESS - x->state_count;
    bool found = may_rest(x, i) && to_rest <= least;
    if (found) {
        run_on(to, -1, x->rest, sqrt(to_rest));
        least = to_rest;
    }
    for (int32_t n = 0; n < e->out->count; ++n) {
        if (e->lasts[n] == 0 || n == i || !same_forcing(x, i, n))
            continue;
        for (int32_t s = x->responses[n].first + 1; s < last_state(x, n); ++s) {
            double d = portrait_distance2(p, last_state(x, i), s);
            if (d > least || (found && d == least) || lasts_from(e, n, s) < needs)
                continue;
            run_on(to, n, s, sqrt(d));
            least = d;
            found = true;
        }
    }
    return found;
}

// What runs on into what is resolved, then what runs on into those. Returns how many do.
static int32_t resolve_more(ends* e) {
    const responses* out = e->out;
    const recording* x = out->of->of;
    int32_t count = 0;
    for (bool more = true; more;) {
        more = false;
        for (int32_t i = 0; i < out->count; ++i) {
            response* r = &out->all[i];
            e->then[i] = e->lasts[i];
            if (e->lasts[i] != 0 || !find_next(e, i, r))
                continue;
            int64_t on = r->next < 0 ? ENDLESS : lasts_from(e, r->next, r->next_at);
            on += x->responses[i].count;
            e->then[i] = on < ENDLESS ? (int32_t)on : ENDLESS;
            more = true;
            ++count;
        }
        memcpy(e->lasts, e->then, sizeof *e->lasts * (size_t)out->count);
    }
    return count;
}

// A support that moves meets a limit in the end. If none was recorded for as long as that takes, the longest of a speed is what
// others run on into, as far as it is known, and begins nothing itself: whoever runs on into it meets the limit before.
static void resolve_by_longest(ends* e) {
    const recording* x = e->out->of->of;
    for (int32_t speed = 0; speed < x->palette.speed_count; ++speed) {
        int32_t longest = -1;
        for (int32_t i = 0; i < e->out->count; ++i)
            if (e->lasts[i] == 0 && x->responses[i].after == speed && most_states(x, i) < ENDLESS &&
                (longest < 0 || x->responses[i].count > x->responses[longest].count))
                longest = i;
        if (longest < 0)
            continue;
        e->lasts[longest] = x->responses[longest].count;
        e->out->all[longest].end = RESPONSE_LIMITED;
        if (resolve_more(e) > 0)
            continue;
        e->lasts[longest] = 0;
        e->out->all[longest].end = RESPONSE_IS_DEAD;
    }
}

static void resolve_ends(responses* out, const responses_options* o) {
    const portrait* p = out->of;
    arena* scratch = arena_create();
    ends e = {.out = out,
              .most = o->run_on * p->reach,
              .lasts = ARENA_NEW(scratch, int32_t, (size_t)out->count),
              .then = ARENA_NEW(scratch, int32_t, (size_t)out->count)};
    for (int32_t i = 0; i < out->count; ++i) {
        response* r = &out->all[i];
        r->speed = balanced_speed(p, last_state(p->of, i));
        r->end = stands_still(p, i, o->at_rest) ? RESPONSE_RESTS
                 : is_limited(p->of, i)         ? RESPONSE_LIMITED
                                                : RESPONSE_IS_DEAD;
        r->next = r->next_at = r->crossings = -1;
        r->rate = blend_natural_rate(p);
        e.lasts[i] = r->end != RESPONSE_IS_DEAD ? ENDLESS : 0;
    }
    resolve_more(&e);
    if (p->of->palette.speed_matters)
        resolve_by_longest(&e);
    arena_destroy(scratch);
}

// Is it long enough, and known for as long as it may be played?
static bool begins(const responses* out, int32_t i, double shortest) {
    const recording* x = out->of->of;
    const response* r = &out->all[i];
    return x->responses[i].count >= shortest * x->palette.fps - 1e-6 &&
           r->end != RESPONSE_IS_DEAD && (r->end != RESPONSE_LIMITED || is_limited(x, i));
}

responses responses_make(const portrait* p, const responses_options* o, int threads,
                         arena* memory) {
    const recording* x = p->of;
    responses out = {.of = p, .count = x->response_count};
    size_t entries = (size_t)x->palette.entry_count;
    out.all = ARENA_NEW(memory, response, (size_t)out.count);
    out.starts = ARENA_NEW(memory, nearest, entries * (size_t)x->state_count);
    resolve_ends(&out, o);
    for (int32_t i = 0; i < out.count; ++i) {
        out.all[i].is_start = begins(&out, i, o->shortest);
        out.start_count += out.all[i].is_start;
    }
    set_speeds(&out, memory);
    parallel_for(threads, x->state_count, 64, find_nearest, &out);
    return out;
}
