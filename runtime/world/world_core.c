// Centres of mass of free bodies stay outside of colliders, whatever becomes of their flesh.
//
// Contacts of flesh yield where there is no other way: between walls that close on it, below a load that it cannot
// bear. A body whose surface is deep in a wall may come to lie nearer to the wall's far side, and would leave by it. So
// every pair of a body and a collider in contact has one contact more, of the centre of mass: rigid, without friction,
// and it does not yield. Where sweeps end early and the centre would be in the collider nevertheless, it is put back
// before it. A point always has room between things that have not met. So has every pair that the broad phase tells of
// whose surfaces do not meet: flesh may swing beyond its body's centre. Where the centre is too far away to get there by
// itself it takes no part in the solves, and is only put back: a strike may drive it there. It acts only when the
// centre would be in the collider by the end of the substep; a centre that was put there is left to the other contacts.
// One that is within its margin is kept from going deeper and not pushed out: hard as it is, it would leave with energy.
// Bodies whose centre is not in their flesh (rings) have it with planes, and with boxes where all of the body is over one
// face: anything else may be in the hole. Meshes have no inside to keep a centre from.
// SPDX-License-Identifier: MIT
#include "runtime/world/world.h"

#include "runtime/base/assert.h"
#include "runtime/contact/contact_cache.h"
#include "runtime/contact/contact_hull.h"
#include "runtime/math/vec3d.h"

#include <math.h>
#include <string.h>

static const double WORLD_CORE_MARGIN = 0.01; // sizes, that a centre keeps from a collider
static const double WORLD_CORE_NEAR =
    0.1; // sizes: centres farther away are examined as far as they move

bool world_has_core(const supple_body* b, const contact_rest* rest) {
    const contact_field* f = &rest->field;
    if (!free_is(b) || f->count[0] == 0)
        return false;
    double x[3];
    for (int k = 0; k < 3; ++k)
        x[k] = (double)b->parts[0].asset.record->centre[k] / (double)b->asset.metres;
    return (f->nodes[contact_field_at(f, x, true)] & CONTACT_FIELD_INSIDE) != 0;
}

// ---- how far a place is from a collider, world units; above 0: outside -----------------

static double round_distance(const collider* c, const double x[3], double normal[3]) {
    double axis[3], from[3], off[3];
    for (int k = 0; k < 3; ++k) {
        axis[k] = c->core[1][k] - c->core[0][k];
        from[k] = x[k] - c->core[0][k];
    }
    double square = dot3(axis, axis), t = square > 0.0 ? dot3(from, axis) / square : 0.0;
    t = t < 0.0 ? 0.0 : t > 1.0 ? 1.0 : t;
    for (int k = 0; k < 3; ++k)
        off[k] = from[k] - t * axis[k];
    double length = sqrt(dot3(off, off));
    for (int k = 0; k < 3; ++k)
        normal[k] = length > 0.0 ? off[k] / length : 0.0;
    return length - (double)c->shape.radius;
}

// Inside it is left open how far: below 0.
static double box_distance(const collider* c, const double x[3], double normal[3]) {
    const double half[3] = {c->shape.half.x, c->shape.half.y, c->shape.half.z};
    double from[3], own[3], off[3];
    for (int k = 0; k < 3; ++k)
        from[k] = x[k] - c->now.place[k];
    times3_transposed(c->now.turn, from, own);
    for (int k = 0; k < 3; ++k)
        off[k] = own[k] > half[k] ? own[k] - half[k] : own[k] < -half[k] ? own[k] + half[k] : 0.0;
    double length = sqrt(dot3(off, off));
    times3(c->now.turn, off, normal);
    for (int k = 0; k < 3; ++k)
        normal[k] = length > 0.0 ? normal[k] / length : 0.0;
    return length > 0.0 ? length : -1.0;
}

static double plane_distance(const collider* c, const double x[3], double normal[3]) {
    double sum = 0.0;
    for (int k = 0; k < 3; ++k) {
        normal[k] = c->now.turn[k][1];
        sum += normal[k] * (x[k] - c->now.place[k]);
    }
    return sum;
}

static double hull_distance(const collider* c, const double x[3], double normal[3]) {
    contact_hit hit = contact_hull_nearest(c, x);
    minus3(x, hit.place, normal);
    for (int k = 0; k < 3; ++k)
        normal[k] = hit.away > 0.0 ? normal[k] / hit.away : 0.0;
    return hit.inside ? -1.0 : hit.away;
}

static double distance(const collider* c, const double x[3], double normal[3]);

// To the nearest piece.
static double compound_distance(const collider* c, const double x[3], double normal[3]) {
    double least = INFINITY;
    for (int32_t i = 0; i < c->piece_count; ++i) {
        double own[3], far = distance(&c->pieces[i], x, own);
        if (!(far < least))
            continue;
        least = far;
        memcpy(normal, own, sizeof own);
    }
    return least;
}

static double distance(const collider* c, const double x[3], double normal[3]) {
    switch (c->shape.kind) {
    case SUPPLE_HULL:
        return hull_distance(c, x, normal);
    case SUPPLE_COMPOUND:
        return compound_distance(c, x, normal);
    case SUPPLE_PLANE:
        return plane_distance(c, x, normal);
    case SUPPLE_BOX:
        return box_distance(c, x, normal);
    case SUPPLE_SPHERE:
    case SUPPLE_CAPSULE:
        return round_distance(c, x, normal);
    default:
        return -1.0;
    }
}

// ---- contacts --------------------------------------------------------------------------

// The contact of a body's centre; false when that is in the collider. near: whether it may get there by itself in h, all
// substeps that it is for.
static bool find_core(const supple_world* w, broad_pair pair, double h, contact* out, bool* near) {
    const world_body* wb = &w->bodies[pair.body];
    const collider* c = &w->colliders.slots[pair.collider];
    const free_state* f = &wb->body->state->free;
    double unit = 1.0 / (double)wb->body->state->options.world_metres, size = wb->skin->size;
    double moved[3], speed[3];
    *out = (contact){.body = pair.body,
                     .other = -1,
                     .collider = pair.collider,
                     .core = true,
                     .key = (uint64_t)1 << 63 | (uint64_t)(uint32_t)pair.body << 32 |
                            (uint64_t)(uint32_t)pair.collider};
    for (int k = 0; k < 3; ++k)
        out->place[k] = f->place[k] * unit;
    double far = distance(c, out->place, out->normal);
    out->gap = far - WORLD_CORE_MARGIN * size;
    collider_velocity(c, out->place, speed);
    for (int k = 0; k < 3; ++k)
        moved[k] = (f->velocity[k] * unit - speed[k]) * h;
    *near = out->gap < WORLD_CORE_NEAR * size + sqrt(dot3(moved, moved));
    return far > 0.0;
}

// Whether a body of that size is over or under one face of a box with all of itself, by its centre.
static bool is_over_face(const collider* c, const double x[3], double size) {
    const double half[3] = {c->shape.half.x, c->shape.half.y, c->shape.half.z};
    double from[3], own[3];
    int within = 0;
    for (int k = 0; k < 3; ++k)
        from[k] = x[k] - c->now.place[k];
    times3_transposed(c->now.turn, from, own);
    for (int k = 0; k < 3; ++k)
        within += fabs(own[k]) < half[k] - 0.5 * size;
    return within >= 2;
}

// Whether any of its parts has contacts.
static bool has_contacts(const supple_body* b) {
    bool any = false;
    for (int32_t p = 0; p < b->part_count; ++p)
        any |= (b->state->no_contacts[p / 32] >> p % 32 & 1) == 0;
    return any;
}

static bool takes(const supple_world* w, broad_pair pair) {
    const world_body* wb = &w->bodies[pair.body];
    const collider* c = &w->colliders.slots[pair.collider];
    if (!wb->steps || !free_is(wb->body) || free_is_kinematic(wb->body) || !has_contacts(wb->body))
        return false;
    if (wb->core || c->shape.kind != SUPPLE_BOX)
        return wb->core || c->shape.kind == SUPPLE_PLANE;
    double unit = 1.0 / (double)wb->body->state->options.world_metres, x[3];
    for (int k = 0; k < 3; ++k)
        x[k] = wb->body->state->free.place[k] * unit;
    return is_over_face(c, x, wb->skin->size);
}

// Adds those that are near, or those that are not, behind so many; returns how many there are then.
static int32_t add(supple_world* w, double h, bool that_are_near, int32_t count) {
    const contact_cache* cache = w->finder->cache;
    for (int32_t i = 0; i < cache->counts[0] && count < w->options.max_contacts; ++i) {
        const contact_cached* pair = &cache->pairs[0][i];
        contact* out = &w->found[count];
        bool near;
        if (pair->pair.collider < 0 || !takes(w, pair->pair) ||
            !find_core(w, pair->pair, h, out, &near) || near != that_are_near)
            continue;
        out->at = pair->count > 0 ? w->found[pair->first].at : (supple_point){.weight = {1.0f}};
        ++count;
    }
    return count;
}

int32_t world_add_cores(supple_world* w, double h) {
    SUPPLE_ASSERT(h > 0.0);
    int32_t count = add(w, h, true, w->found_count);
    w->watched_count = add(w, h, false, count) - count;
    return count;
}

// A centre that came within half of its margin goes no deeper, and loses the speed that took it there.
static void keep_out(supple_world* w, int32_t i, double h) {
    const contact* t = &w->found[i];
    world_body* wb = &w->bodies[t->body];
    free_state* f = &wb->body->state->free;
    double metres = wb->body->state->options.world_metres, size = wb->skin->size, speed[3];
    collider_velocity(&w->colliders.slots[t->collider], t->place, speed);
    double far = t->gap + WORLD_CORE_MARGIN * size, into = 0.0;
    for (int k = 0; k < 3; ++k) {
        far += t->normal[k] * ((f->place[k] - wb->before.place[k]) / metres - speed[k] * h);
        into += t->normal[k] * (f->velocity[k] - speed[k] * metres);
    }
    double overlap = 0.5 * WORLD_CORE_MARGIN * size - far;
    if (!(overlap > 0.0))
        return;
    for (int k = 0; k < 3; ++k) {
        f->place[k] += t->normal[k] * overlap * metres;
        f->velocity[k] -= into < 0.0 ? t->normal[k] * into : 0.0;
    }
    w->gaps[i] = -0.5 * WORLD_CORE_MARGIN * size;
    free_show(wb->body);
}

void world_keep_cores(supple_world* w, double h) {
    SUPPLE_ASSERT(h > 0.0);
    for (int32_t i = 0; i < w->found_count + w->watched_count; ++i)
        if (w->found[i].core && w->bodies[w->found[i].body].steps)
            keep_out(w, i, h);
}
