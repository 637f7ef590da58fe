// A posed part reduced and unreduced over a clip: what a few coordinates lose of the motion.
// SPDX-License-Identifier: MIT
#include "bake/bake.h"
#include "bake/play/play.h"
#include "test/kit/check.h"
#include "test/kit/full_reduced.h"

typedef struct difference {
    double rms;     // over the rms displacement
    double largest; // metres, any node and frame
    double reach;   // metres, the farthest that a node is displaced
} difference;

static difference compare(const double* full, const double* reduced, size_t count) {
    double sum = 0.0, all = 0.0;
    difference d = {0};
    for (size_t i = 0; i < count; i += 3) {
        vec3 a = v3(full[i], full[i + 1], full[i + 2]);
        double off = v3_distance(a, v3(reduced[i], reduced[i + 1], reduced[i + 2]));
        sum += off * off;
        all += v3_dot(a, a);
        d.largest = fmax(d.largest, off);
        d.reach = fmax(d.reach, v3_length(a));
    }
    d.rms = sqrt(sum / all);
    return d;
}

static void show_report(const full_body* f) {
    for (int32_t i = 0; i < f->r.count; ++i)
        printf("  %s\n", finding_text(&f->r.findings[i], f->memory));
}

// The clip by the full model, [frame_count][order] in memory; NULL when it fails.
static double* play_full(const full_choice* c, arena* memory) {
    full_body f;
    double* out = NULL;
    bool sound = full_body_make(c, &f);
    if (sound) {
        out = ARENA_NEW(memory, double, (size_t)f.clip.frame_count* f.order);
        sound = dynamics_play(f.d, &f.m, &f.clip, out, &f.r);
        const newmark* n = dynamics_stepper(f.d);
        printf("  %s, %s, %d unknowns, %d frames: %lld steps, %.1f corrections and %.2f matrices "
               "each\n",
               c->sample, c->stvk ? "St. Venant-Kirchhoff" : "linear",
               3 * f.model.coords.free_count, f.clip.frame_count, (long long)n->steps,
               (double)n->newton.counts.corrections / (double)n->steps,
               (double)n->newton.counts.matrices / (double)n->steps);
    }
    if (!sound)
        show_report(&f);
    full_body_free(&f);
    return sound ? out : NULL;
}

// In so many coordinates, whose basis is made for that many.
static double play_few(full_choice c, const double* full, int32_t coords) {
    full_body f;
    difference d = {.rms = INFINITY};
    c.coords = coords;
    bool sound = full_body_make(&c, &f);
    if (sound) {
        size_t count = (size_t)f.clip.frame_count * f.order;
        double* few = ARENA_NEW(f.memory, double, count);
        sound = reduced_play(&f, f.model.coords.count, few);
        d = compare(full, few, count);
        printf(
            "  %2d coordinates, %d sculpted: rms %.2f %% of the displacement, largest %.2f mm of "
            "%.1f mm\n",
            f.model.coords.count, f.model.basis.sculpted, 100.0 * d.rms, 1e3 * d.largest,
            1e3 * d.reach);
    }
    if (!sound)
        show_report(&f);
    full_body_free(&f);
    return sound ? d.rms : INFINITY;
}

TEST(the_bending_cylinder_in_few_coordinates) {
    static const int32_t counts[3] = {9, 13, 20};
    static const double allowed[3] = {0.12, 0.1, 0.05};
    arena* memory = arena_create();
    full_choice c = {.sample = "cylinder",
                     .targets = 4,
                     .coords = 13,
                     .tets = 1300,
                     .seconds = 2.5,
                     .fps = 30.0,
                     .substeps = 2};
    const double* full = play_full(&c, memory);
    CHECK(full != NULL);
    for (int i = 0; i < 3; ++i)
        CHECK(play_few(c, full, counts[i]) < allowed[i]);
    arena_destroy(memory);
}

// The paper's other scenes: a shoulder through poses that nothing was sculpted for, and the swimmer
// leaping (without a wall: the full model touches nothing).
TEST(the_shoulder_and_the_swimmer_in_few_coordinates) {
    static const full_choice scenes[] = {
        {.sample = "shoulder", .targets = 6, .coords = 19, .clip_or_null = "greet"},
        {.sample = "shoulder", .targets = 9, .coords = 19, .clip_or_null = "greet"},
        {.sample = "swimmer", .targets = 3, .coords = 12, .clip_or_null = "wall"},
        {.sample = "swimmer", .targets = 3, .coords = 24, .clip_or_null = "wall"},
    };
    static const double allowed[] = {0.15, 0.16, 0.11, 0.07};
    for (int i = 0; i < 4; ++i) {
        arena* memory = arena_create();
        full_choice c = scenes[i];
        c.tets = 1300;
        c.seconds = 2.7;
        c.fps = 30.0;
        c.substeps = 2;
        c.hangs = true;
        const double* full = play_full(&c, memory);
        CHECK(full != NULL);
        CHECK(play_few(c, full, c.coords) < allowed[i]);
        arena_destroy(memory);
    }
}

// Blended flesh does not rest at the blend of the rest shapes: the stiffer target pulls harder,
// everywhere differently. Modes show little of where it does rest; columns made for it do.
TEST(rest_between_two_targets_in_few_coordinates) {
    full_choice c = {.sample = "cylinder",
                     .targets = 4,
                     .coords = 30,
                     .tets = 1300,
                     .seconds = 0.2,
                     .fps = 30.0,
                     .substeps = 2};
    full_body f;
    bool sound = full_body_make(&c, &f);
    if (!sound)
        show_report(&f);
    CHECK(sound);
    double* few = ARENA_NEW(f.memory, double, f.order);
    dynamics_options o = dynamics_default(); // without weight
    double* density = full_density(&f);
    dynamics_free(f.d);
    dynamics_body body = elastic_body(&f.m, density, f.memory);
    f.d = dynamics_make(&body, f.b->set.fixed, &o, f.memory, &f.r);
    CHECK(f.d != NULL);
    for (int t = 0; t < 3; ++t) {
        double weights[4] = {0};
        weights[t] = weights[t + 1] = 0.5;
        const moment now = {.weights = weights};
        CHECK(dynamics_start(f.d, &now, NULL, NULL, &f.r) && dynamics_rest(f.d, &now, &f.r));
        for (int32_t count = 13; count <= 30; count += 17) {
            CHECK(reduced_rest(&f, count, &now, few));
            difference d = compare(dynamics_u(f.d), few, f.order);
            printf(
                "  half way from %s to %s, %d coordinates: rms %.1f %%, largest %.2f mm of %.1f\n",
                f.b->set.shapes[t].name, f.b->set.shapes[t + 1].name, count, 100.0 * d.rms,
                1e3 * d.largest, 1e3 * d.reach);
            CHECK(d.rms < 1e-6); // bake/model/between.h
        }
    }
    full_body_free(&f);
}

// The asset of the same part, played by the runtime; its coordinates along the same columns.
static bool play_runtime(full_body* f, const full_choice* c, int32_t substeps, double* out) {
    recipe how = recipe_default();
    const char* reason;
    bake_result baked;
    supple_asset asset;
    play_take take;
    if (!recipe_sculpted(&f->s, c->targets, f->memory, &how, &reason, &f->r))
        return false;
    how.unit = 1.0;
    how.parts[0].tets = c->tets;
    how.parts[0].ten_nodes = c->ten_nodes;
    how.parts[0].modes = c->coords;
    const bake_options o = {.threads = 1};
    if (!bake_scene(&f->s, &how, &o, f->memory, &baked, &f->r) ||
        supple_asset_read(&asset, baked.asset.file.data, baked.asset.file.size) != SUPPLE_OK)
        return false;
    const play_request q = {.s = &f->s,
                            .binding = &baked.binding,
                            .asset = &asset,
                            .fps = c->fps,
                            .seconds = c->seconds,
                            .preroll = 2.0,
                            .substeps = substeps};
    if (!play_clip(&q, f->memory, &take, &f->r) || take.frame_count != f->clip.frame_count ||
        asset.coord_count < f->model.coords.count)
        return false;
    printf("  the runtime: %.1f us a frame\n", 1e6 * take.step_seconds);
    for (size_t frame = 0; frame < (size_t)take.frame_count; ++frame)
        for (size_t k = 0; k < (size_t)f->model.coords.count; ++k) {
            double q_k = take.coords[frame * (size_t)asset.coord_count + k];
            for (size_t i = 0; i < f->order; ++i)
                out[frame * f->order + i] += q_k * f->basis[k * f->order + i];
        }
    return true;
}

// As an engine plays it: floats, a bone's inertia by twelve numbers, a few Newton steps, frames of
// a screen.
TEST(the_bending_cylinder_by_the_runtime) {
    full_choice c = {.sample = "cylinder",
                     .targets = 4,
                     .coords = 13,
                     .tets = 1300,
                     .seconds = 2.5,
                     .fps = 60.0,
                     .substeps = 2,
                     .hangs = true};
    full_body f;
    bool sound = full_body_make(&c, &f);
    size_t count = sound ? (size_t)f.clip.frame_count * f.order : 0;
    double *full = ARENA_NEW(f.memory, double, count), *few = ARENA_NEW(f.memory, double, count);
    sound = sound && dynamics_play(f.d, &f.m, &f.clip, full, &f.r) &&
            reduced_play(&f, f.model.coords.count, few);
    for (int32_t substeps = 1; substeps <= 4 && sound; substeps *= 4) {
        double* shown = ARENA_NEW(f.memory, double, count);
        sound = play_runtime(&f, &c, substeps, shown);
        difference d = compare(full, shown, count), own = compare(few, shown, count);
        printf(
            "  %d steps a frame of 1/60 s: rms %.2f %% beside the full model, largest %.2f mm of "
            "%.1f mm; beside the same coordinates rms %.2f %%, largest %.2f mm\n",
            substeps, 100.0 * d.rms, 1e3 * d.largest, 1e3 * d.reach, 100.0 * own.rms,
            1e3 * own.largest);
    }
    if (!sound)
        show_report(&f);
    CHECK(sound);
    full_body_free(&f);
}

TEST_MAIN(CASE(the_bending_cylinder_in_few_coordinates), CASE(the_bending_cylinder_by_the_runtime),
          CASE(the_shoulder_and_the_swimmer_in_few_coordinates),
          CASE(rest_between_two_targets_in_few_coordinates))
