// Balls and capsules against surfaces that do not deform: triangle by triangle, exactly.
//
// A triangle is met at its nearest point to the axis; a capsule also with its ends and across sharp edges, so that it lies on more
// than one point. An edge that two triangles share is met only where neither is nearer: a ball rolls over the seams of a floor
// without a bump. What is farther away than a contact is searched for along the path of the substep, against faces: a fast ball stops
// at the face that it would have gone through.
// SPDX-License-Identifier: MIT
#include "runtime/contact/contact_points.h"
#include "runtime/contact/contact_round.h"
#include "runtime/contact/contact_side.h"

#include "runtime/base/assert.h"

#include <math.h>
#include <string.h>

static const supple_point nowhere = {{0, 0, 0}, {0.0f, 0.0f, 0.0f}};
static const double COARSE = 0.01; // of the smaller size: finer triangles of a mesh count as one

static bool is_nearer(contact_surface* s, uint32_t triangle, const double x[3], double square) {
    double c[3][3];
    contact_surface_corners(s, triangle, c);
    return near_triangle(x, c[0], c[1], c[2]).square < square * (1.0 - 1e-9);
}

// Whether a triangle beside it is nearer to the same place: then that one is met.
static bool is_beside(contact_surface* s, const round_meeting* m) {
    const contact_rest* r = s->rest;
    if (m->near.feature == NEAR_FACE)
        return false;
    if (m->near.feature >= NEAR_EDGE) {
        uint32_t other = contact_rest_across(r, m->triangle, m->near.feature - NEAR_EDGE);
        return other != UINT32_MAX && is_nearer(s, other, m->axis, m->near.square);
    }
    uint32_t point = r->corners[m->triangle][m->near.feature];
    for (int32_t i = r->around_first[point]; i < r->around_first[point + 1]; ++i)
        if (r->around[i] != m->triangle && is_nearer(s, r->around[i], m->axis, m->near.square))
            return true;
    return false;
}

static void add(contact_pair* p, const collider* c, const round_meeting* m, int which) {
    if (!is_beside(p->skin, m))
        round_add(p, c, m, false, which);
}

// Where a sharp edge comes by the axis of a capsule, between the ends of both.
static void try_edge(contact_pair* p, const collider* c, uint32_t t, int edge,
                     double corners[3][3]) {
    const double *a = corners[edge], *b = corners[(edge + 1) % 3];
    double u, v, displacement[3], d[3];
    round_meeting m = {.triangle = t, .near = {.feature = NEAR_EDGE + edge}};
    near_segments(c->core[0], c->core[1], a, b, &u, &v);
    if (!(u > 0.0 && u < 1.0 && v > 0.0 && v < 1.0))
        return;
    minus3(c->core[1], c->core[0], displacement);
    along3(c->core[0], u, displacement, m.axis);
    minus3(b, a, displacement);
    along3(a, v, displacement, m.near.place);
    minus3(m.axis, m.near.place, d);
    m.near.square = dot3(d, d);
    m.near.weight[edge] = 1.0 - v;
    m.near.weight[(edge + 1) % 3] = v;
    add(p, c, &m, 2);
}

// An end of the axis that goes through the face within the substep, with its ball.
static void try_ahead(contact_pair* p, const collider* c, uint32_t t, double corners[3][3],
                      int end) {
    contact_surface* s = p->skin;
    const double *x = c->core[end], radius = (double)c->shape.radius;
    double normal[3], to[3], displacement[3], other[3], place[3];
    contact_surface_normal(s, t, NEAR_FACE, normal);
    minus3(x, corners[0], to);
    double away = dot3(to, normal);
    if (away < 0.0 && s->rest->closed)
        return;
    collider_velocity(c, x, displacement);
    contact_surface_sweep(s, x, other);
    for (int a = 0; a < 3; ++a) {
        normal[a] = away < 0.0 ? -normal[a] : normal[a];
        displacement[a] = p->h * displacement[a] - other[a];
    }
    double gap = fabs(away) - radius, closes = -dot3(displacement, normal);
    if (!(gap > p->near) || !(closes > gap))
        return;
    along3(x, gap / closes, displacement, to);
    along3(to, -radius, normal, to);
    near_point n = near_triangle(to, corners[0], corners[1], corners[2]);
    if (n.square > 1e-6 * radius * radius)
        return;
    along3(x, -(radius + 0.5 * gap), normal, place);
    for (int a = 0; a < 3; ++a)
        normal[a] = -normal[a];
    contact_features between = {CONTACT_OF_ROUND, round_feature(s, t, NEAR_FACE),
                                (uint64_t)(3 + end)};
    contact_add(p, between, contact_surface_triangle_at(s, t, n.weight), nowhere, place, normal,
                gap);
}

// Where the axis of a capsule goes through a sheet: -1 not at all, else which end is the shorter one.
static int through(contact_pair* p, const collider* c, uint32_t t) {
    double corners[3][3], along, weight[3];
    if (p->skin->rest->closed || c->shape.kind != SUPPLE_CAPSULE)
        return -1;
    contact_surface_corners(p->skin, t, corners);
    if (!near_crossing(c->core[0], c->core[1], corners[0], corners[1], corners[2], &along, weight))
        return -1;
    return along < 0.5 ? 0 : 1;
}

// ... then that end is pushed back to the side of the longer one.
static void push_back(contact_pair* p, const collider* c, uint32_t t, int end) {
    contact_surface* s = p->skin;
    double corners[3][3], normal[3], to[3], place[3];
    contact_surface_corners(s, t, corners);
    contact_surface_normal(s, t, NEAR_FACE, normal);
    minus3(c->core[end], corners[0], to);
    double behind = dot3(to, normal), gap = -fabs(behind) - (double)c->shape.radius;
    for (int a = 0; a < 3; ++a) // from the capsule to the sheet
        normal[a] = behind > 0.0 ? normal[a] : -normal[a];
    along3(c->core[end], (double)c->shape.radius + 0.5 * gap, normal, place);
    contact_features between = {CONTACT_OF_ROUND, round_feature(s, t, NEAR_FACE),
                                (uint64_t)(5 + end)};
    const double weight[3] = {1.0, 0.0, 0.0};
    contact_add(p, between, contact_surface_triangle_at(s, t, weight), nowhere, place, normal, gap);
}

// behind: an end that is on the other side of the sheet, or -1; it has its contact.
static void try_triangle(contact_pair* p, const collider* c, uint32_t t, int behind) {
    contact_surface* s = p->skin;
    bool capsule = c->shape.kind == SUPPLE_CAPSULE;
    double corners[3][3];
    contact_surface_corners(s, t, corners);
    round_meeting m = round_nearest(s, t, c->core);
    ++p->finder->work.points;
    if (behind < 0)
        add(p, c, &m, 2);
    for (int k = 0; k < (capsule ? 2 : 1); ++k) {
        round_meeting end = {t, near_triangle(c->core[k], corners[0], corners[1], corners[2]), {0}};
        memcpy(end.axis, c->core[k], sizeof end.axis);
        if (k == behind)
            continue;
        if (capsule && end.near.feature == NEAR_FACE)
            round_add(p, c, &end, false, k);
        try_ahead(p, c, t, corners, k);
    }
    for (int k = 0; k < 3 && capsule && behind < 0; ++k)
        if (s->rest->owns[t] & CONTACT_SHARP_EDGE << k)
            try_edge(p, c, t, k, corners);
}

static void try_triangles(contact_pair* p, const collider* c, const uint32_t* list, int32_t count) {
    int behind = -1;
    for (int32_t i = 0; i < count; ++i) {
        int end = through(p, c, list[i]);
        if (end >= 0)
            push_back(p, c, list[i], end);
        behind = end >= 0 ? end : behind;
    }
    for (int32_t i = 0; i < count; ++i)
        try_triangle(p, c, list[i], behind);
}

// Where an end of the axis is inside, its path out; false: it is not.
static bool try_inside(contact_pair* p, const collider* c, const collider* of_or_null, int end) {
    contact_surface* s = p->skin;
    const double* x = c->core[end];
    contact_hit hit = {.inside = false};
    contact_surface_hit nearest;
    bool inside = false;
    if (of_or_null != NULL) {
        contact_side side = contact_side_of_collider(of_or_null);
        inside = side.closed && contact_side_nearest(&side, x, INFINITY, &hit) && hit.inside;
    } else if (contact_surface_nearest(s, x, &nearest, &inside) && inside) {
        memcpy(hit.place, nearest.near.place, sizeof hit.place);
        memcpy(hit.weight, nearest.near.weight, sizeof hit.weight);
        hit.away = sqrt(nearest.near.square);
        hit.triangle = nearest.triangle;
    }
    if (!inside)
        return false;
    double normal[3], place[3], gap = -hit.away - (double)c->shape.radius;
    minus3(x, hit.place, normal); // from the surface in: the surface leaves that way
    if (near_unit(normal, 1e-9 * s->size) == 0.0) {
        contact_surface_normal(
            s, of_or_null != NULL && of_or_null->shape.kind == SUPPLE_BOX ? 0 : hit.triangle,
            NEAR_FACE, normal);
        for (int a = 0; a < 3; ++a)
            normal[a] = -normal[a];
    }
    along3(hit.place, -0.5 * gap, normal, place);
    contact_features between = {CONTACT_OF_ROUND, (uint64_t)1 << 60, (uint64_t)end};
    contact_add(p, between,
                of_or_null != NULL ? nowhere
                                   : contact_surface_triangle_at(s, hit.triangle, hit.weight),
                nowhere, place, normal, gap);
    return true;
}

static bool is_apart(double corners[3][3], const float low[3], const float high[3]) {
    bool apart = false;
    for (int a = 0; a < 3; ++a) {
        double x = corners[0][a], y = corners[1][a], z = corners[2][a];
        apart |= (x > (double)high[a] && y > (double)high[a] && z > (double)high[a]) ||
                 (x < (double)low[a] && y < (double)low[a] && z < (double)low[a]);
    }
    return apart;
}

void contact_round_rigid(contact_pair* p, const collider* c, const collider* of_or_null) {
    SUPPLE_ASSERT(c->shape.kind == SUPPLE_SPHERE || c->shape.kind == SUPPLE_CAPSULE);
    contact_surface* s = p->skin;
    contact_finder* f = p->finder;
    float low[3], high[3];
    collider_bounds(c, low, high);
    for (int a = 0; a < 3; ++a) {
        low[a] -= (float)(p->near + s->travel);
        high[a] += (float)(p->near + s->travel);
    }
    bool inside = false;
    if (of_or_null == NULL)
        contact_surface_begin_queries(s, low, high);
    for (int k = 0; k < (c->shape.kind == SUPPLE_CAPSULE ? 2 : 1); ++k)
        inside |= try_inside(p, c, of_or_null, k);
    if (inside)
        return;
    if (of_or_null != NULL) {
        int32_t count =
            contact_surface_rigid_within(s, low, high, f->tried, CONTACT_PLACED, COARSE * p->least);
        try_triangles(p, c, f->tried, count);
        return;
    }
    for (uint32_t t = 0; t < (uint32_t)s->rest->triangle_count; ++t) {
        double corners[3][3];
        contact_surface_corners(s, t, corners);
        if (!is_apart(corners, low, high))
            try_triangle(p, c, t, -1);
    }
}
