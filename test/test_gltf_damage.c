// Damaged GLBs: whatever happens to the bytes, the reader answers; run it under the sanitizers.
// SPDX-License-Identifier: MIT
#include "bake/export/glb.h"

#include "test/gltf_maker.h"

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

// Read a copy of exactly that size, so that the sanitizer sees a byte too far; then write it back.
// True if what was read is a scene or an error was given.
static bool survives(const uint8_t* data, size_t size) {
    arena* a = arena_create();
    report r = report_new(a);
import out = {0 };
    uint8_t* copy = malloc(size > 0 ? size : 1);
    memcpy(copy, data, size);
    bool ok = import_gltf((bytes){copy, size}, "nowhere/x.glb", a, &out, &r);
    bool honest = ok == (r.error_count == 0);
    if (ok) {
        bytes back = glb_from_source(&out.scene.source, "nowhere/x.glb", a, &r);
        honest = (back.size > 0) == (r.error_count == 0);
    }
    for (int32_t i = 0; i < out.extra_count; ++i)
        file_unmap(out.extras[i]);
    free(copy);
    arena_destroy(a);
    return honest;
}

static uint32_t next_random(uint64_t* state) { // PCG, O'Neill 2014
    uint64_t old = *state;
    *state = old * 6364136223846793005u + 1442695040888963407u;
    uint32_t x = (uint32_t)(((old >> 18) ^ old) >> 27), turn = (uint32_t)(old >> 59);
    return x >> turn | x << ((32 - turn) & 31);
}

TEST(every_prefix_is_answered) {
    maker m = maker_new();
    bytes whole = make_whole(&m);
    CHECK(whole.size > 1000 && m.r.count == 0);
    for (size_t size = 0; size < whole.size; ++size)
        CHECK(survives(whole.data, size));
    maker_close(&m);
}

TEST(every_prefix_of_the_text_form_is_answered) {
    maker m = maker_new();
    bytes whole = make_whole(&m);
    bytes json = m.s->source.json;
    CHECK(whole.size > 0);
    for (size_t size = 0; size < json.size; ++size)
        CHECK(survives(json.data, size));
    maker_close(&m);
}

TEST(changed_bytes_are_answered) {
    maker m = maker_new();
    bytes whole = make_whole(&m);
    uint8_t* copy = ARENA_NEW(m.a, uint8_t, whole.size);
    uint64_t state = 42;
    for (int i = 0; i < 8000; ++i) {
        memcpy(copy, whole.data, whole.size);
        for (uint32_t k = next_random(&state) % 4; k < 4; ++k)
            copy[next_random(&state) % whole.size] ^= (uint8_t)(1u << next_random(&state) % 8);
        CHECK(survives(copy, whole.size));
    }
    maker_close(&m);
}

TEST(changed_digits_of_the_json_are_answered) {
    maker m = maker_new();
    bytes whole = make_whole(&m);
    uint8_t* copy = ARENA_NEW(m.a, uint8_t, whole.size);
    uint64_t state = 7;
    size_t json_end = 20 + m.s->source.json.size;
    for (int i = 0; i < 8000; ++i) {
        memcpy(copy, whole.data, whole.size);
        for (int changes = 0; changes < 2;) {
            uint8_t* at = &copy[20 + next_random(&state) % (json_end - 20)];
            if (*at < '0' || *at > '9')
                continue;
            *at = (uint8_t)('0' + next_random(&state) % 10);
            ++changes;
        }
        CHECK(survives(copy, whole.size));
    }
    maker_close(&m);
}

TEST_MAIN(CASE(every_prefix_is_answered), CASE(every_prefix_of_the_text_form_is_answered),
          CASE(changed_bytes_are_answered), CASE(changed_digits_of_the_json_are_answered))
