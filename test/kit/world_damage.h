// Saved states of worlds with words changed: each is refused, and the world is as it was, or it goes on with numbers and within its
// memory. fuzz_state.c finds bytes, test_world_state.c has what was found.
// SPDX-License-Identifier: MIT
#pragma once

#include "test/kit/world_calls.h"

enum { WORLD_DAMAGE_STEPS = 4, WORLD_DAMAGE_MOST = 16 };

typedef struct world_damage { // a heap of three on the ground, two of them hinged, a sphere over it
    calls_files files;
    calls_world w;
    uint8_t* state;
    size_t size;
} world_damage;

static inline bool world_damage_open(world_damage* d, const char* folder) {
    static const supple_matrix pose = {{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}};
    supple_shape ground = {.kind = SUPPLE_PLANE, .friction = SUPPLE_UNSET},
                 ball = {.kind = SUPPLE_SPHERE, .radius = 0.1f, .friction = SUPPLE_UNSET};
    supple_world_options o = supple_world_options_default();
    o.max_bodies = o.max_colliders = o.max_joints = 4;
    o.max_contacts = 256;
    if (!calls_open(&d->files, folder))
        return false;
    d->w = (calls_world){.files = &d->files, .world = supple_world_create(&o, NULL)};
    d->w.colliders[0] = supple_world_add_collider(d->w.world, &ground, &pose);
    d->w.colliders[1] = supple_world_add_collider(d->w.world, &ball, &pose);
    for (int i = 0; i < 3; ++i) {
        supple_body_options of = supple_body_options_default(&d->files.assets[0]);
        of.free = true;
        of.max_pins = 2;
        d->w.bodies[i] = supple_prepared_body(d->files.prepared[0], &of, NULL);
        supple_motion m = supple_body_motion(d->w.bodies[i]);
        m.pose.m[13] += 0.1f + 0.4f * (float)i;
        supple_body_set_motion(d->w.bodies[i], &m);
        supple_world_add_body(d->w.world, d->w.bodies[i]);
    }
    supple_joint_options j = supple_joint_options_default(
        SUPPLE_JOINT_HINGE, d->w.bodies[0], d->w.bodies[1], (supple_vec3){0.0f, 0.3f, 0.0f});
    j.axis = (supple_vec3){0.0f, 0.0f, 1.0f};
    d->w.joints[0] = supple_world_add_joint(d->w.world, &j);
    for (int i = 0; i < 30; ++i)
        supple_world_step(d->w.world, 1.0f / 60.0f);
    d->size = supple_world_state_size(d->w.world);
    d->state = malloc(d->size);
    supple_world_save(d->w.world, d->state);
    return true;
}

static inline void world_damage_close(world_damage* d) {
    for (int i = 0; i < 3; ++i)
        supple_body_destroy(d->w.bodies[i]);
    supple_world_destroy(d->w.world);
    calls_close(&d->files);
    free(d->state);
}

// Five bytes each: three of a place, what happens to the word there, a number. True: it was restored.
static inline bool world_damage_try(world_damage* d, const uint8_t* data, size_t size) {
    static const uint32_t telling[] = {0,          1,          0xFFFFFFFF, 0x7FFFFFFF, 0x80000000,
                                       0x3F800000, 0x7F800000, 0x7FC00000, 0x7F7FFFFF, 0x5368D4A5,
                                       0x00000008, 0x00010001, 0x0000FFFF};
    uint8_t* state = asset_copy(d->state, d->size);
    for (size_t i = 0; i + 5 <= size && i < 5 * WORLD_DAMAGE_MOST; i += 5) {
        size_t place = data[i] | (size_t)data[i + 1] << 8 | (size_t)data[i + 2] << 16;
        uint8_t* at = state + place % (d->size / 4) * 4;
        uint32_t word;
        memcpy(&word, at, 4);
        if (data[i + 3] % 4 == 0)
            word = telling[data[i + 4] % (sizeof telling / sizeof *telling)];
        else if (data[i + 3] % 4 == 1)
            word += (uint32_t)(int8_t)data[i + 4];
        else if (data[i + 3] % 4 == 2)
            word ^= 1u << data[i + 4] % 32;
        else
            word = data[i + 4] * 0x01010101u;
        memcpy(at, &word, 4);
    }
    bool taken = supple_world_restore(d->w.world, state, d->size);
    for (int i = 0; i < WORLD_DAMAGE_STEPS && taken; ++i) {
        supple_world_step(d->w.world, 1.0f / 60.0f);
        calls_look(&d->w);
    }
    if (!supple_world_restore(d->w.world, d->state, d->size))
        abort(); // what is sound goes on after what was not
    free(state);
    return taken;
}
