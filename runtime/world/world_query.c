// Queries of a world, as callers ask them: rays, overlaps, casts, what is nearest, bounds.
// SPDX-License-Identifier: MIT
#include "runtime/body/point.h"
#include "runtime/math/vec3d.h"
#include "runtime/world/broad.h"
#include "runtime/world/query.h"

#include <math.h>
#include <string.h>

static const double still[3] = {0.0, 0.0, 0.0};

static supple_vec3 vector(const double x[3]) {
    return (supple_vec3){(float)x[0], (float)x[1], (float)x[2]};
}

// Finds nothing, and is counted.
static bool refuse(const supple_world* world, bool sound) {
    ((supple_world*)(uintptr_t)world)->stats.rejected += !sound;
    return !sound;
}

// ---- what was found --------------------------------------------------------------------

// The first part that moves the corner which counts most.
static int32_t part_at(const supple_body* b, supple_point at) {
    int most = at.weight[1] > at.weight[0] ? 1 : 0;
    most = at.weight[2] > at.weight[most] ? 2 : most;
    uint32_t link = b->asset.links[at.vertex[most]];
    return link == UINT32_MAX ? -1 : (int32_t)(link >> 24);
}

static supple_hit hit_of(const query_hit* h, double distance) {
    return (supple_hit){.part = -1,
                        .place = vector(h->place),
                        .normal = vector(h->normal),
                        .distance = (float)distance};
}

static supple_hit hit_body(const query* q, int32_t slot, const query_hit* h, double distance) {
    const world_body* wb = &q->world->bodies[slot];
    supple_hit out = hit_of(h, distance);
    double c[3][3];
    contact_surface_corners(wb->skin, h->triangle, c);
    near_point near = near_triangle(h->place, c[0], c[1], c[2]);
    out.body_or_null = wb->body;
    out.at = contact_surface_triangle_at(wb->skin, h->triangle, near.weight);
    out.part = part_at(wb->body, out.at);
    return out;
}

static supple_hit hit_collider(const query* q, int32_t index, const query_hit* h, double distance) {
    supple_hit out = hit_of(h, distance);
    out.collider = collider_id(&q->world->colliders, index);
    return out;
}

// ---- rays ------------------------------------------------------------------------------

// A body's triangles are met as supple_body_pick has it: no ray slips between two of them.
static bool ray_body(const query* q, int32_t slot, double most, supple_hit* out) {
    const supple_body* b = q->world->bodies[slot].body;
    double c[3][3], e[3], f[3], normal[3];
    supple_point at;
    float fraction;
    if (!supple_body_pick(b, vector(q->points[0]), vector(q->displacement), &at, &fraction) ||
        (double)fraction > most)
        return false;
    for (int k = 0; k < 3; ++k) {
        supple_point corner = {{at.vertex[k], at.vertex[k], at.vertex[k]}, {1.0f, 0.0f, 0.0f}};
        supple_vec3 x = supple_body_position(b, corner);
        c[k][0] = (double)x.x, c[k][1] = (double)x.y, c[k][2] = (double)x.z;
    }
    minus3(c[1], c[0], e);
    minus3(c[2], c[0], f);
    cross3(e, f, normal);
    double length = sqrt(dot3(normal, normal)) * (dot3(normal, q->displacement) > 0.0 ? -1.0 : 1.0);
    for (int k = 0; k < 3 && length != 0.0; ++k)
        normal[k] /= length;
    *out = (supple_hit){.body_or_null = (supple_body*)(uintptr_t)b,
                        .at = at,
                        .part = part_at(b, at),
                        .normal = vector(normal),
                        .distance = fraction};
    double place[3];
    along3(q->points[0], (double)fraction, q->displacement, place);
    out->place = vector(place);
    return true;
}

static bool ray_mesh(const query* q, int32_t index, double most, supple_hit* out) {
    contact_surface* s = q->world->colliders.slots[index].skin_or_null;
    contact_surface_hit hit;
    double end[3], normal[3], fraction;
    query_hit h = {.fraction = 0.0};
    along3(q->points[0], 1.0, q->displacement, end);
    if (!contact_surface_rigid_cast(s, q->points[0], end, &hit, &fraction) || fraction > most)
        return false;
    contact_surface_normal(s, hit.triangle, NEAR_FACE, normal);
    double side = dot3(normal, q->displacement) > 0.0 ? -1.0 : 1.0;
    for (int k = 0; k < 3; ++k)
        h.normal[k] = side * normal[k];
    along3(q->points[0], fraction, q->displacement, h.place);
    *out = hit_collider(q, index, &h, fraction);
    return true;
}

static bool ray_collider(const query* q, int32_t index, double most, supple_hit* out) {
    query_hit h;
    if (q->world->colliders.slots[index].shape.kind == SUPPLE_MESH)
        return ray_mesh(q, index, most, out);
    if (!query_collider(q, index, most, &h))
        return false;
    *out = hit_collider(q, index, &h, h.fraction);
    return true;
}

static bool begin_ray(query* q, const supple_world* world, supple_vec3 origin,
                      supple_vec3 displacement, const supple_filter* filter_or_null) {
    const double from[3] = {origin.x, origin.y, origin.z},
                 along[3] = {displacement.x, displacement.y, displacement.z};
    bool sound =
        point_is_number(origin) && point_is_number(displacement) && dot3(along, along) > 0.0;
    if (refuse(world, sound))
        return false;
    *q = query_point(world, from, along, 0.0, filter_or_null);
    query_refresh(q->world);
    return true;
}

// The next body or collider that a ray meets no later than `most`, from `next` on: bodies that it comes by, then colliders.
typedef struct ray_walk {
    query q;
    const int32_t* slots;
    int32_t slot_count, next;
} ray_walk;

static bool next_hit(ray_walk* r, double most, supple_hit* out) {
    while (r->next < r->slot_count + r->q.world->colliders.count) {
        int32_t i = r->next++, k = i - r->slot_count;
        if (i < r->slot_count
                ? query_takes_body(&r->q, r->slots[i]) && ray_body(&r->q, r->slots[i], most, out)
                : query_takes_collider(&r->q, k) && ray_collider(&r->q, k, most, out))
            return true;
    }
    return false;
}

static bool begin_walk(ray_walk* r, const supple_world* world, supple_vec3 origin,
                       supple_vec3 displacement, const supple_filter* filter_or_null) {
    if (!begin_ray(&r->q, world, origin, displacement, filter_or_null))
        return false;
    r->slots = broad_on_path(r->q.world->finder, r->q.points[0], r->q.displacement, &r->slot_count);
    r->next = 0;
    return true;
}

bool supple_world_ray(const supple_world* world, supple_vec3 origin, supple_vec3 displacement,
                      const supple_filter* filter_or_null, supple_hit* hit_or_null) {
    ray_walk r;
    supple_hit hit;
    double most = 1.0;
    bool found = false;
    if (!begin_walk(&r, world, origin, displacement, filter_or_null))
        return false;
    while (next_hit(&r, most, &hit)) {
        if (hit_or_null == NULL)
            return true;
        if (found && !(hit.distance < hit_or_null->distance))
            continue;
        *hit_or_null = hit;
        most = (double)hit.distance;
        found = true;
    }
    return found;
}

int supple_world_ray_all(const supple_world* world, supple_vec3 origin, supple_vec3 displacement,
                         const supple_filter* filter_or_null, supple_hit* out, int capacity) {
    ray_walk r;
    supple_hit hit;
    int count = 0;
    if (!begin_walk(&r, world, origin, displacement, filter_or_null))
        return 0;
    for (; next_hit(&r, 1.0, &hit); ++count) {
        int at = count < capacity ? count : capacity;
        for (; at > 0 && out[at - 1].distance > hit.distance; --at)
            if (at < capacity)
                out[at] = out[at - 1];
        if (at < capacity)
            out[at] = hit;
    }
    return count;
}

// ---- shapes ----------------------------------------------------------------------------

int supple_world_overlap(const supple_world* world, const supple_shape* shape,
                         const supple_matrix* pose, const supple_filter* filter_or_null,
                         supple_hit* out, int capacity) {
    query q;
    query_hit h;
    int32_t count = 0, slot_count;
    if (refuse(world, query_shape(&q, world, shape, pose, still, filter_or_null)))
        return 0;
    query_refresh(q.world);
    const int32_t* slots = broad_in_box(q.world->finder, q.low, q.high, &slot_count);
    for (int32_t i = 0; i < slot_count; ++i)
        if (query_takes_body(&q, slots[i]) && query_body(&q, slots[i], 0.0, true, &h)) {
            if (count < capacity)
                out[count] = hit_body(&q, slots[i], &h, 0.0);
            ++count;
        }
    for (int32_t i = 0; i < q.world->colliders.count; ++i)
        if (query_takes_collider(&q, i) && query_collider(&q, i, 0.0, &h)) {
            if (count < capacity)
                out[count] = hit_collider(&q, i, &h, 0.0);
            ++count;
        }
    return count;
}

// What is met first, or is nearest, of all that a query's box meets.
static bool find_first(query* q, double most, bool solid, supple_hit* hit) {
    bool found = false, goes = dot3(q->displacement, q->displacement) > 0.0;
    int32_t slot_count;
    query_hit h;
    query_refresh(q->world);
    const int32_t* slots = broad_in_box(q->world->finder, q->low, q->high, &slot_count);
    for (int32_t i = 0; i < slot_count; ++i) {
        if (!query_takes_body(q, slots[i]) || !query_body(q, slots[i], most, solid, &h) ||
            (found && (goes ? h.fraction : h.distance) >= most))
            continue;
        most = goes ? h.fraction : h.distance;
        *hit = hit_body(q, slots[i], &h, most);
        found = true;
    }
    for (int32_t i = 0; i < q->world->colliders.count; ++i) {
        if (!query_takes_collider(q, i) || !query_collider(q, i, most, &h) ||
            (found && (goes ? h.fraction : h.distance) >= most))
            continue;
        most = goes ? h.fraction : h.distance;
        *hit = hit_collider(q, i, &h, most);
        found = true;
    }
    return found;
}

bool supple_world_cast(const supple_world* world, const supple_shape* shape,
                       const supple_matrix* pose, supple_vec3 displacement,
                       const supple_filter* filter_or_null, supple_hit* hit) {
    const double along[3] = {displacement.x, displacement.y, displacement.z};
    query q;
    bool sound = point_is_number(displacement) && dot3(along, along) > 0.0 &&
                 query_shape(&q, world, shape, pose, along, filter_or_null);
    return !refuse(world, sound) && find_first(&q, 1.0, true, hit);
}

bool supple_world_nearest(const supple_world* world, supple_vec3 place, float within,
                          const supple_filter* filter_or_null, supple_hit* hit) {
    const double at[3] = {place.x, place.y, place.z};
    bool sound = point_is_number(place) && within >= 0.0f && within <= POINT_FARTHEST;
    if (refuse(world, sound))
        return false;
    query q = query_point(world, at, still, (double)within, filter_or_null);
    return find_first(&q, (double)within, false, hit);
}

// ---- bounds ----------------------------------------------------------------------------

supple_bounds supple_body_bounds(const supple_body* body) {
    contact_surface* s = body->skin_or_null;
    const float(*palette)[12] = body_palette(body);
    float low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY};
    if (s != NULL) {
        contact_surface_update(s, palette, palette, 0.0, body->state->asleep != 0);
        memcpy(low, s->low_now, sizeof low);
        memcpy(high, s->high_now, sizeof high);
    }
    for (int32_t v = 0; v < body->asset.vertex_count && s == NULL; ++v) {
        float x[3];
        point_vertex(body, (uint32_t)v, palette, x);
        for (int a = 0; a < 3; ++a) {
            low[a] = x[a] < low[a] ? x[a] : low[a];
            high[a] = x[a] > high[a] ? x[a] : high[a];
        }
    }
    return (supple_bounds){{low[0], low[1], low[2]}, {high[0], high[1], high[2]}};
}
