// Counting what is inside a scene.
// SPDX-License-Identifier: MIT
#include "bake/scene/contents.h"
#include "test/kit/check.h"

static bool has(const mesh_contents* c, const char* name) {
    int found = 0;
    for (int32_t i = 0; i < c->attribute_count; ++i)
        found += strcmp(c->attributes[i], name) == 0;
    return found == 1;
}

TEST(a_mesh_sums_its_primitives_and_names_each_attribute_once) {
    float normals[3][3] = {{0}};
    attribute stiffness = {"_STIFFNESS", 1, NULL};
    primitive primitives[3] = {
        {.vertex_count = 7, .triangle_count = 100}, // of another mesh
        {.vertex_count = 3, .triangle_count = 1, .normals = normals, .influence_count = 8},
        {.vertex_count = 4,
         .triangle_count = 2,
         .normals = normals,
         .attribute_count = 1,
         .attributes = &stiffness}};
    mesh meshes[2] = {{"a", 0, 1, 0, NULL, NULL}, {"b", 1, 2, 0, NULL, NULL}};
    node nodes[3] = {{.mesh = 1}, {.mesh = -1}, {.mesh = 1}};
    scene s = {.primitives = primitives,
               .meshes = meshes,
               .mesh_count = 2,
               .nodes = nodes,
               .node_count = 3};
    arena* memory = arena_create();
    mesh_contents c = mesh_contents_of(&s, 1, memory);
    bool names = c.attribute_count == 7 && has(&c, "POSITION") && has(&c, "NORMAL") &&
                 has(&c, "JOINTS_0") && has(&c, "WEIGHTS_1") && has(&c, "_STIFFNESS") &&
                 !has(&c, "COLOR_0");
    arena_destroy(memory);
    CHECK(c.vertex_count == 7 && c.triangle_count == 3 && c.instance_count == 2);
    CHECK(names);
}

TEST(a_clip_counts_keys_and_moved_nodes) {
    channel channels[3] = {
        {.node = 2, .key_count = 10}, {.node = 0, .key_count = 5}, {.node = 2, .key_count = 1}};
    clip clips[1] = {{"c", 3, channels, 1.0}};
    scene s = {.clips = clips, .clip_count = 1, .node_count = 3};
    arena* memory = arena_create();
    clip_contents c = clip_contents_of(&s, 0, memory);
    arena_destroy(memory);
    CHECK(c.key_count == 16 && c.node_count == 2);
}

TEST(a_clip_is_known_by_its_name_by_the_end_of_it_or_by_its_number) {
    clip clips[5] = {{.name = "Armature|mixamo.com|Walk"},
                     {.name = "walk"},
                     {.name = "Armature|Run"},
                     {.name = ""},
                     {.name = "Other|run"}};
    scene s = {.clips = clips, .clip_count = 5};
    CHECK(clip_named(&s, "walk") == 1);            // the whole name comes first
    CHECK(clip_named(&s, "Walk") == 0);            // else an end of one
    CHECK(clip_named(&s, "mixamo.com|walk") == 0); // of several words
    CHECK(clip_named(&s, "run") == -1);            // two end so
    CHECK(clip_named(&s, "alk") == -1 && clip_named(&s, "") == 3);
    CHECK(clip_named(&s, "#4") == 3 && clip_named(&s, "#0") == -1 && clip_named(&s, "#6") == -1);
    CHECK(clip_named(&s, "#") == -1 && clip_named(&s, "#2x") == -1 && clip_named(&s, "2") == -1);
    CHECK(clip_named(&s, "#99999999999999999999") == -1);
    arena* memory = arena_create();
    bool said =
        strstr(clip_missing(&s, "swim", memory), "#4 without a name") != NULL &&
        strncmp(clip_missing(&s, "run", memory), "several clips end with \"run\": ", 30) == 0;
    arena_destroy(memory);
    CHECK(said);
}

TEST_MAIN(CASE(a_mesh_sums_its_primitives_and_names_each_attribute_once),
          CASE(a_clip_counts_keys_and_moved_nodes),
          CASE(a_clip_is_known_by_its_name_by_the_end_of_it_or_by_its_number))
