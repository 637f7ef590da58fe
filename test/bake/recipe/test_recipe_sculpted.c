// A first recipe from the shapes and clips of a file.
// SPDX-License-Identifier: MIT
#include "bake/recipe/recipe_sculpted.h"

#include "bake/scene/pose.h"
#include "test/kit/check.h"
#include "test/kit/sample_once.h"

static bool plan(const scene* s, int32_t most, arena* a, recipe* out, report* r) {
    const char* reason = NULL;
    *r = report_new(a);
    *out = recipe_default();
    return recipe_sculpted(s, most, a, out, &reason, r) && reason != NULL;
}

static const recipe_target* target_called(const recipe_part* p, const char* name) {
    int32_t i = 0;
    while (i + 1 < p->target_count && strcmp(p->targets[i].name, name) != 0)
        ++i;
    return &p->targets[i]; // the last one where there is none
}

static bool is_told_by(const recipe_target* t, const char* input) {
    return t->input_count == 1 && strcmp(t->inputs[0].name, input) == 0 &&
           t->inputs[0].value == 1.0;
}

TEST(each_shape_gets_the_pose_in_which_a_clip_shows_it) {
    static const struct {
        const char* name;
        int32_t targets;
    } bodies[] = {{"cylinder", 4}, {"swimmer", 3}, {"shoulder", 9}};
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; ++i) {
        arena* a = arena_create();
        report r;
        recipe how;
        scene s = *sample_once(bodies[i].name);
        CHECK(plan(&s, 0, a, &how, &r) && how.part_count == 1);
        const recipe_part* p = &how.parts[0];
        CHECK(p->target_count == bodies[i].targets && r.count == 0);
        CHECK(p->targets[0].shape_count == 0 && p->targets[0].pose.clip_or_null == NULL);
        for (int32_t k = 1; k < p->target_count; ++k) {
            const recipe_target* t = &p->targets[k];
            CHECK_TEXT(t->shapes[0].name, s.meshes[0].target_names[k - 1]);
            CHECK(t->paint_or_null != NULL);
            int32_t which = 0;
            while (strcmp(s.clips[which].name, t->pose.clip_or_null) != 0)
                ++which;
            pose there = pose_at(&s, which, t->pose.time, a);
            CHECK(there.target_weights[0][k - 1] > 0.95f);
        }
        arena_destroy(a);
    }
}

TEST(the_part_is_where_something_was_sculpted) {
    arena* a = arena_create();
    report r;
    recipe how;
    scene s = *sample_once("swimmer");
    CHECK(plan(&s, 0, a, &how, &r));
    const recipe_region* g = &how.parts[0].region;
    CHECK(g->bone_count == 3);
    CHECK_TEXT(g->bones[0], "hips");
    CHECK_TEXT(g->bones[1], "spine");
    CHECK_TEXT(g->bones[2], "chest");
    arena_destroy(a);
}

TEST(as_many_targets_as_asked_for_in_the_order_of_the_file) {
    arena* a = arena_create();
    report r;
    recipe how;
    scene s = *sample_once("shoulder");
    CHECK(plan(&s, 6, a, &how, &r) && how.parts[0].target_count == 6);
    CHECK_TEXT(how.parts[0].targets[5].name, "flexed");
    arena_destroy(a);
}

TEST(a_shape_that_no_clip_shows_belongs_to_the_clip_called_so) {
    arena* a = arena_create();
    report r;
    recipe how;
    scene s = sample_find("cylinder")->make(a);
    --s.clips[0].channel_count; // the weights
    s.clips[0].name = "Bent";
    s.clips[0].duration /= 2.0; // to where it is bent
    CHECK(plan(&s, 0, a, &how, &r) && how.parts[0].target_count == 4 && r.count == 2);
    const recipe_target* bent = target_called(&how.parts[0], "bent");
    CHECK(bent->pose.time == s.clips[0].duration && bent->input_count == 0);
    s.clips[0].name = "other";
    CHECK(plan(&s, 0, a, &how, &r) && r.count == 3);
    bent = target_called(&how.parts[0], "bent");
    CHECK(bent->pose.clip_or_null == NULL && is_told_by(bent, "bent"));
    arena_destroy(a);
}

// Clips of weights alone: nothing that a part could tell one shape from another by but those.
TEST(shapes_that_no_joint_brings_are_told_by_inputs) {
    arena* a = arena_create();
    report r;
    recipe how;
    scene s = sample_find("cylinder")->make(a);
    clip* c = &s.clips[0];
    for (int32_t i = 0; i < c->channel_count; ++i) // the weights, last, are all that is left
        if (c->channels[i].path == PATH_WEIGHTS)
            c->channels[0] = c->channels[i];
    c->channel_count = 1;
    CHECK(recipe_sculpted_count(sample_once("cylinder"), a) == 3 &&
          recipe_sculpted_count(&s, a) == 0);
    CHECK(plan(&s, 0, a, &how, &r) && r.count == 3 && how.parts[0].target_count == 4);
    for (int32_t i = 1; i < 4; ++i) {
        const recipe_target* t = &how.parts[0].targets[i];
        CHECK(is_told_by(t, t->name) && t->pose.clip_or_null == NULL && t->shape_count == 1);
    }
    CHECK(strstr(r.findings[0].text, "the joints stand as for \"rest\": an input") != NULL);
    arena_destroy(a);
}

TEST(of_two_shapes_in_one_pose_an_input_brings_the_second_on_top) {
    arena* a = arena_create();
    report r;
    recipe how;
    scene s = sample_find("cylinder")->make(a);
    for (int32_t i = 0; i < s.clips[0].channel_count; ++i) {
        channel* c = &s.clips[0].channels[i];
        for (int32_t k = 0; c->path == PATH_WEIGHTS && k < c->key_count; ++k)
            c->values[k * c->width + 1] = c->values[k * c->width]; // shown together
    }
    CHECK(plan(&s, 0, a, &how, &r) && how.parts[0].target_count == 4 && r.count == 1);
    const recipe_target* second = &how.parts[0].targets[2];
    CHECK(is_told_by(second, second->name) && second->shape_count == 2);
    CHECK_TEXT(second->shapes[0].name, "bent_third");
    CHECK_TEXT(second->shapes[1].name, second->name);
    CHECK_TEXT(second->pose.clip_or_null, how.parts[0].targets[1].pose.clip_or_null);
    CHECK(second->pose.time == how.parts[0].targets[1].pose.time);
    CHECK(strstr(r.findings[0].text, "the joints stand as for \"bent_third\"") != NULL);
    arena_destroy(a);
}

// A biceps lies on the upper arm and answers to the forearm: poses are told by the nearest joint that turns.
TEST(a_shape_on_one_bone_is_told_by_the_joint_that_bends) {
    arena* a = arena_create();
    report r;
    recipe how;
    scene s = sample_find("cylinder")->make(a);
    for (int32_t p = 0; p < s.primitive_count; ++p) {
        primitive* g = &s.primitives[p];
        for (int32_t v = 0; v < g->vertex_count; ++v) {
            bool base = g->joints[v * g->influence_count] == 0 &&
                        g->weights[v * g->influence_count] > 0.99f;
            for (int32_t k = 0; k < g->target_count; ++k)
                for (int c = 0; c < 3; ++c)
                    g->targets[k].positions[v][c] = base ? 0.01f : 0.0f;
        }
    }
    CHECK(plan(&s, 0, a, &how, &r));
    const recipe_part* p = &how.parts[0];
    CHECK(p->region.bone_count == 1 && p->joint_count == 1);
    CHECK_TEXT(p->region.bones[0], "base");
    CHECK_TEXT(p->joints[0], "upper");
    scene whole = *sample_once("cylinder"); // carried by all joints: they tell it, and need no name
    CHECK(plan(&whole, 0, a, &how, &r) && how.parts[0].joint_count == 0);
    arena_destroy(a);
}

TEST(a_file_without_shapes_is_refused) {
    arena* a = arena_create();
    report r;
    recipe how;
    scene s = sample_find("jelly")->make(a);
    CHECK(!plan(&s, 0, a, &how, &r));
    CHECK(strstr(r.findings[0].text, "no morph targets") != NULL);
    arena_destroy(a);
}

TEST_MAIN(CASE(each_shape_gets_the_pose_in_which_a_clip_shows_it),
          CASE(the_part_is_where_something_was_sculpted),
          CASE(as_many_targets_as_asked_for_in_the_order_of_the_file),
          CASE(a_shape_that_no_clip_shows_belongs_to_the_clip_called_so),
          CASE(shapes_that_no_joint_brings_are_told_by_inputs),
          CASE(of_two_shapes_in_one_pose_an_input_brings_the_second_on_top),
          CASE(a_shape_on_one_bone_is_told_by_the_joint_that_bends),
          CASE(a_file_without_shapes_is_refused))
