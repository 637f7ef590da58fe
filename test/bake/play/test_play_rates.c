// The same motion at any frame rate: the swimmer's run, its bones sampled at 30, 60 and 144 Hz.
// SPDX-License-Identifier: MIT
#include "bake/bake.h"
#include "bake/play/play.h"
#include "bake/scene/contents.h"
#include "test/kit/check.h"
#include "test/kit/sample_once.h"

typedef struct runner {
    arena* memory;
    const scene* scene;
    bake_result baked;
    supple_asset asset;
    bool sound;
} runner;

static runner bake_runner(double first, double below) {
    runner p = {.memory = arena_create(), .scene = sample_once("swimmer")};
    report r = report_new(p.memory);
    static const char* const places[2] = {"belly", "thigh left"};
    recipe_part parts[2];
    for (int i = 0; i < 2; ++i) {
        parts[i] = recipe_part_default();
        parts[i].name = parts[i].region.place_or_null = places[i];
        parts[i].tets = 900;
        parts[i].first = first;
        parts[i].below = below;
        parts[i].limit = 1.0; // far away: what is compared is the motion itself
    }
    recipe how = recipe_default();
    how.parts = parts;
    how.part_count = 2;
    bake_options o = {.threads = 2};
    p.sound =
        bake_scene(p.scene, &how, &o, p.memory, &p.baked, &r) &&
        supple_asset_read(&p.asset, p.baked.asset.file.data, p.baked.asset.file.size) == SUPPLE_OK;
    return p;
}

// The displaced vertices of a take at a share of the round, between the frames on either side.
static void displaced(const runner* p, const play_take* t, double fraction, float* a, float* b) {
    double at = fraction * t->frame_count;
    int32_t frame = (int32_t)at % t->frame_count;
    double between = at - floor(at);
    supple_streams first = supple_streams_packed(a, NULL), second = supple_streams_packed(b, NULL);
    supple_body_evaluate(play_frame(t, frame), &first);
    supple_body_evaluate(play_frame(t, (frame + 1) % t->frame_count), &second);
    for (int32_t i = 0; i < 3 * p->asset.vertex_count; ++i)
        a[i] = (float)(a[i] + between * ((double)b[i] - a[i]));
}

// The largest distance of a vertex between two takes, at the frames of the first, over the largest
// displacement of the second. The second has many frames, and little is lost between them.
static double apart(const runner* p, const play_take* x, const play_take* y) {
    size_t numbers = 3 * (size_t)p->asset.vertex_count;
    float* at[3];
    for (int i = 0; i < 3; ++i)
        at[i] = ARENA_NEW(p->memory, float, numbers);
    double worst = 0.0;
    for (int i = 0; i < x->frame_count; ++i) {
        displaced(p, x, (double)i / x->frame_count, at[0], at[2]);
        displaced(p, y, (double)i / x->frame_count, at[1], at[2]);
        for (size_t v = 0; v < numbers; v += 3) {
            double square = 0.0;
            for (size_t k = v; k < v + 3; ++k)
                square += ((double)at[0][k] - at[1][k]) * ((double)at[0][k] - at[1][k]);
            worst = fmax(worst, sqrt(square));
        }
    }
    return worst / y->largest;
}

static bool play_rates(runner* p, play_take takes[3]) {
    static const double rates[3] = {30.0, 60.0, 144.0};
    report r = report_new(p->memory);
    bool sound = p->sound;
    for (int i = 0; i < 3 && sound; ++i) {
        play_request q = {.s = p->scene,
                          .binding = &p->baked.binding,
                          .asset = &p->asset,
                          .clip = clip_named(p->scene, "run"),
                          .fps = rates[i],
                          .loop = true};
        sound = play_clip(&q, p->memory, &takes[i], &r);
    }
    return sound;
}

TEST(flesh_up_to_5_hz_runs_alike_at_30_60_and_144_hz) {
    runner p = bake_runner(0.0, 5.0);
    play_take takes[3];
    CHECK(play_rates(&p, takes));
    double slow = apart(&p, &takes[0], &takes[2]), fast = apart(&p, &takes[1], &takes[2]);
    printf("        farthest %.1f cm; apart from 144 Hz: 60 Hz %.2f %%, 30 Hz %.2f %%\n",
           100.0 * takes[2].largest, 100.0 * fast, 100.0 * slow);
    CHECK(takes[2].largest >= 0.01);
    CHECK(fast < 0.05 && slow < 0.10);
    arena_destroy(p.memory);
}

// Faster flesh turns farther in a frame: what is lost is printed.
TEST(faster_flesh_loses_with_the_angle_it_turns_in_a_frame) {
    runner p = bake_runner(6.0, 0.0);
    play_take takes[3];
    CHECK(play_rates(&p, takes));
    double fastest = fmax(p.baked.rows[0].last, p.baked.rows[1].last);
    for (int i = 0; i < 2; ++i)
        printf("        modes up to %.1f Hz at %.0f Hz: omega h %.2f, apart %.1f %%\n", fastest,
               takes[i].fps, 2.0 * EXACT_PI * fastest / takes[i].fps,
               100.0 * apart(&p, &takes[i], &takes[2]));
    CHECK(apart(&p, &takes[1], &takes[2]) < apart(&p, &takes[0], &takes[2]));
    arena_destroy(p.memory);
}

TEST_MAIN(CASE(flesh_up_to_5_hz_runs_alike_at_30_60_and_144_hz),
          CASE(faster_flesh_loses_with_the_angle_it_turns_in_a_frame))
