// bake.h: a living file is the file it was made of and one thing more.
// SPDX-License-Identifier: MIT
#include "bake/bake.h"
#include "bake/export/glb.h"
#include "bake/export/png.h"
#include "test/kit/gltf_maker.h"

#include <cjson/cJSON.h>

// Two boxes with a texture, nodes that show nothing, a camera, an extension that nobody knows, extras.
static bool make_scene(maker* m) {
    static const float corners[24] = {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0,
                                      0, 0, 1, 1, 0, 1, 1, 1, 1, 0, 1, 1};
    static const uint16_t box[36] = {0, 2, 1, 0, 3, 2, 4, 5, 6, 4, 6, 7, 0, 1, 5, 0, 5, 4,
                                     3, 7, 6, 3, 6, 2, 0, 4, 7, 0, 7, 3, 1, 2, 6, 1, 6, 5};
    static const float uvs[16] = {0, 0, 1, 0, 1, 1, 0, 1, 0, 0, 1, 0, 1, 1, 0, 1};
    uint8_t colors[4 * 4 * 4];
    for (int i = 0; i < 64; ++i)
        colors[i] = (uint8_t)(i % 4 == 3 ? 255 : 37 * i);
    picture pixels = {4, 4, 4, colors};
    bytes png = png_encode(&pixels, m->a);
    int positions = maker_accessor(m, maker_view(m, corners, sizeof corners, ",'target':34962"),
                                   "VEC3", F32, 8, ",'min':[0,0,0],'max':[1,1,1]");
    int indices =
        maker_accessor(m, maker_view(m, box, sizeof box, ",'target':34963"), "SCALAR", U16, 36, "");
    int uv =
        maker_accessor(m, maker_view(m, uvs, sizeof uvs, ",'target':34962"), "VEC2", F32, 8, "");
    int shot = maker_view(m, png.data, png.size, ",'name':'pixels'");
    return maker_read(
        m,
        "'extensionsUsed':['X_unknown'],'extensions':{'X_unknown':{'deep':[1,{'er':2.50}]}},"
        "'extras':{'author':'someone','n':1e3},"
        "'images':[{'bufferView':%d,'mimeType':'image/png','extras':[7]}],'samplers':[{}],"
        "'textures':[{'source':0,'sampler':0}],"
        "'materials':[{'name':'painted','pbrMetallicRoughness':{'baseColorTexture':{'index':0}}}],"
        "'meshes':[{'name':'a','primitives':[{'attributes':{'POSITION':%d,'TEXCOORD_0':%d},"
        "'indices':%d,'material':0}]},"
        "{'name':'b','extras':{'x':null},'primitives':[{'attributes':{'POSITION':%d},"
        "'indices':%d}]}],"
        "'cameras':[{'type':'perspective','perspective':{'yfov':0.7,'znear':0.1}}],"
        "'nodes':[{'name':'root','children':[1,2,3]},{'mesh':0,'extensions':{'X_unknown':{}}},"
        "{'mesh':1,'translation':[0.5,1,0]},{'name':'empty','camera':0,'extras':'words'}],"
        "'scenes':[{'nodes':[0]}],'scene':0",
        shot, positions, uv, indices, positions, indices);
}

static bool bake_it(const maker* m, bake_result* out, report* r) {
    recipe how = recipe_default();
    how.defaults.tets = 100;
    how.defaults.modes = 2;
    return bake_scene(m->s, &how, &(bake_options){0}, m->a, out, r);
}

// Takes from the JSON of a living file what was added to it.
static bool take_away(cJSON* after, const cJSON* before) {
    cJSON* extensions = cJSON_GetObjectItemCaseSensitive(after, "extensions");
    cJSON* used = cJSON_GetObjectItemCaseSensitive(after, "extensionsUsed");
    cJSON* views = cJSON_GetObjectItemCaseSensitive(after, "bufferViews");
    cJSON* length = cJSON_GetObjectItemCaseSensitive(
        cJSON_GetObjectItemCaseSensitive(after, "buffers")->child, "byteLength");
    const cJSON* old_views = cJSON_GetObjectItemCaseSensitive(before, "bufferViews");
    const cJSON* old_length = cJSON_GetObjectItemCaseSensitive(
        cJSON_GetObjectItemCaseSensitive(before, "buffers")->child, "byteLength");
    const cJSON* soft = cJSON_GetObjectItemCaseSensitive(extensions, "SUPPLE_soft_body");
    int last = cJSON_GetArraySize(views) - 1, name = cJSON_GetArraySize(used) - 1;
    if (soft == NULL || last != cJSON_GetArraySize(old_views) ||
        length->valuedouble <= old_length->valuedouble ||
        cJSON_GetObjectItemCaseSensitive(soft, "bufferView")->valueint != last ||
        strcmp(cJSON_GetArrayItem(used, name)->valuestring, "SUPPLE_soft_body") != 0)
        return false;
    cJSON_DeleteItemFromObjectCaseSensitive(extensions, "SUPPLE_soft_body");
    cJSON_DeleteItemFromArray(used, name);
    cJSON_DeleteItemFromArray(views, last);
    cJSON_SetNumberValue(length, old_length->valuedouble);
    return true;
}

TEST(baking_adds_the_asset_and_changes_nothing_else) {
    maker m = maker_new(), again = maker_new();
    CHECK(make_scene(&m));
    bake_result baked;
    report r = report_new(m.a);
    CHECK(bake_it(&m, &baked, &r));
    bytes glb = glb_with_asset(&m.s->source, "made.glb", baked.asset.file, NULL, m.a, &r);
    CHECK(glb.size > 0 && r.error_count == 0);
    const char* path = getenv("SUPPLE_ROUNDTRIP_OUT");
    if (path != NULL)
        CHECK(file_write(path, glb.data, glb.size, &r));
    CHECK(maker_read_bytes(&again, glb, "again.glb"));
    bytes a = m.s->source.json, b = again.s->source.json;
    cJSON* before = cJSON_ParseWithLength((const char*)a.data, a.size);
    cJSON* after = cJSON_ParseWithLength((const char*)b.data, b.size);
    CHECK(!cJSON_Compare(before, after, true));
    CHECK(take_away(after, before));
    CHECK(cJSON_Compare(before, after, true));
    cJSON_Delete(before);
    cJSON_Delete(after);

    const bytes *old = &m.s->source.buffers[0], *new = &again.s->source.buffers[0];
    CHECK(new->size > old->size&& memcmp(old->data, new->data, old->size) == 0);
    maker_close(&m);
    maker_close(&again);
}

TEST(a_living_file_bakes_again_to_the_same_bytes) {
    maker m = maker_new(), again = maker_new();
    CHECK(make_scene(&m));
    bake_result one, two;
    report r = report_new(m.a);
    CHECK(bake_it(&m, &one, &r));
    bytes first = glb_with_asset(&m.s->source, "made.glb", one.asset.file, NULL, m.a, &r);
    CHECK(maker_read_bytes(&again, first, "again.glb"));
    CHECK(bake_it(&again, &two, &r));
    bytes second = glb_with_asset(&again.s->source, "again.glb", two.asset.file, NULL, again.a, &r);
    CHECK(first.size == second.size && memcmp(first.data, second.data, first.size) == 0);
    maker_close(&m);
    maker_close(&again);
}

TEST_MAIN(CASE(baking_adds_the_asset_and_changes_nothing_else),
          CASE(a_living_file_bakes_again_to_the_same_bytes))
