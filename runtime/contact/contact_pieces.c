// Rigid bodies and compounds, piece by piece.
//
// A piece of a body that is round is seen as a collider is: a point or a segment with a radius, at the body's pose and speed. So what
// is known of balls and capsules that bodies bump into holds for those that bump; contacts that were found from the other's
// side are turned round. Round against round and against planes is closed form. All other pieces are surfaces.
// SPDX-License-Identifier: MIT
#include "runtime/contact/contact_convex.h"
#include "runtime/contact/contact_round.h"

#include "runtime/base/assert.h"
#include "runtime/shape/shape.h"

#include <math.h>
#include <string.h>

static const supple_point nowhere = {{0, 0, 0}, {0.0f, 0.0f, 0.0f}};

// One piece: a surface of a body, or a collider or what is seen as one.
typedef struct piece {
    contact_surface* s_or_null; // of a body
    const collider* c_or_null;  // a collider, or `view`
    collider view;              // a round piece of a body
} piece;

bool contact_has_pieces(const contact_surface* s_or_null, const collider* c_or_null) {
    return (s_or_null != NULL && s_or_null->rest->source.piece_count > 0) ||
           (c_or_null != NULL && c_or_null->piece_count > 0);
}

// ---- what there is ---------------------------------------------------------------------

static void see_round(const contact_surface* s, const shape_piece* round, collider* out) {
    const float* m = s->sweep;
    double scale = s->size / s->rest->extent;
    memset(out, 0, sizeof *out);
    out->used = true;
    out->shape.kind = round->kind;
    out->shape.radius = (float)(scale * round->radius);
    out->h = s->h;
    for (int k = 0; k < 2; ++k) {
        const double* x = round->points[k < round->point_count ? k : 0];
        for (int a = 0; a < 3; ++a) {
            const float* row = s->palette[0] + 4 * a;
            out->core[k][a] = (double)row[0] * x[0] + (double)row[1] * x[1] +
                              (double)row[2] * x[2] + (double)row[3];
        }
    }
    double displacement[3], axis[3];
    for (int a = 0; a < 3; ++a)
        out->now.place[a] = 0.5 * (out->core[0][a] + out->core[1][a]);
    minus3(out->core[1], out->core[0], axis);
    out->shape.half.y = (float)(0.5 * sqrt(dot3(axis, axis)));
    contact_surface_sweep(s, out->now.place, displacement);
    const double turn[3] = {(double)m[9] - (double)m[6], (double)m[2] - (double)m[8],
                            (double)m[4] - (double)m[1]};
    for (int a = 0; a < 3; ++a) {
        out->velocity[a] = displacement[a] / s->h;
        out->spin[a] = 0.5 * turn[a] / s->h;
    }
}

static int32_t count_of(const contact_surface* s_or_null, const collider* c_or_null) {
    int32_t count = s_or_null != NULL ? s_or_null->rest->piece_count : c_or_null->piece_count;
    return count > 0 ? count : 1;
}

static void see(contact_surface* s_or_null, const collider* c_or_null, int32_t k, piece* out) {
    out->s_or_null = NULL;
    out->c_or_null = NULL;
    if (s_or_null == NULL) {
        out->c_or_null = c_or_null->piece_count > 0 ? &c_or_null->pieces[k] : c_or_null;
        return;
    }
    out->s_or_null = s_or_null;
    if (s_or_null->rest->piece_count == 0)
        return;
    out->s_or_null = s_or_null->pieces[k];
    if (out->s_or_null != NULL) {
        contact_surface_update(out->s_or_null, s_or_null->palette, s_or_null->next, s_or_null->h,
                               s_or_null->asleep);
        return;
    }
    see_round(s_or_null, &s_or_null->rest->source.pieces[k], &out->view);
    out->c_or_null = &out->view;
}

static bool is_round(const piece* x) {
    return x->s_or_null == NULL && shape_is_round(x->c_or_null->shape.kind);
}

// A surface of few triangles that does not deform.
static bool is_exact(const contact_surface* s) {
    return s->rest->source.pieces != NULL;
}

// ---- closed forms ----------------------------------------------------------------------

static void round_plane(contact_pair* p, const collider* c, const collider* plane) {
    double normal[3], to[3], own[3], other[3], radius = (double)c->shape.radius;
    for (int a = 0; a < 3; ++a)
        normal[a] = plane->now.turn[a][1];
    for (int k = 0; k < (c->shape.kind == SUPPLE_CAPSULE ? 2 : 1); ++k) {
        const double* x = c->core[k];
        minus3(x, plane->now.place, to);
        double gap = dot3(to, normal) - radius;
        ++p->finder->work.points;
        collider_velocity(c, x, own);
        collider_velocity(plane, x, other);
        minus3(other, own, other);
        if (gap > p->near && gap > p->near + p->h * dot3(other, normal))
            continue;
        along3(x, -(radius + 0.5 * gap), normal, to);
        contact_add(p, (contact_features){CONTACT_OF_ROUND, (uint64_t)k, 0}, nowhere, nowhere, to,
                    normal, gap);
    }
}

// Points of both axes; u and v along them. always: also where it comes near only within the substep.
static void add_rounds(contact_pair* p, const collider* a, const collider* b, const double uv[2],
                       uint64_t which, bool always) {
    double x[3], y[3], to[3], normal[3], displacement[3], other[3];
    minus3(a->core[1], a->core[0], displacement);
    along3(a->core[0], uv[0], displacement, x);
    minus3(b->core[1], b->core[0], displacement);
    along3(b->core[0], uv[1], displacement, y);
    minus3(x, y, to);
    memcpy(normal, to, sizeof to);
    double ra = (double)a->shape.radius, rb = (double)b->shape.radius, radius = ra + rb;
    double away = near_unit(normal, 1e-9 * radius);
    if (away == 0.0) { // one in the other: across both axes, or up
        minus3(a->core[1], a->core[0], other);
        cross3(other, displacement, normal);
        if (near_unit(normal, 1e-9 * radius * radius) == 0.0)
            memcpy(normal, (const double[3]){0.0, 1.0, 0.0}, sizeof normal);
    }
    double gap = away - radius;
    if (gap > p->near) {
        collider_velocity(a, x, displacement);
        collider_velocity(b, y, other);
        for (int k = 0; k < 3; ++k)
            displacement[k] = p->h * (displacement[k] - other[k]);
        if (!always || !round_will_meet(to, displacement, radius, normal))
            return;
        gap = dot3(to, normal) - radius;
    }
    double place[3];
    for (int k = 0; k < 3;
         ++k) // where both are bent to: on the line between them, between the two surfaces
        place[k] = 0.5 * (x[k] - ra * normal[k] + y[k] + rb * normal[k]);
    contact_add(p, (contact_features){CONTACT_OF_ROUND, which, 0}, nowhere, nowhere, place, normal,
                gap);
}

// Where the axes are nearest; and of capsules that lie along each other each end.
static void round_round(contact_pair* p, const collider* a, const collider* b) {
    double uv[2];
    ++p->finder->work.points;
    near_segments(a->core[0], a->core[1], b->core[0], b->core[1], &uv[0], &uv[1]);
    add_rounds(p, a, b, uv, 0, true);
    if (a->shape.kind != SUPPLE_CAPSULE || b->shape.kind != SUPPLE_CAPSULE)
        return;
    for (int k = 0; k < 2; ++k) {
        double none;
        uv[0] = k;
        near_segments(a->core[k], a->core[k], b->core[0], b->core[1], &none, &uv[1]);
        if (uv[1] > 0.0 && uv[1] < 1.0)
            add_rounds(p, a, b, uv, 1 + (uint64_t)k, false);
        uv[1] = k;
        near_segments(a->core[0], a->core[1], b->core[k], b->core[k], &uv[0], &none);
        if (uv[0] > 0.0 && uv[0] < 1.0)
            add_rounds(p, a, b, uv, 3 + (uint64_t)k, false);
    }
}

// ---- the other way round ---------------------------------------------------------------

// What was found with the other in the place of the body: by another number than the body's.
static void turn(contact_pair* p, bool with_collider) {
    for (int32_t i = 0; i < p->finder->found_count; ++i) {
        contact* t = &p->finder->found[i];
        if (t->body == p->base.body)
            continue;
        t->there = with_collider ? nowhere : t->at;
        t->at = nowhere; // of what is round
        t->body = p->base.body;
        t->other = p->base.other;
        for (int a = 0; a < 3; ++a)
            t->normal[a] = -t->normal[a];
    }
}

// A round piece of the body against a surface: of a body, or a collider's.
static void round_surface(contact_pair* p, const piece* round, const piece* other) {
    contact_pair q = *p;
    const collider* of = other->c_or_null;
    q.skin = of != NULL ? of->skin_or_null : other->s_or_null;
    q.other_or_null = of != NULL ? NULL : p->skin;
    q.base.body = of != NULL ? -2 - p->base.body : p->base.other;
    q.base.other = of != NULL ? -1 : p->base.body;
    if (of != NULL || is_exact(q.skin))
        contact_round_rigid(&q, round->c_or_null, of);
    else
        contact_round(&q, round->c_or_null);
    turn(p, of != NULL);
}

// ---- pairs -----------------------------------------------------------------------------

// A box or a hull.
static bool is_convex(const piece* x) {
    if (x->s_or_null != NULL)
        return is_exact(x->s_or_null);
    return x->c_or_null->shape.kind == SUPPLE_BOX || x->c_or_null->shape.kind == SUPPLE_HULL;
}

static void convexes(contact_pair* p, contact_surface* a, contact_surface* b) {
    convex own, its;
    convex_of(a, &own);
    convex_of(b, &its);
    contact_convex(p, &own, &its);
}

// The size of a piece that is a solid; of anything else there is none.
static double size_of(const piece* x) {
    if (x->s_or_null != NULL)
        return x->s_or_null->size;
    return is_convex(x) ? x->c_or_null->skin_or_null->size : INFINITY;
}

static void try_pieces(contact_pair* p, const piece* a, const piece* b) {
    contact_pair q = *p;
    double own = size_of(a), its = size_of(b), least = own < its ? own : its;
    q.least = least < p->least ? least : p->least;
    bool plane = b->s_or_null == NULL && b->c_or_null->shape.kind == SUPPLE_PLANE;
    if (is_round(a)) {
        if (plane)
            round_plane(p, a->c_or_null, b->c_or_null);
        else if (is_round(b))
            round_round(p, a->c_or_null, b->c_or_null);
        else
            round_surface(p, a, b);
        return;
    }
    q.skin = a->s_or_null;
    if (plane)
        contact_plane(&q, b->c_or_null);
    else if (is_round(b) && is_exact(q.skin))
        contact_round_rigid(&q, b->c_or_null, NULL);
    else if (is_round(b))
        contact_round(&q, b->c_or_null);
    else if (is_exact(q.skin) && is_convex(b))
        convexes(&q, q.skin, b->s_or_null != NULL ? b->s_or_null : b->c_or_null->skin_or_null);
    else
        contact_between(&q, b->s_or_null, b->c_or_null);
}

// Boxes that are apart have nothing to do with each other.
static bool are_apart(const contact_pair* p, const piece* a, const piece* b) {
    float low[2][3], high[2][3];
    const piece* both[2] = {a, b};
    for (int k = 0; k < 2; ++k) {
        const contact_surface* s = both[k]->s_or_null;
        if (s == NULL)
            collider_bounds(both[k]->c_or_null, low[k], high[k]);
        for (int i = 0; i < 3 && s != NULL; ++i) {
            low[k][i] = s->low[i];
            high[k][i] = s->high[i];
        }
    }
    bool apart = false;
    for (int i = 0; i < 3; ++i)
        apart |= low[0][i] > high[1][i] + (float)p->near || low[1][i] > high[0][i] + (float)p->near;
    return apart;
}

// Whether a rigid shape has no contacts (supple_body_set_part_contacts): it is one part.
static bool is_left_out(const contact_surface* s) {
    return is_exact(s) && (s->body_or_null->state->no_contacts[0] & 1) != 0;
}

void contact_pieces(contact_pair* p, contact_surface* other_or_null, const collider* c_or_null) {
    SUPPLE_ASSERT((other_or_null != NULL) != (c_or_null != NULL) && p->h > 0.0);
    if (is_left_out(p->skin) || (other_or_null != NULL && is_left_out(other_or_null)))
        return;
    piece a, b;
    int32_t own = count_of(p->skin, NULL), its = count_of(other_or_null, c_or_null);
    for (int32_t i = 0; i < own; ++i) {
        see(p->skin, NULL, i, &a);
        for (int32_t k = 0; k < its; ++k) {
            see(other_or_null, c_or_null, k, &b);
            if (are_apart(p, &a, &b))
                continue;
            p->pieces = own * its == 1 ? 0 : 1 + (uint64_t)(i * its + k);
            try_pieces(p, &a, &b);
        }
    }
    p->pieces = 0;
}
