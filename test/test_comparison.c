// The reduced body beside the full model: with all modes it is the full model, with fewer it errs more.
// SPDX-License-Identifier: MIT
#include "bake/bake_visit.h"
#include "bake/play/comparison_show.h"
#include "test/check.h"
#include "test/sample_once.h"

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

static bool compare(const scene* s, const recipe* how, int32_t substeps, arena* memory, compared* x,
                    report* r) {
    const bake_options o = {.threads = 1};
    if (!bake_scene(s, how, &o, memory, &x->baked, r) ||
        supple_asset_read(&x->asset, x->baked.asset.file.data, x->baked.asset.file.size) !=
            SUPPLE_OK)
        return false;
    x->q = (play_request){.s = s,
                          .binding = &x->baked.binding,
                          .asset = &x->asset,
                          .fps = 30.0,
                          .preroll = 1.0,
                          .substeps = substeps};
    if (!play_clip(&x->q, memory, &x->take, r))
        return false;
    x->c = comparison_begin(&x->q, &x->take, substeps, memory);
    if (!bake_visit(s, how, &o, add_part, &x->c, memory, r))
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
          CASE(a_body_that_nothing_holds_is_refused))
