// A glTF read and written back is the same glTF: the scene equal, the JSON untouched but for where
// bytes lie.
// SPDX-License-Identifier: MIT
#include "bake/export/glb.h"

#include "test/kit/gltf_maker.h"

#include <cjson/cJSON.h>

static bool same(const void* a, const void* b, size_t count, size_t size) {
    if ((a == NULL) != (b == NULL))
        return false;
    return a == NULL || memcmp(a, b, count * size) == 0;
}

static bool same_primitive(const primitive* a, const primitive* b) {
    size_t n = (size_t)a->vertex_count, k = (size_t)a->influence_count;
    if (a->vertex_count != b->vertex_count || a->triangle_count != b->triangle_count ||
        a->material != b->material || a->influence_count != b->influence_count ||
        a->target_count != b->target_count || a->attribute_count != b->attribute_count)
        return false;
    bool ok = same(a->positions, b->positions, n, sizeof *a->positions) &&
              same(a->normals, b->normals, n, 12) && same(a->tangents, b->tangents, n, 16) &&
              same(a->uvs, b->uvs, n, 8) && same(a->colors, b->colors, n, 16) &&
              same(a->triangles, b->triangles, (size_t)a->triangle_count, 12) &&
              same(a->joints, b->joints, n * k, 2) && same(a->weights, b->weights, n * k, 4);
    for (int32_t i = 0; ok && i < a->target_count; ++i)
        ok = same(a->targets[i].positions, b->targets[i].positions, n, 12) &&
             same(a->targets[i].normals, b->targets[i].normals, n, 12) &&
             same(a->targets[i].tangents, b->targets[i].tangents, n, 12);
    for (int32_t i = 0; ok && i < a->attribute_count; ++i)
        ok = strcmp(a->attributes[i].name, b->attributes[i].name) == 0 &&
             same(a->attributes[i].values, b->attributes[i].values,
                  n * (size_t)a->attributes[i].width, 4);
    return ok;
}

static bool same_structure(const scene* a, const scene* b) {
    for (int32_t i = 0; i < a->node_count; ++i) {
        const node *m = &a->nodes[i], *n = &b->nodes[i];
        if (strcmp(m->name, n->name) != 0 || m->parent != n->parent || m->mesh != n->mesh ||
            m->skin != n->skin || memcmp(&m->matrix, &n->matrix, sizeof m->matrix) != 0)
            return false;
    }
    for (int32_t i = 0; i < a->skin_count; ++i) {
        const skin *m = &a->skins[i], *n = &b->skins[i];
        if (m->joint_count != n->joint_count ||
            !same(m->joints, n->joints, (size_t)m->joint_count, 4) ||
            !same(m->inverse_binds, n->inverse_binds, (size_t)m->joint_count, sizeof(mat4)))
            return false;
    }
    for (int32_t i = 0; i < a->clip_count; ++i) {
        const clip *m = &a->clips[i], *n = &b->clips[i];
        if (strcmp(m->name, n->name) != 0 || m->channel_count != n->channel_count)
            return false;
        for (int32_t k = 0; k < m->channel_count; ++k) {
            const channel *c = &m->channels[k], *d = &n->channels[k];
            size_t keys = (size_t)c->key_count;
            size_t values = keys * (size_t)c->width * (c->interpolation == CUBICSPLINE ? 3 : 1);
            if (c->node != d->node || c->path != d->path || c->key_count != d->key_count ||
                c->interpolation != d->interpolation || !same(c->times, d->times, keys, 4) ||
                !same(c->values, d->values, values, 4))
                return false;
        }
    }
    return same(a->roots, b->roots, (size_t)a->root_count, 4);
}

static bool same_scene(const scene* a, const scene* b) {
    if (a->primitive_count != b->primitive_count || a->mesh_count != b->mesh_count ||
        a->node_count != b->node_count || a->skin_count != b->skin_count ||
        a->clip_count != b->clip_count || a->material_count != b->material_count ||
        a->image_count != b->image_count || a->root_count != b->root_count)
        return false;
    for (int32_t i = 0; i < a->primitive_count; ++i)
        if (!same_primitive(&a->primitives[i], &b->primitives[i]))
            return false;
    for (int32_t i = 0; i < a->image_count; ++i)
        if (a->images[i].encoded.size != b->images[i].encoded.size ||
            memcmp(a->images[i].encoded.data, b->images[i].encoded.data,
                   a->images[i].encoded.size) != 0)
            return false;
    return same_structure(a, b);
}

// Equal but for the three members that say where bytes lie.
static bool same_json(bytes a, bytes b) {
    static const char* const moved[] = {"buffers", "bufferViews", "images"};
    cJSON* x = cJSON_ParseWithLength((const char*)a.data, a.size);
    cJSON* y = cJSON_ParseWithLength((const char*)b.data, b.size);
    bool ok = x != NULL && y != NULL;
    for (int i = 0; i < 3; ++i) {
        cJSON_DeleteItemFromObjectCaseSensitive(x, moved[i]);
        cJSON_DeleteItemFromObjectCaseSensitive(y, moved[i]);
    }
    ok = ok && cJSON_Compare(x, y, true);
    const cJSON *p = x != NULL ? x->child : NULL, *q = y != NULL ? y->child : NULL;
    for (; ok && p != NULL && q != NULL; p = p->next, q = q->next) // in the same order
        ok = strcmp(p->string, q->string) == 0;
    cJSON_Delete(x);
    cJSON_Delete(y);
    return ok;
}

static void check_round_trip(const char* path) {
    maker m = maker_new(), again = maker_new();
    bytes file;
    CHECK(file_map(path, &file, &m.r) && maker_read_bytes(&m, file, path));
    bytes glb = glb_from_source(&m.s->source, path, m.a, &m.r);
    CHECK(m.r.count == 0 && glb.size > 0);
    CHECK(maker_read_bytes(&again, glb, "again.glb"));
    CHECK(again.s->format == FILE_GLB && again.s->source.buffer_count == 1);
    CHECK(same_scene(m.s, again.s));
    CHECK(same_json(m.s->source.json, again.s->source.json));
    bytes third = glb_from_source(&again.s->source, path, m.a, &m.r);
    CHECK(third.size == glb.size && memcmp(third.data, glb.data, glb.size) == 0);
    file_unmap(file);
    maker_close(&m);
    maker_close(&again);
}

TEST(files_by_others_come_back_unharmed) {
    const char* folder = test_data_folder();
    if (folder == NULL)
        SKIP("no folder of models by others; set SUPPLE_DATA");
    static const char* const files[] = {"surface/lee_perry_smith_head.glb",
                                        "surface/suzanne/Suzanne.gltf",
                                        "rigged/mh_female_heavy.glb",
                                        "rigged/big_buck_bunny.glb",
                                        "rigged/horse_animations.glb",
                                        "rigged/Fox.glb",
                                        "rigged/kaykit_barbarian.glb",
                                        "rigged/RiggedFigure.glb",
                                        "rigged/RiggedSimple.glb",
                                        "rigged/MorphStressTest.glb",
                                        "cloth/sheen_cloth/SheenCloth.gltf",
                                        "plant/potted_plant/DiffuseTransmissionPlant.gltf",
                                        "plant/flower.glb"};
    for (size_t i = 0; i < sizeof files / sizeof *files && test_failures == 0; ++i) {
        char path[4096];
        snprintf(path, sizeof path, "%s/%s", folder, files[i]);
        check_round_trip(path);
        if (test_failures > 0)
            printf("%s\n", path);
    }
}

TEST(a_glb_of_one_buffer_keeps_its_json_byte_for_byte) {
    maker m = maker_new();
    maker_triangle(&m);
    CHECK(maker_read(&m, "'meshes':[{'primitives':[{'attributes':{'POSITION':0}}]}],"
                         "'extras':{'n':123456789012345678901234567890,'x':1.50,'z':'a\\u0000b'}"));
    bytes glb = glb_from_source(&m.s->source, "made.glb", m.a, &m.r);
    CHECK(glb.size == m.glb.size && memcmp(glb.data, m.glb.data, glb.size) == 0);
    CHECK(m.r.count == 0);
    maker_close(&m);
}

TEST(buffers_become_one_and_pictures_beside_go_in) {
    char folder[] = TEST_FOLDER;
    CHECK(mkdtemp(folder) != NULL);
    maker m = maker_new(), again = maker_new();
    static const uint8_t png[] = "\x89PNG\r\n\x1a\nthe rest of it";
    const char* picture = arena_format(m.a, "%s/a b.png", folder);
    CHECK(file_write(picture, png, sizeof png, &m.r));
    const char* path = arena_format(m.a, "%s/x.gltf", folder);
    CHECK(maker_read_text(
        &m,
        "\n{'asset':{'version':'2.0','extras':{'who':'me'}},'extensionsUsed':['X_unknown'],"
        "'images':[{'uri':'a%20b.png','name':'p','extras':7},{'uri':'gone.png'},"
        "{'uri':'data:image/png;base64,iVBORw0KGgo='}],"
        "'buffers':[{'byteLength':3,'uri':'data:;base64,AQID','name':'first'},"
        "{'byteLength':36,'uri':'data:;base64,"
        "AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA'}],"
        "'accessors':[{'bufferView':1,'type':'VEC3','componentType':5126,'count':3},"
        "{'bufferView':0,'byteOffset':0,'type':'SCALAR','componentType':5121,'count':3}],"
        "'bufferViews':[{'buffer':0,'byteLength':3},{'buffer':1,'byteLength':36,'target':34962,"
        "'extensions':{'EXT_meshopt_compression':{'buffer':1,'byteOffset':4,'byteLength':8}}}],"
        "'meshes':[{'primitives':[{'attributes':{'POSITION':0,'_TAG':1}}]}],"
        "'extensions':{'X_unknown':{'buffers':[1,2,{}]}}}\n",
        path));
    bytes glb = glb_from_source(&m.s->source, path, m.a, &m.r);
    CHECK(maker_said(&m, FINDING_WARNING, "\"gone.png\" cannot be opened"));
    CHECK(maker_read_bytes(&again, glb, path));
    CHECK(same_primitive(m.s->primitives, again.s->primitives));
    CHECK(again.s->primitives->attributes[0].values[2] == 3.0f);
    CHECK(same_json(m.s->source.json, again.s->source.json));
    CHECK(again.s->images[0].encoded.size == sizeof png &&
          memcmp(again.s->images[0].encoded.data, png, sizeof png) == 0);
    CHECK_TEXT(again.s->images[0].mime_or_null, "image/png");
    CHECK_TEXT(again.s->images[0].name, "p");
    CHECK(again.out.extra_count == 0 && again.s->images[2].encoded.size == 8);

    const char* json =
        arena_copy_text(m.a, (const char*)again.s->source.json.data, again.s->source.json.size);
    CHECK(strstr(json, "\"buffers\":[{\"name\":\"first\",\"byteLength\":87}]") != NULL);
    CHECK(strstr(json, "\"EXT_meshopt_compression\":{\"byteLength\":8,\"buffer\":0,"
                       "\"byteOffset\":20}") != NULL);
    CHECK(strstr(json, "\"target\":34962") != NULL && strstr(json, "\"extras\":7") != NULL);
    CHECK(unlink(picture) == 0 && rmdir(folder) == 0);
    maker_close(&m);
    maker_close(&again);
}

TEST(what_did_not_come_from_gltf_is_not_written_back) {
    maker m = maker_new();
    gltf_source none = {0};
    CHECK(glb_from_source(&none, "x.obj", m.a, &m.r).size == 0);
    CHECK(maker_said(&m, FINDING_ERROR, "did not come from glTF"));
    maker_close(&m);
}

TEST_MAIN(CASE(files_by_others_come_back_unharmed),
          CASE(a_glb_of_one_buffer_keeps_its_json_byte_for_byte),
          CASE(buffers_become_one_and_pictures_beside_go_in),
          CASE(what_did_not_come_from_gltf_is_not_written_back))
