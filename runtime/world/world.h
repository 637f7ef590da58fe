// A world, as its files see it: bodies, colliders, what goes over from one substep to the next.
//
// Capacities are fixed at creation; a body brings its own block (bounds of its surface as it is,
// palettes, arrays of its coordinates) when it is added; the surface at rest is shared, by its prepared
// asset. The solver's coordinates grow with bodies, its rows for a wider body only. A step allocates
// nothing. Bodies are gone through in the order of their slots: that decides the bits.
// SPDX-License-Identifier: MIT
#pragma once

#include "runtime/base/tasks.h"
#include "runtime/body/body.h"
#include "runtime/contact/contact.h"
#include "runtime/joint/joint.h"
#include "runtime/solve/solve.h"

enum { WORLD_MOST_BODIES = 1 << 20, WORLD_MOST_CONTACTS = 1 << 20 };

// Work a step may do for each body that it steps: to find contacts (contact_work_sum), and to solve them, in rows. A step
// that has spent it searches no more, or sweeps a few times only (world_rows.c), and says so. All of it together is
// below WORLD_WORK: what is left over is for searches of new pairs and for those few sweeps.
#define WORLD_FIND_WORK 100000.0
#define WORLD_ROWS_WORK 90000.0
#define WORLD_WORK      200000.0

// The accounts of an island's bodies together (world_energy.h).
typedef struct world_pool {
    double balance, energy; // J
    bool outside;           // something that is not of it holds or presses it
    bool unknown;           // something in it has no account
} world_pool;

// Where a free body is: its centre of mass, metres, and its axes.
typedef struct world_pose {
    double place[3], turn[3][3];
} world_pose;

// A body of the world, and what a step needs of it.
typedef struct world_body {
    supple_body* body; // NULL: the slot is empty
    size_t size;       // of its block, which begins at `skin`
    contact_surface* skin;
    float (*begin)[12];            // [bone_count] palettes at the substep's beginning ...
    float (*end)[12];              // ... and end, as bones or its own motion will take it
    double* gain;                  // [coord_count] of an impulse on the speed, and ...
    double* speed;                 // ... the speed without contacts
    double* coord_impulse;         // what contacts give to coordinates, and ...
    double impulse[3], turning[3]; // ... to the rigid motion
    double held[2][3];             // the same of what holds give over a substep
    double* lever;                 // [3][coord_count] scratch of a point
    float* rows[2];                // [3][coord_count] of a joint's end: of its place and its turn
    double* mobility;      // [part_count] what its flesh takes of an impulse, then of forces
    float slow;            // seconds for which it has hardly moved; from some on it is ...
    int8_t slept;          // in the last step: 1 it fell asleep, -1 it woke
    bool was_asleep;       // after it
    bool settled;          // ... settled: a contact may yield to its weight
    bool core;             // its centre of mass is in its flesh (world_core.c)
    bool steps;            // it is awake, and stepped side by side with others that are near
    bool joined;           // something holds it by a joint
    bool anchored;         // ... the world
    int32_t first_joint;   // of its list of them, in this step; -1: none
    bool struck;           // it is in contact in this substep, or an impulse met it
    bool near;             // something is within its reach in this step
    bool met;              // ... of something awake, while it sleeps
    int32_t contact_count; // it has so many in this substep, ...
    double deepest;        // ... of which the deepest overlap is so deep, world units
    double push[3];        // where its overlaps push it, all together, by their depths, ...
    double push_on;        // ... the deepest that push it there, and ...
    double push_back;      // ... back, depths along the push
    double rigid;        // the fraction of what flesh cannot yield by which rigid motion separates
    double load;         // kg of all free bodies of its island
    double borne;        // N that its contacts bore in the substep before, without directions
    int32_t solver_body; // the solver's number of it in this substep; -1: none
    int32_t island;      // the smallest slot of what it is in contact with, and so on
    bool outside;        // in this substep something that no contact moves acted on it
    world_pool pool;     // of its island, in the slot that names it
    bool approaches;     // something in its island, in the slot that names it
    double spin[3];      // rad/s, world axes, at the beginning of the substep
    bool foreseen;       // a first solve has predicted it ...
    double middle_spin[3]; // ... in the middle of it (joint_bend.c)
    double leans;          // what other bodies press it with, N, as a step begins
    int32_t noted;         // contacts of the last step that it is in, at least
    float quiet;           // seconds without motion to speak of, ...
    world_pose resting;    // ... since it was here
    float still_seconds;   // ... of its island, in the slot that names it
    double inverse[3][3];  // of its inertia, world axes, of a free body, and ...
    double room;           // ... how far its flesh may be thrown, as the substep's solves begin
    double bearing;        // N m s that it rolls under, in a step (world_roll.c)
    free_state before;     // at the beginning of the substep, ...
    free_state began;      // ... and of the step
} world_body;

enum { WORLD_SIDE_ROWS = 4 }; // of a contact's side: along x, y and z, and along its normal

// What moves the two points of a contact.
typedef struct world_sides {
    int32_t slot[2];    // of bodies that it moves; -1
    solve_side side[2]; // without the solver's numbers of the bodies
    double drift[3]; // m/s of the first against the second that nothing changes: bones, colliders
    double closing;  // m/s at which it closes as the substep's solves begin
    int32_t pair_count; // contacts of the same two
} world_sides;

// A pin of a free body in this substep (runtime/world/pin_rows.h).
typedef struct world_pin {
    int32_t slot; // of the body
    pin_slot* pin;
    int32_t block;   // the solver's number of its rows
    double arm[3];   // from the centre of mass, metres, at the beginning
    double force[3]; // N
    double wish[3];  // m/s that its target asks for
} world_pin;

enum {
    WORLD_PINS = 64
}; // that the solver has room for; bodies with more hold theirs by themselves

// What is remembered of a contact, by the key of its features.
typedef struct world_warm_start {
    uint64_t key; // 0: none
    double force[3];
} world_warm_start;

// An entry of a hash of contacts.
typedef struct world_note_place {
    uint32_t round; // of the step that it is of; of another: empty
    int32_t index;  // of the contact
} world_note_place;

// Two that touch (world_events.c).
typedef struct world_touch {
    uint64_t key; // world_pair_of
    supple_body *body, *other_or_null;
    supple_collider id;
    float place[3], normal[3], most; // of the contact that bears most
    float impulse, speed;
    bool began, sensor;
    bool gone; // one of them has left: it ends with the next step
} world_touch;

struct supple_world {
    supple_world_options options;
    supple_allocator allocator;
    size_t size;
    supple_world_counts stats;
    int32_t body_count;  // slots in use, up to the last one
    int64_t coord_count; // of all bodies, padded
    int32_t empty_count;
    int32_t* empty;               // [max_bodies] a heap of empty slots (world.c)
    world_body* bodies;           // [max_bodies]
    contact_body* contact_bodies; // [max_bodies] for the finder
    collider_set colliders;
    contact_finder* finder;
    world_joint* joints;      // [max_joints]
    int32_t joint_count;      // slots in use, up to the last one
    int32_t joint_empty;      // none below is empty
    int32_t (*joint_next)[2]; // [max_joints] lists of each body's joints that it passes others by
    world_pin* pins;          // [WORLD_PINS]
    int32_t pin_count;
    int32_t pin_room;    // ... for so many more pins of bodies that wake in this step
    int32_t first_limit; // the solver's number of the first row of a limit, which are the last, ...
    int32_t limit_count; // ... and how many there are (limit_rows.h)
    contact* found;      // [max_contacts] of this substep
    int32_t found_count;
    int32_t watched_count; // contacts of centres behind those, which take no part in the solves
    double find_left, rows_left; // work that finding and solving may still do in this step
    bool woke;                   // something, in this step, by contact with another body
    world_sides* sides;          // [max_contacts]
    float* side_rows; // [max_contacts][2][WORLD_SIDE_ROWS][solve_widest], in the solver's memory
    int32_t* blocks;  // [max_contacts] the solver's number of a contact; -1: none
    double (*impulses)[3];         // [max_contacts] on the body
    double* gaps;                  // [max_contacts] as they will be after the substep
    world_warm_start* warm_starts; // [warm_size] of the last substep: an open hash
    int32_t warm_size;             // a power of two, above max_contacts, ...
    int32_t warm_used;             // ... of which so many are in use: few contacts are soon cleared
    supple_contact* contacts[2];   // [max_contacts] of the last step, and of the one before
    uint64_t* contact_keys[2];
    int32_t contact_counts[2];
    world_note_place* note_places; // [warm_size] by the keys of the last step, and ...
    world_note_place* pair_places; // ... by pairs of the one before (world_notes.c)
    uint32_t note_round;
    bool moved;       // something, since the tree of queries was made
    bool notes_begun; // in this step
    bool notes_new;   // ... the list is another one than before
    world_touch*
        touches[2]; // [max_contacts] by their keys; those of now, and those that have ended
    int32_t touch_counts[2];
    int32_t* collider_noted; // [max_colliders] contacts that it is in, at least

    supple_pair_filter pair_filter; // meets may be NULL
    supple_tasks tasks;             // run may be NULL
    void** joint_users;             // [max_joints]

    solver* solve;
    void* solve_memory; // of the solver and side_rows: as large as contacts times ...
    size_t solve_bytes;
    int64_t solve_widest; // ... coordinates of the body that has most, and
    void* coord_memory;   // as large as the coordinates of all bodies, ...
    size_t coord_bytes;
    int64_t solve_coords; // ... for so many
};

// The slot of a body; -1: it is not of this world.
static inline int32_t world_slot(const supple_world* w, const supple_body* body_or_null) {
    return body_or_null != NULL && body_or_null->world_or_null == w ? body_or_null->slot : -1;
}

// ---- a step, phase by phase (world_step.c) ---------------------------------------------

// supple_world_step is these in order, those between the first and the last for each of w->stats.substeps;
// bench/worlds.c times them. n: the substep; h: its length.
bool world_begin_step(supple_world* w, float dt); // false: no step is made
void world_begin_substep(supple_world* w, float dt, int32_t n);
void world_find(supple_world* w, float dt, int32_t n); // contacts; wakes who has them
void world_answer(supple_world* w, double h);
void world_end_substep(supple_world* w, double h);
void world_end_step(supple_world* w, float dt);

// ---- threads (world_tasks.c) -----------------------------------------------------------

// What a body does alone, of all bodies, on the caller's threads. h: handed on.
typedef void (*world_task)(const supple_world* w, world_body* wb, double h);
void world_each(supple_world* w, world_task task, double h);

// ---- within a substep (world_rows.c) ---------------------------------------------------

// What contacts mean in this solve.
typedef enum world_level {
    WORLD_IMPULSES, // w: speeds now
    WORLD_FORCES    // w: displacements over the substep, over h^2
} world_level;

// Fills the solver from the contacts, runs it, and gives the bodies what comes of it. h: of the substep.
// w->impulses are then what the contacts got over it.
void world_solve(supple_world* w, world_level level, double h);

// The solver's number of a body that steps; it is added when something first asks for it.
int32_t world_solver_body(supple_world* w, int32_t slot, world_level level, double h);

// How fast a contact may approach, m/s; below 0: how fast it must part.
double world_contact_bias(const supple_world* w, const contact* t, world_level level, double h);

// When bodies have moved on: the second half of the forces of the last solve, on rigid motion.
void world_finish(supple_world* w, double h);

// ---- ... and before the solves (world_sides.c) -----------------------------------------

// Where the body will be at the end of a substep of h without contacts, into `end`.
void world_predict(world_body* wb, double h);

// How much of an impulse the flesh of each part takes, near its limit; and the spin.
void world_begin_mobility(world_body* wb);
void world_brake(world_body* wb, double h);
// Takes from rigid motion what the flesh owes.
void world_pay(world_body* wb);

// How fast an overlap of a body of this size is taken back, and a joint closed, at most; metres and seconds. A size a
// second, but no faster than a third of the speed of a fall by half its size, so that large bodies are not thrown.
static inline double world_recovery_speed(double size) {
    double fall = 0.3 * sqrt(9.81 * size);
    return size < fall ? size : fall;
}

// The sides of all contacts. Then in which islands anything approaches faster than its gap allows; whether in any.
void world_find_sides(supple_world* w);
bool world_find_approaches(supple_world* w, double h);

// Flesh of free bodies takes no more of the impacts to come than its limit has room for.
void world_spare_flesh(supple_world* w, double h);

// ---- how much contacts yield (world_contact_compliance.c) -------------------------------------------

#define WORLD_RECOVERY_FRACTION 0.2           // of an overlap, taken back in a substep
#define WORLD_SUBSTEP           (1.0 / 240.0) // seconds: what is in contact is cut into no longer ones

// The deepest overlap of every body, and what may bear on it.
void world_find_depths(supple_world* w);
// Above 1: it bears more than PILE times its own weight, of bodies that are as much heavier than it. What its contacts bore in
// the substep before, or all of its island, whichever is less, over that; 0 of what is not free.
double world_overload(const world_body* wb);
// The deepest overlap of either body of a contact, world units.
double world_deepest(const supple_world* w, const contact* t);
// The size of the smaller body of a contact, which is parted by so much a second at most; world units.
double world_parting_size(const supple_world* w, const contact* t);
// What a contact yields, of its own mobility.
double world_contact_compliance(const supple_world* w, const contact* t, world_level level,
                                double h);
// ... and more, by how deep its bodies are: m/s a newton second.
double world_depth_compliance(const supple_world* w, int32_t index, double h);
// The fraction of forces over the substep that the flesh of a part takes: all, but near its limit in a body that is sunk.
double world_force_fraction(const world_body* wb, int32_t part);
// The fraction of an overlap that can be taken back: all of it where something rigid moves; where both sides are on bones, or
// one and the other is a collider, what room flesh has to its limit. Asked for more it would swing against its limit for
// ever.
double world_flesh_room(const supple_world* w, int32_t index);
// What a contact on flesh that bones hold yields more, m/s a newton second.
double world_flesh_compliance(const world_body* wb, const solve_side* side, const double normal[3],
                              world_level level, double h);

// ---- what pairs have (world_pairs.c) ---------------------------------------------------

// Whether filters let two meet.
bool world_filters_allow(const supple_filter* a, const supple_filter* b);
// Whether two may have contacts: by their filters, and by the caller's. A contact_scene asks.
bool world_may_collide(const void* world, int32_t slot, int32_t other, int32_t bumped);
// Friction and restitution of all contacts.
void world_find_materials(supple_world* w);

// ---- overlaps that flesh cannot give (world_rigid.c) -----------------------------------

// For every body, whether it can leave what it overlaps.
void world_find_rigid(supple_world* w);
// The fraction of a contact's motion that flesh of the body has.
double world_flesh_fraction(const world_body* wb, const contact* t);

// ---- contacts of what has no flesh (world_slip.c) ---------------------------------------

// After the forces of a substep: what sticks does not slip.
void world_stop_slip(supple_world* w);

// ---- centres of mass (world_core.c) ----------------------------------------------------

// Whether a body's centre of mass is in its flesh.
bool world_has_core(const supple_body* b, const contact_rest* rest);
// Adds to the contacts that were found those of centres, for substeps of h seconds together; returns how many there are. Behind
// them are those of centres that are farther away (watched_count).
int32_t world_add_cores(supple_world* w, double h);
// After a substep of h: no centre is in a collider.
void world_keep_cores(supple_world* w, double h);

// ---- colliders on bones (world_ride.c) -------------------------------------------------

// Before a step, when bodies know where their bones go: colliders go with them.
void world_move_attached(supple_world* w);
// No collider is attached to a body any more.
void world_unride(supple_world* w, int32_t slot);

// ---- contacts (world_notes.c) ----------------------------------------------------------

// What is remembered of a key, or the empty place for it.
world_warm_start* world_find_warm_start(const supple_world* w, uint64_t key);

// Forgets all, with room for so many.
void world_clear_warm_starts(supple_world* w, int32_t count);

// A new list of contacts, with those of bodies that sleep: once a step, when it is known who wakes.
void world_begin_notes(supple_world* w);
// The contacts of the substep join it.
void world_note(supple_world* w);
// After the last substep; and how many there are of each body and collider, also after a restore.
void world_end_notes(supple_world* w);
void world_count_notes(supple_world* w);
// Wakes what was in contact with a body, or a collider, in the last step.
void world_wake_contacts(supple_world* w, const supple_body* body_or_null, supple_collider id);
// No contact knows of the body any more.
void world_forget(supple_world* w, const supple_body* body);

// A pair by number: the slots of its bodies, or of its body and its collider.
uint64_t world_pair_of(const supple_world* w, const supple_contact* c);

// ---- events (world_events.c) -----------------------------------------------------------

// After a step: who touches now, and who no longer does. And from the contacts of a restored state.
void world_find_touches(supple_world* w);
void world_recall_touches(supple_world* w);
// A body leaves.
void world_end_touches(supple_world* w, const supple_body* body);

// ---- rolling (world_roll.c) ------------------------------------------------------------

// After a step of dt: brakes what has rolled in it.
void world_resist_rolling(supple_world* w, double dt);

// ---- sleep (world_rest.c) --------------------------------------------------------------

// Below this speed a body counts as still, metres a second.
double world_still_speed(const world_body* wb);
// Puts islands at rest to sleep.
void world_rest(supple_world* w, float dt);
// The slot that names an island; makes two islands one; and joins those that joints hold together.
int32_t world_root(supple_world* w, int32_t slot);
void world_join(supple_world* w, int32_t slot, int32_t other);
void world_join_joints(supple_world* w);
// Islands by the contacts of the last step and by joints.
void world_find_islands(supple_world* w);
