// Slots with generations, poses over a step, and distances.
// SPDX-License-Identifier: MIT
#include "runtime/world/collider.h"

#include "runtime/base/assert.h"
#include "runtime/model/joint_pose.h"
#include "runtime/shape/shape.h"
#include "runtime/world/collider_shape.h"

#include <math.h>
#include <string.h>

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

void collider_velocity(const collider* c, const double place[3], double out[3]) {
    double arm[3];
    minus3(place, c->now.place, arm);
    cross3(c->spin, arm, out);
    along3(out, 1.0, c->velocity, out);
}

// after: where it is at the end of the substep; it is at `now`.
static void show_at(collider* c, const frame_pose* after) {
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
    write_rows(after, c->rows[1][0]);
    contact_surface_update(c->skin_or_null, (const float(*)[12])c->rows[0],
                           (const float(*)[12])c->rows[1], c->h, false);
}

static void show(collider* c, double begin, double end) {
    frame_pose after = pose_at(c, end);
    c->now = pose_at(c, begin);
    show_at(c, &after);
    for (int32_t i = 0; i < c->piece_count; ++i) {
        collider* piece = &c->pieces[i];
        frame_pose then = shape_within(&after, &piece->within);
        piece->now = shape_within(&c->now, &piece->within);
        piece->h = c->h;
        memcpy(piece->spin, c->spin, sizeof c->spin);
        collider_velocity(c, piece->now.place, piece->velocity);
        show_at(piece, &then);
    }
}

bool collider_move(collider* c, const supple_matrix* pose) {
    SUPPLE_ASSERT(c->used);
    frame_pose to;
    if (!shape_read_pose(pose, &to))
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
    collider_undress(c, &set->allocator);
    c->used = false;
}

void colliders_drop(collider_set* set) {
    for (int32_t k = 0; k < set->count; ++k)
        drop(set, &set->slots[k]);
    set->count = set->empty = 0;
}

supple_collider collider_add(collider_set* set, const supple_shape* shape,
                             const supple_matrix* pose) {
    const supple_collider none = {0, 0};
    frame_pose at;
    int32_t k = set->empty;
    while (k < set->count && set->slots[k].used)
        ++k;
    set->empty = k;
    if (k == set->capacity || shape_wrong(shape) != NULL || !shape_read_pose(pose, &at))
        return none;
    collider* c = &set->slots[k];
    uint16_t generation = c->generation;
    memset(c, 0, sizeof *c);
    c->generation = (uint16_t)(generation == UINT16_MAX ? 1 : generation + 1);
    c->shape = *shape;
    c->filter = (supple_filter){1, UINT32_MAX, 0};
    c->from = c->to = at;
    if (!collider_dress(c, &set->allocator))
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

void collider_bounds(const collider* c, float low[3], float high[3]) {
    SUPPLE_ASSERT(c->used);
    for (int32_t i = 0; i < c->piece_count; ++i) {
        float a[3], b[3];
        collider_bounds(&c->pieces[i], a, b);
        for (int k = 0; k < 3; ++k) {
            low[k] = i == 0 || a[k] < low[k] ? a[k] : low[k];
            high[k] = i == 0 || b[k] > high[k] ? b[k] : high[k];
        }
    }
    if (c->piece_count > 0)
        return;
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
