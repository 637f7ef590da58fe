// Wavefront OBJ: every way to write a face, every way to get it wrong, and the real models.
// SPDX-License-Identifier: MIT
#include "test/kit/check.h"
#include "test/kit/read_mesh.h"

static bool read_bytes(const char* data, size_t size, imported* out) {
    return read_mesh(import_obj, "m.obj", data, size, out);
}

static bool read_text(const char* source, imported* out) {
    return read_bytes(source, strlen(source), out);
}

#define SQUARE "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n"

TEST(a_quad_becomes_two_triangles_in_the_order_of_the_file) {
    imported i;
    CHECK(read_text(SQUARE "f 1 2 3 4\n", &i));
    primitive* p = i.scene.primitives;
    CHECK(p->vertex_count == 4 && p->triangle_count == 2 && p->material == -1);
    CHECK(p->positions[2].x == 1.0 && p->positions[2].y == 1.0);
    CHECK(p->triangles[0][0] == 0 && p->triangles[0][1] == 1 && p->triangles[0][2] == 2);
    CHECK(p->triangles[1][0] == 0 && p->triangles[1][1] == 2 && p->triangles[1][2] == 3);
    CHECK(i.scene.node_count == 1 && i.scene.root_count == 1 && i.scene.nodes[0].mesh == 0);
    CHECK_TEXT(i.scene.meshes[0].name, "m");
    CHECK(i.scene.format == FILE_OBJ && found.count == 0);
}

TEST(vertices_are_split_by_distinct_triples_in_order_of_first_use) {
    imported i;
    CHECK(read_text(SQUARE "vt 0 0\nvt 1 0\nvt .25 1\nvn 0 0 1\nvn 1 0 0\n"
                           "f 3/1/1 4/2/1 1/3/1\nf 3/1/1 1/3/1 2/1/1\nf 3/1/2 1/2/1 2/1/1\n",
                    &i));
    primitive* p = i.scene.primitives;
    CHECK(p->vertex_count == 6 && p->triangle_count == 3);
    CHECK(p->triangles[1][0] == 0 && p->triangles[1][1] == 2 && p->triangles[1][2] == 3);
    CHECK(p->triangles[2][0] == 4 && p->triangles[2][1] == 5 && p->triangles[2][2] == 3);
    CHECK(p->positions[0].x == 1.0 && p->positions[2].x == 0.0);
    CHECK(p->uvs[2][0] == 0.25f && p->uvs[2][1] == 0.0f); // v downward, as in glTF
    CHECK(p->normals[4][0] == 1.0f && p->normals[0][2] == 1.0f);
}

TEST(a_corner_with_a_thousand_splits_keeps_each_of_them) {
    enum { N = 1000 };
    char* source = malloc(N * 64 + 1000);
    size_t at = (size_t)sprintf(source, "%s", SQUARE);
    for (int k = 0; k < N; ++k)
        at += (size_t)sprintf(source + at, "vt %d 0\n", k);
    for (int turn = 0; turn < 2; ++turn)
        for (int k = 1; k <= N; ++k)
            at += (size_t)sprintf(source + at, "f 1/%d 2/1 3/1\n", k);
    imported i;
    bool ok = read_bytes(source, at, &i);
    free(source);
    CHECK(ok);
    primitive* p = i.scene.primitives;
    CHECK(p->vertex_count == N + 2 && p->triangle_count == 2 * N);
    for (int k = 0; k < 2 * N; ++k)
        CHECK(p->uvs[p->triangles[k][0]][0] == (float)(k % N));
}

TEST(relative_and_absolute_indices_are_equal) {
    imported a, b;
    CHECK(
        read_text(SQUARE "vt 0 0\nvn 0 0 1\nf 1/1/1 2/1/1 3/1/1\nv 5 5 5\nf 5//1 1//1 2//1\n", &a));
    primitive p = *a.scene.primitives;
    uint32_t triangles[2][3];
    memcpy(triangles, p.triangles, sizeof triangles);
    CHECK(read_text(
        SQUARE "vt 0 0\nvn 0 0 1\nf -4/-1/-1 -3/-1/-1 -2/-1/-1\nv 5 5 5\nf -1//-1 -5//-1 2//1\n",
        &b));
    primitive q = *b.scene.primitives;
    CHECK(p.vertex_count == q.vertex_count && q.triangle_count == 2);
    CHECK(memcmp(triangles, q.triangles, sizeof triangles) == 0);
}

TEST(numbers_are_read_in_every_spelling) {
    imported i;
    CHECK(read_text("v 1e-3 +.5 -0\r\nv 7. 1E+2 -2.5e1 1.0\r\n\tv  0 0 0 1 0.5 0 # red\r\n"
                    "f 1 2 \\\r\n 3",
                    &i));
    primitive* p = i.scene.primitives;
    CHECK(p->triangle_count == 1 && p->vertex_count == 3);
    CHECK(p->positions[0].x == 1e-3 && p->positions[0].y == 0.5 && p->positions[0].z == 0.0);
    CHECK(p->positions[1].y == 100.0 && p->positions[1].z == -25.0);
    CHECK(p->colors[0][0] == 1.0f && p->colors[0][1] == 1.0f); // the file gives this one none
    CHECK(p->colors[2][0] == 1.0f && p->colors[2][2] == 0.0f && p->colors[2][3] == 1.0f);
    CHECK_NEAR(p->colors[2][1], 0.21404114048, 1e-7); // sRGB 0.5
}

TEST(objects_groups_and_materials_become_meshes_and_primitives) {
    imported i;
    CHECK(read_text(SQUARE "v 9 9 9\ng left part\nusemtl a\nf 1 2 3\ng right\nf 3 2 4\nusemtl b\n"
                           "f 1 3 4\ng left part\nf 4 1 2\n",
                    &i));
    scene* s = &i.scene;
    CHECK(s->mesh_count == 2 && s->primitive_count == 4 && s->material_count == 2);
    CHECK_TEXT(s->meshes[0].name, "left part");
    CHECK_TEXT(s->nodes[1].name, "right");
    CHECK_TEXT(s->materials[1].name, "b");
    CHECK(s->meshes[0].primitive_count == 2 && s->meshes[1].first_primitive == 2);
    CHECK(s->primitives[1].material == 1 && s->primitives[2].material == 0);
    // vertices of a part stand in the order of the file, and only those it uses
    CHECK(s->primitives[2].vertex_count == 3 && s->primitives[2].positions[0].x == 1.0);
    CHECK(s->primitives[2].triangles[0][0] == 1 && s->primitives[2].triangles[0][1] == 0);

    CHECK(read_text(SQUARE "o body\ng a\nf 1 2 3\ng b\nf 1 3 4\n", &i));
    CHECK(i.scene.mesh_count == 1 && i.scene.primitives[0].triangle_count == 2);
    CHECK_TEXT(i.scene.meshes[0].name, "body");
}

TEST(a_backslash_after_the_first_letter_continues_the_line) {
    enum { N = 1000 };
    char* source = malloc(N * 32 + 100);
    size_t at = (size_t)sprintf(source, "v\\\n0 0 0\nv 1 0 0\nv 0 1 0\n");
    for (int k = 0; k < N; ++k)
        at += (size_t)sprintf(source + at, "%c\\\nm%d\nf\\\n1 2 3\n", k % 2 ? 'o' : 'g', k);
    imported i;
    CHECK(read_bytes(source, at, &i));
    CHECK(i.scene.mesh_count == N / 2 + 1 && found.count == 0); // g names no mesh where o does
    CHECK_TEXT(i.scene.meshes[N / 2].name, "m999");
    free(source);
}

TEST(refusals_name_the_line_and_what_is_allowed) {
    static const struct {
        const char *source, *sentence;
    } cases[] = {
        {SQUARE "f 1 2 5\n", "m.obj:5: the face uses vertex 5, but only 1 to 4 and, backwards from "
                             "this line, -1 to -4 exist"},
        {SQUARE "f 1 2 -5\n", "m.obj:5: the face uses vertex -5, but only 1 to 4 and, backwards "
                              "from this line, -1 to -4 exist"},
        {SQUARE "f 0 1 2\n", "m.obj:5: the face uses vertex 0, but only 1 to 4 and, backwards from "
                             "this line, -1 to -4 exist"},
        {SQUARE "f 1/1 2/1 3/1\n",
         "m.obj:5: the face uses texture coordinate 1, but the file has none"},
        {"f -1 -2 -3\n" SQUARE, "m.obj:1: the face uses vertex -1, but the file has only 1 to 4"},
        {"v 0 nan 0\nf 1 1 1\n", "m.obj:1: the vertex at (0, nan, 0) is not finite; export the "
                                 "model again or remove that vertex"},
        {"\nv 0 0 -inf\nf 1 1 1\n", "m.obj:2: the vertex at (0, 0, -inf) is not finite; export the "
                                    "model again or remove that vertex"},
        {"v 0 0 1e39\nf 1 1 1\n", "m.obj:1: the vertex at (0, 0, 1e+39) is not finite; export the "
                                  "model again or remove that vertex"},
        {"v 0 0\nf 1 1 1\n", "m.obj:1: a vertex (v) needs 3 numbers, but has 2"},
        {"v 0 0 1,5\nf 1 1 1\n", "m.obj:1: \"1,5\" is not a number"},
        {SQUARE "f 1 2 x\n", "m.obj:5: \"x\" is not a face corner like 1, 1/2, 1//3 or 1/2/3"},
        {SQUARE "f 1 2 3/\\4\n",
         "m.obj:5: \"3/\\4\" is not a face corner like 1, 1/2, 1//3 or 1/2/3"},
        {SQUARE, "m.obj: has no faces (no line begins with f), so there is no surface to read"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; ++k) {
        imported i;
        CHECK(!read_text(cases[k].source, &i));
        CHECK_TEXT(said(), cases[k].sentence);
    }
}

TEST(oddities_are_warned_of_and_counted) {
    imported i;
    CHECK(read_text(SQUARE "f 1 2\nf 1 2 3\nf 4\n", &i));
    CHECK_TEXT(said(),
               "m.obj:5: faces with fewer than 3 corners are skipped (2, this is the first)");
    CHECK(i.scene.primitives[0].triangle_count == 1 && found.error_count == 0);
    CHECK(read_text(SQUARE "f 1 3 2 4\n", &i));
    CHECK(found.count == 1 && strstr(said(), "m.obj:5: faces without area") != NULL);
    CHECK(read_text(SQUARE "vn 0 nan 0\nf 1//1 2//1 3//1\n", &i));
    CHECK(found.count == 1 && i.scene.primitives[0].normals[0][1] == 0.0f);
    CHECK(read_text("# ends in \\\n" SQUARE "frobnicate 3\nvn 0 0 1\nf 1//1 2//1 3\n", &i));
    CHECK_TEXT(
        said(),
        "m.obj:6: lines that begin with a word unknown to OBJ are skipped (1, this is the first)");
    CHECK(i.scene.primitives[0].normals == NULL); // one corner has none
}

TEST(material_files_give_colour_and_picture) {
    char folder[] = TEST_FOLDER;
    CHECK(mkdtemp(folder) != NULL);
    arena* a = arena_create();
    report r = report_new(a);
    const char* obj = arena_format(a, "%s/m.obj", folder);
    const char* mtl = arena_format(a, "%s/my looks.mtl", folder);
    const char* png = arena_format(a, "%s/wood.png", folder);
    const char* source = "mtllib my looks.mtl\nmtllib gone.mtl\n" SQUARE
                         "usemtl red\nf 1 2 3\nusemtl wooden\nf 1 3 4\n";
    const char* looks = "newmtl other\nKd 0 0 0\nnewmtl red\nKd 0.5 0 0\nd 0.25\nnewmtl wooden\n"
                        "map_Kd -s 2 2 1 C:\\pictures\\wood.png\n";
    bool wrote =
        file_write(mtl, looks, strlen(looks), &r) && file_write(png, "\x89PNG\r\n\x1a\n", 8, &r);
    imported i = {0};
    bool ok = import_obj((bytes){(const uint8_t*)source, strlen(source)}, obj, a, &i, &r);
    unlink(mtl);
    unlink(png);
    rmdir(folder);
    CHECK(wrote && ok);
    scene* s = &i.scene;
    CHECK(s->material_count == 2 && s->image_count == 1 && i.extra_count == 1);
    CHECK(s->materials[0].base_color[0] == 0.5f && s->materials[0].base_color[3] == 0.25f);
    CHECK(s->materials[0].blended && s->materials[0].base_image == -1);
    CHECK(s->materials[1].base_color[0] == 1.0f && s->materials[1].base_image == 0);
    CHECK(s->images[0].encoded.size == 8);
    CHECK_TEXT(s->images[0].mime_or_null, "image/png");
    CHECK(r.count == 1 && r.findings[0].severity == FINDING_NOTE); // gone.mtl
    for (int32_t k = 0; k < i.extra_count; ++k)
        file_unmap(i.extras[k]);
    arena_destroy(a);
}

static const char example[] =
    "mtllib none.mtl\no a\n" SQUARE "v 2 2 2 1 0.5 0\nvt 0 1\nvt 1e-2 .5\nvn 0 0 1\n"
    "usemtl m\nf 1/1/1 2/2/1 3/1/1 4//1\ng b\nusemtl n\nf -1 -2 \\\n -3\nf 1/2 2/2 3/2 4/2 5/1\n";

static void try_reading(const char* data, size_t size) {
    imported i;
    bool ok = read_bytes(data, size, &i);
    test_check_scene(ok, &i.scene, &found);
}

TEST(no_prefix_of_a_file_is_trouble) {
    mutate_prefixes(example, sizeof example - 1, try_reading);
}

TEST(no_mutation_of_a_file_is_trouble) {
    mutate_bytes(example, sizeof example - 1, 4000, try_reading);
}

// Counts of SOURCES.md, but for vertices that vt and vn split: spot, comb and double_loop.
TEST(real_models_have_their_counts) {
    static const struct {
        const char* file;
        int32_t vertices, triangles;
    } models[] = {
        {"surface/spot.obj", 3225, 5856},
        {"surface/blub_fish.obj", 10786, 21568},
        {"surface/cat.obj", 7949, 15894},
        {"surface/smpl_woman.obj", 6890, 13776},
        {"surface/hand_open.obj", 810, 1602},
        {"surface/comb.obj", 14168, 9816},
        {"surface/double_loop_selfx.obj", 8024, 4012},
        {"surface/teapot.obj", 792, 992},
        {"cloth/bullet_cloth_z_up.obj", 25, 32},
    };
    const char* folder = test_data_folder();
    if (folder == NULL)
        SKIP("the models of others are not here");
    for (size_t k = 0; k < sizeof models / sizeof *models; ++k) {
        arena* a = arena_create();
        report r = report_new(a);
        bytes file;
        const char* path = arena_format(a, "%s/%s", folder, models[k].file);
        imported i = {0};
        bool ok = file_map(path, &file, &r) && import_obj(file, path, a, &i, &r);
        primitive p = ok ? i.scene.primitives[0] : (primitive){0};
        test_check_scene(ok, &i.scene, &r);
        file_unmap(file);
        arena_destroy(a);
        CHECK(ok && i.scene.primitive_count == 1);
        CHECK(p.vertex_count == models[k].vertices && p.triangle_count == models[k].triangles);
    }
}

TEST_MAIN(CASE(a_quad_becomes_two_triangles_in_the_order_of_the_file),
          CASE(vertices_are_split_by_distinct_triples_in_order_of_first_use),
          CASE(a_corner_with_a_thousand_splits_keeps_each_of_them),
          CASE(relative_and_absolute_indices_are_equal), CASE(numbers_are_read_in_every_spelling),
          CASE(objects_groups_and_materials_become_meshes_and_primitives),
          CASE(a_backslash_after_the_first_letter_continues_the_line),
          CASE(refusals_name_the_line_and_what_is_allowed),
          CASE(oddities_are_warned_of_and_counted), CASE(material_files_give_colour_and_picture),
          CASE(no_prefix_of_a_file_is_trouble), CASE(no_mutation_of_a_file_is_trouble),
          CASE(real_models_have_their_counts))
