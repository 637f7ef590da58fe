// The benches by name: `build/bench NAME [WORDS...]`; without a name, the list. `make bench` runs those of tools/bench.
// SPDX-License-Identifier: MIT
#include "bench/bullet.h"
#include "bench/contact.h"
#include "bench/convergence.h"
#include "bench/crossings.h"
#include "bench/crowd.h"
#include "bench/figures/figures_page.h"
#include "bench/figures/recorder.h"
#include "bench/hard.h"
#include "bench/holds.h"
#include "bench/light.h"
#include "bench/light_blended.h"
#include "bench/lit_scenes.h"
#include "bench/modes.h"
#include "bench/page.h"
#include "bench/pins.h"
#include "bench/playback.h"
#include "bench/posed.h"
#include "bench/posed_runtime.h"
#include "bench/prepared.h"
#include "bench/profile.h"
#include "bench/recorded.h"
#include "bench/reduce.h"
#include "bench/results.h"
#include "bench/ring.h"
#include "bench/runtime.h"
#include "bench/samples.h"
#include "bench/scaling.h"
#include "bench/simulate.h"
#include "bench/solve.h"
#include "bench/stages.h"
#include "bench/table1.h"
#include "bench/threads.h"
#include "bench/worlds.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char gallery[] = "docs/gallery", results[] = "docs/results.md";

// ---- figures ---------------------------------------------------------------------------

static int say(const report* r) {
    arena* memory = arena_create();
    for (int32_t i = 0; i < r->count; ++i)
        fprintf(stderr, "%s\n", finding_text(&r->findings[i], memory));
    arena_destroy(memory);
    return r->error_count > 0 ? 1 : 0;
}

static int run_begin(int argc, char** argv) {
    (void)argc;
    arena* memory = arena_create();
    report r = report_new(memory);
    figures_made made = figures_made_here(memory);
    figures_begin(argv[0], &made, &r);
    int status = say(&r);
    arena_destroy(memory);
    return status;
}

static int run_page(int argc, char** argv) {
    (void)argc;
    arena* memory = arena_create();
    report r = report_new(memory);
    bytes json;
    figures f;
    bool ok =
        file_map(argv[0], &json, &r) && figures_parse(json, argv[0], memory, &f, &r) &&
        figures_draw(&f, argv[2], &r) &&
        page_put(argv[1], "figures", figures_text(&f, path_name(argv[2]), memory), memory, &r);
    int status = say(&r);
    arena_destroy(memory);
    return ok ? status : 1;
}

// ---- those whose words are fewer than a list ------------------------------------------

static const char* word(int argc, char** argv, int i) {
    return i < argc ? argv[i] : NULL;
}
static int run_convergence(int argc, char** argv) {
    (void)argc, (void)argv;
    return convergence_draw(gallery);
}
static int run_contact(int argc, char** argv) {
    (void)argc, (void)argv;
    return bench_contact();
}
static int run_crossings(int argc, char** argv) {
    return bench_crossings(argv[0], word(argc, argv, 1));
}
static int run_crowd(int argc, char** argv) {
    (void)argc, (void)argv;
    bench_crowd();
    return 0;
}
static int run_holds(int argc, char** argv) {
    (void)argc, (void)argv;
    bench_holds();
    return 0;
}
static int run_lit_scenes(int argc, char** argv) {
    return bench_lit_scenes(argv[0], word(argc, argv, 1));
}
static int run_pins(int argc, char** argv) {
    return bench_pins(argv[0], argc > 1 ? atoi(argv[1]) : -1);
}
static int run_playback(int argc, char** argv) {
    return bench_playback(argv[0], word(argc, argv, 1));
}
static int run_posed_runtime(int argc, char** argv) {
    (void)argc, (void)argv;
    bench_posed_runtime();
    return 0;
}
static int run_prepared(int argc, char** argv) {
    (void)argc, (void)argv;
    return bench_prepared();
}
static int run_profile(int argc, char** argv) {
    (void)argc;
    return bench_profile(argv[0]);
}
static int run_recorded(int argc, char** argv) {
    return bench_recorded(argv[0], word(argc, argv, 1));
}
static int run_results(int argc, char** argv) {
    (void)argc, (void)argv;
    return bench_results(results);
}
static int run_ring(int argc, char** argv) {
    (void)argc;
    return ring_write(argv[0]);
}
static int run_runtime(int argc, char** argv) {
    bench_runtime(argc, argv);
    return 0;
}
static int run_solve(int argc, char** argv) {
    (void)argc, (void)argv;
    return bench_solve();
}
static int run_table1(int argc, char** argv) {
    return bench_table1(word(argc, argv, 0));
}
static int run_threads(int argc, char** argv) {
    (void)argc, (void)argv;
    return bench_threads();
}
static int run_worlds(int argc, char** argv) {
    if (argc == 1 && strcmp(argv[0], "pictures") == 0)
        return bench_world_pictures(gallery);
    return argc > 0 ? bench_hard(argc, argv) : bench_worlds(gallery);
}

static const struct bench_entry {
    const char* name;
    int least; // words that must follow
    int (*run)(int argc, char** argv);
    const char* about;
} entries[] = {
    {"begin", 1, run_begin, "FILE: a file of figures, empty"},
    {"bullet", 0, bench_bullet, "a torus beside Bullet's"},
    {"contact", 0, run_contact, "surfaces, queries and contacts"},
    {"convergence", 0, run_convergence, "the plots of frequencies against elements"},
    {"crossings", 1, run_crossings, "FOLDER [PAGE]: what passes through what"},
    {"crowd", 0, run_crowd, "ten thousand characters"},
    {"holds", 0, run_holds, "bodies held at points"},
    {"light", 0, bench_light, "transfer of light"},
    {"light_blended", 0, bench_light_blended, "light between shapes"},
    {"lit_scenes", 1, run_lit_scenes, "FOLDER [PAGE]: light of recordings"},
    {"modes", 0, bench_modes, "[--peers] [--large] [NAME]: eigenmodes"},
    {"page", 3, run_page, "FIGURES PAGE FOLDER: figures into a page, pictures beside it"},
    {"pins", 1, run_pins, "FILE [PART]: pins on bones that move"},
    {"playback", 1, run_playback, "FOLDER [PAGE]: recordings played"},
    {"posed", 0, bench_posed, "how a posed body is baked"},
    {"posed_runtime", 0, run_posed_runtime, "... and stepped"},
    {"prepared", 0, run_prepared, "bodies of one asset, made and added"},
    {"profile", 1, run_profile, "SCENE: lines of perf report as figures"},
    {"recorded", 1, run_recorded, "FOLDER [PAGE]: ranks of recordings"},
    {"reduce", 0, bench_reduce, "recordings in few shapes"},
    {"results", 0, run_results, "the table of Dynamic Morph Targets, into docs/results.md"},
    {"ring", 1, run_ring, "FOLDER: the torus of the peers, as files"},
    {"runtime", 0, run_runtime, "[NAME...]: a body on the CPU"},
    {"samples", 0, bench_samples, "[NAME...]: every sample baked, stepped and shown"},
    {"scaling", 0, bench_scaling,
     "[ROW...]: cost against vertices, modes, bodies, targets, contacts, threads"},
    {"simulate", 0, bench_simulate, "node by node"},
    {"solve", 0, run_solve, "the solver of contacts alone"},
    {"stages", 0, bench_stages, "[NAME...]: from a surface to its volume"},
    {"table1", 0, run_table1, "[PAGE]: the first table of the modal paper"},
    {"threads", 0, run_threads, "a world on two threads"},
    {"worlds", 0, run_worlds, "[NAME...|pictures|search|shrink|many]: scenes of worlds"},
};
enum { ENTRIES = sizeof entries / sizeof *entries };

static int list(void) {
    printf("build/bench NAME [WORDS...]\n");
    for (int i = 0; i < ENTRIES; ++i)
        printf("  %-14s %s\n", entries[i].name, entries[i].about);
    return 2;
}

int main(int argc, char** argv) {
    for (int i = 0; argc > 1 && i < ENTRIES; ++i)
        if (strcmp(argv[1], entries[i].name) == 0 && argc - 2 >= entries[i].least) {
            int status = entries[i].run(argc - 2, argv + 2);
            return status != 0 || record_failures() == 0 ? status : 1;
        }
    return list();
}
