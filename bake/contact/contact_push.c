// Where things touch, for whoever wants to hear it: pairs with their pushes.
// SPDX-License-Identifier: MIT
#include "bake/contact/contact_data.h"

#include <string.h>

static contact_push push_of(const contact_element* e, const vec3 x[4], double force,
                            const near_points* at) {
    contact_push p = {
        .first = e->pair.edges ? 2 : 1, .force = force, .normal = v3_unit(at->between)};
    memcpy(p.node, e->node, sizeof p.node);
    for (int i = 0; i < 4; ++i) {
        p.weight[i] = fabs(at->weight[i]); // those of the second are negative
        p.place = v3_madd(p.place, x[i], 0.5 * p.weight[i]);
    }
    return p;
}

int64_t contact_pushes(contact* c, const double* u, contact_push** out, arena* memory) {
    contact_find_active(c, u);
    int64_t count = 0;
    *out = ARENA_NEW(memory, contact_push, (size_t)c->active.count + 1);
    for (int64_t i = 0; i < c->active.count; ++i) {
        const contact_element* e = &c->active.all[i];
        vec3 x[4];
        near_points at;
        contact_gather(c, e->node, x);
        double force = barrier_push(&c->law, &e->pair, x, &at);
        if (force > 0.0)
            (*out)[count++] = push_of(e, x, force, &at);
    }
    return count;
}
