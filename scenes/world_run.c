// A frame of a script: events, paths, the step.
// SPDX-License-Identifier: MIT
#include "scenes/world_run.h"

#include "runtime/math/exact.h"
#include "scenes/script_shapes.h"
#include "scenes/world_books.h"
#include "scenes/world_deeds.h"

#include <math.h>
#include <string.h>

// ---- opening ---------------------------------------------------------------------------

static bool same_make(const script_body* a, const script_body* b) {
    return a->kind == b->kind && a->rigid == b->rigid && a->size == b->size &&
           a->density == b->density && a->first == b->first && a->ratio == b->ratio &&
           a->modes == b->modes;
}

static bool prepare(world_run* r, script_stock* stock, int32_t i) {
    run_body* b = &r->bodies[i];
    for (int32_t k = 0; k < i; ++k)
        if (same_make(&r->script->bodies[k], &r->script->bodies[i])) {
            b->asset = r->bodies[k].asset;
            b->mass = r->bodies[k].mass;
            b->prepared = supple_prepared_retain(r->bodies[k].prepared);
            return true;
        }
    toy flesh;
    if (r->script->bodies[i].rigid != SCRIPT_SOFT) {
        b->prepared = script_rigid(&r->script->bodies[i]);
        b->mass = script_mass(&r->script->bodies[i]);
    } else if (script_asset(stock, &r->script->bodies[i], r->memory, &flesh)) {
        b->prepared = supple_asset_prepare(&flesh.asset, NULL);
        b->mass = flesh.model.body.mass;
    }
    if (b->prepared == NULL)
        return false;
    b->asset = supple_prepared_asset(b->prepared);
    return true;
}

static supple_vec3 floats(vec3 v) {
    return (supple_vec3){(float)v.x, (float)v.y, (float)v.z};
}

static bool make_body(world_run* r, int32_t i) {
    const script_body* s = &r->script->bodies[i];
    run_body* b = &r->bodies[i];
    supple_body_options o = supple_body_options_default(&b->asset);
    b->driven = s->driven;
    b->size = s->size;
    o.free = !s->driven;
    o.gravity = floats(r->script->gravity);
    int32_t pins = script_pin_count(r->script, i);
    o.max_pins = pins > o.max_pins ? pins : o.max_pins;
    b->body = supple_prepared_body(b->prepared, &o, NULL);
    if (b->body == NULL)
        return false;
    if (s->restitution > 0.0) {
        supple_dynamics d = supple_body_dynamics(b->body);
        d.restitution = (float)s->restitution;
        supple_body_set_dynamics(b->body, &d);
    }
    if (s->limit > 0.0 && s->rigid == SCRIPT_SOFT) {
        supple_tuning t = supple_body_tuning(b->body, 0);
        double volume = b->mass / (1000.0 * s->density);
        t.limit = (float)(s->limit * cbrt(volume));
        supple_body_tune(b->body, 0, t);
    }
    return true;
}

static void make_collider(world_run* r, int32_t i) {
    const script_collider* c = &r->script->colliders[i];
    supple_shape shape = script_collider_shape(c, r->memory);
    supple_matrix pose = script_path_pose(&c->path, c->turn, c->place, r->time);
    r->colliders[i] = supple_world_add_collider(r->world, &shape, &pose);
}

static void pose_bones(const world_run* r, int32_t i, double time, supple_matrix* palette) {
    const script_body* s = &r->script->bodies[i];
    int32_t bones = r->bodies[i].asset.bone_count;
    double t = fmax(0.0, fmin(time, s->path.until) - s->path.from);
    for (int32_t b = 0; b < bones; ++b) {
        double swing =
            s->bend * (b - 0.5 * (bones - 1)) * exact_sin(2.0 * EXACT_PI * s->path.rate * t);
        palette[b] =
            script_path_pose(&s->path, v3_add(s->turn, v3(0.0, 0.0, swing)), s->place, time);
    }
}

static void enter(world_run* r, int32_t i) {
    const script_body* s = &r->script->bodies[i];
    run_body* b = &r->bodies[i];
    supple_matrix palette[8];
    if (!supple_world_add_body(r->world, b->body))
        return;
    b->in = true;
    if (s->driven) {
        pose_bones(r, i, r->time, palette);
        supple_body_place(b->body, palette);
    } else {
        supple_motion m = {script_pose(s->turn, s->place), floats(s->velocity), floats(s->spin)};
        supple_body_set_motion(b->body, &m);
        books_enter(r, i);
    }
}

static void join(world_run* r, int32_t i) {
    const script_joint* j = &r->script->joints[i];
    if (!r->bodies[j->body].in || (j->other >= 0 && !r->bodies[j->other].in))
        return;
    supple_joint_options o = supple_joint_options_default(
        j->kind, r->bodies[j->body].body, j->other >= 0 ? r->bodies[j->other].body : NULL,
        floats(j->place));
    o.there = floats(j->there);
    o.axis = floats(j->axis);
    o.length = SUPPLE_UNSET;
    o.frequency = (float)j->frequency;
    o.damping = (float)j->damping;
    o.strength = o.twist_strength = j->strength > 0.0 ? (float)j->strength : INFINITY;
    o.collide = j->collide;
    if (j->limited) {
        o.lower = (float)j->lower;
        o.upper = (float)j->upper;
        o.swing = (float)j->swing;
    }
    o.motor_speed = (float)j->motor_speed;
    o.motor_strength = (float)j->motor_strength;
    o.spring_frequency = (float)j->spring_frequency;
    o.spring_damping = (float)j->spring_damping;
    o.spring_target = (float)j->spring_target;
    r->joints[i] = supple_world_add_joint(r->world, &o);
    books_tie(r, i);
}

bool run_begin(world_run* r, const world_script* s, script_stock* stock) {
    memset(r, 0, sizeof *r);
    r->script = s;
    r->memory = arena_create();
    r->random = s->seed + 1;
    r->contacts = ARENA_NEW(r->memory, supple_contact, RUN_CONTACTS);
    supple_world_options o = supple_world_options_default();
    o.friction = (float)s->friction;
    o.max_bodies = SCRIPT_BODIES;
    o.max_colliders = SCRIPT_COLLIDERS;
    o.max_joints = SCRIPT_JOINTS;
    r->world = supple_world_create(&o, NULL);
    if (r->world == NULL)
        return false;
    for (int32_t i = 0; i < s->collider_count; ++i)
        if (script_collider_there(&s->colliders[i], 0.0))
            make_collider(r, i);
    for (int32_t i = 0; i < s->body_count; ++i) {
        if (!prepare(r, stock, i) || !make_body(r, i))
            return false;
        if (s->bodies[i].enters <= 0.0)
            enter(r, i);
    }
    for (int32_t i = 0; i < s->joint_count; ++i)
        join(r, i);
    for (int32_t i = 0; i < s->collider_count; ++i) {
        const script_collider* c = &s->colliders[i];
        supple_matrix pose = script_pose(c->turn, c->place);
        if (c->rides > 0 && r->bodies[c->rides - 1].in)
            supple_world_attach_collider(r->world, r->colliders[i], r->bodies[c->rides - 1].body, 0,
                                         &pose);
    }
    return true;
}

void run_end(world_run* r) {
    supple_world_destroy(r->world);
    for (int32_t i = 0; i < r->script->body_count; ++i) {
        supple_body_destroy(r->bodies[i].body);
        supple_prepared_release(r->bodies[i].prepared);
    }
    arena_destroy(r->memory);
}

// ---- a frame ---------------------------------------------------------------------------

static void carry_on(world_run* r, int32_t i) {
    run_body* b = &r->bodies[i];
    supple_matrix palette[8];
    if (b->driven) {
        pose_bones(r, i, r->time + r->dt, palette);
        supple_body_drive(b->body, palette);
        return;
    }
    if (b->lifted && r->time >= b->lift_until)
        deeds_lift(r, i, false, v3(0.0, 0.0, 0.0));
    if (b->ghost && r->time >= b->ghost_until)
        deeds_haunt(r, i, false);
    for (int32_t k = 0; k < b->pin_count; ++k) {
        run_pin* p = &b->pins[k];
        p->before = p->target;
        if (v3_dot(p->velocity, p->velocity) == 0.0 || r->time >= p->until)
            continue;
        p->target = v3_add(p->target, v3_scale(p->velocity, r->dt));
        supple_body_move_pin(b->body, p->id, floats(p->target));
    }
    // beyond 1e9 N it is refused, and counted
    uint32_t refused = supple_body_stats(b->body).rejected;
    if (r->time < b->push.until)
        supple_body_force(b->body, b->push.at, floats(b->push.force));
    b->push.acts = r->time < b->push.until && supple_body_stats(b->body).rejected == refused;
}

static double chance(world_run* r) {
    r->random = r->random * 6364136223846793005u + 1442695040888963407u;
    return (double)(r->random >> 11) / 9007199254740992.0;
}

// Colliders that come are anywhere, in bodies too: all are watched anew.
static void come_and_go(world_run* r) {
    bool came = false;
    for (int32_t i = 0; i < r->script->collider_count; ++i) {
        bool there = script_collider_there(&r->script->colliders[i], r->time),
             was = r->colliders[i].generation != 0;
        if (there && !was)
            make_collider(r, i);
        if (!there && was) {
            supple_world_remove_collider(r->world, r->colliders[i]);
            r->colliders[i] = (supple_collider){0};
        }
        came |= there && !was;
    }
    for (int32_t i = 0; i < r->script->body_count && came; ++i)
        if (r->bodies[i].in && !r->bodies[i].driven && !r->bodies[i].lifted)
            books_watch(r, i);
}

bool run_before(world_run* r) {
    const world_script* s = r->script;
    if (r->time >= s->seconds || r->m.broken)
        return false;
    r->dt = s->dt * (1.0 + s->jitter * (2.0 * chance(r) - 1.0));
    if (s->hitch > 0.0 && ++r->frame % s->hitch_every == 0)
        r->dt = s->hitch;
    come_and_go(r);
    for (; r->next_event < s->event_count && s->events[r->next_event].time <= r->time;
         ++r->next_event) {
        const script_event* e = &s->events[r->next_event];
        if (e->deed == SCRIPT_REMOVE)
            deeds_leave(r, e->body);
        else
            deeds_act(r, e);
    }
    for (int32_t i = 0; i < s->body_count; ++i) {
        const script_body* b = &s->bodies[i];
        bool due = b->enters > 0.0 && r->time >= b->enters && r->time - r->dt < b->enters;
        if (!r->bodies[i].in && due)
            enter(r, i);
        if (r->time >= b->leaves)
            deeds_leave(r, i);
        if (r->bodies[i].in)
            carry_on(r, i);
    }
    for (int32_t i = 0; i < s->collider_count; ++i) {
        const script_collider* c = &s->colliders[i];
        if (c->rides > 0 || !(c->path.until > r->time) || r->colliders[i].generation == 0)
            continue;
        supple_matrix pose = script_path_pose(&c->path, c->turn, c->place, r->time + r->dt);
        supple_world_move_collider(r->world, r->colliders[i], &pose);
    }
    books_open(r);
    return true;
}

void run_step(world_run* r) {
    supple_world_step(r->world, (float)r->dt);
}

void run_after(world_run* r) {
    books_close(r);
    r->time += r->dt;
}

bool run_frame(world_run* r) {
    if (!run_before(r))
        return false;
    run_step(r);
    run_after(r);
    return true;
}
