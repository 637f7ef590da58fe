// The swimmer curls up, thighs against belly: with and without touching itself.
// SPDX-License-Identifier: MIT
#include "bake/bake.h"
#include "bake/play/play.h"
#include "bake/recipe/recipe_file.h"
#include "runtime/world/world.h"
#include "scenes/scenes.h"
#include "scenes/swimmer.h"
#include "test/kit/check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CURLED = 78, STANDING = 155, FOUND_MOST = 4096 }; // frames

static const char how_soft[] =
    "defaults: {element: t4, tets: 3000, modes: 16, tuning: {limit: 0.25}}\n"
    "parts:\n"
    "  - {name: belly, region: {place: belly}, modes: 24}\n"
    "  - {name: left, region: {place: thigh left}}\n"
    "  - {name: right, region: {place: thigh right}}\n";

typedef struct curler {
    arena* memory;
    report r;
    scene s;
    bake_result baked;
    supple_asset asset;
    play_take take[2]; // without and with
} curler;

static bool curler_new(curler* t) {
    memset(t, 0, sizeof *t);
    t->memory = arena_create();
    t->r = report_new(t->memory);
    t->s = sample_find("swimmer")->make(t->memory);
    recipe how;
    const bake_options o = {.threads = 1};
    bytes text = {(const uint8_t*)how_soft, sizeof how_soft - 1};
    if (!recipe_parse(text, "test", t->memory, &how, &t->r))
        return false;
    how.unit = 1.0;
    if (!bake_scene(&t->s, &how, &o, t->memory, &t->baked, &t->r) ||
        supple_asset_read(&t->asset, t->baked.asset.file.data, t->baked.asset.file.size) !=
            SUPPLE_OK)
        return false;
    bool ok = true;
    for (int self = 0; self < 2; ++self) {
        play_request q = {.s = &t->s,
                          .binding = &t->baked.binding,
                          .asset = &t->asset,
                          .clip = t->s.clip_count - 1,
                          .fps = 60.0,
                          .self = self != 0};
        ok = ok && play_clip(&q, t->memory, &t->take[self], &t->r);
    }
    return ok;
}

// Where skin of two soft parts overlaps in a frame: the depths of all such points, added up, metres.
static double overlap_of(curler* t, int self, int32_t frame, int32_t* points) {
    static contact found[FOUND_MOST];
    supple_world* w = supple_world_create(NULL, NULL);
    play_frame(&t->take[self], frame);
    supple_body* b = t->take[self].body;
    supple_world_add_body(w, b);
    contact_finder* finder =
        contact_finder_start(malloc(contact_finder_size(1, FOUND_MOST)), 1, FOUND_MOST);
    world_body* wb = &w->bodies[0];
    world_predict(wb, 0.0);
    const float(*now)[12] = (const float(*)[12])wb->end;
    contact_body look = {wb->skin, now, now, false};
    contact_scene around = {.most_work = HUGE_VAL,
                            .bodies = &look,
                            .body_count = 1,
                            .colliders = &w->colliders,
                            .h = 1e-6,
                            .self = true};
    int32_t count = contact_find(finder, &around, found);
    double sum = 0.0;
    *points = 0;
    for (int32_t i = 0; i < count; ++i)
        if (found[i].other == 0 && found[i].gap < 0.0 &&
            t->asset.links[found[i].at.vertex[0]] != UINT32_MAX &&
            t->asset.links[found[i].there.vertex[0]] != UINT32_MAX) {
            sum -= found[i].gap;
            ++*points;
        }
    free(finder);
    supple_world_remove_body(w, b);
    supple_world_destroy(w);
    return sum;
}

static double farthest(const curler* t, int self, int32_t frame) {
    const supple_body* b = play_frame(&t->take[self], frame);
    float* xyz = ARENA_NEW(t->memory, float, 3 * (size_t)t->asset.vertex_count);
    supple_streams to = supple_streams_packed(xyz, NULL);
    supple_body_evaluate(b, &to);
    double most = 0.0;
    for (int32_t i = 0; i < 3 * t->asset.vertex_count; ++i)
        most = fmax(most, fabs((double)xyz[i] - (double)t->asset.positions[i]));
    return most;
}

TEST(thighs_and_belly_make_room_for_each_other) {
    curler t;
    CHECK(curler_new(&t));
    int32_t points[2];
    double sum[2];
    for (int self = 0; self < 2; ++self)
        sum[self] = overlap_of(&t, self, CURLED, &points[self]);
    double stands[2] = {farthest(&t, 0, STANDING), farthest(&t, 1, STANDING)};
    printf(
        "        %d points overlap by %.0f mm together, %d by %.0f if it touches itself; it stands "
        "with flesh %.1f and %.1f mm from rest, moved by %.0f mm at most\n",
        points[0], 1e3 * sum[0], points[1], 1e3 * sum[1], 1e3 * stands[0], 1e3 * stands[1],
        1e3 * t.take[1].largest);
    // of a manifold, which has 64 for the whole body
    CHECK(points[0] > 4 && sum[0] > 0.05 && sum[1] < 0.3 * sum[0]);
    CHECK(t.take[1].largest < 0.15);
    CHECK_NEAR(stands[1], stands[0], 0.005);
    arena_destroy(t.memory);
}

TEST_MAIN(CASE(thighs_and_belly_make_room_for_each_other))
