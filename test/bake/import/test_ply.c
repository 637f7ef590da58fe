// PLY in its three encodings: the same mesh must come out of each.
// SPDX-License-Identifier: MIT
#include "test/kit/check.h"
#include "test/kit/read_mesh.h"

static bool read_bytes(const char* data, size_t size, imported* out) {
    return read_mesh(import_ply, "m.ply", data, size, out);
}

static bool read_text(const char* source, imported* out) {
    return read_bytes(source, strlen(source), out);
}

// ---- one mesh, written in every encoding ------------------------------------------------

typedef enum encoding { ASCII, LITTLE, BIG } encoding;

typedef struct writer {
    encoding encoding;
    char data[8192];
    size_t size;
} writer;

static void put_text(writer* w, const char* text) {
    w->size += (size_t)snprintf(w->data + w->size, sizeof w->data - w->size, "%s", text);
}

static void put_bits(writer* w, uint64_t bits, int size) {
    for (int i = 0; i < size; ++i)
        w->data[w->size++] = (char)(bits >> 8 * (w->encoding == BIG ? size - 1 - i : i));
}

static void put_int(writer* w, int64_t value, int size) {
    if (w->encoding == ASCII) {
        char text[32];
        snprintf(text, sizeof text, "%lld ", (long long)value);
        put_text(w, text);
    } else {
        put_bits(w, (uint64_t)value, size);
    }
}

static void put_real(writer* w, double value, int size) {
    if (w->encoding == ASCII) {
        char text[32];
        snprintf(text, sizeof text, "%.17g ", value);
        put_text(w, text);
        return;
    }
    uint64_t bits = 0;
    float single = (float)value;
    memcpy(&bits, size == 4 ? (void*)&single : (void*)&value, (size_t)size);
    put_bits(w, bits, size);
}

static void end_line(writer* w) {
    if (w->encoding == ASCII)
        put_text(w, "\n");
}

// Vertices with everything, elements and lists that mean nothing to us, polygons and a strip.
static void write_example(writer* w, encoding e) {
    static const char* const formats[] = {"ascii", "binary_little_endian", "binary_big_endian"};
    *w = (writer){.encoding = e};
    char header[1024];
    snprintf(header, sizeof header,
             "ply\r\nformat %s 1.0\r\ncomment of C:\\\r\nobj_info none\nelement strange 2\n"
             "property list ushort double stuff\nproperty int8 tag\nelement vertex 6\n"
             "property double x\nproperty float32 y\nproperty float z\nproperty short nx\n"
             "property int16 ny\nproperty char nz\nproperty uchar red\nproperty uint8 green\n"
             "property uchar blue\nproperty uint8 alpha\nproperty float quality-1\n"
             "property list int uint skipped\nproperty float s\nproperty float t\n"
             "element face 2\nproperty uint flags\nproperty list uchar int vertex_indices\n"
             "element tristrips 1\nproperty list int32 int32 vertex_indices\nend_header\n",
             formats[e]);
    put_text(w, header);
    for (int i = 0; i < 2; ++i) {
        put_int(w, i, 2);
        for (int k = 0; k < i; ++k)
            put_real(w, 0.5, 8);
        put_int(w, -7, 1);
        end_line(w);
    }
    static const double square[6][3] = {{0, 0, 0}, {1, 0, 0},      {1, 1, 0},
                                        {0, 1, 0}, {0.1, 2, -1.5}, {1, 2, 0}};
    for (int i = 0; i < 6; ++i) {
        put_real(w, square[i][0], 8);
        put_real(w, square[i][1], 4);
        put_real(w, square[i][2], 4);
        put_int(w, -1, 2);
        put_int(w, 2, 2);
        put_int(w, i, 1);
        put_int(w, 255, 1);
        put_int(w, 128, 1);
        put_int(w, i, 1);
        put_int(w, 51, 1);
        put_real(w, 0.25 * i, 4);
        put_int(w, i % 2, 4);
        for (int k = 0; k < i % 2; ++k)
            put_int(w, 4000000000, 4);
        put_real(w, 0.5, 4);
        put_real(w, 0.25, 4);
        end_line(w);
    }
    static const int faces[2][5] = {{4, 0, 1, 2, 3}, {3, 2, 4, 3}};
    for (int i = 0; i < 2; ++i) {
        put_int(w, 9, 4);
        put_int(w, faces[i][0], 1);
        for (int k = 1; k <= faces[i][0]; ++k)
            put_int(w, faces[i][k], 4);
        end_line(w);
    }
    static const int strip[] = {0, 1, 2, 3, -1, 3, 4, 5, 5, 2};
    put_int(w, 10, 4);
    for (int k = 0; k < 10; ++k)
        put_int(w, strip[k], 4);
    end_line(w);
}

TEST(every_encoding_of_a_mesh_reads_the_same) {
    static const uint32_t expected[][3] = {{0, 1, 2}, {0, 2, 3}, {2, 4, 3},
                                           {0, 1, 2}, {2, 1, 3}, {3, 4, 5}};
    for (int e = ASCII; e <= BIG; ++e) {
        writer w;
        write_example(&w, (encoding)e);
        imported i;
        CHECK(read_bytes(w.data, w.size, &i));
        CHECK(found.count == 0);
        primitive* p = i.scene.primitives;
        CHECK(p->vertex_count == 6 && p->triangle_count == 6);
        CHECK(memcmp(p->triangles, expected, sizeof expected) == 0);
        CHECK(p->positions[4].x == 0.1 && p->positions[4].y == 2.0 && p->positions[4].z == -1.5);
        CHECK(p->normals[3][0] == -1.0f && p->normals[3][1] == 2.0f && p->normals[3][2] == 3.0f);
        CHECK(p->colors[1][0] == 1.0f && p->colors[1][3] == 0.2f);
        CHECK_NEAR(p->colors[1][1], 0.21586050011, 1e-7); // sRGB 128
        CHECK(p->uvs[5][0] == 0.5f && p->uvs[5][1] == 0.75f);
        CHECK(p->attribute_count == 1 && p->attributes[0].width == 1);
        CHECK_TEXT(p->attributes[0].name, "_QUALITY_1");
        CHECK(p->attributes[0].values[3] == 0.75f);
        CHECK(i.scene.format == FILE_PLY && i.scene.nodes[0].mesh == 0);
    }
}

#define TRIANGLE "0 0 0\n1 0 0\n0 1 0\n"
#define HEADER(vertices, faces)                                                                    \
    "ply\nformat ascii 1.0\nelement vertex " vertices                                              \
    "\nproperty float x\nproperty float y\nproperty float z\nelement face " faces                  \
    "\nproperty list uchar int vertex_index\nend_header\n"

TEST(refusals_name_the_place) {
    static const struct {
        const char *source, *sentence;
    } cases[] = {
        {HEADER("3", "1") TRIANGLE "3 0 1 3\n",
         "m.ply:13: a face uses vertex 3, but only 0 to 2 exist"},
        {HEADER("3", "1") TRIANGLE "3 0 1 -1", "m.ply:13: a face uses vertex -1, but only 0 to 2 "
                                               "exist"},
        {HEADER("3", "1") TRIANGLE "3 0 1\n", "m.ply:13: the line has fewer values than the header "
                                              "says"},
        {HEADER("3", "1") "0 0 0\n1 nan 0\n0 1 0\n3 0 1 2\n",
         "m.ply:11: vertex 1 at (1, nan, 0) is not finite; export the model again or remove that "
         "vertex"},
        {HEADER("3", "1") "0 0 0\n1 x 0\n0 1 0\n3 0 1 2\n", "m.ply:11: \"x\" is not a number"},
        {HEADER("3", "2") TRIANGLE "3 0 1 2\n\n",
         "m.ply:14: the file ends after 1 of 2 of element \"face\""},
        {HEADER("99999999999", "1") TRIANGLE "3 0 1 2\n",
         "m.ply:9: has 99999999999 vertices; at most 2147483647 can be read"},
        {HEADER("2000000000", "1") TRIANGLE "3 0 1 2\n",
         "m.ply:3: promises 2000000000 of element \"vertex\", but the file has room for 4 only"},
        {HEADER("3", "1") TRIANGLE "2 0 1\n", "m.ply: has no face with three corners"},
        {HEADER("3", "1") TRIANGLE "99 0 1\n",
         "m.ply:13: the list \"vertex_index\" has 99 items, but 5 bytes are left"},
        {HEADER("3", "0") TRIANGLE,
         "m.ply:9: is a point cloud: 3 vertices and no faces; make a surface of it first, for "
         "example in MeshLab with Screened Poisson reconstruction"},
        {"ply\nformat ascii 1.0\nelement vertex 3\n",
         "m.ply:3: the header has no line \"end_header\"; the file was cut off"},
        {"ply\nformat utf8 1.0\n",
         "m.ply:2: \"utf8\" is none of ascii, binary_little_endian and binary_big_endian"},
        {"ply\nelement vertex few\n", "m.ply:2: \"few\" is not a count of elements"},
        {"ply\nelement vertex 1\nproperty real x\n", "m.ply:3: \"real\" is not a type of PLY"},
        {"ply\nhello\n", "m.ply:2: \"hello\" is not a word of a PLY header"},
        {"obj\n", "m.ply:1: a PLY begins with a line \"ply\""},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; ++k) {
        imported i;
        CHECK(!read_text(cases[k].source, &i));
        CHECK_TEXT(said(), cases[k].sentence);
    }
}

TEST(a_binary_file_that_is_cut_off_is_refused_with_its_end) {
    writer w;
    write_example(&w, LITTLE);
    imported i;
    CHECK(!read_bytes(w.data, w.size - 3, &i));
    CHECK(found.error_count == 1 && found.findings[0].where.byte > 0);
}

TEST(faces_may_stand_before_vertices) {
    imported i;
    CHECK(read_text("ply\nformat ascii 1.0\nelement face 1\n"
                    "property list uchar float vertex_indices\nelement vertex 4\n"
                    "property float x\nproperty float y\nproperty float z\nend_header\n"
                    "4 0 1 2 3\n0 0 0\n1 0 0\n1 1 0\n0 1 0",
                    &i));
    CHECK(i.scene.primitives[0].triangle_count == 2);
}

static void try_reading(const char* data, size_t size) {
    imported i;
    bool ok = read_bytes(data, size, &i);
    test_check_scene(ok, &i.scene, &found);
}

TEST(no_prefix_and_no_mutation_of_a_file_is_trouble) {
    for (int e = ASCII; e <= BIG; ++e) {
        writer w;
        write_example(&w, (encoding)e);
        mutate_prefixes(w.data, w.size, try_reading);
        mutate_bytes(w.data, w.size, 3000, try_reading);
    }
}

TEST_MAIN(CASE(every_encoding_of_a_mesh_reads_the_same), CASE(refusals_name_the_place),
          CASE(a_binary_file_that_is_cut_off_is_refused_with_its_end),
          CASE(faces_may_stand_before_vertices),
          CASE(no_prefix_and_no_mutation_of_a_file_is_trouble))
