// How long the stages between a surface and its volume take, and how much memory volumes need.
//
// Machines differ and lie, so every stage stands beside what is measured by turns with it: the time that memcpy takes for the
// bytes that the stage must at least read and write, or the flops that it must do.
// SPDX-License-Identifier: MIT
#include "bench/stages.h"

#include "bake/export/glb.h"
#include "bake/export/raster.h"
#include "bake/import/import.h"
#include "bake/mesh/embed.h"
#include "bake/mesh/soup_close.h"
#include "bake/mesh/tet_topology.h"
#include "bake/volume/fill.h"
#include "bake/volume/inside.h"
#include "bake/volume/stuffing.h"
#include "bench/ball.h"
#include "bench/factor.h"
#include "bench/figures/recorder.h"
#include "bench/figures/turns.h"
#include "scenes/scenes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { COPY_BYTES = 64 << 20, BENCH_POINTS = 20000 };
#define BALL_CELL (1.0 / 27.2) // of the ball's width: 130,000 tets
#define BENCH_BUDGET                                                                               \
    2.0 // seconds for the repeats of one stage and of the copy; three are always made

// ---- measuring -------------------------------------------------------------------------

typedef struct bench {
    int stage_count; // names given on the command line; 0: all
    char** stages;

    // what the stages work on
    arena* memory;
    surface ball; // 20,000 triangles
    soup soup;
    lattice lattice;
    tets tets;
    vec3 points[BENCH_POINTS]; // in the ball's box
    scene swimmer;
    surface skin;
    bytes obj, glb;
    uint8_t *from, *to; // [COPY_BYTES]
} bench;

// A stage makes what it makes in an arena of its own, so that every run begins alike.
typedef void (*stage_run)(bench* b, arena* memory);

typedef struct timed_stage {
    bench* b;
    stage_run run;
} timed_stage;

static void run_timed(void* user) {
    const timed_stage* t = user;
    arena* memory = arena_create();
    t->run(t->b, memory);
    arena_destroy(memory);
}

static void run_beside(void* user) {
    const timed_stage* t = user;
    memcpy(t->b->to, t->b->from, COPY_BYTES);
}

static bool wanted(const bench* b, const char* name) {
    for (int i = 0; i < b->stage_count; ++i)
        if (strncmp(name, b->stages[i], strlen(b->stages[i])) == 0)
            return true;
    return b->stage_count == 0;
}

// `bytes_least`: what must be read and written at least; 0 where that says nothing, and it stands beside all of the copy.
static void show(bench* b, const char* name, double items, const char* unit, double bytes_least,
                 stage_run run) {
    if (!wanted(b, name))
        return;
    arena* memory = arena_create();
    timed_stage t = {b, run};
    double copies = bytes_least > 0.0 ? 2.0 * COPY_BYTES / bytes_least : 1.0;
    turns_result lap = turns_measure(run_timed, run_beside, &t,
                                     (turns_options){BENCH_BUDGET, 3, 1.0, copies, true});
    figure f = {.bench = "stages",
                .name = arena_format(memory, "%s, %.0f %s", name, items, unit),
                .unit = "ms",
                .value = spread_times(lap.run, 1e3),
                .beside_or_null = bytes_least > 0.0 ? "copying what it must" : "copying 64 MB",
                .ratio = lap.ratio};
    record_and_show(&f);
    arena_destroy(memory);
}

// ---- the stages ------------------------------------------------------------------------

static const uint32_t (*triangles_of(const surface* f))[3] {
    return (const uint32_t(*)[3])f->triangles;
}

static void run_soup(bench* b, arena* memory) {
    soup_new(b->ball.positions, triangles_of(&b->ball), b->ball.triangle_count, memory);
}
static void run_winding(bench* b, arena* memory) {
    double* out = ARENA_NEW(memory, double, BENCH_POINTS);
    for (int i = 0; i < BENCH_POINTS; ++i)
        out[i] = soup_winding(&b->soup, b->points[i]);
}
static void run_nearest(bench* b, arena* memory) {
    soup_hit* out = ARENA_NEW(memory, soup_hit, BENCH_POINTS);
    for (int i = 0; i < BENCH_POINTS; ++i)
        soup_nearest(&b->soup, b->points[i], INFINITY, &out[i]);
}
static void run_lattice(bench* b, arena* memory) {
    lattice l;
    lattice_new(&b->soup, BALL_CELL, 0, memory, &l);
}
static void run_stuffing(bench* b, arena* memory) {
    int8_t* side = ARENA_NEW(memory, int8_t, (size_t)b->lattice.node_count);
    stuff_lattice(&b->lattice, &b->soup, false, 0, side, memory);
}
static void run_topology(bench* b, arena* memory) {
    tets_topology(&b->tets, memory);
}
static void run_quality(bench* b, arena* memory) {
    tets_quality(&b->tets, b->ball.positions, b->ball.vertex_count, 0, memory);
}
static void run_embedding(bench* b, arena* memory) {
    embed_points(&b->tets, b->ball.positions, b->ball.vertex_count, 0, memory);
}
static bool fill_ball(bench* b, double cell, arena* memory, fill_result* out) {
    fill_options o = fill_default();
    o.edge = cell;
    report r = report_new(memory);
    return volume_fill(b->ball.positions, b->ball.vertex_count, triangles_of(&b->ball),
                       b->ball.triangle_count, &o, memory, out, &r);
}
static void run_fill(bench* b, arena* memory) {
    fill_result out;
    fill_ball(b, BALL_CELL, memory, &out);
}
static void run_fill_count(bench* b, arena* memory) {
    fill_options o = fill_default();
    o.target = b->tets.tet_count;
    report r = report_new(memory);
    fill_result out;
    volume_fill(b->ball.positions, b->ball.vertex_count, triangles_of(&b->ball),
                b->ball.triangle_count, &o, memory, &out, &r);
}
static void run_obj(bench* b, arena* memory) {
    report r = report_new(memory);
    imported in = {0};
    if (import_obj(b->obj, "bench.obj", memory, &in, &r))
        import_close(&in);
}
static void run_gltf(bench* b, arena* memory) {
    report r = report_new(memory);
    imported in = {0};
    if (import_gltf(b->glb, "bench.glb", memory, &in, &r))
        import_close(&in);
}
static void run_raster(bench* b, arena* memory) {
    raster_options o = raster_default();
    o.width = 640;
    o.height = 480;
    o.samples = 2;
    o.view_count = 1;
    raster_surface(&b->skin, &b->swimmer, &o, memory);
}

// Inner nodes of the 130,000 tets, with any values at the boundary.
static void extend(bench* b, int32_t columns, arena* memory) {
    size_t n = (size_t)b->tets.node_count;
    uint8_t* given = ARENA_NEW(memory, uint8_t, n);
    double* values = ARENA_NEW(memory, double, n*(size_t)columns);
    tet_topology shape = tets_topology(&b->tets, memory);
    for (int32_t i = 0; i < 3 * shape.boundary_count; ++i)
        given[shape.boundary[i / 3][i % 3]] = 1;
    for (size_t i = 0; i < n * (size_t)columns; ++i)
        values[i] = (double)(i % 7);
    report r = report_new(memory);
    inside_extend(&b->tets, given, values, columns, 0, &r);
}
static void run_extend_1(bench* b, arena* memory) {
    extend(b, 1, memory);
}
static void run_extend_32(bench* b, arena* memory) {
    extend(b, 32, memory);
}

// ---- memory ----------------------------------------------------------------------------

// In a process of its own, because the highest memory use of a process never falls; and before this one
// has used and freed any that the other would then be given for nothing.
static void show_memory(bench* b, double finer) {
    if (!wanted(b, "memory"))
        return;
    fflush(stdout);
    pid_t child = fork();
    if (child < 0)
        return;
    if (child > 0) {
        waitpid(child, NULL, 0);
        return;
    }
    arena* memory = arena_create();
    struct rusage before, after;
    getrusage(RUSAGE_SELF, &before);
    fill_result out;
    fill_ball(b, BALL_CELL / finer, memory, &out);
    getrusage(RUSAGE_SELF, &after);
    double grown = (double)(after.ru_maxrss - before.ru_maxrss) * 1024.0; // kB on Linux
    figure f = {.bench = "stages",
                .name = "volumes, with all that is needed on the way",
                .unit = "bytes a tet",
                .value = spread_once(grown / out.tets.tet_count),
                .beside_or_null = "their corners' numbers",
                .ratio = spread_once(grown / out.tets.tet_count / 16.0),
                .of_or_null = "tets",
                .at = out.tets.tet_count};
    record_and_show(&f);
    fflush(stdout);
    _exit(0);
}

// ---- what they work on -----------------------------------------------------------------

static void prepare(bench* b) {
    arena* a = b->memory;
    b->soup = soup_new(b->ball.positions, triangles_of(&b->ball), b->ball.triangle_count, a);
    soup_close(&b->soup, a);
    lattice_new(&b->soup, BALL_CELL, 0, a, &b->lattice);
    int8_t* side = ARENA_NEW(a, int8_t, (size_t)b->lattice.node_count);
    b->tets = stuff_lattice(&b->lattice, &b->soup, false, 0, side, a);
    uint64_t state = 1;
    for (int i = 0; i < BENCH_POINTS; ++i) {
        double xyz[3];
        for (int k = 0; k < 3; ++k) {
            state = state * 6364136223846793005u + 1442695040888963407u;
            xyz[k] = (double)(state >> 11) * 0x1p-53 * 1.1 - 0.55;
        }
        b->points[i] = v3(xyz[0], xyz[1], xyz[2]);
    }
}

static void prepare_copy(bench* b) {
    b->from = ARENA_NEW(b->memory, uint8_t, COPY_BYTES);
    b->to = ARENA_NEW(b->memory, uint8_t, COPY_BYTES);
    memset(b->from, 1, COPY_BYTES);
}

static void prepare_swimmer(bench* b) {
    arena* a = b->memory;
    b->swimmer = sample_find("swimmer")->make(a);
    pose p = pose_at(&b->swimmer, -1, 0.0, a);
    b->skin = surface_from_scene(&b->swimmer, &p, a);
    b->obj = surface_as_obj(&b->skin, a);
    b->glb = glb_from_scene(&b->swimmer, a);
}

int bench_stages(int argc, char** argv) {
    static bench b;
    b.stage_count = argc;
    b.stages = argv;
    b.memory = arena_create();
    b.ball = ball_with_hills(b.memory);
    for (int i = 0; i < 3; ++i) // 0.13, 0.5 and 1 million tets
        show_memory(&b, (const double[]){1.0, 1.567, 1.974}[i]);
    prepare(&b);
    prepare_copy(&b);
    if (wanted(&b, "obj") || wanted(&b, "gltf") || wanted(&b, "raster"))
        prepare_swimmer(&b);

    double triangles = b.ball.triangle_count, tets_made = b.tets.tet_count;
    double surface_bytes = 24.0 * b.ball.vertex_count + 12.0 * triangles;
    double volume_bytes = 24.0 * b.tets.node_count + 16.0 * tets_made;
    show(&b, "soup", triangles, "triangles", surface_bytes, run_soup);
    show(&b, "winding", BENCH_POINTS, "points", 0.0, run_winding);
    show(&b, "nearest", BENCH_POINTS, "points", 0.0, run_nearest);
    show(&b, "lattice", b.lattice.node_count, "nodes", 2.0 * b.lattice.node_count, run_lattice);
    show(&b, "stuffing", tets_made, "tets", volume_bytes, run_stuffing);
    show(&b, "topology", tets_made, "tets", 2.0 * volume_bytes, run_topology);
    show(&b, "quality", tets_made, "tets", volume_bytes, run_quality);
    show(&b, "embedding", b.ball.vertex_count, "vertices", volume_bytes, run_embedding);
    show(&b, "fill", tets_made, "tets", surface_bytes + volume_bytes, run_fill);
    show(&b, "fill to count", tets_made, "tets", surface_bytes + volume_bytes, run_fill_count);
    show(&b, "obj", (double)b.obj.size, "bytes", (double)b.obj.size, run_obj);
    show(&b, "gltf", (double)b.glb.size, "bytes", 2.0 * (double)b.glb.size, run_gltf);
    show(&b, "raster", 640 * 480 * 4, "samples", 640.0 * 480.0 * 4.0 * 8.0, run_raster);
    show(&b, "inside 1", 1, "column", 0.0, run_extend_1);
    show(&b, "inside 32", 32, "columns", 0.0, run_extend_32);
    if (wanted(&b, "factor"))
        bench_factor(&b.tets);

    arena_destroy(b.memory);
    return 0;
}
