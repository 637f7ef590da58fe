// Bodies against planes, balls and capsules.
//
// A plane meets points only. A ball, or the axis of a capsule with a radius, is tried against every
// triangle that it is near: small ones are felt between points. When its middle is inside the flesh
// only the nearest way out counts; else every triangle pushes away from the axis, if it faces it.
// SPDX-License-Identifier: MIT
#include "runtime/touch_pair.h"

#include "runtime/assert.h"

#include <math.h>
#include <string.h>

static const supple_point nowhere = {{0, 0, 0}, {0.0f, 0.0f, 0.0f}};

// ---- plane -----------------------------------------------------------------------------

static void plane_point(touch_pair* p, const collider* c, const double normal[3], uint32_t point) {
    shell* s = p->skin;
    double x[3], to[3], travel[3], speed[3];
    shell_place(s, point, x);
    minus3(x, c->now.place, to);
    double gap = dot3(to, normal);
    shell_travel(s, point, travel);
    collider_velocity(c, x, speed);
    double approach = p->h * dot3(speed, normal) - dot3(travel, normal);
    if (gap > p->near + s->wobble + (approach > 0.0 ? approach : 0.0))
        return;
    along3(x, -0.5 * gap, normal, to);
    touch_add(p, (touch_features){TOUCH_POINT, point, 0}, shell_point_at(s, point), nowhere, to,
              normal, gap);
}

void touch_plane(touch_pair* p, const collider* c) {
    SUPPLE_ASSERT(c->used && c->shape.kind == SUPPLE_PLANE);
    shell* s = p->skin;
    double normal[3], base = 0.0, speed[3], centre[3];
    for (int a = 0; a < 3; ++a) {
        normal[a] = c->now.turn[a][1];
        base += normal[a] * c->now.place[a];
        centre[a] = 0.5 * ((double)s->low[a] + (double)s->high[a]);
    }
    collider_velocity(c, centre, speed);
    double spin = sqrt(dot3(c->spin, c->spin)) * 2.0 * s->size;
    double most = p->near + s->wobble + s->travel + p->h * (sqrt(dot3(speed, speed)) + spin);
    double lowest = -base; // of the whole body
    for (int a = 0; a < 3; ++a)
        lowest += normal[a] * (double)(normal[a] > 0.0 ? s->low[a] : s->high[a]);
    if (lowest > most)
        return;
    shell_walk w;
    for (int32_t at = shell_walk_begin(s, &w); at >= 0; at = shell_walk_next(&w)) {
        lowest = -base;
        for (int a = 0; a < 3; ++a)
            lowest += normal[a] *
                      (double)(normal[a] > 0.0 ? s->t.nodes[at].low[a] : s->t.nodes[at].high[a]);
        if (lowest > most)
            continue;
        const tree_node* n = shell_walk_enter(s, &w, at);
        for (int32_t i = n->first; i < n->first + n->count; ++i)
            for (int k = 0; k < 3; ++k)
                if (s->rest->owns[i] & SHELL_OWNS_CORNER << k)
                    plane_point(p, c, normal, s->rest->corners[i][k]);
    }
}

// ---- balls and capsules ----------------------------------------------------------------

// A point of the surface against a point of the axis.
typedef struct round_meeting {
    uint32_t triangle;
    near_point near; // on the triangle
    double axis[3];  // the nearest point of the axis
} round_meeting;

static uint64_t feature_of(const shell* s, uint32_t triangle, int feature) {
    const uint32_t* c = s->rest->corners[triangle];
    if (feature < NEAR_EDGE)
        return c[feature];
    if (feature == NEAR_FACE)
        return (uint64_t)1 << 62 | triangle;
    uint64_t a = c[feature - NEAR_EDGE], b = c[(feature - NEAR_EDGE + 1) % 3];
    return (uint64_t)1 << 61 | (a < b ? a << 30 | b : b << 30 | a);
}

static void triangle_travel(shell* s, uint32_t triangle, const double weight[3], double out[3]) {
    out[0] = out[1] = out[2] = 0.0;
    for (int i = 0; i < 3; ++i) {
        double t[3];
        shell_travel(s, s->rest->corners[triangle][i], t);
        along3(out, weight[i], t, out);
    }
}

// Where the way of a point, seen from the ball, first comes within its radius: turns `normal` there.
static bool will_meet(const double to[3], const double way[3], double radius, double normal[3]) {
    double aa = dot3(way, way), ab = dot3(to, way), bb = dot3(to, to) - radius * radius;
    double root = ab * ab - aa * bb;
    if (!(ab < 0.0) || !(root >= 0.0))
        return false;
    double t = (-ab - sqrt(root)) / aa;
    if (!(t >= 0.0 && t <= 1.0))
        return false;
    along3(to, t, way, normal);
    return near_unit(normal, 0.0) > 0.0;
}

static void round_add(touch_pair* p, const collider* c, const round_meeting* m, bool inside,
                      int which) {
    shell* s = p->skin;
    double to[3], normal[3], face[3], gap, radius = (double)c->shape.radius + s->thickness;
    minus3(m->near.place, m->axis, to);
    memcpy(normal, to, sizeof to);
    double away = near_unit(normal, 1e-6 * s->size);
    shell_normal(s, m->triangle, m->near.feature, face);
    if (away == 0.0 || inside) // from the axis to the surface is then outwards
        for (int a = 0; a < 3; ++a)
            normal[a] = away == 0.0 ? -face[a] : -normal[a];
    if (!inside && away > 0.0 && s->rest->closed && dot3(normal, face) > -0.2)
        return; // flesh between this triangle and the ball
    gap = (inside ? -away : away) - radius;
    if (gap > p->near + s->wobble) {
        double travel[3], speed[3], grown = radius + s->wobble;
        triangle_travel(s, m->triangle, m->near.weight, travel);
        collider_velocity(c, m->axis, speed);
        along3(travel, -p->h, speed, travel);
        if (!will_meet(to, travel, grown, normal))
            return;
        gap = dot3(to, normal) - radius;
    }
    double place[3];
    along3(m->near.place, -0.5 * gap, normal, place);
    touch_features between = {TOUCH_ROUND, feature_of(s, m->triangle, m->near.feature),
                              (uint64_t)which};
    touch_add(p, between, shell_triangle_at(s, m->triangle, m->near.weight), nowhere, place, normal,
              gap);
}

// The nearest points of a triangle and the axis. When the axis goes through the triangle, that of the
// end behind it.
static round_meeting nearest_to_axis(shell* s, uint32_t t, const double core[2][3]) {
    double c[3][3], normal[3], along, weight[3];
    shell_corners(s, t, c);
    round_meeting m = {t, near_triangle(core[0], c[0], c[1], c[2]), {0}};
    near_point end = near_triangle(core[1], c[0], c[1], c[2]);
    memcpy(m.axis, core[0], sizeof m.axis);
    if (near_crossing(core[0], core[1], c[0], c[1], c[2], &along, weight)) {
        double to[3];
        shell_normal(s, t, NEAR_FACE, normal);
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
        double u, v, a[3], b[3], d[3], way[3];
        near_segments(core[0], core[1], c[i], c[(i + 1) % 3], &u, &v);
        minus3(core[1], core[0], way);
        along3(core[0], u, way, a);
        minus3(c[(i + 1) % 3], c[i], way);
        along3(c[i], v, way, b);
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

static void round_triangle(touch_pair* p, const collider* c, uint32_t t, const bool inside[2]) {
    shell* s = p->skin;
    round_meeting m = nearest_to_axis(s, t, c->core);
    if (!inside[0] && !inside[1])
        round_add(p, c, &m, false, 2);
    if (c->shape.kind != SUPPLE_CAPSULE)
        return;
    for (int k = 0; k < 2;
         ++k) { // ends too: a capsule that lies on a face lies on more than one point
        double corners[3][3];
        shell_corners(s, t, corners);
        round_meeting end = {t, near_triangle(c->core[k], corners[0], corners[1], corners[2]), {0}};
        memcpy(end.axis, c->core[k], sizeof end.axis);
        if (!inside[k] && end.near.feature == NEAR_FACE)
            round_add(p, c, &end, false, k);
    }
}

void touch_round(touch_pair* p, const collider* c) {
    SUPPLE_ASSERT(c->used && (c->shape.kind == SUPPLE_SPHERE || c->shape.kind == SUPPLE_CAPSULE));
    shell* s = p->skin;
    float low[3], high[3];
    collider_bounds(c, low, high);
    double more = p->near + s->wobble + s->travel + s->thickness;
    for (int a = 0; a < 3; ++a) {
        low[a] -= (float)more;
        high[a] += (float)more;
    }
    bool inside[2] = {false, false};
    for (int k = 0; k < (c->shape.kind == SUPPLE_CAPSULE ? 2 : 1); ++k) {
        round_meeting m = {0, {{0}, {0}, 0.0, 0}, {0}};
        shell_hit hit;
        if (!shell_nearest(s, c->core[k], s->size, NULL, &hit) ||
            !shell_is_inside(s, c->core[k], &hit))
            continue;
        inside[k] = true;
        m.triangle = hit.triangle;
        m.near = hit.near;
        memcpy(m.axis, c->core[k], sizeof m.axis);
        round_add(p, c, &m, true, k);
    }
    shell_walk w;
    for (int32_t at = shell_walk_begin(s, &w); at >= 0; at = shell_walk_next(&w)) {
        if (tree_apart(&s->t.nodes[at], low, high))
            continue;
        const tree_node* n = shell_walk_enter(s, &w, at);
        for (int32_t i = n->first; i < n->first + n->count; ++i)
            round_triangle(p, c, (uint32_t)i, inside);
    }
}
