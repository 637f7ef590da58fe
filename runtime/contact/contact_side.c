// Ways through a body are followed by its distance: no step is longer than the nearest surface is away (Hart 1996), and
// there are only so many steps.
// SPDX-License-Identifier: MIT
#include "runtime/contact/contact_side.h"

#include "runtime/base/assert.h"
#include "runtime/contact/contact_hull.h"

#include <math.h>
#include <string.h>

enum { CONTACT_SIDE_STEPS = 12, EXIT_STEPS = 24 };

#define LEAST_FACING 0.1 // the cosine of almost sideways

contact_side contact_side_of_body(contact_surface* s) {
    return (contact_side){CONTACT_BODY, s, NULL, s->rest->closed, s->thickness, 1e-3 * s->size};
}

contact_side contact_side_of_collider(const collider* c) {
    contact_side_kind kind = c->shape.kind == SUPPLE_BOX    ? CONTACT_BOX
                             : c->shape.kind == SUPPLE_HULL ? CONTACT_HULL
                                                            : CONTACT_MESH;
    contact_surface* s = c->skin_or_null;
    return (contact_side){kind, s, c, kind != CONTACT_MESH, 0.0, 1e-3 * s->size};
}

static contact_hit hit_of(const contact_surface_hit* h, bool inside) {
    contact_hit hit = {{0.0, 0.0, 0.0}, sqrt(h->near.square), inside,
                       h->triangle,     {0.0, 0.0, 0.0},      h->near.feature};
    memcpy(hit.place, h->near.place, sizeof hit.place);
    memcpy(hit.weight, h->near.weight, sizeof hit.weight);
    return hit;
}

// ---- boxes -----------------------------------------------------------------------------

static void to_box(const collider* c, const double x[3], double out[3]) {
    double to[3];
    minus3(x, c->now.place, to);
    times3_transposed((const double(*)[3])c->now.turn, to, out);
}

static void half_of(const collider* c, double half[3]) {
    half[0] = (double)c->shape.half.x;
    half[1] = (double)c->shape.half.y;
    half[2] = (double)c->shape.half.z;
}

// A place of the box, in its own space, on face 2 axis + (1 where its normal is against the axis).
static contact_hit box_hit(const collider* c, const double own[3], uint32_t face, double away,
                           bool inside) {
    contact_hit hit = {{0.0, 0.0, 0.0}, away, inside, face, {1.0, 0.0, 0.0}, NEAR_FACE};
    times3((const double(*)[3])c->now.turn, own, hit.place);
    along3(hit.place, 1.0, c->now.place, hit.place);
    return hit;
}

static contact_hit box_nearest(const collider* c, const double x[3]) {
    double own[3], half[3], at[3], square = 0.0, least = INFINITY;
    uint32_t face = 0;
    to_box(c, x, own);
    half_of(c, half);
    for (uint32_t a = 0; a < 3; ++a) {
        at[a] = own[a] > half[a] ? half[a] : own[a] < -half[a] ? -half[a] : own[a];
        square += (own[a] - at[a]) * (own[a] - at[a]);
        double in = half[a] - fabs(own[a]);
        if (in < least) {
            least = in;
            face = 2 * a + (own[a] < 0.0);
        }
    }
    if (!(least > 0.0))
        return box_hit(c, at, face, sqrt(square), false);
    at[face / 2] = face & 1 ? -half[face / 2] : half[face / 2];
    return box_hit(c, at, face, least, true);
}

static bool box_facing(const collider* c, const double x[3], const double facing[3], double depth,
                       contact_hit* hit) {
    double own[3], half[3], facing_own[3], best = depth * depth;
    bool found = false;
    to_box(c, x, own);
    half_of(c, half);
    times3_transposed((const double(*)[3])c->now.turn, facing, facing_own);
    for (uint32_t face = 0; face < 6; ++face) {
        double at[3], to[3], side = face & 1 ? -1.0 : 1.0;
        if (side * facing_own[face / 2] > -LEAST_FACING)
            continue;
        for (uint32_t a = 0; a < 3; ++a)
            at[a] = own[a] > half[a] ? half[a] : own[a] < -half[a] ? -half[a] : own[a];
        at[face / 2] = side * half[face / 2];
        minus3(own, at, to);
        if (dot3(to, to) > best)
            continue;
        best = dot3(to, to);
        *hit = box_hit(c, at, face, sqrt(best), false);
        found = true;
    }
    return found;
}

// By the nearest face that faces the point, and beyond whose plane the middle of the body lies: it can have come
// by no other, however deep it is.
static bool box_entry(const collider* c, const double x[3], const double facing[3],
                      const double middle[3], contact_hit* hit) {
    double own[3], half[3], facing_own[3], from[3], best = INFINITY;
    to_box(c, x, own);
    to_box(c, middle, from);
    half_of(c, half);
    times3_transposed((const double(*)[3])c->now.turn, facing, facing_own);
    for (uint32_t face = 0; face < 6; ++face) {
        uint32_t a = face / 2;
        double side = face & 1 ? -1.0 : 1.0, deep = half[a] - side * own[a];
        if (side * facing_own[a] > -LEAST_FACING || side * from[a] <= half[a] || deep >= best)
            continue;
        double at[3] = {own[0], own[1], own[2]};
        at[a] = side * half[a];
        best = deep;
        *hit = box_hit(c, at, face, deep, true);
    }
    return best < INFINITY;
}

// Where the way enters (first) or leaves the box, in lengths of it.
static bool box_cross(const collider* c, const double x[3], const double displacement[3],
                      bool enter, contact_hit* hit, double* far) {
    double own[3], half[3], go[3], first = -INFINITY, last = INFINITY;
    uint32_t in = 0, out = 0;
    to_box(c, x, own);
    half_of(c, half);
    times3_transposed((const double(*)[3])c->now.turn, displacement, go);
    for (uint32_t a = 0; a < 3; ++a) {
        if (go[a] == 0.0) {
            if (fabs(own[a]) > half[a])
                return false;
            continue;
        }
        double side = go[a] > 0.0 ? 1.0 : -1.0;
        double near = (-side * half[a] - own[a]) / go[a], leave = (side * half[a] - own[a]) / go[a];
        if (near > first) {
            first = near;
            in = 2 * a + (go[a] > 0.0);
        }
        if (leave < last) {
            last = leave;
            out = 2 * a + (go[a] < 0.0);
        }
    }
    *far = enter ? first : last;
    if (!(first <= last) || !(*far >= 0.0) || !(*far < INFINITY))
        return false;
    along3(own, *far, go, own);
    *hit = box_hit(c, own, enter ? in : out, *far * sqrt(dot3(displacement, displacement)), false);
    return true;
}

// ---- all kinds -------------------------------------------------------------------------

bool contact_side_nearest(const contact_side* s, const double x[3], double radius,
                          contact_hit* hit) {
    contact_surface_hit h;
    bool inside = false;
    if (s->kind == CONTACT_BOX) {
        *hit = box_nearest(s->c_or_null, x);
        return true;
    }
    if (s->kind == CONTACT_HULL) {
        *hit = contact_hull_nearest(s->c_or_null, x);
        return true;
    }
    if (!(s->kind == CONTACT_BODY ? contact_surface_nearest(s->s, x, &h, &inside)
                                  : contact_surface_rigid_nearest(s->s, x, radius, NULL, &h)))
        return false;
    *hit = hit_of(&h, inside);
    return true;
}

void contact_side_normal(const contact_side* s, const contact_hit* hit, bool face, double out[3]) {
    if (s->kind != CONTACT_BOX) {
        contact_surface_normal(s->s, hit->triangle, face ? NEAR_FACE : hit->feature, out);
        return;
    }
    for (int a = 0; a < 3; ++a)
        out[a] = (hit->triangle & 1 ? -1.0 : 1.0) * s->c_or_null->now.turn[a][hit->triangle / 2];
}

void contact_side_motion(const contact_side* s, const contact_hit* hit, double out[3]) {
    if (s->kind != CONTACT_BODY) {
        contact_surface_sweep(s->s, hit->place, out);
        return;
    }
    out[0] = out[1] = out[2] = 0.0;
    for (int i = 0; i < 3; ++i) {
        double displacement[3];
        if (hit->weight[i] == 0.0)
            continue;
        contact_surface_motion(s->s, s->s->rest->corners[hit->triangle][i], displacement);
        along3(out, hit->weight[i], displacement, out);
    }
}

// hit: at first what is nearest to x.
static bool body_cast(const contact_side* s, const double x[3], const double displacement[3],
                      contact_hit* hit) {
    double along[3] = {displacement[0], displacement[1], displacement[2]},
           length = near_unit(along, 0.0), far = 0.0;
    for (int step = 0; step < CONTACT_SIDE_STEPS && far < length; ++step) {
        double at[3], to[3], normal[3];
        along3(x, far, along, at);
        if (step > 0 && !contact_side_nearest(s, at, INFINITY, hit))
            return false;
        if (hit->inside)
            return true;
        contact_side_normal(s, hit, true, normal);
        minus3(at, hit->place, to);
        double off = dot3(to, normal), go = dot3(along, normal);
        if (!s->closed && off < 0.0) {
            off = -off;
            go = -go;
        }
        // within a margin: does it cross the face?
        if (hit->away <= 2.0 * s->margin && off >= 0.0 && off + 4.0 * s->margin * go <= 0.0 &&
            off <= (far - length) * go)
            return true;
        far += hit->away > s->margin ? hit->away : s->margin;
    }
    return false;
}

bool contact_side_cast(const contact_side* s, const double x[3], const double displacement[3],
                       contact_hit* hit) {
    double end[3], far;
    if (s->kind == CONTACT_BODY)
        return body_cast(s, x, displacement, hit);
    if (s->kind == CONTACT_BOX)
        return box_cross(s->c_or_null, x, displacement, true, hit, &far) && far <= 1.0;
    if (s->kind == CONTACT_HULL)
        return contact_hull_cross(s->c_or_null, x, displacement, true, hit, &far) && far <= 1.0;
    contact_surface_hit h;
    along3(x, 1.0, displacement, end);
    if (!contact_surface_rigid_cast(s->s, x, end, &h, &far))
        return false;
    *hit = hit_of(&h, false);
    return true;
}

// hit: at first what is nearest to x, where that is known.
static bool body_exit(const contact_side* s, const double x[3], const double along[3], double most,
                      bool known, contact_hit* hit, double* far) {
    *far = 0.0;
    for (int step = 0; step < EXIT_STEPS && *far <= most; ++step) {
        double at[3];
        along3(x, *far, along, at);
        if ((step > 0 || !known) && !contact_side_nearest(s, at, INFINITY, hit))
            return false;
        if (!hit->inside || hit->away < 0.5 * s->margin)
            return true;
        *far += hit->away > s->margin ? hit->away : s->margin;
    }
    return false;
}

bool contact_side_exit(const contact_side* s, const double x[3], const double along[3], double most,
                       contact_hit* hit, double* far) {
    SUPPLE_ASSERT(s->closed);
    if (s->kind == CONTACT_BOX)
        return box_cross(s->c_or_null, x, along, false, hit, far) && *far <= most;
    if (s->kind == CONTACT_HULL)
        return contact_hull_cross(s->c_or_null, x, along, false, hit, far) && *far <= most;
    return body_exit(s, x, along, most, false, hit, far);
}

// Back along the normal of the point to the face that it came in by, and from there on to the nearest such face. hit: at
// first what is nearest to x.
static bool body_facing(const contact_side* s, const double x[3], const double facing[3],
                        double depth, contact_hit* hit) {
    double back[3], start[3], far;
    for (int a = 0; a < 3; ++a)
        back[a] = -depth * facing[a];
    bool inside = hit->inside;
    memcpy(start, x, sizeof start);
    if (!inside) {
        if (!body_cast(s, x, back, hit))
            return false;
        memcpy(start, hit->place, sizeof start);
        along3(start, -2.0 * s->margin, facing, start);
    }
    for (int a = 0; a < 3; ++a)
        back[a] = -facing[a];
    if (s->closed && !body_exit(s, start, back, depth, inside, hit, &far))
        return false;
    contact_surface_hit h = {hit->triangle, {.square = INFINITY}};
    double c[3][3];
    contact_surface_corners(s->s, h.triangle, c);
    h.near = near_triangle(x, c[0], c[1], c[2]);
    contact_surface_walk(s->s, x, facing, &h);
    *hit = hit_of(&h, hit->inside);
    double normal[3];
    contact_side_normal(s, hit, true, normal);
    double against = dot3(normal, facing);
    return hit->away <= depth &&
           (s->closed ? against <= -LEAST_FACING : fabs(against) >= LEAST_FACING);
}

bool contact_side_entry(const contact_side* s, const double x[3], const double facing[3],
                        const contact_surface* from, contact_hit* hit) {
    double middle[3];
    for (int a = 0; a < 3; ++a)
        middle[a] = 0.5 * ((double)from->low_now[a] + (double)from->high_now[a]);
    if (s->kind == CONTACT_HULL)
        return contact_hull_entry(s->c_or_null, x, facing, middle, hit);
    return s->kind == CONTACT_BOX && box_entry(s->c_or_null, x, facing, middle, hit);
}

bool contact_side_facing(const contact_side* s, const double x[3], const double facing[3],
                         double depth, contact_hit* hit) {
    contact_surface_hit h;
    if (s->kind == CONTACT_BODY)
        return body_facing(s, x, facing, depth, hit);
    if (s->kind == CONTACT_BOX)
        return box_facing(s->c_or_null, x, facing, depth, hit);
    if (!contact_surface_rigid_nearest(s->s, x, depth, facing, &h))
        return false;
    *hit = hit_of(&h, false);
    return true;
}
