// The reduced body beside the full model: with all modes it is the full model, with fewer coordinates it errs more, and in the poses of
// targets both rest alike.
// SPDX-License-Identifier: MIT
#include "bake/bake_visit.h"
#include "bake/play/comparison_show.h"
#include "bake/recipe/recipe_sculpted.h"
#include "bake/scene/pose.h"
#include "test/kit/check.h"
#include "test/kit/sample_once.h"

#include <string.h>

// The organ bed, breathing ten times as fast so that it is shaken.
static scene shaken(arena* memory) {
    scene s = *sample_once("tissue");
    s.clips = ARENA_NEW(memory, clip, 1);
    s.clips[0] = sample_once("tissue")->clips[0];
    clip* c = &s.clips[0];
    channel* channels = ARENA_NEW(memory, channel, (size_t)c->channel_count);
    memcpy(channels, c->channels, (size_t)c->channel_count * sizeof *channels);
    for (int32_t i = 0; i < c->channel_count; ++i) {
        float* times = ARENA_NEW(memory, float, (size_t)channels[i].key_count);
        for (int32_t k = 0; k < channels[i].key_count; ++k)
            times[k] = 0.1f * channels[i].times[k];
        channels[i].times = times;
    }
    c->channels = channels;
    c->duration *= 0.1;
    return s;
}

static recipe recipe_of(int32_t modes) {
    recipe how = recipe_default();
    how.unit = 1.0;
    how.defaults.tets = 100;
    how.defaults.ten_nodes = false;
    how.defaults.fixing.attribute_or_null = "_FIXED";
    how.defaults.modes = modes;
    return how;
}

static bool add_part(void* user, const bake_begun* p, report* r) {
    return comparison_add(user, p->body, p->part, p->how, p->unit, r);
}

typedef struct compared {
    bake_result baked;
    supple_asset asset;
    play_request q;
    play_take take;
    comparison c;
} compared;

static const bake_options one_thread = {.threads = 1};

static bool bake(const scene* s, const recipe* how, arena* memory, compared* x, report* r) {
    return bake_scene(s, how, &one_thread, memory, &x->baked, r) &&
           supple_asset_read(&x->asset, x->baked.asset.file.data, x->baked.asset.file.size) ==
               SUPPLE_OK;
}

// By the runtime: x->q.seconds (0: all) of the clip x->q.clip.
static bool play(const scene* s, int32_t substeps, arena* memory, compared* x, report* r) {
    x->q.s = s;
    x->q.binding = &x->baked.binding;
    x->q.asset = &x->asset;
    x->q.fps = 30.0;
    x->q.preroll = 1.0;
    x->q.substeps = substeps;
    if (!play_clip(&x->q, memory, &x->take, r))
        return false;
    x->c = comparison_begin(&x->q, &x->take, substeps, memory);
    return true;
}

static bool compare(const scene* s, const recipe* how, int32_t substeps, arena* memory, compared* x,
                    report* r) {
    if (!bake(s, how, memory, x, r) || !play(s, substeps, memory, x, r) ||
        !bake_visit(s, how, &one_thread, add_part, &x->c, memory, r))
        return false;
    comparison_finish(&x->c);
    return true;
}
// Twenty steps a frame, because both models sample the bones at their steps: 34 % apart with two, 5 % with eight.
// Ten modes more live in elements that hold nothing of the body (bake/model/hollow.h): those are nobody's motion.
TEST(all_modes_are_the_full_model_and_fewer_err_more) {
    static const int32_t modes[3] = {41, 12, 3};
    double before = 0.0;
    for (int i = 0; i < 3; ++i) {
        arena* memory = arena_create();
        report r = report_new(memory);
        scene s = shaken(memory);
        recipe how = recipe_of(modes[i]);
        compared* x = ARENA_NEW(memory, compared, 1);
        bool sound = compare(&s, &how, 20, memory, x, &r);
        for (int32_t k = 0; k < r.count; ++k)
            printf("  %s\n", finding_text(&r.findings[k], memory));
        CHECK(sound && x->c.part_count == 1);
        const comparison_part* p = &x->c.parts[0];
        printf("  %d of %d: rms %.2g of %.2g m, worst %.2g of %.2g m\n", p->coordinates,
               p->unknowns, p->rms, p->size, p->worst, p->largest);
        CHECK(p->coordinates == modes[i] && p->unknowns == 51);
        CHECK(p->rms > before && p->rms <= p->worst);
        CHECK(i > 0 || p->rms < 1e-2 * p->size);
        before = p->rms;
        if (i == 2) {
            CHECK(strstr(comparison_json(&x->c, memory), "\"coordinates\": 3") != NULL);
            CHECK(comparison_plot(&x->c, memory).size > 0);
        }
        arena_destroy(memory);
    }
}

// ---- posed -----------------------------------------------------------------------------

enum { CYLINDER_TARGETS = 4 };

// The clip as it is at a time, for ever.
static clip standing(const clip* of, double time, arena* memory) {
    clip still = *of;
    still.name = "still";
    still.channels = ARENA_NEW(memory, channel, (size_t)of->channel_count);
    for (int32_t i = 0; i < of->channel_count; ++i) {
        channel* c = &still.channels[i];
        *c = of->channels[i];
        c->interpolation = STEP;
        c->key_count = 1;
        c->times = ARENA_NEW(memory, float, 1);
        c->values = ARENA_NEW(memory, float, (size_t)c->width);
        channel_sample(&of->channels[i], time, c->values);
    }
    return still;
}

static bool recipe_of_cylinder(int32_t coords, arena* memory, recipe* how, report* r) {
    const char* reason;
    *how = recipe_default();
    if (!recipe_sculpted(sample_once("cylinder"), CYLINDER_TARGETS, memory, how, &reason, r))
        return false;
    how->unit = 1.0;
    how->parts[0].cell = 0.1;
    how->parts[0].ten_nodes = false;
    how->parts[0].modes = coords;
    return true;
}

static void show_part(const comparison_part* p) {
    printf("  %s, %d of %d: rms %.3g of %.3g m, worst %.3g of %.3g m\n", p->name, p->coordinates,
           p->unknowns, p->rms, p->size, p->worst, p->largest);
}

// The cylinder begins to bend. Most of what is left with thirty is that both models sample the bones at their steps.
TEST(more_coordinates_of_a_posed_part_err_less) {
    static const int32_t coords[3] = {30, 12, 4};
    double before = 0.0;
    for (int i = 0; i < 3; ++i) {
        arena* memory = arena_create();
        report r = report_new(memory);
        recipe how;
        compared* x = ARENA_NEW(memory, compared, 1);
        x->q.seconds = 0.6;
        CHECK(recipe_of_cylinder(coords[i], memory, &how, &r));
        CHECK(compare(sample_once("cylinder"), &how, 4, memory, x, &r) && x->c.part_count == 1);
        const comparison_part* p = &x->c.parts[0];
        show_part(p);
        CHECK(p->posed && p->coordinates == coords[i]);
        CHECK(p->rms > 1.3 * before && p->rms <= p->worst);
        CHECK(i > 0 || p->rms < 0.06 * p->size);
        before = p->rms;
        arena_destroy(memory);
    }
}

// One comparison for each target, of one bake.
static bool add_to_all(void* user, const bake_begun* p, report* r) {
    compared* all = user;
    bool sound = true;
    for (int i = 0; i < CYLINDER_TARGETS && sound; ++i)
        sound = add_part(&all[i].c, p, r);
    return sound;
}

// Bones that stand still, in the pose in which a target was sculpted: statics. As bound nothing moves at all; bent,
// gravity comes from another side than the one that the shapes hang from, and what differs is what thirty coordinates
// cannot show of that: 2 % of the shape with eight, 0.43 % with thirty, 0.26 % with sixty.
TEST(in_the_pose_of_each_target_both_models_rest_alike) {
    arena* memory = arena_create();
    report r = report_new(memory);
    recipe how;
    scene s = *sample_once("cylinder");
    compared* all = ARENA_NEW(memory, compared, CYLINDER_TARGETS);
    CHECK(recipe_of_cylinder(30, memory, &how, &r));
    CHECK(how.parts[0].target_count == CYLINDER_TARGETS && s.clip_count == 1);
    CHECK(bake(&s, &how, memory, &all[0], &r));
    s.clips = ARENA_NEW(memory, clip, 1 + CYLINDER_TARGETS);
    s.clips[0] = sample_once("cylinder")->clips[0];
    for (int i = 0; i < CYLINDER_TARGETS; ++i) {
        s.clips[s.clip_count] = standing(&s.clips[0], how.parts[0].targets[i].pose.time, memory);
        all[i].baked = all[0].baked;
        all[i].asset = all[0].asset;
        all[i].q.clip = s.clip_count++;
        all[i].q.seconds = 0.2;
        CHECK(play(&s, 4, memory, &all[i], &r));
    }
    CHECK(bake_visit(&s, &how, &one_thread, add_to_all, all, memory, &r));
    for (int i = 0; i < CYLINDER_TARGETS; ++i) {
        comparison_finish(&all[i].c);
        const comparison_part* p = &all[i].c.parts[0];
        int32_t last = all[i].take.frame_count - 1;
        printf("  %s: %.3g to %.3g\n", how.parts[0].targets[i].name, p->frame_rms[0],
               p->frame_rms[last]);
        show_part(p);
        CHECK(p->posed && (i == 0 || p->size > 1e-3)); // it is displaced
        CHECK(p->rms <= 0.008 * p->size || p->worst < 1e-12);
        CHECK_NEAR(p->frame_rms[last], p->frame_rms[0], 0.01 * p->rms); // both stand
    }
    arena_destroy(memory);
}

TEST(a_body_that_nothing_holds_is_refused) {
    arena* memory = arena_create();
    report r = report_new(memory);
    scene s = shaken(memory);
    recipe how = recipe_of(6);
    how.defaults.fixing.attribute_or_null = NULL;
    compared* x = ARENA_NEW(memory, compared, 1);
    CHECK(!compare(&s, &how, 1, memory, x, &r));
    CHECK(r.count > 0 && strstr(r.findings[r.count - 1].text, "nothing holds part") != NULL);
    arena_destroy(memory);
}

TEST_MAIN(CASE(all_modes_are_the_full_model_and_fewer_err_more),
          CASE(more_coordinates_of_a_posed_part_err_less),
          CASE(in_the_pose_of_each_target_both_models_rest_alike),
          CASE(a_body_that_nothing_holds_is_refused))
