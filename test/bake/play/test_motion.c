// motion.h: supports that move, and the organs that ride on one.
// SPDX-License-Identifier: MIT
#include "bake/bake.h"
#include "bake/play/motion.h"
#include "bake/play/play.h"
#include "scenes/scenes.h"
#include "test/kit/check.h"

static bool read_text(const char* text, arena* memory, motion* m, const char** said) {
    report r = report_new(memory);
    bool ok = motion_read((bytes){(const uint8_t*)text, strlen(text)}, "m.csv", memory, m, &r);
    *said = r.count > 0 ? finding_text(&r.findings[0], memory) : "";
    return ok;
}

TEST(a_table_of_ways_and_turns_is_read) {
    arena* memory = arena_create();
    motion m;
    const char* said;
    CHECK(
        read_text("time,x,y,z,qx,qy,qz,qw\n# a comment\n2, 1,2,3, 0,0,2,0\n\n2.5;4;5;6;0;0;0;1\r\n",
                  memory, &m, &said));
    CHECK(m.count == 2 && m.keys[0].time == 0.0 && m.keys[1].time == 0.5);
    CHECK(m.keys[0].turn.z == 1.0 && m.keys[1].displacement.z == 6.0);
    CHECK(read_text("0 1 2 3\n1 1 2 3", memory, &m, &said));
    CHECK(m.count == 2 && m.keys[1].turn.w == 1.0);
    arena_destroy(memory);
}

TEST(a_table_that_cannot_be_is_told_with_its_line) {
    static const char* const cases[][2] = {
        {"0,0,0,0\n1,2,3\n", "m.csv:2: a line has four numbers"},
        {"0,0,0,0\n1,2,x,3\n", "m.csv:2: this is no number"},
        {"0,0,0,0\n0,1,1,1\n", "m.csv:2: times ascend"},
        {"t\nmore\n", "m.csv:2: this is no number"},
        {"0,0,0,0,0,0,0,0\n", "m.csv:1: a quaternion of zeros"},
        {"0,0,0,0,0,0,0,1,5\n", "m.csv:1: more than eight numbers"},
        {"0,inf,0,0\n", "m.csv:1: this is no number"},
        {"0,0,0,0\n", "m.csv: a motion has two lines"},
        {"", "m.csv: a motion has two lines"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        arena* memory = arena_create();
        motion m;
        const char* said;
        bool ok = read_text(cases[i][0], memory, &m, &said);
        bool right = !ok && strncmp(said, cases[i][1], strlen(cases[i][1])) == 0;
        if (!right)
            printf("case %zu says \"%s\"\n", i, said);
        arena_destroy(memory);
        CHECK(right);
    }
}

TEST(breathing_begins_and_ends_at_rest_and_has_no_jumps) {
    arena* memory = arena_create();
    motion m = motion_breathing(2, memory);
    double most = 0.0, jump = 0.0;
    for (int32_t i = 1; i < m.count; ++i) {
        most = fmax(most, m.keys[i].displacement.y);
        jump = fmax(jump, fabs(m.keys[i].displacement.y - m.keys[i - 1].displacement.y));
    }
    CHECK(m.keys[0].displacement.y == 0.0 && m.keys[m.count - 1].displacement.y == 0.0);
    CHECK(most > 0.01 && jump < 0.03 * most);
    arena_destroy(memory);
}

// How far the organs are from their rest shape, frame by frame.
static double shown(const play_take* t, const supple_asset* a, int32_t frame) {
    double sum = 0.0;
    for (int32_t i = 0; i < a->coord_count; ++i)
        sum += fabs(t->coords[(size_t)frame * (size_t)a->coord_count + (size_t)i]) *
               (double)supple_asset_reach(a, i);
    return sum;
}

TEST(organs_on_a_breathing_support_are_moved_and_come_to_rest) {
    arena* memory = arena_create();
    report r = report_new(memory);
    scene s = sample_find("tissue")->make(memory);
    recipe how = recipe_default();
    recipe_part whole = recipe_part_default();
    whole.fixing.base = 0.1;
    whole.tets = 600;
    whole.modes = 4;
    how.parts = &whole;
    how.part_count = 1;
    bake_result baked;
    supple_asset asset;
    CHECK(bake_scene(&s, &how, &(bake_options){.threads = 2}, memory, &baked, &r));
    CHECK(supple_asset_read(&asset, baked.asset.file.data, baked.asset.file.size) == SUPPLE_OK);
    motion m = motion_breathing(1, memory);
    scene moved = motion_scene(&m, &s, 1.0, "breathing", memory);
    double breath = m.keys[m.count - 1].time;
    play_request q = {.s = &moved,
                      .binding = &baked.binding,
                      .asset = &asset,
                      .clip = moved.clip_count - 1,
                      .fps = 60.0,
                      .seconds = breath + 5.0,
                      .substeps = 1};
    play_take t;
    CHECK(play_clip(&q, memory, &t, &r));
    double most = 0.0;
    for (int32_t f = 0; f < t.frame_count; ++f)
        most = fmax(most, shown(&t, &asset, f));
    CHECK(t.largest > 1e-4 && most > 1e-4); // metres: a tenth of a millimetre is seen from near
    CHECK(shown(&t, &asset, t.frame_count - 1) < 2e-3 * most); // asleep: two micrometres
    arena_destroy(memory);
}

TEST(all_of_a_scene_moves_as_its_support) {
    arena* memory = arena_create();
    scene s = sample_find("swimmer")->make(memory);
    motion_key keys[2] = {{0.0, {0, 0, 0}, {0, 0, 0, 1}}, {1.0, {1, 2, 3}, {0, 1, 0, 0}}};
    motion m = {2, keys};
    scene moved = motion_scene(&m, &s, 0.01, "half a turn", memory);
    pose rest = pose_at(&s, -1, 0.0, memory),
         end = pose_at(&moved, moved.clip_count - 1, 1.0, memory);
    for (int32_t i = 0; i < s.node_count; ++i) {
        vec3 a = mat4_point(rest.world[i], v3(0, 0, 0)), b = mat4_point(end.world[i], v3(0, 0, 0));
        CHECK(v3_distance(b, v3(100.0 - a.x, 200.0 + a.y, 300.0 - a.z)) < 1e-4);
    }
    arena_destroy(memory);
}

TEST_MAIN(CASE(a_table_of_ways_and_turns_is_read),
          CASE(a_table_that_cannot_be_is_told_with_its_line),
          CASE(breathing_begins_and_ends_at_rest_and_has_no_jumps),
          CASE(organs_on_a_breathing_support_are_moved_and_come_to_rest),
          CASE(all_of_a_scene_moves_as_its_support))
