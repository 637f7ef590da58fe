// What events of a script do to bodies, and to the books.
// SPDX-License-Identifier: MIT
#include "scenes/world_deeds.h"

#include "scenes/world_books.h"

#include <math.h>

static supple_vec3 floats(vec3 v) {
    return (supple_vec3){(float)v.x, (float)v.y, (float)v.z};
}

void deeds_leave(world_run* r, int32_t i) {
    run_body* b = &r->bodies[i];
    if (!b->in)
        return;
    if (!b->driven && !b->lifted)
        books_leave(r, i);
    supple_world_remove_body(r->world, b->body);
    b->in = false;
}

static void pin(world_run* r, run_body* b, const script_event* e, supple_point at) {
    if (b->pin_count == RUN_PINS)
        return;
    supple_vec3 now = supple_body_position(b->body, at);
    run_pin* p = &b->pins[b->pin_count++];
    vec3 target = v3((double)now.x, (double)now.y, (double)now.z);
    uint32_t count = (uint32_t)b->asset.vertex_count, far = (at.vertex[0] + count / 2) % count;
    supple_point lever = {{far, far, far}, {1.0f, 0.0f, 0.0f}};
    *p = (run_pin){.at = at,
                   .target = target,
                   .velocity = e->by,
                   .before = target,
                   .until = r->time + e->amount};
    p->id = supple_body_hold(b->body, SUPPLE_HOLD_PLACE, &at, &now, 1, &lever,
                             e->deed == SCRIPT_LEVER ? 1 : 0);
}

static void weigh(const run_body* b, double amount) {
    supple_dynamics d = supple_body_dynamics(b->body);
    d.gravity_scale = (float)amount;
    supple_body_set_dynamics(b->body, &d);
}

// What lifts puts in is not known before it has happened: a body leaves the books while it is kinematic.
void deeds_lift(world_run* r, int32_t i, bool on, vec3 velocity) {
    run_body* b = &r->bodies[i];
    if (on == b->lifted)
        return;
    if (on)
        books_leave(r, i);
    supple_dynamics d = supple_body_dynamics(b->body);
    d.kinematic = b->lifted = on;
    supple_body_set_dynamics(b->body, &d);
    if (on) {
        supple_motion m = supple_body_motion(b->body);
        m.velocity = floats(velocity);
        m.spin = (supple_vec3){0};
        supple_body_set_motion(b->body, &m);
    } else {
        books_enter(r, i);
    }
}

void deeds_haunt(world_run* r, int32_t i, bool on) {
    run_body* b = &r->bodies[i];
    supple_filter f = supple_body_filter(b->body);
    f.group = on ? 7 : 0;
    b->ghost = on;
    supple_body_set_filter(b->body, f);
    if (!b->driven && !b->lifted)
        books_watch(r, i);
}

// What a teleport changes of potential energy was put in too.
static void move(run_body* b, const script_event* e) {
    supple_motion m = supple_body_motion(b->body);
    if (e->deed == SCRIPT_TELEPORT) {
        m.pose.m[12] = (float)e->by.x, m.pose.m[13] = (float)e->by.y, m.pose.m[14] = (float)e->by.z;
    } else {
        m.velocity = floats(e->by);
        double along = sqrt(v3_dot(e->by, e->by));
        m.spin = floats(v3_scale(e->by, along > 0.0 ? e->amount / along : 0.0));
    }
    supple_body_set_motion(b->body, &m);
}

void deeds_act(world_run* r, const script_event* e) {
    run_body* b = &r->bodies[e->body];
    if (!b->in)
        return;
    uint32_t v = e->vertex % (uint32_t)b->asset.vertex_count;
    supple_point at = {{v, v, v}, {1.0f, 0.0f, 0.0f}};
    double before = b->driven ? 0.0 : run_body_energy(b->body);
    if (e->deed == SCRIPT_KICK) {
        supple_body_impulse(b->body, at, floats(e->by));
    } else if (e->deed == SCRIPT_PUSH) {
        b->push = (run_push){.at = at, .force = e->by, .until = r->time + e->amount};
    } else if (e->deed == SCRIPT_PIN || e->deed == SCRIPT_LEVER) {
        pin(r, b, e, at);
    } else if (e->deed == SCRIPT_UNPIN) {
        for (int32_t k = 0; k < b->pin_count; ++k)
            supple_body_unpin(b->body, b->pins[k].id);
        b->pin_count = 0;
    } else if (e->deed == SCRIPT_TUNE) {
        supple_tuning t = supple_body_tuning(b->body, 0);
        t.stiffness *= (float)e->amount;
        supple_body_tune(b->body, 0, t);
    } else if (e->deed == SCRIPT_GHOST) {
        b->ghost_until = r->time + e->amount;
        deeds_haunt(r, e->body, true);
    } else if (e->deed == SCRIPT_SLEEP) {
        supple_body_sleep(b->body);
    } else if (e->deed == SCRIPT_WEIGH && !b->driven) {
        weigh(b, e->amount);
    } else if (e->deed == SCRIPT_LIFT && !b->driven) {
        b->lift_until = r->time + e->amount;
        deeds_lift(r, e->body, true, e->by);
        return;
    } else if (!b->driven && !b->lifted) {
        move(b, e);
    }
    if (b->driven || b->lifted)
        return;
    books_give(r, run_body_energy(b->body) - before);
    if (e->deed == SCRIPT_TELEPORT)
        books_watch(r, e->body);
}
