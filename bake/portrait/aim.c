// SPDX-License-Identifier: MIT
#include "bake/portrait/aim.h"

#include <math.h>

// Of the longest response: a way to a state that takes longer is not gone again. And of the farthest distance: of jumps nearly
// as far the one with the shortest way is taken.
static const double LONGEST_LEAD = 4.0, AIM_NEARLY = 0.9;

typedef struct aiming {
    const responses* s;
    int32_t*
        lead; // [state_count] states since its chain's rest; -1: no entry may come there, or it takes too long
    vec3* displacement; // [state_count] of the support
    double*
        distance; // [state_count][entries] to the nearest start, planned ones too; -1: not allowed there
} aiming;

// ---- states in reach -------------------------------------------------------------------

// An entry may come when a response has lasted as long as responses must, or where one ended.
static void set_leads(aiming* a) {
    const recording* x = a->s->of->of;
    const palette* p = &x->palette;
    for (int32_t n = 0; n < x->state_count; ++n)
        a->lead[n] = -1;
    for (int32_t c = 0; c < x->chain_count; ++c) {
        a->lead[x->chains[c]] = 0; // at rest
        a->displacement[x->chains[c]] = p->begin;
    }
    for (int32_t i = 0; i < x->response_count; ++i) {
        const recording_response* r = &x->responses[i];
        vec3 drift = palette_drift(p, r->after);
        for (int32_t m = 1; m <= r->count; ++m) {
            int32_t n = r->first + m, lead = n - x->chains[r->chain];
            a->displacement[n] = v3_madd(a->displacement[r->first], drift, m / p->fps);
            if ((m >= p->shortest || m == r->count) && lead <= LONGEST_LEAD * p->longest)
                a->lead[n] = lead;
        }
    }
}

static void set_distances(aiming* a) {
    const recording* x = a->s->of->of;
    int32_t entries = x->palette.entry_count;
    for (int32_t n = 0; n < x->state_count; ++n)
        for (int32_t e = 0; e < entries; ++e) {
            size_t k = (size_t)n * (size_t)entries + (size_t)e;
            bool allowed = a->lead[n] >= 0 &&
                           palette_allows(&x->palette, a->displacement[n], a->s->speeds[n], e);
            const nearest* to = &a->s->starts[k];
            a->distance[k] = !allowed ? -1.0 : to->response < 0 ? INFINITY : (double)to->distance;
        }
}

// ---- the choice ------------------------------------------------------------------------

// The farthest jump; of those nearly as far the one with the shortest way, then the first. False: there is none.
static bool choose(const aiming* a, aim* out) {
    const recording* x = a->s->of->of;
    int32_t entries = x->palette.entry_count;
    double most = 0.0;
    for (size_t k = 0; k < (size_t)x->state_count * (size_t)entries; ++k)
        most = fmax(most, a->distance[k]);
    if (!(most > 0.0))
        return false;
    out->state = -1;
    for (int32_t n = 0; n < x->state_count; ++n)
        for (int32_t e = 0; e < entries; ++e) {
            double d = a->distance[(size_t)n * (size_t)entries + (size_t)e];
            bool far = isinf(most) ? isinf(d) : d >= AIM_NEARLY * most;
            if (far && (out->state < 0 || a->lead[n] < out->lead))
                *out = (aim){n, e, a->lead[n], d};
        }
    return true;
}

// Would a start at `at` do to a state what the entry would? As responses_fits.
static bool fits(const aiming* a, int32_t at, int32_t state) {
    return a->s->speeds[at] == a->s->speeds[state] || !a->s->of->of->palette.speed_matters;
}

static void plan(aiming* a, const aim* x) {
    const recording* of = a->s->of->of;
    size_t entries = (size_t)of->palette.entry_count;
    for (int32_t n = 0; n < of->state_count; ++n) {
        double* d = &a->distance[(size_t)n * entries + (size_t)x->entry];
        if (*d > 0.0 && fits(a, x->state, n))
            *d = fmin(*d, sqrt(portrait_distance2(a->s->of, n, x->state)));
    }
}

// Has it lasted as long as it may? If it is no start, another one from there would be none either.
static bool is_full(const aiming* a, int32_t i) {
    const recording_response* r = &a->s->of->of->responses[i];
    const palette* p = &a->s->of->of->palette;
    return r->count >= palette_room(p, a->displacement[r->first], r->after, p->longest);
}

// The responses that led to the state, the last of them cut there, and the new one, as long as it may be.
static chain chain_to(const aiming* a, const aim* x, int32_t number, arena* memory) {
    const recording* of = a->s->of->of;
    const palette* p = &of->palette;
    int32_t first = x->state - x->lead;
    chain out = {.number = number};
    out.responses = ARENA_NEW(memory, sampler_response, (size_t)of->response_count + 1);
    for (int32_t i = 0; i < of->response_count; ++i) {
        const recording_response* r = &of->responses[i];
        if (r->first < first || r->first >= x->state)
            continue;
        int32_t end = r->first + r->count < x->state ? r->first + r->count : x->state;
        out.responses[out.response_count++] =
            (sampler_response){r->entry, r->before, r->after, r->first - first, end - r->first};
    }
    int32_t before = a->s->speeds[x->state], after = p->next[before][x->entry];
    int32_t room = palette_room(p, a->displacement[x->state], after, p->longest);
    out.responses[out.response_count++] =
        (sampler_response){x->entry, before, after, x->lead, room};
    out.state_count = x->lead + room + 1;
    return out;
}

aims aims_find(const responses* s, int32_t most, arena* memory) {
    const recording* x = s->of->of;
    size_t states = (size_t)x->state_count, entries = (size_t)x->palette.entry_count;
    aims out = {.all = ARENA_NEW(memory, aim, (size_t)most),
                .chains = ARENA_NEW(memory, chain, (size_t)most)};
    arena* scratch = arena_create();
    aiming a = {.s = s,
                .lead = ARENA_NEW(scratch, int32_t, states),
                .displacement = ARENA_NEW(scratch, vec3, states),
                .distance = ARENA_NEW(scratch, double, states* entries)};
    set_leads(&a);
    set_distances(&a);
    for (int32_t i = 0; i < x->response_count; ++i)
        if (!s->all[i].is_start && is_full(&a, i))
            plan(&a, &(aim){.state = x->responses[i].first, .entry = x->responses[i].entry});
    while (out.count < most && choose(&a, &out.all[out.count])) {
        const aim* next = &out.all[out.count];
        plan(&a, next);
        out.chains[out.count] = chain_to(&a, next, x->chain_count + out.count, memory);
        ++out.count;
    }
    for (size_t k = 0; k < states * entries; ++k)
        out.left = fmax(out.left, a.distance[k]);
    arena_destroy(scratch);
    return out;
}
