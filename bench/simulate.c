// Seconds for each stored state at 1/60 s of the scenes of docs/gallery, contact included, and where they go. James &
// Fatahalian 2003, table 2, beside it: 33 h 21 m for 20,010 states of their dinosaur, 16 h 46 m for 8,001 of their cloth,
// about a week for 6,245 of their plant.
// SPDX-License-Identifier: MIT
#include "bench/simulate.h"

#include "bake/base/clock.h"
#include "bake/base/file.h"
#include "bake/simulate/run.h"
#include "bake/simulate/simulation_file.h"
#include "scenes/scenes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const struct {
    const char* name;
    double theirs; // seconds a state, on a Xeon of 2003
} cases[] = {{"beast", 6.0}, {"plant", 97.0}, {"door", 7.5}};

typedef struct asked {
    double seconds;
    bool touching;
    int threads; // 0: all
} asked;

typedef struct scene_run {
    arena* memory;
    report r;
    bytes file;
    simulation s;
    assembly a;
} scene_run;

static bool make_sample(void* user, const char* name, place where, arena* memory, scene* out,
                        report* r) {
    (void)user;
    const sample* found = sample_find(name);
    if (found == NULL)
        return report_error(r, where, "there is no sample \"%s\"", name);
    *out = found->make(memory);
    return true;
}

static bool make(scene_run* x, const char* name, const asked* how) {
    static const matter_samples samples_by_name = {.make = make_sample};
    const char* path = arena_format(x->memory, "docs/gallery/%s.yaml", name);
    if (!file_map(path, &x->file, &x->r) ||
        !simulation_parse(x->file, path, x->memory, &x->s, &x->r))
        return false;
    x->s.seconds = how->seconds;
    x->s.contact.on = x->s.contact.on && how->touching;
    return assembly_make(&x->s, &samples_by_name, how->threads, x->memory, &x->a, &x->r);
}

// Parts of the processor's time, in percent. Contact's matrices count as contact's; what is searched for within an assembly
// counts in both.
static void print(const char* name, const scene_run* x, const run_result* result, double wall) {
    const newmark* n = dynamics_stepper(x->a.motion);
    step_matrix_cost c = dynamics_cost(x->a.motion);
    contact_stats k = {.most_pairs = 0};
    if (x->a.contact != NULL)
        k = contact_stats_of(x->a.contact);
    double all = result->processor, states = simulation_states(&x->s) - 1, of = 100.0 / all;
    double barrier = k.seconds[2] + k.seconds[3], matrices = c.assemble - k.seconds[3];
    double rest = all - k.seconds[0] - k.seconds[1] - barrier - matrices - c.factor - c.solve;
    printf("%-6s %6d %7d %7.0f %8.3f %9.3f %8.1f %8.1f %4d %7lld %6.0f%% %5.0f%% %6.0f%% %7.0f%% "
           "%5.0f%% %4.0f%% %4.0f%%\n",
           name, x->a.soft_count, x->a.touching.count, states, wall / states, all / states,
           (double)n->newton.counts.corrections / states,
           (double)n->newton.counts.matrices / states, (int)n->cut, (long long)k.most_pairs,
           of * k.seconds[0], of * k.seconds[1], of * barrier, of * matrices, of * c.factor,
           of * c.solve, of * rest);
}

static bool measure(const char* name, const asked* how) {
    scene_run x = {.memory = arena_create()};
    x.r = report_new(x.memory);
    run_result result;
    const char* folder = getenv("TMPDIR");
    const run_options o = {.output = arena_format(x.memory, "%s/bench-simulate-%ld.pc2",
                                                  folder != NULL ? folder : "/tmp", (long)getpid()),
                           .layout = POINT_CACHE_PC2,
                           .anew = true};
    bool sound = make(&x, name, how);
    double wall = clock_seconds();
    if (sound) {
        sound = run_scene(&x.a, &o, x.memory, &result, &x.r);
        if (sound)
            print(name, &x, &result, clock_seconds() - wall);
        stream_drop(&result.states);
        run_forget(&o, x.memory);
    }
    for (int32_t i = 0; i < x.r.count && !sound; ++i)
        printf("%s: %s\n", name, finding_text(&x.r.findings[i], x.memory));
    file_unmap(x.file);
    assembly_close(&x.a);
    arena_destroy(x.memory);
    return sound;
}

int bench_simulate(int argc, char** argv) {
    const char* only = argc > 0 ? argv[0] : NULL;
    const asked how = {.seconds = argc > 1 ? atof(argv[1]) : 1.0,
                       .touching = argc < 3 || strcmp(argv[2], "free") != 0,
                       .threads = argc > 3 ? atoi(argv[3]) : 0};
    bool sound = true;
    printf("%-6s %6s %7s %7s %8s %9s %8s %8s %4s %7s %7s %6s %7s %8s %6s %5s %5s\n", "scene",
           "nodes", "touch", "states", "s/state", "processor", "correct.", "matrices", "cut",
           "pairs", "search", "times", "barrier", "assembly", "factor", "solve", "rest");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i)
        if (only == NULL || strcmp(only, cases[i].name) == 0) {
            sound = measure(cases[i].name, &how) && sound;
            printf("%-6s %.3g s a state in 2003, contact included\n", "", cases[i].theirs);
        }
    return sound ? 0 : 1;
}
