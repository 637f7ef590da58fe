// Real glTF files by others: what SOURCES.md measured is what we read.
// SPDX-License-Identifier: MIT
#include "bake/import/import.h"

#include "test/kit/check.h"

typedef struct expected {
    const char* file;
    int32_t vertices, triangles, joints, clips, targets;
    const char* first_clip;
} expected;

static const expected files[] = {
    {"surface/lee_perry_smith_head.glb", 9279, 17684, 0, 0, 0, ""},
    {"surface/suzanne/Suzanne.gltf", 11808, 3936, 0, 0, 0, ""},
    {"rigged/mh_female_heavy.glb", 13380, 26756, 31, 3, 0, "walk"},
    {"rigged/big_buck_bunny.glb", 3241, 5262, 66, 0, 0, ""},
    {"rigged/horse_animations.glb", 2146, 3414, 56, 14, 0, "Death"},
    {"rigged/Fox.glb", 1728, 576, 24, 3, 0, "Survey"},
    {"rigged/kaykit_barbarian.glb", 5922, 6543, 41, 76, 0, NULL},
    {"rigged/RiggedFigure.glb", 370, 256, 19, 1, 0, ""},
    {"rigged/RiggedSimple.glb", 160, 188, 2, 1, 0, ""},
    {"rigged/MorphStressTest.glb", 1528, 2412, 0, 3, 8, "Individuals"},
    {"cloth/sheen_cloth/SheenCloth.gltf", 58081, 115200, 0, 0, 0, ""},
    {"plant/potted_plant/DiffuseTransmissionPlant.gltf", 50369, 68409, 0, 1, 0, ""},
    {"plant/flower.glb", 218, 80, 0, 0, 0, ""},
};
enum { FILE_COUNT = sizeof files / sizeof *files };

static void close_all(imported* i, bytes file) {
    for (int32_t k = 0; k < i->extra_count; ++k)
        file_unmap(i->extras[k]);
    file_unmap(file);
}

static void check_file(const expected* e, const scene* s) {
    int32_t vertices = 0, triangles = 0, targets = 0;
    for (int32_t i = 0; i < s->primitive_count; ++i) {
        const primitive* p = &s->primitives[i];
        vertices += p->vertex_count;
        triangles += p->triangle_count;
        targets = p->target_count > targets ? p->target_count : targets;
        for (int32_t v = 0; v < p->vertex_count && p->influence_count > 0; ++v) {
            double sum = 0.0;
            for (int32_t k = 0; k < p->influence_count; ++k)
                sum += (double)p->weights[v * p->influence_count + k];
            CHECK_NEAR(sum, 1.0, 2e-6);
        }
    }
    CHECK(vertices == e->vertices);
    CHECK(triangles == e->triangles);
    CHECK(targets == e->targets);
    CHECK(s->clip_count == e->clips);
    CHECK((s->skin_count > 0 ? s->skins[0].joint_count : 0) == e->joints);
    if (s->clip_count > 0 && e->first_clip != NULL)
        CHECK_TEXT(s->clips[0].name, e->first_clip);
    for (int32_t i = 0; i < s->image_count; ++i)
        CHECK(s->images[i].encoded.size > 0 && s->images[i].mime_or_null != NULL);
}

TEST(files_by_others_have_the_measured_counts) {
    const char* folder = test_data_folder();
    if (folder == NULL)
        SKIP("no folder of models by others; set SUPPLE_DATA");
    for (int i = 0; i < FILE_COUNT; ++i) {
        arena* a = arena_create();
        report r = report_new(a);
        imported im = {0};
        const char* path = arena_format(a, "%s/%s", folder, files[i].file);
        bytes file;
        if (file_map(path, &file, &r) && import_gltf(file, path, a, &im, &r))
            check_file(&files[i], &im.scene);
        if (r.count > 0 || test_failures > 0)
            printf("%s: %s\n", path, r.count > 0 ? finding_text(&r.findings[0], a) : "");
        CHECK(r.count == 0);
        close_all(&im, file);
        arena_destroy(a);
    }
}

TEST_MAIN(CASE(files_by_others_have_the_measured_counts))
