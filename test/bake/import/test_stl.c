// STL, ascii and binary, and the ways in which each is wrong.
// SPDX-License-Identifier: MIT
#include "test/kit/check.h"
#include "test/kit/read_mesh.h"

static bool read_bytes(const char* data, size_t size, imported* out) {
    return read_mesh(import_stl, "m.stl", data, size, out);
}

static const float corners[2][3][3] = {{{0, 0, 0}, {1, 0, 0}, {0, 1.5f, 0}},
                                       {{0, 0, 0}, {0, 1.5f, 0}, {-1e-3f, 0, 2}}};
enum { BINARY_SIZE = 84 + 2 * 50 };

static void write_binary(char* out, const char* title, uint32_t count) {
    memset(out, 0, BINARY_SIZE);
    memcpy(out, title, strlen(title));
    memcpy(out + 80, &count, 4);
    for (int t = 0; t < 2; ++t) {
        memcpy(out + 84 + 50 * t + 12, corners[t], sizeof corners[t]);
        out[84 + 50 * t + 49] = 0x7f; // attribute bytes mean nothing
    }
}

static const char ascii[] = "solid two parts\n"
                            " facet normal 0 0 1\n  outer loop\n   vertex 0 0 0\n   vertex 1 0 0\n"
                            "   vertex 0 1.5 0\n  endloop\n endfacet\nendsolid two parts\n"
                            "solid\nFACET NORMAL 0 0 0\r\nOUTER LOOP\r\nVERTEX 0 0 0\r\n"
                            "VERTEX 0 1.5 0\r\nVERTEX -1e-3 0 2\r\nENDLOOP\r\nENDFACET\r\nendsolid";

TEST(ascii_and_binary_of_a_mesh_read_the_same) {
    char data[BINARY_SIZE];
    imported i;
    static const char* const titles[] = {"made by hand", "solid but binary"};
    for (int k = 0; k < 2; ++k) {
        write_binary(data, titles[k], 2);
        CHECK(read_bytes(data, sizeof data, &i) && found.count == 0);
        primitive* p = i.scene.primitives;
        CHECK(p->vertex_count == 6 && p->triangle_count == 2 && i.scene.mesh_count == 1);
        for (int v = 0; v < 6; ++v) {
            CHECK(p->positions[v].x == corners[v / 3][v % 3][0]);
            CHECK(p->positions[v].z == corners[v / 3][v % 3][2]);
            CHECK(p->triangles[v / 3][v % 3] == (uint32_t)v);
        }
    }
    CHECK(read_bytes(ascii, sizeof ascii - 1, &i) && found.count == 0);
    CHECK(i.scene.mesh_count == 2 && i.scene.node_count == 2);
    CHECK_TEXT(i.scene.meshes[0].name, "two parts");
    CHECK_TEXT(i.scene.meshes[1].name, "m");
    for (int v = 0; v < 6; ++v) {
        CHECK((float)i.scene.primitives[v / 3].positions[v % 3].x == corners[v / 3][v % 3][0]);
        CHECK((float)i.scene.primitives[v / 3].positions[v % 3].y == corners[v / 3][v % 3][1]);
    }
}

TEST(a_count_that_the_size_denies_is_refused_with_both) {
    char data[BINARY_SIZE];
    imported i;
    write_binary(data, "", 4000000000u);
    CHECK(!read_bytes(data, sizeof data, &i));
    CHECK_TEXT(said(), "m.stl: promises 4000000000 triangles, but its 184 bytes have room for 2 "
                       "only; it was cut off or is no STL (at byte 80)");
    write_binary(data, "", 1);
    CHECK(read_bytes(data, sizeof data, &i));
    CHECK_TEXT(said(), "m.stl: 50 bytes after the last triangle are ignored (at byte 134)");
    CHECK(i.scene.primitives[0].triangle_count == 1);
    write_binary(data, "", 0);
    CHECK(!read_bytes(data, sizeof data, &i));
    CHECK_TEXT(said(), "m.stl: has no triangles (at byte 80)");
    CHECK(!read_bytes(data, 50, &i));
    CHECK_TEXT(said(), "m.stl: ends in the header: a binary STL has at least 84 bytes, this has 50 "
                       "(at byte 50)");
}

TEST(corners_that_are_not_finite_are_refused_with_their_place) {
    char data[BINARY_SIZE];
    imported i;
    float infinite = INFINITY;
    write_binary(data, "", 2);
    memcpy(data + 84 + 50 + 12 + 16, &infinite, 4);
    CHECK(!read_bytes(data, sizeof data, &i));
    CHECK_TEXT(said(), "m.stl: triangle 1 has a corner at (0, inf, 0), which is not finite; repair "
                       "the model and export it again (at byte 158)");
}

TEST(broken_ascii_is_refused_with_its_line) {
    static const struct {
        const char *source, *sentence;
    } cases[] = {
        {"solid a\nvertex 0 0 0\n", "m.stl:2: a vertex stands outside of a facet"},
        {"solid a\nfacet normal 0 0 0\nvertex 0 0\n", "m.stl:3: a vertex needs three numbers"},
        {"solid a\nfacet\nvertex 0 0 0\nendfacet\n",
         "m.stl:4: the facet that ends here has 1 vertices instead of 3"},
        {"solid a\nfacet\nfacet\n", "m.stl:3: a facet begins before the last one ended"},
        {"solid a\nfacet\nvertex 0 0 0\n", "m.stl:3: the file ends within a facet; it was cut off"},
        {"solid a\nfacet\nvertex 0 0 nan\n", "m.stl:3: the vertex at (0, 0, nan) is not finite; "
                                             "repair the model and export it again"},
        {"solid a\nhello\n", "m.stl:2: \"hello\" is not a word of STL"},
        {"solid a\nendsolid a\n", "m.stl: has no triangles"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; ++k) {
        imported i;
        CHECK(!read_bytes(cases[k].source, strlen(cases[k].source), &i));
        CHECK_TEXT(said(), cases[k].sentence);
    }
}

static void try_reading(const char* data, size_t size) {
    imported i;
    bool ok = read_bytes(data, size, &i);
    test_check_scene(ok, &i.scene, &found);
}

TEST(no_prefix_and_no_mutation_of_a_file_is_trouble) {
    char data[BINARY_SIZE];
    write_binary(data, "solid", 2);
    mutate_prefixes(data, sizeof data, try_reading);
    mutate_bytes(data, sizeof data, 4000, try_reading);
    mutate_prefixes(ascii, sizeof ascii - 1, try_reading);
    mutate_bytes(ascii, sizeof ascii - 1, 4000, try_reading);
}

TEST(a_real_model_has_its_counts) {
    const char* folder = test_data_folder();
    if (folder == NULL)
        SKIP("the models of others are not here");
    arena* a = arena_create();
    report r = report_new(a);
    imported i = {0};
    bytes file;
    const char* path = arena_format(a, "%s/surface/spider_soup.stl", folder);
    bool ok = file_map(path, &file, &r) && import_stl(file, path, a, &i, &r);
    file_unmap(file);
    primitive p = ok ? i.scene.primitives[0] : (primitive){0};
    arena_destroy(a);
    CHECK(ok && p.vertex_count == 4104 && p.triangle_count == 1368);
}

TEST_MAIN(CASE(ascii_and_binary_of_a_mesh_read_the_same),
          CASE(a_count_that_the_size_denies_is_refused_with_both),
          CASE(corners_that_are_not_finite_are_refused_with_their_place),
          CASE(broken_ascii_is_refused_with_its_line),
          CASE(no_prefix_and_no_mutation_of_a_file_is_trouble), CASE(a_real_model_has_its_counts))
