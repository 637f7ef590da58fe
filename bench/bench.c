// How long the stages of a bake take, and how much memory volumes need: `build/bench [STAGE...]`.
// `build/bench crossings`, `light`, `light_blended`, `lit_scenes`, `modes`, `pins`, `playback`, `posed`, `posed_runtime`, `prepared`, `reduce`, `simulate`, `solve`, `threads` and `worlds` are benches of their
// own: see modes.c, posed.c ...
//
// Machines differ and lie, so every stage stands beside a limit measured in the same run: the time that
// memcpy takes for the bytes the stage must at least read and write, or the flops it must do. Each is the
// best of several runs; wall-clock and processor seconds stand side by side, and when they are far apart
// from each other and from the number of cores, the machine was busy.
// SPDX-License-Identifier: MIT
#include "bake/base/clock.h"
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
#include "bench/bullet.h"
#include "bench/contact.h"
#include "bench/convergence.h"
#include "bench/crossings.h"
#include "bench/crowd.h"
#include "bench/factor.h"
#include "bench/hard.h"
#include "bench/holds.h"
#include "bench/light.h"
#include "bench/light_blended.h"
#include "bench/lit_scenes.h"
#include "bench/modes.h"
#include "bench/pins.h"
#include "bench/playback.h"
#include "bench/posed.h"
#include "bench/posed_runtime.h"
#include "bench/prepared.h"
#include "bench/recorded.h"
#include "bench/reduce.h"
#include "bench/results.h"
#include "bench/runtime.h"
#include "bench/simulate.h"
#include "bench/solve.h"
#include "bench/table1.h"
#include "bench/threads.h"
#include "bench/worlds.h"
#include "scenes/scenes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { BENCH_REPEATS = 7, COPY_BYTES = 64 << 20, BENCH_POINTS = 20000 };
#define BALL_CELL    (1.0 / 27.2) // of the ball's width: 130,000 tets
#define BENCH_BUDGET 3.0          // seconds for the repeats of one stage; one run is always made

// ---- measuring -------------------------------------------------------------------------

typedef struct bench {
    int stage_count; // names given on the command line; 0: all
    char** stages;
    double copy_rate; // bytes a second, counting those read and those written

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

typedef struct lap {
    double wall, processor; // seconds, the best of several runs
} lap;

// A stage makes what it makes in an arena of its own, so that every run begins alike.
typedef void (*stage_run)(bench* b, arena* memory);

static lap measure(bench* b, stage_run run) {
    lap best = {1e30, 1e30};
    double spent = 0.0;
    for (int i = 0; i < BENCH_REPEATS && (i == 0 || spent < BENCH_BUDGET); ++i) {
        arena* memory = arena_create();
        double wall = clock_seconds(), processor = clock_processor();
        run(b, memory);
        wall = clock_seconds() - wall;
        processor = clock_processor() - processor;
        arena_destroy(memory);
        spent += wall;
        best.wall = wall < best.wall ? wall : best.wall;
        best.processor = processor < best.processor ? processor : best.processor;
    }
    return best;
}

static bool wanted(const bench* b, const char* name) {
    for (int i = 0; i < b->stage_count; ++i)
        if (strncmp(name, b->stages[i], strlen(b->stages[i])) == 0)
            return true;
    return b->stage_count == 0;
}

// `bytes_least`: what must be read and written at least; 0 where that says nothing.
static void show(bench* b, const char* name, double items, const char* unit, double bytes_least,
                 stage_run run) {
    if (!wanted(b, name))
        return;
    lap l = measure(b, run);
    printf("%-18s %9.0f %-10s %9.4f %9.4f %12.4g", name, items, unit, l.wall, l.processor,
           items / l.wall);
    if (bytes_least > 0.0)
        printf(" %10.1f", l.wall / (bytes_least / b->copy_rate));
    printf("\n");
    fflush(stdout);
}

// ---- the stages ------------------------------------------------------------------------

static const uint32_t (*triangles_of(const surface* f))[3] {
    return (const uint32_t(*)[3])f->triangles;
}

static void run_copy(bench* b, arena* memory) {
    (void)memory;
    memcpy(b->to, b->from, COPY_BYTES);
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
    imported in;
    if (import_obj(b->obj, "bench.obj", memory, &in, &r))
        import_close(&in);
}
static void run_gltf(bench* b, arena* memory) {
    report r = report_new(memory);
    imported in;
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
    double wall = clock_seconds(), processor = clock_processor();
    fill_result out;
    fill_ball(b, BALL_CELL / finer, memory, &out);
    wall = clock_seconds() - wall;
    processor = clock_processor() - processor;
    getrusage(RUSAGE_SELF, &after);
    double grown = (double)(after.ru_maxrss - before.ru_maxrss) * 1024.0; // kB on Linux
    printf("memory             %9d tets       %9.4f %9.4f %12.4g   %.0f MB, %.0f bytes a tet\n",
           out.tets.tet_count, wall, processor, out.tets.tet_count / wall, 1e-6 * grown,
           grown / out.tets.tet_count);
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
    b->copy_rate = 2.0 * COPY_BYTES / measure(b, run_copy).wall;
}

static void prepare_swimmer(bench* b) {
    arena* a = b->memory;
    b->swimmer = sample_find("swimmer")->make(a);
    pose p = pose_at(&b->swimmer, -1, 0.0, a);
    b->skin = surface_from_scene(&b->swimmer, &p, a);
    b->obj = surface_as_obj(&b->skin, a);
    b->glb = glb_from_scene(&b->swimmer, a);
}

int main(int argc, char** argv) {
    if (argc > 1 && strcmp(argv[1], "convergence") == 0)
        return convergence_draw("docs/gallery");
    if (argc > 1 && strcmp(argv[1], "modes") == 0)
        return bench_modes(argc - 2, argv + 2);
    if (argc > 1 && strcmp(argv[1], "holds") == 0) {
        bench_holds();
        return 0;
    }
    if (argc > 2 && strcmp(argv[1], "pins") == 0)
        return bench_pins(argv[2], argc > 3 ? atoi(argv[3]) : -1);
    if (argc > 2 && strcmp(argv[1], "recorded") == 0)
        return bench_recorded(argv[2], argc > 3 ? argv[3] : NULL);
    if (argc > 1 && strcmp(argv[1], "crowd") == 0) {
        bench_crowd();
        return 0;
    }
    if (argc > 2 && strcmp(argv[1], "crossings") == 0)
        return bench_crossings(argv[2], argc > 3 ? argv[3] : NULL);
    if (argc > 2 && strcmp(argv[1], "playback") == 0)
        return bench_playback(argv[2], argc > 3 ? argv[3] : NULL);
    if (argc > 1 && strcmp(argv[1], "table1") == 0)
        return bench_table1(argc > 2 ? argv[2] : NULL);
    if (argc > 1 && strcmp(argv[1], "bullet") == 0)
        return bench_bullet(argc - 2, argv + 2);
    if (argc > 1 && strcmp(argv[1], "solve") == 0)
        return bench_solve();
    if (argc > 1 && strcmp(argv[1], "simulate") == 0)
        return simulate_bench(argc - 2, argv + 2);
    if (argc > 1 && strcmp(argv[1], "light") == 0)
        return bench_light(argc - 2, argv + 2);
    if (argc > 1 && strcmp(argv[1], "light_blended") == 0)
        return bench_light_blended(argc - 2, argv + 2);
    if (argc > 2 && strcmp(argv[1], "lit_scenes") == 0)
        return bench_lit_scenes(argv[2], argc > 3 ? argv[3] : NULL);
    if (argc > 1 && strcmp(argv[1], "reduce") == 0)
        return bench_reduce(argc - 2, argv + 2);
    if (argc > 1 && strcmp(argv[1], "contact") == 0)
        return bench_contact();
    if (argc > 1 && strcmp(argv[1], "prepared") == 0)
        return bench_prepared();
    if (argc == 3 && strcmp(argv[1], "worlds") == 0 && strcmp(argv[2], "pictures") == 0)
        return bench_world_pictures("docs/gallery");
    if (argc > 1 && strcmp(argv[1], "threads") == 0)
        return bench_threads();
    if (argc > 1 && strcmp(argv[1], "worlds") == 0)
        return argc > 2 ? bench_hard(argc - 2, argv + 2) : bench_worlds("docs/gallery");
    if (argc > 1 && strcmp(argv[1], "posed") == 0)
        return bench_posed(argc - 2, argv + 2);
    if (argc > 1 && strcmp(argv[1], "posed_runtime") == 0) {
        bench_posed_runtime();
        return 0;
    }
    if (argc > 1 && strcmp(argv[1], "results") == 0)
        return bench_results("docs/results.md");
    static bench b;
    b.stage_count = argc - 1;
    b.stages = argv + 1;
    b.memory = arena_create();
    printf("%-18s %20s %9s %9s %12s %10s\n", "stage", "items", "seconds", "processor",
           "items/second", "x memcpy");
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
    show(&b, "memcpy", 2.0 * COPY_BYTES, "bytes", 2.0 * COPY_BYTES, run_copy);
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
    bench_runtime(argc - 1, argv + 1);
    arena_destroy(b.memory);
    return 0;
}
