// What the glTF reader makes of everything round the meshes: nodes, skins, clips, looks, files.
// SPDX-License-Identifier: MIT
#include "test/kit/gltf_maker.h"

// the triangle of maker_triangle
#define PERCENTS                                                                                   \
    "data:,%00%00%00%00%00%00%00%00%00%00%00%00%00%00%80%3F%00%00%00%00%00%00%00%00%00%00%00%00"   \
    "%00%00%80%3F%00%00%00%00"
#define MESH "'meshes':[{'primitives':[{'attributes':{'POSITION':0}}]}]"

TEST(nodes_keep_their_place_and_family) {
    maker m = maker_new();
    maker_triangle(&m);
    CHECK(maker_read(&m, MESH ",'nodes':[{'name':'leaf','mesh':0,'translation':[1,2,3],"
                              "'rotation':[0,0,1.4142135,1.4142135],'scale':[2,2,2]},"
                              "{'name':'top','children':[0,2]},{},{}],'scene':1,"
                              "'scenes':[{'nodes':[3]},{'nodes':[1]}]"));
    const node* n = m.s->nodes;
    CHECK(m.s->node_count == 4 && m.s->root_count == 1 && m.s->roots[0] == 1);
    CHECK_TEXT(n[0].name, "leaf");
    CHECK_TEXT(n[2].name, "");
    CHECK(n[0].parent == 1 && n[2].parent == 1 && n[1].parent == -1 && n[3].parent == -1);
    CHECK(n[0].mesh == 0 && n[0].skin == -1 && n[1].mesh == -1 && !n[0].has_matrix);
    CHECK(n[0].translation.z == 3.0 && n[0].scale.y == 2.0);
    CHECK_NEAR(n[0].rotation.z, sqrt(0.5), 1e-15); // made unit
    CHECK(n[3].rotation.w == 1.0 && n[3].scale.x == 1.0);
    maker_close(&m);
}

TEST(without_a_scene_every_parentless_node_is_a_root) {
    maker m = maker_new();
    CHECK(maker_read_text(&m, "{'asset':{'version':'2.0'},'nodes':[{'children':[1]},{},{}]}",
                          "x.gltf"));
    CHECK(m.s->format == FILE_GLTF && m.s->root_count == 2);
    CHECK(m.s->roots[0] == 0 && m.s->roots[1] == 2);
    maker_close(&m);
}

TEST(a_matrix_is_kept_and_split_into_its_parts) {
    static const vec3 scales[] = {{1, 1, 1}, {2, 3, 4}, {-2, 3, 4}};
    static const vec3 axes[] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0.6, 0, 0.8}};
    for (int k = 0; k < 3; ++k)
        for (int i = 0; i < 4 * 24; ++i) { // all branches of the quaternion, mirrors too
            quat q = quat_axis_angle(axes[i / 24], EXACT_PI / 12.0 * (i % 24));
            mat4 want = mat4_from_trs(v3(1, 2, 3), q, scales[k]);
            maker m = maker_new();
            buffer b = buffer_new(m.a, 512);
            for (int e = 0; e < 16; ++e)
                buffer_text(&b, arena_format(m.a, "%s%.17g", e > 0 ? "," : "", want.m[e]));
            const char* json =
                arena_format(m.a, "{'asset':{'version':'2.0'},'nodes':[{'matrix':[%.*s]}]}",
                             (int)b.size, (const char*)b.data);
            CHECK(maker_read_text(&m, json, "x.gltf"));
            const node* n = m.s->nodes;
            CHECK(n->has_matrix);
            mat4 again = mat4_from_trs(n->translation, n->rotation, n->scale);
            for (int e = 0; e < 16; ++e) {
                CHECK(n->matrix.m[e] == want.m[e]);
                CHECK_NEAR(again.m[e], want.m[e], 1e-14);
            }
            maker_close(&m);
        }
}

TEST(skins_have_the_inverse_binds_of_the_file) {
    maker m = maker_new();
    MAKER_FLOATS(&m, "MAT4", 1, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 1e-7f, 4, 5, 6, 1);
    CHECK(maker_read(&m, "'nodes':[{},{}],'skins':[{'joints':[1],'inverseBindMatrices':0}]"));
    CHECK(m.s->skin_count == 1 && m.s->skins->joint_count == 1 && m.s->skins->joints[0] == 1);
    CHECK(m.s->skins->inverse_binds->m[12] == 4.0 && m.s->skins->inverse_binds->m[11] == 0.0);
    maker_close(&m);
}

TEST(clips_have_all_interpolations_and_paths) {
    maker m = maker_new();
    maker_triangle(&m);                            // 0
    MAKER_FLOATS(&m, "SCALAR", 2, 0.5f, 2);        // 1 times
    MAKER_FLOATS(&m, "VEC3", 2, 1, 2, 3, 4, 5, 6); // 2
    static const int16_t turn[] = {0, 0, 0, 32767, 0, 32767, 0, 0};
    maker_accessor(&m, maker_view(&m, turn, sizeof turn, ""), "VEC4", I16, 2, ",'normalized':true");
    MAKER_FLOATS(&m, "SCALAR", 12, 0, 0, 10, 11, 0, 0, 0, 0, 20, 21, 0, 0); // 4: cubic, 2 targets
    CHECK(maker_read(
        &m, "'meshes':[{'primitives':[{'attributes':{'POSITION':0},'targets':[{'POSITION':0},"
            "{'POSITION':0}]}]}],'nodes':[{'mesh':0}],'animations':[{'name':'wave','samplers':"
            "[{'input':1,'output':2,'interpolation':'STEP'},{'input':1,'output':3},"
            "{'input':1,'output':4,'interpolation':'CUBICSPLINE'}],'channels':["
            "{'sampler':0,'target':{'node':0,'path':'scale'}},"
            "{'sampler':1,'target':{'node':0,'path':'rotation'}},"
            "{'sampler':2,'target':{'node':0,'path':'weights'}},"
            "{'sampler':0,'target':{'path':'translation'}},"
            "{'sampler':0,'target':{'node':0,'path':'pointer'}},"
            "{'sampler':0,'target':{'node':0,'path':'translation'}}]}]"));
    const clip* k = m.s->clips;
    CHECK(m.s->clip_count == 1 && k->channel_count == 4 && k->duration == 2.0);
    CHECK_TEXT(k->name, "wave");
    const channel* c = k->channels;
    CHECK(c[0].path == PATH_SCALE && c[0].interpolation == STEP && c[0].values[5] == 6.0f);
    CHECK(c[1].path == PATH_ROTATION && c[1].interpolation == LINEAR && c[1].width == 4);
    CHECK(c[1].values[3] == 1.0f && c[1].values[5] == 1.0f);
    CHECK(c[2].path == PATH_WEIGHTS && c[2].interpolation == CUBICSPLINE && c[2].width == 2);
    CHECK(c[2].key_count == 2 && c[2].values[3] == 11.0f && c[2].values[8] == 20.0f);
    CHECK(c[3].path == PATH_TRANSLATION && c[3].times[0] == 0.5f);
    CHECK(maker_said(&m, FINDING_NOTE, "animation 0 \"wave\": channels"));
    maker_close(&m);
}

TEST(of_two_keys_at_one_time_the_later_holds) {
    maker m = maker_new();
    MAKER_FLOATS(&m, "SCALAR", 4, 0, 1, 1, 2);
    MAKER_FLOATS(&m, "VEC3", 4, 0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3);
    CHECK(maker_read(&m, "'nodes':[{}],'animations':[{'samplers':[{'input':0,'output':1}],"
                         "'channels':[{'sampler':0,'target':{'node':0,'path':'scale'}}]}]"));
    const channel* c = m.s->clips->channels;
    CHECK(c->key_count == 3 && c->times[1] == 1.0f && c->times[2] == 2.0f);
    CHECK(c->values[3] == 2.0f && c->values[6] == 3.0f);
    CHECK(maker_said(&m, FINDING_WARNING, "keys at the time of the next one that are left out: 1"));
    maker_close(&m);
}

TEST(materials_have_base_colour_picture_and_alpha) {
    maker m = maker_new();
    static const uint8_t png[] = "\x89PNG\r\n\x1a\nrest";
    int view = maker_view(&m, png, sizeof png, "");
    CHECK(maker_read(
        &m,
        "'images':[{'bufferView':%d,'name':'skin'},{'uri':'data:image/jpeg;base64,/9j/'}],"
        "'textures':[{'source':1},{'source':0},{'extensions':{'KHR_texture_basisu':"
        "{'source':0}}}],'extensionsRequired':['KHR_texture_basisu'],'materials':["
        "{'name':'a','pbrMetallicRoughness':{'baseColorFactor':[1,0.5,0.25,0.125],"
        "'baseColorTexture':{'index':1}},'alphaMode':'MASK','doubleSided':true},"
        "{'alphaMode':'BLEND','pbrMetallicRoughness':{'baseColorTexture':{'index':2}}},"
        "{'alphaMode':'MASK','alphaCutoff':0.75,'extensions':"
        "{'KHR_materials_pbrSpecularGlossiness':{'diffuseFactor':[0,1,0,1],"
        "'diffuseTexture':{'index':0}}}},{}]",
        view));
    const scene_material* k = m.s->materials;
    CHECK(m.s->image_count == 2 && m.s->material_count == 4);
    CHECK_TEXT(m.s->images[0].name, "skin");
    CHECK_TEXT(m.s->images[0].mime_or_null, "image/png"); // by its first bytes
    CHECK_TEXT(m.s->images[1].mime_or_null, "image/jpeg");
    CHECK(m.s->images[0].encoded.size == sizeof png && m.s->images[1].encoded.size == 3);
    CHECK(memcmp(m.s->images[1].encoded.data, "\xff\xd8\xff", 3) == 0);
    CHECK(k[0].base_color[1] == 0.5f && k[0].base_color[3] == 0.125f && k[0].base_image == 0);
    CHECK(k[0].alpha_cutoff == 0.5f && k[0].double_sided && !k[0].blended);
    CHECK(k[1].blended && k[1].alpha_cutoff == 0.0f && k[1].base_image == -1);
    CHECK(maker_said(&m, FINDING_WARNING, "material 1: its picture is only there as KHR_texture"));
    CHECK(k[2].alpha_cutoff == 0.75f && k[2].base_color[0] == 0.0f && k[2].base_image == 1);
    CHECK(k[3].base_color[0] == 1.0f && k[3].base_image == -1 && !k[3].double_sided);
    maker_close(&m);
}

// glTF's default is metal: where a file says anything of metal or roughness, what it leaves out is meant.
TEST(metal_is_what_the_file_says_and_what_it_leaves_out_where_it_speaks_of_it) {
    static const struct {
        const char* materials;
        float metallic; // of the first
    } cases[] = {
        {"{'pbrMetallicRoughness':{'metallicFactor':0.75}}", 0.75f},
        {"{'pbrMetallicRoughness':{'metallicFactor':7}}", 1.0f},
        {"{'pbrMetallicRoughness':{'baseColorFactor':[1,0,0,1]}}", 0.0f},
        {"{'pbrMetallicRoughness':{'roughnessFactor':0.5}}", 1.0f},
        {"{'pbrMetallicRoughness':{}},{'pbrMetallicRoughness':{'metallicFactor':0}}", 1.0f},
        {"{},{'pbrMetallicRoughness':{'metallicFactor':0}}", 0.0f},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        maker m = maker_new();
        maker_triangle(&m);
        CHECK(maker_read(&m, "'materials':[%s]", cases[i].materials));
        CHECK(m.s->materials[0].metallic == cases[i].metallic);
        maker_close(&m);
    }
}

TEST(texture_transforms_and_other_uv_sets_end_in_the_uvs) {
    maker m = maker_new();
    maker_triangle(&m);
    MAKER_FLOATS(&m, "VEC2", 3, 0, 0, 1, 0, 0, 1);
    MAKER_FLOATS(&m, "VEC2", 3, 0.5f, 0.5f, 0.5f, 0.5f, 0.5f, 0.5f);
    const char* format = "'images':[{'uri':'data:,x'}],'textures':[{'source':0}],'materials':["
                         "{'pbrMetallicRoughness':{'baseColorTexture':{'index':0%s}}}],"
                         "'meshes':[{'primitives':[{'material':0,'attributes':"
                         "{'POSITION':0,'TEXCOORD_0':1,'TEXCOORD_1':2}}]}]";
    CHECK(maker_read(&m, format, ",'texCoord':1"));
    CHECK(m.s->primitives->uvs[2][1] == 0.5f);
    // the example of the extension: the lower left quadrant, turned
    CHECK(maker_read(&m, format,
                     ",'extensions':{'KHR_texture_transform':{'offset':[0,1],"
                     "'rotation':1.57079632679489662,'scale':[0.5,0.5]}}"));
    float(*uv)[2] = m.s->primitives->uvs;
    CHECK_NEAR((double)uv[0][0], 0.0, 1e-7);
    CHECK_NEAR((double)uv[0][1], 1.0, 1e-7);
    CHECK_NEAR((double)uv[1][0], 0.0, 1e-7);
    CHECK_NEAR((double)uv[1][1], 0.5, 1e-7);
    CHECK_NEAR((double)uv[2][0], 0.5, 1e-7);
    CHECK_NEAR((double)uv[2][1], 1.0, 1e-7);
    maker_close(&m);
}

TEST(data_uris_and_files_beside_hold_the_same_bytes) {
    char folder[] = TEST_FOLDER;
    CHECK(mkdtemp(folder) != NULL);
    maker m = maker_new();
    static const float triangle[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    const char* path = arena_format(m.a, "%s/two words.bin", folder);
    CHECK(file_write(path, triangle, sizeof triangle, &m.r));
    const char* json =
        "\xef\xbb\xbf{'asset':{'version':'2.0'},'buffers':[{'byteLength':36,'uri':'%s'}],"
        "'bufferViews':[{'buffer':0,'byteLength':36}],'accessors':[{'bufferView':0,"
        "'type':'VEC3','componentType':5126,'count':3}],"
        "'images':[{'uri':'gone.png'}]," MESH "}\n";
    static const char* const uris[] = {
        "two%20words.bin", "./two words.bin",
        "data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA",
        PERCENTS};
    for (int i = 0; i < 4; ++i) {
        buffer b = buffer_new(m.a, 1024);
        const char* gap = strstr(json, "%s");
        buffer_add(&b, json, (size_t)(gap - json));
        buffer_text(&b, uris[i]);
        buffer_add(&b, gap + 2, strlen(gap + 2) + 1);
        CHECK(maker_read_text(&m, (const char*)b.data, arena_format(m.a, "%s/x.gltf", folder)));
        CHECK(m.s->primitives->vertex_count == 3 && m.s->primitives->positions[2].y == 1.0);
        CHECK(m.out.extra_count == (i < 2));
        CHECK(m.s->images->encoded.size == 0); // a missing picture is no error
        CHECK(maker_said(&m, FINDING_WARNING, "\"gone.png\" cannot be opened"));
        CHECK(m.s->source.buffer_count == 1 && m.s->source.buffers[0].size == 36);
        for (int32_t k = 0; k < m.out.extra_count; ++k)
            file_unmap(m.out.extras[k]);
        m.out.extra_count = 0;
    }
    CHECK(unlink(path) == 0 && rmdir(folder) == 0);
    maker_close(&m);
}

TEST_MAIN(CASE(nodes_keep_their_place_and_family),
          CASE(without_a_scene_every_parentless_node_is_a_root),
          CASE(a_matrix_is_kept_and_split_into_its_parts),
          CASE(skins_have_the_inverse_binds_of_the_file),
          CASE(clips_have_all_interpolations_and_paths),
          CASE(of_two_keys_at_one_time_the_later_holds),
          CASE(materials_have_base_colour_picture_and_alpha),
          CASE(metal_is_what_the_file_says_and_what_it_leaves_out_where_it_speaks_of_it),
          CASE(texture_transforms_and_other_uv_sets_end_in_the_uvs),
          CASE(data_uris_and_files_beside_hold_the_same_bytes))
