// Chains: bodies that are near each other, one beside the next, of which the first may be struck in this substep.
//
// How far a pair closes in a substep is foreseen from the speeds of its two bodies. A strike changes these within the
// substep: of a tower that falls all bodies have one speed, nothing in it closes, and when its foot is stopped the next one
// goes on as far as a substep takes it, before anybody looks at the two again. Where that is less than a part of their size
// the next substep takes it back. Where it is more - what is tiny falls by its size in a 240th of a second - centres pass
// each other.
//
// So what is near each other, pair by pair, is a chain, and as fast as the fastest of its pairs. Where that is a good part
// of a pair's size its search reaches as far as the chain is fast: contacts are there for what may come, and the solve that
// stops the first stops all.
// SPDX-License-Identifier: MIT
#pragma once

#include "runtime/contact/contact_cache.h"

typedef struct contact_chain {
    int32_t root;   // the smallest slot of its chain, in the end
    double fastest; // of its pairs, in a substep, world units; in the slot of the root
} contact_chain;

// From the pairs that are listed.
void contact_chain_find(contact_finder* f, const contact_scene* scene);

// How far the search of a pair must reach for what its chain may do to it, world units; 0: no farther than for its own
// motion. closes: contact_listed.
double contact_chain_reach(const contact_finder* f, const contact_scene* scene, broad_pair pair,
                           double closes);
