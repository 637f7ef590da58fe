// play.h: a baked body over a clip.
// SPDX-License-Identifier: MIT
#include "bake/bake.h"
#include "bake/play/play.h"
#include "scenes/scenes.h"
#include "test/check.h"

typedef struct played {
    arena* memory;
    scene scene;
    bake_result baked;
    supple_asset asset;
    bool sound;
} played;

static played bake_belly(void) {
    played p = {.memory = arena_create()};
    report r = report_new(p.memory);
    p.scene = sample_find("swimmer")->make(p.memory);
    recipe how = recipe_default();
    recipe_part part = recipe_part_default();
    part.name = part.region.place_or_null = "belly";
    part.tets = 1500;
    how.parts = &part;
    how.part_count = 1;
    p.sound =
        bake_scene(&p.scene, &how, &(bake_options){.threads = 2}, p.memory, &p.baked, &r) &&
        supple_asset_read(&p.asset, p.baked.asset.file.data, p.baked.asset.file.size) == SUPPLE_OK;
    return p;
}

static int32_t find_clip(const scene* s, const char* name) {
    for (int32_t i = 0; i < s->clip_count; ++i)
        if (strcmp(s->clips[i].name, name) == 0)
            return i;
    return -1;
}

static bool play(played* p, const char* name, double fps, bool loop, play_take* out) {
    report r = report_new(p->memory);
    play_request q = {.s = &p->scene,
                      .binding = &p->baked.binding,
                      .asset = &p->asset,
                      .clip = find_clip(&p->scene, name),
                      .fps = fps,
                      .seconds = name[0] == 0,
                      .loop = loop};
    return play_clip(&q, p->memory, out, &r);
}

TEST(a_body_whose_bones_stand_still_stands_still) {
    played p = bake_belly();
    play_take t;
    CHECK(p.sound && play(&p, "", 60.0, false, &t));
    CHECK(t.frame_count == 61 && t.largest < 1e-6);
    arena_destroy(p.memory);
}

TEST(a_run_that_loops_has_no_seam) {
    played p = bake_belly();
    play_take t;
    CHECK(p.sound && play(&p, "run", 60.0, true, &t));
    printf("        %d frames, seam %.2g, largest %.3f m, step %.2f us\n", t.frame_count, t.seam,
           t.largest, 1e6 * t.step_seconds);
    CHECK(t.seam < 1e-4 && t.largest > 0.002 && t.largest < 0.16);
    arena_destroy(p.memory);
}

TEST(a_jump_shakes_the_belly_and_frames_are_what_the_body_was) {
    played p = bake_belly();
    play_take t;
    CHECK(p.sound && play(&p, "jump", 60.0, false, &t));
    printf("        largest %.3f m in frame %d of %d, %u limited\n", t.largest, t.largest_frame,
           t.frame_count, t.limited);
    CHECK(t.largest > 0.002 && t.largest < 0.16);
    const float* coords = supple_body_coords(play_frame(&t, t.largest_frame));
    size_t n = (size_t)p.asset.coord_count;
    CHECK(memcmp(coords, t.coords + n * (size_t)t.largest_frame, n * sizeof *coords) == 0);
    arena_destroy(p.memory);
}

TEST_MAIN(CASE(a_body_whose_bones_stand_still_stands_still), CASE(a_run_that_loops_has_no_seam),
          CASE(a_jump_shakes_the_belly_and_frames_are_what_the_body_was))
