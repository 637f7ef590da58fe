// biovision.h: motion capture files, whole and broken.
// SPDX-License-Identifier: MIT
#include "bake/import/biovision.h"
#include "test/kit/check.h"

static const char arm[] =
    "HIERARCHY\nROOT Hips\n{\n OFFSET 0 1 0\n"
    " CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\n"
    " JOINT Left Arm {\n  OFFSET 2 0 0\n  CHANNELS 3 Yrotation Xrotation Zrotation\n"
    "  End Site\n  {\n   OFFSET 3 0 0\n  }\n }\n}\n"
    "MOTION\nFrames: 2\nFrame Time: .04\n"
    "0 0 0 0 0 0 0 0 0\n"
    "1 2 3 90 0 0\n0 0 90\n";

static bool read_text(const char* text, size_t size, arena* memory, biovision* b, report* r) {
    *r = report_new(memory);
    return biovision_read((bytes){(const uint8_t*)text, size}, "a.bvh", memory, b, r);
}

TEST(joints_and_frames_are_read) {
    arena* memory = arena_create();
    biovision b;
    report r;
    CHECK(read_text(arm, sizeof arm - 1, memory, &b, &r));
    CHECK(b.joint_count == 3 && b.channel_count == 9 && b.frame_count == 2);
    CHECK_TEXT(b.joints[1].name, "Left Arm");
    CHECK_TEXT(b.joints[2].name, "");
    CHECK(b.joints[2].parent == 1 && b.joints[1].channels[0] == CHANNEL_TURN_Y);
    CHECK_NEAR(b.frame_seconds, 0.04, 0.0);
    arena_destroy(memory);
}

TEST(turns_add_up_along_the_arm) {
    arena* memory = arena_create();
    biovision b;
    report r;
    quat q[3];
    vec3 p[3];
    CHECK(read_text(arm, sizeof arm - 1, memory, &b, &r));
    biovision_pose(&b, -1, q, p);
    CHECK(v3_distance(p[2], v3(5, 1, 0)) < 1e-12);
    biovision_pose(&b, 1, q, p); // hips turned by 90 about z, then the arm by another 90
    CHECK(v3_distance(p[1], v3(1, 4, 3)) < 1e-12);
    CHECK(v3_distance(p[2], v3(-2, 4, 3)) < 1e-12);
    arena_destroy(memory);
}

TEST(turns_are_applied_in_the_order_of_their_channels) {
    static const char text[] =
        "HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\nCHANNELS 3 Xrotation Yrotation Zrotation\n"
        "End Site\n{\nOFFSET 0 0 1\n}\n}\nMOTION\nFrames: 1\nFrame Time: 1\n90 90 0\n";
    arena* memory = arena_create();
    biovision b;
    report r;
    quat q[2];
    vec3 p[2];
    CHECK(read_text(text, sizeof text - 1, memory, &b, &r));
    biovision_pose(&b, 0, q, p); // z to x about y, then x stays x about x
    CHECK(v3_distance(p[1], v3(1, 0, 0)) < 1e-12);
    arena_destroy(memory);
}

TEST(a_file_cut_between_frames_gives_those_it_has) {
    arena* memory = arena_create();
    biovision b;
    report r;
    const char* second = strstr(arm, "1 2 3 90");
    CHECK(read_text(arm, (size_t)(second - arm), memory, &b, &r));
    CHECK(b.frame_count == 1 && r.count == 1);
    CHECK(strstr(finding_text(&r.findings[0], memory), "1 of 2 frames") != NULL);
    arena_destroy(memory);
}

TEST(what_is_broken_is_told_with_its_line) {
    static const struct {
        const char *text, *sentence;
    } cases[] = {
        {"HELLO", "a.bvh:1: a BVH file begins with HIERARCHY"},
        {"HIERARCHY\nROOT a\n{\nOFFSET 1 2\n}\n", "a.bvh:5: OFFSET needs three numbers"},
        {"HIERARCHY\nROOT a\n{\nCHANNELS 7\n", "a.bvh:4: a joint has 0 to 6 channels"},
        {"HIERARCHY\nROOT a\n{\nCHANNELS 1 Wrotation\n", "a.bvh:4: \"Wrotation\" is no channel"},
        {"HIERARCHY\nROOT\n{\n", "a.bvh:2: a joint needs a name"},
        {"HIERARCHY\nROOT a\n{\nROOT b\n{\n", "a.bvh:4: a ROOT stands within no other joint"},
        {"HIERARCHY\nJOINT a\n{\n", "a.bvh:2: a JOINT or an End Site stands within a joint"},
        {"HIERARCHY\n}\n", "a.bvh:2: } without {"},
        {"HIERARCHY\nROOT a\n{\nMOTION\n", "a.bvh:4: MOTION comes before the last }"},
        {"HIERARCHY\nROOT a\n{\nOFSET 1 2 3\n", "a.bvh:4: \"OFSET\" is not expected here"},
        {"HIERARCHY\nROOT a\n{\n", "a.bvh:3: the file ends within its hierarchy"},
        {"HIERARCHY\nROOT a\n{\n}\nMOTION\n", "a.bvh:5: no joint has channels"},
        {"HIERARCHY\nROOT a\n{\nCHANNELS 1 Xrotation\n}\nMOTION\nFrames: 0\n",
         "a.bvh:7: after MOTION"},
        {"HIERARCHY\nROOT a\n{\nCHANNELS 1 Xrotation\n}\nMOTION\nFrames: 1\nFrame Time: 0\n1\n",
         "a.bvh:8: after the number of frames"},
        {"HIERARCHY\nROOT a\n{\nCHANNELS 1 Xrotation\n}\nMOTION\nFrames: 1\nFrame Time: 1\nnan\n",
         "a.bvh:9: number 1 of 1 of a frame is none"},
        {"HIERARCHY\nROOT a\n{\nCHANNELS 2 Xrotation Yrotation\n}\nMOTION\nFrames: 900000\nFrame "
         "Time: 1\n1\n",
         "a.bvh:9: the file ends after 1 of the 2 numbers"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        arena* memory = arena_create();
        biovision b;
        report r;
        bool read = read_text(cases[i].text, strlen(cases[i].text), memory, &b, &r);
        const char* got = r.count > 0 ? finding_text(&r.findings[0], memory) : "";
        bool right = !read && strncmp(got, cases[i].sentence, strlen(cases[i].sentence)) == 0;
        if (!right)
            printf("case %zu says \"%s\"\n", i, got);
        arena_destroy(memory);
        CHECK(right);
    }
}

TEST(a_file_cut_anywhere_is_read_or_refused) {
    for (size_t n = 0; n < sizeof arm; ++n) {
        arena* memory = arena_create();
        char* copy = malloc(n + 1); // exactly as long, for the sanitizer
        memcpy(copy, arm, n);
        biovision b;
        report r;
        bool read = read_text(copy, n, memory, &b, &r);
        bool told = read ? b.frame_count >= 1 : r.error_count == 1;
        free(copy);
        arena_destroy(memory);
        CHECK(told);
    }
}

TEST_MAIN(CASE(joints_and_frames_are_read), CASE(turns_add_up_along_the_arm),
          CASE(turns_are_applied_in_the_order_of_their_channels),
          CASE(a_file_cut_between_frames_gives_those_it_has),
          CASE(what_is_broken_is_told_with_its_line), CASE(a_file_cut_anywhere_is_read_or_refused))
