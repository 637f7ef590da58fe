// The swimmer runs at 30, 60 and 144 frames a second: its flesh moves alike.
// SPDX-License-Identifier: MIT
#include "bake/bake.h"
#include "bake/play/play.h"
#include "scenes/scenes.h"
#include "test/check.h"
#include "test/frame_rate.h"

typedef struct runner {
    scene s;
    int32_t clip;
    bake_result baked;
    supple_asset asset;
    mat4* matrices;
} runner;

// The first mode is at `first` Hz.
static bool bake_runner(runner* r, double first, arena* memory) {
    r->s = sample_find("swimmer")->make(memory);
    r->clip = -1;
    for (int32_t i = 0; i < r->s.clip_count; ++i)
        if (strcmp(r->s.clips[i].name, "run") == 0)
            r->clip = i;
    recipe how = recipe_default();
    recipe_part part = recipe_part_default();
    const char* hips = "hips";
    part.tets = 1000;
    part.modes = 6;
    part.first = first;
    part.region.bones = &hips;
    part.region.bone_count = 1;
    how.parts = &part;
    how.part_count = 1;
    report findings = report_new(memory);
    bool sound =
        r->clip >= 0 &&
        bake_scene(&r->s, &how, &(bake_options){.threads = 2}, memory, &r->baked, &findings) &&
        supple_asset_read(&r->asset, r->baked.asset.file.data, r->baked.asset.file.size) ==
            SUPPLE_OK;
    for (int32_t i = 0; i < findings.count; ++i)
        printf("        %s\n", findings.findings[i].text);
    if (!sound)
        return false;
    r->matrices = ARENA_NEW(memory, mat4, (size_t)r->asset.bone_count);
    return true;
}

static void run(void* user, double t, supple_matrix* palette) {
    runner* r = user;
    arena* scratch = arena_create();
    pose now = pose_at(&r->s, r->clip, fmod(t, r->s.clips[r->clip].duration), scratch);
    binding_palette(&r->baked.binding, &now, r->matrices);
    for (int32_t i = 0; i < r->asset.bone_count; ++i)
        for (int k = 0; k < 16; ++k)
            palette[i].m[k] = (float)r->matrices[i].m[k];
    arena_destroy(scratch);
}

static frame_rate_result compare(runner* r, supple_forcing form, int rate) {
    supple_options o = supple_options_default(&r->asset);
    o.world_metres = (float)r->baked.unit;
    o.forcing = form;
    return frame_rate_compare(&r->asset, &o, run, r, 4.0, 144, rate);
}

TEST(the_swimmer_runs_alike_at_every_frame_rate) {
    arena* a = arena_create();
    runner r;
    CHECK(bake_runner(&r, 2.0, a));
    printf("%d modes of %.1f to %.1f Hz\n", r.baked.rows[0].mode_count, r.baked.rows[0].first,
           r.baked.rows[0].last);
    CHECK(r.baked.rows[0].last <= 4.0);
    static const int rates[2] = {60, 30};
    static const double allowed[2] = {0.05, 0.10};
    for (int i = 0; i < 2; ++i)
        for (int form = 0; form < 4; ++form) {
            frame_rate_result x = compare(&r, (supple_forcing)form, rates[i]);
            printf("%d against 144 Hz, form %d: %.2f %% of %.1f cm\n", rates[i], form,
                   100.0 * x.difference / x.largest, 100.0 * r.asset.metres * x.largest);
            CHECK(r.asset.metres * x.largest > 0.01);
            if (form == SUPPLE_JOLTED)
                CHECK(x.difference < allowed[i] * x.largest);
        }
    arena_destroy(a);
}

TEST(above_four_hertz_the_error_follows_the_angle_of_a_step) {
    static const double first[3] = {4.0, 8.0, 16.0};
    for (int i = 0; i < 3; ++i) {
        arena* a = arena_create();
        runner r;
        CHECK(bake_runner(&r, first[i], a));
        for (int rate = 30; rate <= 60; rate += 30) {
            frame_rate_result x = compare(&r, SUPPLE_JOLTED, rate);
            double angle = 2.0 * 3.14159265 * first[i] / rate;
            printf("first mode %4.1f Hz, omega h %.2f: %.1f %% of %.2f cm\n", first[i], angle,
                   100.0 * x.difference / x.largest, 100.0 * r.asset.metres * x.largest);
            CHECK(x.difference < x.largest * (0.05 + angle));
        }
        arena_destroy(a);
    }
}

TEST_MAIN(CASE(the_swimmer_runs_alike_at_every_frame_rate),
          CASE(above_four_hertz_the_error_follows_the_angle_of_a_step))
