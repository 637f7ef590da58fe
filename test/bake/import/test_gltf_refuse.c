// What the glTF reader refuses, in which words and at which place.
// SPDX-License-Identifier: MIT
#include "test/kit/gltf_maker.h"

typedef struct refusal {
    const char *json, *words;
} refusal;

#define DOC "{'asset':{'version':'2.0'},"
#define DATA                                                                                       \
    "'buffers':[{'byteLength':36,'uri':'data:;base64,"                                             \
    "AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA'}],"
#define VIEW  "'bufferViews':[{'buffer':0,'byteLength':36}],"
#define VEC3S "{'bufferView':0,'type':'VEC3','componentType':5126,'count':3}"
#define ACC   "'accessors':[" VEC3S "],"
#define TRI   "'meshes':[{'name':'body','primitives':[{'attributes':{'POSITION':0}}]}]"
#define MORE(accessor, attributes)                                                                 \
    DOC DATA VIEW "'accessors':[" VEC3S "," accessor "],'meshes':[{'name':'body','primitives':"    \
                  "[{'attributes':{'POSITION':0" attributes "]}]}"
#define ANIM(accessors, sampler)                                                                   \
    DOC DATA VIEW "'accessors':[" accessors "],'nodes':[{}],'animations':[{'samplers':[" sampler   \
                  "],'channels':[{'sampler':0,'target':{'node':0,'path':'scale'}}]}]}"
#define SPARSE(s)                                                                                  \
    DOC DATA VIEW "'accessors':[{'type':'VEC3','componentType':5126,'count':3,"                    \
                  "'sparse':" s "}]," TRI "}"

static const refusal refusals[] = {
    // the document
    {"", "ends too early"},
    {"[]", "no object"},
    {"{'asset':{'version':'2.0'}} x", "more text after"},
    {"{'asset':{'version':'2.0'},", "ends too early"},
    {"{'asset':\n{'version':\n}}", "x.gltf:3: this is not JSON"},
    {"{}", "no asset.version"},
    {"{'asset':{'version':'1.0'}}", "glTF version 1.0"},
    {"{'asset':{'version':'2.1','minVersion':'2.1'}}", "glTF version 2.1"},
    {DOC "'extensionsRequired':['FOO_bar']}", "requires the extension FOO_bar"},
    {DOC "'extensionsRequired':['KHR_draco_mesh_compression']}",
     "compressed with Draco; decompress the file first: npx @gltf-transform/cli copy"},
    {DOC "'extensionsRequired':['EXT_meshopt_compression']}", "compressed with meshopt"},
    {DOC "'extensionsRequired':['KHR_meshopt_compression']}", "compressed with meshopt"},
    {DOC "'extensionsRequired':[3]}", "must be names"},
    {DOC "'meshes':{}}", "meshes must be an array"},
    {DOC "'nodes':[{},3]}", "nodes: element 1 must be a JSON object"},
    // buffers
    {DOC "'buffers':[{}]}", "buffer 0: byteLength must be 1 or more"},
    {DOC "'buffers':[{'byteLength':-4}]}", "byteLength must be a whole number"},
    {DOC "'buffers':[{'byteLength':1.5}]}", "byteLength must be a whole number"},
    {DOC "'buffers':[{'byteLength':1e300}]}", "byteLength must be a whole number"},
    {DOC "'buffers':[{'byteLength':4}]}", "no uri, so there is nothing"},
    {DOC "'buffers':[{'byteLength':4,'extensions':{'EXT_meshopt_compression':{}}}]}",
     "compressed with meshopt"},
    {DOC "'buffers':[{'byteLength':4,'uri':'data:;base64,AAAA'}]}", "only 3 bytes"},
    {DOC "'buffers':[{'byteLength':4,'uri':'data:;base64,AA!A'}]}", "character at position 2"},
    {DOC "'buffers':[{'byteLength':4,'uri':'data:;base64,AAAAA'}]}", "cut off"},
    {DOC "'buffers':[{'byteLength':4,'uri':'data:nothing'}]}", "no comma"},
    {DOC "'buffers':[{'byteLength':4,'uri':'data:,'}]}", "holds no data"},
    {DOC "'buffers':[{'byteLength':4,'uri':'https://a.b/c.bin'}]}", "without http:"},
    {DOC "'buffers':[{'byteLength':4,'uri':'C:/c.bin'}]}", "drive letter"},
    {DOC "'buffers':[{'byteLength':4,'uri':'/etc/hostname'}]}", "leaves the folder"},
    {DOC "'buffers':[{'byteLength':4,'uri':'a/../../c.bin'}]}", "leaves the folder"},
    {DOC "'buffers':[{'byteLength':4,'uri':'%2e%2E/c.bin'}]}", "leaves the folder"},
    {DOC "'buffers':[{'byteLength':4,'uri':'..\\\\c.bin'}]}", "leaves the folder"},
    {DOC "'buffers':[{'byteLength':4,'uri':'a%00.bin'}]}", "no file name"},
    {DOC "'buffers':[{'byteLength':4,'uri':'nowhere.bin'}]}", "\"nowhere.bin\" cannot be opened"},
    // views and accessors
    {DOC DATA "'bufferViews':[{'buffer':1,'byteLength':36}]," ACC TRI "}",
     "mesh 0 \"body\", primitive 0, POSITION: buffer is 1, but there is only 1"},
    {DOC DATA "'bufferViews':[{'byteLength':36}]," ACC TRI "}", "bufferView 0 has no buffer"},
    {DOC DATA "'bufferViews':[{'buffer':0,'byteLength':36,'byteOffset':4}]," ACC TRI "}",
     "bufferView 0 wants 36 bytes from byte 4 of buffer 0, which has 36"},
    {DOC DATA "'bufferViews':[{'buffer':0,'byteLength':9007199254740991,'byteOffset':"
              "9007199254740991}]," ACC TRI "}",
     "bufferView 0 wants 9007199254740991"},
    {DOC DATA "'bufferViews':[{'buffer':0,'byteLength':36,'byteStride':8}]," ACC TRI "}",
     "do not fit a byteStride of 8"},
    {DOC DATA "'bufferViews':[{'buffer':0,'byteLength':36,'byteStride':13}]," ACC TRI "}",
     "needs 38 bytes from byte 0 of bufferView 0, which has 36"},
    {DOC DATA "'bufferViews':[{'buffer':0,'byteLength':36,'byteStride':256}]," ACC TRI "}",
     "at most 252"},
    {DOC DATA VIEW TRI "}", "POSITION is 0, but there are only 0"},
    {DOC DATA VIEW
     "'accessors':[{'bufferView':0,'type':'VEC3','componentType':5126,'count':4}]," TRI "}",
     "accessor 0 needs 48 bytes"},
    {DOC DATA VIEW
     "'accessors':[{'bufferView':0,'type':'VEC3','componentType':5126,'count':0}]," TRI "}",
     "count of 0"},
    {DOC DATA VIEW "'accessors':[{'bufferView':0,'type':'VEC3','componentType':5126,"
                   "'count':3000000000}]," TRI "}",
     "count of 3000000000"},
    {DOC DATA VIEW
     "'accessors':[{'bufferView':0,'type':'VEC3','componentType':5124,'count':3}]," TRI "}",
     "componentType 5124"},
    {DOC DATA VIEW
     "'accessors':[{'bufferView':0,'type':'VEC5','componentType':5126,'count':3}]," TRI "}",
     "no known type"},
    {DOC DATA VIEW
     "'accessors':[{'bufferView':0,'type':'VEC2','componentType':5126,'count':3}]," TRI "}",
     "accessor 0 must be a VEC3"},
    {DOC DATA VIEW
     "'accessors':[{'bufferView':7,'type':'VEC3','componentType':5126,'count':3}]," TRI "}",
     "bufferView is 7"},
    {DOC "'accessors':[{'type':'VEC3','componentType':5126,'count':2000000000}]," TRI "}",
     "far more than the file's size allows"},
    {SPARSE("{'count':4}"), "sparse.count is 4"},
    {SPARSE("{'count':1}"), "sparse must have indices"},
    {SPARSE("{'count':1,'indices':{'bufferView':0,'componentType':5126},'values':"
            "{'bufferView':0}}"),
     "sparse must have indices"},
    {SPARSE("{'count':2,'indices':{'bufferView':0,'componentType':5121},'values':"
            "{'bufferView':0}}"),
     "sparse index 1 is 0; it must be greater"},
    {SPARSE("{'count':1,'indices':{'bufferView':0,'byteOffset':14,'componentType':5121},'values':"
            "{'bufferView':0}}"),
     "sparse index 0 is 128; it must"},
    {SPARSE("{'count':3,'indices':{'bufferView':0,'componentType':5121},'values':"
            "{'bufferView':0,'byteOffset':4}}"),
     "needs 36 bytes from byte 4"},
    // meshes
    {DOC "'accessors':[{'type':'VEC3','componentType':5126,'count':3}],'meshes':[{'primitives':"
         "[{'attributes':{'POSITION':0},'extensions':{'KHR_draco_mesh_compression':{}}}]}]}",
     "compressed with Draco"},
    {DOC "'meshes':[{}]}", "mesh 0: it has no primitives"},
    {DOC "'meshes':[{'primitives':[{'mode':7}]}]}", "mode is 7"},
    {DOC "'meshes':[{'primitives':[{'attributes':[]}]}]}", "attributes must be a JSON object"},
    {DOC "'meshes':[{'primitives':[{'material':0}]}]}", "material is 0"},
    {MORE("{'type':'SCALAR','componentType':5126,'count':3}", "},'indices':1}"),
     "indices: accessor 1 must have unsigned whole numbers"},
    {MORE("{'type':'VEC2','componentType':5125,'count':3}", "},'indices':1}"), "must be a SCALAR"},
    {MORE("{'bufferView':0,'byteOffset':14,'type':'SCALAR','componentType':5121,'count':3}",
          "},'indices':1}"),
     "index 0 is 128, but there are only 3 vertices"},
    {MORE("{'type':'VEC3','componentType':5126,'count':2}", ",'NORMAL':1}}"),
     "primitive 0, NORMAL: accessor 1 has 2 elements, but POSITION has 3"},
    {MORE("{'type':'VEC4','componentType':5121,'count':3}", ",'JOINTS_0':1}}"),
     "WEIGHTS_0: it is missing, though there is JOINTS_0"},
    {MORE("{'type':'VEC4','componentType':5126,'count':3}", ",'JOINTS_0':1,'WEIGHTS_0':1}}"),
     "JOINTS_0: accessor 1 must have unsigned whole numbers"},
    {MORE("{'type':'VEC2','componentType':5126,'count':3}", ",'COLOR_0':1}}"), "VEC3 or VEC4"},
    {MORE("{'type':'VEC2','componentType':5126,'count':2}", ",'_MINE':1}}"), "_MINE: accessor 1"},
    {MORE("{'type':'VEC3','componentType':5126,'count':2}", "},'targets':[{'POSITION':1}]}"),
     "mesh 0 \"body\", morph target 0, POSITION: accessor 1 has 2"},
    {DOC DATA VIEW ACC "'meshes':[{'primitives':[{'attributes':{'POSITION':0},'targets':"
                       "[{'POSITION':0}]},{'attributes':{'POSITION':0}}]}]}",
     "it has 0 morph targets, but those before it have 1"},
    // nodes and skins
    {DOC "'nodes':[{'children':[1]},{'children':[0]}]}", "its own ancestor"},
    {DOC "'nodes':[{'children':[0]}]}", "its own ancestor"},
    {DOC "'nodes':[{'children':[2]},{'children':[2]},{}]}", "also a child of node 0"},
    {DOC "'nodes':[{'children':[7]}]}", "children is 7, but there is only 1"},
    {DOC "'nodes':[{'children':['a']}]}", "children must be an index"},
    {DOC "'nodes':[{'mesh':0}]}", "mesh is 0, but there are only 0"},
    {DOC "'nodes':[{'scale':[1,2]}]}", "scale must be 3 finite numbers"},
    {DOC "'nodes':[{'scale':[1,2,3,4]}]}", "scale must be 3 finite numbers"},
    {DOC "'nodes':[{'scale':[1,2,1e999]}]}", "scale must be 3 finite numbers"},
    {DOC "'nodes':[{'matrix':[1,0,0,5,0,1,0,0,0,0,1,0,0,0,0,1]}]}", "last row"},
    {DOC "'scene':0}", "scene is 0"},
    {DOC "'scenes':[{'nodes':[0]}]}", "scene 0: nodes is 0"},
    {DOC "'nodes':[{}],'skins':[{'joints':[]}]}", "it has 0 joints"},
    {DOC "'nodes':[{}],'skins':[{'joints':[1]}]}", "joints is 1"},
    {DOC "'nodes':[{}],'accessors':[{'type':'MAT4','componentType':5126,'count':1}],"
         "'skins':[{'joints':[0,0],'inverseBindMatrices':0}]}",
     "2 elements of type MAT4"},
    {DOC "'nodes':[{}],'accessors':[{'type':'MAT4','componentType':5126,'count':1}],"
         "'skins':[{'joints':[0],'inverseBindMatrices':0}]}",
     "last row of each matrix"},
    // clips
    {ANIM(VEC3S, "{'input':0,'output':0}"), "must be float SCALAR"},
    {ANIM(VEC3S, "{'output':0}"), "its sampler has no input"},
    {ANIM(VEC3S, "{'input':0,'output':0,'interpolation':'BEZIER'}"), "\"BEZIER\" is not known"},
    {ANIM("{'bufferView':0,'type':'SCALAR','componentType':5126,'count':9}",
          "{'input':0,'output':0}"),
     "must be 9 elements of 3 numbers"},
    {ANIM("{'bufferView':0,'byteOffset':12,'type':'SCALAR','componentType':5126,'count':3}," VEC3S,
          "{'input':0,'output':1}"),
     "animation 0, channel 0: times must ascend, but key 1"},
    {DOC "'nodes':[{}],'animations':[{'channels':[{'target':{'node':0,'path':'scale'}}]}]}",
     "it has no sampler"},
};

TEST(each_fault_has_its_sentence) {
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; ++i) {
        maker m = maker_new();
        bool read = maker_read_text(&m, refusals[i].json, "nowhere/x.gltf");
        if (read || m.r.error_count != 1)
            printf("%s\n", refusals[i].json);
        CHECK(!read && m.r.error_count == 1);
        CHECK(maker_said(&m, FINDING_ERROR, refusals[i].words));
        maker_close(&m);
    }
}

TEST(joints_beyond_the_skin_are_refused) {
    maker m = maker_new();
    maker_triangle(&m);
    static const uint8_t joints[3][4] = {{0}, {0}, {2}};
    maker_accessor(&m, maker_view(&m, joints, sizeof joints, ""), "VEC4", U8, 3, "");
    MAKER_FLOATS(&m, "VEC4", 3, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0);
    CHECK(!maker_read(&m, "'meshes':[{'primitives':[{'attributes':{'POSITION':0,'JOINTS_0':1,"
                          "'WEIGHTS_0':2}}]}],'nodes':[{'mesh':0,'skin':0,'name':'man'},{}],"
                          "'skins':[{'joints':[1,1]}]"));
    CHECK(maker_said(&m, FINDING_ERROR,
                     "node 0 \"man\": vertices of mesh 0 follow joint 2, but "
                     "skin 0 has 2"));
    maker_close(&m);
}

TEST(a_position_that_is_no_number_is_named_with_vertex_and_byte) {
    static const float bad[] = {NAN, INFINITY, -INFINITY};
    for (int i = 0; i < 3; ++i) {
        maker m = maker_new();
        MAKER_FLOATS(&m, "VEC3", 3, 0, 0, 0, 1, bad[i], 0, 0, 1, 0);
        CHECK(!maker_read(&m, "'meshes':[{'primitives':[{'attributes':{'POSITION':0}}]}]"));
        CHECK(maker_said(&m, FINDING_ERROR, "POSITION: vertex 1 is not a finite number"));
        CHECK(m.r.findings[0].where.byte == (int64_t)m.glb.size - 36 + 12);
        maker_close(&m);
    }
}

static bool read_cut(maker* m, size_t at, uint32_t value) { // a valid GLB with one field changed
    maker_triangle(m);
    if (!maker_read(m, "'nodes':[]"))
        return true;
    uint8_t* copy = ARENA_NEW(m->a, uint8_t, m->glb.size);
    memcpy(copy, m->glb.data, m->glb.size);
    memcpy(copy + at, &value, 4);
    return maker_read_bytes(m, (bytes){copy, m->glb.size}, "x.glb");
}

TEST(a_wrong_container_is_refused_with_the_byte) {
    static const struct {
        size_t at;
        uint32_t value;
        const char* words;
    } faults[] = {{4, 1, "glTF version 1; only 2 is read: convert it first (at byte 4)"},
                  {8, 1000000, "the file was cut off"},
                  {8, 12, "length of the file is given as 12"},
                  {8, 21, "chunk 0 has"},
                  {12, 0xFFFFFFFF, "chunk 0 has 4294967295 bytes, but only"},
                  {16, 0, "the first chunk must be JSON"}};
    for (size_t i = 0; i < sizeof faults / sizeof *faults; ++i) {
        maker m = maker_new();
        CHECK(!read_cut(&m, faults[i].at, faults[i].value));
        CHECK(maker_said(&m, FINDING_ERROR, faults[i].words));
        maker_close(&m);
    }
}

TEST(a_small_file_cannot_ask_for_gigabytes_by_repetition) {
    maker m = maker_new();
    maker_triangle(&m);
    maker_accessor(&m, -1, "VEC3", F32, 10000000, "");
    CHECK(!maker_read(&m, "'meshes':[{'primitives':[{'attributes':{'POSITION':1}},"
                          "{'attributes':{'POSITION':1}},{'attributes':{'POSITION':1}}]}]"));
    CHECK(maker_said(&m, FINDING_ERROR, "mesh 0, primitive 1"));
    maker_close(&m);
}

TEST_MAIN(CASE(each_fault_has_its_sentence), CASE(joints_beyond_the_skin_are_refused),
          CASE(a_position_that_is_no_number_is_named_with_vertex_and_byte),
          CASE(a_wrong_container_is_refused_with_the_byte),
          CASE(a_small_file_cannot_ask_for_gigabytes_by_repetition))
