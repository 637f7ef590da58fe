// A place is inside where it is behind all planes, and then its way out is over the one that is nearest; outside the nearest point
// is found by the tree, as that of a mesh.
// SPDX-License-Identifier: MIT
#include "runtime/contact/contact_hull.h"

#include "runtime/base/assert.h"

#include <math.h>

static void to_own(const collider* c, const double x[3], double out[3]) {
    double to[3];
    minus3(x, c->now.place, to);
    times3_transposed((const double(*)[3])c->now.turn, to, out);
}

static contact_hit hit_at(const collider* c, const double own[3], uint32_t face, double away,
                          bool inside) {
    contact_hit hit = {{0.0, 0.0, 0.0}, away, inside, face, {1.0, 0.0, 0.0}, NEAR_FACE};
    times3((const double(*)[3])c->now.turn, own, hit.place);
    along3(hit.place, 1.0, c->now.place, hit.place);
    return hit;
}

contact_hit contact_hull_nearest(const collider* c, const double x[3]) {
    SUPPLE_ASSERT(c->shape.kind == SUPPLE_HULL);
    double own[3], most = -INFINITY;
    uint32_t face = 0;
    to_own(c, x, own);
    for (uint32_t t = 0; t < (uint32_t)c->shape.triangle_count; ++t) {
        double out = dot3(c->planes[t], own) - c->planes[t][3];
        if (out > most) {
            most = out;
            face = t;
        }
    }
    if (most < 0.0) {
        along3(own, -most, c->planes[face], own);
        return hit_at(c, own, face, -most, true);
    }
    contact_surface_hit h;
    if (!contact_surface_rigid_nearest(c->skin_or_null, x, INFINITY, NULL, &h))
        return hit_at(c, own, face, most, false);
    contact_hit hit = {{h.near.place[0], h.near.place[1], h.near.place[2]},
                       sqrt(h.near.square),
                       false,
                       h.triangle,
                       {h.near.weight[0], h.near.weight[1], h.near.weight[2]},
                       h.near.feature};
    return hit;
}

bool contact_hull_cross(const collider* c, const double x[3], const double displacement[3],
                        bool enter, contact_hit* hit, double* far) {
    double own[3], go[3], first = -INFINITY, last = INFINITY;
    uint32_t in = 0, out = 0;
    to_own(c, x, own);
    times3_transposed((const double(*)[3])c->now.turn, displacement, go);
    for (uint32_t t = 0; t < (uint32_t)c->shape.triangle_count; ++t) {
        double beyond = dot3(c->planes[t], own) - c->planes[t][3], rise = dot3(c->planes[t], go);
        if (rise == 0.0 && beyond > 0.0)
            return false;
        if (rise == 0.0)
            continue;
        double at = -beyond / rise;
        if (rise < 0.0 && at > first) {
            first = at;
            in = t;
        } else if (rise > 0.0 && at < last) {
            last = at;
            out = t;
        }
    }
    *far = enter ? first : last;
    if (!(first <= last) || !(*far >= 0.0) || !(*far < INFINITY))
        return false;
    along3(own, *far, go, own);
    *hit = hit_at(c, own, enter ? in : out, *far * sqrt(dot3(displacement, displacement)), false);
    return true;
}

bool contact_hull_entry(const collider* c, const double x[3], const double facing[3],
                        const double middle[3], contact_hit* hit) {
    const double least = 0.1; // the cosine of almost sideways
    double own[3], from[3], look[3], best = INFINITY;
    to_own(c, x, own);
    to_own(c, middle, from);
    times3_transposed((const double(*)[3])c->now.turn, facing, look);
    for (uint32_t t = 0; t < (uint32_t)c->shape.triangle_count; ++t) {
        const double* p = c->planes[t];
        double deep = p[3] - dot3(p, own);
        if (dot3(p, look) > -least || dot3(p, from) <= p[3] || deep >= best)
            continue;
        double at[3];
        along3(own, deep, p, at);
        best = deep;
        *hit = hit_at(c, at, t, deep, true);
    }
    return best < INFINITY;
}
