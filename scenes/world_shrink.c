// Greedy, until a round takes nothing out (Zeller & Hildebrandt 2002, one by one).
// SPDX-License-Identifier: MIT
#include "scenes/world_shrink.h"

#include <math.h>
#include <string.h>

static double score_of(const world_script* s, script_stock* stock, search_measure by) {
    static world_run r;
    bool ok = run_begin(&r, s, stock);
    while (ok && run_frame(&r)) {
    }
    run_end(&r);
    double through = r.m.through > 0 ? 1e6 : 0.0; // a centre through something is a failure too
    return ok ? search_score(s, &r.m, by) + through : 0.0;
}

static int32_t without(int32_t index, int32_t gone) {
    return index == gone ? -1 : index > gone ? index - 1 : index;
}

static void drop_event(world_script* s, int32_t i) {
    memmove(s->events + i, s->events + i + 1, sizeof *s->events * (size_t)(--s->event_count - i));
}

static void drop_joint(world_script* s, int32_t i) {
    memmove(s->joints + i, s->joints + i + 1, sizeof *s->joints * (size_t)(--s->joint_count - i));
}

// What is to come to rest keeps its ground.
static bool drop_collider(world_script* s, int32_t i) {
    if (s->rests && s->colliders[i].kind == SUPPLE_PLANE)
        return false;
    size_t after = (size_t)(--s->collider_count - i);
    memmove(s->colliders + i, s->colliders + i + 1, sizeof *s->colliders * after);
    return true;
}

// ... with what is done to it, rides on it and holds it.
static void drop_body(world_script* s, int32_t gone) {
    memmove(s->bodies + gone, s->bodies + gone + 1,
            sizeof *s->bodies * (size_t)(--s->body_count - gone));
    for (int32_t i = s->event_count - 1; i >= 0; --i) {
        s->events[i].body = without(s->events[i].body, gone);
        if (s->events[i].body < 0)
            drop_event(s, i);
    }
    for (int32_t i = s->joint_count - 1; i >= 0; --i) {
        script_joint* j = &s->joints[i];
        bool held = j->body == gone || j->other == gone;
        j->body = without(j->body, gone);
        j->other = j->other < 0 ? -1 : without(j->other, gone);
        if (held)
            drop_joint(s, i);
    }
    for (int32_t i = s->collider_count - 1; i >= 0; --i) {
        script_collider* c = &s->colliders[i];
        bool rode = c->rides == gone + 1;
        c->rides = c->rides > gone + 1 ? c->rides - 1 : c->rides;
        if (rode)
            drop_collider(s, i);
    }
}

// One thing less: false when there is no such thing.
static bool simplify(world_script* s, int32_t what) {
    int32_t at = what;
    if (at < s->event_count)
        return drop_event(s, at), true;
    at -= s->event_count;
    if (at < s->joint_count)
        return drop_joint(s, at), true;
    at -= s->joint_count;
    if (at < s->collider_count)
        return drop_collider(s, at);
    at -= s->collider_count;
    if (at < s->body_count)
        return s->body_count > 1 && (drop_body(s, at), true);
    at -= s->body_count;
    script_body* b = &s->bodies[at / 6];
    if (at >= 6 * s->body_count)
        return at == 6 * s->body_count && s->jitter > 0.0 && (s->jitter = 0.0, true);
    const vec3 none = v3(0.0, 0.0, 0.0);
    switch (at % 6) {
    case 0:
        b->turn = none;
        break;
    case 1:
        b->velocity = none;
        break;
    case 2:
        b->spin = none;
        break;
    case 3:
        b->modes = (b->modes + 1) / 2;
        break;
    case 4:
        b->density = 1.0;
        break;
    default:
        b->enters = -1.0;
    }
    return true;
}

double world_shrink(world_script* s, script_stock* stock, search_measure by, double bound) {
    static world_script less;
    double score = score_of(s, stock, by);
    for (bool again = score > bound; again;) {
        again = false;
        int32_t things =
            s->event_count + s->joint_count + s->collider_count + 7 * s->body_count + 1;
        for (int32_t i = 0; i < things; ++i) {
            less = *s;
            // a copy, padding included: NOLINTNEXTLINE(bugprone-suspicious-memory-comparison)
            if (!simplify(&less, i) || memcmp(&less, s, sizeof less) == 0)
                continue;
            double now = score_of(&less, stock, by);
            if (!(now > bound))
                continue;
            *s = less;
            score = now;
            again = true;
            things = s->event_count + s->joint_count + s->collider_count + 7 * s->body_count + 1;
        }
    }
    return score;
}
