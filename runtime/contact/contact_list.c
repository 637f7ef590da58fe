// The list of contacts that goes out, and who gives way when it is full: pairs share it.
//
// A pair keeps as many as any other that needs them; so the pair that has most loses its shallowest first, however deep
// they are. If the shallowest of all gave way, a heap of bodies that were put into each other would take the contacts of
// what lies quietly beside it, which would fall through the ground.
// SPDX-License-Identifier: MIT
#include "runtime/contact/contact_cache.h"

#include "runtime/base/assert.h"

#include <string.h>

static bool is_same_pair(const contact* a, const contact* b) {
    return a->body == b->body && a->other == b->other && a->collider == b->collider;
}

// The contact after the last one of the pair that the i-th is of.
static int32_t end_of_pair(const contact_finder* f, int32_t i) {
    int32_t end = i + 1;
    while (end < f->out_count && is_same_pair(&f->out[end], &f->out[i]))
        ++end;
    return end;
}

// The most that every pair may have, so that there is room for as many of one more, of which there are `more`; at least 1.
static int32_t find_share(const contact_finder* f, int32_t more) {
    int32_t pairs[CONTACT_MANIFOLD + 1] = {0}; // that have more than so many, ...
    int32_t sum = 0, share = 0; // ... and contacts when nobody has more than the share
    for (int32_t i = 0; i < f->out_count; i = end_of_pair(f, i))
        ++pairs[end_of_pair(f, i) - i - 1];
    for (int32_t k = CONTACT_MANIFOLD; k-- > 0;)
        pairs[k] += pairs[k + 1];
    for (; share < f->share - 1; ++share) {
        sum += pairs[share] + (more > share ? 1 : 0);
        if (sum > f->max_contacts)
            break;
    }
    return share > 1 ? share : 1;
}

// No pair has more than the share; what was noted of pairs knows where their contacts are now.
static void keep_share(contact_finder* f) {
    contact_cache* c = f->cache;
    int32_t at = 0, noted = 0;
    for (int32_t i = 0; i < f->out_count;) {
        int32_t end = end_of_pair(f, i), count = end - i < f->share ? end - i : f->share;
        while (noted < c->counts[0] &&
               (c->pairs[0][noted].count == 0 || c->pairs[0][noted].first < i))
            ++noted;
        if (noted < c->counts[0] && c->pairs[0][noted].first == i) {
            c->pairs[0][noted].first = at;
            c->pairs[0][noted++].count = count;
        }
        memmove(f->out + at, f->out + i, sizeof *f->out * (size_t)count);
        f->dropped += (uint32_t)(end - i - count);
        at += count;
        i = end;
    }
    f->out_count = at;
}

void contact_put(contact_finder* f, const contact* list, int32_t count) {
    SUPPLE_ASSERT(count >= 0 && count <= CONTACT_MANIFOLD);
    int32_t kept = count < f->share ? count : f->share;
    while (f->out_count + kept > f->max_contacts && f->share > 1) {
        f->share = find_share(f, kept);
        keep_share(f);
        kept = kept < f->share ? kept : f->share;
    }
    int32_t room = f->max_contacts - f->out_count;
    kept = kept < room ? kept : room;
    f->pair_first = f->out_count;
    memcpy(f->out + f->out_count, list, sizeof *list * (size_t)kept);
    f->out_count += kept;
    f->dropped += (uint32_t)(count - kept);
}
