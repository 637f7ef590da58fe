// Bounds, evaluating, queries and contacts, of a swimming ring of 20 modes and of a body on bones.
//
// The limit beside evaluating is the time to copy the bytes that it must at least read and write: tables, rest and
// places.
// SPDX-License-Identifier: MIT
#include "bench/contact.h"

#include "bake/bake.h"
#include "bake/base/clock.h"
#include "runtime/contact/contact.h"
#include "scenes/scenes.h"
#include "test/kit/asset_maker.h"
#include "test/kit/palette.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    CONTACT_BODIES = 2,
    BENCH_CONTACT_BONES = 3,
    CONTACT_CONTACTS = 1024,
    COLLIDERS = 4,
    QUERIES = 1009
};
#define BENCH_CONTACT_BUDGET 0.3 // seconds a figure

typedef struct bench {
    supple_asset asset;
    supple_body* bodies[CONTACT_BODIES];
    contact_body looks[CONTACT_BODIES];
    float rows[CONTACT_BODIES][BENCH_CONTACT_BONES][12];
    collider_set colliders;
    contact_finder* finder;
    contact_scene scene;
    contact found[CONTACT_CONTACTS];
    int32_t count;
    uint8_t *from, *to;
    size_t bytes;
} bench;

typedef void (*bench_run)(bench* b);

static double measure(bench* b, bench_run run) {
    double best = 1e30, begin = clock_seconds();
    for (int i = 0; i < 20 || clock_seconds() - begin < BENCH_CONTACT_BUDGET; ++i) {
        double t = clock_seconds();
        run(b);
        t = clock_seconds() - t;
        best = t < best ? t : best;
    }
    return 1e6 * best;
}

static void put(bench* b, int body, double x, double y, double z) {
    for (int k = 0; k < BENCH_CONTACT_BONES; ++k) {
        float rows[12] = {1, 0, 0, (float)x, 0, 1, 0, (float)y, 0, 0, 1, (float)z};
        memcpy(b->rows[body][k], rows, sizeof rows);
    }
}

// Bent a little and still.
static void bend(supple_body* b) {
    for (int32_t k = 0; k < b->coord_count; ++k) {
        b->amount[k] = 1e-4f * (float)(k % 5 - 2);
        b->v[k] = 0.0f;
    }
}

static void run_look(bench* b) {
    const float(*rows)[12] = (const float(*)[12])b->rows[0];
    contact_surface_update(b->looks[0].skin_or_null, rows, rows, 0.01, false);
}
static void run_evaluate(bench* b) {
    run_look(b);
    contact_surface_evaluate(b->looks[0].skin_or_null);
}
static void run_step(bench* b) {
    body_wake(b->bodies[0]);
    for (int32_t k = 0; k < b->bodies[0]->coord_count; ++k)
        b->bodies[0]->q[k] = 1e-3f;
    supple_body_step(b->bodies[0], 1.0f / 60.0f);
}
static void run_frame(bench* b) {
    run_step(b);
    run_evaluate(b);
}
static void run_clumps(bench* b) {
    float low[3], high[3];
    run_look(b);
    contact_surface_clump_box(b->looks[0].skin_or_null, 0, low, high);
}
// Places all over the box around the body, or all within it near its middle.
static void run_queries(bench* b) {
    contact_surface* s = b->looks[0].skin_or_null;
    run_evaluate(b);
    contact_surface_begin_queries(s, s->low_now, s->high_now);
    for (unsigned i = 0; i < QUERIES; ++i) {
        double x[3];
        contact_surface_hit hit;
        bool inside;
        for (unsigned a = 0; a < 3; ++a) {
            double fraction = (double)(i * (7 + 5 * a) % QUERIES) / QUERIES;
            x[a] =
                (double)s->low_now[a] + fraction * ((double)s->high_now[a] - (double)s->low_now[a]);
        }
        contact_surface_nearest(s, x, &hit, &inside);
    }
}
static void run_copy(bench* b) {
    memcpy(b->to, b->from, b->bytes);
}
static void run_find(bench* b) {
    b->count = contact_find(b->finder, &b->scene, b->found);
}
static void* allocate(void* user, size_t size) {
    (void)user;
    return malloc(size);
}

static void release(void* user, void* memory, size_t size) {
    (void)user;
    (void)size;
    free(memory);
}

static void run_build(bench* b) {
    supple_allocator a = {allocate, release, NULL};
    contact_surface_source source = contact_surface_of_asset(&b->asset);
    contact_rest_drop(contact_rest_make(&source, &a), &a);
}
static void run_pick(bench* b) {
    supple_point hit;
    float away;
    supple_body_pick(b->bodies[0], (supple_vec3){2.0f, 0.4f, 1.0f},
                     (supple_vec3){-1.0f, -0.18f, -0.5f}, &hit, &away);
}

static void open_bench(bench* b, const supple_asset* asset) {
    supple_allocator a = {allocate, release, NULL};
    b->asset = *asset;
    for (int i = 0; i < CONTACT_BODIES; ++i) {
        b->bodies[i] = supple_body_create(asset, NULL, NULL);
        bend(b->bodies[i]);
        const contact_rest* rest = prepared_contacts(b->bodies[i]->prepared);
        const float(*rows)[12] = (const float(*)[12])b->rows[i];
        b->looks[i] = (contact_body){
            contact_surface_make(rest, b->bodies[i], malloc(contact_surface_size(rest))), rows,
            rows, false};
        put(b, i, 0.0, 0.0, 0.0);
    }
    colliders_start(&b->colliders, COLLIDERS, calloc(COLLIDERS, sizeof(collider)), &a);
    b->finder = contact_finder_start(malloc(contact_finder_size(CONTACT_BODIES, CONTACT_CONTACTS)),
                                     CONTACT_BODIES, CONTACT_CONTACTS);
    b->scene = (contact_scene){.most_work = HUGE_VAL,
                               .bodies = b->looks,
                               .body_count = 1,
                               .colliders = &b->colliders,
                               .h = 1.0 / 120.0,
                               .cluster = 0.05};
}

static void close_bench(bench* b) {
    colliders_drop(&b->colliders);
    free(b->colliders.slots);
    free(b->finder);
    for (int i = 0; i < CONTACT_BODIES; ++i) {
        free(b->looks[i].skin_or_null);
        supple_body_destroy(b->bodies[i]);
    }
}

static void show_refit(bench* b) {
    const contact_surface* s = b->looks[0].skin_or_null;
    size_t texels = 0;
    for (int32_t p = 0; p < b->asset.part_count; ++p) {
        supple_part soft = supple_asset_part(&b->asset, p);
        texels += (size_t)soft.coord_count * (size_t)soft.shape_places;
    }
    b->bytes =
        (6 * texels + 28 * (size_t)s->rest->point_count) / 2; // memcpy reads and writes as much
    b->from = calloc(1, b->bytes);
    b->to = calloc(1, b->bytes);
    printf(
        "\n%d vertices, %d triangles, %d coordinates, %d contact points, %zu nodes of the field; "
        "%zu kB, and %zu kB a body\n",
        b->asset.vertex_count, s->rest->triangle_count, b->asset.coord_count,
        s->rest->contact_point_count, contact_field_nodes(&s->rest->field), s->rest->size / 1000,
        contact_surface_size(s->rest) / 1000);
    double copy = measure(b, run_copy), refit = measure(b, run_evaluate);
    printf("%-34s %9.2f us\n", "built, once", measure(b, run_build));
    printf("%-34s %9.2f us\n", "bounds, nothing near", measure(b, run_look));
    printf("%-34s %9.2f us  %5.1f x memcpy (%.2f us)\n", "all points", refit, refit / copy, copy);
    printf("%-34s %9.2f us\n", "... and a step", measure(b, run_frame));
    printf("%-34s %9.2f us\n", "boxes of clumps", measure(b, run_clumps));
    printf("%-34s %9.2f us\n", "a query, anywhere in the box",
           (measure(b, run_queries) - refit) / QUERIES);
    bend(b->bodies[0]);
    free(b->from);
    free(b->to);
}

static void show_find(bench* b, const char* name) {
    double t = measure(b, run_find);
    contact_work w = contact_work_of(b->finder);
    printf("%-34s %9.2f us  %d contacts, %u points, %u triangles\n", name, t, b->count, w.points,
           w.triangles);
}

static void show_collider(bench* b, const char* name, supple_shape shape, double x, double y) {
    supple_matrix at = palette_matrix(0.0, x, y, 0.0);
    shape.friction = -1.0f;
    supple_collider id = collider_add(&b->colliders, &shape, &at);
    colliders_begin_substep(&b->colliders, 0.0, 1.0, b->scene.h);
    show_find(b, name);
    collider_remove(&b->colliders, id);
}

static void show_contacts(bench* b, double x, double height) {
    float half = (float)(0.5 * height);
    show_collider(b, "on a plane", (supple_shape){.kind = SUPPLE_PLANE, .friction = SUPPLE_UNSET},
                  0.0, 0.001);
    show_collider(b, "on a ball",
                  (supple_shape){.kind = SUPPLE_SPHERE, .radius = half, .friction = SUPPLE_UNSET},
                  x, 0.001 - (double)half);
    show_collider(
        b, "on a box",
        (supple_shape){.kind = SUPPLE_BOX, .half = {1.0f, half, 1.0f}, .friction = SUPPLE_UNSET},
        0.0, 0.001 - (double)half);
    b->scene.body_count = 2;
    put(b, 1, 0.4 * x, height - 0.001, 0.0);
    show_find(b, "two bodies, touching");
    put(b, 1, 0.2 * x, 0.7 * height, 0.0);
    show_find(b, "two bodies, 30 % in each other");
    put(b, 1, 0.01 * x, 0.01 * height, 0.0);
    show_find(b, "two bodies in one place");
    put(b, 1, 0.0, 3.0, 0.0);
    show_find(b, "two bodies, apart");
    b->scene.body_count = 1;
    double alone = measure(b, run_pick);
    b->bodies[0]->skin_or_null = b->looks[0].skin_or_null;
    printf("%-34s %9.2f us  (%.2f by all triangles)\n", "a pick", measure(b, run_pick), alone);
    b->bodies[0]->skin_or_null = NULL;
}

static bool show_ring(arena* memory) {
    static bench b;
    report r = report_new(memory);
    recipe how = recipe_default();
    recipe_part all = recipe_part_default();
    all.modes = 20;
    all.tets = 3450; // some 1,036 nodes at corners
    how.parts = &all;
    how.part_count = 1;
    scene s = sample_find("torus")->make(memory);
    bake_result made;
    supple_asset asset;
    if (!bake_scene(&s, &how, &(bake_options){0}, memory, &made, &r) ||
        supple_asset_read(&asset, made.asset.file.data, made.asset.file.size) != SUPPLE_OK)
        return false;
    open_bench(&b, &asset);
    show_refit(&b);
    show_contacts(&b, 0.1, 0.08);
    close_bench(&b);
    return true;
}

int bench_contact(void) {
    static bench b;
    arena* memory = arena_create();
    bool made = show_ring(memory);
    arena_destroy(memory);
    asset_maker m = asset_maker_new((asset_maker_options){
        .rings = 179, .sides = 100, .coord_count = 24, .bone_count = BENCH_CONTACT_BONES});
    made = made && asset_maker_write(&m);
    if (made) {
        open_bench(&b, &m.asset);
        show_refit(&b);
        show_contacts(&b, 0.2, 1.0);
        close_bench(&b);
    }
    asset_maker_close(&m);
    return made ? 0 : 1;
}
