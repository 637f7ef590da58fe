// A scene to be simulated, as its file says it: bodies, what holds, carries and pushes them, and for how long.
//
// docs/simulate.md tells the words. Lengths are metres, angles here are radians, everything is SI. What is here
// is checked as far as it can be without the bodies' own files (simulation_file.h).
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/dynamics/drag.h"
#include "bake/dynamics/newmark.h"
#include "bake/dynamics/shell.h"
#include "bake/dynamics/support.h"
#include "bake/fem/damping.h"
#include "bake/recipe/recipe.h"
#include "bake/recipe/yaml_tree.h"

typedef enum simulation_kind {
    SIMULATION_SOLID,
    SIMULATION_SHELL,
    SIMULATION_RIGID
} simulation_kind;

typedef enum simulation_law { LAW_NEO_HOOKEAN, LAW_STVK, LAW_LINEAR } simulation_law;

// Where all that is given holds.
typedef struct simulation_region {
    place where; // for sentences
    const char* body_or_null;
    recipe_box box;
    recipe_sphere sphere;
    recipe_plane plane;
    double base; // of the height, from below; 0: not given
    int32_t name_count;
    const char** names; // of nodes, meshes or materials
    const char* attribute_or_null;
    double threshold;
    const char* color_or_null;
    int32_t vertex_count;
    int32_t* vertices;
} simulation_region;

// Of a solid or of a shell: what stands in the file depends on the kind of the body.
typedef struct simulation_material {
    simulation_law law;
    material solid;
    shell_material sheet;
} simulation_material;

typedef struct simulation_patch {
    simulation_region region;
    simulation_material material;
} simulation_patch;

// From then on a support moves so.
typedef struct simulation_move {
    double time;         // s
    vec3 velocity, spin; // of SUPPORT_FREE: m/s, rad/s
    double rate;         // of SUPPORT_TURNING: rad/s
} simulation_move;

// A node of a file or sample that carries a support along in a clip.
typedef struct simulation_follow {
    place where;
    const char *file_or_null, *sample_or_null; // one of them
    const char *clip, *node;                   // names
    double unit;                               // metres of the file's
} simulation_follow;

// What carries all that is held, or a rigid body of its own.
typedef struct simulation_support {
    place where;
    support frame;              // its keys are made from the motion or the clip
    const char* motion_or_null; // a table of places over time
    bool follows;               // a clip: its keys are made from it
    simulation_follow follow;
    int32_t move_count;
    simulation_move* moves; // ascending in time
} simulation_support;

// What a body meets, in a scene with contact.
// What touches of a soft body: what is drawn of it, the outside of its tetrahedra, the cells of a sheet; usual is the first of a
// solid and the last of a sheet.
typedef enum simulation_outside {
    OUTSIDE_USUAL,
    OUTSIDE_DRAWN,
    OUTSIDE_TETS,
    OUTSIDE_CELLS
} simulation_outside;

typedef enum simulation_touch { TOUCHES_ALL, TOUCHES_OTHERS, TOUCHES_NOTHING } simulation_touch;

typedef struct simulation_body {
    const char* name;
    place where;
    const char *file_or_null, *sample_or_null; // one of them
    simulation_kind kind;
    int32_t mesh_count, drawn_count;
    const char **meshes, **drawn; // names; none: all, and the body's own surface
    double unit;                  // metres of the file's
    vec3 at, velocity;            // m, m/s
    int32_t held_count;
    simulation_region* held; // any of them
    simulation_material material;
    int32_t patch_count;
    simulation_patch* patches; // the last that fits counts
    int32_t tets;
    double cell; // m; 0: by `tets`
    const char* volume_or_null;
    bool ten_nodes;
    simulation_touch touches;
    simulation_outside outside;
    double friction;  // with itself and with bodies of the same; below 0: the scene's
    bool has_support; // of a rigid body: one of its own, in the world
    simulation_support support;
} simulation_body;

// A vector over time: constant, or linear between keys.
typedef struct simulation_key {
    double time; // s
    vec3 value;
} simulation_key;

typedef struct simulation_track {
    int32_t count; // at least one; beyond its ends it stays
    simulation_key* keys;
} simulation_track;

// A blow on everything that is free, at once: its velocities change, in the axes of the support.
typedef struct simulation_kick {
    double time;         // s
    vec3 velocity, spin; // m/s; rad/s, about the support's pivot
} simulation_kick;

typedef struct simulation_push {
    simulation_region region;
    simulation_track force; // N
    double from, to;        // s
} simulation_push;

typedef struct simulation_spring {
    simulation_region region;
    double stiffness; // N/m, of all of them together
    bool has_place;
    vec3 to; // m: where the middle of the region is pulled
} simulation_spring;

// Bodies that do not pass through each other, nor through themselves (bake/contact/contact.h). Of two bodies with other
// coefficients of friction the geometric mean of both counts.
typedef struct simulation_contact {
    bool on;
    place where;
    double distance;  // m; 0: a thousandth of the soft bodies' size
    double thickness; // m
    double friction;  // of bodies that say nothing
    double slow;      // m/s
    int32_t rounds;   // of friction, a step
    double stiffness; // J; 0: chosen
} simulation_contact;

typedef struct simulation {
    int32_t body_count;
    simulation_body* bodies;
    simulation_support support;
    int32_t kick_count;
    simulation_kick* kicks; // ascending in time; of a recording (bake/record), a file has none
    simulation_contact contact;
    vec3 gravity;
    bool has_air;
    drag_air air;
    simulation_track wind;
    int32_t push_count, spring_count;
    simulation_push* pushes;
    simulation_spring* springs;
    damping damping;
    double seconds, fps;
    int32_t steps; // from one stored state to the next
    newmark_rule rule;
    double accuracy; // of the bodies' size: a step is solved where corrections are below it
    bool hanging;    // files show the bodies as they hang in gravity, not without weight
    bool start_at_rest;
    bool in_support;             // what is written is seen from the support
    const tree* palette_or_null; // as it stands in the file: bake/record reads it
} simulation;

simulation simulation_default(void);

// States that are stored: the first at 0 s.
int32_t simulation_states(const simulation* s);

// At a time; beyond the ends as at the ends.
vec3 simulation_track_at(const simulation_track* t, double time);
