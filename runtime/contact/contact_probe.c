// One point of a thing against the surface of another: whether that is a contact, and which way it pushes.
//
// Which way a contact pushes follows from the normals of the surfaces, never from which side is nearer: the normal is against
// the outward normal of the point in contact. So a point that has gone through a plate of a millimetre is still pushed back the
// way it came, and without anything being remembered. A point on the wrong side of a face counts as an overlap only if what it
// should have stopped at lies inside its own body, and about as deep as the point has gone; else it is just the far side of
// something thin.
//
// A point inside whose nearest way out would take it on through has no contact of its own.
// SPDX-License-Identifier: MIT
#include "runtime/contact/contact_probe.h"

#include "runtime/base/assert.h"
#include "runtime/contact/contact_points.h"

#include <math.h>
#include <string.h>

static const supple_point nowhere = {{0, 0, 0}, {0.0f, 0.0f, 0.0f}};

#define SIDEWAYS 0.3 // the cosine beyond which a push is not against the surface
// Of the smaller size: so far from a point inside is the face searched for that it came in by.
#define ENTERED 0.25

static supple_point point_on(const contact_side* s, const contact_hit* hit) {
    return s->kind == CONTACT_BODY ? contact_surface_triangle_at(s->s, hit->triangle, hit->weight)
                                   : nowhere;
}

static void add(const contact_search* w, const contact_probe* p, const contact_hit* hit,
                const double normal[3], double gap) {
    double place[3], back[3];
    if (!(dot3(normal, normal) > 0.5))
        return; // of a triangle without area, or of what is not a number
    along3(p->x, -0.5 * gap, normal, place);
    for (int a = 0; a < 3; ++a)
        back[a] = -normal[a];
    // a point slides from triangle to triangle of a body and stays itself; on a mesh it may have contacts with two
    uint64_t there = w->to->kind == CONTACT_MESH ? hit->triangle : 0;
    supple_point face = point_on(w->to, hit);
    if (w->flip)
        contact_add(w->pair, (contact_features){CONTACT_OF_OTHER, p->id, there}, face, p->at, place,
                    back, gap);
    else
        contact_add(w->pair, (contact_features){CONTACT_OF_POINT, p->id, there}, p->at, face, place,
                    normal, gap);
}

// Is `place`, where a point that faces `facing` should have stopped, `deep` inside its own body? At rims
// it lies on the surface: so it is examined from as far inside as it is deep.
static bool is_overlap(const contact_side* s, const double place[3], const double facing[3],
                       const double normal[3], double deep) {
    contact_hit hit;
    double x[3], aside[3];
    along3(facing, -dot3(facing, normal), normal, aside);
    if (near_unit(aside, 0.2) > 0.0)
        along3(place, -deep, aside, x);
    else
        memcpy(x, place, sizeof x);
    return contact_side_nearest(s, x, INFINITY, &hit) && hit.inside && 2.0 * hit.away > deep;
}

// On the wrong side of something thin? Then back to the face that it came through.
static void try_behind(const contact_search* w, const contact_probe* p,
                       const contact_hit* nearest) {
    contact_hit own, hit = *nearest;
    double normal[3], to[3];
    if (w->pair->behind == 0.0 || nearest->away > w->pair->behind ||
        !contact_side_nearest(w->from, nearest->place, INFINITY, &own) ||
        (!own.inside && own.away > w->from->margin) ||
        !contact_side_facing(w->to, p->x, p->facing, w->pair->behind, &hit))
        return;
    contact_side_normal(w->to, &hit, true, normal);
    double sign = dot3(normal, p->facing) < 0.0 ? 1.0 : -1.0;
    for (int a = 0; a < 3; ++a)
        normal[a] *= sign;
    minus3(p->x, hit.place, to);
    double gap = dot3(to, normal);
    if (gap < 0.0 && is_overlap(w->from, hit.place, p->facing, normal, -gap))
        add(w, p, &hit, normal, gap);
}

bool contact_possible(const contact_search* w, const double x[3], double away) {
    if (!w->rigid || !(away > w->still))
        return true;
    double own[3], other[3], displacement[3], left = (1.0 - w->turn) * away - w->still;
    contact_surface_sweep(w->from->s, x, own);
    contact_surface_sweep(w->to->s, x, other);
    minus3(own, other, displacement);
    return !(left > 0.0 && left * left > dot3(displacement, displacement));
}

// Not yet near: whether its path against the other, in this substep, is as long as that is far.
static bool comes_near(const contact_search* w, const contact_probe* p, const contact_hit* nearest,
                       double displacement[3]) {
    double there[3];
    if (!contact_possible(w, p->x, nearest->away))
        return false; // found without sampling flesh
    if (w->from->kind == CONTACT_BODY)
        contact_point_motion(w->from->s, p->point, displacement);
    else
        contact_surface_sweep(w->from->s, p->x, displacement);
    contact_side_motion(w->to, nearest, there);
    minus3(displacement, there, displacement);
    return !(nearest->away > sqrt(dot3(displacement, displacement)));
}

// ... and whether it crosses a face.
static void try_ahead(const contact_search* w, const contact_probe* p, const contact_hit* nearest,
                      const double displacement[3]) {
    double normal[3], to[3];
    contact_hit hit = *nearest;
    if (w->from->closed && dot3(displacement, p->facing) < 0.0)
        return; // the far side of its body: others meet it before
    if ((w->to->kind == CONTACT_BODY && ++w->depth->cast > CONTACT_CAST) ||
        !contact_side_cast(w->to, p->x, displacement, &hit))
        return;
    contact_side_normal(w->to, &hit, true, normal);
    double sign = dot3(normal, displacement) < 0.0 ? 1.0 : -1.0;
    if (w->to->closed && sign < 0.0)
        return;
    for (int a = 0; a < 3; ++a)
        normal[a] *= sign;
    minus3(p->x, hit.place, to);
    add(w, p, &hit, normal, dot3(to, normal));
}

// A point inside came in by a face whose normal opposes its own: out through that face is its way. Of only so many points this is
// searched for in a body. hit: at first what is nearest.
static void find_entry(const contact_search* w, const contact_probe* p, contact_hit* hit,
                       double normal[3]) {
    contact_hit other = *hit;
    contact_depth* d = w->depth;
    ++d->entered;
    if (!contact_side_facing(w->to, p->x, p->facing, ENTERED * w->pair->least, &other) &&
        !contact_side_entry(w->to, p->x, p->facing, w->from->s, &other)) {
        ++d->lost;
        return;
    }
    *hit = other;
    minus3(hit->place, p->x, normal);
    if (near_unit(normal, 1e-6 * w->pair->skin->size) == 0.0)
        contact_side_normal(w->to, hit, true, normal);
}

// The limb that a point has to do with, by where the nearest of what is on bones follows which; NULL: none, or too many.
static contact_limb* limb_of(const contact_search* w, const contact_probe* p,
                             const contact_hit* hit) {
    contact_depth* d = w->depth;
    int32_t bone = 0;
    if (d->boned_or_null != NULL && w->to->s == d->boned_or_null)
        bone = contact_bone_of(d->boned_or_null, point_on(w->to, hit).vertex[0]);
    else if (d->boned_or_null != NULL)
        bone = contact_bone_of(d->boned_or_null, p->at.vertex[0]);
    for (int32_t i = 0; i < d->limb_count; ++i)
        if (d->limbs[i].bone == bone)
            return &d->limbs[i];
    if (d->boned_or_null == NULL || d->limb_count == CONTACT_LIMBS)
        return NULL;
    d->limbs[d->limb_count] = (contact_limb){.bone = bone};
    return &d->limbs[d->limb_count++];
}

static void note(const contact_search* w, const contact_probe* p, contact_limb* limb) {
    contact_depth* d = w->depth;
    if (d->count == CONTACT_FOUND)
        return;
    ++limb->count;
    d->inside[d->count++] = (contact_inside){
        {p->x[0], p->x[1], p->x[2]}, p->at, p->id, w->flip, (int32_t)(limb - d->limbs)};
}

// The way out of the other for a point inside it: against the point's own surface if that is near.
static void try_inside(const contact_search* w, const contact_probe* p,
                       const contact_hit* nearest) {
    contact_hit hit = *nearest;
    contact_depth* d = w->depth;
    double normal[3], sign = w->flip ? -1.0 : 1.0;
    minus3(hit.place, p->x, normal);
    if (near_unit(normal, 1e-6 * w->pair->skin->size) == 0.0)
        contact_side_normal(w->to, &hit, false, normal);
    bool asked =
        w->from->closed && dot3(normal, p->facing) > -SIDEWAYS &&
        (w->to->kind == CONTACT_BOX || w->to->kind == CONTACT_HULL || d->entered < CONTACT_ENTERED);
    if (asked)
        find_entry(w, p, &hit, normal);
    double with = dot3(normal, p->facing);
    contact_limb* limb = limb_of(w, p, nearest);
    if (limb != NULL) {
        if (!w->from->closed || with < -SIDEWAYS) {
            limb->clear += hit.away;
            limb->deepest = hit.away > limb->deepest ? hit.away : limb->deepest;
            along3(limb->push, sign * hit.away, normal, limb->push);
        } else {
            limb->unclear += asked ? hit.away : hit.away * d->lost / d->entered;
        }
        note(w, p, limb);
    }
    if (with < SIDEWAYS)
        add(w, p, &hit, normal, -hit.away);
}

double contact_try(const contact_search* w, contact_probe* p) {
    const contact_side *from = w->from, *to = w->to;
    double normal[3], displacement[3], near = w->pair->near + from->thickness + to->thickness;
    contact_hit hit;
    ++w->pair->finder->work.points;
    if (!contact_side_nearest(to, p->x, w->pair->radius, &hit))
        return w->pair->radius;
    if (!hit.inside && hit.away > w->pair->radius)
        return hit.away;
    bool comes = !hit.inside && hit.away > near && hit.away <= w->pair->ahead &&
                 comes_near(w, p, &hit, displacement);
    if (!hit.inside && !comes && hit.away > near && hit.away > w->pair->behind &&
        hit.away > from->margin)
        return hit.away; // whatever its normal
    if (from->closed && from->kind == CONTACT_BODY)
        contact_point_normal(from->s, p->point, p->facing);
    if (hit.inside) {
        try_inside(w, p, &hit);
        return 0.0;
    }
    minus3(p->x, hit.place, normal);
    if (near_unit(normal, 1e-6 * w->pair->skin->size) == 0.0) {
        contact_side_normal(to, &hit, false, normal);
        double sign = to->closed || dot3(normal, p->facing) <= 0.0 ? 1.0 : -1.0;
        for (int a = 0; a < 3; ++a)
            normal[a] *= sign;
    }
    if (dot3(normal, p->facing) > SIDEWAYS) {
        try_behind(w, p, &hit);
        if (to->closed &&
            hit.away <= from->margin) { // surfaces that are one have one normal: it is in there
            contact_limb* limb = limb_of(w, p, &hit);
            ++w->depth->same;
            if (limb != NULL)
                note(w, p, limb);
        }
    } else if (hit.away <= near)
        add(w, p, &hit, normal, hit.away - from->thickness - to->thickness);
    else if (comes)
        try_ahead(w, p, &hit, displacement);
    return hit.away;
}
