// Every surface and character among the models by others gets a usable volume; the table is printed.
// SPDX-License-Identifier: MIT
#include "bake/base/clock.h"
#include "bake/import/import.h"
#include "bake/mesh/embed.h"
#include "bake/mesh/tet_topology.h"
#include "bake/volume/fill.h"
#include "test/kit/all_models.h"
#include "test/kit/check.h"
#include "test/kit/thorough.h"

TEST(every_model_gets_a_volume) {
    const char* folder = test_data_folder();
    if (folder == NULL)
        SKIP("no folder of models");
    printf("%-38s %-8s %6s %7s %6s %6s %9s %8s %7s %7s\n", "model", "mode", "thin", "tets", "angle",
           "angle", "surface", "outside", "pieces", "seconds");
    for (size_t i = 0; i < ALL_MODELS; ++i) {
        arena* a = arena_create();
        report r = report_new(a);
        imported in;
        CHECK(import_scene(arena_format(a, "%s/%s", folder, all_models[i]), a, &in, &r));
        pose p = pose_at(&in.scene, -1, 0.0, a);
        surface f = surface_from_scene(&in.scene, &p, a);
        double begin = clock_seconds();
        fill_result o;
        fill_options options = fill_default();
        options.cells = test_thorough() ? 40 : 24;
        CHECK(volume_fill(f.positions, f.vertex_count, (const uint32_t(*)[3])f.triangles,
                          f.triangle_count, &options, a, &o, &r));
        double filled = clock_seconds();
        embedding e = embed_points(&o.tets, f.positions, f.vertex_count, 0, a);
        printf("%-38s %-8s %5.1f%% %7d %6.1f %6.1f %8.3f%% %7.3f%% %7d %7.2f\n",
               path_name(all_models[i]), o.mode == FILL_SOLID ? "solid" : "enclose", o.thickened,
               o.tets.tet_count, o.quality.dihedral_min, o.quality.dihedral_max,
               100.0 * o.quality.surface_rms / (options.cells * o.cell),
               100.0 * e.outside_max / (options.cells * o.cell), o.pieces, filled - begin);
        CHECK(tets_topology(&o.tets, a).overfull_faces == 0 && o.quality.inverted == 0);
        CHECK(o.quality.dihedral_min > 10.7 && o.quality.dihedral_max < 164.8);
        CHECK(e.outside_max < o.cell);
        import_close(&in);
        arena_destroy(a);
    }
}

TEST_MAIN(CASE(every_model_gets_a_volume))
