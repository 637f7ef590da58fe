// Bodies against planes, balls and capsules.
//
// A plane meets vertices only. A ball, or the axis of a capsule with a radius, is tried against the contact points near
// it, and against the triangles that are nearest to places along its axis: small ones are felt between points. When its
// middle is inside the flesh only the nearest way out counts; else every point pushes away from the axis, if it faces
// it.
// SPDX-License-Identifier: MIT
#include "runtime/contact/contact_round.h"
#include "runtime/contact/contact_points.h"

#include "runtime/base/assert.h"

#include <math.h>
#include <string.h>

static const supple_point nowhere = {{0, 0, 0}, {0.0f, 0.0f, 0.0f}};

// ---- plane -----------------------------------------------------------------------------

static void plane_point(contact_pair* p, const collider* c, const double normal[3],
                        uint32_t point) {
    contact_surface* s = p->skin;
    double x[3], to[3], motion[3], speed[3];
    contact_point_place(s, point, x);
    minus3(x, c->now.place, to);
    double gap = dot3(to, normal);
    ++p->finder->work.points;
    if (gap > p->near) {
        contact_point_motion(s, point, motion);
        collider_velocity(c, x, speed);
        double approach = p->h * dot3(speed, normal) - dot3(motion, normal);
        if (gap > p->near + approach)
            return;
    }
    along3(x, -0.5 * gap, normal, to);
    contact_add(p, (contact_features){CONTACT_OF_POINT, point, 0}, contact_point_at(s, point),
                nowhere, to, normal, gap);
}

static double lowest_of(const float low[3], const float high[3], const double normal[3]) {
    double lowest = 0.0;
    for (int a = 0; a < 3; ++a)
        lowest += normal[a] * (double)(normal[a] > 0.0 ? low[a] : high[a]);
    return lowest;
}

void contact_plane(contact_pair* p, const collider* c) {
    SUPPLE_ASSERT(c->used && c->shape.kind == SUPPLE_PLANE);
    contact_surface* s = p->skin;
    const contact_rest* r = s->rest;
    double normal[3], speed[3], centre[3];
    for (int a = 0; a < 3; ++a) {
        normal[a] = c->now.turn[a][1];
        centre[a] = 0.5 * ((double)s->low[a] + (double)s->high[a]);
    }
    collider_velocity(c, centre, speed);
    double spin = sqrt(dot3(c->spin, c->spin)) * 2.0 * s->size;
    double most = dot3(normal, c->now.place) + p->near + s->wobble + s->travel +
                  p->h * (sqrt(dot3(speed, speed)) + spin);
    if (lowest_of(s->low, s->high, normal) > most)
        return;
    for (int32_t k = 0; k < r->clump_count; ++k) {
        float low[3], high[3];
        contact_surface_clump_box(s, k, low, high);
        if (lowest_of(low, high, normal) > most)
            continue;
        int32_t end =
            k + 1 < r->clump_count ? r->clumps[k + 1].point_first : r->contact_point_count;
        contact_surface_expect(s, end - r->clumps[k].point_first);
        for (int32_t i = r->clumps[k].point_first; i < end; ++i)
            if (r->contact_points[i].feature < NEAR_EDGE)
                plane_point(p, c, normal, (uint32_t)i);
    }
}

// ---- balls and capsules ----------------------------------------------------------------

uint64_t round_feature(const contact_surface* s, uint32_t triangle, int feature) {
    const uint32_t* c = s->rest->corners[triangle];
    if (feature < NEAR_EDGE)
        return c[feature];
    if (feature == NEAR_FACE)
        return (uint64_t)1 << 62 | triangle;
    uint64_t a = c[feature - NEAR_EDGE], b = c[(feature - NEAR_EDGE + 1) % 3];
    return (uint64_t)1 << 61 | (a < b ? a << 30 | b : b << 30 | a);
}

static void triangle_motion(contact_surface* s, uint32_t triangle, const double weight[3],
                            double out[3]) {
    out[0] = out[1] = out[2] = 0.0;
    for (int i = 0; i < 3; ++i) {
        double t[3];
        if (weight[i] == 0.0)
            continue;
        contact_surface_motion(s, s->rest->corners[triangle][i], t);
        along3(out, weight[i], t, out);
    }
}

bool round_will_meet(const double to[3], const double displacement[3], double radius,
                     double normal[3]) {
    double aa = dot3(displacement, displacement), ab = dot3(to, displacement),
           bb = dot3(to, to) - radius * radius;
    double root = ab * ab - aa * bb;
    if (!(ab < 0.0) || !(root >= 0.0))
        return false;
    double t = (-ab - sqrt(root)) / aa;
    if (!(t >= 0.0 && t <= 1.0))
        return false;
    along3(to, t, displacement, normal);
    return near_unit(normal, 0.0) > 0.0;
}

void round_add(contact_pair* p, const collider* c, const round_meeting* m, bool inside, int which) {
    contact_surface* s = p->skin;
    double to[3], normal[3], face[3], gap, radius = (double)c->shape.radius + s->thickness;
    minus3(m->near.place, m->axis, to);
    memcpy(normal, to, sizeof to);
    double away = near_unit(normal, 1e-6 * s->size);
    contact_surface_normal(s, m->triangle, m->near.feature, face);
    if (away == 0.0 || inside) // from the axis to the surface is then outwards
        for (int a = 0; a < 3; ++a)
            normal[a] = away == 0.0 ? -face[a] : -normal[a];
    if (!inside && away > 0.0 && s->rest->closed && dot3(normal, face) > -0.2)
        return; // flesh between this triangle and the ball
    gap = (inside ? -away : away) - radius;
    if (gap > p->near) {
        double motion[3], speed[3];
        triangle_motion(s, m->triangle, m->near.weight, motion);
        collider_velocity(c, m->axis, speed);
        along3(motion, -p->h, speed, motion);
        if (!round_will_meet(to, motion, radius, normal))
            return;
        gap = dot3(to, normal) - radius;
    }
    double place[3];
    along3(m->near.place, -0.5 * gap, normal, place);
    contact_features between = {CONTACT_OF_ROUND, round_feature(s, m->triangle, m->near.feature),
                                (uint64_t)which};
    contact_add(p, between, contact_surface_triangle_at(s, m->triangle, m->near.weight), nowhere,
                place, normal, gap);
}

round_meeting round_nearest(contact_surface* s, uint32_t t, const double (*core)[3]) {
    double c[3][3], normal[3], along, weight[3];
    contact_surface_corners(s, t, c);
    round_meeting m = {t, near_triangle(core[0], c[0], c[1], c[2]), {0}};
    near_point end = near_triangle(core[1], c[0], c[1], c[2]);
    memcpy(m.axis, core[0], sizeof m.axis);
    if (near_crossing(core[0], core[1], c[0], c[1], c[2], &along, weight)) {
        double to[3];
        contact_surface_normal(s, t, NEAR_FACE, normal);
        minus3(core[0], m.near.place, to);
        if (dot3(to, normal) > 0.0) {
            m.near = end;
            memcpy(m.axis, core[1], sizeof m.axis);
        }
        return m;
    }
    if (end.square < m.near.square) {
        m.near = end;
        memcpy(m.axis, core[1], sizeof m.axis);
    }
    for (int i = 0; i < 3; ++i) {
        double u, v, a[3], b[3], d[3], displacement[3];
        near_segments(core[0], core[1], c[i], c[(i + 1) % 3], &u, &v);
        minus3(core[1], core[0], displacement);
        along3(core[0], u, displacement, a);
        minus3(c[(i + 1) % 3], c[i], displacement);
        along3(c[i], v, displacement, b);
        minus3(a, b, d);
        if (dot3(d, d) < m.near.square) {
            m.near = (near_point){{b[0], b[1], b[2]}, {0}, dot3(d, d), NEAR_EDGE + i};
            m.near.weight[i] = 1.0 - v;
            m.near.weight[(i + 1) % 3] = v;
            memcpy(m.axis, a, sizeof m.axis);
        }
    }
    return m;
}

static void round_triangle(contact_pair* p, const collider* c, uint32_t t, const bool inside[2]) {
    contact_surface* s = p->skin;
    round_meeting m = round_nearest(s, t, c->core);
    if (!inside[0] && !inside[1])
        round_add(p, c, &m, false, 2);
    if (c->shape.kind != SUPPLE_CAPSULE)
        return;
    for (int k = 0; k < 2;
         ++k) { // ends too: a capsule that lies on a face lies on more than one point
        double corners[3][3];
        contact_surface_corners(s, t, corners);
        round_meeting end = {t, near_triangle(c->core[k], corners[0], corners[1], corners[2]), {0}};
        memcpy(end.axis, c->core[k], sizeof end.axis);
        if (!inside[k] && end.near.feature == NEAR_FACE)
            round_add(p, c, &end, false, k);
    }
}

// The point of the axis that is nearest to a place.
static void axis_near(const double core[2][3], const double x[3], double out[3]) {
    double displacement[3], s, t;
    near_segments(core[0], core[1], x, x, &s, &t);
    minus3(core[1], core[0], displacement);
    along3(core[0], s, displacement, out);
}

static void round_point(contact_pair* p, const collider* c, uint32_t point) {
    const contact_point* at = &p->skin->rest->contact_points[point];
    round_meeting m = {at->triangle, {.feature = at->feature}, {0}};
    int edge = at->feature < NEAR_EDGE ? at->feature : at->feature - NEAR_EDGE;
    double to[3];
    m.near.weight[edge] = 1.0 - (double)at->fraction;
    m.near.weight[(edge + 1) % 3] = (double)at->fraction;
    ++p->finder->work.points;
    contact_point_place(p->skin, point, m.near.place);
    axis_near(c->core, m.near.place, m.axis);
    minus3(m.near.place, m.axis, to);
    m.near.square = dot3(to, to);
    round_add(p, c, &m, false, 2);
}

// The part of the axis that is within `more` of the body's bounds, in fractions; false: none is. Of a rail that goes on far beyond
// what lies on it, places elsewhere would be lost.
static bool axis_beside(const contact_surface* s, const double core[2][3], double more,
                        double out[2]) {
    out[0] = 0.0;
    out[1] = 1.0;
    for (int a = 0; a < 3; ++a) {
        double go = core[1][a] - core[0][a], low = (double)s->low[a] - more - core[0][a],
               high = (double)s->high[a] + more - core[0][a];
        if (low > (go > 0.0 ? go : 0.0) || high < (go < 0.0 ? go : 0.0))
            return false;
        double enters = go > 0.0 ? low : high, leaves = go > 0.0 ? high : low;
        if (fabs(enters) < fabs(go) && enters * go > 0.0 && enters / go > out[0])
            out[0] = enters / go;
        if (fabs(leaves) < fabs(go) && leaves * go >= 0.0 && leaves / go < out[1])
            out[1] = leaves / go;
    }
    return out[0] <= out[1];
}

// What is nearest to places along the axis.
static void round_axis(contact_pair* p, const collider* c, const bool inside[2], double more) {
    enum { CONTACT_ROUND_MOST = 32 };
    contact_surface* s = p->skin;
    bool capsule = c->shape.kind == SUPPLE_CAPSULE;
    double step = 0.04 * s->size, beside[2] = {0.0, 0.0};
    step = step > 0.5 * (double)c->shape.radius ? step : 0.5 * (double)c->shape.radius;
    if (capsule && !axis_beside(s, c->core, more + (double)c->shape.radius, beside))
        return;
    double length = 2.0 * (double)c->shape.half.y * (beside[1] - beside[0]);
    int32_t count = !capsule                                   ? 1
                    : length < (CONTACT_ROUND_MOST - 2) * step ? (int32_t)(length / step) + 2
                                                               : CONTACT_ROUND_MOST;
    for (int32_t i = 0; i < count; ++i) {
        double x[3], share = count > 1 ? (double)i / (count - 1) : 0.0,
                     fraction = beside[0] + share * (beside[1] - beside[0]);
        contact_surface_hit hit;
        bool in;
        for (int a = 0; a < 3; ++a)
            x[a] = c->core[0][a] + fraction * (c->core[1][a] - c->core[0][a]);
        ++p->finder->work.points;
        if (contact_surface_nearest(s, x, &hit, &in))
            round_triangle(p, c, hit.triangle, inside);
    }
}

void contact_round(contact_pair* p, const collider* c) {
    SUPPLE_ASSERT(c->used && (c->shape.kind == SUPPLE_SPHERE || c->shape.kind == SUPPLE_CAPSULE));
    contact_surface* s = p->skin;
    contact_finder* f = p->finder;
    float low[3], high[3];
    collider_bounds(c, low, high);
    double more = p->near + s->wobble + s->travel + s->thickness;
    for (int a = 0; a < 3; ++a) {
        low[a] -= (float)more;
        high[a] += (float)more;
    }
    contact_surface_begin_queries(s, low, high);
    if (p->own_or_null != NULL)
        s->skip_radius = contact_carried(p, s->skip);
    bool inside[2] = {false, false};
    for (int k = 0; k < (c->shape.kind == SUPPLE_CAPSULE ? 2 : 1); ++k) {
        round_meeting m = {0, {{0}, {0}, 0.0, 0}, {0}};
        contact_surface_hit hit;
        if (!contact_surface_nearest(s, c->core[k], &hit, &inside[k]) || !inside[k])
            continue;
        m.triangle = hit.triangle;
        m.near = hit.near;
        memcpy(m.axis, c->core[k], sizeof m.axis);
        round_add(p, c, &m, true, k);
    }
    round_axis(p, c, inside, more);
    if (inside[0] || inside[1])
        return;
    int32_t count = contact_points_of(s, (contact_points_in){.low = low, .high = high},
                                      CONTACT_PLACED, f->tried, &f->work.left_out);
    for (int32_t i = 0; i < count; ++i)
        round_point(p, c, f->tried[i]);
}
