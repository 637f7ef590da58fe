// A thousand bodies of one asset: how long making and adding them takes, what memory a body has, and how
// a frame grows with their number.
//
// Bytes are those that allocators were asked for and not given back; time is processor time of one run. On
// the ground bodies stand apart in a grid, so that contacts grow as bodies do and all else should.
// SPDX-License-Identifier: MIT
#include "bench/many.h"

#include "bake/base/clock.h"
#include "scenes/world_script.h"
#include "test/kit/asset_maker.h"

#include <math.h>
#include <stdlib.h>

enum { MANY = 1000, MANY_FRAMES = 60 };

typedef struct crowd {
    size_t bytes; // in use
    supple_allocator allocator;
    supple_prepared* prepared;
    supple_world* world;
    supple_body* bodies[MANY];
    int32_t count;
    double created, added; // seconds
    size_t created_bytes, added_bytes;
} crowd;

static void* take(void* user, size_t size) {
    *(size_t*)user += size;
    return malloc(size);
}

static void give(void* user, void* memory, size_t size) {
    *(size_t*)user -= size;
    free(memory);
}

// In a grid, two sizes apart, a tenth of one above the ground.
static bool crowd_begin(crowd* c, const supple_asset* asset, double size, int32_t count) {
    *c = (crowd){.count = count};
    c->allocator = (supple_allocator){take, give, &c->bytes};
    supple_world_options o = supple_world_options_default();
    o.max_bodies = MANY;
    o.max_contacts = count >= 100 ? 16384 : 1024;
    c->prepared = supple_asset_prepare(asset, &c->allocator);
    supple_prepared_contacts(c->prepared);
    c->world = supple_world_create(&o, &c->allocator);
    supple_shape ground = {.kind = SUPPLE_PLANE, .friction = -1.0f};
    supple_matrix level = script_pose(v3(0.0, 0.0, 0.0), v3(0.0, 0.0, 0.0));
    supple_world_add_collider(c->world, &ground, &level);
    supple_body_options how = supple_body_options_default(asset);
    how.free = supple_asset_is_free(asset);
    size_t before = c->bytes;
    double begin = clock_processor();
    bool ok = true;
    for (int32_t i = 0; i < count; ++i)
        c->bodies[i] = supple_prepared_body(c->prepared, &how, &c->allocator);
    c->created = clock_processor() - begin;
    c->created_bytes = c->bytes - before;
    for (int32_t i = 0; i < count; ++i) {
        int32_t row = i / 32;
        vec3 spot = v3(2.0 * size * (i % 32), 0.6 * size, 2.0 * size * row);
        supple_motion m = {.pose = script_pose(v3(0.0, 0.0, 0.0), spot)};
        if (how.free)
            supple_body_set_motion(c->bodies[i], &m);
        else
            supple_body_place(c->bodies[i], (supple_matrix[3]){m.pose, m.pose, m.pose});
    }
    before = c->bytes;
    begin = clock_processor();
    for (int32_t i = 0; i < count; ++i)
        ok &= supple_world_add_body(c->world, c->bodies[i]);
    c->added = clock_processor() - begin;
    c->added_bytes = c->bytes - before;
    return ok;
}

static void crowd_end(crowd* c) {
    supple_world_destroy(c->world);
    for (int32_t i = 0; i < c->count; ++i)
        supple_body_destroy(c->bodies[i]);
    supple_prepared_release(c->prepared);
}

static void show_making(const char* name, const supple_asset* asset, double size) {
    static crowd c;
    bool ok = crowd_begin(&c, asset, size, MANY);
    printf("  %-28s %7d %9.1f %9.1f %12.1f %12.1f%s\n", name, asset->vertex_count, 1e3 * c.created,
           1e3 * c.added, 1e-3 * (double)c.created_bytes / MANY,
           1e-3 * (double)c.added_bytes / MANY, ok ? "" : " (not all were added)");
    fflush(stdout);
    crowd_end(&c);
}

static int by_size(const void* a, const void* b) {
    double x = *(const double*)a, y = *(const double*)b;
    return x < y ? -1 : x > y;
}

static void show_frames(const supple_asset* asset, double size) {
    static const int32_t counts[4] = {1, 10, 100, MANY};
    static crowd c;
    printf("a second of rings that drop onto the ground: ms a frame\n  %6s %9s %9s %9s %12s %9s "
           "%12s\n",
           "bodies", "median", "mean", "worst", "us a body", "contacts", "bytes a body");
    for (int k = 0; k < 4; ++k) {
        double ms[MANY_FRAMES], sum = 0.0;
        bool ok = crowd_begin(&c, asset, size, counts[k]);
        int32_t contacts = 0;
        for (int i = 0; i < MANY_FRAMES; ++i) {
            double begin = clock_processor();
            supple_world_step(c.world, 1.0f / 60.0f);
            ms[i] = 1e3 * (clock_processor() - begin);
            sum += ms[i];
            contacts = supple_world_stats(c.world).contacts;
        }
        qsort(ms, MANY_FRAMES, sizeof *ms, by_size);
        printf("  %6d %9.3f %9.3f %9.3f %12.2f %9d %12.0f%s\n", counts[k], ms[MANY_FRAMES / 2],
               sum / MANY_FRAMES, ms[MANY_FRAMES - 1], 1e3 * sum / MANY_FRAMES / counts[k],
               contacts, (double)(c.created_bytes + c.added_bytes) / counts[k],
               ok ? "" : " (not all)");
        fflush(stdout);
        crowd_end(&c);
    }
}

void bench_many(void) {
    script_stock stock = script_stock_new();
    toy ring, jelly;
    script_body b = script_body_default(SCRIPT_TORUS);
    b.size = 0.3;
    b.first = 12.0;
    asset_maker bar = asset_maker_new(
        (asset_maker_options){.rings = 179, .sides = 100, .coord_count = 24, .bone_count = 3});
    printf("a thousand bodies of one asset\n  %-28s %7s %9s %9s %12s %12s\n", "", "points",
           "made, ms", "added, ms", "kB a body", "... added");
    script_body j = script_body_default(SCRIPT_JELLY);
    if (script_asset(&stock, &b, stock.memory, &ring))
        show_making("ring", &ring.asset, b.size);
    if (script_asset(&stock, &j, stock.memory, &jelly))
        show_making("jelly", &jelly.asset, j.size);
    if (asset_maker_write(&bar))
        show_making("bar on 3 bones, 3 x 24 modes", &bar.asset, 1.0);
    show_frames(&ring.asset, b.size);
    asset_maker_close(&bar);
    script_stock_close(&stock);
}
