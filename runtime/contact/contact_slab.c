// A direction that tells two bodies apart, about the best there is.
//
// All of a body lies behind its farthest point along any direction. So a place that is before the nearest point of the
// other along n is at least that far from it, whatever the flesh of either does: the field's bound (contact_field_least)
// is off by how far flesh is out, which is most of it in an impact. n is searched for by Gilbert's algorithm (1966) on
// the difference of the two, with some coarse points of each; how far they reach along it is then found from all.
// SPDX-License-Identifier: MIT
#include "runtime/contact/contact_probe.h"

#include "runtime/base/assert.h"

#include <math.h>
#include <string.h>

enum { CONTACT_SLAB_ROUNDS = 6 };

// The coarse point that is farthest along a direction.
static const float* coarse_support(const contact_surface* s, const float n[3]) {
    const float* best = s->places[s->rest->coarse[0]];
    float most = n[0] * best[0] + n[1] * best[1] + n[2] * best[2];
    for (int32_t i = 1; i < s->rest->coarse_count; ++i) {
        const float* x = s->places[s->rest->coarse[i]];
        float along = n[0] * x[0] + n[1] * x[1] + n[2] * x[2];
        best = along > most ? x : best;
        most = along > most ? along : most;
    }
    return best;
}

// How far all points reach along n from a place.
static double reach_along(const contact_surface* s, const double n[3], const double from[3]) {
    const float nx = (float)n[0], ny = (float)n[1], nz = (float)n[2], x = (float)from[0],
                y = (float)from[1], z = (float)from[2];
    float most = -INFINITY;
    for (int32_t i = 0; i < s->rest->point_count; ++i) {
        const float* p = s->places[i];
        float along = nx * (p[0] - x) + ny * (p[1] - y) + nz * (p[2] - z);
        most = along > most ? along : most;
    }
    return (double)most;
}

// The place of the segment from v to w that is nearest to the origin, into v.
static void go_towards(double v[3], const double w[3]) {
    double displacement[3];
    minus3(w, v, displacement);
    double square = dot3(displacement, displacement),
           fraction = square > 0.0 ? -dot3(v, displacement) / square : 0.0;
    fraction = fraction > 0.0 ? fraction < 1.0 ? fraction : 1.0 : 0.0;
    along3(v, fraction, displacement, v);
}

contact_slab contact_slab_between(const contact_surface* a, const contact_surface* b) {
    SUPPLE_ASSERT(a->whole == a->stamp && b->whole == b->stamp);
    contact_slab out = {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}, 0.0, 0.0, 0.0};
    double v[3]; // of b less a, the nearest to the origin so far
    for (int k = 0; k < 3; ++k) {
        out.from[k] = 0.5 * ((double)a->low_now[k] + (double)a->high_now[k]);
        v[k] = 0.5 * ((double)b->low_now[k] + (double)b->high_now[k]) - out.from[k];
    }
    double best = -INFINITY;
    for (int round = 0;
         round < CONTACT_SLAB_ROUNDS && a->rest->coarse_count > 0 && b->rest->coarse_count > 0;
         ++round) {
        double n[3] = {v[0], v[1], v[2]}, w[3];
        if (near_unit(n, 0.0) == 0.0)
            break;
        const float along[3] = {(float)n[0], (float)n[1], (float)n[2]},
                    against[3] = {-along[0], -along[1], -along[2]}, *x = coarse_support(a, along),
                    *y = coarse_support(b, against);
        for (int k = 0; k < 3; ++k)
            w[k] = (double)y[k] - (double)x[k];
        double gap = dot3(n, w);
        if (gap > best) {
            best = gap;
            memcpy(out.normal, n, sizeof n);
        }
        go_towards(v, w);
    }
    if (!(best > -INFINITY))
        return out;
    const double back[3] = {-out.normal[0], -out.normal[1], -out.normal[2]};
    double slack = 1e-6 * (a->size + b->size); // of rounding
    out.end = reach_along(a, out.normal, out.from) + slack;
    out.begin = -reach_along(b, back, out.from) - slack;
    return out;
}
