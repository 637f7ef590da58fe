// A scene written as GLB and read back is the same scene, field by field.
//
// With SUPPLE_GLB_OUT set, the scene with everything is also written there, for other people's
// readers (test/node/clients.sh).
// SPDX-License-Identifier: MIT
#include "bake/export/glb.h"
#include "bake/export/png.h"
#include "bake/import/import.h"
#include "test/kit/compare.h"

enum { GRID = 5, LARGE = 260, MANY_JOINTS = 300 };

// ---- a scene with everything -----------------------------------------------------------------

static uint32_t random_state;

static float random_float(void) { // of 0 .. 1, the same in every run
    random_state = random_state * 1664525u + 1013904223u;
    return (float)(random_state >> 8) / 16777216.0f;
}

static void fill_random(float* values, size_t count) {
    for (size_t i = 0; i < count; ++i)
        values[i] = 2.0f * random_float() - 1.0f;
}

static float* random_floats(arena* memory, size_t count) {
    float* values = ARENA_NEW(memory, float, count);
    fill_random(values, count);
    return values;
}

// A wavy grid of n x n vertices with normals and colours.
static primitive grid(int n, int look, arena* memory) {
    size_t count = (size_t)n * (size_t)n;
    primitive p = {.vertex_count = n * n, .triangle_count = 2 * (n - 1) * (n - 1)};
    p.material = look;
    p.positions = ARENA_NEW(memory, vec3, count);
    p.normals = arena_alloc(memory, count, sizeof *p.normals);
    p.triangles = arena_alloc(memory, (size_t)p.triangle_count, sizeof *p.triangles);
    for (int i = 0; i < n * n; ++i) {
        p.positions[i] = v3((float)(i % n) / (float)n, (float)(i / n) / (float)n, random_float());
        p.normals[i][2] = 1.0f;
    }
    for (int j = 0, t = 0; j + 1 < n; ++j)
        for (int i = 0; i + 1 < n; ++i) {
            uint32_t a = (uint32_t)(j * n + i), d = a + (uint32_t)n;
            memcpy(p.triangles[t++], (uint32_t[]){a, a + 1, d}, sizeof *p.triangles);
            memcpy(p.triangles[t++], (uint32_t[]){a + 1, d + 1, d}, sizeof *p.triangles);
        }
    return p;
}

// Room for `influences` joints a vertex; one to `most` are used, distinct, with weights in eighths.
static void add_skin(primitive* p, int influences, int most, int joint_count, arena* memory) {
    size_t count = (size_t)p->vertex_count * (size_t)influences;
    p->influence_count = influences;
    p->joints = ARENA_NEW(memory, uint16_t, count);
    p->weights = ARENA_NEW(memory, float, count);
    for (int i = 0; i < p->vertex_count; ++i) {
        int used = i % most + 1, first = (int)(random_float() * (float)joint_count);
        for (int k = 0; k < used; ++k) {
            p->joints[i * influences + k] = (uint16_t)((first + k) % joint_count);
            p->weights[i * influences + k] = 0.125f;
        }
        p->weights[i * influences] = 1.0f - 0.125f * (float)(used - 1);
    }
}

static void add_streams(primitive* p, arena* memory) {
    size_t n = (size_t)p->vertex_count;
    p->tangents = arena_alloc(memory, n, sizeof *p->tangents);
    p->uvs = arena_alloc(memory, n, sizeof *p->uvs);
    p->colors = arena_alloc(memory, n, sizeof *p->colors);
    for (size_t i = 0; i < n; ++i) {
        p->tangents[i][0] = 1.0f;
        p->tangents[i][3] = i % 2 == 0 ? 1.0f : -1.0f;
        for (int c = 0; c < 4; ++c)
            p->colors[i][c] = random_float();
    }
    fill_random(&p->uvs[0][0], 2 * n);
    p->attribute_count = 3;
    p->attributes = ARENA_NEW(memory, attribute, 3);
    p->attributes[0] = (attribute){"_FIXED", 1, random_floats(memory, n)};
    p->attributes[1] = (attribute){"_PAIR", 2, random_floats(memory, 2 * n)};
    p->attributes[2] = (attribute){"_FRAME", 16, random_floats(memory, 16 * n)};
    p->target_count = 2;
    p->targets = ARENA_NEW(memory, morph_target, 2);
    for (int t = 0; t < 2; ++t) {
        p->targets[t].positions = arena_alloc(memory, n, sizeof *p->targets[t].positions);
        fill_random(&p->targets[t].positions[0][0], 3 * n);
    }
    for (size_t i = 0; i < n; ++i) // the first is mostly zero, and so written sparse
        if (i % 3 != 1)
            memset(p->targets[0].positions[i], 0, sizeof p->targets[0].positions[i]);
    p->targets[1].normals = arena_alloc(memory, n, sizeof *p->targets[1].normals);
    fill_random(&p->targets[1].normals[0][0], 3 * n);
    p->targets[1].tangents = arena_alloc(memory, n, sizeof *p->targets[1].tangents);
    fill_random(&p->targets[1].tangents[0][0], 3 * n);
}

static void add_looks(scene* s, arena* memory) {
    uint8_t* pixels = ARENA_NEW(memory, uint8_t, 8 * 8 * 3);
    for (int i = 0; i < 8 * 8 * 3; ++i)
        pixels[i] = (uint8_t)(i * 5);
    s->image_count = 1;
    s->images = ARENA_NEW(memory, image, 1);
    s->images[0] = (image){"picture", "image/png", png_encode(&(picture){8, 8, 3, pixels}, memory)};
    s->material_count = 2;
    s->materials = ARENA_NEW(memory, scene_material, 2);
    s->materials[0] = (scene_material){
        "skin \"\xc3\xa9\"", {0.5f, 0.25f, 0.1f, 1.0f}, 0, 0.25f, true, false, 0.0f};
    s->materials[1] =
        (scene_material){"glass", {0.1f, 0.2f, 0.3f, 0.5f}, -1, 0.0f, false, true, 0.0f};
}

static node node_new(const char* name, int parent) {
    return (node){.name = name,
                  .parent = parent,
                  .mesh = -1,
                  .skin = -1,
                  .rotation = quat_identity(),
                  .scale = {1.0, 1.0, 1.0}};
}

// Nodes: 0 the skinned body, 1 and 2 its bones, 3 a sheared node with the large mesh, 4 a mesh with
// 300 bones, 5 .. 304 those bones in a chain, 305 outside the scene.
static void add_nodes(scene* s, arena* memory) {
    s->node_count = 6 + MANY_JOINTS;
    s->nodes = ARENA_NEW(memory, node, (size_t)s->node_count);
    s->nodes[0] = node_new("body", -1);
    s->nodes[0].mesh = s->nodes[0].skin = 0;
    s->nodes[0].target_weights_or_null = random_floats(memory, 2);
    s->nodes[1] = node_new("root", -1);
    s->nodes[1].translation = v3(0.1, -2.0 / 3.0, 1e-9);
    s->nodes[1].rotation = quat_axis_angle(v3_unit(v3(1, 2, 3)), 0.7);
    s->nodes[1].scale = v3(1.0, 2.0, 0.3);
    s->nodes[2] = node_new("tip", 1);
    s->nodes[2].translation = v3(0.0, 0.5, 0.0);
    s->nodes[3] = node_new("sheared", -1);
    s->nodes[3].mesh = 1;
    s->nodes[3].has_matrix = true;
    s->nodes[3].matrix = mat4_identity();
    s->nodes[3].matrix.m[4] = 0.5; // x grows with y
    s->nodes[3].matrix.m[13] = -1.25;
    s->nodes[4] = node_new("many", -1);
    s->nodes[4].mesh = 2;
    s->nodes[4].skin = 1;
    for (int i = 0; i < MANY_JOINTS; ++i)
        s->nodes[5 + i] = node_new("", i > 0 ? 4 + i : -1);
    s->nodes[5 + MANY_JOINTS] = node_new("unseen", -1);
    s->nodes[5 + MANY_JOINTS].mesh = 1;

    static const int roots[] = {3, 0, 1, 4, 5};
    s->root_count = 5;
    s->roots = ARENA_NEW(memory, int32_t, 5);
    for (int i = 0; i < 5; ++i)
        s->roots[i] = roots[i];

    static const int counts[] = {2, MANY_JOINTS}, firsts[] = {1, 5};
    s->skin_count = 2;
    s->skins = ARENA_NEW(memory, skin, 2);
    for (int k = 0; k < 2; ++k) {
        skin* x = &s->skins[k];
        *x = (skin){"skin", counts[k], ARENA_NEW(memory, int32_t, (size_t)counts[k]),
                    ARENA_NEW(memory, mat4, (size_t)counts[k])};
        for (int i = 0; i < counts[k]; ++i) {
            x->joints[i] = firsts[k] + i;
            x->inverse_binds[i] = mat4_identity();
            x->inverse_binds[i].m[12] = (double)random_float();
        }
    }
}

static channel channel_new(int target, channel_path path, interpolation how, int width,
                           float* times, int keys, arena* memory) {
    int rows = how == CUBICSPLINE ? 3 * keys : keys;
    channel c = {target, path, how, keys, width, times, NULL};
    c.values = random_floats(memory, (size_t)rows * (size_t)width);
    for (int i = 0; path == PATH_ROTATION && i < rows; ++i) {
        double angle = 0.1 * i; // quarter turns would be as good: unit quaternions
        memcpy(c.values + 4 * i,
               (float[]){(float)exact_sin(angle), 0.0f, 0.0f, (float)exact_cos(angle)},
               4 * sizeof(float));
    }
    return c;
}

static void add_clips(scene* s, arena* memory) {
    float* times = ARENA_NEW(memory, float, 5);
    for (int i = 0; i < 5; ++i)
        times[i] = 0.1f * (float)(i * i);
    s->clip_count = 2;
    s->clips = ARENA_NEW(memory, clip, 2);
    s->clips[0] = (clip){"all", 4, ARENA_NEW(memory, channel, 4), (double)times[4]};
    channel* c = s->clips[0].channels;
    c[0] = channel_new(1, PATH_TRANSLATION, STEP, 3, times, 5, memory);
    c[1] = channel_new(2, PATH_ROTATION, LINEAR, 4, times, 5, memory);
    c[2] = channel_new(1, PATH_SCALE, CUBICSPLINE, 3, times, 5, memory);
    c[3] = channel_new(0, PATH_WEIGHTS, CUBICSPLINE, 2, times, 5, memory);
    s->clips[1] = (clip){"short", 1, ARENA_NEW(memory, channel, 1), (double)times[2]};
    s->clips[1].channels[0] = channel_new(0, PATH_WEIGHTS, LINEAR, 2, times, 3, memory);
}

static scene everything(arena* memory) {
    random_state = 1;
    scene s = {.primitive_count = 4, .mesh_count = 3};
    s.primitives = ARENA_NEW(memory, primitive, 4);
    for (int i = 0; i < 2; ++i) {
        s.primitives[i] = grid(GRID, i, memory);
        add_skin(&s.primitives[i], 8, 2, 2, memory);
        add_streams(&s.primitives[i], memory);
    }
    s.primitives[2] = grid(LARGE, -1, memory);
    s.primitives[3] = grid(20, -1, memory);
    add_skin(&s.primitives[3], 8, 8, MANY_JOINTS, memory);
    s.meshes = ARENA_NEW(memory, mesh, 3);
    s.meshes[0] =
        (mesh){"body", 0, 2, 2, ARENA_NEW(memory, const char*, 2), random_floats(memory, 2)};
    s.meshes[0].target_names[0] = "bulge";
    s.meshes[0].target_names[1] = "";
    s.meshes[1] = (mesh){"large", 2, 1, 0, NULL, NULL};
    s.meshes[2] = (mesh){"", 3, 1, 0, NULL, NULL};
    add_looks(&s, memory);
    add_nodes(&s, memory);
    add_clips(&s, memory);
    return s;
}

static bool read_back(bytes glb, arena* memory, imported* out) {
    report r = report_new(memory);
    bool ok = import_gltf(glb, "written.glb", memory, out, &r);
    for (int i = 0; i < r.count; ++i)
        printf("%s\n", finding_text(&r.findings[i], memory));
    return ok && r.count == 0;
}

// ---- laws ------------------------------------------------------------------------------------

TEST(a_scene_with_everything_reads_back_as_itself) {
    arena* memory = arena_create();
    scene s = everything(memory);
    bytes glb = glb_from_scene(&s, memory);
    imported in = {0};
    CHECK(read_back(glb, memory, &in));
    CHECK(in.scene.format == FILE_GLB);
    compare_scenes(&s, &in.scene);
    import_close(&in);

    const char* out = getenv("SUPPLE_GLB_OUT");
    report r = report_new(memory);
    CHECK(out == NULL || file_write(out, glb.data, glb.size, &r));
    arena_destroy(memory);
}

TEST(the_same_scene_gives_the_same_bytes) {
    arena *one = arena_create(), *two = arena_create();
    scene s = everything(one), t = everything(two);
    bytes a = glb_from_scene(&s, one), b = glb_from_scene(&t, two);
    CHECK(a.size == b.size && memcmp(a.data, b.data, a.size) == 0);
    arena_destroy(one);
    arena_destroy(two);
}

static int count_text(bytes glb, const char* text) {
    int count = 0;
    size_t n = strlen(text);
    for (size_t i = 0; i + n <= glb.size; ++i)
        count += memcmp(glb.data + i, text, n) == 0;
    return count;
}

TEST(integers_are_as_small_as_they_fit) {
    arena* memory = arena_create();
    scene s = everything(memory);
    bytes glb = glb_from_scene(&s, memory);
    CHECK(count_text(glb, "\"componentType\":5121") == 4); // two sets of joints of two primitives
    CHECK(count_text(glb, "\"componentType\":5123") ==
          7); // three index lists, joints up to 299, two
              // lists of what is not zero
    CHECK(count_text(glb, "\"componentType\":5125") == 1); // 67600 vertices
    arena_destroy(memory);
}

TEST(channels_with_equal_times_share_them) {
    arena* memory = arena_create();
    scene s = everything(memory);
    scene still = s;
    still.clip_count = 0;
    int with = count_text(glb_from_scene(&s, memory), "\"componentType\"");
    int without = count_text(glb_from_scene(&still, memory), "\"componentType\"");
    CHECK(with - without == 5 + 2); // five channels, two lists of times
    arena_destroy(memory);
}

TEST(untidy_weights_are_written_tidy) {
    arena* memory = arena_create();
    scene s = {.primitive_count = 1, .mesh_count = 1, .node_count = 3, .skin_count = 1};
    primitive p = grid(2, -1, memory);
    // not 1; a joint twice; a joint without weight; nothing at all
    uint16_t joints[16] = {1, 0, 0, 0, 1, 1, 0, 0, 0, 1, 1, 1, 1, 0, 0, 0};
    float weights[16] = {0.5f, 0.3f, 0, 0, 0.25f, 0.5f, 0.25f, 0, 1, 0, 0, 0, 0, 0, 0, 0};
    p.influence_count = 4;
    p.joints = joints;
    p.weights = weights;
    node nodes[3] = {node_new("shown", -1), node_new("a", -1), node_new("b", 1)};
    nodes[0].mesh = nodes[0].skin = 0;
    mesh m = {"m", 0, 1, 0, NULL, NULL};
    int32_t bones[2] = {1, 2}, roots[2] = {0, 1};
    mat4 binds[2] = {mat4_identity(), mat4_identity()};
    skin k = {"k", 2, bones, binds};
    s.primitives = &p;
    s.meshes = &m;
    s.nodes = nodes;
    s.skins = &k;
    s.roots = roots;
    s.root_count = 2;
    imported in = {0};
    CHECK(read_back(glb_from_scene(&s, memory), memory, &in));
    const primitive* q = &in.scene.primitives[0];
    const float* w = q->weights;
    CHECK_NEAR(w[0], 0.625, 1e-7);
    CHECK_NEAR(w[1], 0.375, 1e-7);
    CHECK(w[4] == 0.75f && q->joints[4] == 1 && w[5] == 0.0f && q->joints[5] == 0);
    CHECK(w[6] == 0.25f && q->joints[6] == 0);
    CHECK(w[8] == 1.0f && q->joints[9] == 0 && q->joints[10] == 0 && q->joints[11] == 0);
    CHECK(w[12] == 1.0f && q->joints[12] == 0);
    import_close(&in);
    arena_destroy(memory);
}

TEST(what_gltf_has_no_place_for_is_left_out_and_the_rest_stays) {
    arena* memory = arena_create();
    primitive p[2] = {{.material = -1}, grid(3, -1, memory)};
    mesh m[2] = {{"empty", 0, 1, 0, NULL, NULL}, {"whole", 1, 1, 0, NULL, NULL}};
    node n[2] = {node_new("empty", -1), node_new("whole", -1)};
    n[0].mesh = 0;
    n[1].mesh = 1;
    image none = {"lost", "image/png", {NULL, 0}};
    scene_material looks = {"plain", {1.0f, 1.0f, 1.0f, 1.0f}, 0, 0.0f, false, false, 0.0f};
    clip still = {"still", 0, NULL, 0.0};
    int32_t roots[2] = {0, 1};
    scene s = {.primitive_count = 2, .mesh_count = 2, .node_count = 2, .image_count = 1};
    s.primitives = p, s.meshes = m, s.nodes = n, s.images = &none, s.materials = &looks;
    s.clips = &still, s.roots = roots;
    s.material_count = s.clip_count = 1;
    s.root_count = 2;
    imported in = {0};
    CHECK(read_back(glb_from_scene(&s, memory), memory, &in));
    CHECK(in.scene.mesh_count == 1 && in.scene.node_count == 2);
    CHECK(in.scene.nodes[0].mesh == -1 && in.scene.nodes[1].mesh == 0);
    CHECK(in.scene.materials[0].base_image == -1 && in.scene.image_count == 0);
    CHECK(in.scene.clip_count == 0);
    import_close(&in);
    arena_destroy(memory);
}

TEST_MAIN(CASE(a_scene_with_everything_reads_back_as_itself),
          CASE(the_same_scene_gives_the_same_bytes), CASE(integers_are_as_small_as_they_fit),
          CASE(channels_with_equal_times_share_them), CASE(untidy_weights_are_written_tidy),
          CASE(what_gltf_has_no_place_for_is_left_out_and_the_rest_stays))
