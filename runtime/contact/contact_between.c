// Surfaces against surfaces: points of each against the other, at most so many, each at a bounded cost.
//
// Coarser points come first, and finer ones only where those are near: what costs is what is in contact. Where points
// prevail that have no way out of their own (contact_probe.c) there is one answer for the pair, or for each limb of what
// is on bones (contact_part.c).
//
// The modal paper takes normals from the tetrahedra that overlap; surfaces alone do as well and need
// none of them at run time (docs/decisions/0035-contact-finding.md).
// SPDX-License-Identifier: MIT
#include "runtime/contact/contact_points.h"
#include "runtime/contact/contact_probe.h"

#include "runtime/base/assert.h"

#include <math.h>
#include <string.h>

static const supple_point nowhere = {{0, 0, 0}, {0.0f, 0.0f, 0.0f}};

// Of the smaller size: a point is searched for so far beyond a face that it went through.
#define BEHIND 0.1
// ... and flesh that moves farther than this in a substep is seen when it is there.
#define WOBBLE               0.1
#define CONTACT_BETWEEN_STEP 0.01 // of the body's size: between points of a collider's edges
// Two bodies as deep in each other as this fraction of the smaller size have one answer when the ways out of their points
// spread so far that their mean is shorter than that.
#define CONTACT_BETWEEN_DEEP 0.2
#define SPREAD               0.8

// ---- whose points ----------------------------------------------------------------------

typedef struct contact_region {
    float low[3], high[3];
} contact_region;

// How near the other may be to a point, at least: from how near it is to the point's parent.
static double bound_of(contact_surface* s, uint32_t point, const double x[3]) {
    uint32_t parent = s->rest->contact_points[point].parent;
    double y[3];
    if (!(s->tested[parent] > 0.0f))
        return 0.0;
    contact_point_place(s, parent, y);
    minus3(x, y, y);
    return (double)s->tested[parent] - sqrt(dot3(y, y));
}

// How far a place of `from` is from `to`, at least, by the slab between them.
static double before_slab(const contact_search* w, const double x[3]) {
    const contact_slab* s = &w->slab;
    double displacement[3];
    minus3(x, s->from, displacement);
    double along = dot3(displacement, s->normal);
    return w->flip ? along - s->end : s->begin - along;
}

// Whether a point may be within a limit of the other, or come to it in the substep, by bounds, the cheapest first; and how
// far it is away, at least.
static bool may_meet(const contact_search* w, uint32_t point, const double x[3], double limit,
                     double* away) {
    *away = before_slab(w, x);
    if (*away > w->slab.closes || *away > limit)
        return false;
    double bound = bound_of(w->from->s, point, x);
    *away = bound > *away ? bound : *away;
    if (w->bounded && !(*away > limit)) {
        double least = contact_surface_least(w->to->s, x);
        *away = least > *away ? least : *away;
    }
    return !(*away > limit) && contact_possible(w, x, *away);
}

// Whether there is to be one answer for what the pair has to do with a limb.
static bool is_deep(const contact_pair* p, const contact_depth* d, int32_t limb) {
    const contact_limb* l = &d->limbs[limb];
    bool lost = l->unclear > l->clear && l->unclear > p->near;
    if (d->boned_or_null != NULL)
        return lost;
    bool contradict = l->deepest > CONTACT_BETWEEN_DEEP * p->least &&
                      dot3(l->push, l->push) < SPREAD * SPREAD * l->clear * l->clear;
    return lost || contradict || d->same > p->finder->found_count;
}

// Of two bodies on bones, or one and a collider, nothing but flesh could part: those have no limbs.
static contact_depth depth_of(const contact_pair* p, const contact_side* other) {
    bool body = contact_surface_has_bones(p->skin), there = contact_surface_has_bones(other->s),
         none = body && (there || other->kind != CONTACT_BODY);
    return (contact_depth){.boned_or_null = none    ? NULL
                                            : body  ? p->skin
                                            : there ? other->s
                                                    : NULL,
                           .limb_count = !body && !there,
                           .inside = p->finder->inside};
}

// Fills what is known of points before they are tried.
static void set_margins(contact_search* w) {
    const contact_surface *s = w->from->s, *o = w->to->s;
    double flesh = s->wobble + o->wobble, most = WOBBLE * w->pair->least, square = 0.0,
           near = w->pair->near + w->from->thickness + w->to->thickness;
    w->near = near > w->pair->behind ? near : w->pair->behind;
    w->still = w->near + (flesh < most ? flesh : most);
    w->rigid = !contact_surface_has_bones(s) && !contact_surface_has_bones(o);
    w->bounded = w->to->kind == CONTACT_BODY && o->body_or_null->free;
    for (int i = 0; i < 12; ++i)
        square += i % 4 < 3 ? (double)o->sweep[i] * (double)o->sweep[i] : 0.0;
    w->turn = sqrt(square);
}

// Whether the search of this pair has done what it may.
static bool is_spent(const contact_search* w) {
    const contact_pair* p = w->pair;
    double triangles = w->from->s != NULL ? w->from->s->work.triangles : 0;
    triangles += w->to->s != NULL ? w->to->s->work.triangles : 0;
    return contact_work_sum(&p->finder->work) + CONTACT_TRIANGLE_WORK * triangles > p->most_work;
}

// Coarser points first: finer ones are tried only where those are near. Of points that are not, and which only their motion
// may bring to the other, the coarsest are enough to stop it: the next substep sees where it then is.
static void try_body(const contact_search* w, const contact_region* r) {
    contact_finder* f = w->pair->finder;
    contact_surface* s = w->from->s;
    contact_depth* d = w->depth;
    int32_t budget = w->to->kind == CONTACT_BOX ? CONTACT_PLACED // boxes are cheap
                     : w->pair->fast            ? CONTACT_TRIED_FAST
                     : w->pair->moves           ? CONTACT_TRIED_MOVING
                                                : CONTACT_BUDGET;
    contact_points_in in = {.low = r->low, .high = r->high};
    if (w->bounded) {
        in.near_or_null = w->to->s;
        in.radius = w->pair->radius;
    }
    int32_t count = contact_points_of(s, in, CONTACT_PLACED, f->tried, &f->work.left_out);
    for (int32_t i = 0; i < count; ++i) // parents of some may be elsewhere
        s->tested[f->tried[i]] = s->tested[s->rest->contact_points[f->tried[i]].parent] = 0.0f;
    d->entered = d->lost = d->cast = 0;
    int32_t far = CONTACT_FAR;
    for (int32_t i = 0; i < count; ++i) {
        contact_probe p = {.id = f->tried[i], .point = f->tried[i]};
        contact_point_place(s, p.point, p.x);
        double away, limit = far > 0 ? w->pair->radius : w->near;
        if (may_meet(w, p.point, p.x, limit, &away)) {
            if (budget-- == 0 || is_spent(w)) { // nor finer ones
                f->work.left_out += (uint32_t)(count - i);
                return;
            }
            p.at = contact_point_at(s, p.point);
            away = contact_try(w, &p);
            far -= away > w->near;
        } else {
            f->work.left_out += away > limit && !(away > w->pair->radius);
        }
        s->tested[p.point] = (float)away;
        if (d->count >= CONTACT_DEEP && d->boned_or_null == NULL && d->limb_count > 0 &&
            is_deep(w->pair, d, 0))
            return;
    }
}

// The part of a straight edge within a region, as fractions of it.
static bool clip(const contact_region* r, const double a[3], const double displacement[3],
                 double* first, double* last) {
    *first = 0.0;
    *last = 1.0;
    for (int k = 0; k < 3; ++k) {
        double low = (double)r->low[k] - a[k], high = (double)r->high[k] - a[k];
        if (displacement[k] == 0.0) {
            if (low > 0.0 || high < 0.0)
                return false;
            continue;
        }
        double enter = (displacement[k] > 0.0 ? low : high) / displacement[k],
               leave = (displacement[k] > 0.0 ? high : low) / displacement[k];
        *first = enter > *first ? enter : *first;
        *last = leave < *last ? leave : *last;
    }
    return *first <= *last;
}

// Points between the ends of an edge within a region, at places that stay on it: multiples of a step from its
// beginning. Where it is far from the body it goes on by as much.
static void try_edge(const contact_search* w, const contact_region* r, const double a[3],
                     const double b[3], contact_probe* p, int32_t* budget) {
    enum { CONTACT_BETWEEN_MOST = 128 };
    double displacement[3], first, last, step = CONTACT_BETWEEN_STEP * w->pair->skin->size;
    minus3(b, a, displacement);
    double length = sqrt(dot3(displacement, displacement));
    if (!clip(r, a, displacement, &first, &last))
        return;
    while ((last - first) * length > CONTACT_BETWEEN_MOST * step)
        step *= 2.0;
    uint64_t edge = p->id;
    int64_t n = (int64_t)(first * length / step);
    for (n = n > 0 ? n : 1; *budget > 0 && (double)n * step < last * length;) {
        if ((double)n * step >= length)
            break;
        if (is_spent(w)) {
            ++w->pair->finder->work.left_out;
            break;
        }
        along3(a, (double)n * step / length, displacement, p->x);
        p->id = edge << 32 | (uint64_t)n;
        --*budget;
        double far = (contact_try(w, p) - w->pair->radius) / step;
        n += far > 1.0 ? far < CONTACT_BETWEEN_MOST ? (int64_t)far : CONTACT_BETWEEN_MOST : 1;
    }
}

static bool is_within(const contact_region* r, const double x[3]) {
    bool in = true;
    for (int a = 0; a < 3; ++a)
        in &= x[a] >= (double)r->low[a] && x[a] <= (double)r->high[a];
    return in;
}

// Corner i has the signs of the bits of i. facing: about outward.
static contact_probe box_corner(const collider* c, int corner) {
    contact_probe p = {.id = (uint64_t)corner, .at = nowhere};
    double sign[3] = {corner & 1 ? 1.0 : -1.0, corner & 2 ? 1.0 : -1.0, corner & 4 ? 1.0 : -1.0};
    double own[3] = {sign[0] * (double)c->shape.half.x, sign[1] * (double)c->shape.half.y,
                     sign[2] * (double)c->shape.half.z};
    times3((const double(*)[3])c->now.turn, own, p.x);
    along3(p.x, 1.0, c->now.place, p.x);
    times3((const double(*)[3])c->now.turn, sign, p.facing);
    near_unit(p.facing, 0.0);
    return p;
}

// Corners and edges of a box.
static void try_box(const contact_search* w, const contact_region* r) {
    const collider* c = w->from->c_or_null;
    int32_t budget = CONTACT_BUDGET;
    for (int k = 0; k < 8; ++k) {
        contact_probe corner = box_corner(c, k);
        for (int axis = 0; axis < 3; ++axis) {
            if (k >> axis & 1)
                continue;
            contact_probe end = box_corner(c, k | 1 << axis),
                          p = {.id = 8 + (uint64_t)(3 * k + axis), .at = nowhere};
            along3(corner.facing, 1.0, end.facing, p.facing);
            near_unit(p.facing, 0.0);
            try_edge(w, r, corner.x, end.x, &p, &budget);
        }
        if (is_within(r, corner.x))
            contact_try(w, &corner);
    }
}

// Corners and sharp edges of a mesh or hull; fine ones only as finely as the body needs.
static void try_mesh(const contact_search* w, const contact_region* r) {
    contact_finder* f = w->pair->finder;
    contact_surface* s = w->from->s;
    int32_t budget = CONTACT_BUDGET;
    int32_t count = contact_surface_rigid_within(s, r->low, r->high, f->tried, CONTACT_PLACED,
                                                 0.02 * w->pair->skin->size);
    for (int32_t i = 0; i < count && budget > 0; ++i) {
        uint32_t t = f->tried[i];
        double c[3][3];
        contact_surface_corners(s, t, c);
        for (int k = 0; k < 3; ++k) {
            contact_probe p = {.id = s->rest->corners[t][k], .at = nowhere};
            memcpy(p.x, c[k], sizeof p.x);
            if (w->from->closed)
                contact_surface_normal(s, t, k, p.facing);
            if ((s->rest->owns[t] & CONTACT_OWNS_CORNER << k) && is_within(r, p.x)) {
                --budget;
                contact_try(w, &p);
            }
            p.id = 3 * (uint64_t)t + (uint64_t)k + 1;
            if (w->from->closed)
                contact_surface_normal(s, t, NEAR_EDGE + k, p.facing);
            if (s->rest->owns[t] & CONTACT_SHARP_EDGE << k)
                try_edge(w, r, c[k], c[(k + 1) % 3], &p, &budget);
        }
    }
    f->work.left_out += budget > 0 ? 0 : 1;
}

// ---- a pair ----------------------------------------------------------------------------

// Where points of `from` may meet `to`: around it as it is now, as wide as they come nearer in the substep.
static contact_region region_of(const contact_surface* to, double spread,
                                const double displacement[3], double sense) {
    contact_region r;
    for (int a = 0; a < 3; ++a) {
        double go = sense * displacement[a];
        r.low[a] = (float)((double)to->low_now[a] - spread - (go > 0.0 ? go : 0.0));
        r.high[a] = (float)((double)to->high_now[a] + spread + (go < 0.0 ? -go : 0.0));
    }
    return r;
}

static bool are_apart(const contact_surface* s, const contact_region* r) {
    bool apart = false;
    for (int a = 0; a < 3; ++a)
        apart |= s->low_now[a] > r->high[a] || s->high_now[a] < r->low[a];
    return apart;
}

// Whether a point may be through it and no farther than BEHIND from where it came in.
static bool is_thin(const contact_pair* p, const contact_side* s) {
    if (s->kind == CONTACT_MESH)
        return true;
    if (s->kind == CONTACT_BODY)
        return 2.0 * s->s->rest->field.inner * s->s->size < BEHIND * p->least * s->s->rest->extent;
    if (s->kind == CONTACT_HULL)
        return s->c_or_null->least < BEHIND * p->least;
    const supple_shape* box = &s->c_or_null->shape;
    double least = (double)(box->half.x < box->half.y ? box->half.x : box->half.y);
    least = (double)box->half.z < least ? (double)box->half.z : least;
    return 2.0 * least < BEHIND * p->least;
}

// Whether no point of one free body can be within a radius of another: by the ball around the one and the field of the
// other.
static bool is_beyond(const contact_surface* from, const contact_surface* to, double radius) {
    const double* m = from->rest->middle;
    const float own[3] = {(float)m[0], (float)m[1], (float)m[2]};
    float at[3];
    contact_carry(from->palette[0], own, at);
    const double x[3] = {(double)at[0], (double)at[1], (double)at[2]};
    double ball = 1.0001 * (from->rest->radius + from->reach) * from->size / from->rest->extent;
    return contact_surface_least(to, x) > ball + radius;
}

// Finds the slab between two free bodies, where all their points are placed; whether it is wider than they can close. The
// first moves by `way` against the second, and by `spread` more at most.
static bool are_told_apart(contact_search* there, contact_search* back,
                           const double displacement[3], double spread) {
    contact_surface *a = there->from->s, *b = there->to->s;
    contact_surface_expect(a, 1);
    contact_surface_expect(b, 1);
    if (a->whole != a->stamp || b->whole != b->stamp)
        return false;
    contact_slab slab = contact_slab_between(a, b);
    double along = dot3(displacement, slab.normal);
    slab.closes = spread + (along > 0.0 ? along : 0.0);
    there->slab = back->slab = slab;
    return slab.begin - slab.end > slab.closes;
}

void contact_between(contact_pair* p, contact_surface* other_or_null, const collider* c_or_null) {
    SUPPLE_ASSERT((other_or_null != NULL) != (c_or_null != NULL));
    contact_side body = contact_side_of_body(p->skin);
    contact_side other = other_or_null != NULL ? contact_side_of_body(other_or_null)
                                               : contact_side_of_collider(c_or_null);
    contact_surface* o = other.s;
    contact_depth depth = depth_of(p, &other);
    contact_search there = {.pair = p, .from = &body, .to = &other, .depth = &depth},
                   back = {.pair = p, .from = &other, .to = &body, .depth = &depth, .flip = true};
    double displacement[3], flesh = p->skin->wobble + o->wobble, most = WOBBLE * p->least;
    double slow = p->near + (flesh < most ? flesh : most) + body.thickness + other.thickness;
    double spread = slow + contact_surface_closing(p->skin, o, displacement);
    p->behind = is_thin(p, &body) || is_thin(p, &other) ? BEHIND * p->least : 0.0;
    p->ahead = spread + sqrt(dot3(displacement, displacement));
    p->radius = p->ahead > p->behind ? p->ahead : p->behind;
    spread = spread > p->behind ? spread : p->behind;
    contact_region around_other = region_of(o, spread, displacement, 1.0),
                   around_body = region_of(p->skin, spread, displacement, -1.0);
    if (are_apart(p->skin, &around_other))
        return;
    contact_surface_begin_queries(p->skin, around_other.low, around_other.high);
    if (other.kind == CONTACT_BODY)
        contact_surface_begin_queries(o, around_body.low, around_body.high);
    else if (p->own_or_null != NULL)
        p->skin->skip_radius = contact_carried(p, p->skin->skip);
    set_margins(&there);
    set_margins(&back);
    if (there.bounded && back.bounded &&
        (is_beyond(p->skin, o, p->radius) || is_beyond(o, p->skin, p->radius) ||
         are_told_apart(&there, &back, displacement, spread)))
        return;
    try_body(&there, &around_other);
    if (other.kind == CONTACT_BODY)
        try_body(&back, &around_body);
    else if (other.kind == CONTACT_BOX)
        try_box(&back, &around_body);
    else
        try_mesh(&back, &around_body);
    for (int32_t i = 0; i < depth.limb_count; ++i)
        if (is_deep(p, &depth, i))
            contact_part(p, &body, &other, &depth, i);
}
