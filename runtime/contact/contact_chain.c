// SPDX-License-Identifier: MIT
#include "runtime/contact/contact_chain.h"

// Of the thinner of two bodies, in a substep: what is slower is seen in the next one.
static const double CHAIN_FAST = 0.5;

static int32_t root_of(contact_chain* chains, int32_t slot) {
    while (chains[slot].root != slot)
        slot = chains[slot].root = chains[chains[slot].root].root;
    return slot;
}

static void note(contact_chain* chains, const contact_listed* pair) {
    int32_t root = root_of(chains, pair->pair.body);
    double fastest = chains[root].fastest;
    if (pair->pair.other >= 0) {
        int32_t other = root_of(chains, pair->pair.other), least = root < other ? root : other;
        fastest = chains[other].fastest > fastest ? chains[other].fastest : fastest;
        root = chains[root].root = chains[other].root = least;
    }
    chains[root].fastest = pair->closes > fastest ? pair->closes : fastest;
}

void contact_chain_find(contact_finder* f, const contact_scene* scene) {
    for (int32_t i = 0; i < scene->body_count; ++i)
        f->chains[i] = (contact_chain){i, 0.0};
    for (int32_t i = 0; i < f->cache->listed_count; ++i)
        note(f->chains, &f->cache->listed[i]);
}

static double least_of(const contact_surface* s) {
    return s->rest->extent > 0.0 ? s->size * s->rest->least / s->rest->extent : s->size;
}

double contact_chain_reach(const contact_finder* f, const contact_scene* scene, broad_pair pair,
                           double closes) {
    double fastest = f->chains[root_of(f->chains, pair.body)].fastest,
           least = least_of(scene->bodies[pair.body].skin_or_null);
    if (pair.other >= 0 && pair.other != pair.body) {
        double its = least_of(scene->bodies[pair.other].skin_or_null);
        least = its < least ? its : least;
    }
    double reach = fastest - closes - CHAIN_FAST * least;
    return reach > 0.0 ? reach : 0.0;
}
