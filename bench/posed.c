// Preprocessing of the posed samples stage by stage, beside the table of Galoppo et al. 2009.
//
// The polynomials stand beside their limit: the flops of their Gram matrix at the rate that matrix
// products of the same kind reach in the same run. Each case has a process of its own, so that its peak
// memory is its own.
// SPDX-License-Identifier: MIT
#include "bench/posed.h"

#include "bench/peak.h"

#include "bake/base/clock.h"
#include "bake/model/posed.h"
#include "bake/model/soft_draft.h"
#include "bake/recipe/recipe_sculpted.h"
#include "scenes/scenes.h"
#include "test/kit/target_body.h"

#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct posed_case {
    const char *name, *sample;
    int32_t targets, coords, tets; // with the base; tets: about
    bool ten_nodes, derivatives, large;
    int32_t paper_unknowns;
    double paper_seconds; // on one core of a 2.4 GHz Core 2 Duo; 0: not in the paper
} posed_case;

static const posed_case cases[] = {
    {"cylinder 4", "cylinder", 4, 13, 1300, false, false, false, 918, 21.2},
    {"swimmer 3", "swimmer", 3, 12, 900, false, false, false, 603, 16.8},
    {"shoulder 6", "shoulder", 6, 19, 7400, false, false, false, 4899, 661.0},
    {"shoulder 9", "shoulder", 9, 19, 7400, false, false, false, 4899, 1078.0},
    {"bends, shoulder 6", "shoulder", 6, 32, 7400, false, true, false, 0, 0.0},
    {"t10, shoulder 6", "shoulder", 6, 19, 7400, true, false, false, 0, 0.0},
    {"large, shoulder 9", "shoulder", 9, 40, 40000, true, true, true, 0, 0.0},
};

// ---- one case --------------------------------------------------------------------------

static void show(const posed_case* c, const target_set* set, const posed_model* m,
                 const stages* clock, double wall, double processor) {
    struct rusage u;
    getrusage(RUSAGE_SELF, &u);
    double peak = peak_products(), polynomials = 0.0;
    int32_t unknowns = 3 * m->coords.free_count;
    printf("%-18s %d targets, %d tets, %d unknowns, %d coordinates\n", c->name, set->count,
           set->volume->tet_count, unknowns, m->coords.count);
    printf("  %.2f s, processor %.2f s, %.0f MB", wall, processor, (double)u.ru_maxrss * 1024e-6);
    if (c->paper_seconds > 0.0)
        printf("; the paper, %d unknowns: %.1f s", c->paper_unknowns, c->paper_seconds);
    printf("\n ");
    for (int32_t i = 0; i < clock->count; ++i) {
        printf(" %s %.3f%s", clock->list[i].name, clock->list[i].seconds,
               i + 1 < clock->count ? "," : " s\n");
        if (strcmp(clock->list[i].name, "polynomials") == 0)
            polynomials = clock->list[i].seconds;
    }
    printf("  polynomials: columns %.3f s, products %.3f s of %.2f Gflop: %.1f Gflop/s where large "
           "products reach %.1f; %.0f MB\n",
           m->cost.fill_seconds, m->cost.product_seconds, 1e-9 * m->cost.flops,
           1e-9 * m->cost.flops / m->cost.product_seconds, 1e-9 * peak,
           1e-6 * (double)m->cost.bytes);
    printf("  of all their time the limit is %.0f%%\n", 100.0 * m->cost.flops / peak / polynomials);
    for (int32_t t = 0; t < set->count; ++t)
        printf("  %-12s first mode %6.2f Hz, shape lost %.1e, modes lost %.1e\n",
               set->shapes[t].name, sqrt(m->basis.first[t]) / (2.0 * EXACT_PI), m->basis.errors[t],
               m->basis.unlike[t]);
}

// A row of docs/results.md.
static void show_row(const posed_case* c, const target_set* set, const posed_model* m, double wall,
                     double processor) {
    printf("| %s | %d | %d | %d | %d | %.1f | %.1f |", c->sample, set->volume->tet_count,
           3 * m->coords.free_count, set->count, m->coords.count, wall, processor);
    if (c->paper_seconds > 0.0)
        printf(" %.1f (%d unknowns) |\n", c->paper_seconds, c->paper_unknowns);
    else
        printf(" |\n");
}

static bool run_case(const posed_case* c, bool table) {
    arena* memory = arena_create();
    report r = report_new(memory);
    scene s = sample_find(c->sample)->make(memory);
    recipe how = recipe_default();
    const char* reason;
    double wall = clock_seconds(), processor = clock_processor();
    stages clock = stages_begin();
    target_body* b = ARENA_NEW(memory, target_body, 1);
    soft_bones bones;
    posed_model m;
    bool sound = recipe_sculpted(&s, c->targets, memory, &how, &reason, &r);
    if (sound) {
        recipe_part* p = &how.parts[0];
        p->tets = c->tets;
        p->ten_nodes = c->ten_nodes;
        stages_end(&clock, "recipe");
        sound = target_body_make(&s, p, memory, b, &r) &&
                soft_find_bones(&b->body, &b->part, memory, &bones, &r);
        stages_end(&clock, "volume and targets");
        posed_request q = {.set = &b->set,
                           .stvk = true,
                           .derivatives = c->derivatives,
                           .count = c->coords,
                           .damping = p->damping,
                           .bone_count = bones.count,
                           .where = place_none()};
        if (sound)
            q.weights_or_null = forcing_weights(bones.weights, b->part.tets.node_count, bones.count,
                                                b->set.volume, memory);
        sound = sound && posed_build(&q, &clock, &m, memory, &r);
    }
    wall = clock_seconds() - wall;
    processor = clock_processor() - processor;
    if (sound && table)
        show_row(c, &b->set, &m, wall, processor);
    else if (sound)
        show(c, &b->set, &m, &clock, wall, processor);
    else
        printf("%s: %s\n", c->name, finding_text(&r.findings[r.count - 1], memory));
    arena_destroy(memory);
    return sound;
}

int bench_posed(int argc, char** argv) {
    const char* only = "";
    bool large = false, table = false, sound = true;
    for (int i = 0; i < argc; ++i) {
        large |= strcmp(argv[i], "--large") == 0;
        table |= strcmp(argv[i], "--table") == 0;
        only = argv[i][0] != '-' ? argv[i] : only;
    }
    if (table)
        printf(
            "| body | tets | unknowns | targets | coordinates | seconds | processor | the paper |\n"
            "|---|---|---|---|---|---|---|---|\n");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        if ((cases[i].large && !large) || strncmp(cases[i].name, only, strlen(only)) != 0)
            continue;
        fflush(stdout);
        pid_t child = fork();
        if (child == 0) {
            bool good = run_case(&cases[i], table);
            _exit(fflush(stdout) == 0 && good ? 0 : 1);
        }
        int status = 1;
        sound = child > 0 && waitpid(child, &status, 0) == child && status == 0 && sound;
    }
    return sound ? 0 : 1;
}
