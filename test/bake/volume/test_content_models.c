// Models by others weigh what their surfaces enclose at any number of tets, and have as many as were asked for.
// SPDX-License-Identifier: MIT
#include "bake/import/import.h"
#include "bake/volume/fill.h"
#include "bake/volume/ladder.h"
#include "test/kit/check.h"
#include "test/kit/thorough.h"

typedef struct known {
    const char* file;
    double volume; // where it is known exactly: closed, and nothing of it overlaps; else 0
} known;

TEST(every_model_holds_the_same_at_five_numbers_of_tets_which_are_met_and_rise) {
    const char* folder = test_data_folder();
    if (folder == NULL)
        SKIP("no folder of models");
    static const known files[] = {{"surface/smpl_woman.obj", 0.0},
                                  {"surface/spot.obj", 0.7183},
                                  {"surface/lee_perry_smith_head.glb", 81.9},
                                  {"surface/blub_fish.obj", 0.0},
                                  {"surface/cat.obj", 0.0},
                                  {"surface/hand_open.obj", 0.0},
                                  {"rigged/mh_female_heavy.glb", 0.0}};
    static const int32_t wanted[] = {300, 1000, 2000, 3000, 6000};
    int32_t count = test_thorough() ? 7 : 3, numbers = test_thorough() ? 5 : 3;
    for (int32_t i = 0; i < count; ++i) {
        arena* a = arena_create();
        report r = report_new(a);
        imported in;
        CHECK(import_scene(arena_format(a, "%s/%s", folder, files[i].file), a, &in, &r));
        pose p = pose_at(&in.scene, -1, 0.0, a);
        surface f = surface_from_scene(&in.scene, &p, a);
        double first = 0.0;
        int32_t before = 0;
        printf("        %-32s", path_name(files[i].file));
        for (int32_t k = 0; k < numbers; ++k) {
            fill_options o = fill_default();
            o.target = wanted[k];
            fill_result out;
            CHECK(volume_fill(f.positions, f.vertex_count, (const uint32_t(*)[3])f.triangles,
                              f.triangle_count, &o, a, &out, &r));
            double content = tets_content(&out.tets);
            printf(" %6d %.4g", out.tets.tet_count, content);
            first = k == 0 ? content : first;
            // rays say how much lies in two pieces at once, and all of a surface with holes: about
            CHECK_NEAR(content / first, 1.0, out.watertight ? 0.002 : 0.02);
            CHECK(files[i].volume == 0.0 || fabs(content / files[i].volume - 1.0) < 0.002);
            CHECK(fabs((double)out.tets.tet_count / wanted[k] - 1.0) <= LADDER_NEAR);
            CHECK(out.tets.tet_count >= before);
            before = out.tets.tet_count;
        }
        printf("\n");
        import_close(&in);
        arena_destroy(a);
    }
}

TEST_MAIN(CASE(every_model_holds_the_same_at_five_numbers_of_tets_which_are_met_and_rise))
