// A place to try contacts in: some bars, colliders, and what the finder says of them.
// SPDX-License-Identifier: MIT
#pragma once

#include "runtime/contact/contact.h"
#include "test/kit/asset_maker.h"
#include "test/kit/palette.h"

#include <math.h>
#include <stdlib.h>

enum { KIT_BODIES = 4, KIT_COLLIDERS = 8, KIT_CONTACTS = 512, KIT_BONES = 4 };

typedef struct contact_kit {
    asset_maker maker;
    supple_body* bodies[KIT_BODIES];
    contact_body looks[KIT_BODIES];
    float rows[KIT_BODIES][2][KIT_BONES][12]; // palettes now and next
    collider_set colliders;
    contact_finder* finder;
    contact_scene scene;
    contact found[KIT_CONTACTS];
    int32_t count;
    unsigned seed;
} contact_kit;

static inline void* kit_allocate(void* user, size_t size) {
    (void)user;
    return malloc(size);
}

static inline void kit_release(void* user, void* memory, size_t size) {
    (void)user;
    (void)size;
    free(memory);
}

static inline void kit_rows(const supple_matrix* m, float rows[12]) {
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 4; ++j)
            rows[4 * i + j] = m->m[4 * j + i];
}

// Puts a body (all of its bones) somewhere, and where it will be at the end of the substep.
static inline void kit_place(contact_kit* k, int body, supple_matrix now, supple_matrix next) {
    for (int b = 0; b < KIT_BONES; ++b) {
        kit_rows(&now, k->rows[body][0][b]);
        kit_rows(&next, k->rows[body][1][b]);
    }
}

static inline void kit_stay(contact_kit* k, int body, supple_matrix now) {
    kit_place(k, body, now, now);
}

static inline supple_matrix kit_at(double x, double y, double z) {
    return palette_matrix(0.0, x, y, z);
}

static inline collider* kit_put(contact_kit* k, supple_shape shape, supple_matrix at) {
    return collider_find(&k->colliders, collider_add(&k->colliders, &shape, &at));
}

// The smallest gap of all that was found.
static inline double kit_deepest(const contact_kit* k) {
    double gap = INFINITY;
    for (int32_t i = 0; i < k->count; ++i)
        gap = k->found[i].gap < gap ? k->found[i].gap : gap;
    return gap;
}

// A bar of radius 0.25 and height 1, all of one bone.
static const asset_maker_options kit_bar = {.rings = 12, .sides = 16, .influence_count = -1};

// Bodies of the bar that k->maker has drafted, closed, at the origin, at rest.
static inline bool kit_finish(contact_kit* k, int body_count) {
    if (!asset_maker_write(&k->maker))
        return false;
    for (int i = 0; i < body_count; ++i) {
        k->bodies[i] = supple_body_create(&k->maker.asset, NULL, NULL);
        memset(k->bodies[i]->amount, 0, sizeof(float) * (size_t)k->bodies[i]->padded);
        const contact_rest* rest = prepared_contacts(k->bodies[i]->prepared);
        k->looks[i] = (contact_body){
            contact_surface_make(rest, k->bodies[i], malloc(contact_surface_size(rest))),
            (const float(*)[12])k->rows[i][0], (const float(*)[12])k->rows[i][1], false};
        kit_stay(k, i, kit_at(0.0, 0.0, 0.0));
    }
    supple_allocator a = {kit_allocate, kit_release, NULL};
    colliders_start(&k->colliders, KIT_COLLIDERS, calloc(KIT_COLLIDERS, sizeof(collider)), &a);
    k->finder = contact_finder_start(malloc(contact_finder_size(KIT_BODIES, KIT_CONTACTS)),
                                     KIT_BODIES, KIT_CONTACTS);
    k->scene = (contact_scene){.most_work = HUGE_VAL,
                               .bodies = k->looks,
                               .body_count = body_count,
                               .colliders = &k->colliders,
                               .h = 0.01,
                               .friction = 0.5f};
    k->seed = 1;
    return true;
}

static inline bool kit_open(contact_kit* k, asset_maker_options o, int body_count) {
    memset(k, 0, sizeof *k);
    k->maker = asset_maker_new(o);
    return kit_finish(k, body_count);
}

static inline void kit_close(contact_kit* k) {
    colliders_drop(&k->colliders);
    free(k->colliders.slots);
    free(k->finder);
    for (int i = 0; i < KIT_BODIES; ++i) {
        free(k->looks[i].skin_or_null);
        supple_body_destroy(k->bodies[i]);
    }
    asset_maker_close(&k->maker);
}

static inline void kit_find(contact_kit* k) {
    colliders_begin_substep(&k->colliders, 0.0, 1.0, k->scene.h);
    k->count = contact_find(k->finder, &k->scene, k->found);
}

static inline double kit_any(contact_kit* k) { // -1 .. 1
    k->seed = k->seed * 1664525u + 1013904223u;
    return (double)(k->seed >> 8) / (1 << 23) - 1.0;
}

static inline supple_matrix kit_anywhere(contact_kit* k, double range) {
    return palette_matrix(3.0 * kit_any(k), range * kit_any(k), range * kit_any(k),
                          range * kit_any(k));
}

// Flesh in any shape, up to `far`.
static inline void kit_deform(contact_kit* k, int body, double far) {
    supple_body* b = k->bodies[body];
    for (int32_t i = 0; i < b->coord_count; ++i)
        b->amount[i] = (float)(far * kit_any(k) / b->sections.coords[i].reach / b->coord_count);
}

static inline supple_shape kit_shape(supple_shape_kind kind, double radius, double x, double y,
                                     double z) {
    return (supple_shape){.kind = kind,
                          .radius = (float)radius,
                          .half = {(float)x, (float)y, (float)z},
                          .friction = -1.0f};
}
