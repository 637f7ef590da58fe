// What stands in the hard worlds.
// SPDX-License-Identifier: MIT
#include "scenes/hard_worlds.h"

#include <math.h>
#include <string.h>

static script_body at(script_kind kind, double x, double y, double z) {
    script_body b = script_body_default(kind);
    b.place = v3(x, y, z);
    return b;
}

// The same numbers everywhere.
static double even(uint64_t* seed, double low, double high) {
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return low + (high - low) * (double)(*seed >> 11) / 9007199254740992.0;
}

static vec3 any(uint64_t* seed, double reach) {
    double x = even(seed, -reach, reach), y = even(seed, -reach, reach);
    return v3(x, y, even(seed, -reach, reach));
}

// ---- stacks ----------------------------------------------------------------------------

static void tower_of(world_script* s, script_kind kind, double first, double ratio) {
    script_add_ground(s);
    for (int i = 0; i < 10; ++i) {
        script_body b = at(kind, 0.0, 0.05 + 0.001 + 0.101 * i, 0.0);
        b.first = first;
        b.ratio = ratio;
        script_add_body(s, b);
    }
    s->seconds = 10.0;
}

static void tower_of_jellies(world_script* s) {
    tower_of(s, SCRIPT_JELLY, 4.1, 0.183);
}

static void tower_of_balls(world_script* s) {
    tower_of(s, SCRIPT_BALL, 20.0, 0.1);
    s->seconds = 20.0;
}

static void tower_of_stiff_jellies(world_script* s) {
    tower_of(s, SCRIPT_JELLY, 50.0, 0.5);
}

static void wooden_cubes(world_script* s) {
    script_add_ground(s);
    for (int i = 0; i < 5; ++i) {
        script_body b = at(SCRIPT_CUBE, 0.004 * (i % 3), 0.0505 + 0.101 * i, 0.003 * (i % 2));
        b.first = 13000.0;
        b.ratio = 0.01;
        b.density = 0.6;
        script_add_body(s, b);
    }
}

// A ton of one on a kilogram of another.
static void mass_ratio(world_script* s) {
    script_add_ground(s);
    script_body light = at(SCRIPT_CUBE, 0.0, 0.051, 0.0), heavy = at(SCRIPT_CUBE, 0.0, 0.153, 0.0);
    heavy.density = 1000.0;
    heavy.first = 30.0;
    script_add_body(s, light);
    script_add_body(s, heavy);
}

static void small_balls(world_script* s) {
    script_add_ground(s);
    for (int i = 0; i < 8; ++i) {
        int layer = i / 2;
        script_body b =
            at(SCRIPT_BALL, 0.00105 * (i % 2), 0.0006 + 0.00105 * layer, 0.0001 * (i % 3));
        b.size = 0.001;
        b.first = 200.0;
        script_add_body(s, b);
    }
}

// ---- overlaps --------------------------------------------------------------------------

static void overlap(world_script* s) {
    script_add_ground(s);
    script_add_body(s, at(SCRIPT_JELLY, 0.0, 0.06, 0.0));
    script_add_body(s, at(SCRIPT_JELLY, 0.01, 0.14, 0.005));
}

static void inside_a_ball(world_script* s) {
    script_add_ground(s);
    script_body b = at(SCRIPT_BALL, 0.0, 0.16, 0.0);
    b.size = 0.3;
    script_add_body(s, b);
    script_add_body(s, at(SCRIPT_CUBE, 0.02, 0.15, 0.01));
    s->seconds = 8.0;
}

static void teleport(world_script* s) {
    script_add_ground(s);
    script_add_body(s, at(SCRIPT_JELLY, 0.0, 0.055, 0.0));
    script_add_body(s, at(SCRIPT_JELLY, 0.5, 0.055, 0.0));
    script_add_event(
        s,
        (script_event){.time = 1.0, .deed = SCRIPT_TELEPORT, .body = 1, .by = v3(0.03, 0.06, 0.0)});
    s->seconds = 6.0;
}

// ---- characters ------------------------------------------------------------------------

static script_body figure_of(double size, double x, double y) {
    script_body b = at(SCRIPT_FIGURE, x, y, 0.0);
    b.size = size;
    b.driven = true;
    b.first = 4.0;
    b.limit = 0.1;
    return b;
}

static void running_character(world_script* s) {
    script_add_ground(s);
    script_body figure = figure_of(1.8, -2.0, 0.92);
    figure.path =
        (script_path){v3(2.4, 0.0, 0.0), v3(0.0, 0.0, 0.0), v3(0.0, 0.04, 0.03), 2.5, 0.0, 1.8};
    figure.bend = 0.15;
    script_add_body(s, figure);
    for (int i = 0; i < 9; ++i) {
        static const script_kind kinds[3] = {SCRIPT_CUBE, SCRIPT_BALL, SCRIPT_TORUS};
        int column = i / 3;
        script_body b = at(kinds[i % 3], 0.3 * column, 0.16 + 0.31 * (i % 3), 0.12 * (i % 2));
        b.size = 0.3;
        b.first = 12.0;
        script_add_body(s, b);
    }
    s->seconds = 8.0;
}

// Two walk into each other and stay there, bent.
static void two_figures(world_script* s) {
    script_add_ground(s);
    for (int i = 0; i < 2; ++i) {
        double side = i == 0 ? -1.0 : 1.0;
        script_body b = figure_of(1.8, side * 1.5, 0.92);
        b.path = (script_path){.velocity = v3(-side, 0.0, 0.0),
                               .swing = v3(0.0, 0.02, 0.0),
                               .rate = 2.0,
                               .until = 1.2};
        b.bend = 0.2;
        script_add_body(s, b);
    }
}

// A figure comes down on a jelly, leaves it 6 of its 10 cm for a while, and goes up again.
static void under_a_figure(world_script* s) {
    script_add_ground(s);
    script_body b = figure_of(1.8, 0.0, 0.9 + 0.06 + 0.1);
    b.path = (script_path){.swing = v3(0.0, -0.1, 0.0), .rate = 0.25, .until = 2.0};
    script_add_body(s, b);
    script_add_body(s, at(SCRIPT_JELLY, 0.02, 0.055, 0.01));
    s->seconds = 8.0;
}

// ---- joints and pins -------------------------------------------------------------------

static void hung_jellies(world_script* s) {
    for (int i = 0; i < 6; ++i) {
        script_add_body(s, at(SCRIPT_JELLY, 0.0, -0.05 - 0.1 * i, 0.0));
        script_add_joint(s, (script_joint){.kind = SUPPLE_JOINT_POINT,
                                           .body = i,
                                           .other = i - 1,
                                           .place = v3(0.0, -0.1 * i, 0.0)});
    }
    script_add_event(
        s, (script_event){
               .time = 0.5, .deed = SCRIPT_KICK, .body = 5, .vertex = 40, .by = v3(4.0, 1.0, 2.0)});
    s->seconds = 10.0;
    s->rests = false;
}

// Eight rods of 28 g, the last one struck at a vertex that weighs a sixteenth of it.
static void struck_rods(world_script* s) {
    for (int i = 0; i < 8; ++i) {
        script_body b = at(SCRIPT_ROD, 0.0, -0.05 - 0.1 * i, 0.0);
        b.first = 2000.0;
        script_add_body(s, b);
        script_add_joint(s, (script_joint){.kind = SUPPLE_JOINT_POINT,
                                           .body = i,
                                           .other = i - 1,
                                           .place = v3(0.0, -0.1 * i, 0.0)});
    }
    script_add_event(
        s,
        (script_event){
            .time = 0.5, .deed = SCRIPT_KICK, .body = 7, .vertex = 20, .by = v3(0.28, 0.0, 0.0)});
    s->seconds = 3.0;
    s->rests = false;
}

static void pinned_jelly(world_script* s) {
    script_add_body(s, at(SCRIPT_JELLY, 0.0, 0.0, 0.0));
    script_add_event(s, (script_event){.time = 0.0, .deed = SCRIPT_PIN, .vertex = 0});
    script_add_event(
        s,
        (script_event){.time = 0.5, .deed = SCRIPT_KICK, .vertex = 300, .by = v3(12.0, 0.0, 16.0)});
    s->seconds = 20.0;
    s->rests = false;
}

// 64 points of one jelly are pulled 64 ways, three of its sizes far, and let go.
static void many_pins(world_script* s) {
    uint64_t seed = 64;
    script_add_ground(s);
    script_add_body(s, at(SCRIPT_JELLY, 0.0, 0.3, 0.0));
    for (uint32_t i = 0; i < 64; ++i)
        script_add_event(s, (script_event){.time = 0.1,
                                           .deed = SCRIPT_PIN,
                                           .vertex = 9 * i,
                                           .by = any(&seed, 0.3),
                                           .amount = 1.0});
    script_add_event(s, (script_event){.time = 2.0, .deed = SCRIPT_UNPIN});
    s->seconds = 8.0;
}

// ---- piles -----------------------------------------------------------------------------

static void box_of_twenty(world_script* s) {
    uint64_t seed = 20;
    script_add_room(s, 0.3);
    for (int i = 0; i < 20; ++i) {
        static const script_kind kinds[5] = {SCRIPT_CUBE, SCRIPT_BALL, SCRIPT_TORUS, SCRIPT_SLAB,
                                             SCRIPT_ROD};
        int layer = i / 9, row = i / 3 % 3 - 1;
        script_body b = at(kinds[i % 5], 0.15 * (i % 3 - 1), -0.2 + 0.12 * layer, 0.15 * row);
        b.size = even(&seed, 0.08, 0.14);
        b.turn = any(&seed, 1.5);
        b.velocity = any(&seed, 1.0);
        b.first = 15.0;
        script_add_body(s, b);
    }
    s->seconds = 20.0;
}

static void pile_of_fifty(world_script* s) {
    uint64_t seed = 50;
    script_add_ground(s);
    for (int i = 0; i < 50; ++i) {
        int layer = i / 9, row = i / 3 % 3 - 1;
        script_body b =
            at((script_kind)(i % 3), 0.13 * (i % 3 - 1), 0.1 + 0.14 * layer, 0.13 * row);
        b.place = v3_add(b.place, any(&seed, 0.015));
        b.turn = any(&seed, 1.0);
        b.first = 15.0;
        script_add_body(s, b);
    }
    s->seconds = 8.0;
}

static void pile_of_tori(world_script* s) {
    script_add_ground(s);
    for (int i = 0; i < 9; ++i) {
        script_body b = at(SCRIPT_TORUS, 0.04 * (i % 3 - 1), 0.2 + 0.32 * i, 0.04 * (i % 2));
        b.size = 0.3;
        b.first = 12.0;
        b.ratio = 0.2;
        b.turn = i % 2 != 0 ? v3(0.3 * i, 0.0, 0.0) : v3(0.0, 0.0, 0.3 * i);
        script_add_body(s, b);
    }
    s->seconds = 10.0;
}

// ---- walls -----------------------------------------------------------------------------

// Two walls close on it to a fifth of its width, wait and part again.
static void squeezed_jelly(world_script* s) {
    script_add_ground(s);
    script_add_body(s, at(SCRIPT_JELLY, 0.0, 0.055, 0.0));
    for (int i = 0; i < 2; ++i) {
        double side = i == 0 ? -1.0 : 1.0;
        script_add_collider(
            s, (script_collider){.kind = SUPPLE_BOX,
                                 .half = v3(0.05, 0.3, 0.3),
                                 .friction = -1.0,
                                 .place = v3(side * 0.11, 0.3, 0.0),
                                 .path = {.velocity = v3(-side * 0.05, 0.0, 0.0), .until = 1.0}});
    }
    s->seconds = 5.0;
    s->rests = false;
}

static void bouncing_ball(world_script* s, double hertz, double damped) {
    script_add_ground(s);
    script_body b = at(SCRIPT_BALL, 0.0, 0.35, 0.0);
    b.size = 0.2;
    b.first = 15.0;
    b.ratio = 0.1 * damped;
    script_add_body(s, b);
    s->dt = 1.0 / hertz;
    s->seconds = 1.0;
    s->rests = false;
}

static void ball_30(world_script* s) {
    bouncing_ball(s, 30.0, 0.0);
}
static void ball_60(world_script* s) {
    bouncing_ball(s, 60.0, 0.0);
}
static void ball_120(world_script* s) {
    bouncing_ball(s, 120.0, 0.0);
}
static void ball_240(world_script* s) {
    bouncing_ball(s, 240.0, 0.0);
}
static void ball_quarter(world_script* s) {
    bouncing_ball(s, 60.0, 0.25);
}
static void ball_half(world_script* s) {
    bouncing_ball(s, 60.0, 0.5);
}
static void ball_damped(world_script* s) {
    bouncing_ball(s, 60.0, 1.0);
}

const hard_world hard_worlds[HARD_WORLDS] = {
    {"tower", "ten jellies of 10 cm, 1 mm apart, one above the other", tower_of_jellies},
    {"overlap", "two jellies 20 % in each other", overlap},
    {"inside", "a cube inside a ball of 30 cm", inside_a_ball},
    {"teleport", "a jelly is put onto another", teleport},
    {"runner", "a figure of 1.8 m runs into nine bodies at 2.4 m/s", running_character},
    {"figures", "two figures of 1.8 m walk into each other", two_figures},
    {"under", "a figure of 1.8 m comes down on a jelly", under_a_figure},
    {"pins", "64 points of a jelly pulled 64 ways", many_pins},
    {"hung", "six jellies hung by joints, the last one kicked", hung_jellies},
    {"rods", "eight rods of 28 g hung by joints, the last one struck", struck_rods},
    {"twenty", "20 mixed bodies in a closed box", box_of_twenty},
    {"fifty", "50 bodies fall onto a pile", pile_of_fifty},
    {"wood", "five wooden cubes of 13 kHz", wooden_cubes},
    {"ratio", "a ton on a kilogram", mass_ratio},
    {"small", "eight balls of 1 mm", small_balls},
    {"squeeze", "a jelly between walls that close to a fifth of it", squeezed_jelly},
    {"pinned", "a jelly held at a corner, one kick of 20 N s", pinned_jelly},
    {"balls", "a tower of ten balls", tower_of_balls},
    {"stiff", "the tower of ten, eight times as stiff", tower_of_stiff_jellies},
    {"tori", "nine rings fall onto a pile", pile_of_tori},
    {"ball30", "an undamped ball dropped by 25 cm, 30 Hz", ball_30},
    {"ball60", "... 60 Hz", ball_60},
    {"ball120", "... 120 Hz", ball_120},
    {"ball240", "... 240 Hz", ball_240},
    {"ballx25", "... 60 Hz, damping x 0.25", ball_quarter},
    {"ballx50", "... x 0.5", ball_half},
    {"ballx100", "... x 1", ball_damped},
};

bool hard_world_describe(const char* name, world_script* out) {
    for (int i = 0; i < HARD_WORLDS; ++i)
        if (strcmp(name, hard_worlds[i].name) == 0) {
            script_begin(out, name);
            hard_worlds[i].describe(out);
            return true;
        }
    return false;
}
