// Two things deep in each other: one way to part them, the same for all points, at a constant cost.
//
// Ways out of single points lead here and there when a body was put into another: pushed along all of them it would be
// squeezed and thrown. The one way follows from where things are and from nothing before: away from the other's middle,
// and out by those points that have a way of their own. The farther it has come the surer is the first, so it does not
// turn back.
// SPDX-License-Identifier: MIT
#include "runtime/contact_pair.h"
#include "runtime/contact_side.h"

#include <math.h>
#include <string.h>

enum { MOST = 16 }; // points that are followed

#define DEEPEST 0.5 // of the smaller size: overlaps count as no deeper

static void middle_of(const contact_surface* s, double out[3]) {
    for (int a = 0; a < 3; ++a)
        out[a] = 0.5 * ((double)s->low_now[a] + (double)s->high_now[a]);
}

// Unit; the body goes this way out of the other.
static void way_of(const contact_pair* p, const contact_side* other, const contact_depth* d,
                   double way[3]) {
    double a[3], b[3], all = d->clear + d->unclear;
    middle_of(p->skin, a);
    middle_of(other->s, b);
    minus3(a, b, way);
    for (int k = 0; k < 3; ++k)
        way[k] = way[k] / p->least + d->push[k] / (all > 0.0 ? all : 1.0);
    if (near_unit(way, 1e-3) == 0.0) {
        way[0] = way[2] = 0.0;
        way[1] = 1.0;
    }
}

void contact_part(contact_pair* p, const contact_side* body, const contact_side* other,
                  const contact_depth* d) {
    const supple_point nowhere = {{0, 0, 0}, {0.0f, 0.0f, 0.0f}};
    double way[3], back[3];
    p->finder->found_count = 0;
    way_of(p, other, d, way);
    for (int a = 0; a < 3; ++a)
        back[a] = -way[a];
    int32_t every = (d->count + MOST - 1) / MOST;
    for (int32_t i = 0; i < d->count; i += every) {
        const contact_inside* from = &d->inside[i];
        const contact_side* of = from->flip ? body : other;
        contact_hit hit;
        double far, place[3], most = 4.0 * (p->skin->size + other->s->size);
        if (!contact_side_exit(of, from->x, from->flip ? back : way, most, &hit, &far) &&
            !contact_side_nearest(of, from->x, most, &hit))
            continue; // far is how deep it is at least
        supple_point on = of->kind == CONTACT_BODY
                              ? contact_surface_triangle_at(of->s, hit.triangle, hit.weight)
                              : nowhere;
        far = far < DEEPEST * p->least ? far : DEEPEST * p->least;
        along3(from->x, 0.5 * far, from->flip ? back : way, place);
        contact_add(p, (contact_features){CONTACT_OF_PARTING, from->id, from->flip},
                    from->flip ? on : from->at, from->flip ? from->at : on, place, way, -far);
    }
}
