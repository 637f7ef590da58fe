// Shapes against bodies and colliders.
// SPDX-License-Identifier: MIT
#include "runtime/world/query.h"

#include "runtime/body/point.h"
#include "runtime/math/gjk.h"
#include "runtime/math/vec3d.h"
#include "runtime/shape/shape.h"
#include "runtime/world/broad.h"

#include <math.h>
#include <string.h>

enum { ADVANCES = 64, MOST_TRIANGLES = 256 };

// ---- making one ------------------------------------------------------------------------

static void find_box(query* q) {
    for (int a = 0; a < 3; ++a) {
        double low = INFINITY, high = -INFINITY, more = q->radius + q->within;
        for (int32_t i = 0; i < q->count; ++i) {
            low = q->points[i][a] < low ? q->points[i][a] : low;
            high = q->points[i][a] > high ? q->points[i][a] : high;
        }
        low += (q->displacement[a] < 0.0 ? q->displacement[a] : 0.0) - more;
        high += (q->displacement[a] > 0.0 ? q->displacement[a] : 0.0) + more;
        q->low[a] = (float)(low - 1e-6 * fabs(low));
        q->high[a] = (float)(high + 1e-6 * fabs(high));
    }
}

static query begin(const supple_world* world, const double displacement[3],
                   const supple_filter* filter_or_null) {
    query q = {.world = (supple_world*)(uintptr_t)world}; // caches are written
    q.filtered = filter_or_null != NULL;
    if (q.filtered)
        q.filter = *filter_or_null;
    memcpy(q.displacement, displacement, sizeof q.displacement);
    return q;
}

query query_point(const supple_world* world, const double place[3], const double displacement[3],
                  double within, const supple_filter* filter_or_null) {
    query q = begin(world, displacement, filter_or_null);
    memcpy(q.points[0], place, sizeof q.points[0]);
    q.count = 1;
    q.within = within;
    find_box(&q);
    return q;
}

// The points of a sphere, capsule or box at a pose; returns how many.
static int32_t place_points(const supple_shape* shape, const frame_pose* pose,
                            double points[8][3]) {
    int32_t count = shape->kind == SUPPLE_SPHERE ? 1 : shape->kind == SUPPLE_CAPSULE ? 2 : 8;
    bool box = shape->kind == SUPPLE_BOX;
    for (int32_t i = 0; i < count; ++i) {
        double x[3] = {box ? (double)shape->half.x * (i & 1 ? 1.0 : -1.0) : 0.0,
                       count == 1 ? 0.0 : (double)shape->half.y * ((box ? i & 2 : i) ? 1.0 : -1.0),
                       box ? (double)shape->half.z * (i & 4 ? 1.0 : -1.0) : 0.0};
        times3(pose->turn, x, points[i]);
        for (int a = 0; a < 3; ++a)
            points[i][a] += pose->place[a];
    }
    return count;
}

static double radius_of(const supple_shape* shape) {
    return shape->kind == SUPPLE_BOX ? 0.0 : (double)shape->radius;
}

query query_still(supple_world* w, const supple_shape* shape, const frame_pose* pose,
                  const supple_filter* filter) {
    query q = begin(w, (const double[3]){0.0, 0.0, 0.0}, filter);
    q.count = place_points(shape, pose, q.points);
    q.radius = radius_of(shape);
    find_box(&q);
    return q;
}

bool query_shape(query* out, const supple_world* world, const supple_shape* shape,
                 const supple_matrix* pose, const double displacement[3],
                 const supple_filter* filter_or_null) {
    frame_pose at;
    if ((!shape_is_round(shape->kind) && shape->kind != SUPPLE_BOX) || shape_wrong(shape) != NULL ||
        !shape_read_pose(pose, &at))
        return false;
    *out = begin(world, displacement, filter_or_null);
    out->count = place_points(shape, &at, out->points);
    out->radius = radius_of(shape);
    find_box(out);
    return true;
}

bool query_takes_body(const query* q, int32_t slot) {
    return !q->filtered ||
           world_filters_allow(&q->filter, &q->world->bodies[slot].body->state->filter);
}

bool query_takes_collider(const query* q, int32_t index) {
    const collider* c = &q->world->colliders.slots[index];
    return c->used && !c->shape.sensor &&
           (!q->filtered || world_filters_allow(&q->filter, &c->filter));
}

void query_refresh(supple_world* w) {
    if (!w->moved)
        return;
    for (int32_t i = 0; i < w->body_count; ++i) {
        const supple_body* b = w->bodies[i].body;
        w->contact_bodies[i] = (contact_body){0};
        if (b != NULL)
            w->contact_bodies[i] = (contact_body){w->bodies[i].skin, body_palette(b),
                                                  body_palette(b), b->state->asleep != 0};
    }
    contact_scene scene = {.bodies = w->contact_bodies,
                           .body_count = w->body_count,
                           .colliders = &w->colliders,
                           .h = 1e-9}; // of now
    broad_begin(w->finder, &scene);
    for (int32_t i = 0; i < w->colliders.count; ++i)
        if (w->colliders.slots[i].used)
            collider_show(&w->colliders.slots[i]);
    w->moved = false;
}

// ---- convex pieces ---------------------------------------------------------------------

static bool is_still(const query* q) {
    return q->displacement[0] == 0.0 && q->displacement[1] == 0.0 && q->displacement[2] == 0.0;
}

// The fraction of the path after which it meets a piece; above 1: never.
static double advance(const query* q, gjk_set piece, double radius, double most, gjk_result* at) {
    double fraction = 0.0, moved[8][3], length = sqrt(dot3(q->displacement, q->displacement)),
           near = 1e-7 * (length + q->radius + radius);
    for (int n = 0; n < ADVANCES; ++n) {
        for (int32_t i = 0; i < q->count; ++i)
            along3(q->points[i], fraction, q->displacement, moved[i]);
        *at = gjk_distance((gjk_set){(const double(*)[3])moved, q->count}, piece);
        double gap = at->distance - radius - q->radius, speed = -dot3(q->displacement, at->normal);
        if (gap <= near)
            return fraction;
        fraction = speed > 0.0 ? fraction + gap / speed : 2.0;
        if (!(fraction <= most))
            return 2.0;
    }
    return fraction;
}

static bool keep(const query* q, const gjk_result* r, double radius, query_hit* out) {
    memcpy(out->normal, r->normal, sizeof out->normal);
    memcpy(out->place, r->on[1], sizeof out->place);
    if (r->distance > 0.0)
        along3(out->place, radius < r->distance ? radius : r->distance, r->normal, out->place);
    else if (!is_still(q))
        for (int k = 0; k < 3; ++k)
            out->normal[k] = -q->displacement[k] / sqrt(dot3(q->displacement, q->displacement));
    return true;
}

// Whether a piece is met before what is in `out`, with `most` of that; then it is in `out`.
static bool try_piece(const query* q, gjk_set piece, double radius, double* most, query_hit* out) {
    gjk_result r;
    if (!is_still(q)) {
        double fraction = advance(q, piece, radius, *most, &r);
        if (!(fraction <= *most))
            return false;
        *most = out->fraction = fraction;
        out->distance = 0.0;
        return keep(q, &r, radius, out);
    }
    r = gjk_distance((gjk_set){(const double(*)[3])q->points, q->count}, piece);
    double gap = r.distance - radius - q->radius;
    gap = gap > 0.0 ? gap : 0.0;
    if (!(gap <= *most))
        return false;
    *most = out->distance = gap;
    out->fraction = 0.0;
    return keep(q, &r, radius, out);
}

// ---- triangles -------------------------------------------------------------------------

static bool box_apart(const query* q, const float low[3], const float high[3]) {
    bool apart = false;
    for (int a = 0; a < 3; ++a)
        apart |= low[a] > q->high[a] || high[a] < q->low[a];
    return apart;
}

static bool triangle_apart(const query* q, const double c[3][3]) {
    float low[3], high[3];
    for (int a = 0; a < 3; ++a) {
        double least = c[0][a] < c[1][a] ? c[0][a] : c[1][a],
               most = c[0][a] > c[1][a] ? c[0][a] : c[1][a];
        low[a] = (float)(c[2][a] < least ? c[2][a] : least);
        high[a] = (float)(c[2][a] > most ? c[2][a] : most);
    }
    return box_apart(q, low, high);
}

// Nothing can be nearer than 0, and nothing met before the beginning.
static bool is_over(double most) {
    return !(most > 0.0);
}

static bool try_triangle(const query* q, contact_surface* s, uint32_t t, double* most,
                         query_hit* out) {
    double c[3][3];
    contact_surface_corners(s, t, c);
    if (triangle_apart(q, (const double(*)[3])c) ||
        !try_piece(q, (gjk_set){(const double(*)[3])c, 3}, 0.0, most, out))
        return false;
    out->triangle = t;
    return true;
}

// Whether the first point of the query is within the flesh.
static bool is_within(const query* q, contact_surface* s, query_hit* out) {
    contact_surface_hit hit;
    bool inside = false;
    float at[3];
    if (!s->rest->closed)
        return false;
    for (int a = 0; a < 3; ++a) {
        at[a] = (float)q->points[0][a];
        if (at[a] < s->low_now[a] || at[a] > s->high_now[a])
            return false;
    }
    contact_surface_begin_queries(s, at, at);
    if (!contact_surface_nearest(s, q->points[0], &hit, &inside) || !inside)
        return false;
    *out = (query_hit){.triangle = hit.triangle};
    memcpy(out->place, hit.near.place, sizeof out->place);
    contact_surface_normal(s, hit.triangle, NEAR_FACE, out->normal);
    return true;
}

// A rigid shape is its pieces, and solid: the triangle is the one that is nearest to where it is met.
static bool query_pieces(const query* q, contact_surface* s, double most, query_hit* out) {
    bool found = false, inside;
    double points[HULL_MOST_CORNERS][3], scale = s->size / s->rest->extent;
    for (int32_t k = 0; k < s->rest->source.piece_count && !(found && is_over(most)); ++k) {
        const shape_piece* piece = &s->rest->source.pieces[k];
        for (int32_t i = 0; i < piece->point_count; ++i)
            for (int a = 0; a < 3; ++a) {
                const float* row = s->palette[0] + 4 * a;
                const double* x = piece->points[i];
                points[i][a] = (double)row[0] * x[0] + (double)row[1] * x[1] +
                               (double)row[2] * x[2] + (double)row[3];
            }
        found |= try_piece(q, (gjk_set){(const double(*)[3])points, piece->point_count},
                           scale * piece->radius, &most, out);
    }
    contact_surface_hit hit;
    if (found && contact_surface_nearest(s, out->place, &hit, &inside))
        out->triangle = hit.triangle;
    return found;
}

bool query_body(const query* q, int32_t slot, double most, bool solid, query_hit* out) {
    contact_surface* s = q->world->bodies[slot].skin;
    const supple_body* b = q->world->bodies[slot].body;
    bool found = false;
    contact_surface_update(s, body_palette(b), body_palette(b), 0.0, b->state->asleep != 0);
    if (s->rest->source.piece_count > 0) {
        contact_surface_begin_queries(s, s->low_now, s->high_now);
        return query_pieces(q, s, most, out);
    }
    for (int32_t k = 0; k < s->rest->clump_count && !(found && is_over(most)); ++k) {
        float low[3], high[3];
        contact_surface_clump_box(s, k, low, high);
        if (box_apart(q, low, high))
            continue;
        for (int32_t t = s->rest->clumps[k].first; t < s->rest->clumps[k].end; ++t)
            found |= try_triangle(q, s, (uint32_t)t, &most, out);
    }
    if (solid && !(found && is_over(most)) && is_within(q, s, out))
        found = true;
    return found;
}

// ---- colliders -------------------------------------------------------------------------

static bool query_plane(const query* q, const collider* c, double most, query_hit* out) {
    double normal[3], least = INFINITY, lowest[3] = {0.0, 0.0, 0.0};
    for (int a = 0; a < 3; ++a)
        normal[a] = c->now.turn[a][1];
    for (int32_t i = 0; i < q->count; ++i) {
        double from[3];
        minus3(q->points[i], c->now.place, from);
        if (dot3(from, normal) < least) {
            least = dot3(from, normal);
            memcpy(lowest, q->points[i], sizeof lowest);
        }
    }
    double gap = least - q->radius, speed = -dot3(q->displacement, normal);
    gap = gap > 0.0 ? gap : 0.0;
    double fraction = gap == 0.0 ? 0.0 : speed > 0.0 ? gap / speed : 2.0;
    if (is_still(q) ? !(gap <= most) : !(fraction <= most))
        return false;
    *out =
        (query_hit){.fraction = is_still(q) ? 0.0 : fraction, .distance = is_still(q) ? gap : 0.0};
    along3(lowest, out->fraction, q->displacement, lowest);
    double high = least - out->fraction * speed;
    along3(lowest, high > 0.0 ? -high : 0.0, normal, out->place);
    memcpy(out->normal, normal, sizeof normal);
    return true;
}

static bool query_mesh(const query* q, const collider* c, double most, query_hit* out) {
    contact_surface* s = c->skin_or_null;
    uint32_t some[MOST_TRIANGLES];
    bool found = false;
    int32_t count = contact_surface_rigid_within(s, q->low, q->high, some, MOST_TRIANGLES, 0.0),
            all = s->rest->triangle_count;
    bool many = count == MOST_TRIANGLES; // then all of them
    for (int32_t i = 0; i < (many ? all : count); ++i)
        found |= try_triangle(q, s, many ? (uint32_t)i : some[i], &most, out);
    return found;
}

static bool query_hull(const query* q, const collider* c, double* most, query_hit* out) {
    double points[HULL_MOST_CORNERS][3];
    for (int32_t i = 0; i < c->corner_count; ++i) {
        times3((const double(*)[3])c->now.turn, c->corners[i], points[i]);
        along3(points[i], 1.0, c->now.place, points[i]);
    }
    return try_piece(q, (gjk_set){(const double(*)[3])points, c->corner_count}, 0.0, most, out);
}

static bool query_one(const query* q, const collider* c, double most, query_hit* out) {
    float low[3], high[3];
    double points[8][3];
    if (c->shape.kind == SUPPLE_PLANE)
        return query_plane(q, c, most, out);
    collider_bounds(c, low, high);
    if (box_apart(q, low, high))
        return false;
    if (c->shape.kind == SUPPLE_MESH || c->shape.kind == SUPPLE_HEIGHTS)
        return query_mesh(q, c, most, out);
    if (c->shape.kind == SUPPLE_HULL)
        return query_hull(q, c, &most, out);
    int32_t count = place_points(&c->shape, &c->now, points);
    return try_piece(q, (gjk_set){(const double(*)[3])points, count}, radius_of(&c->shape), &most,
                     out);
}

bool query_collider(const query* q, int32_t index, double most, query_hit* out) {
    const collider* c = &q->world->colliders.slots[index];
    bool found = false;
    if (c->piece_count == 0)
        return query_one(q, c, most, out);
    for (int32_t i = 0; i < c->piece_count; ++i)
        if (query_one(q, &c->pieces[i], most, out)) {
            found = true;
            most = is_still(q) ? out->distance : out->fraction;
        }
    return found;
}
