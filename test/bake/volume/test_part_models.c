// Every character among the models by others gets parts or a sentence; the table is printed.
// SPDX-License-Identifier: MIT
#include "bake/base/clock.h"
#include "bake/import/import.h"
#include "bake/mesh/tet_topology.h"
#include "bake/scene/bind.h"
#include "bake/volume/part.h"
#include "bake/volume/part_auto.h"
#include "test/kit/check.h"
#include "test/kit/thorough.h"

// Is it whole, held, and embedded near its flesh?
static bool sound(const part* p, arena* memory) {
    tet_topology shape = tets_topology(&p->tets, memory);
    if (shape.piece_count != 1 || shape.overfull_faces != 0 || !(p->volume > 0.0))
        return false;
    if (p->fixed_count < 1 || p->fixed_count >= p->tets.node_count)
        return false;
    for (int32_t i = 0; i < p->vertex_count; ++i)
        if (!(p->fade[i] >= 0.0f && p->fade[i] <= 1.0f))
            return false;
    return p->vertex_count > 0 && p->bone_count > 0 && p->embedding.outside_max < 3.0 * p->cell;
}

TEST(every_character_gets_parts_or_a_sentence) {
    const char* folder = test_data_folder();
    if (folder == NULL)
        SKIP("no folder of models");
    static const char* const files[] = {"mh_female_heavy.glb",  "big_buck_bunny.glb",
                                        "horse_animations.glb", "Fox.glb",
                                        "kaykit_barbarian.glb", "RiggedFigure.glb",
                                        "RiggedSimple.glb",     "MorphStressTest.glb"};
    printf("%-22s %-16s %8s %6s %6s %6s %8s %7s\n", "model", "part", "vertices", "tets", "nodes",
           "fixed", "outside", "seconds");
    for (size_t i = 0; i < sizeof files / sizeof *files; ++i) {
        arena* a = arena_create();
        report r = report_new(a);
        imported in;
        CHECK(import_scene(arena_format(a, "%s/rigged/%s", folder, files[i]), a, &in, &r));
        pose p = bind_pose(&in.scene, a);
        surface f = surface_from_scene(&in.scene, &p, a);
        character c = character_new(&in.scene, &f, &p, a);
        part_plan plans[PARTS_MOST];
        int32_t planned = parts_find(&c, 0, a, plans, &r), made = 0;
        for (int32_t k = 0; k < planned; ++k) {
            part_options o = part_default();
            o.target = test_thorough() ? 1500 : 300;
            part out;
            double start = clock_seconds();
            if (!part_build(&c, plans[k].name, &plans[k].region, &o, a, &out, &r))
                continue;
            ++made;
            printf("%-22s %-16s %8d %6d %6d %6d %7.2fc %7.2f\n", files[i], out.name,
                   out.vertex_count, out.tets.tet_count, out.tets.node_count, out.fixed_count,
                   out.embedding.outside_max / out.cell, clock_seconds() - start);
            CHECK(sound(&out, a));
        }
        CHECK(made > 0 || r.error_count > 0);
        CHECK(in.scene.skin_count == 0 || made > 1);
        for (int32_t k = 0; k < r.count; ++k)
            printf("%-22s %s\n", files[i], r.findings[k].text);
        import_close(&in);
        arena_destroy(a);
    }
}

TEST_MAIN(CASE(every_character_gets_parts_or_a_sentence))
