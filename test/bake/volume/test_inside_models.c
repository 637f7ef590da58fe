// Weights inside real characters: they sum to one, and how far solutions leave 0..1.
// SPDX-License-Identifier: MIT
#include "bake/import/import.h"
#include "test/kit/check.h"
#include "test/kit/skinned_body.h"

static void check_weights(const char* name, const scene* s, arena* a) {
    body it;
    inside_weights w;
    report r = report_new(a);
    CHECK(make_body(s, FILL_AUTO, 10000, a, &it));
    CHECK(inside_weigh(&it.t, &it.s, &it.skin, 2, a, &w, &r));
    for (int32_t i = 0; i < w.node_count; ++i) {
        double sum = 0.0;
        for (int32_t c = 0; c < w.joint_count; ++c)
            sum += w.weights[(size_t)c * (size_t)w.node_count + (size_t)i];
        CHECK_NEAR(sum, 1.0, 1e-12);
    }
    printf("%-28s %3d joints, %6d tets, %d nodes clamped, overshoot %.1e\n", name, w.joint_count,
           it.t.tet_count, w.clamped, w.overshoot);
    CHECK(w.joint_count > 1 && w.overshoot < 0.2); // cut tets of coarse, thin limbs are obtuse
}

TEST(the_swimmer_has_weights_inside) {
    arena* a = arena_create();
    scene s = sample_find("swimmer")->make(a);
    check_weights("swimmer", &s, a);
    arena_destroy(a);
}

TEST(real_characters_have_weights_inside) {
    const char* folder = test_data_folder();
    if (folder == NULL)
        SKIP("no folder of real models");
    static const char* const files[] = {"rigged/big_buck_bunny.glb",   "rigged/Fox.glb",
                                        "rigged/kaykit_barbarian.glb", "rigged/RiggedSimple.glb",
                                        "rigged/RiggedFigure.glb",     "rigged/mh_female_heavy.glb",
                                        "rigged/horse_animations.glb"};
    for (size_t b = 0; b < sizeof files / sizeof *files; ++b) {
        arena* a = arena_create();
        report r = report_new(a);
        imported in;
        CHECK(import_scene(arena_format(a, "%s/%s", folder, files[b]), a, &in, &r));
        check_weights(files[b], &in.scene, a);
        import_close(&in);
        arena_destroy(a);
    }
}

TEST_MAIN(CASE(the_swimmer_has_weights_inside), CASE(real_characters_have_weights_inside))
