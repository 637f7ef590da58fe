// What happened in a step, reported after it: who began and ended to touch, hits, sensors, joints that broke, sleep.
//
// Nothing is queued: touches of now are one list by pairs, with a mark on those that are new, and beside it those that have ended
// since; events are read off these, off joints and off bodies. So there is no list that could be full and lose an end.
// Touches are found from the contacts of the step (world_notes.c) by sorting and merging, and only when those changed.
// SPDX-License-Identifier: MIT
#include "runtime/world/broad.h"
#include "runtime/world/query.h"

#include <string.h>

// ---- touches ---------------------------------------------------------------------------

static void sift(world_touch* t, int32_t count, int32_t at) {
    for (int32_t child; (child = 2 * at + 1) < count; at = child) {
        child += child + 1 < count && t[child].key < t[child + 1].key;
        if (t[at].key >= t[child].key)
            return;
        world_touch swap = t[at];
        t[at] = t[child];
        t[child] = swap;
    }
}

// By key, in place (Williams 1964): contacts of a pair stand in the order of slots already where heaps are swapped alike.
static void sort(world_touch* t, int32_t count) {
    for (int32_t i = count / 2; i-- > 0;)
        sift(t, count, i);
    for (int32_t i = count; i-- > 1;) {
        world_touch swap = t[0];
        t[0] = t[i];
        t[i] = swap;
        sift(t, i, 0);
    }
}

static world_touch touch_of(const supple_world* w, const supple_contact* c) {
    return (world_touch){.key = world_pair_of(w, c),
                         .body = c->body,
                         .other_or_null = c->other_or_null,
                         .id = c->collider,
                         .place = {c->place.x, c->place.y, c->place.z},
                         .normal = {c->normal.x, c->normal.y, c->normal.z},
                         .most = c->impulse,
                         .impulse = c->impulse,
                         .speed = c->speed};
}

// Whether a bears more than b; of two alike the one that is lower, so that the order of contacts does not matter.
static bool bears_more(const world_touch* a, const world_touch* b) {
    if (a->most != b->most)
        return a->most > b->most;
    for (int k = 0; k < 3; ++k)
        if (a->place[k] != b->place[k])
            return a->place[k] < b->place[k];
    return false;
}

static void add(world_touch* to, const world_touch* t) {
    if (bears_more(t, to)) {
        memcpy(to->place, t->place, sizeof to->place);
        memcpy(to->normal, t->normal, sizeof to->normal);
        to->most = t->most;
    }
    to->impulse += t->impulse;
    to->speed = t->speed > to->speed ? t->speed : to->speed;
}

static bool has_sensors(const supple_world* w) {
    bool any = false;
    for (int32_t i = 0; i < w->colliders.count && !any; ++i)
        any = w->colliders.slots[i].used && w->colliders.slots[i].shape.sensor;
    return any;
}

// Bodies that overlap a sensor, and may be seen by it.
static int32_t gather_sensor(supple_world* w, int32_t index, world_touch* out, int32_t count) {
    const collider* c = &w->colliders.slots[index];
    query q = query_still(w, &c->shape, &c->to, &c->filter);
    query_hit h;
    int32_t found;
    const int32_t* slots = broad_in_box(w->finder, q.low, q.high, &found);
    for (int32_t i = 0; i < found && count < w->options.max_contacts; ++i) {
        if (!query_takes_body(&q, slots[i]) || !query_body(&q, slots[i], 0.0, true, &h))
            continue;
        supple_contact pair = {.body = w->bodies[slots[i]].body,
                               .collider = collider_id(&w->colliders, index)};
        out[count] = touch_of(w, &pair);
        out[count++].sensor = true;
    }
    return count;
}

static int32_t gather_sensors(supple_world* w, world_touch* out, int32_t count) {
    if (!has_sensors(w))
        return count;
    query_refresh(w);
    for (int32_t i = 0; i < w->colliders.count; ++i)
        if (w->colliders.slots[i].used && w->colliders.slots[i].shape.sensor)
            count = gather_sensor(w, i, out, count);
    return count;
}

// All contacts of now as touches, one a pair, by their keys; returns how many.
static int32_t gather(supple_world* w, world_touch* out) {
    int32_t count = 0, merged = 0;
    for (int32_t i = 0; i < w->contact_counts[0]; ++i)
        out[count++] = touch_of(w, &w->contacts[0][i]);
    count = gather_sensors(w, out, count);
    sort(out, count);
    for (int32_t i = 0; i < count; ++i)
        if (merged > 0 && out[merged - 1].key == out[i].key)
            add(&out[merged - 1], &out[i]);
        else
            out[merged++] = out[i];
    return merged;
}

// Marks what is new in `now`; of `before` those stay, at its beginning, that have ended. Returns how many.
static int32_t compare(world_touch* now, int32_t now_count, world_touch* before,
                       int32_t before_count) {
    int32_t ended = 0, i = 0;
    for (int32_t k = 0; k < now_count; ++k) {
        now[k].began = true;
        for (; i < before_count && before[i].key <= now[k].key; ++i) {
            if (before[i].key == now[k].key && !before[i].gone)
                now[k].began = false;
            else
                before[ended++] = before[i];
        }
    }
    for (; i < before_count; ++i)
        before[ended++] = before[i];
    return ended;
}

static void note_sleep(supple_world* w) {
    for (int32_t i = 0; i < w->body_count; ++i) {
        world_body* wb = &w->bodies[i];
        bool asleep = wb->body != NULL && wb->body->state->asleep != 0;
        wb->slept = (int8_t)(asleep - wb->was_asleep);
        wb->was_asleep = asleep;
    }
}

// Nothing has changed: what touches goes on, and nothing is new.
static void go_on(supple_world* w) {
    w->touch_counts[1] = 0;
    for (int32_t i = 0; i < w->touch_counts[0]; ++i) {
        w->touches[0][i].began = false;
        w->touches[0][i].speed = 0.0f;
    }
}

static bool any_gone(const supple_world* w) {
    bool any = false;
    for (int32_t i = 0; i < w->touch_counts[0] && !any; ++i)
        any = w->touches[0][i].gone;
    return any;
}

void world_find_touches(supple_world* w) {
    note_sleep(w);
    if (!w->notes_new && !any_gone(w) && !has_sensors(w)) {
        go_on(w);
        return;
    }
    world_touch* before = w->touches[0];
    int32_t count = w->touch_counts[0];
    w->touches[0] = w->touches[1];
    w->touches[1] = before;
    w->touch_counts[0] = gather(w, w->touches[0]);
    w->touch_counts[1] = compare(w->touches[0], w->touch_counts[0], before, count);
}

void world_recall_touches(supple_world* w) {
    w->touch_counts[0] = gather(w, w->touches[0]);
    w->touch_counts[1] = 0;
    go_on(w);
    note_sleep(w);
    for (int32_t i = 0; i < w->body_count; ++i)
        w->bodies[i].slept = 0;
}

void world_end_touches(supple_world* w, const supple_body* body) {
    for (int32_t i = 0; i < w->touch_counts[0]; ++i) {
        world_touch* t = &w->touches[0][i];
        t->gone |= t->body == body || t->other_or_null == body;
    }
}

// ---- telling ---------------------------------------------------------------------------

typedef struct teller {
    supple_event* out;
    int capacity, count;
} teller;

static void tell(teller* to, const supple_event* e) {
    if (to->count < to->capacity)
        to->out[to->count] = *e;
    ++to->count;
}

static void tell_touch(teller* to, const world_touch* t, supple_event_kind kind) {
    supple_event e = {
        .kind = kind, .body = t->body, .other_or_null = t->other_or_null, .collider = t->id};
    if (kind == SUPPLE_EVENT_BEGAN || kind == SUPPLE_EVENT_HIT) {
        e.place = (supple_vec3){t->place[0], t->place[1], t->place[2]};
        e.normal = (supple_vec3){t->normal[0], t->normal[1], t->normal[2]};
        e.impulse = t->impulse;
        e.speed = t->speed;
    }
    tell(to, &e);
}

static void tell_touches(teller* to, const supple_world* w) {
    for (int32_t i = 0; i < w->touch_counts[1]; ++i)
        tell_touch(to, &w->touches[1][i],
                   w->touches[1][i].sensor ? SUPPLE_EVENT_LEFT : SUPPLE_EVENT_ENDED);
    for (int32_t i = 0; i < w->touch_counts[0]; ++i) {
        const world_touch* t = &w->touches[0][i];
        if (t->began)
            tell_touch(to, t, t->sensor ? SUPPLE_EVENT_ENTERED : SUPPLE_EVENT_BEGAN);
        if (!t->sensor && t->speed > 0.0f && t->speed >= w->options.hit_speed)
            tell_touch(to, t, SUPPLE_EVENT_HIT);
    }
}

int supple_world_events(const supple_world* world, supple_event* out, int capacity) {
    const supple_world* w = world;
    teller to = {out, capacity, 0};
    tell_touches(&to, w);
    for (int32_t i = 0; i < w->joint_count; ++i)
        if (w->joints[i].used && w->joints[i].broke)
            tell(&to, &(supple_event){.kind = SUPPLE_EVENT_BROKE,
                                      .joint = {(uint16_t)i, w->joints[i].generation}});
    for (int32_t i = 0; i < w->body_count; ++i)
        if (w->bodies[i].body != NULL && w->bodies[i].slept != 0)
            tell(&to, &(supple_event){.kind = w->bodies[i].slept > 0 ? SUPPLE_EVENT_SLEPT
                                                                     : SUPPLE_EVENT_WOKE,
                                      .body = w->bodies[i].body});
    return to.count;
}
