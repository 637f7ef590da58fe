// An asset inside a GLB: found again wherever the JSON puts it, and the rest of the GLB unharmed.
// SPDX-License-Identifier: MIT
#include "bake/export/glb.h"
#include "test/kit/asset_maker.h"
#include "test/kit/check_asset.h"
#include "test/kit/gltf_maker.h"

#define TRIANGLE "'meshes':[{'primitives':[{'attributes':{'POSITION':0}}]}]"

typedef struct pair {
    maker glb;
    asset_maker asset;
} pair;

static pair make_pair(void) {
    pair p = {maker_new(), asset_maker_new((asset_maker_options){.part_count = 2})};
    static const float corners[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    maker_accessor(&p.glb, maker_view(&p.glb, corners, sizeof corners, ",'target':34962"), "VEC3",
                   F32, 3, ",'min':[0,0,0],'max':[1,1,0]");
    asset_maker_write(&p.asset);
    return p;
}

static void close_pair(pair* p) {
    maker_close(&p->glb);
    asset_maker_close(&p->asset);
}

static bytes embedded(pair* p) {
    return glb_with_asset(&p->glb.s->source, "made.glb", p->asset.out.file, NULL, p->glb.a,
                          &p->glb.r);
}

// The block is there byte for byte, aligned, and read in place.
static bool holds(bytes glb, bytes block) {
    size_t offset = 0, size = 0;
    supple_asset asset;
    return supple_asset_find(glb.data, glb.size, &offset, &size) == SUPPLE_OK && offset % 16 == 0 &&
           size == block.size && memcmp(glb.data + offset, block.data, size) == 0 &&
           supple_asset_read(&asset, glb.data, glb.size) == SUPPLE_OK && asset.part_count > 0;
}

TEST(a_block_is_found_in_the_glb_it_was_put_into) {
    pair p = make_pair();
    CHECK(maker_read(&p.glb, TRIANGLE ",'extras':{'n':123456789012345678901234567890,'x':1.50}"));
    bytes glb = embedded(&p);
    CHECK(p.glb.r.count == 0 && holds(glb, p.asset.out.file));
    const char* out = getenv("SUPPLE_ASSET_OUT");
    if (out != NULL)
        CHECK(file_write(out, glb.data, glb.size, &p.glb.r));
    maker again = maker_new();
    CHECK(maker_read_bytes(&again, glb, "again.glb"));
    const char* json =
        arena_copy_text(again.a, (const char*)again.s->source.json.data, again.s->source.json.size);
    CHECK(strstr(json, "{\"n\":123456789012345678901234567890,\"x\":1.50}") != NULL);
    CHECK(strstr(json, "\"extensions\":{\"SUPPLE_soft_body\":{\"bufferView\":1}}") != NULL);
    CHECK(strstr(json, "\"extensionsUsed\":[\"SUPPLE_soft_body\"]") != NULL);
    CHECK(strstr(json, "extensionsRequired") == NULL);
    CHECK(again.s->primitives->positions[1].x == 1.0);
    maker_close(&again);
    close_pair(&p);
}

TEST(a_newer_block_takes_the_place_of_the_older) {
    pair p = make_pair();
    CHECK(maker_read(&p.glb, TRIANGLE ",'extensionsUsed':[ 'X_a' ],'extensions':{ 'X_a':{'y':2.50} "
                                      "}"));
    bytes first = embedded(&p);
    CHECK(holds(first, p.asset.out.file));
    maker again = maker_new();
    CHECK(maker_read_bytes(&again, first, "again.glb"));
    bytes same =
        glb_with_asset(&again.s->source, "again.glb", p.asset.out.file, NULL, again.a, &again.r);
    CHECK(same.size == first.size && memcmp(same.data, first.data, same.size) == 0);

    asset_maker smaller = asset_maker_new((asset_maker_options){.part_count = 1});
    CHECK(asset_maker_write(&smaller));
    bytes third =
        glb_with_asset(&again.s->source, "again.glb", smaller.out.file, NULL, again.a, &again.r);
    CHECK(holds(third, smaller.out.file) && third.size < first.size);
    const char* json = arena_copy_text(again.a, (const char*)third.data + 20, 600);
    CHECK(strstr(json, "\"extensions\":{ \"X_a\":{\"y\":2.50},\"SUPPLE_soft_body\"") != NULL);
    CHECK(strstr(json, "\"extensionsUsed\":[ \"X_a\",\"SUPPLE_soft_body\"]") != NULL);
    asset_maker_close(&smaller);
    maker_close(&again);
    close_pair(&p);
}

// With another recipe the older one goes, and so it does where none is known: it would tell of another bake.
TEST(a_recipe_goes_with_its_block) {
    pair p = make_pair();
    CHECK(maker_read(&p.glb, TRIANGLE));
    bytes block = p.asset.out.file;
    bytes first = glb_with_asset(&p.glb.s->source, "made.glb", block, "parts:\n  - \"a\"\n",
                                 p.glb.a, &p.glb.r);
    CHECK(holds(first, block));
    CHECK(strstr(arena_copy_text(p.glb.a, (const char*)first.data + 20, 600),
                 "\"recipe\":\"parts:\\u000a  - \\\"a\\\"\\u000a\"}") != NULL);
    maker again = maker_new();
    CHECK(maker_read_bytes(&again, first, "again.glb"));
    bytes second =
        glb_with_asset(&again.s->source, "again.glb", block, "parts: []\n", again.a, &again.r);
    const char* json = arena_copy_text(again.a, (const char*)second.data + 20, 600);
    CHECK(holds(second, block) && strstr(json, "parts: []") != NULL && strstr(json, "- ") == NULL);
    bytes third = glb_with_asset(&again.s->source, "again.glb", block, NULL, again.a, &again.r);
    CHECK(holds(third, block) &&
          strstr(arena_copy_text(again.a, (const char*)third.data + 20, 600), "recipe") == NULL);
    maker_close(&again);
    close_pair(&p);
}

TEST(a_block_amid_other_bytes_is_replaced_without_moving_them) {
    pair p = make_pair();
    maker_view(&p.glb, "old", 3, "");
    MAKER_FLOATS(&p.glb, "VEC3", 3, 0, 0, 1, 0, 0, 1, 0, 0, 1);
    CHECK(maker_read(&p.glb, "'meshes':[{'primitives':[{'attributes':{'POSITION':0,'NORMAL':1}}]}],"
                             "'extensions':{'SUPPLE_soft_body':{'bufferView':1}}"));
    bytes glb = embedded(&p);
    CHECK(holds(glb, p.asset.out.file));
    maker again = maker_new();
    CHECK(maker_read_bytes(&again, glb, "again.glb"));
    CHECK(again.s->primitives->normals[2][2] == 1.0f);
    maker_close(&again);
    close_pair(&p);
}

TEST(samples_keep_everything_with_a_block_in_them) {
    const char* folder = test_data_folder();
    if (folder == NULL)
        SKIP("no folder of models by others; set SUPPLE_DATA");
    asset_maker a = asset_maker_new((asset_maker_options){.part_count = 2});
    CHECK(asset_maker_write(&a));
    static const char* const files[] = {"rigged/Fox.glb", "surface/suzanne/Suzanne.gltf",
                                        "rigged/RiggedSimple.glb"};
    for (int i = 0; i < 3; ++i) {
        maker m = maker_new(), again = maker_new();
        const char* path = arena_format(m.a, "%s/%s", folder, files[i]);
        bytes file;
        CHECK(file_map(path, &file, &m.r) && maker_read_bytes(&m, file, path));
        bytes glb = glb_with_asset(&m.s->source, path, a.out.file, NULL, m.a, &m.r);
        CHECK(holds(glb, a.out.file) && maker_read_bytes(&again, glb, path));
        CHECK(again.s->node_count == m.s->node_count && again.s->clip_count == m.s->clip_count);
        size_t n = (size_t)m.s->primitives->vertex_count;
        CHECK(memcmp(m.s->primitives->positions, again.s->primitives->positions,
                     n * sizeof *m.s->primitives->positions) == 0);
        CHECK(again.s->image_count == m.s->image_count);
        for (int32_t k = 0; k < m.s->image_count; ++k)
            CHECK(again.s->images[k].encoded.size == m.s->images[k].encoded.size);
        file_unmap(file);
        maker_close(&m);
        maker_close(&again);
    }
    asset_maker_close(&a);
}

// ---- JSON of all kinds -----------------------------------------------------------------

// A GLB of this JSON (' for ") and a BIN of 16 zero bytes and a word.
static supple_result find_in(const char* json, size_t* offset, size_t* size) {
    arena* memory = arena_create();
    char* text = maker_quotes(arena_copy_text(memory, json, strlen(json)));
    static const uint8_t bin[32] = {0};
    bytes glb = glb_pack(text, strlen(text), (bytes){bin, sizeof bin}, memory);
    uint8_t* exact = asset_copy(glb.data, glb.size);
    supple_result result = supple_asset_find(exact, glb.size, offset, size);
    *offset -= *offset > 0 ? glb.size - sizeof bin : 0; // from the start of BIN
    free(exact);
    arena_destroy(memory);
    return result;
}

#define VIEWS                                                                                      \
    "'bufferViews':[{'buffer':0,'byteLength':5},{'byteLength':8,'byteOffset':16,'buffer':0}]"

TEST(the_walk_understands_json_as_it_comes) {
    static const char* const found[] = {
        "{'extensions':{'SUPPLE_soft_body':{'bufferView':1}}," VIEWS "}",
        "{" VIEWS ",'extensions':{'SUPPLE_soft_body':{'bufferView':1}}}",
        " \t\r\n{ 'extensions' :\n{ 'a':[[],{},[{}]], 'SUPPLE_soft_body' : { 'x':null,'bufferView' "
        ":\t1 , 'y':[true,false] } , 'b':-1.5e+10 } , " VIEWS " } \n",
        "{'\\u0065xtensions':{'SUPPLE_soft_bod\\u0079':{'buffer\\u0056iew':1}}," VIEWS "}",
        "{'extras':{'extensions':{'SUPPLE_soft_body':{'bufferView':7}}},'s':'\\\\\\\"{[',"
        "'extensions':{'SUPPLE_soft_body':{'bufferView':1,'extras':{'bufferView':0}}}," VIEWS "}",
        ("{'extensions':{'SUPPLE_soft_body':{'bufferView':1}},'bufferViews':[{},{'byteOffset':16,"
         "'extensions':{'buffer':9,'byteLength':1},'byteLength':8,'buffer':0}]}"),
    };
    for (size_t i = 0; i < sizeof found / sizeof *found; ++i) {
        size_t offset, size;
        supple_result result = find_in(found[i], &offset, &size);
        if (result != SUPPLE_OK || offset != 16 || size != 8)
            printf("%s\n", found[i]);
        CHECK(result == SUPPLE_OK && offset == 16 && size == 8);
    }
}

TEST(a_glb_without_a_block_says_so) {
    static const char* const none[] = {
        "{}",
        "{'extensions':{}}",
        "{'extensions':{'SUPPLE_soft_bod':{'bufferView':0}}," VIEWS "}",
        "{'extensions':{'SUPPLE_soft_body\\u0000':{'bufferView':0}}," VIEWS "}",
        "{'extras':{'extensions':{'SUPPLE_soft_body':{'bufferView':1}}}," VIEWS "}",
        "{'extensionsUsed':['SUPPLE_soft_body']}",
    };
    for (size_t i = 0; i < sizeof none / sizeof *none; ++i) {
        size_t offset, size;
        if (find_in(none[i], &offset, &size) != SUPPLE_NOT_AN_ASSET)
            printf("%s\n", none[i]);
        CHECK(find_in(none[i], &offset, &size) == SUPPLE_NOT_AN_ASSET && offset == 0 && size == 0);
    }
}

#define OURS(value) "{'extensions':{'SUPPLE_soft_body':" value "}," VIEWS "}"
#define VIEW(members)                                                                              \
    "{'extensions':{'SUPPLE_soft_body':{'bufferView':0}},'bufferViews':[" members "]}"

TEST(what_is_broken_or_ambiguous_is_refused) {
    static const char* const broken[] = {
        "",
        "[]",
        "null",
        "{",
        "{'a'",
        "{'a':",
        "{'a':1",
        "{'a':1,",
        "{'a':1,}",
        "{,}",
        "{'a' 1}",
        "{'a':[1,]}",
        "{'a':[1 2]}",
        "{'a':tru}",
        "{'a':01}",
        "{'a':1.}",
        "{'a':.5}",
        "{'a':1e}",
        "{'a':+1}",
        "{'a':-}",
        "{'a':'\\x'}",
        "{'a':'\\u12G4'}",
        "{'a':'\n'}",
        "{'a':'}",
        "{'a':[}",
        "{'a':[}]",
        "{'a':{]}",
        "{} {}",
        "{}x",
        "{'a':nullx}",
        "{a:1}",
        OURS("{}"),
        OURS("1"),
        OURS("[]"),
        OURS("null"),
        OURS("{'bufferView':'1'}"),
        OURS("{'bufferView':-1}"),
        OURS("{'bufferView':1.0}"),
        OURS("{'bufferView':1e0}"),
        OURS("{'bufferView':2}"),
        OURS("{'bufferView':18446744073709551617}"),
        OURS("{'bufferView':1,'bufferView':1}"),
        OURS("{'bufferView':1,'buffer\\u0056iew':1}"),
        OURS("{'bufferView':1},'SUPPLE_soft_body':{'bufferView':1}"),
        "{'extensions':{'SUPPLE_soft_body':{'bufferView':1}},'extensions':{}," VIEWS "}",
        "{'extensions':{'SUPPLE_soft_body':{'bufferView':1}}," VIEWS "," VIEWS "}",
        "{'extensions':{'SUPPLE_soft_body':{'bufferView':1}},'bufferViews':{}}",
        "{'extensions':{'SUPPLE_soft_body':{'bufferView':1}}}",
        "{'extensions':[]}",
        VIEW("{}"),
        VIEW("1"),
        VIEW(""),
        VIEW("{'buffer':0}"),
        VIEW("{'byteLength':8}"),
        VIEW("{'buffer':1,'byteLength':8}"),
        VIEW("{'buffer':0,'byteLength':33}"),
        VIEW("{'buffer':0,'byteLength':1,'byteOffset':32}"),
        VIEW("{'buffer':0,'byteLength':999999999999999,'byteOffset':16}"),
        VIEW("{'buffer':0,'byteLength':8,'byteOffset':999999999999999}"),
        VIEW("{'buffer':0,'buffer':0,'byteLength':8}"),
    };
    for (size_t i = 0; i < sizeof broken / sizeof *broken; ++i) {
        size_t offset, size;
        if (find_in(broken[i], &offset, &size) != SUPPLE_CORRUPT)
            printf("%s\n", broken[i]);
        CHECK(find_in(broken[i], &offset, &size) == SUPPLE_CORRUPT && offset == 0 && size == 0);
    }
}

TEST(nesting_has_an_end) {
    enum { DEEP = 100000 };
    char* json = malloc(2 * DEEP + 64);
    size_t offset, size;
    int levels[2] = {1000, DEEP};
    for (int k = 0; k < 2; ++k) {
        char* p = json + sprintf(json, "{'a':");
        memset(p, '[', (size_t)levels[k]);
        memset(p + levels[k], ']', (size_t)levels[k]);
        strcpy(p + 2 * levels[k], "}");
        CHECK(find_in(json, &offset, &size) == (k == 0 ? SUPPLE_NOT_AN_ASSET : SUPPLE_CORRUPT));
    }
    free(json);
}

TEST(every_prefix_of_a_glb_is_refused) {
    pair p = make_pair();
    CHECK(maker_read(&p.glb, TRIANGLE));
    bytes glb = embedded(&p);
    for (size_t n = 0; n < glb.size; n += n < 2000 ? 1 : 97) {
        supple_asset asset;
        uint8_t* copy = asset_copy(glb.data, n);
        CHECK(supple_asset_read(&asset, copy, n) != SUPPLE_OK && asset.block == NULL);
        free(copy);
    }
    close_pair(&p);
}

TEST_MAIN(CASE(a_block_is_found_in_the_glb_it_was_put_into),
          CASE(a_newer_block_takes_the_place_of_the_older), CASE(a_recipe_goes_with_its_block),
          CASE(a_block_amid_other_bytes_is_replaced_without_moving_them),
          CASE(samples_keep_everything_with_a_block_in_them),
          CASE(the_walk_understands_json_as_it_comes), CASE(a_glb_without_a_block_says_so),
          CASE(what_is_broken_or_ambiguous_is_refused), CASE(nesting_has_an_end),
          CASE(every_prefix_of_a_glb_is_refused))
