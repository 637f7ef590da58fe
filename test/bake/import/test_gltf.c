// What the glTF reader makes of geometry: modes, layouts, component types, skins, morph targets.
// SPDX-License-Identifier: MIT
#include "test/kit/gltf_maker.h"

#define ONE_MESH "'meshes':[{'primitives':[{'attributes':{'POSITION':0%s}%s}]}]"

static bool is_point(vec3 p, double x, double y, double z) {
    return p.x == x && p.y == y && p.z == z;
}

static bool is_triangle(const uint32_t t[3], uint32_t a, uint32_t b, uint32_t c) {
    return t[0] == a && t[1] == b && t[2] == c;
}

TEST(triangles_without_indices_count_up) {
    maker m = maker_new();
    maker_triangle(&m);
    CHECK(maker_read(&m, ONE_MESH, "", ""));
    const primitive* p = m.s->primitives;
    CHECK(m.s->format == FILE_GLB && m.s->mesh_count == 1 && m.s->primitive_count == 1);
    CHECK(p->vertex_count == 3 && p->triangle_count == 1 && p->material == -1);
    CHECK(is_triangle(p->triangles[0], 0, 1, 2) && is_point(p->positions[1], 1, 0, 0));
    CHECK(p->normals == NULL && p->uvs == NULL && p->colors == NULL && p->influence_count == 0);
    CHECK(p->target_count == 0 && p->attribute_count == 0 && m.s->root_count == 0);
    CHECK(m.r.count == 0);
    maker_close(&m);
}

TEST(indices_of_all_sizes_give_the_same_triangles) {
    static const uint8_t i8[] = {2, 0, 1};
    static const uint16_t i16[] = {2, 0, 1};
    static const uint32_t i32[] = {2, 0, 1};
    const struct {
        const void* data;
        size_t size;
        int type;
    } kinds[] = {{i8, sizeof i8, U8}, {i16, sizeof i16, U16}, {i32, sizeof i32, U32}};
    for (int k = 0; k < 3; ++k) {
        maker m = maker_new();
        maker_triangle(&m);
        maker_accessor(&m, maker_view(&m, kinds[k].data, kinds[k].size, ""), "SCALAR",
                       kinds[k].type, 3, "");
        CHECK(maker_read(&m, ONE_MESH, "", ",'indices':1"));
        CHECK(is_triangle(m.s->primitives->triangles[0], 2, 0, 1));
        maker_close(&m);
    }
}

TEST(strips_and_fans_keep_the_winding) {
    maker m = maker_new();
    MAKER_FLOATS(&m, "VEC3", 5, 0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0, 0, 2, 0);
    CHECK(maker_read(&m, ONE_MESH, "", ",'mode':5"));
    const primitive* p = m.s->primitives;
    CHECK(p->triangle_count == 3);
    CHECK(is_triangle(p->triangles[0], 0, 1, 2) && is_triangle(p->triangles[1], 1, 3, 2) &&
          is_triangle(p->triangles[2], 2, 3, 4));
    CHECK(maker_read(&m, ONE_MESH, "", ",'mode':6"));
    p = m.s->primitives;
    CHECK(p->triangle_count == 3);
    CHECK(is_triangle(p->triangles[0], 0, 1, 2) && is_triangle(p->triangles[1], 0, 2, 3) &&
          is_triangle(p->triangles[2], 0, 3, 4));
    maker_close(&m);
}

TEST(stitches_of_a_strip_leave_no_triangle_and_keep_parity) {
    maker m = maker_new();
    MAKER_FLOATS(&m, "VEC3", 6, 0, 0, 0, 1, 0, 0, 0, 1, 0, 5, 0, 0, 6, 0, 0, 5, 1, 0);
    static const uint8_t strip[] = {0, 1, 2, 2, 3, 3, 4, 5};
    maker_accessor(&m, maker_view(&m, strip, sizeof strip, ""), "SCALAR", U8, 8, "");
    CHECK(maker_read(&m, ONE_MESH, "", ",'mode':5,'indices':1"));
    const primitive* p = m.s->primitives;
    CHECK(p->triangle_count == 2);
    CHECK(is_triangle(p->triangles[0], 0, 1, 2) && is_triangle(p->triangles[1], 3, 5, 4));
    maker_close(&m);
}

TEST(points_and_lines_are_left_out_with_a_note) {
    maker m = maker_new();
    maker_triangle(&m);
    CHECK(maker_read(&m, "'meshes':[{'primitives':[{'attributes':{'POSITION':0},'mode':0},"
                         "{'attributes':{'POSITION':0},'mode':3},{'attributes':{'POSITION':0}},"
                         "{'attributes':{}}]}]"));
    CHECK(m.s->primitive_count == 1 && m.s->meshes->primitive_count == 1);
    CHECK(maker_said(&m, FINDING_NOTE, "points or lines that are left out: 2"));
    CHECK(maker_said(&m, FINDING_NOTE, "without a triangle that are left out: 1"));
    maker_close(&m);
}

TEST(corners_beyond_whole_triangles_are_dropped_with_a_warning) {
    maker m = maker_new();
    MAKER_FLOATS(&m, "VEC3", 4, 0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0);
    CHECK(maker_read(&m, ONE_MESH, "", ""));
    CHECK(m.s->primitives->triangle_count == 1 && m.s->primitives->vertex_count == 4);
    CHECK(maker_said(&m, FINDING_WARNING, "corners beyond whole triangles that are left out: 1"));
    maker_close(&m);
}

TEST(interleaved_streams_come_apart) {
    maker m = maker_new();
    static const float mixed[3][8] = {
        {0, 0, 0, 0, 0, 1, 0.25f, 0.5f}, {1, 0, 0, 0, 0, 1, 0.5f, 0.75f}, {0, 1, 0, 0, 0, 1, 1, 0}};
    int view = maker_view(&m, mixed, sizeof mixed, ",'byteStride':32");
    maker_accessor(&m, view, "VEC3", F32, 3, "");
    maker_accessor(&m, view, "VEC3", F32, 3, ",'byteOffset':12");
    maker_accessor(&m, view, "VEC2", F32, 3, ",'byteOffset':24");
    CHECK(maker_read(&m, ONE_MESH, ",'NORMAL':1,'TEXCOORD_0':2", ""));
    const primitive* p = m.s->primitives;
    CHECK(is_point(p->positions[2], 0, 1, 0) && p->normals[2][2] == 1.0f);
    CHECK(p->uvs[1][0] == 0.5f && p->uvs[1][1] == 0.75f);
    maker_close(&m);
}

TEST(whole_numbers_become_their_value_or_their_share) {
    maker m = maker_new();
    static const int8_t b[] = {0, 0, 0, 0, 127, -128, -127, 0, 64, 1, 2, 0};
    static const int16_t s[] = {0, 0, 0, 0, 32767, -32768, -32767, 0, 100, 1, 2, 0};
    int view_b = maker_view(&m, b, sizeof b, ",'byteStride':4");
    int view_s = maker_view(&m, s, sizeof s, ",'byteStride':8");
    maker_accessor(&m, view_b, "VEC3", I8, 3, "");
    maker_accessor(&m, view_b, "VEC3", I8, 3, ",'normalized':true");
    maker_accessor(&m, view_s, "VEC3", I16, 3, "");
    maker_accessor(&m, view_s, "VEC3", I16, 3, ",'normalized':true");
    const char* format = "'extensionsRequired':['KHR_mesh_quantization'],"
                         "'meshes':[{'primitives':[{'attributes':{'POSITION':%d}}]}]";
    CHECK(maker_read(&m, format, 0));
    CHECK(is_point(m.s->primitives->positions[1], 127, -128, -127));
    CHECK(maker_read(&m, format, 1));
    CHECK(is_point(m.s->primitives->positions[1], 1, -1, -1));
    CHECK(m.s->primitives->positions[2].x == 64.0 / 127.0);
    CHECK(maker_read(&m, format, 2));
    CHECK(is_point(m.s->primitives->positions[1], 32767, -32768, -32767));
    CHECK(maker_read(&m, format, 3));
    CHECK(is_point(m.s->primitives->positions[1], 1, -1, -1));
    maker_close(&m);
}

TEST(sparse_values_replace_those_below_or_zeros) {
    maker m = maker_new();
    static const uint16_t at[] = {0, 2};
    static const float values[] = {7, 8, 9, 4, 5, 6};
    maker_triangle(&m);
    int indices = maker_view(&m, at, sizeof at, ""), v = maker_view(&m, values, sizeof values, "");
    char* sparse = arena_format(m.a,
                                ",'sparse':{'count':2,'indices':{'bufferView':%d,'componentType':"
                                "5123},'values':{'bufferView':%d}}",
                                indices, v);
    maker_accessor(&m, 0, "VEC3", F32, 3, sparse);
    maker_accessor(&m, -1, "VEC3", F32, 3, sparse);
    const char* format = "'meshes':[{'primitives':[{'attributes':{'POSITION':%d,'NORMAL':%d}}]}]";
    for (int over_zeros = 0; over_zeros < 2; ++over_zeros) {
        CHECK(maker_read(&m, format, 1 + over_zeros, 1 + over_zeros));
        const primitive* p = m.s->primitives;
        CHECK(is_point(p->positions[0], 7, 8, 9) && is_point(p->positions[2], 4, 5, 6));
        CHECK(is_point(p->positions[1], over_zeros ? 0 : 1, 0, 0));
        CHECK(p->normals[0][1] == 8.0f && p->normals[1][0] == (over_zeros ? 0.0f : 1.0f));
    }
    maker_close(&m);
}

TEST(weights_of_all_sets_sum_to_one_and_loose_vertices_follow_joint_0) {
    maker m = maker_new();
    maker_triangle(&m);
    static const uint8_t j0[3][4] = {{1, 2, 3, 9}, {3, 0, 0, 0}, {2, 2, 2, 2}};
    static const uint16_t j1[3][4] = {{3, 0, 0, 0}, {1, 0, 0, 0}, {0, 0, 0, 0}};
    static const uint8_t w0[3][4] = {{51, 51, 51, 0}, {255, 0, 0, 0}, {0, 0, 0, 0}};
    maker_accessor(&m, maker_view(&m, j0, sizeof j0, ""), "VEC4", U8, 3, "");
    maker_accessor(&m, maker_view(&m, j1, sizeof j1, ""), "VEC4", U16, 3, "");
    maker_accessor(&m, maker_view(&m, w0, sizeof w0, ""), "VEC4", U8, 3, ",'normalized':true");
    MAKER_FLOATS(&m, "VEC4", 3, 0.4f, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0);
    CHECK(maker_read(&m,
                     ONE_MESH ",'nodes':[{'mesh':0,'skin':0},{},{},{},{}],"
                              "'skins':[{'joints':[1,2,3,4]}]",
                     ",'JOINTS_0':1,'WEIGHTS_0':3,'JOINTS_1':2,'WEIGHTS_1':4", ""));
    const primitive* p = m.s->primitives;
    CHECK(p->influence_count == 8);
    CHECK(p->joints[3] == 0 && p->weights[3] == 0.0f); // weight 0: joint 9 does not matter
    CHECK(p->joints[4] == 3 && p->weights[4] == 0.4f);
    CHECK(p->weights[8] == 0.5f && p->weights[12] == 0.5f);
    CHECK(p->joints[16] == 0 && p->weights[16] == 1.0f);
    CHECK(maker_said(&m, FINDING_WARNING, "follow the first joint: 1"));
    CHECK(m.s->skins->inverse_binds[3].m[0] == 1.0 && m.s->skins->inverse_binds[3].m[12] == 0.0);
    maker_close(&m);
}

TEST(morph_targets_have_names_and_weights) {
    maker m = maker_new();
    maker_triangle(&m);
    MAKER_FLOATS(&m, "VEC3", 3, 0, 0, 1, 0, 0, 2, 0, 0, 3);
    CHECK(maker_read(&m, "'meshes':[{'primitives':[{'attributes':{'POSITION':0},'targets':"
                         "[{'POSITION':1},{'NORMAL':1}]}],'weights':[0.25,0.5],"
                         "'extras':{'targetNames':['smile','frown']}}],"
                         "'nodes':[{'mesh':0},{'mesh':0,'weights':[1,0]}]"));
    const mesh* k = m.s->meshes;
    const primitive* p = m.s->primitives;
    CHECK(k->target_count == 2 && p->target_count == 2);
    CHECK_TEXT(k->target_names[0], "smile");
    CHECK_TEXT(k->target_names[1], "frown");
    CHECK(k->target_weights[0] == 0.25f && k->target_weights[1] == 0.5f);
    CHECK(p->targets[0].positions[2][2] == 3.0f && p->targets[0].normals == NULL);
    CHECK(p->targets[1].positions == NULL && p->targets[1].normals[1][2] == 2.0f);
    CHECK(m.s->nodes[0].target_weights_or_null == NULL);
    CHECK(m.s->nodes[1].target_weights_or_null[0] == 1.0f);
    maker_close(&m);
}

TEST(colors_are_four_floats_whatever_the_file_has) {
    maker m = maker_new();
    maker_triangle(&m);
    static const uint8_t rgb[3][4] = {{255, 0, 51, 0}, {0, 0, 0, 0}, {255, 255, 255, 0}};
    static const uint16_t rgba[3][4] = {{65535, 0, 0, 13107}, {0, 0, 0, 0}, {1, 2, 3, 4}};
    maker_accessor(&m, maker_view(&m, rgb, sizeof rgb, ",'byteStride':4"), "VEC3", U8, 3,
                   ",'normalized':true");
    maker_accessor(&m, maker_view(&m, rgba, sizeof rgba, ""), "VEC4", U16, 3, ",'normalized':true");
    MAKER_FLOATS(&m, "VEC4", 3, 1, 0.5f, 0.25f, 0.125f, 0, 0, 0, 0, 0, 0, 0, NAN);
    CHECK(maker_read(&m, ONE_MESH, ",'COLOR_0':1", ""));
    float(*c)[4] = m.s->primitives->colors;
    CHECK(c[0][0] == 1.0f && c[0][1] == 0.0f && c[0][2] == 0.2f && c[0][3] == 1.0f);
    CHECK(maker_read(&m, ONE_MESH, ",'COLOR_0':2", ""));
    c = m.s->primitives->colors;
    CHECK(c[0][0] == 1.0f && c[0][3] == 0.2f && c[2][3] == (float)(4 / 65535.0));
    CHECK(maker_read(&m, ONE_MESH, ",'COLOR_0':3", ""));
    c = m.s->primitives->colors;
    CHECK(c[0][2] == 0.25f && c[0][3] == 0.125f && c[2][3] == 0.0f);
    CHECK(maker_said(&m, FINDING_WARNING, "became 0: 1 of 12"));
    maker_close(&m);
}

TEST(custom_attributes_are_floats_and_matrix_columns_are_padded) {
    maker m = maker_new();
    maker_triangle(&m);
    MAKER_FLOATS(&m, "SCALAR", 3, 10, 20, 30);
    static const uint8_t mat2[3][8] = {
        {1, 2, 99, 99, 3, 4, 99, 99}, {5, 6, 0, 0, 7, 8, 0, 0}, {9, 10, 0, 0, 11, 12, 0, 0}};
    maker_accessor(&m, maker_view(&m, mat2, sizeof mat2, ""), "MAT2", U8, 3, "");
    CHECK(maker_read(&m, ONE_MESH, ",'_STIFFNESS':1,'_FRAME':2,'TEXCOORD_5':1", ""));
    const primitive* p = m.s->primitives;
    CHECK(p->attribute_count == 2);
    CHECK_TEXT(p->attributes[0].name, "_STIFFNESS");
    CHECK(p->attributes[0].width == 1 && p->attributes[0].values[2] == 30.0f);
    CHECK(p->attributes[1].width == 4);
    for (int i = 0; i < 12; ++i)
        CHECK(p->attributes[1].values[i] == (float)(i + 1));
    maker_close(&m);
}

TEST(normals_that_are_not_finite_become_zero_with_a_warning) {
    maker m = maker_new();
    maker_triangle(&m);
    MAKER_FLOATS(&m, "VEC3", 3, NAN, 0, 1, 0, INFINITY, 1, 0, 0, 1);
    CHECK(maker_read(&m, ONE_MESH, ",'NORMAL':1", ""));
    CHECK(m.s->primitives->normals[0][0] == 0.0f && m.s->primitives->normals[1][1] == 0.0f);
    CHECK(m.s->primitives->normals[1][2] == 1.0f);
    CHECK(maker_said(
        &m, FINDING_WARNING,
        "mesh 0, primitive 0, NORMAL: numbers that were not finite and became 0: 2 of 9"));
    maker_close(&m);
}

TEST_MAIN(CASE(triangles_without_indices_count_up),
          CASE(indices_of_all_sizes_give_the_same_triangles),
          CASE(strips_and_fans_keep_the_winding),
          CASE(stitches_of_a_strip_leave_no_triangle_and_keep_parity),
          CASE(points_and_lines_are_left_out_with_a_note),
          CASE(corners_beyond_whole_triangles_are_dropped_with_a_warning),
          CASE(interleaved_streams_come_apart),
          CASE(whole_numbers_become_their_value_or_their_share),
          CASE(sparse_values_replace_those_below_or_zeros),
          CASE(weights_of_all_sets_sum_to_one_and_loose_vertices_follow_joint_0),
          CASE(morph_targets_have_names_and_weights),
          CASE(colors_are_four_floats_whatever_the_file_has),
          CASE(custom_attributes_are_floats_and_matrix_columns_are_padded),
          CASE(normals_that_are_not_finite_become_zero_with_a_warning))
