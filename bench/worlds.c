// Bodies of 20 modes, more and more of them: flying, lying on each other, asleep.
//
// Rings lie in pairs, one on the other, pairs apart: so contacts grow as bodies do, and what is left is
// what each body costs. How contacts alone count is told by jellies, whose flat faces meet, with contacts
// clustered less and less: the same bodies with more and more of them. A frame is cut into its phases by
// the functions that supple_world_step consists of. Other work disturbs: it is processor time, every frame is
// made several times from the same state, and the fastest counts; frames are then averaged.
// SPDX-License-Identifier: MIT
#include "bench/worlds.h"

#include "bake/base/clock.h"
#include "bake/export/plot.h"
#include "bench/frame.h"
#include "bench/hard.h"
#include "bench/many.h"
#include "runtime/asset/prepared.h"
#include "scenes/playground.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    WORLDS_MOST = 32,
    SIZES = 6,
    CLUSTERS = 6,
    WORLDS_AGAIN = 9,
    WORLDS_FRAMES = 12,
    WORLDS_EVERY = 3,
    WORLDS_MODES = 20
};
static const float WORLDS_STEP = 1.0f / 60.0f;

typedef struct rings {
    arena* memory;
    report r;
    toy ring, jelly;
    supple_prepared *shared_ring, *shared_jelly;
    supple_world* world;
    supple_body* bodies[WORLDS_MOST];
    int32_t count;
    uint8_t* state;
    size_t state_size;
} rings;

// ---- measuring -------------------------------------------------------------------------

// A frame that is made several times; the fastest. The world goes on from it.
static frame_cost best_frame(rings* x) {
    frame_cost best = {.all = INFINITY};
    supple_world_save(x->world, x->state);
    for (int i = 0; i < WORLDS_AGAIN; ++i) {
        supple_world_restore(x->world, x->state, x->state_size);
        frame_cost c = frame_timed(x->world, WORLDS_STEP);
        best = c.all < best.all ? c : best;
    }
    return best;
}

// The mean of some frames, with others between them.
static frame_cost mean_cost(rings* x) {
    frame_cost sum = {0};
    for (int i = 0; i < WORLDS_FRAMES; ++i) {
        frame_cost c = best_frame(x);
        sum.all += c.all / WORLDS_FRAMES;
        sum.find += c.find / WORLDS_FRAMES;
        sum.solve += c.solve / WORLDS_FRAMES;
        sum.step += c.step / WORLDS_FRAMES;
        sum.contacts += c.contacts / WORLDS_FRAMES;
        sum.substeps += c.substeps / WORLDS_FRAMES;
        for (int k = 1; k < WORLDS_EVERY; ++k)
            supple_world_step(x->world, WORLDS_STEP);
    }
    return sum;
}

static void run(rings* x, int frames) {
    for (int i = 0; i < frames; ++i)
        supple_world_step(x->world, WORLDS_STEP);
}

// ---- worlds ----------------------------------------------------------------------------

// The ring of the pile, and a box with 81 points a side.
static bool rings_open(rings* x) {
    playground pile;
    toy_options jelly = toy_default();
    x->memory = arena_create();
    x->r = report_new(x->memory);
    playground_describe("pile", &pile);
    pile.toys[0].modes = jelly.modes = WORLDS_MODES;
    jelly.cells[0] = jelly.cells[1] = jelly.cells[2] = 8;
    jelly.first = 20.0;
    if (!toy_make(&pile.toys[0], x->memory, &x->ring, &x->r) ||
        !toy_make(&jelly, x->memory, &x->jelly, &x->r))
        return false;
    x->shared_ring = supple_asset_prepare(&x->ring.asset, NULL);
    x->shared_jelly = supple_asset_prepare(&x->jelly.asset, NULL);
    return x->shared_ring != NULL && x->shared_jelly != NULL;
}

static void rings_begin(rings* x, float cluster) {
    supple_world_options o = supple_world_options_default();
    o.max_bodies = WORLDS_MOST;
    o.max_contacts = 1024;
    if (cluster > 0.0f)
        o.cluster = cluster;
    x->world = supple_world_create(&o, NULL);
    supple_shape ground = {.kind = SUPPLE_PLANE, .friction = -1.0f};
    supple_matrix level = {{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}};
    supple_world_add_collider(x->world, &ground, &level);
    x->count = 0;
}

static void rings_add(rings* x, supple_prepared* shared, supple_motion motion) {
    supple_body_options o = supple_body_options_default(&shared->asset);
    o.free = true;
    supple_body* b = supple_prepared_body(shared, &o, NULL);
    supple_body_set_motion(b, &motion);
    supple_world_add_body(x->world, b);
    x->bodies[x->count++] = b;
}

static void rings_ready(rings* x) {
    x->state_size = supple_world_state_size(x->world);
    x->state = malloc(x->state_size);
}

static void rings_end(rings* x) {
    supple_world_destroy(x->world);
    for (int32_t i = 0; i < x->count; ++i)
        supple_body_destroy(x->bodies[i]);
    free(x->state);
}

static supple_motion at(double x, double y, double z) {
    supple_motion m = {.pose = {{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}}};
    m.pose.m[12] = (float)x, m.pose.m[13] = (float)y, m.pose.m[14] = (float)z;
    return m;
}

// In a cell of a grid.
static supple_motion in_grid(int32_t cell, int32_t columns, double wide, double aside, double y) {
    int32_t column = cell % columns, row = cell / columns;
    return at(wide * column + aside, y, wide * row);
}

static void rings_flying(rings* x, int32_t count) {
    rings_begin(x, 0.0f);
    for (int32_t i = 0; i < count; ++i)
        rings_add(x, x->shared_ring, in_grid(i, 8, 1.0, 0.0, 9.0));
    rings_ready(x);
}

// Pairs on a grid, the upper ring a bit aside.
static void rings_pairs(rings* x, int32_t count) {
    rings_begin(x, 0.0f);
    for (int32_t i = 0; i < count; ++i)
        rings_add(x, x->shared_ring, in_grid(i / 2, 4, 0.5, 0.03 * (i % 2), 0.05 + 0.1 * (i % 2)));
    rings_ready(x);
}

// Four stacks of two.
static void rings_jellies(rings* x, float cluster) {
    rings_begin(x, cluster);
    for (int32_t i = 0; i < 8; ++i)
        rings_add(x, x->shared_jelly, in_grid(i / 2, 4, 0.3, 0.0, 0.05 + 0.1 * (i % 2)));
    rings_ready(x);
}

// ---- plots -----------------------------------------------------------------------------

typedef struct line {
    const char* name;
    int32_t count;
    double x[WORLDS_MOST], y[WORLDS_MOST];
} line;

static void add(line* l, double x, double y) {
    l->x[l->count] = x;
    l->y[l->count++] = y;
}

static bool draw(const char* folder, const char* name, plot p, const line* lines, int32_t count) {
    arena* a = arena_create();
    report r = report_new(a);
    plot_series* series = ARENA_NEW(a, plot_series, (size_t)count);
    for (int32_t i = 0; i < count; ++i)
        series[i] = (plot_series){lines[i].name, lines[i].count, lines[i].x, lines[i].y, PLOT_LINE};
    p.series = series;
    p.series_count = count;
    p.width = 760;
    p.height = 460;
    bytes svg = plot_svg(&p, a);
    bool ok = file_write(arena_format(a, "%s/%s", folder, name), svg.data, svg.size, &r);
    if (!ok)
        fprintf(stderr, "%s\n", finding_text(&r.findings[0], a));
    arena_destroy(a);
    return ok;
}

static void show(const frame_cost* c) {
    printf(" %9.1f %9.1f %9.1f %9.1f %9.0f %9.1f", c->all, c->find, c->solve, c->step, c->contacts,
           c->substeps);
}

static bool bench_bodies(rings* x, const char* folder) {
    static line lines[] = {{.name = "in pairs on the ground, all"},
                           {.name = "... finding contacts"},
                           {.name = "... solving"},
                           {.name = "... steps"},
                           {.name = "in flight"},
                           {.name = "asleep"}};
    printf(
        "us a frame of rings of %d modes and %d triangles in pairs on the ground\n%6s %9s %9s %9s "
        "%9s %9s %9s %9s %9s\n",
        WORLDS_MODES, (int)x->ring.asset.triangle_count, "bodies", "all", "find", "solve", "step",
        "contacts", "substeps", "flying", "asleep");
    for (int32_t i = 0, count = 1; i < SIZES; ++i, count *= 2) {
        rings_flying(x, count);
        frame_cost flying = mean_cost(x);
        rings_end(x);
        rings_pairs(x, count);
        run(x, 20);
        frame_cost c = mean_cost(x);
        int frames = 0;
        for (; frames < 1200 && supple_world_stats(x->world).awake > 0; ++frames)
            run(x, 1);
        frame_cost asleep = best_frame(x);
        double y[6] = {c.all, c.find, c.solve, c.step, flying.all, asleep.all};
        for (int k = 0; k < 6; ++k)
            add(&lines[k], count, y[k]);
        printf("%6d", (int)count);
        show(&c);
        printf(" %9.1f %9.2f%s\n", flying.all, asleep.all, frames < 1200 ? "" : " (some awake)");
        fflush(stdout);
        rings_end(x);
    }
    return draw(folder, "world-bodies.svg",
                (plot){.title = "A frame of a world against its bodies",
                       .x_label = "rings of 20 modes",
                       .y_label = "microseconds",
                       .x_log = true,
                       .y_log = true},
                lines, 6);
}

static bool bench_contacts(rings* x, const char* folder) {
    static const float clusters[CLUSTERS] = {0.5f, 0.3f, 0.26f, 0.2f, 0.13f, 0.11f};
    static line lines[] = {
        {.name = "all"}, {.name = "finding contacts"}, {.name = "solving"}, {.name = "steps"}};
    printf("us a frame of eight jellies in stacks of two, with contacts clustered less and "
           "less\n%7s %9s %9s "
           "%9s %9s %9s %9s\n",
           "cluster", "all", "find", "solve", "step", "contacts", "substeps");
    for (int i = 0; i < CLUSTERS; ++i) {
        rings_jellies(x, clusters[i]);
        run(x, 10);
        frame_cost c = mean_cost(x);
        double y[4] = {c.all, c.find, c.solve, c.step};
        for (int k = 0; k < 4; ++k)
            add(&lines[k], c.contacts, y[k]);
        printf("%7.3f", (double)clusters[i]);
        show(&c);
        printf("\n");
        fflush(stdout);
        rings_end(x);
    }
    return draw(folder, "world-contacts.svg",
                (plot){.title = "A frame of eight jellies against their contacts",
                       .x_label = "contacts",
                       .y_label = "microseconds"},
                lines, 4);
}

int bench_world_pictures(const char* folder) {
    rings x = {0};
    bool ok = rings_open(&x);
    if (!ok)
        fprintf(stderr, "%s\n", finding_text(&x.r.findings[0], x.memory));
    ok = ok && bench_bodies(&x, folder);
    ok = ok && bench_contacts(&x, folder);
    supple_prepared_release(x.shared_ring);
    supple_prepared_release(x.shared_jelly);
    arena_destroy(x.memory);
    return ok ? 0 : 1;
}

int bench_worlds(const char* folder) {
    if (bench_hard(0, NULL) != 0)
        return 1;
    bench_many();
    return bench_world_pictures(folder);
}
