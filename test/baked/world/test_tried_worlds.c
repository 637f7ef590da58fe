// Worlds that a level designer builds on the second day and that no generator draws: they keep the laws of the others.
//
// Of sixty that were tried these came nearest to a bound of depth, speed or rest. Energy is never above what was put
// in, nothing is through anything, all lie still within five seconds of the last deed.
// SPDX-License-Identifier: MIT
#include "runtime/body/body.h"
#include "scenes/world_run.h"
#include "test/kit/check.h"

#include <math.h>

static script_body at(script_kind kind, double x, double y, double z) {
    script_body b = script_body_default(kind);
    b.place = v3(x, y, z);
    return b;
}

static script_collider box(vec3 half, vec3 middle) {
    return (script_collider){.kind = SUPPLE_BOX, .half = half, .friction = -1.0, .place = middle};
}

// ---- worlds ----------------------------------------------------------------------------

static void born_in_a_box(world_script* s) {
    script_add_ground(s);
    script_add_collider(s, box(v3(0.3, 0.3, 0.3), v3(0.0, 0.3, 0.0)));
    for (int i = 0; i < 4; ++i)
        script_add_body(s, at((script_kind)i, 0.25 - 0.05 * i, 0.5 - 0.02 * i, 0.03 * i));
}

static void in_a_lift(world_script* s) {
    script_add_ground(s);
    script_collider floor = box(v3(0.5, 0.05, 0.5), v3(0.0, 0.06, 0.0));
    floor.path = (script_path){.swing = v3(0.0, 0.5, 0.0), .rate = 1.5, .until = 2.0};
    script_add_collider(s, floor);
    for (int i = 0; i < 5; ++i)
        script_add_body(
            s, at(i % 2 != 0 ? SCRIPT_CUBE : SCRIPT_JELLY, 0.02 * i, 0.17 + 0.11 * i, 0.0));
}

// 2 cm of metal at 300 m/s onto a mattress.
static void a_bullet(world_script* s) {
    script_add_ground(s);
    script_body mattress = at(SCRIPT_SLAB, 0.0, 0.06, 0.0), bullet = at(SCRIPT_BALL, 0.0, 3.0, 0.0);
    mattress.size = 0.6;
    mattress.first = 5.0;
    bullet.size = 0.02;
    bullet.density = 8.0;
    bullet.first = 2000.0;
    bullet.velocity = v3(0.0, -300.0, 0.0);
    script_add_body(s, mattress);
    script_add_body(s, bullet);
}

// A jelly on twelve rounded tips of 4 mm, and half a ton a cubic metre times ten on that.
static void on_nails(world_script* s) {
    script_add_ground(s);
    for (int i = 0; i < 12; ++i) {
        int row = i / 4;
        script_add_collider(
            s, (script_collider){.kind = SUPPLE_CAPSULE,
                                 .half = v3(0.0, 0.05, 0.0),
                                 .radius = 0.004,
                                 .friction = -1.0,
                                 .place = v3(0.03 * (i % 4) - 0.045, 0.05, 0.03 * row - 0.03)});
    }
    script_body heavy = at(SCRIPT_CUBE, 0.0, 0.5, 0.0);
    heavy.density = 5.0;
    heavy.first = 50.0;
    script_add_body(s, at(SCRIPT_JELLY, 0.0, 0.3, 0.0));
    script_add_body(s, heavy);
}

// Ten kicks a second for three seconds, at any vertex of four bodies in a room.
static void kicked_on(world_script* s) {
    script_add_room(s, 0.5);
    for (int i = 0; i < 4; ++i)
        script_add_body(s, at((script_kind)i, 0.2 * (i % 2), -0.3, i < 2 ? 0.0 : 0.2));
    for (int i = 0; i < 30; ++i)
        script_add_event(s, (script_event){.time = 0.1 * i,
                                           .deed = SCRIPT_KICK,
                                           .body = i % 4,
                                           .vertex = (uint32_t)(i * 37),
                                           .by = v3(3.0 * cos(i), 2.0, 3.0 * sin(i))});
}

// Three welded jellies hang from the world, and a wall swings through them.
static void hit_by_a_wall(world_script* s) {
    script_add_ground(s);
    for (int i = 0; i < 3; ++i) {
        script_add_body(s, at(SCRIPT_JELLY, 0.6, 0.8 - 0.1 * i, 0.0));
        script_add_joint(s, (script_joint){.kind = SUPPLE_JOINT_WELD,
                                           .body = i,
                                           .other = i - 1,
                                           .place = v3(0.6, 0.85 - 0.1 * i, 0.0)});
    }
    script_collider wall = box(v3(0.05, 0.5, 0.5), v3(0.0, 0.5, 0.0));
    wall.path = (script_path){.swing = v3(0.7, 0.0, 0.0), .rate = 0.7, .until = 3.0};
    script_add_collider(s, wall);
    s->rests = false;
}

// ---- laws ------------------------------------------------------------------------------

// Pebbles of a centimetre on a boulder of a metre, which comes first.
static void pebbles(world_script* s) {
    script_add_ground(s);
    script_body boulder = at(SCRIPT_SLAB, 0.0, 0.11, 0.0);
    boulder.size = 1.0;
    boulder.first = 8.0;
    script_add_body(s, boulder);
    for (int i = 0; i < 12; ++i) {
        script_body b =
            at((script_kind)(i % 3), 0.02 * (i % 4) - 0.03, 0.23, 0.02 * (i / 4) - 0.02);
        b.size = 0.01;
        b.first = 80.0;
        script_add_body(s, b);
    }
}

// Frames of a few to thirty milliseconds, in any order.
static void uneven_frames(world_script* s) {
    script_add_room(s, 0.3);
    s->jitter = 0.9;
    for (int i = 0; i < 14; ++i) {
        script_body b = at((script_kind)(i % 5), 0.14 * (i % 3 - 1), -0.2 + 0.13 * (i / 9),
                           0.14 * (i / 3 % 3 - 1));
        b.first = 15.0;
        script_add_body(s, b);
    }
}

// Two capsules that turn against each other draw soft bodies in.
static void rollers(world_script* s) {
    script_add_ground(s);
    for (int i = 0; i < 2; ++i)
        script_add_collider(s, (script_collider){.kind = SUPPLE_CAPSULE,
                                                 .radius = 0.1,
                                                 .half = v3(0.0, 0.3, 0.0),
                                                 .friction = 1.0,
                                                 .place = v3(i == 0 ? -0.13 : 0.13, 0.6, 0.0),
                                                 .turn = v3(1.5707963, 0.0, 0.0),
                                                 .path = {.spin = v3(0.0, 0.0, i == 0 ? -4.0 : 4.0),
                                                          .until = 4.0}});
    for (int i = 0; i < 3; ++i)
        script_add_body(s,
                        at(i % 2 != 0 ? SCRIPT_JELLY : SCRIPT_BALL, 0.01 * i, 0.8 + 0.15 * i, 0.0));
}

typedef struct tried {
    const char* name;
    void (*describe)(world_script* s);
    double seconds;
    double fastest; // m/s, of any point
} tried;

static const tried worlds[] = {
    {"born in a box", born_in_a_box, 6.0, 6.0},
    {"in a lift", in_a_lift, 7.0, 12.0},
    {"a bullet", a_bullet, 6.0, 301.0},
    {"on nails", on_nails, 5.0, 5.0},
    {"kicked on", kicked_on, 8.0, 100.0},
    {"hit by a wall", hit_by_a_wall, 5.0, 30.0},
    {"pebbles", pebbles, 4.0, 3.0},
    {"uneven frames", uneven_frames, 6.0, 6.0},
    {"rollers", rollers, 9.0, 8.0},
};

TEST(worlds_that_were_tried_keep_the_laws) {
    script_stock stock = script_stock_new();
    for (size_t i = 0; i < sizeof worlds / sizeof *worlds; ++i) {
        static world_script s;
        static world_run r;
        script_begin(&s, worlds[i].name);
        worlds[i].describe(&s);
        s.seconds = worlds[i].seconds;
        CHECK(run_begin(&r, &s, &stock));
        while (run_frame(&r)) {
        }
        const run_measures* m = &r.m;
        double work = (m->points + m->triangles + m->rows) / s.body_count;
        printf("    %-14s gain %.2g, at most %.3g m/s, depth %.3f, through %d, %d awake, last at "
               "%.2f s, work %.0f a body\n",
               worlds[i].name, m->gain, m->fastest, m->deepest, m->through, m->awake, m->last_awake,
               work);
        CHECK(!m->broken && m->gain < 0.01 && m->through == 0 && m->deepest < 0.3);
        CHECK(m->fastest < worlds[i].fastest && work < 200000.0);
        CHECK(!s.rests || m->awake == 0);
        if (worlds[i].describe == pebbles) // on it, not in it
            for (int32_t k = 1; k < s.body_count; ++k)
                CHECK(r.bodies[k].body->state->free.place[1] > 0.195);
        run_end(&r);
    }
    script_stock_close(&stock);
}

TEST_MAIN(CASE(worlds_that_were_tried_keep_the_laws))
