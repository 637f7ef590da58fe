// Two things deep in each other: one way to part them, the same for all points, at a constant cost.
//
// What is on bones is not of one piece: it may be in contact by a hand and by a foot, which have nothing to do with each
// other. There is one way for each of its bones that the other is deep in, away from the bone's axis.
//
// Ways out of single points lead here and there when a body was put into another: pushed along all of them it would be
// squeezed and thrown. The one way follows from where things are and from nothing before: away from the other's middle,
// and out by those points that have a path of their own. The farther it has come the surer is the first, so it does not
// turn back.
// SPDX-License-Identifier: MIT
#include "runtime/contact/contact_pair.h"
#include "runtime/contact/contact_side.h"

#include <math.h>
#include <string.h>

enum { CONTACT_PART_MOST = 16 }; // points that are followed

#define CONTACT_PART_DEEPEST 0.5 // of the smaller size: overlaps count as no deeper

static void middle_of(const contact_surface* s, double out[3]) {
    for (int a = 0; a < 3; ++a)
        out[a] = 0.5 * ((double)s->low_now[a] + (double)s->high_now[a]);
}

int32_t contact_bone_of(const contact_surface* s, uint32_t vertex) {
    const supple_asset* a = s->rest->source.asset_or_null;
    size_t k = (size_t)a->influence_count, most = 0;
    for (size_t i = 1; i < k; ++i)
        most = a->weights[vertex * k + i] > a->weights[vertex * k + most] ? i : most;
    return a->joints[vertex * k + most];
}

// What of a bone is nearest to a place: of the axis of its box, which ends half of its width before the box does.
static void axis_near(const contact_surface* s, int32_t bone, const double x[3], double out[3]) {
    const contact_surface_box* box = &s->rest->bone_boxes[bone];
    float ends[2][3], world[2][3];
    int longest = 0;
    double wide[3], along[3], to[3], others = 0.0;
    for (int a = 0; a < 3; ++a) {
        wide[a] = (double)box->high[a] - (double)box->low[a];
        longest = wide[a] > wide[longest] ? a : longest;
    }
    for (int a = 0; a < 3; ++a)
        others = a != longest && wide[a] > others ? wide[a] : others;
    for (int end = 0; end < 2; ++end) {
        for (int a = 0; a < 3; ++a)
            ends[end][a] = 0.5f * (box->low[a] + box->high[a]);
        ends[end][longest] += (end == 0 ? -0.5f : 0.5f) * (float)(wide[longest] - others);
        contact_carry(s->palette[bone], ends[end], world[end]);
    }
    for (int a = 0; a < 3; ++a) {
        along[a] = (double)world[1][a] - (double)world[0][a];
        to[a] = x[a] - (double)world[0][a];
    }
    double square = dot3(along, along), t = square > 0.0 ? dot3(to, along) / square : 0.0;
    t = t < 0.0 ? 0.0 : t > 1.0 ? 1.0 : t;
    for (int a = 0; a < 3; ++a)
        out[a] = (double)world[0][a] + t * along[a];
}

// Unit; the body goes this way out of the other.
static void displacement_of(const contact_pair* p, const contact_side* other,
                            const contact_depth* d, const contact_limb* l, double displacement[3]) {
    double a[3], b[3], all = l->clear + l->unclear;
    middle_of(p->skin, a);
    middle_of(other->s, b);
    if (d->boned_or_null == p->skin)
        axis_near(p->skin, l->bone, b, a);
    else if (d->boned_or_null != NULL)
        axis_near(other->s, l->bone, a, b);
    minus3(a, b, displacement);
    for (int k = 0; k < 3; ++k)
        displacement[k] = displacement[k] / p->least + l->push[k] / (all > 0.0 ? all : 1.0);
    if (near_unit(displacement, 1e-3) == 0.0) {
        displacement[0] = displacement[2] = 0.0;
        displacement[1] = 1.0;
    }
}

// Contacts that the limb has, which have no say any more.
static void drop_found(contact_pair* p, const contact_depth* d, const contact_limb* l) {
    contact_finder* f = p->finder;
    int32_t left = 0;
    for (int32_t i = 0; i < f->found_count && d->boned_or_null != NULL; ++i) {
        const contact* t = &f->found[i];
        uint32_t vertex = d->boned_or_null == p->skin ? t->at.vertex[0] : t->there.vertex[0];
        if (contact_bone_of(d->boned_or_null, vertex) != l->bone)
            f->found[left++] = *t;
    }
    f->found_count = left;
}

void contact_part(contact_pair* p, const contact_side* body, const contact_side* other,
                  const contact_depth* d, int32_t limb) {
    const supple_point nowhere = {{0, 0, 0}, {0.0f, 0.0f, 0.0f}};
    const contact_limb* l = &d->limbs[limb];
    double displacement[3], back[3];
    drop_found(p, d, l);
    displacement_of(p, other, d, l, displacement);
    for (int a = 0; a < 3; ++a)
        back[a] = -displacement[a];
    int32_t every = (l->count + CONTACT_PART_MOST - 1) / CONTACT_PART_MOST, seen = 0;
    for (int32_t i = 0; i < d->count; ++i) {
        const contact_inside* from = &d->inside[i];
        if (from->limb != limb || seen++ % every != 0)
            continue;
        const contact_side* of = from->flip ? body : other;
        contact_hit hit;
        double far, place[3], most = 4.0 * (p->skin->size + other->s->size);
        if (!contact_side_exit(of, from->x, from->flip ? back : displacement, most, &hit, &far) &&
            !contact_side_nearest(of, from->x, most, &hit))
            continue; // far is how deep it is at least
        supple_point on = of->kind == CONTACT_BODY
                              ? contact_surface_triangle_at(of->s, hit.triangle, hit.weight)
                              : nowhere;
        far = far < CONTACT_PART_DEEPEST * p->least ? far : CONTACT_PART_DEEPEST * p->least;
        along3(from->x, 0.5 * far, from->flip ? back : displacement, place);
        contact_add(p, (contact_features){CONTACT_OF_PARTING, from->id, from->flip},
                    from->flip ? on : from->at, from->flip ? from->at : on, place, displacement,
                    -far);
    }
}
