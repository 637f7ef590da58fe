// Slots with generations, poses over a step, and distances.
// SPDX-License-Identifier: MIT
#include "runtime/world/collider.h"

#include "runtime/base/assert.h"
#include "runtime/body/point.h"
#include "runtime/model/joint_pose.h"

#include <math.h>
#include <string.h>

// Counter-clockwise seen from outside; corner i has the signs of the bits of i.
static const uint32_t box_triangles[12][3] = {{0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5},
                                              {0, 1, 5}, {0, 5, 4}, {2, 6, 7}, {2, 7, 3},
                                              {0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}};

// ---- shapes ----------------------------------------------------------------------------

static bool is_length(float x) {
    return x > 0.0f && x <= POINT_FARTHEST;
}

static bool is_mesh(const supple_shape* s) {
    if (s->positions == NULL || s->triangles == NULL || s->vertex_count < 1 ||
        s->triangle_count < 1 || s->vertex_count > 1 << 24 || s->triangle_count > 1 << 24)
        return false;
    for (size_t i = 0; i < 3 * (size_t)s->vertex_count; ++i)
        if (!(fabsf(s->positions[i]) <= POINT_FARTHEST))
            return false;
    for (size_t i = 0; i < 3 * (size_t)s->triangle_count; ++i)
        if (s->triangles[i] >= (uint32_t)s->vertex_count)
            return false;
    return true;
}

bool collider_is_shape(const supple_shape* s) {
    if (!(s->friction <= POINT_FARTHEST) || // 0 or below is the world's
        !(s->restitution >= 0.0f && s->restitution <= 1.0f) ||
        (s->sensor && (s->kind == SUPPLE_PLANE || s->kind == SUPPLE_MESH)))
        return false;
    switch (s->kind) {
    case SUPPLE_PLANE:
        return true;
    case SUPPLE_SPHERE:
        return is_length(s->radius);
    case SUPPLE_CAPSULE:
        return is_length(s->radius) && s->half.y >= 0.0f && s->half.y <= POINT_FARTHEST;
    case SUPPLE_BOX:
        return is_length(s->half.x) && is_length(s->half.y) && is_length(s->half.z);
    case SUPPLE_MESH:
        return is_mesh(s);
    }
    return false;
}

bool collider_read_pose(const supple_matrix* m, frame_pose* out) {
    double turn[3][3], det = 0.0;
    frame_pose pose;
    for (int i = 0; i < 16; ++i)
        if (i % 4 < 3 && !(fabsf(m->m[i]) <= POINT_FARTHEST))
            return false;
    for (int i = 0; i < 3; ++i) {
        pose.place[i] = (double)m->m[12 + i];
        for (int j = 0; j < 3; ++j)
            turn[i][j] = (double)m->m[4 * j + i];
    }
    if (!frame_orthogonal(turn, pose.turn))
        return false;
    cross3(pose.turn[1], pose.turn[2], turn[0]);
    det = dot3(pose.turn[0], turn[0]);
    if (det < 0.0) // mirrored
        return false;
    *out = pose;
    return true;
}

static contact_surface_source source_of(const collider* c) {
    if (c->shape.kind == SUPPLE_BOX)
        return (contact_surface_source){NULL, c->box[0], box_triangles[0], 8, 12, true};
    return (contact_surface_source){NULL,
                                    c->shape.positions,
                                    c->shape.triangles,
                                    c->shape.vertex_count,
                                    c->shape.triangle_count,
                                    false};
}

// ---- poses -----------------------------------------------------------------------------

static void write_rows(const frame_pose* p, float rows[12]) {
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j)
            rows[4 * i + j] = (float)p->turn[i][j];
        rows[4 * i + 3] = (float)p->place[i];
    }
}

// Between the ends of the step. Turns are means made orthogonal: of half a turn and more within a step
// nothing sensible can be said, and it keeps the first.
static frame_pose pose_at(const collider* c, double fraction) {
    if (!c->moved)
        return c->to;
    frame_pose p = c->from;
    double mean[3][3];
    for (int i = 0; i < 3; ++i) {
        p.place[i] += fraction * (c->to.place[i] - c->from.place[i]);
        for (int j = 0; j < 3; ++j)
            mean[i][j] = c->from.turn[i][j] + fraction * (c->to.turn[i][j] - c->from.turn[i][j]);
    }
    frame_orthogonal((const double(*)[3])mean, p.turn);
    return p;
}

static void show(collider* c, double begin, double end) {
    frame_pose after = pose_at(c, end);
    c->now = pose_at(c, begin);
    for (int k = 0; k < 2; ++k)
        for (int i = 0; i < 3; ++i)
            c->core[k][i] = c->now.place[i];
    if (c->shape.kind == SUPPLE_CAPSULE)
        for (int i = 0; i < 3; ++i) {
            c->core[0][i] -= c->now.turn[i][1] * (double)c->shape.half.y;
            c->core[1][i] += c->now.turn[i][1] * (double)c->shape.half.y;
        }
    if (c->skin_or_null == NULL)
        return;
    write_rows(&c->now, c->rows[0][0]);
    write_rows(&after, c->rows[1][0]);
    contact_surface_update(c->skin_or_null, (const float(*)[12])c->rows[0],
                           (const float(*)[12])c->rows[1], c->h, false);
}

bool collider_move(collider* c, const supple_matrix* pose) {
    SUPPLE_ASSERT(c->used);
    frame_pose to;
    if (!collider_read_pose(pose, &to))
        return false;
    c->to = to;
    c->moved = false;
    for (int i = 0; i < 12; ++i)
        c->moved |= i < 9 ? to.turn[i / 3][i % 3] != c->from.turn[i / 3][i % 3]
                          : to.place[i - 9] != c->from.place[i - 9];
    return true;
}

bool collider_place(collider* c, const supple_matrix* pose) {
    SUPPLE_ASSERT(c->used);
    if (!collider_move(c, pose))
        return false;
    c->from = c->to;
    c->moved = false;
    show(c, 0.0, 0.0);
    return true;
}

void colliders_begin_step(collider_set* set, double dt) {
    SUPPLE_ASSERT(dt > 0.0);
    for (int32_t k = 0; k < set->count; ++k) {
        collider* c = &set->slots[k];
        memset(c->velocity, 0, sizeof c->velocity);
        memset(c->spin, 0, sizeof c->spin);
        if (!c->used || !c->moved)
            continue;
        float before[12], after[12];
        double change[JOINT_POSE_SIZE] = {0}, origin[3] = {0};
        write_rows(&c->from, before);
        write_rows(&c->to, after);
        joint_pose(before, after, origin, 0.0, change);
        for (int i = 0; i < 3; ++i) {
            c->velocity[i] = (c->to.place[i] - c->from.place[i]) / dt;
            c->spin[i] = dot3(c->from.turn[i], change) / dt;
        }
    }
}

void colliders_begin_substep(collider_set* set, double begin, double end, double dt) {
    SUPPLE_ASSERT(begin >= 0.0 && begin < end && end <= 1.0 && dt > 0.0);
    for (int32_t k = 0; k < set->count; ++k) {
        if (!set->slots[k].used)
            continue;
        set->slots[k].h = (end - begin) * dt;
        show(&set->slots[k], begin, end);
    }
}

void collider_show(collider* c) {
    show(c, 0.0, 0.0);
}

void colliders_end_step(collider_set* set) {
    for (int32_t k = 0; k < set->count; ++k) {
        collider* c = &set->slots[k];
        c->from = c->to;
        c->moved = c->placed = false;
    }
}

// ---- slots -----------------------------------------------------------------------------

void colliders_start(collider_set* set, int32_t capacity, collider* slots,
                     const supple_allocator* allocator) {
    SUPPLE_ASSERT(capacity >= 0 && (capacity == 0 || slots != NULL));
    *set = (collider_set){.slots = slots, .capacity = capacity, .allocator = *allocator};
}

static void drop(collider_set* set, collider* c) {
    if (c->skin_or_null != NULL) {
        const contact_rest* rest = c->skin_or_null->rest;
        set->allocator.release(set->allocator.user, c->skin_or_null, contact_surface_size(rest));
        contact_rest_drop(rest, &set->allocator);
    }
    c->skin_or_null = NULL;
    c->used = false;
}

void colliders_drop(collider_set* set) {
    for (int32_t k = 0; k < set->count; ++k)
        drop(set, &set->slots[k]);
    set->count = set->empty = 0;
}

static bool dress(collider_set* set, collider* c) {
    if (c->shape.kind != SUPPLE_BOX && c->shape.kind != SUPPLE_MESH)
        return true;
    for (int i = 0; i < 8; ++i) {
        c->box[i][0] = i & 1 ? c->shape.half.x : -c->shape.half.x;
        c->box[i][1] = i & 2 ? c->shape.half.y : -c->shape.half.y;
        c->box[i][2] = i & 4 ? c->shape.half.z : -c->shape.half.z;
    }
    contact_surface_source source = source_of(c);
    const contact_rest* rest = contact_rest_make(&source, &set->allocator);
    if (rest == NULL)
        return false;
    void* memory = set->allocator.allocate(set->allocator.user, contact_surface_size(rest));
    if (memory == NULL)
        contact_rest_drop(rest, &set->allocator);
    else
        c->skin_or_null = contact_surface_make(rest, NULL, memory);
    return memory != NULL;
}

supple_collider collider_add(collider_set* set, const supple_shape* shape,
                             const supple_matrix* pose) {
    const supple_collider none = {0, 0};
    frame_pose at;
    int32_t k = set->empty;
    while (k < set->count && set->slots[k].used)
        ++k;
    set->empty = k;
    if (k == set->capacity || !collider_is_shape(shape) || !collider_read_pose(pose, &at))
        return none;
    collider* c = &set->slots[k];
    uint16_t generation = c->generation;
    memset(c, 0, sizeof *c);
    c->generation = (uint16_t)(generation == UINT16_MAX ? 1 : generation + 1);
    c->shape = *shape;
    c->filter = (supple_filter){1, UINT32_MAX, 0};
    c->from = c->to = at;
    if (!dress(set, c))
        return none;
    c->used = true;
    set->count = k < set->count ? set->count : k + 1;
    show(c, 0.0, 0.0);
    return collider_id(set, k);
}

supple_collider collider_id(const collider_set* set, int32_t index) {
    SUPPLE_ASSERT(index >= 0 && index < set->capacity);
    return (supple_collider){(uint16_t)index, set->slots[index].generation};
}

collider* collider_find(const collider_set* set, supple_collider id) {
    if (id.index >= set->capacity || id.generation == 0)
        return NULL;
    collider* c = &set->slots[id.index];
    return c->used && c->generation == id.generation ? c : NULL;
}

void collider_remove(collider_set* set, supple_collider id) {
    collider* c = collider_find(set, id);
    if (c == NULL)
        return;
    drop(set, c);
    set->empty = id.index < set->empty ? id.index : set->empty;
    while (set->count > 0 && !set->slots[set->count - 1].used)
        --set->count;
}

// ---- geometry --------------------------------------------------------------------------

void collider_velocity(const collider* c, const double place[3], double out[3]) {
    SUPPLE_ASSERT(c->used);
    double arm[3];
    minus3(place, c->now.place, arm);
    cross3(c->spin, arm, out);
    along3(out, 1.0, c->velocity, out);
}

void collider_bounds(const collider* c, float low[3], float high[3]) {
    SUPPLE_ASSERT(c->used);
    for (int i = 0; i < 3; ++i) {
        if (c->shape.kind == SUPPLE_PLANE) {
            low[i] = -INFINITY;
            high[i] = INFINITY;
        } else if (c->skin_or_null != NULL) {
            low[i] = c->skin_or_null->low[i];
            high[i] = c->skin_or_null->high[i];
        } else { // from the middle, a turn takes the ends of the axis no farther than an arc
            double length = c->shape.kind == SUPPLE_CAPSULE ? (double)c->shape.half.y : 0.0;
            double arc = c->h * sqrt(dot3(c->spin, c->spin)) * length;
            double go = c->h * c->velocity[i], wide = (double)c->shape.radius + arc;
            double a = c->core[0][i] < c->core[1][i] ? c->core[0][i] : c->core[1][i];
            double b = c->core[0][i] < c->core[1][i] ? c->core[1][i] : c->core[0][i];
            low[i] = (float)(a - wide + (go < 0.0 ? go : 0.0));
            high[i] = (float)(b + wide + (go > 0.0 ? go : 0.0));
        }
    }
}
