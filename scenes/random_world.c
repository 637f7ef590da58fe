// How worlds are drawn.
// SPDX-License-Identifier: MIT
#include "scenes/random_world.h"

#include "runtime/math/exact.h"
#include "scenes/random_draw.h"
#include "scenes/random_game.h"
#include "scenes/random_joint.h"

#include <math.h>
#include <string.h>

// ---- bodies ----------------------------------------------------------------------------

static void draw_flesh(draw* d, script_body* b) {
    double hang = sqrt(9.81 / (0.15 * b->size)) / (2.0 * EXACT_PI); // Hz at which it sags by 0.15
    b->first = chance(d, 0.5) ? hang * log_even(d, 1.0, 10.0) : log_even(d, 0.3, 20000.0);
    b->first = within(b->first, 0.3, 20000.0);
    b->modes = chance(d, 0.2) ? whole(d, 1, 3) : chance(d, 0.2) ? 60 : whole(d, 4, 24);
    b->ratio = chance(d, 0.1) ? 0.0 : log_even(d, 0.02, 1.0);
    b->limit = chance(d, 0.2) ? log_even(d, 0.05, 1.0) : 0.25;
}

static script_body draw_body(draw* d) {
    script_body b = script_body_default((script_kind)whole(d, SCRIPT_CUBE, SCRIPT_ROD));
    b.size = within(d->size * log_even(d, 0.32, 3.2), 0.001, 100.0);
    b.density = log_even(d, 0.3, 3.0);
    draw_flesh(d, &b);
    if (chance(d, 0.6))
        b.turn = any(d, 2.0);
    if (chance(d, 0.4))
        b.velocity = any(d, d->speed * log_even(d, 0.1, 5.0));
    if (chance(d, 0.2))
        b.spin = any(d, d->speed / b.size * log_even(d, 0.1, 5.0));
    draw_make_of(d, (d->s->seed & RANDOM_RIGID) != 0, &b);
    return b;
}

// In a loose grid above the floor; or into the one before, by a share of both sizes.
static void place_body(draw* d, script_body* b, int32_t i) {
    double wide = 3.4 * d->size, floor = -d->s->room;
    int32_t column = i % 3 - 1, layer = i / 9, row = i / 3 % 3 - 1;
    b->place = v3(wide * column, floor + wide * (0.5 + layer), wide * row);
    b->place = v3_add(b->place, any(d, 0.2 * d->size));
    if (i == 0 || d->s->bodies[i - 1].driven || !chance(d, 0.25))
        return;
    const script_body* other = &d->s->bodies[i - 1];
    double reach = 0.5 * (b->size + other->size);
    reach *= chance(d, 0.3) ? 0.1 : even(d, 0.5, 1.0);
    vec3 displacement = v3_unit(any(d, 1.0));
    displacement.y = fabs(displacement.y);
    b->place = v3_add(other->place, v3_scale(displacement, reach));
}

static void draw_figure(draw* d) {
    script_body b = script_body_default(SCRIPT_FIGURE);
    b.size = within(d->size * log_even(d, 2.0, 8.0), 0.002, 100.0);
    draw_flesh(d, &b);
    b.first = fmin(b.first, 100.0);
    b.driven = true;
    b.place = v3(-2.0 * b.size, 0.5 * b.size, 0.0);
    b.path = (script_path){.velocity = v3(d->speed * log_even(d, 0.2, 3.0), 0.0, 0.0),
                           .swing = v3(0.0, 0.02 * b.size, 0.02 * b.size),
                           .rate = 2.5,
                           .until = 0.6 * d->s->seconds};
    b.bend = even(d, 0.0, 0.4);
    int32_t i = script_add_body(d->s, b);
    if (chance(d, 0.4))
        script_add_collider(d->s, (script_collider){.kind = SUPPLE_SPHERE,
                                                    .radius = 0.2 * b.size,
                                                    .friction = -1.0,
                                                    .place = v3(0.3 * b.size, 0.2 * b.size, 0.0),
                                                    .rides = i + 1});
}

// ---- surroundings ----------------------------------------------------------------------

static void draw_collider(draw* d) {
    static const supple_shape_kind kinds[7] = {SUPPLE_SPHERE,  SUPPLE_CAPSULE, SUPPLE_BOX,
                                               SUPPLE_MESH,    SUPPLE_HULL,    SUPPLE_HEIGHTS,
                                               SUPPLE_COMPOUND};
    int32_t last = (d->s->seed & RANDOM_RIGID) != 0 ? 6 : 3;
    script_collider c = {.kind = kinds[whole(d, 0, last)], .friction = -1.0};
    c.radius = d->size * log_even(d, 0.2, 3.0);
    c.half.x = d->size * log_even(d, 0.3, 6.0);
    c.half.y = d->size * log_even(d, 0.02, 2.0);
    c.half.z = d->size * log_even(d, 0.3, 6.0);
    c.place = any(d, 3.0 * d->size);
    c.place.y = -0.5 * d->size * even(d, 0.0, 1.0);
    if (chance(d, 0.3))
        c.turn = any(d, 1.5);
    if (chance(d, 0.4)) {
        c.path.velocity = any(d, d->speed * log_even(d, 0.05, 2.0));
        c.path.until = d->s->seconds * even(d, 0.1, 0.6);
        if (chance(d, 0.3))
            c.path.spin = any(d, 3.0);
        if (chance(d, 0.3)) {
            c.path.swing = any(d, d->size);
            c.path.rate = log_even(d, 0.3, 5.0);
        }
    }
    script_add_collider(d->s, c);
}

// ---- events ----------------------------------------------------------------------------

static void draw_event(draw* d) {
    world_script* s = d->s;
    script_event e = {.time = s->seconds * even(d, 0.0, 0.5)};
    e.body = whole(d, 0, s->body_count - 1);
    e.vertex = (uint32_t)(bits(d) & 0xffff);
    const script_body* b = &s->bodies[e.body];
    double strong = log_even(d, 0.1, 10.0) * d->speed;
    static const script_deed deeds[12] = {
        SCRIPT_KICK, SCRIPT_KICK,     SCRIPT_KICK,     SCRIPT_PUSH, SCRIPT_THROW, SCRIPT_TELEPORT,
        SCRIPT_PIN,  SCRIPT_TELEPORT, SCRIPT_TELEPORT, SCRIPT_PIN,  SCRIPT_UNPIN, SCRIPT_TUNE};
    e.deed = deeds[whole(d, 0, 11)];
    if (chance(d, 0.05))
        e.deed = SCRIPT_REMOVE;
    if (b->driven)
        return;
    e.amount = even(d, 0.0, 0.3) * s->seconds;
    if (e.deed == SCRIPT_KICK)
        e.by = any(d, script_mass(b) * strong);
    else if (e.deed == SCRIPT_PUSH)
        e.by = any(d, script_mass(b) * 9.81 * log_even(d, 0.3, 10.0));
    else if (e.deed == SCRIPT_THROW)
        e.by = any(d, strong);
    else if (e.deed == SCRIPT_PIN && chance(d, 0.5))
        e.by = any(d, 0.3 * strong);
    else if (e.deed == SCRIPT_TUNE)
        e.amount = log_even(d, 0.1, 10.0);
    if (e.deed == SCRIPT_TELEPORT) {
        const script_body* to = &s->bodies[whole(d, 0, s->body_count - 1)];
        e.by = v3_add(to->place, any(d, 0.6 * to->size));
        e.by.y = fmax(e.by.y, 0.5 * b->size - (s->room > 0.0 ? s->room : 0.0));
    }
    script_add_event(s, e);
}

static bool comes_to_rest(const world_script* s) {
    bool rests = s->joint_count == 0 && s->friction > 0.1;
    for (int32_t i = 0; i < s->body_count; ++i)
        rests &= s->bodies[i].restitution < 0.9;
    for (int32_t i = 0; i < s->body_count; ++i)
        rests &= s->bodies[i].ratio >= 0.05 && s->bodies[i].kind != SCRIPT_BALL &&
                 s->bodies[i].kind != SCRIPT_TORUS; // what is round rolls on
    for (int32_t i = 0; i < s->event_count; ++i)
        rests &= s->events[i].deed != SCRIPT_PIN && s->events[i].deed != SCRIPT_LEVER;
    for (int32_t i = 0; i < s->collider_count; ++i)
        rests &= s->colliders[i].kind == SUPPLE_PLANE; // a room, or ground
    return rests;
}

// ---- worlds ----------------------------------------------------------------------------

static void draw_time(draw* d) {
    world_script* s = d->s;
    s->dt = chance(d, 0.7) ? 1.0 / 60.0 : log_even(d, 0.001, 0.1);
    s->jitter = chance(d, 0.2) ? even(d, 0.0, 0.8) : 0.0;
    s->seconds = 90.0 * s->dt;
}

// Two boxes that close on a body from either side, leave it about its size, and wait.
static void draw_press(draw* d, const script_body* b) {
    double room = even(d, 0.8, 1.4) * b->size, far = 1.5 * b->size,
           speed = d->speed * log_even(d, 0.05, 1.0);
    for (int i = 0; i < 2; ++i) {
        double side = i == 0 ? -1.0 : 1.0;
        script_add_collider(
            d->s, (script_collider){.kind = SUPPLE_BOX,
                                    .half = v3(b->size, 3.0 * b->size, 3.0 * b->size),
                                    .friction = -1.0,
                                    .place = v3_add(b->place, v3(side * (far + b->size), 0.0, 0.0)),
                                    .path = {.velocity = v3(-side * speed, 0.0, 0.0),
                                             .until = (far - 0.5 * room) / speed}});
    }
}

// A figure that comes from the other side, into the one that is there.
static void draw_second_figure(draw* d, script_body figure) {
    figure.place.x = -figure.place.x;
    figure.path.velocity = v3_scale(figure.path.velocity, -even(d, 0.3, 1.0));
    script_add_body(d->s, figure);
}

// The figure comes down on a body, leaves it about its size or less, and goes up again.
static void draw_step_on(draw* d, script_body* figure, script_body* b) {
    double room = even(d, 0.4, 1.2) * b->size, high = b->size * even(d, 0.3, 1.0);
    b->place = v3_add(figure->place, any(d, 0.1 * figure->size));
    b->place.y = 0.5 * b->size;
    figure->place.y = 0.5 * figure->size + room + high;
    figure->path = (script_path){.swing = v3(0.0, -high, 0.0),
                                 .rate = 0.5 / figure->path.until,
                                 .until = figure->path.until};
}

// So many points of a body pulled as many ways.
static void draw_pins(draw* d, int32_t body) {
    double time = d->s->seconds * even(d, 0.0, 0.3), strong = d->speed * log_even(d, 0.03, 0.3);
    for (int32_t i = whole(d, 5, 64); i > 0; --i) {
        script_event e = {.time = time, .deed = SCRIPT_PIN, .body = body};
        e.vertex = (uint32_t)(bits(d) & 0xffff);
        e.by = any(d, strong);
        e.amount = 0.3 * d->s->seconds;
        script_add_event(d->s, e);
    }
}

// A body, or a figure, that holds one of its points where it is by a force at another; free ones do so by the point itself.
static void draw_lever(draw* d, int32_t body) {
    script_event e = {
        .time = d->s->seconds * even(d, 0.0, 0.3), .deed = SCRIPT_LEVER, .body = body};
    e.vertex = (uint32_t)(bits(d) & 0xffff);
    e.by = any(d, d->speed * log_even(d, 0.01, 0.1));
    e.amount = 0.3 * d->s->seconds;
    if (script_pin_count(d->s, body) == 0)
        script_add_event(d->s, e);
}

// Drawn last, so that a world without them is as it was before there were any.
static void draw_more(draw* d, int32_t bodies) {
    script_body* b = &d->s->bodies[whole(d, 0, bodies - 1)];
    bool figure = d->s->body_count > bodies;
    if (chance(d, 0.1))
        b->modes = whole(d, 1, 60);
    if (figure && chance(d, 0.4)) { // a body in the figure
        const script_body* other = &d->s->bodies[bodies];
        b->place = v3_add(other->place, any(d, 0.2 * other->size));
    } else if (chance(d, 0.06)) {
        draw_press(d, b);
    }
    if (figure && chance(d, 0.3))
        draw_second_figure(d, d->s->bodies[bodies]);
    else if (figure && chance(d, 0.3))
        draw_step_on(d, &d->s->bodies[bodies], b);
    if (chance(d, 0.04))
        draw_pins(d, whole(d, 0, bodies - 1));
    for (int32_t i = 0; i < bodies && figure && chance(d, 0.4); ++i)
        draw_tie(d, i, bodies);
    if (chance(d, 0.05))
        draw_lever(d, whole(d, 0, d->s->body_count - 1));
}

static void draw_world(draw* d) {
    world_script* s = d->s;
    d->size = log_even(d, 0.003, 30.0);
    d->speed = sqrt(9.81 * d->size);
    draw_time(d);
    s->friction = chance(d, 0.2) ? even(d, 0.0, 0.1) : even(d, 0.2, 1.0);
    double few = even(d, 0.0, 1.0);
    int32_t bodies = 1 + (int32_t)(8.0 * few * even(d, 0.0, 1.0));
    bool room = chance(d, 0.5);
    if (room)
        script_add_room(s, 7.0 * d->size);
    else
        script_add_ground(s);
    for (int32_t i = 0; i < bodies; ++i) {
        script_body b = draw_body(d);
        place_body(d, &b, i);
        b.place.y = fmax(b.place.y, 0.3 * b.size - s->room);
        if (chance(d, 0.1))
            b.enters = s->seconds * even(d, 0.1, 0.5);
        script_add_body(s, b);
    }
    if (!room && chance(d, 0.15))
        draw_figure(d);
    for (int32_t i = whole(d, 0, 4) - 2; i > 0; --i)
        draw_collider(d);
    double joined = (s->seed & RANDOM_JOINTS) != 0 ? 0.8 : 0.25;
    for (int32_t i = 0; i < bodies && chance(d, joined); ++i)
        draw_joint(d, i);
    for (int32_t i = whole(d, 0, 4); i > 0; --i)
        draw_event(d);
    draw_more(d, bodies);
}

// One number of the script, or one thing more.
static void change_world(draw* d) {
    world_script* s = d->s;
    script_body* b = &s->bodies[whole(d, 0, s->body_count - 1)];
    d->size = b->size;
    d->speed = sqrt(9.81 * d->size);
    double by = log_even(d, 0.25, 4.0);
    switch (whole(d, 0, 11)) {
    case 0:
        b->first = within(b->first * by, 0.3, 20000.0);
        break;
    case 1:
        b->ratio = chance(d, 0.3) ? 0.0 : b->ratio * by;
        break;
    case 2:
        b->modes = whole(d, 1, 60);
        break;
    case 3:
        b->place = v3_add(b->place, any(d, 0.3 * b->size));
        break;
    case 4:
        b->velocity = v3_add(b->velocity, any(d, d->speed * by));
        break;
    case 5:
        b->turn = any(d, 2.0);
        break;
    case 6:
        s->dt = within(s->dt * by, 0.001, 0.1);
        break;
    case 7:
        b->size = within(b->size * by, 0.001, 100.0);
        break;
    case 8:
        b->spin = any(d, d->speed / b->size * by);
        break;
    case 9:
        b->limit = within(b->limit * by, 0.02, 1.0);
        break;
    case 10:
        if (s->event_count > 0 && chance(d, 0.5)) {
            script_event* e = &s->events[whole(d, 0, s->event_count - 1)];
            e->by = v3_scale(e->by, by);
            e->vertex = (uint32_t)(bits(d) & 0xffff);
        } else {
            draw_event(d);
        }
        break;
    default:
        if (s->body_count < 10) {
            script_body more = draw_body(d);
            more.place = v3_add(b->place, any(d, 0.8 * b->size));
            more.place.y = fmax(more.place.y, b->place.y);
            script_add_body(s, more);
        }
    }
}

void random_world(const uint64_t* numbers, int32_t count, world_script* out) {
    char name[32];
    snprintf(name, sizeof name, "%016llx", (unsigned long long)numbers[0]);
    script_begin(out, name);
    out->seed = numbers[0];
    for (int32_t i = 0; i < count; ++i) {
        draw d = {.state = numbers[i], .s = out};
        if (i == 0) {
            draw_world(&d);
            if ((numbers[0] & RANDOM_GAME) != 0)
                draw_game(&d);
        } else {
            change_world(&d);
        }
    }
    out->rests = comes_to_rest(out);
}
