// Real models, read, written as a scene and read again, stay what they were.
// SPDX-License-Identifier: MIT
#include "bake/export/glb.h"
#include "bake/import/import.h"
#include "test/kit/compare.h"

// Joints without weight become joint 0 and float sums become 1 on the way out: judge what is left.
static void tidy(scene* s) {
    for (int i = 0; i < s->primitive_count; ++i) {
        primitive* p = &s->primitives[i];
        for (int k = 0; k < p->vertex_count * p->influence_count; ++k)
            if (p->weights[k] == 0.0f)
                p->joints[k] = 0;
    }
}

static void round_trip(const char* folder, const char* name) {
    arena* memory = arena_create();
    report r = report_new(memory);
    imported first = {0}, second = {0};
    const char* path = arena_format(memory, "%s/%s", folder, name);
    CHECK(import_scene(path, memory, &first, &r));
    bytes glb = glb_from_scene(&first.scene, memory);
    CHECK(import_gltf(glb, "written.glb", memory, &second, &r));
    tidy(&first.scene);
    int before = test_failures;
    compare_scenes(&first.scene, &second.scene);
    if (test_failures > before)
        printf("that was %s\n", name);
    import_close(&first);
    arena_destroy(memory);
}

TEST(rigged_models_survive_being_written) {
    static const char* const names[] = {"rigged/Fox.glb",
                                        "rigged/MorphStressTest.glb",
                                        "rigged/RiggedFigure.glb",
                                        "rigged/RiggedSimple.glb",
                                        "rigged/big_buck_bunny.glb",
                                        "rigged/horse_animations.glb",
                                        "rigged/kaykit_barbarian.glb",
                                        "rigged/mh_female_heavy.glb"};
    const char* folder = test_data_folder();
    if (folder == NULL)
        SKIP("the folder with real models is missing");
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i)
        round_trip(folder, names[i]);
}

TEST_MAIN(CASE(rigged_models_survive_being_written))
