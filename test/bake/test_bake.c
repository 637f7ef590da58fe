// bake.h: from a scene and a recipe to an asset that the runtime reads.
// SPDX-License-Identifier: MIT
#include "bake/bake.h"
#include "scenes/scenes.h"
#include "supple/supple.h"
#include "test/kit/check.h"

static bool bake_sample(const char* name, int32_t tets, int threads, arena* memory,
                        bake_result* out) {
    scene s = sample_find(name)->make(memory);
    recipe how = recipe_default();
    recipe_part part = recipe_part_default();
    const char* hips = "hips";
    part.tets = tets;
    part.fixing.base = 0.05;
    part.modes = 4;
    part.region.bones = &hips;
    part.region.bone_count = s.skin_count > 0;
    how.parts = &part;
    how.part_count = 1;
    report r = report_new(memory);
    bool sound = bake_scene(&s, &how, &(bake_options){.threads = threads}, memory, out, &r);
    for (int32_t i = 0; i < r.count; ++i)
        printf("        %s\n", r.findings[i].text);
    return sound;
}

TEST(the_runtime_reads_what_was_baked) {
    arena* a = arena_create();
    bake_result b;
    supple_asset asset;
    CHECK(bake_sample("swimmer", 1000, 2, a, &b));
    CHECK(supple_asset_read(&asset, b.asset.file.data, b.asset.file.size) == SUPPLE_OK);
    CHECK(asset.part_count == 1 && asset.coord_count == 4);
    CHECK(asset.vertex_count == b.binding.vertex_count);
    supple_part part = supple_asset_part(&asset, 0);
    CHECK(part.vertex_count == b.rows[0].vertex_count && part.vertex_count > 100);
    CHECK(part.vertex_count < asset.vertex_count);
    CHECK_NEAR(part.mass, b.rows[0].mass, 1e-6 * part.mass);
    double slowest = INFINITY;
    for (int i = 0; i < asset.coord_count; ++i)
        slowest = fmin(slowest, supple_asset_frequency(&asset, i));
    CHECK_NEAR(slowest, b.rows[0].first, 1e-5 * b.rows[0].first);
    CHECK(b.rows[0].captured > 0.5 && b.rows[0].captured <= 1.0);
    arena_destroy(a);
}

TEST(threads_do_not_change_a_byte) {
    arena* a = arena_create();
    bake_result one, two;
    CHECK(bake_sample("jelly", 600, 1, a, &one) && bake_sample("jelly", 600, 2, a, &two));
    CHECK(one.asset.file.size == two.asset.file.size);
    CHECK(memcmp(one.asset.file.data, two.asset.file.data, one.asset.file.size) == 0);
    arena_destroy(a);
}

TEST(a_scene_without_triangles_gets_a_sentence) {
    arena* a = arena_create();
    report r = report_new(a);
    scene empty = {0};
    recipe how = recipe_default();
    bake_result b;
    CHECK(!bake_scene(&empty, &how, &(bake_options){0}, a, &b, &r));
    CHECK(r.error_count == 1);
    arena_destroy(a);
}

TEST_MAIN(SIZED_CASE(the_runtime_reads_what_was_baked), SIZED_CASE(threads_do_not_change_a_byte),
          CASE(a_scene_without_triangles_gets_a_sentence))
