// Sort and sweep (Baraff 1992) along x, anew each time: a handful of bodies is sorted sooner than kept in order.
// SPDX-License-Identifier: MIT
#include "runtime/broad.h"

#include "runtime/assert.h"
#include "runtime/touch_pair.h"

static const shell* shell_of(const broad_phase* p, int32_t slot) {
    return p->scene->bodies[slot].skin_or_null;
}

static double margin_of(const shell* s) {
    return BROAD_MARGIN * s->size;
}

static bool are_apart(const shell* s, const float low[3], const float high[3], double more) {
    for (int i = 0; i < 3; ++i)
        if ((double)s->low[i] - more > (double)high[i] ||
            (double)s->high[i] + more < (double)low[i])
            return true;
    return false;
}

// Whether a body is above the plane at a pose.
static bool is_above(const shell* s, const frame_pose* pose) {
    double lowest = -margin_of(s);
    for (int k = 0; k < 3; ++k) {
        double n = pose->turn[k][1];
        lowest += n * ((double)(n > 0.0 ? s->low[k] : s->high[k]) - pose->place[k]);
    }
    return lowest > 0.0;
}

static bool meets_collider(const broad_phase* p, int32_t body, const collider* c) {
    const shell* s = shell_of(p, body);
    if (s == NULL || !c->used || (p->scene->bodies[body].asleep && !c->moved))
        return false;
    if (c->shape.kind == SUPPLE_PLANE)
        return !is_above(s, &c->from) || !is_above(s, &c->to);
    float low[3], high[3];
    collider_bounds(c, low, high);
    return !are_apart(s, low, high, margin_of(s));
}

static bool meets_body(const broad_phase* p, int32_t body, int32_t other) {
    const shell *s = shell_of(p, body), *o = shell_of(p, other);
    return !(p->scene->bodies[body].asleep && p->scene->bodies[other].asleep) &&
           !are_apart(s, o->low, o->high, margin_of(s) + margin_of(o));
}

static double begins_at(const broad_phase* p, int32_t slot) {
    return (double)shell_of(p, slot)->low[0] - margin_of(shell_of(p, slot));
}

// Insertion sort: hardly anything has changed its place since the last time, and equals stay in the order of slots.
static void sort(broad_phase* p) {
    for (int32_t i = 0; i < p->scene->body_count; ++i) {
        if (shell_of(p, i) == NULL)
            continue;
        int32_t at = p->sorted_count++;
        for (; at > 0 && begins_at(p, p->sorted[at - 1]) > begins_at(p, i); --at)
            p->sorted[at] = p->sorted[at - 1];
        p->sorted[at] = i;
    }
}

broad_phase broad_begin(touch_finder* finder, const touch_scene* scene) {
    SUPPLE_ASSERT(scene->body_count >= 0 && scene->body_count <= finder->max_bodies);
    SUPPLE_ASSERT(scene->h > 0.0);
    broad_phase p = {.scene = scene, .sorted = finder->sorted};
    for (int32_t i = 0; i < scene->body_count; ++i) {
        const touch_body* b = &scene->bodies[i];
        if (b->skin_or_null != NULL)
            shell_look(b->skin_or_null, b->palette, b->next, scene->h, b->asleep);
    }
    sort(&p);
    return p;
}

static bool next_collider(broad_phase* p, broad_pair* out) {
    const collider_set* set = p->scene->colliders;
    for (; p->at < p->scene->body_count; ++p->at, p->next = 0)
        while (p->next < set->capacity) {
            int32_t k = p->next++;
            if (!meets_collider(p, p->at, &set->slots[k]))
                continue;
            *out = (broad_pair){p->at, -1, k};
            return true;
        }
    return false;
}

static bool next_self(broad_phase* p, broad_pair* out) {
    while (p->scene->self && p->at < p->scene->body_count) {
        int32_t i = p->at++;
        if (shell_of(p, i) == NULL || p->scene->bodies[i].asleep)
            continue;
        *out = (broad_pair){i, i, -1};
        return true;
    }
    return false;
}

static bool next_bodies(broad_phase* p, broad_pair* out) {
    for (; p->at < p->sorted_count; ++p->at, p->next = p->at + 1) {
        int32_t a = p->sorted[p->at];
        double ends = (double)shell_of(p, a)->high[0] + margin_of(shell_of(p, a));
        while (p->next < p->sorted_count && begins_at(p, p->sorted[p->next]) <= ends) {
            int32_t b = p->sorted[p->next++];
            if (!meets_body(p, a, b))
                continue;
            *out = a < b ? (broad_pair){a, b, -1} : (broad_pair){b, a, -1};
            return true;
        }
    }
    return false;
}

bool broad_next(broad_phase* p, broad_pair* out) {
    for (; p->stage < BROAD_DONE; ++p->stage) {
        if (p->stage == BROAD_COLLIDERS ? next_collider(p, out)
            : p->stage == BROAD_SELF    ? next_self(p, out)
                                        : next_bodies(p, out))
            return true;
        p->at = 0;
        p->next = p->stage + 1 == BROAD_BODIES ? 1 : 0;
    }
    return false;
}
