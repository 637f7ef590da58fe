// Worlds as plain data: bodies, colliders, joints, and what is done to them when.
//
// A script is what a test, a bench and a search have in common: it can be written by hand (hard_worlds.c),
// drawn from a seed (random_world.c), changed by a search, printed and read. Metres, kilograms, seconds;
// turns are rotation vectors. runtime state is in world_run.h.
// SPDX-License-Identifier: MIT
#pragma once

#include "scenes/toy.h"

#include <stdio.h>

typedef enum script_kind {
    SCRIPT_CUBE,   // 3 cells an edge
    SCRIPT_BALL,   // 4 cells
    SCRIPT_TORUS,  // 12 x 2 x 2
    SCRIPT_SLAB,   // a fifth as high as it is wide
    SCRIPT_ROD,    // a sixth as thick as it is high
    SCRIPT_JELLY,  // a cube of 10 cells: 1,200 triangles, as an artist's mesh is
    SCRIPT_FIGURE, // on three bones, twice as high as it is wide
    SCRIPT_KINDS
} script_kind;

enum { SCRIPT_BODIES = 64, SCRIPT_COLLIDERS = 16, SCRIPT_JOINTS = 24, SCRIPT_EVENTS = 96 };

// What moves by script: constant speed, and a swing of a sine about it, between two times.
typedef struct script_path {
    vec3 velocity, spin;
    vec3 swing;  // amplitude, metres
    double rate; // of it, Hz
    double from, until;
} script_path;

typedef enum script_make { SCRIPT_SOFT, SCRIPT_RIGID, SCRIPT_HULL } script_make;

typedef struct script_body {
    script_kind kind;
    script_make
        rigid; // the outline of its kind as a ball, box, capsule or ring of capsules, or as a convex hull
    double size;    // the longest edge
    double density; // times 1,000 kg/m^3
    double first;   // Hz
    double ratio;   // of damping
    int32_t modes;
    double limit; // of the displacement, over the cube root of the volume; 0: half the size
    vec3 place, turn, velocity, spin;
    bool driven;      // by bones, along the path; free bodies have none
    script_path path; // from place and turn on
    double bend;      // of a figure: rad by which its bones swing against each other, at path.rate
    double enters, leaves; // seconds; below 0 and INFINITY: always there
    double restitution;
} script_body;

typedef struct script_collider {
    supple_shape_kind
        kind; // a mesh is a rectangle in the plane y = 0, of half.x and half.z; others: script_shapes.c
    vec3 half;
    double radius, friction;
    vec3 place, turn;
    script_path path;
    int32_t rides;         // 1 + the driven body on whose first bone it is; 0: none
    double enters, leaves; // seconds; 0: always there
} script_collider;

typedef struct script_joint {
    supple_joint_kind kind;
    int32_t body, other; // -1: the world
    vec3 place, there, axis;
    double frequency, damping, strength;
    bool collide;
    // Of hinges, sliders, cones and ropes: radians, or metres; all 0: none of it.
    bool limited;
    double lower, upper, swing, motor_speed, motor_strength;
    double spring_frequency, spring_damping, spring_target;
} script_joint;

typedef enum script_deed {
    SCRIPT_KICK,     // an impulse, N s, at a vertex
    SCRIPT_PUSH,     // a force, N, at a vertex, for `amount` seconds
    SCRIPT_THROW,    // a velocity, and a spin of `amount` about it
    SCRIPT_TELEPORT, // to a place
    SCRIPT_PIN,      // a vertex is held where it is, and moved at a velocity for `amount` seconds
    SCRIPT_LEVER,    // the same, by a force at another vertex, far from it; one a body
    SCRIPT_UNPIN,    // all pins of the body
    SCRIPT_TUNE,     // stiffness times `amount`
    SCRIPT_REMOVE,
    SCRIPT_WEIGH, // gravity times `amount`; until the next of it, by.x seconds later
    SCRIPT_LIFT,  // kinematic, at a velocity, for `amount` seconds
    SCRIPT_GHOST, // has no contacts with other ghosts for `amount` seconds
    SCRIPT_SLEEP, // at once, wherever it is
    SCRIPT_DEEDS
} script_deed;

typedef struct script_event {
    double time;
    script_deed deed;
    int32_t body;
    uint32_t vertex; // modulo the body's
    vec3 by;
    double amount;
} script_event;

typedef struct world_script {
    char name[32];
    uint64_t seed; // 0: by hand
    double seconds, dt;
    double jitter; // of dt: shares of it, evenly
    double hitch;  // seconds of every `hitch_every`th frame; 0: none
    int32_t hitch_every;
    vec3 gravity;
    double friction;
    double room; // half the edge of a closed room about the origin; 0: none
    bool
        rests; // all of it comes to rest: asleep within 5 s or three decay times after the last event
    int32_t body_count, collider_count, joint_count, event_count;
    script_body bodies[SCRIPT_BODIES];
    script_collider colliders[SCRIPT_COLLIDERS];
    script_joint joints[SCRIPT_JOINTS];
    script_event events[SCRIPT_EVENTS];
} world_script;

// Nothing in it, 60 Hz, gravity.
void script_begin(world_script* s, const char* name);

// 10 cm, 20 modes from 6 Hz on, free; jelly as the baker makes it: 8 modes from 4.1 Hz on.
script_body script_body_default(script_kind kind);

// They return the index.
int32_t script_add_body(world_script* s, script_body b);
int32_t script_add_collider(world_script* s, script_collider c);
int32_t script_add_ground(world_script* s);
void script_add_joint(world_script* s, script_joint j);
void script_add_event(world_script* s, script_event e);

// Six planes, which are the first colliders.
void script_add_room(world_script* s, double half);

// When the last thing happens that moves anything, seconds.
double script_last_event(const world_script* s);
// The longest time in which a free motion of its flesh falls to 1/e; INFINITY undamped.
double script_decay(const world_script* s, bool driven);

// The fastest that it throws anything, or that what it drops falls; m/s.
double script_fastest(const world_script* s);
// Whether a collider is there at a time.
bool script_collider_there(const script_collider* c, double time);
// Pins that a body gets, a lever as two.
int32_t script_pin_count(const world_script* s, int32_t body);
// About, kg.
double script_mass(const script_body* b);

// One line an object: to be read, and to be written by hand again.
void script_print(const world_script* s, FILE* out);

// A turn by a rotation vector and a place.
supple_matrix script_pose(vec3 turn, vec3 origin);
// Where a path has taken a pose at a time; and how fast it is there.
supple_matrix script_path_pose(const script_path* p, vec3 turn, vec3 origin, double time);

// ---- assets ----------------------------------------------------------------------------

// Made once a process, 60 modes of each kind, at the first use.
typedef struct script_stock {
    arena* memory;
    report r;
    bool made[SCRIPT_KINDS];
    toy_options options[SCRIPT_KINDS];
    toy toys[SCRIPT_KINDS];
} script_stock;

script_stock script_stock_new(void);
void script_stock_close(script_stock* s);

// The asset of a body; false with a sentence in the stock's report.
bool script_asset(script_stock* s, const script_body* b, arena* memory, toy* out);
