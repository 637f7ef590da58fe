// The manifold of a pair without flesh: of contacts whose normals agree the deepest, and three that span the widest area with it.
//
// What is rigid bears by four corners as by any number between them, and fewer rows are solved sooner and better: ten boxes on top
// of each other by all points of their edges did not come to rest in twenty sweeps. Flesh is pressed to shape, so its manifolds are
// another thing (contact_manifold.c). Those that were there before count as a bit wider, so that a body at rest
// keeps them.
// SPDX-License-Identifier: MIT
#include "runtime/contact/contact_pair.h"

#include <string.h>

enum { GROUPS = 16, GROUP_MOST = 4 };
static const double ALIKE = 0.9;      // the cosine between normals of one group
static const double KEPT_WIDER = 1.1; // times the measure of one that was there before
static const double LEAST = 1e-8;     // of the size squared: no wider is no wider

typedef struct extremes {
    const contact_finder* f;
    int32_t first; // of the group: the deepest
    int32_t chosen[GROUP_MOST], count;
    double best;
    int32_t at;
} extremes;

static bool is_of(const extremes* e, int32_t i) {
    return dot3(e->f->found[i].normal, e->f->found[e->first].normal) > ALIKE;
}

static void from_first(const extremes* e, int32_t i, double out[3]) {
    minus3(e->f->found[i].place, e->f->found[e->chosen[0]].place, out);
}

// How wide a contact makes the manifold: of the second its distance, then the area on either side.
static double width(const extremes* e, int32_t i) {
    double x[3], u[3], v[3], area[3], other[3];
    from_first(e, i, x);
    if (e->count == 1)
        return dot3(x, x);
    from_first(e, e->chosen[1], u);
    cross3(u, x, area);
    double side = dot3(area, e->f->found[e->first].normal);
    if (e->count == 2)
        return side < 0.0 ? -side : side;
    from_first(e, e->chosen[2], v);
    cross3(u, v, other);
    return dot3(other, e->f->found[e->first].normal) > 0.0 ? -side : side;
}

static bool is_chosen(const extremes* e, int32_t i) {
    bool any = false;
    for (int32_t k = 0; k < e->count; ++k)
        any |= e->chosen[k] == i;
    return any;
}

// The four of the group that begins with the contact `first`; taken: those that belong to it.
static void choose(extremes* e, bool* taken, double least) {
    e->chosen[0] = e->first;
    e->count = 1;
    while (e->count < GROUP_MOST) {
        e->best = LEAST * least * least;
        e->at = -1;
        for (int32_t i = 0; i < e->f->found_count; ++i) {
            if (taken[i] || !is_of(e, i) || is_chosen(e, i))
                continue;
            double wide =
                width(e, i) * (contact_was_there(e->f, e->f->found[i].key) ? KEPT_WIDER : 1.0);
            if (wide > e->best) {
                e->best = wide;
                e->at = i;
            }
        }
        if (e->at < 0)
            break;
        e->chosen[e->count++] = e->at;
    }
    for (int32_t i = 0; i < e->f->found_count; ++i)
        taken[i] |= is_of(e, i);
}

// The deepest that belongs to no group yet; -1: none.
static int32_t deepest(const contact_finder* f, const bool* taken) {
    int32_t best = -1;
    for (int32_t i = 0; i < f->found_count; ++i)
        if (!taken[i] && (best < 0 || f->score[i] < f->score[best] ||
                          (f->score[i] == f->score[best] && f->found[i].key < f->found[best].key)))
            best = i;
    return best;
}

int32_t contact_choose_extremes(const contact_pair* p, int32_t chosen[CONTACT_MANIFOLD + 1]) {
    bool taken[CONTACT_FOUND];
    int32_t count = 0;
    memset(taken, 0, sizeof taken);
    for (int group = 0; group < GROUPS; ++group) {
        extremes e = {.f = p->finder, .first = deepest(p->finder, taken)};
        if (e.first < 0)
            break;
        choose(&e, taken, p->least);
        for (int32_t k = 0; k < e.count; ++k)
            chosen[count++] = e.chosen[k];
    }
    return count;
}
