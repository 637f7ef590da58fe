// Their table 1: cylinder, swimmer and shoulder, unreduced and reduced, with and without their targets.
//
// A step of theirs is a frame. Ours of the runtime is one too: bones driven over the sample's own clip, weights,
// blend and four substeps, 60 frames a second; unreduced, one implicit step of a frame, to balance. "Without"
// is the base alone. Preprocessing is the whole bake, from the scene to the asset's bytes. All seconds are the
// processor's, and steps the best of several runs: other work on the machine disturbs.
// SPDX-License-Identifier: MIT
#include "bench/results.h"

#include "bake/bake.h"
#include "bake/base/clock.h"
#include "bake/dynamics/elastic_term.h"
#include "bake/recipe/recipe_sculpted.h"
#include "bake/scene/contents.h"
#include "bake/scene/pose.h"
#include "bench/page.h"
#include "scenes/scenes.h"
#include "supple/supple.h"
#include "test/kit/target_body.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { RESULTS_FRAMES = 120, RESULTS_ROUNDS = 5 };

typedef struct results_case {
    const char *title, *sample, *clip;
    int32_t targets, coords, tets; // with the base; tets: about
    // of the paper: unknowns, steps a second without and with targets (full, linear, StVK), seconds
    int32_t unknowns;
    int full[2], linear[2], stvk[2];
    double seconds;
} results_case;

static const results_case cases[] = {
    {"cylinder", "cylinder", "bend", 4, 13, 1300, 918, {28, 25}, {93, 89}, {89, 64}, 21.2},
    {"swimmer", "swimmer", "curl", 3, 12, 900, 603, {36, 34}, {96, 92}, {90, 58}, 16.8},
    {"shoulder", "shoulder", "poses", 6, 19, 7000, 4899, {3, 3}, {87, 85}, {30, 22}, 661.0},
    {"shoulder", "shoulder", "poses", 9, 19, 7000, 4899, {3, 3}, {83, 81}, {28, 21}, 1078.0},
};

typedef struct page {
    char text[1 << 14];
    size_t size;
} page;

static void put(page* p, const char* format, ...) {
    va_list list;
    va_start(list, format);
    int wrote = vsnprintf(p->text + p->size, sizeof p->text - p->size, format, list);
    va_end(list);
    p->size += wrote > 0 && p->size + (size_t)wrote < sizeof p->text ? (size_t)wrote : 0;
}

// ---- reduced ---------------------------------------------------------------------------

typedef struct played {
    double seconds; // of the bake
    double steps;   // a second
    int32_t coords, targets;
} played;

// Every frame's palette of the clip, [RESULTS_FRAMES][bone_count].
static supple_matrix* palettes_of(const scene* s, const char* name, const binding* b, arena* a) {
    int32_t found = clip_named(s, name);
    size_t bones = (size_t)b->bone_count;
    supple_matrix* out = ARENA_NEW(a, supple_matrix, bones * RESULTS_FRAMES);
    mat4* matrices = ARENA_NEW(a, mat4, bones);
    for (int frame = 0; frame < RESULTS_FRAMES; ++frame) {
        pose now = pose_at(s, found, frame / 60.0, a);
        binding_palette(b, &now, matrices);
        for (size_t i = 0; i < bones; ++i)
            for (int k = 0; k < 16; ++k)
                out[(size_t)frame * bones + i].m[k] = (float)matrices[i].m[k];
    }
    return out;
}

// To the clip's end and back again, so that no frame jumps.
static double steps_a_second(const supple_asset* asset, const supple_matrix* palettes) {
    supple_body* b = supple_body_create(asset, NULL, NULL);
    double best = 0.0;
    for (int round = 0; b != NULL && round < RESULTS_ROUNDS; ++round) {
        double begin = clock_processor();
        for (int frame = 0; frame < 2 * RESULTS_FRAMES; ++frame) {
            int at = frame < RESULTS_FRAMES ? frame : 2 * RESULTS_FRAMES - 1 - frame;
            supple_body_drive(b, palettes + (size_t)at * (size_t)asset->bone_count);
            supple_body_step(b, 1.0f / 60.0f);
        }
        best = fmax(best, 2.0 * RESULTS_FRAMES / (clock_processor() - begin));
    }
    supple_body_destroy(b);
    return best;
}

static bool play(const scene* s, const results_case* c, const recipe* sculpted, bool stvk,
                 bool with_targets, played* out, report* r) {
    arena* a = arena_create();
    recipe how = *sculpted;
    recipe_part soft = how.parts[0];
    how.parts = &soft;
    soft.stvk = stvk;
    soft.target_count = with_targets ? soft.target_count : 1;
    bake_options o = {.threads = 2};
    bake_result baked;
    supple_asset asset;
    double begin = clock_processor();
    bool sound = bake_scene(s, &how, &o, a, &baked, r);
    out->seconds = clock_processor() - begin;
    sound = sound &&
            supple_asset_read(&asset, baked.asset.file.data, baked.asset.file.size) == SUPPLE_OK;
    if (sound) {
        out->coords = asset.coord_count;
        out->targets = supple_asset_part(&asset, 0).target_count;
        out->steps = steps_a_second(&asset, palettes_of(s, c->clip, &baked.binding, a));
    }
    arena_destroy(a);
    return sound;
}

// ---- unreduced -------------------------------------------------------------------------

typedef struct whole {
    int32_t unknowns;
    double steps[2]; // a second, without and with targets
} whole;

// Steps of the body with its weights going from target to target.
static double full_steps(const elastic* m, const target_set* set, arena* a, report* r) {
    size_t elements = (size_t)set->volume->tet_count;
    double *density = ARENA_NEW(a, double, elements),
           *weights = ARENA_NEW(a, double, (size_t)set->count);
    for (size_t i = 0; i < elements; ++i)
        density[i] = set->shapes[0].materials[i].density;
    dynamics_options o = dynamics_default();
    o.gravity = v3(0.0, -9.81, 0.0);
    weights[0] = 1.0;
    moment now = {.weights = weights};
    dynamics_body body = elastic_body(m, density, a);
    dynamics* d = dynamics_make(&body, set->fixed, &o, a, r);
    bool sound = d != NULL && dynamics_start(d, &now, NULL, NULL, r);
    int count = 0;
    double begin = clock_processor(), seconds = 0.0;
    while (sound && seconds < 2.0) {
        int32_t t = count / 10 % m->count, next = (t + 1) % m->count;
        memset(weights, 0, (size_t)m->count * sizeof *weights);
        weights[t] = 1.0 - count % 10 / 10.0;
        weights[next] += count % 10 / 10.0;
        sound = dynamics_step(d, &now, 1.0 / 60.0, r);
        ++count;
        seconds = clock_processor() - begin;
    }
    dynamics_free(d);
    return sound ? count / seconds : 0.0;
}

static bool run_full(const scene* s, const recipe* sculpted, whole* out, report* r) {
    arena* a = arena_create();
    target_body* b = ARENA_NEW(a, target_body, 1);
    elastic m;
    bool sound = target_body_make(s, &sculpted->parts[0], a, b, r) &&
                 target_elastic(ELASTIC_LINEAR, &b->set, 1, &m, place_none(), a, r);
    if (sound) {
        for (int32_t i = 0; i < b->set.volume->node_count; ++i)
            out->unknowns += b->set.fixed[i] ? 0 : 3;
        out->steps[1] = full_steps(&m, &b->set, a, r);
        m.count = 1;
        out->steps[0] = full_steps(&m, &b->set, a, r);
        sound = out->steps[0] > 0.0 && out->steps[1] > 0.0;
    }
    arena_destroy(a);
    return sound;
}

// ---- the table -------------------------------------------------------------------------

typedef struct result_row {
    const char* kind;
    int32_t unknowns;
    double seconds;  // of preprocessing; 0: none
    double steps[2]; // a second, without and with targets
} result_row;

// A row of ours beside the paper's.
static void put_row(page* p, const results_case* c, const result_row* ours, int32_t their_unknowns,
                    double their_seconds, const int their_steps[2]) {
    put(p, "| %s | %s | %d | %d | %d | ", c->title, ours->kind, c->targets, ours->unknowns,
        their_unknowns);
    if (their_seconds > 0.0)
        put(p, "%.1f | %.1f", ours->seconds, their_seconds);
    else if (ours->seconds > 0.0)
        put(p, "%.1f | ", ours->seconds);
    else
        put(p, " | ");
    put(p, " | %.0f | %d | %.0f | %d |\n", ours->steps[0], their_steps[0], ours->steps[1],
        their_steps[1]);
}

static bool run_case(page* p, const results_case* c, arena* a, report* r) {
    scene s = sample_find(c->sample)->make(a);
    recipe how = recipe_default();
    const char* reason;
    if (!recipe_sculpted(&s, c->targets, a, &how, &reason, r))
        return false;
    how.parts[0].tets = c->tets;
    how.parts[0].ten_nodes = false;
    how.parts[0].modes = c->coords;
    whole full = {0};
    played linear[2], stvk[2];
    for (int with = 0; with < 2; ++with)
        if (!play(&s, c, &how, false, with, &linear[with], r) ||
            !play(&s, c, &how, true, with, &stvk[with], r))
            return false;
    if (!run_full(&s, &how, &full, r))
        return false;
    const result_row rows[] = {
        {"linear", full.unknowns, 0.0, {full.steps[0], full.steps[1]}},
        {"reduced linear", linear[1].coords, linear[1].seconds, {linear[0].steps, linear[1].steps}},
        {"reduced StVK", stvk[1].coords, stvk[1].seconds, {stvk[0].steps, stvk[1].steps}}};
    put_row(p, c, &rows[0], c->unknowns, 0.0, c->full);
    put_row(p, c, &rows[1], c->coords, 0.0, c->linear);
    put_row(p, c, &rows[2], c->coords, c->seconds, c->stvk);
    return true;
}

static const char head[] = "## The table of Dynamic Morph Targets\n"
                           "\n"
                           "Made by `build/bench results`. Galoppo et al. 2009, table 1, were "
                           "measured on one core of a Core 2 Duo "
                           "of 2.4 GHz; the bodies\n"
                           "here are our samples of the same names and sizes, not their files, on "
                           "one core (bakes: two) of the "
                           "machine that wrote this page.\n"
                           "A step is a frame of a sixtieth of a second: of reduced bodies "
                           "`supple_body_drive` over the sample's "
                           "clip and `supple_body_step`\n"
                           "(weights, blend, four substeps of an implicit rule); linear ones "
                           "without targets are plain modes, "
                           "stepped exactly. Unreduced it is\n"
                           "one implicit step, solved to balance, in double, whose matrix is "
                           "factored anew whenever weights "
                           "change (that is their\n"
                           "difference with and without). Preprocessing is the whole bake, from "
                           "the scene to the asset's bytes.\n"
                           "\n"
                           "| body | elasticity | targets | unknowns | theirs | preprocessing, s | "
                           "theirs | steps/s without "
                           "targets | theirs | with | theirs |\n"
                           "|---|---|---|---|---|---|---|---|---|---|---|\n";

int bench_results(const char* path) {
    static page p;
    arena* a = arena_create();
    report r = report_new(a);
    put(&p, "%s", head);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i)
        if (!run_case(&p, &cases[i], a, &r)) {
            printf("%s: %s\n", cases[i].title,
                   r.count > 0 ? finding_text(&r.findings[r.count - 1], a) : "failed");
            arena_destroy(a);
            return 1;
        }
    fputs(p.text, stdout);
    bool written = page_put(path, "morph targets", p.text, a, &r);
    arena_destroy(a);
    return written ? 0 : 1;
}
