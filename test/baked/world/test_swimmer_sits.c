// The swimmer sits down on a stool: how flesh on bones meets what is harder than it, on the sample itself.
// SPDX-License-Identifier: MIT
#include "bake/bake.h"
#include "bake/play/play.h"
#include "bake/recipe/recipe_file.h"
#include "scenes/scenes.h"
#include "scenes/swimmer.h"
#include "test/kit/check.h"

#include <string.h>

enum { RATE = 60, SEATED = 150, STOOD = 240 }; // frames

typedef struct sitter {
    arena* memory;
    report r;
    scene s;
    bake_result baked;
    supple_asset asset;
    play_take with, without; // the stool
    float (*soft)[3], (*alone)[3];
} sitter;

static bool sitter_play(sitter* t, const play_solid* stool_or_null, play_take* out) {
    play_request q = {.s = &t->s,
                      .binding = &t->baked.binding,
                      .asset = &t->asset,
                      .clip = -1,
                      .fps = RATE,
                      .solids = stool_or_null,
                      .solid_count = stool_or_null != NULL};
    for (int32_t i = 0; i < t->s.clip_count; ++i)
        q.clip = strcmp(t->s.clips[i].name, "sit") == 0 ? i : q.clip;
    return q.clip >= 0 && play_clip(&q, t->memory, out, &t->r);
}

static bool sitter_new(sitter* t) {
    memset(t, 0, sizeof *t);
    t->memory = arena_create();
    t->r = report_new(t->memory);
    t->s = sample_find("swimmer")->make(t->memory);
    recipe how;
    const bake_options o = {.threads = 1};
    if (!recipe_read(TEST_SOURCE_FOLDER "/docs/gallery/sit.yaml", t->memory, &how, &t->r))
        return false;
    how.unit = 1.0;
    const play_solid stool = {.middle = sit_stool, .size = sit_stool_size};
    if (!bake_scene(&t->s, &how, &o, t->memory, &t->baked, &t->r) ||
        supple_asset_read(&t->asset, t->baked.asset.file.data, t->baked.asset.file.size) !=
            SUPPLE_OK)
        return false;
    t->soft = arena_alloc(t->memory, (size_t)t->asset.vertex_count, sizeof *t->soft);
    t->alone = arena_alloc(t->memory, (size_t)t->asset.vertex_count, sizeof *t->alone);
    return sitter_play(t, &stool, &t->with) && sitter_play(t, NULL, &t->without);
}

// How deep a place is in the stool; below 0: outside.
static double depth_of(const float x[3]) {
    const vec3 half = v3_scale(sit_stool_size, 0.5);
    double y = half.y - fabs((double)x[1] - sit_stool.y),
           z = half.z - fabs((double)x[2] - sit_stool.z);
    return fmin(half.x - fabs((double)x[0] - sit_stool.x), fmin(y, z));
}

static void look(const play_take* take, int32_t frame, float (*out)[3]) {
    supple_streams to = supple_streams_packed(out[0], NULL);
    supple_body_skin(play_frame(take, frame), &to);
}

// How far two takes are apart in a frame, at most.
static double apart(sitter* t, int32_t frame, bool above_the_belt) {
    double most = 0.0;
    look(&t->with, frame, t->soft);
    look(&t->without, frame, t->alone);
    for (int32_t v = 0; v < t->asset.vertex_count; ++v) {
        const float *a = t->soft[v], *b = t->alone[v];
        if (above_the_belt && t->asset.positions[3 * v + 1] < 1.0f)
            continue;
        most = fmax(most, v3_distance(v3(a[0], a[1], a[2]), v3(b[0], b[1], b[2])));
    }
    return most;
}

TEST(the_swimmer_sits_on_its_stool_and_not_in_it) {
    sitter t;
    CHECK(sitter_new(&t));
    double soft = 0.0, alone = 0.0, worst = 0.0;
    for (int32_t frame = 0; frame < t.with.frame_count; frame += 6) {
        look(&t.with, frame, t.soft);
        for (int32_t v = 0; v < t.asset.vertex_count; ++v)
            worst = fmax(worst, depth_of(t.soft[v]));
    }
    look(&t.with, SEATED, t.soft);
    look(&t.without, SEATED, t.alone);
    for (int32_t v = 0; v < t.asset.vertex_count; ++v) {
        soft = fmax(soft, depth_of(t.soft[v]));
        alone = fmax(alone, depth_of(t.alone[v]));
    }
    double dent = apart(&t, SEATED, false), rest = apart(&t, SEATED, true);
    double stood = apart(&t, STOOD, false);
    printf("        %.1f mm in the stool, %.1f mm while it sits down, %.1f mm if nothing gave way; "
           "moved by %.1f mm, above the belt by %.2f; %.2f mm off when it stands\n",
           1e3 * soft, 1e3 * worst, 1e3 * alone, 1e3 * dent, 1e3 * rest, 1e3 * stood);
    CHECK(alone > 0.03);
    CHECK(soft < 0.0035 &&
          worst < 0.006); // what lies between contacts, which 40 modes cannot dent apart
    CHECK(dent > alone && rest == 0.0);
    CHECK(stood < 0.001);
    arena_destroy(t.memory);
}

TEST_MAIN(CASE(the_swimmer_sits_on_its_stool_and_not_in_it))
