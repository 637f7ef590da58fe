// A body against itself: a hand on a belly, one thigh on the other.
//
// What lies near each other at rest is one piece of flesh without contacts: skin folds in the bend of a
// hip or a knee, and to part it there would throw the flesh around. Everything else is tried when it comes
// together: where a point comes to lie among what another bone carries, the field says which triangles are there. A
// point is in contact with a triangle that faces it; which side of it the point is on tells an overlap, no
// deeper than a small fraction of the body: beyond, nothing local tells inside from outside.
// SPDX-License-Identifier: MIT
#include "runtime/contact/contact_pair.h"
#include "runtime/contact/contact_points.h"

#include "runtime/base/assert.h"

#include <math.h>

#define CONTACT_SELF_STRAIGHT                                                                      \
    0.7 // of a triangle's normal: a point beside a triangle is not above or below it
#define CONTACT_SELF_DEEP 0.02 // of the size: the deepest overlap

// Whether what stands around two places of the rest shape is one piece.
static bool are_one(const contact_surface* s, const double a[3], const double b[3]) {
    double least = CONTACT_REST * s->rest->extent, displacement[3];
    minus3(a, b, displacement);
    return dot3(displacement, displacement) < least * least;
}

static void rest_of(const contact_surface* s, const uint32_t corners[3], const double weight[3],
                    double out[3]) {
    out[0] = out[1] = out[2] = 0.0;
    for (int i = 0; i < 3; ++i)
        for (int a = 0; a < 3; ++a)
            out[a] +=
                weight[i] *
                (double)
                    s->rest->source.positions[3 * (size_t)s->rest->vertex[corners[i]] + (size_t)a];
}

// What is nearest to a point and no piece with it.
static bool find_other(contact_surface* s, uint32_t point, const double x[3],
                       contact_surface_hit* hit) {
    const double first[3] = {1.0, 0.0, 0.0};
    const uint32_t corners[3] = {point, point, point};
    double there[3];
    bool inside;
    rest_of(s, corners, first, s->skip);
    s->skip_radius = CONTACT_REST * s->rest->extent;
    if (!contact_surface_nearest(s, x, hit, &inside))
        return false;
    rest_of(s, s->rest->corners[hit->triangle], hit->near.weight, there);
    return !are_one(s, s->skip, there);
}

static void search_from(contact_pair* p, uint32_t point) {
    contact_surface* s = p->skin;
    contact_surface_hit hit;
    double x[3], facing[3], face[3], normal[3], place[3];
    ++p->finder->work.points;
    contact_surface_place(s, point, x);
    if (!find_other(s, point, x, &hit) ||
        hit.near.square > CONTACT_SELF_DEEP * CONTACT_SELF_DEEP * s->size * s->size)
        return;
    contact_surface_facing(s, point, facing);
    contact_surface_normal(s, hit.triangle, NEAR_FACE, face);
    if (dot3(face, facing) > -0.3)
        return;
    minus3(x, hit.near.place, normal);
    double away = near_unit(normal, 1e-6 * s->size), side = dot3(normal, face) < 0.0 ? -1.0 : 1.0;
    if (away > 0.0 && side * dot3(normal, face) < CONTACT_SELF_STRAIGHT)
        return;
    for (int a = 0; a < 3; ++a)
        normal[a] = away > 0.0 ? side * normal[a] : face[a];
    along3(x, -0.5 * side * away, normal, place);
    contact_add(
        p, (contact_features){CONTACT_OF_POINT, point, 0}, contact_surface_point_at(s, point),
        contact_surface_triangle_at(s, hit.triangle, hit.near.weight), place, normal, side * away);
}

// Whether anything of a clump may lie among what is no piece with it: by boxes of bones, as they stand now.
static bool may_be_in_contact(contact_surface* s, int32_t clump) {
    const contact_surface_clump* c = &s->rest->clumps[clump];
    float low[3], high[3];
    double middle[3], own[3], half = 0.0, most = CONTACT_REST * s->rest->extent;
    contact_surface_clump_box(s, clump, low, high);
    for (int a = 0; a < 3; ++a) {
        middle[a] = 0.5 * ((double)low[a] + (double)high[a]);
        own[a] = 0.5 * ((double)c->low[a] + (double)c->high[a]);
        double wide = 0.5 * ((double)high[a] - (double)low[a]);
        half += wide * wide;
    }
    return contact_surface_strays(s, low, high, middle, own,
                                  most - sqrt(half) * s->rest->extent / s->size);
}

void contact_self(contact_pair* p) {
    SUPPLE_ASSERT(p->base.other == p->base.body);
    contact_surface* s = p->skin;
    contact_finder* f = p->finder;
    if (!s->rest->closed)
        return;
    contact_surface_begin_queries(s, s->low_now, s->high_now);
    int32_t count = contact_points_of(s,
                                      (contact_points_in){.low = s->low_now,
                                                          .high = s->high_now,
                                                          .takes_or_null = may_be_in_contact},
                                      CONTACT_PLACED, f->tried, &f->work.left_out);
    f->work.left_out += (uint32_t)(count > CONTACT_BUDGET ? count - CONTACT_BUDGET : 0);
    for (int32_t i = 0; i < count && i < CONTACT_BUDGET; ++i) {
        const contact_point* c = &s->rest->contact_points[f->tried[i]];
        if (c->feature < NEAR_EDGE)
            search_from(p, s->rest->corners[c->triangle][c->feature]);
    }
    s->skip_radius = 0.0;
}
