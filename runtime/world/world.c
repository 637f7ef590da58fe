// Creation of a world, and what comes into it: bodies, colliders.
// SPDX-License-Identifier: MIT
#include "runtime/world/world.h"

#include "runtime/base/memory.h"
#include "runtime/body/point.h"

#include <string.h>

// ---- creation --------------------------------------------------------------------------

static void lay_out(void* owner, memory_layout* l) {
    supple_world* w = owner;
    size_t bodies = (size_t)w->options.max_bodies, contacts = (size_t)w->options.max_contacts;
    memory_take(l, 1, sizeof *w);
    w->bodies = memory_take(l, bodies, sizeof *w->bodies);
    w->contact_bodies = memory_take(l, bodies, sizeof *w->contact_bodies);
    w->empty = memory_take(l, bodies, sizeof *w->empty);
    w->colliders.slots =
        memory_take(l, (size_t)w->options.max_colliders, sizeof *w->colliders.slots);
    w->finder = memory_take(l, contact_finder_size((int32_t)bodies, (int32_t)contacts), 1);
    w->joints = memory_take(l, (size_t)w->options.max_joints, sizeof *w->joints);
    w->joint_users = memory_take(l, (size_t)w->options.max_joints, sizeof *w->joint_users);
    w->joint_next = memory_take(l, (size_t)w->options.max_joints, sizeof *w->joint_next);
    w->pins = memory_take(l, WORLD_PINS, sizeof *w->pins);
    w->found = memory_take(l, contacts, sizeof *w->found);
    w->sides = memory_take(l, contacts, sizeof *w->sides);
    w->blocks = memory_take(l, contacts, sizeof *w->blocks);
    w->impulses = memory_take(l, contacts, sizeof *w->impulses);
    w->gaps = memory_take(l, contacts, sizeof *w->gaps);
    w->warm_starts = memory_take(l, (size_t)w->warm_size, sizeof *w->warm_starts);
    for (int k = 0; k < 2; ++k) {
        w->contacts[k] = memory_take(l, contacts, sizeof *w->contacts[k]);
        w->contact_keys[k] = memory_take(l, contacts, sizeof *w->contact_keys[k]);
    }
    for (int k = 0; k < 2; ++k)
        w->touches[k] = memory_take(l, contacts, sizeof *w->touches[k]);
    w->note_places = memory_take(l, (size_t)w->warm_size, sizeof *w->note_places);
    w->pair_places = memory_take(l, (size_t)w->warm_size, sizeof *w->pair_places);
    w->collider_noted = memory_take(l, (size_t)w->options.max_colliders, sizeof *w->collider_noted);
}

supple_world* supple_world_create(const supple_world_options* options_or_null,
                                  const supple_allocator* allocator_or_null) {
    supple_world counts;
    memset(&counts, 0, sizeof counts);
    counts.options = supple_world_options_default();
    if (options_or_null != NULL)
        counts.options = *options_or_null;
    if (supple_world_options_wrong(&counts.options) != NULL)
        return NULL;
    counts.allocator = memory_allocator(allocator_or_null);
    counts.warm_size = 16;
    while (counts.warm_size <= 2 * counts.options.max_contacts)
        counts.warm_size *= 2;
    counts.warm_used = counts.warm_size;
    size_t bytes;
    supple_world* w = memory_make(&counts.allocator, lay_out, &counts, sizeof counts, &bytes);
    if (w == NULL)
        return NULL;
    w->size = bytes;
    colliders_start(&w->colliders, w->options.max_colliders, w->colliders.slots, &w->allocator);
    contact_finder_start(w->finder, w->options.max_bodies, w->options.max_contacts);
    return w;
}

static void release(supple_world* w, void* memory, size_t size) {
    if (memory != NULL)
        w->allocator.release(w->allocator.user, memory, size);
}

void supple_world_destroy(supple_world* world_or_null) {
    supple_world* w = world_or_null;
    if (w == NULL)
        return;
    w->contact_counts[0] = w->contact_counts[1] = 0;
    while (w->body_count > 0) // the last one is there
        supple_world_remove_body(w, w->bodies[w->body_count - 1].body);
    colliders_drop(&w->colliders);
    release(w, w->solve_memory, w->solve_bytes);
    release(w, w->coord_memory, w->coord_bytes);
    supple_allocator a = w->allocator;
    a.release(a.user, w, w->size);
}

// ---- bodies ----------------------------------------------------------------------------

static void lay_out_body(world_body* wb, memory_layout* l, size_t skin) {
    size_t bones = (size_t)wb->body->bone_count, coords = (size_t)wb->body->padded;
    wb->skin = memory_take(l, skin, 1);
    wb->begin = memory_take(l, bones, sizeof *wb->begin);
    wb->end = memory_take(l, bones, sizeof *wb->end);
    double** arrays[] = {&wb->gain, &wb->speed, &wb->coord_impulse, &wb->lever};
    for (int k = 0; k < 4; ++k)
        *arrays[k] = memory_take(l, (k == 3 ? 3 : 1) * coords, sizeof(double));
    wb->mobility = memory_take(l, (size_t)wb->body->part_count, sizeof(double));
    for (int k = 0; k < 2; ++k)
        wb->rows[k] = memory_take(l, 3 * coords, sizeof(float));
}

// The solver's memory, and rows of both sides of every contact.
static void* lay_out_solver(memory_layout* l, const solve_room* room, size_t rows,
                            float** side_rows) {
    void* memory = memory_take(l, solve_size(room), 1);
    *side_rows = memory_take(l, rows, sizeof **side_rows);
    return memory;
}

// The solver, for bodies of so many coordinates at most. False: no memory, and all as before.
static bool make_solver(supple_world* w, int64_t widest) {
    const supple_world_options* o = &w->options;
    solve_room room = {.bodies = o->max_bodies,
                       .blocks = o->max_contacts + 2 * o->max_joints + WORLD_PINS + o->max_bodies,
                       .joints = 2 * o->max_joints + WORLD_PINS,
                       .holds = o->max_bodies,
                       .numbers =
                           6 * (widest + 8) *
                           (o->max_contacts + 2 * o->max_joints + WORLD_PINS + o->max_bodies)};
    size_t rows = WORLD_SIDE_ROWS * 2 * (size_t)widest * (size_t)o->max_contacts;
    float* side_rows;
    memory_layout measure = {NULL, 0};
    lay_out_solver(&measure, &room, rows, &side_rows);
    void* memory = w->allocator.allocate(w->allocator.user, measure.at);
    if (memory == NULL)
        return false;
    release(w, w->solve_memory, w->solve_bytes);
    memset(memory, 0, measure.at);
    memory_layout place = {memory, 0};
    w->solve = solve_place(lay_out_solver(&place, &room, rows, &w->side_rows), &room);
    if (w->coord_memory != NULL)
        solve_place_coords(w->solve, w->coord_memory, (int32_t)w->solve_coords);
    w->solve_memory = memory;
    w->solve_bytes = measure.at;
    w->solve_widest = widest;
    return true;
}

// The same for so many coordinates together.
static bool make_coords(supple_world* w, int64_t coords) {
    solve_room room = {.bodies = w->options.max_bodies, .coords = (int32_t)coords};
    size_t size = solve_coords_size(&room);
    void* memory = w->allocator.allocate(w->allocator.user, size);
    if (memory == NULL)
        return false;
    release(w, w->coord_memory, w->coord_bytes);
    memset(memory, 0, size);
    solve_place_coords(w->solve, memory, (int32_t)coords);
    w->coord_memory = memory;
    w->coord_bytes = size;
    w->solve_coords = coords;
    return true;
}

// The solver's memory for the bodies that are there and one more. False: no memory, and all as before.
static bool make_room(supple_world* w, const supple_body* more) {
    int64_t coords = w->coord_count + more->padded, widest = more->padded;
    if ((w->solve == NULL || widest > w->solve_widest) && !make_solver(w, widest))
        return false;
    if (w->coord_memory != NULL && coords <= w->solve_coords)
        return true;
    return make_coords(w, coords > 2 * w->solve_coords ? coords : 2 * w->solve_coords);
}

// Slots below body_count that are empty, as a heap: the smallest is the first (Williams 1964). Those that body_count
// has come below since are left in it: they are larger than all others.
static void note_empty(supple_world* w, int32_t slot) {
    int32_t at = w->empty_count++;
    for (; at > 0 && w->empty[(at - 1) / 2] > slot; at = (at - 1) / 2)
        w->empty[at] = w->empty[(at - 1) / 2];
    w->empty[at] = slot;
}

static void take_empty(supple_world* w) {
    int32_t last = w->empty[--w->empty_count], at = 0;
    for (int32_t next = 1; next < w->empty_count; next = 2 * at + 1) {
        next += next + 1 < w->empty_count && w->empty[next + 1] < w->empty[next];
        if (w->empty[next] >= last)
            break;
        w->empty[at] = w->empty[next];
        at = next;
    }
    w->empty[at] = last;
}

// The first slot that is empty.
static int32_t find_slot(supple_world* w) {
    if (w->empty_count > 0 && w->empty[0] >= w->body_count)
        w->empty_count = 0;
    return w->empty_count > 0 ? w->empty[0] : w->body_count;
}

bool supple_world_add_body(supple_world* world, supple_body* body) {
    supple_world* w = world;
    if (body->world_or_null != NULL)
        return false;
    int32_t slot = find_slot(w);
    if (slot == w->options.max_bodies || !make_room(w, body))
        return false;
    const contact_rest* rest = prepared_contacts(body->prepared);
    if (rest == NULL)
        return false;
    world_body wb = {
        .body = body, .core = world_has_core(body, rest), .solver_body = -1, .first_joint = -1};
    memory_layout measure = {NULL, 0};
    lay_out_body(&wb, &measure, contact_surface_size(rest));
    uint8_t* memory = w->allocator.allocate(w->allocator.user, measure.at);
    if (memory == NULL)
        return false;
    memory_layout place = {memory, 0};
    lay_out_body(&wb, &place, contact_surface_size(rest));
    uint8_t* behind = (uint8_t*)wb.begin; // contact_surface_make clears what is before
    memset(behind, 0, (size_t)(memory + measure.at - behind));
    wb.size = measure.at;
    wb.skin = contact_surface_make(rest, body, wb.skin);
    body->skin_or_null = wb.skin;
    body->world_or_null = w;
    body->slot = slot;
    body->moved_or_null = &w->moved;
    body->leave = supple_world_remove_body;
    w->bodies[slot] = wb;
    w->coord_count += body->padded;
    if (slot < w->body_count)
        take_empty(w);
    else
        w->body_count = slot + 1;
    body_wake(body);
    return true;
}

void supple_world_remove_body(supple_world* world, supple_body* body) {
    supple_world* w = world;
    if (body->world_or_null != w)
        return;
    int32_t slot = body->slot;
    world_body* wb = &w->bodies[slot];
    world_wake_contacts(w, body, (supple_collider){0, 0});
    world_forget(w, body);
    world_end_touches(w, body);
    joints_drop(w, slot);
    world_unride(w, slot);
    release(w, wb->skin, wb->size);
    body->skin_or_null = NULL;
    body->world_or_null = NULL;
    body->moved_or_null = NULL;
    w->moved = true;
    body->held_by_world = false;
    *wb = (world_body){.solver_body = -1};
    w->contact_bodies[slot] = (contact_body){0};
    w->coord_count -= body->padded;
    body_wake(body);
    if (slot + 1 < w->body_count)
        note_empty(w, slot);
    while (w->body_count > 0 && w->bodies[w->body_count - 1].body == NULL)
        --w->body_count;
}

// ---- colliders -------------------------------------------------------------------------

supple_collider supple_world_add_collider(supple_world* world, const supple_shape* shape,
                                          const supple_matrix* pose) {
    supple_collider id = collider_add(&world->colliders, shape, pose);
    world->stats.rejected += id.generation == 0;
    world->moved = true;
    if (id.generation != 0)
        world->colliders.slots[id.index].placed = true;
    return id;
}

void supple_world_move_collider(supple_world* world, supple_collider id,
                                const supple_matrix* pose) {
    collider* c = collider_find(&world->colliders, id);
    if (c != NULL && !collider_move(c, pose))
        ++world->stats.rejected;
    else if (c != NULL)
        c->attached = 0;
    // what lies on it is awake for as long as it moves
    if (c != NULL)
        world_wake_contacts(world, NULL, id);
}

void supple_world_place_collider(supple_world* world, supple_collider id,
                                 const supple_matrix* pose) {
    collider* c = collider_find(&world->colliders, id);
    if (c == NULL)
        return;
    if (!collider_place(c, pose))
        ++world->stats.rejected;
    c->attached = 0;
    c->placed = world->moved = true;
    world_wake_contacts(world, NULL, id); // what lay on it falls
}

void supple_world_remove_collider(supple_world* world, supple_collider id) {
    world_wake_contacts(world, NULL, id);
    collider_remove(&world->colliders, id);
}

// ---- looking ---------------------------------------------------------------------------

int supple_world_contacts(const supple_world* world, supple_contact* out, int capacity) {
    for (int32_t i = 0; i < world->contact_counts[0] && i < capacity; ++i)
        out[i] = world->contacts[0][i];
    return world->contact_counts[0];
}

supple_world_counts supple_world_stats(const supple_world* world) {
    return world->stats;
}
