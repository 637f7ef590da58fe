// What bodies bump into: planes, balls, capsules, boxes, hulls, meshes, height fields and compounds that nothing moves but the
// caller.
//
// A step carries a collider from one pose to another at constant speed and spin; a substep sees it at
// its beginning and at its end. Boxes, hulls and meshes are surfaces like those of bodies (contact_surface.h), so
// that one piece of code finds their contacts; a height field is a mesh; a compound is colliders that move as one. Poses turn and move; their scale is left out.
// SPDX-License-Identifier: MIT
#pragma once

#include "runtime/body/frame.h"
#include "runtime/contact/contact_surface.h"

typedef struct collider {
    bool used, moved; // moved: it has a speed in this step
    bool placed;      // it is where it was not in the step before: what sleeps there is woken
    uint16_t generation;
    supple_shape shape;
    frame_pose from, to;           // at the ends of the step
    frame_pose now;                // at the beginning of the substep
    double velocity[3], spin[3];   // of `place`, world units / s; rad/s, world axes
    double h;                      // of the substep, seconds
    float rows[2][1][12];          // palettes of the skin: at the substep's beginning and end
    contact_surface* skin_or_null; // of boxes, hulls, meshes and height fields
    float box[8][3];               // corners
    double (*planes)[4];  // of a hull: [triangle_count] unit normals and offsets, its own space
    double (*corners)[3]; // ... [corner_count]
    int32_t corner_count;
    double least;            // ... how thin it is
    double reach;            // how far it goes from its origin, world units; 0 of what has no size
    void* own;               // memory of its shape, of ...
    size_t own_size;         // ... so many bytes
    struct collider* pieces; // of a compound: [piece_count]
    int32_t piece_count;
    frame_pose within;        // of a piece: its pose in the compound
    double core[2][3];        // the axis of a capsule, the middle of a ball; now, world
    int32_t attached, bone;   // 1 + slot of the body whose bone carries it (world_ride.c); 0: none
    supple_matrix attachment; // ... in that body's bind space
    supple_filter filter;
    void* user;
} collider;

typedef struct collider_set {
    collider* slots; // [capacity]
    int32_t capacity;
    supple_allocator allocator; // for skins
    int32_t count;              // slots in use, up to the last one
    int32_t empty;              // none below is empty
} collider_set;

// slots: [capacity], zero.
void colliders_start(collider_set* set, int32_t capacity, collider* slots,
                     const supple_allocator* allocator);
void colliders_drop(collider_set* set); // all of them

// Zero when there is no slot or no memory, or the shape is none, or the pose no number.
supple_collider collider_add(collider_set* set, const supple_shape* shape,
                             const supple_matrix* pose);
collider* collider_find(const collider_set* set, supple_collider id); // NULL for stale ids
supple_collider collider_id(const collider_set* set, int32_t index);
void collider_remove(collider_set* set, supple_collider id);
// Over the next step, or at once. False, and nothing done, when the pose is none.
bool collider_move(collider* c, const supple_matrix* pose);
bool collider_place(collider* c, const supple_matrix* pose);

// Shows it where it stands between two steps, as queries see it.
void collider_show(collider* c);

// Whether it may have contacts that it did not have in the step before.
static inline bool collider_is_news(const collider* c) {
    return c->moved || c->placed;
}

// A step of dt; its substep from `begin` to `end`, fractions of the step; after the last of them.
void colliders_begin_step(collider_set* set, double dt);
void colliders_begin_substep(collider_set* set, double begin, double end, double dt);
void colliders_end_step(collider_set* set);

// Of the collider's material at a place.
void collider_velocity(const collider* c, const double place[3], double out[3]);

// A box around all of it over the substep; planes are everywhere.
void collider_bounds(const collider* c, float low[3], float high[3]);
