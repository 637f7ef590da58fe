// How games are drawn.
// SPDX-License-Identifier: MIT
#include "scenes/random_game.h"

#include "scenes/random_world.h"

#include "runtime/math/exact.h"

#include <math.h>

// A moment in the first half of the world's time.
static double moment(draw* d) {
    return d->s->seconds * even(d, 0.05, 0.5);
}

// One that moves by itself.
static int32_t any_free(draw* d) {
    int32_t body = whole(d, 0, d->s->body_count - 1);
    for (int32_t i = 0; i < d->s->body_count && d->s->bodies[body].driven; ++i)
        body = (body + 1) % d->s->body_count;
    return body;
}

// ... and that nothing holds.
static bool is_held(const world_script* s, int32_t body) {
    bool held = script_pin_count(s, body) > 0;
    for (int32_t i = 0; i < s->joint_count; ++i)
        held |= s->joints[i].body == body || s->joints[i].other == body;
    return held;
}

// A make that a stack or a jet is of, damped enough to come to rest.
static script_body draw_make(draw* d) {
    static const script_kind kinds[4] = {SCRIPT_CUBE, SCRIPT_SLAB, SCRIPT_BALL, SCRIPT_TORUS};
    script_body b = script_body_default(kinds[whole(d, 0, 3)]);
    b.size = within(d->size * log_even(d, 0.3, 1.0), 0.001, 100.0);
    double hang = sqrt(9.81 / (0.15 * b.size)) / (2.0 * EXACT_PI);
    b.first = within(hang * log_even(d, 2.0, 30.0), 0.3, 20000.0);
    b.ratio = log_even(d, 0.05, 0.7);
    b.modes = whole(d, 4, 24);
    draw_make_of(d, (d->s->seed & RANDOM_RIGID) != 0, &b);
    return b;
}

// Bodies of one make, one every frame or every few, from one place.
static void pour(draw* d) {
    script_body b = draw_make(d);
    double from = moment(d), apart = d->s->dt * whole(d, 1, 4);
    b.place =
        v3(even(d, -1.0, 1.0) * d->size, 2.0 * d->size - d->s->room, even(d, -1.0, 1.0) * d->size);
    b.velocity = any(d, d->speed * log_even(d, 0.2, 3.0));
    for (int32_t i = whole(d, 6, 16); i > 0; --i) {
        b.enters = from + apart * i;
        b.turn = any(d, 2.0);
        script_add_body(d->s, b);
    }
}

static double height_of(const script_body* b) {
    return b->size * (b->kind == SCRIPT_SLAB ? 0.2 : b->kind == SCRIPT_TORUS ? 0.28 : 1.0);
}

// On the ground, on a figure or on a lift; what is in it is taken away, retuned, struck or lifted.
static void stack(draw* d) {
    world_script* s = d->s;
    script_body b = draw_make(d);
    int32_t first = s->body_count, count = whole(d, 3, 9);
    const script_body* below = &s->bodies[s->body_count - 1];
    vec3 foot = v3(even(d, -2.0, 2.0) * d->size, -s->room, even(d, -2.0, 2.0) * d->size);
    if (below->driven && chance(d, 0.7)) // it stands on its head
        foot = v3_add(below->place, v3(0.0, 0.5 * below->size, 0.0));
    for (int32_t i = 0; i < count; ++i) {
        b.place = v3_add(foot, v3(0.0, height_of(&b) * (0.52 + 1.02 * i), 0.0));
        script_add_body(s, b);
    }
    for (int32_t i = whole(d, 1, 4); i > 0; --i) {
        static const script_deed deeds[5] = {SCRIPT_REMOVE, SCRIPT_TUNE, SCRIPT_TUNE, SCRIPT_KICK,
                                             SCRIPT_LIFT};
        script_event e = {.time = moment(d), .deed = deeds[whole(d, 0, 4)]};
        e.body = first + whole(d, 0, count - 1) * (int32_t)chance(d, 0.5);
        e.vertex = (uint32_t)(bits(d) & 0xffff);
        e.amount = e.deed == SCRIPT_TUNE ? log_even(d, 0.02, 50.0) : 0.2 * s->seconds;
        e.by = any(d, d->speed * log_even(d, 0.05, 1.0));
        if (e.deed == SCRIPT_KICK)
            e.by = v3_scale(e.by, script_mass(&b));
        if (e.body < s->body_count)
            script_add_event(s, e);
    }
}

// All bodies weigh something else for a while.
static void flip(draw* d) {
    static const double times[6] = {-1.0, 0.0, 3.0, -0.3, 8.0, 0.1};
    double from = moment(d), lasts = d->s->seconds * even(d, 0.05, 0.3),
           amount = times[whole(d, 0, 5)];
    for (int32_t i = 0; i < d->s->body_count; ++i) {
        script_event e = {.time = from, .deed = SCRIPT_WEIGH, .body = i, .amount = amount};
        e.by.x = lasts;
        script_add_event(d->s, e);
        e.time += lasts;
        e.amount = 1.0;
        e.by.x = 0.0;
        script_add_event(d->s, e);
    }
}

// In a body, or near it.
static void appear(draw* d) {
    static const supple_shape_kind kinds[3] = {SUPPLE_SPHERE, SUPPLE_CAPSULE, SUPPLE_BOX};
    const script_body* b = &d->s->bodies[any_free(d)];
    script_collider c = {.kind = kinds[whole(d, 0, 2)], .friction = -1.0};
    c.radius = b->size * log_even(d, 0.1, 1.0);
    c.half.x = b->size * log_even(d, 0.1, 2.0);
    c.half.y = b->size * log_even(d, 0.05, 1.0);
    c.half.z = b->size * log_even(d, 0.1, 2.0);
    c.place = v3_add(b->place, any(d, 0.5 * b->size));
    c.place.y = chance(d, 0.5) ? c.place.y : 0.3 * b->size - d->s->room; // where it has fallen to
    c.turn = any(d, 1.5);
    c.enters = moment(d);
    if (chance(d, 0.5))
        c.leaves = c.enters + moment(d);
    script_add_collider(d->s, c);
}

static void hitch(draw* d) {
    world_script* s = d->s;
    if (chance(d, 0.5))
        s->dt = log_even(d, 0.001, 0.004);
    s->hitch = even(d, 0.03, 0.1);
    s->hitch_every = whole(d, 2, 20);
    s->seconds = 90.0 * (s->dt + s->hitch / s->hitch_every);
}

// Two pass through each other, and are solid again wherever they are then.
static void haunt(draw* d) {
    double from = moment(d), lasts = d->s->seconds * even(d, 0.05, 0.4);
    for (int i = 0; i < 2; ++i)
        script_add_event(
            d->s, (script_event){
                      .time = from, .deed = SCRIPT_GHOST, .body = any_free(d), .amount = lasts});
}

static void doze(draw* d) {
    for (int32_t i = whole(d, 1, 4); i > 0; --i)
        script_add_event(
            d->s, (script_event){.time = moment(d), .deed = SCRIPT_SLEEP, .body = any_free(d)});
}

// A body becomes a lift.
static void carry(draw* d) {
    int32_t body = any_free(d);
    script_event e = {.time = moment(d), .deed = SCRIPT_LIFT, .body = body};
    e.amount = d->s->seconds * even(d, 0.05, 0.4);
    e.by = any(d, d->speed * log_even(d, 0.05, 0.5));
    e.by.y = fabs(e.by.y);
    if (!is_held(d->s, body))
        script_add_event(d->s, e);
}

static void spring_back(draw* d) {
    double most = even(d, 0.2, 1.0);
    for (int32_t i = 0; i < d->s->body_count; ++i)
        d->s->bodies[i].restitution = chance(d, 0.7) ? most : 0.0;
}

void draw_game(draw* d) {
    static void (*const games[9])(draw*) = {hitch, pour, stack, appear,     flip,
                                            haunt, doze, carry, spring_back};
    for (int32_t i = whole(d, 1, 3); i > 0; --i)
        games[whole(d, 0, 8)](d);
}
