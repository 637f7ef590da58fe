// The pair cache: what was found for a pair goes on for as long as its two surfaces have hardly moved against each other.
//
// A search finds every contact that is nearer than CONTACT_NEAR of the size, whatever moves how. So until the surfaces
// have moved by that much against each other no point can be in contact that is not among those found, and those that
// are go on with the gaps that the solver has for them. How often a pair is searched follows from how fast it moves: a
// pile that settles once a step, what strikes in every substep. Pairs without contacts are remembered as well.
//
// It lasts for one step: the first substep searches all pairs, so nothing of it is saved with a world.
// SPDX-License-Identifier: MIT
#pragma once

#include "runtime/contact/contact_pair.h"
#include "runtime/world/broad.h"

enum {
    CONTACT_CACHE_PAIRS = 4,
    CONTACT_CACHE_LEAST = 64
}; // a body, and at least: more are searched again

typedef struct contact_cached {
    broad_pair pair;
    int32_t first, count; // of its contacts, in what went out
    float
        moved; // of one surface against the other since the search and before the last substep, at most
    float last; // ... in the last substep, as it was foreseen; world units
} contact_cached;

// One that the broad phase has told of in this find.
typedef struct contact_listed {
    broad_pair pair;
    double closes; // how far their middles go against each other in the substep, world units
} contact_listed;

typedef struct contact_cache_place {
    uint32_t round; // of the find that it is of; of another: empty
    int32_t index;
} contact_cache_place;

typedef struct contact_cache {
    int32_t room, counts[2]; // of this find and of the one before
    contact_cached* pairs[2];
    contact_listed* listed; // [room] of this find, ...
    int32_t listed_count;
    contact_cache_place* places; // [2^bits] a hash of those before
    int32_t bits;
    uint32_t round;
    contact* last; // [max_contacts] that went out of the find before
} contact_cache;

contact_cache* contact_cache_lay_out(memory_layout* l, int32_t max_bodies, int32_t max_contacts);

// Before the pairs of a find are listed: what was found is now what was found before. forget: nothing was.
void contact_cache_begin(contact_cache* c, const contact* before, int32_t count, bool forget);

// How far, at most, the surfaces of a pair move against each other in the substep; world units.
double contact_cache_motion(const contact_scene* scene, broad_pair pair);

// Lists the pairs of a broad phase that may have contacts, as far as there is room; false: it has more of them.
bool contact_cache_list(contact_cache* c, const contact_scene* scene, broad_phase* p);

// The pair as it was found before; NULL: it was not. Then whether that still holds, or it has to be searched again; moves:
// contact_cache_motion.
const contact_cached* contact_cache_find(const contact_cache* c, broad_pair pair);
bool contact_cache_holds(const contact_cached* known, const contact_scene* scene, double moves);

// Its contacts of this find. before_or_null: they are those.
void contact_cache_note(contact_cache* c, contact_cached found,
                        const contact_cached* before_or_null, bool later);
