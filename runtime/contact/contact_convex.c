// The normal is the axis along which the two overlap least, among normals of faces and products of edges (Gottschalk et al. 1996), or
// where they are apart that between their nearest points. The manifold is where the two meet seen along it: the corners of
// each that lie in its support plane, as a polygon, and the polygons cut with each other. Corners, edges and faces are polygons of one, two and
// more corners, so that there are no cases of pairs of features.
//
// What is farther apart than a contact is moved along its path of the substep to where the two first meet (Mirtich 1996), and the
// manifold is that of there: what flies past a corner does not stop at it.
// SPDX-License-Identifier: MIT
#include "runtime/contact/contact_convex.h"

#include "runtime/base/assert.h"
#include "runtime/contact/contact_polygon.h"
#include "runtime/math/gjk.h"

#include <math.h>
#include <string.h>

enum { DIRECTIONS = 24, CAST_ROUNDS = 32 };
static const supple_point nowhere = {{0, 0, 0}, {0.0f, 0.0f, 0.0f}};
static const double LEVEL =
    0.02; // sizes: corners no higher than this over the lowest are of its support
static const double FACE_BONUS =
    0.999; // of the overlap along a face: so much less has that along edges to be
static const double TOUCH = 1e-4; // sizes: nearer than this the nearest points tell no direction

typedef struct axis {
    double normal[3]; // unit, from b to a
    double apart;     // how far the two are apart along it; below 0: they overlap by so much
} axis;

// ---- solids ----------------------------------------------------------------------------

void convex_of(contact_surface* s, convex* out) {
    SUPPLE_ASSERT(s->rest->point_count <= HULL_MOST_CORNERS);
    out->s = s;
    out->count = s->rest->point_count;
    for (int32_t i = 0; i < out->count; ++i)
        contact_surface_place(s, (uint32_t)i, out->points[i]);
}

static double lowest(const convex* x, const double displacement[3], double sign) {
    double least = INFINITY;
    for (int32_t i = 0; i < x->count; ++i) {
        double far = sign * dot3(x->points[i], displacement);
        least = far < least ? far : least;
    }
    return least;
}

static void edge_of(const convex* x, uint32_t triangle, int edge, double out[3]) {
    const uint32_t* c = x->s->rest->corners[triangle];
    minus3(x->points[c[(edge + 1) % 3]], x->points[c[edge]], out);
}

// ---- the axis --------------------------------------------------------------------------

// Takes an axis if the two overlap less along it than along that of before; of a pair of opposite ones the one from b to a.
static void try_axis(const convex* a, const convex* b, const double along[3], double bonus,
                     axis* best) {
    double apart = lowest(a, along, 1.0) + lowest(b, along, -1.0);
    double value = apart < 0.0 ? apart * bonus : apart / bonus;
    if (!(value > best->apart))
        return;
    best->apart = apart;
    memcpy(best->normal, along, sizeof best->normal);
}

static void try_faces(const convex* a, const convex* b, const convex* of, axis* best) {
    const contact_rest* r = of->s->rest;
    for (uint32_t t = 0; t < (uint32_t)r->triangle_count; ++t) {
        double u[3], v[3], n[3], sign = of == a ? -1.0 : 1.0;
        edge_of(of, t, 0, u);
        edge_of(of, t, 1, v);
        cross3(u, v, n);
        if (near_unit(n, 0.0) == 0.0)
            continue;
        for (int k = 0; k < 3; ++k)
            n[k] *= sign;
        try_axis(a, b, n, 1.0, best);
    }
}

// Directions of sharp edges, each once; one more than there may be: too many.
static int32_t directions_of(const convex* x, double out[DIRECTIONS][3]) {
    const contact_rest* r = x->s->rest;
    int32_t count = 0;
    for (uint32_t t = 0; t < (uint32_t)r->triangle_count; ++t)
        for (int k = 0; k < 3; ++k) {
            double displacement[3];
            if ((r->owns[t] & CONTACT_SHARP_EDGE << k) == 0)
                continue;
            edge_of(x, t, k, displacement);
            near_unit(displacement, 0.0);
            int32_t i = 0;
            while (i < count && fabs(dot3(out[i], displacement)) < 0.9999)
                ++i;
            if (i < count)
                continue;
            if (count == DIRECTIONS)
                return DIRECTIONS + 1;
            memcpy(out[count++], displacement, sizeof displacement);
        }
    return count;
}

static void try_edges(const convex* a, const convex* b, axis* best) {
    double u[DIRECTIONS][3], v[DIRECTIONS][3];
    int32_t own = directions_of(a, u), its = directions_of(b, v);
    if (own > DIRECTIONS || its > DIRECTIONS)
        return; // faces are that dense
    for (int32_t i = 0; i < own; ++i)
        for (int32_t k = 0; k < its; ++k) {
            double n[3];
            cross3(u[i], v[k], n);
            if (near_unit(n, 1e-3) == 0.0)
                continue;
            for (int sign = 0; sign < 2; ++sign) {
                try_axis(a, b, n, 1.0 / FACE_BONUS, best);
                for (int c = 0; c < 3; ++c)
                    n[c] = -n[c];
            }
        }
}

static axis find_axis(const convex* a, const convex* b, double least) {
    axis best = {{0.0, 1.0, 0.0}, -INFINITY};
    gjk_result near = gjk_distance((gjk_set){a->points, a->count}, (gjk_set){b->points, b->count});
    if (!(near.distance > 0.1 * least)) {
        try_faces(a, b, a, &best);
        try_faces(a, b, b, &best);
        try_edges(a, b, &best);
    }
    if (near.distance > TOUCH * least && near.distance > 1.001 * best.apart) {
        memcpy(best.normal, near.normal, sizeof best.normal);
        best.apart = near.distance;
    }
    return best;
}

// ---- ahead -----------------------------------------------------------------------------

// How a moves against b over the substep, at a place.
static void motion(const convex* a, const convex* b, const double place[3], double out[3]) {
    double other[3];
    contact_surface_sweep(a->s, place, out);
    contact_surface_sweep(b->s, place, other);
    minus3(out, other, out);
}

// The fraction of the path after which the two are within a margin; above 1: never.
static double meets_after(const convex* a, const convex* b, const double displacement[3],
                          double margin) {
    double fraction = 0.0, moved[HULL_MOST_CORNERS][3];
    for (int n = 0; n < CAST_ROUNDS; ++n) {
        for (int32_t i = 0; i < a->count; ++i)
            along3(a->points[i], fraction, displacement, moved[i]);
        gjk_result r = gjk_distance((gjk_set){(const double(*)[3])moved, a->count},
                                    (gjk_set){b->points, b->count});
        double gap = r.distance - margin, speed = -dot3(displacement, r.normal);
        if (gap <= 0.0)
            return fraction;
        fraction = speed > 0.0 ? fraction + gap / speed : 2.0;
        if (!(fraction <= 1.0))
            return 2.0;
    }
    return fraction;
}

// ---- the manifold ----------------------------------------------------------------------

// moved: how far a was moved along its path to meet b.
static void add_manifold(contact_pair* p, const convex* a, const convex* b, const axis* along,
                         const double moved[3]) {
    polygon own, its, both;
    double level = LEVEL * p->least, back = -dot3(moved, along->normal);
    polygon_of(a->points, a->count, along->normal, 1.0, level, &own);
    polygon_of(b->points, b->count, along->normal, -1.0, level, &its);
    polygon_intersection(&own, &its, &both);
    for (int32_t i = 0; i < both.count; ++i) {
        double gap = both.points[i].gap + back, place[3], displacement[3];
        minus3(both.points[i].place, moved, place);
        motion(a, b, place, displacement);
        double closes = -dot3(displacement, along->normal);
        if (gap > p->near && gap > p->near + closes)
            continue;
        along3(place, -0.5 * gap, along->normal, place);
        contact_add(p, (contact_features){CONTACT_OF_POINT, both.points[i].id, 0}, nowhere, nowhere,
                    place, along->normal, gap);
    }
}

void contact_convex(contact_pair* p, const convex* a, const convex* b) {
    double middle[3], displacement[3], none[3] = {0.0, 0.0, 0.0};
    ++p->finder->work.points;
    axis along = find_axis(a, b, p->least);
    if (along.apart <= p->near) {
        add_manifold(p, a, b, &along, none);
        return;
    }
    double turns = contact_surface_closing(a->s, b->s, displacement), far = 0.0;
    for (int k = 0; k < 3; ++k)
        middle[k] = 0.5 * ((double)a->s->low_now[k] + (double)a->s->high_now[k]);
    motion(a, b, middle, displacement);
    // boxes that are apart share none: a turn takes no corner farther than its box is wide
    for (int i = 0; i < 12; ++i)
        far += i % 4 < 3 ? fabs((double)a->s->sweep[i]) + fabs((double)b->s->sweep[i]) : 0.0;
    turns = far * (a->s->size + b->s->size) < turns ? turns : far * (a->s->size + b->s->size);
    if (along.apart > p->near + turns + sqrt(dot3(displacement, displacement)))
        return;
    double fraction = meets_after(a, b, displacement, turns + p->near);
    if (!(fraction <= 1.0))
        return;
    convex then = *a;
    for (int k = 0; k < 3; ++k)
        displacement[k] *= fraction;
    for (int32_t i = 0; i < then.count; ++i)
        along3(a->points[i], 1.0, displacement, then.points[i]);
    along = find_axis(&then, b, p->least);
    add_manifold(p, &then, b, &along, displacement);
}
