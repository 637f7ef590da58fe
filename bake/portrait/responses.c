// Brute force: 20,000 states beside 260 starts of 24 numbers are 1.2e8 products, less than a second.
//
// Ends are resolved from what rests backwards: first what runs on into a response that ends well, then what runs on into those.
// So no response runs in a circle, and whatever is played comes to rest.
// SPDX-License-Identifier: MIT
#include "bake/portrait/responses.h"

#include "bake/base/parallel.h"
#include "bake/portrait/blend.h"

#include <math.h>

static const double QUIET = 0.1; // s: so long a response stays where it rests

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
    int32_t last = last_state(x, i), first = last - (int32_t)ceil(QUIET * x->palette.fps);
    double most = at_rest * p->reach;
    if (balanced_speed(p, last) > at_rest || first < x->responses[i].first)
        return false;
    for (int32_t n = first; n < last; ++n)
        if (portrait_distance2(p, n, last) > most * most)
            return false;
    return true;
}

// Has it gone on as long as limits allow one of its speed, from anywhere?
static bool is_limited(const recording* x, int32_t i) {
    const palette* p = &x->palette;
    vec3 drift = palette_drift(p, x->responses[i].after), from = p->begin;
    for (int k = 0; k < 3; ++k)
        (&from.x)[k] = (&drift.x)[k] > 0.0 ? (&p->low.x)[k] : (&p->high.x)[k];
    bool moves = v3_length(drift) > 0.0;
    return moves && palette_room(p, from, x->responses[i].after, x->responses[i].count + 1) <=
                        x->responses[i].count;
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

// The nearest state of any response that ends well, or rest, within `most`; its own states are no help.
static bool find_next(const responses* out, int32_t i, const bool* ends_well, double most,
                      response* to) {
    const portrait* p = out->of;
    const recording* x = p->of;
    double least = most * most, to_rest = portrait_distance2(p, last_state(x, i), x->rest);
    bool found = may_rest(x, i) && to_rest <= least;
    if (found) {
        run_on(to, -1, x->rest, sqrt(to_rest));
        least = to_rest;
    }
    for (int32_t n = 0; n < out->count; ++n) {
        if (!ends_well[n] || n == i || !same_forcing(x, i, n))
            continue;
        for (int32_t s = x->responses[n].first + 1; s < last_state(x, n); ++s) {
            double d = portrait_distance2(p, last_state(x, i), s);
            if (d > least || (found && d == least))
                continue;
            run_on(to, n, s, sqrt(d));
            least = d;
            found = true;
        }
    }
    return found;
}

static void resolve_ends(responses* out, const responses_options* o) {
    const portrait* p = out->of;
    arena* scratch = arena_create();
    bool *well = ARENA_NEW(scratch, bool, (size_t)out->count),
         *then = ARENA_NEW(scratch, bool, (size_t)out->count);
    for (int32_t i = 0; i < out->count; ++i) {
        response* r = &out->all[i];
        r->speed = balanced_speed(p, last_state(p->of, i));
        r->end = stands_still(p, i, o->at_rest) ? RESPONSE_RESTS
                 : is_limited(p->of, i)         ? RESPONSE_LIMITED
                                                : RESPONSE_IS_DEAD;
        r->next = r->next_at = r->crossings = -1;
        r->rate = blend_natural_rate(p);
        then[i] = r->end != RESPONSE_IS_DEAD;
    }
    for (bool more = true; more;) {
        more = false;
        for (int32_t i = 0; i < out->count; ++i)
            well[i] = then[i];
        for (int32_t i = 0; i < out->count; ++i)
            if (!well[i] && find_next(out, i, well, o->run_on * p->reach, &out->all[i]))
                more = then[i] = true;
    }
    arena_destroy(scratch);
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
        bool is_short = x->responses[i].count < o->shortest * x->palette.fps - 1e-6;
        out.all[i].is_start = !is_short && out.all[i].end != RESPONSE_IS_DEAD;
        out.start_count += out.all[i].is_start;
    }
    set_speeds(&out, memory);
    parallel_for(threads, x->state_count, 64, find_nearest, &out);
    return out;
}
