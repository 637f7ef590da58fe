// Bodies of one prepared asset, made and added to a world: the first, which pays for what is shared, the next, and a
// thousand.
//
// Processor time, the best of several; bytes are all that the allocator was asked for, also what was given back in the
// same call.
// SPDX-License-Identifier: MIT
#include "bench/prepared.h"

#include "bake/base/clock.h"
#include "scenes/playground.h"
#include "test/kit/asset_maker.h"

#include <stdio.h>
#include <stdlib.h>

enum { PREPARED_BODIES = 2, PREPARED_AGAIN = 9, MANY = 1000, TIMES = 3 };

typedef struct cost {
    double seconds;
    size_t bytes;
} cost;

static void* take(void* user, size_t size) {
    *(size_t*)user += size;
    return malloc(size);
}

static void give(void* user, void* memory, size_t size) {
    (void)user;
    (void)size;
    free(memory);
}

static void note(cost* c, double begin, size_t before, size_t asked) {
    double seconds = clock_processor() - begin;
    c->seconds = seconds < c->seconds ? seconds : c->seconds;
    c->bytes = asked - before;
}

// What a world with room for so many contacts makes of it: [0] created, [1] added.
static void measure(const supple_asset* asset, int32_t max_contacts, cost out[PREPARED_BODIES][2]) {
    for (int i = 0; i < 2 * PREPARED_BODIES; ++i)
        out[i / 2][i % 2] = (cost){1e30, 0};
    for (int again = 0; again < PREPARED_AGAIN; ++again) {
        size_t asked = 0;
        supple_allocator a = {take, give, &asked};
        supple_world_options o = supple_world_options_default();
        o.max_contacts = max_contacts;
        supple_world* world = supple_world_create(&o, &a);
        supple_prepared* prepared = NULL;
        supple_body* bodies[PREPARED_BODIES];
        for (int i = 0; i < PREPARED_BODIES; ++i) {
            size_t before = asked;
            double begin = clock_processor();
            if (i == 0)
                prepared = supple_asset_prepare(asset, &a);
            bodies[i] = supple_prepared_body(prepared, NULL, &a);
            note(&out[i][0], begin, before, asked);
            before = asked;
            begin = clock_processor();
            supple_world_add_body(world, bodies[i]);
            note(&out[i][1], begin, before, asked);
        }
        supple_world_destroy(world);
        for (int i = 0; i < PREPARED_BODIES; ++i)
            supple_body_destroy(bodies[i]);
        supple_prepared_release(prepared);
    }
}

static void show(const char* name, const supple_asset* asset) {
    static const int32_t contacts[] = {256, 1024, 4096};
    printf("\n%s: %d vertices, %d triangles, %d coordinates\n", name, asset->vertex_count,
           asset->triangle_count, asset->coord_count);
    printf("%12s %-8s %10s %10s %7s %10s %10s %7s\n", "max_contacts", "", "first, us", "second, us",
           "share", "first, kB", "second, kB", "share");
    for (size_t k = 0; k < sizeof contacts / sizeof *contacts; ++k) {
        cost c[PREPARED_BODIES][2];
        measure(asset, contacts[k], c);
        for (int i = 0; i < 2; ++i)
            printf("%12d %-8s %10.1f %10.1f %7.3f %10.1f %10.1f %7.3f\n", contacts[k],
                   i == 0 ? "created" : "added", 1e6 * c[0][i].seconds, 1e6 * c[1][i].seconds,
                   c[1][i].seconds / c[0][i].seconds, 1e-3 * (double)c[0][i].bytes,
                   1e-3 * (double)c[1][i].bytes, (double)c[1][i].bytes / (double)c[0][i].bytes);
    }
}

// A thousand in one world, the best of a few times: what all of them take, and bytes of each.
static void show_many(const supple_asset* asset) {
    cost created = {1e30, 0}, added = {1e30, 0}, destroyed = {1e30, 0};
    supple_body** bodies = calloc(MANY, sizeof *bodies);
    for (int again = 0; again < TIMES && bodies != NULL; ++again) {
        size_t asked = 0, asked_by_world = 0;
        supple_allocator a = {take, give, &asked}, b = {take, give, &asked_by_world};
        supple_world_options o = supple_world_options_default();
        o.max_bodies = MANY;
        o.max_contacts = 16 * MANY;
        supple_body_options how = supple_body_options_default(asset);
        how.free = supple_asset_is_free(asset);
        supple_world* world = supple_world_create(&o, &b);
        supple_prepared* prepared = supple_asset_prepare(asset, NULL);
        supple_prepared_contacts(prepared); // once an asset, when it is loaded
        size_t before = asked;
        double begin = clock_processor();
        for (int i = 0; i < MANY; ++i)
            bodies[i] = supple_prepared_body(prepared, &how, &a);
        note(&created, begin, before, asked);
        supple_world_add_body(world,
                              bodies[0]); // with the solver, which is as large as max_contacts
        before = asked_by_world;
        begin = clock_processor();
        for (int i = 1; i < MANY; ++i)
            supple_world_add_body(world, bodies[i]);
        note(&added, begin, before, asked_by_world);
        begin = clock_processor();
        for (int i = 0; i < MANY; ++i)
            supple_body_destroy(bodies[i]); // each leaves the world
        note(&destroyed, begin, asked, asked);
        supple_world_destroy(world);
        supple_prepared_release(prepared);
    }
    free(bodies);
    printf("%d bodies: created in %.1f ms, %.1f kB each; added in %.1f ms, %.1f kB each; destroyed "
           "in %.1f ms\n",
           MANY, 1e3 * created.seconds, 1e-3 * (double)created.bytes / MANY, 1e3 * added.seconds,
           1e-3 * (double)added.bytes / MANY, 1e3 * destroyed.seconds);
}

int bench_prepared(void) {
    arena* memory = arena_create();
    report r = report_new(memory);
    playground pile;
    toy ring;
    playground_describe("pile", &pile);
    bool made = toy_make(&pile.toys[0], memory, &ring, &r);
    asset_maker m = asset_maker_new(
        (asset_maker_options){.rings = 179, .sides = 100, .coord_count = 24, .bone_count = 3});
    made = made && asset_maker_write(&m);
    if (made) {
        show("the pile's ring", &ring.asset);
        show_many(&ring.asset);
        show("a bar on bones", &m.asset);
        show_many(&m.asset);
    }
    asset_maker_close(&m);
    arena_destroy(memory);
    return made ? 0 : 1;
}
