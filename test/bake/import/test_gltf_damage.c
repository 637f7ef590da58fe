// Damaged GLBs: whatever happens to the bytes, the reader answers; run it under the sanitizers.
// SPDX-License-Identifier: MIT
#include "bake/export/glb.h"

#include "test/kit/gltf_maker.h"
#include "test/kit/mutate.h"
#include "test/kit/scene_sound.h"

// One of everything that is read, in about 2 KB.
static bytes make_whole(maker* m) {
    static const uint8_t joints[3][4] = {{0, 1}, {1}, {0}};
    static const uint16_t indices[] = {0, 1, 2, 2};
    maker_triangle(m);                                                              // 0
    maker_accessor(m, maker_view(m, joints, sizeof joints, ""), "VEC4", U8, 3, ""); // 1
    MAKER_FLOATS(m, "VEC4", 3, 0.5f, 0.5f, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0);           // 2
    int at = maker_view(m, indices, sizeof indices, "");
    maker_accessor(m, at, "SCALAR", U16, 3, ""); // 3
    maker_accessor(m, -1, "VEC3", F32, 3,        // 4
                   ",'sparse':{'count':2,'indices':{'bufferView':3,'componentType':5123},"
                   "'values':{'bufferView':0}}");
    MAKER_FLOATS(m, "SCALAR", 2, 0, 1);                 // 5
    MAKER_FLOATS(m, "VEC4", 2, 0, 0, 0, 1, 0, 1, 0, 0); // 6
    bool ok = maker_read(
        m, "'images':[{'uri':'data:image/png;base64,iVBORw0KGgo='}],'textures':[{'source':0}],"
           "'materials':[{'pbrMetallicRoughness':{'baseColorFactor':[1,0.5,0.5,1],"
           "'baseColorTexture':{'index':0}},'alphaMode':'MASK'}],"
           "'meshes':[{'name':'m','primitives':[{'attributes':{'POSITION':0,'NORMAL':4,'JOINTS_0':"
           "1,'WEIGHTS_0':2,'_OWN':2},'indices':3,'material':0,'targets':[{'POSITION':4}]}],"
           "'weights':[0.5],'extras':{'targetNames':['t']}}],"
           "'nodes':[{'mesh':0,'skin':0},{'children':[2],'translation':[1,2,3]},"
           "{'matrix':[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1]}],'skins':[{'joints':[1,2]}],"
           "'scenes':[{'nodes':[0,1]}],'scene':0,'animations':[{'name':'a','samplers':"
           "[{'input':5,'output':6}],'channels':[{'sampler':0,'target':{'node':1,'path':"
           "'rotation'}}]}]");
    return ok ? m->glb : (bytes){NULL, 0};
}

// A scene that is right in every number, or an error; and what was read can be written back.
static void read_damaged(const char* data, size_t size) {
    arena* a = arena_create();
    report r = report_new(a);
    imported out = {0};
    bool ok = import_gltf((bytes){(const uint8_t*)data, size}, "nowhere/x.glb", a, &out, &r);
    CHECK(ok == (r.error_count == 0));
    if (ok) {
        CHECK(scene_is_sound(&out.scene));
        bytes back = glb_from_source(&out.scene.source, "nowhere/x.glb", a, &r);
        CHECK((back.size > 0) == (r.error_count == 0));
    }
    CHECK(out.extra_count == 0); // there is nothing in that folder
    arena_destroy(a);
}

TEST(every_prefix_is_answered) {
    maker m = maker_new();
    bytes whole = make_whole(&m);
    CHECK(whole.size > 1000 && m.r.error_count == 0);
    CHECK(scene_is_sound(m.s));
    mutate_prefixes((const char*)whole.data, whole.size, read_damaged);
    maker_close(&m);
}

TEST(every_prefix_of_the_text_form_is_answered) {
    maker m = maker_new();
    CHECK(make_whole(&m).size > 0);
    bytes json = m.s->source.json;
    mutate_prefixes((const char*)json.data, json.size, read_damaged);
    maker_close(&m);
}

TEST(changed_bytes_are_answered) {
    maker m = maker_new();
    bytes whole = make_whole(&m);
    CHECK(whole.size > 0);
    mutate_bytes((const char*)whole.data, whole.size, 8000, read_damaged);
    maker_close(&m);
}

// The container stays whole, so that more of these get past it.
TEST(changed_digits_of_the_json_are_answered) {
    maker m = maker_new();
    bytes whole = make_whole(&m);
    char* copy = arena_alloc(m.a, whole.size, 1);
    uint64_t state = 7;
    size_t json_size = m.s->source.json.size;
    for (int i = 0; i < 8000; ++i) {
        memcpy(copy, whole.data, whole.size);
        for (int changes = 0; changes < 2;) {
            state = state * 6364136223846793005u + 1442695040888963407u;
            char* at = &copy[20 + (state >> 33) % json_size];
            if (*at < '0' || *at > '9')
                continue;
            *at = (char)('0' + (state >> 20) % 10);
            ++changes;
        }
        mutate_try(copy, whole.size, read_damaged);
    }
    maker_close(&m);
}

TEST_MAIN(CASE(every_prefix_is_answered), CASE(every_prefix_of_the_text_form_is_answered),
          CASE(changed_bytes_are_answered), CASE(changed_digits_of_the_json_are_answered))
