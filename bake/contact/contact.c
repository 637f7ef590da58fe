// Making, and questions about one place.
// SPDX-License-Identifier: MIT
#include "bake/contact/contact.h"

#include "bake/contact/contact_data.h"

#include <string.h>

// How much stiffer than at first the barrier may become.
static const double CONTACT_STIFFEST = 1e8;

contact_options contact_default(void) {
    return (contact_options){.slow = 1e-3, .rounds = 1, .step = 1.0 / 60.0, .gravity = 9.81};
}

// Pushes a pair of mean mass with about this where the gap is half of the distance: its weight, and what stops it in a step
// of motion through the distance.
static double chosen_stiffness(const contact* c) {
    const contact_options* o = &c->options;
    const sparse* mass = c->surface.mass;
    double sum = 0.0;
    int32_t count = 0;
    for (int32_t i = 0; i < c->vertex_count; ++i) {
        int32_t node = c->vertices[i];
        if (contact_is_led(c, node) || mass->start[node] == mass->start[node + 1])
            continue;
        for (int64_t k = mass->start[node]; k < mass->start[node + 1]; ++k)
            sum += mass->value[k];
        ++count;
    }
    double mean = count > 0 ? sum / count : 0.0;
    double chosen = mean * o->distance * (o->gravity + o->distance / (o->step * o->step));
    return chosen > 0.0 ? chosen : 1.0; // nothing that is free touches anything
}

static bool positive(double x) {
    return x > 0.0 && isfinite(x);
}

static bool not_negative(double x) {
    return x >= 0.0 && isfinite(x);
}

static bool check_options(const contact_options* o, report* r) {
    if (!positive(o->distance))
        return report_error(r, place_none(),
                            "contact begins at a distance of %g m; it must be above zero",
                            o->distance);
    if (!not_negative(o->thickness))
        return report_error(r, place_none(),
                            "surfaces in contact are %g m thick; it must not be below zero",
                            o->thickness);
    if (!not_negative(o->friction))
        return report_error(r, place_none(),
                            "the coefficient of friction is %g; it must not be below zero",
                            o->friction);
    if (!positive(o->slow) || o->rounds < 1)
        return report_error(
            r, place_none(),
            "friction is smooth below %g m/s and taken %d times a step; both must be above zero",
            o->slow, o->rounds);
    if (!positive(o->step) || !not_negative(o->gravity) || !not_negative(o->stiffness))
        return report_error(r, place_none(),
                            "contact has a step of %g s, gravity of %g m/s^2 and a stiffness of %g "
                            "J; they must be numbers "
                            "that are not below zero, and the first above it",
                            o->step, o->gravity, o->stiffness);
    return true;
}

contact* contact_make(const contact_surface* s, const contact_options* o, int threads,
                      arena* memory, report* r) {
    if (!check_options(o, r))
        return NULL;
    contact* c = ARENA_NEW(memory, contact, 1);
    *c = (contact){.surface = *s, .options = *o, .threads = threads};
    if (!contact_find_features(c, memory, r))
        return NULL;
    c->touched = ARENA_NEW(memory, uint8_t, (size_t)s->node_count + 1);
    c->x = ARENA_NEW(memory, vec3, (size_t)s->node_count + 1);
    c->shift[0] = ARENA_NEW(memory, vec3, (size_t)s->node_count + 1);
    c->shift[1] = ARENA_NEW(memory, vec3, (size_t)s->node_count + 1);
    c->weakest = o->stiffness > 0.0 ? o->stiffness : chosen_stiffness(c);
    c->stiffest = o->stiffness > 0.0 ? o->stiffness : CONTACT_STIFFEST * c->weakest;
    c->rubs_any = s->friction_or_null == NULL && o->friction > 0.0;
    for (int32_t i = 0; i < s->node_count && s->friction_or_null != NULL; ++i)
        c->rubs_any = c->rubs_any || s->friction_or_null[i] > 0.0;
    c->active.memory = arena_create();
    c->active.u = ARENA_NEW(memory, double, 3 * (size_t)s->node_count);
    c->law = (barrier){o->distance, o->thickness, c->weakest};
    c->version = 1;
    contact_warn_of_rest(c, r);
    c->stats = (contact_stats){.smallest = INFINITY}; // of steps only
    return c;
}

void contact_free(contact* c_or_null) {
    if (c_or_null == NULL)
        return;
    arena_destroy(c_or_null->far.memory);
    arena_destroy(c_or_null->near.memory);
    arena_destroy(c_or_null->candidates.memory);
    arena_destroy(c_or_null->active.memory);
    arena_destroy(c_or_null->rubs.memory);
    arena_destroy(c_or_null->pattern_memory);
    arena_destroy(c_or_null->wide_memory);
}

double contact_gap(contact* c, const double* u) {
    double least = INFINITY;
    contact_find_active(c, u);
    for (int64_t i = 0; i < c->active.count; ++i) {
        const contact_element* e = &c->active.all[i];
        vec3 x[4];
        contact_gather(c, e->node, x);
        vec3 r = e->pair.edges ? near_edges(x).between : near_face(x).between;
        least = fmin(least, v3_length(r) - c->law.thickness);
    }
    return least;
}

contact_stats contact_stats_of(const contact* c) {
    contact_stats s = c->stats;
    s.stiffness = c->law.stiffness;
    return s;
}
