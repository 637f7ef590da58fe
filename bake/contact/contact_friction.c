// Coulomb's friction, with pushes and directions of an earlier place (Li et al. 2020).
//
// A pair rubs with  most * f(|w|) w / |w|,  w the relative velocity of its nearest points across the push, f(y) = 2 y - y^2 of
// y = |w| / slow and 1 beyond it. It is along w, so it never drives; its derivative by velocities is never negative.
// SPDX-License-Identifier: MIT
#include "bake/contact/contact_data.h"

#include <string.h>

static contact_rub rub_of(const contact* c, const contact_element* e, double push,
                          const near_points* at) {
    contact_rub p = {.most = contact_friction(c, e->node) * push};
    vec3 n = v3_unit(at->between);
    vec3 other = fabs(n.x) < 0.6 ? v3(1.0, 0.0, 0.0) : v3(0.0, 1.0, 0.0);
    memcpy(p.node, e->node, sizeof p.node);
    memcpy(p.weight, at->weight, sizeof p.weight);
    p.across[0] = v3_unit(v3_cross(n, other));
    p.across[1] = v3_cross(n, p.across[0]);
    return p;
}

void contact_rubs_take(contact* c, const double* u) {
    contact_rubs* s = &c->rubs;
    s->count = 0;
    if (!c->rubs_any)
        return;
    contact_find_active(c, u);
    arena_destroy(s->memory);
    s->memory = arena_create();
    s->all = ARENA_NEW(s->memory, contact_rub, (size_t)c->active.count + 1);
    for (int64_t i = 0; i < c->active.count; ++i) {
        const contact_element* e = &c->active.all[i];
        vec3 x[4];
        near_points at;
        contact_gather(c, e->node, x);
        double push = barrier_push(&c->law, &e->pair, x, &at);
        if (push > 0.0 && contact_friction(c, e->node) > 0.0)
            s->all[s->count++] = rub_of(c, e, push, &at);
    }
}

// The relative velocity across the push.
static void velocity_across(const contact_rub* p, const vec3 v[4], double w[2]) {
    vec3 sum = {0};
    for (int i = 0; i < 4; ++i)
        sum = v3_madd(sum, v[i], p->weight[i]);
    w[0] = v3_dot(sum, p->across[0]);
    w[1] = v3_dot(sum, p->across[1]);
}

void contact_rub_force(const contact* c, const contact_rub* p, const vec3 v[4], vec3 force[4]) {
    double w[2], slow = c->options.slow;
    velocity_across(p, v, w);
    double y = sqrt(w[0] * w[0] + w[1] * w[1]) / slow;
    double part = p->most * (y < 1.0 ? 2.0 - y : 1.0 / y) / slow; // f / |w|
    vec3 along = v3_madd(v3_scale(p->across[0], part * w[0]), p->across[1], part * w[1]);
    for (int i = 0; i < 4; ++i)
        force[i] = v3_scale(along, p->weight[i]);
}

void contact_rub_matrix(const contact* c, const contact_rub* p, const vec3 v[4], double out[144]) {
    double w[2], slow = c->options.slow, small[2][2], along[2][12];
    velocity_across(p, v, w);
    double y = sqrt(w[0] * w[0] + w[1] * w[1]) / slow;
    double part = p->most * (y < 1.0 ? 2.0 - y : 1.0 / y) / slow;
    double fall = y < 1.0 ? (y > 0.0 ? 1.0 / y : 0.0) : 1.0 / (y * y * y); // -(f / y)' / y
    for (int i = 0; i < 2; ++i)
        for (int k = 0; k < 2; ++k)
            small[i][k] =
                (i == k ? part : 0.0) - p->most * fall * w[i] * w[k] / (slow * slow * slow);
    for (int i = 0; i < 2; ++i)
        for (int k = 0; k < 12; ++k)
            along[i][k] = p->weight[k / 3] * (&p->across[i].x)[k % 3];
    for (int i = 0; i < 12; ++i) {
        double a = small[0][0] * along[0][i] + small[1][0] * along[1][i];
        double b = small[0][1] * along[0][i] + small[1][1] * along[1][i];
        for (int k = 0; k < 12; ++k)
            out[12 * i + k] = a * along[0][k] + b * along[1][k];
    }
}
