// The door: bytes decide which reader a file gets, and strangers are told where to go.
// SPDX-License-Identifier: MIT
#include "bake/import/import.h"
#include "test/kit/check.h"
#include "test/kit/mutate.h"

typedef struct outcome {
    bool ok;
    file_format format;
    int32_t vertices, triangles;
    char said[600]; // the last finding, without the folder
} outcome;

// Writes the bytes as a file of that name and imports it.
static outcome import_bytes(const char* name, const void* data, size_t size) {
    outcome o = {0};
    char folder[] = TEST_FOLDER;
    if (mkdtemp(folder) == NULL)
        return o;
    arena* a = arena_create();
    report r = report_new(a);
    const char* path = arena_format(a, "%s/%s", folder, name);
    imported i = {0};
    o.ok = file_write(path, data, size, &r) && import_scene(path, a, &i, &r);
    unlink(path);
    rmdir(folder);
    if (o.ok) {
        o.format = i.scene.format;
        o.vertices = i.scene.primitives[0].vertex_count;
        o.triangles = i.scene.primitives[0].triangle_count;
        import_close(&i);
    }
    if (r.count > 0)
        snprintf(o.said, sizeof o.said, "%s",
                 finding_text(&r.findings[r.count - 1], a) + strlen(folder) + 1);
    o.ok = o.ok && i.mapping.size == 0 && i.extra_count == 0; // closed, also after a refusal
    arena_destroy(a);
    return o;
}

static outcome import_text(const char* name, const char* source) {
    return import_bytes(name, source, strlen(source));
}

static const char obj[] = "# a triangle\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
static const char ply[] = "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\n"
                          "property float y\nproperty float z\nelement face 1\n"
                          "property list uchar int vertex_indices\nend_header\n"
                          "0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n";
static const char stl[] = "solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\n"
                          "vertex 0 1 0\nendloop\nendfacet\nendsolid a\n";

TEST(content_decides_whatever_the_name_says) {
    static const char* const names[] = {"m", "m.obj", "m.ply", "m.stl", "m.glb", "m.txt", "m.fbx"};
    for (int k = 0; k < 7; ++k) {
        outcome o = import_text(names[k], obj);
        CHECK(o.ok && o.format == FILE_OBJ && o.triangles == 1);
        o = import_text(names[k], ply);
        CHECK(o.ok && o.format == FILE_PLY && o.vertices == 3);
        o = import_text(names[k], stl);
        CHECK(o.ok && o.format == FILE_STL && o.triangles == 1);
    }
    CHECK_TEXT(import_text("m.ply", obj).said,
               "m.ply: is Wavefront OBJ by its content, whatever its name says");
    CHECK_TEXT(import_text("m.obj", obj).said, "");
}

TEST(binary_stl_is_known_by_its_size_whatever_its_title) {
    static const char* const titles[] = {"solid", "MM", "BLENDER", "{", "v 0 0 0\n"};
    for (int k = 0; k < 5; ++k) {
        char data[134] = {0};
        memcpy(data, titles[k], strlen(titles[k]));
        data[80] = 1;
        outcome o = import_bytes("m", data, sizeof data);
        CHECK(o.ok && o.format == FILE_STL && o.triangles == 1);
    }
}

TEST(the_extension_decides_where_content_is_silent) {
    CHECK_TEXT(import_text("m.OBJ", "hello\n").said,
               "m.OBJ: has no faces (no line begins with f), so there is no surface to read");
    CHECK_TEXT(import_text("m.ply", "hello\n").said, "m.ply:1: a PLY begins with a line \"ply\"");
    CHECK(strstr(import_text("m.stl", "hello\n").said, "a binary STL has at least 84 bytes"));
}

TEST(strangers_are_named_and_helped) {
    static const struct {
        const char *name, *data, *sentence;
    } cases[] = {
        {"m", "Kaydara FBX Binary  ",
         "m: is an FBX file, which supple does not read; open it in "
         "Blender and use File > Export > glTF 2.0"},
        {"m.obj", "; FBX 7.3.0",
         "m.obj: is an FBX file, which supple does not read; open it in "
         "Blender and use File > Export > glTF 2.0"},
        {"m.x", "BLENDER-v279",
         "m.x: is a Blender file, which supple does not read; open it in "
         "Blender and use File > Export > glTF 2.0"},
        {"m.obj.gz", "\x1f\x8b\x08",
         "m.obj.gz: is a gzip archive, which supple does not read; "
         "unpack it with gunzip first"},
        {"m.3mf", "PK\x03\x04...",
         "m.3mf: is a 3MF file, which supple does not read; export STL, "
         "OBJ or glTF from the program that made it"},
        {"m.3dm", "PK\x03\x04...",
         "m.3dm: is a zip archive, which supple does not read; unpack it "
         "with unzip first"},
        {"m", "<?xml version=\"1.0\"?>\n<COLLADA>",
         "m: is a Collada file, which supple does not "
         "read; open it in Blender and use File > "
         "Export > glTF 2.0"},
        {"m.usdz", "PK\x03\x04...",
         "m.usdz: is a USD file, which supple does not read; open it in "
         "Blender and use File > Export > glTF 2.0"},
        {"m.3ds", "MM...",
         "m.3ds: is a 3DS file, which supple does not read; open it in Blender "
         "and use File > Export > glTF 2.0"},
        {"m.msh", "$MeshFormat\n",
         "m.msh: holds tetrahedra, and a surface is asked for; supple info and supple tets read "
         "it"},
        {"m.txt", "hello",
         "m.txt: is in no format that supple reads: glTF (.glb, .gltf), "
         "Wavefront OBJ, PLY or STL; open it in Blender and use File > Export > "
         "glTF 2.0"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; ++k) {
        outcome o = import_text(cases[k].name, cases[k].data);
        CHECK(!o.ok);
        CHECK_TEXT(o.said, cases[k].sentence);
    }
    CHECK(!import_bytes("m.obj", "", 0).ok);
}

TEST(every_format_has_a_name) {
    for (int f = FILE_GLTF; f <= FILE_STL; ++f)
        CHECK(strcmp(file_format_name((file_format)f), file_format_name(FILE_NONE)) != 0);
}

TEST(every_surface_model_is_read_and_sound) {
    static const char* const files[] = {"surface/spot.obj",
                                        "surface/blub_fish.obj",
                                        "surface/cat.obj",
                                        "surface/smpl_woman.obj",
                                        "surface/hand_open.obj",
                                        "surface/comb.obj",
                                        "surface/teapot.obj",
                                        "surface/spider_soup.stl",
                                        "surface/double_loop_selfx.obj",
                                        "surface/suzanne/Suzanne.gltf",
                                        "surface/lee_perry_smith_head.glb",
                                        "cloth/bullet_cloth_z_up.obj",
                                        "cloth/sheen_cloth/SheenCloth.gltf"};
    const char* folder = test_data_folder();
    if (folder == NULL)
        SKIP("the models of others are not here");
    for (size_t k = 0; k < sizeof files / sizeof *files; ++k) {
        arena* a = arena_create();
        report r = report_new(a);
        imported i;
        bool ok = import_scene(arena_format(a, "%s/%s", folder, files[k]), a, &i, &r);
        test_check_scene(ok, &i.scene, &r);
        if (ok)
            import_close(&i);
        arena_destroy(a);
        CHECK(ok);
    }
}

TEST_MAIN(CASE(content_decides_whatever_the_name_says),
          CASE(binary_stl_is_known_by_its_size_whatever_its_title),
          CASE(the_extension_decides_where_content_is_silent), CASE(strangers_are_named_and_helped),
          CASE(every_format_has_a_name), CASE(every_surface_model_is_read_and_sound))
