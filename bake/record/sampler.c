// splitmix64 (Steele, Lea & Flood 2014): any seed is as good as any other, and whole numbers only.
// SPDX-License-Identifier: MIT
#include "bake/record/sampler.h"

enum { SAMPLER_FULL = 1 << 20 }; // parts of the share of full responses

static uint64_t mix(uint64_t z) {
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

// 0 to count - 1. Of 2^32 possible numbers at most `count` are more likely than others, by one.
static int32_t draw(sampler* s, int32_t count) {
    s->random += 0x9e3779b97f4a7c15u;
    return (int32_t)((mix(s->random) >> 32) * (uint64_t)count >> 32);
}

sampler sampler_begin(const palette* p, int32_t chain) {
    return (sampler){.palette = p,
                     .random = mix(p->seed ^ mix((uint64_t)chain + 1)),
                     .speed = p->still,
                     .displacement = p->begin};
}

bool sampler_next(sampler* s, sampler_response* out) {
    const palette* p = s->palette;
    int32_t allowed[PALETTE_ENTRIES_MOST], count = 0;
    for (int32_t e = 0; e < p->entry_count; ++e)
        if (palette_allows(p, s->displacement, s->speed, e))
            allowed[count++] = e;
    if (count == 0)
        return false;
    int32_t entry = allowed[draw(s, count)], after = p->next[s->speed][entry];
    int32_t most = palette_room(p, s->displacement, after, p->longest);
    bool full = draw(s, SAMPLER_FULL) < p->full * SAMPLER_FULL;
    int32_t states = full ? most : p->shortest + draw(s, most - p->shortest + 1);
    *out = (sampler_response){entry, s->speed, after, s->state, states};
    s->displacement = v3_madd(s->displacement, palette_drift(p, after), states / p->fps);
    s->speed = after;
    s->state += states;
    return true;
}

int32_t sampler_fraction_done(const palette* p, int32_t chain) {
    return p->responses / p->chains + (chain < p->responses % p->chains);
}
