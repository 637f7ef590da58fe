// retarget.h and joint_map.h: a motion of another skeleton on the swimmer.
// SPDX-License-Identifier: MIT
#include "bake/play/retarget.h"
#include "bake/scene/bind.h"
#include "test/kit/check.h"
#include "test/kit/sample_once.h"

// An actor of another size, in a T-pose with spread legs, with z up or y up, who turns and bends.
static const char* const bones[][5] = {
    // name, parent, offset with y up
    {"Hips", "", "0", "0", "0"},
    {"Spine", "Hips", "0", "10", "0"},
    {"Spine1", "Spine", "0", "20", "0"},
    {"Neck", "Spine1", "0", "20", "0"},
    {"Head", "Neck", "0", "8", "0"},
    {"LeftArm", "Spine1", "18", "15", "0"},
    {"LeftForeArm", "LeftArm", "28", "0", "0"},
    {"LeftUpLeg", "Hips", "9", "-4", "0"},
    {"LeftLeg", "LeftUpLeg", "15", "-40", "0"},
    {"LeftFoot", "LeftLeg", "15", "-40", "0"},
    {"RightArm", "Spine1", "-18", "15", "0"},
    {"RightForeArm", "RightArm", "-28", "0", "0"},
    {"RightUpLeg", "Hips", "-9", "-4", "0"},
    {"RightLeg", "RightUpLeg", "-15", "-40", "0"},
    {"RightFoot", "RightLeg", "-15", "-40", "0"},
};
enum { BONES = sizeof bones / sizeof *bones, FRAMES = 5 };

static biovision make_actor(bool z_up, arena* memory) {
    biovision b = {BONES, 6 + 3 * (BONES - 1), FRAMES, NULL, 0.1, NULL};
    b.joints = ARENA_NEW(memory, biovision_joint, BONES);
    b.values = ARENA_NEW(memory, double, (size_t)(FRAMES * b.channel_count));
    for (int32_t i = 0, at = 0; i < BONES; ++i) {
        biovision_joint* j = &b.joints[i];
        vec3 o = v3(atof(bones[i][2]), atof(bones[i][3]), atof(bones[i][4]));
        *j = (biovision_joint){.name = bones[i][0], .parent = -1, .first_channel = at};
        j->offset = z_up ? v3(o.x, -o.z, o.y) : o;
        for (int32_t k = 0; k < i; ++k)
            if (strcmp(bones[k][0], bones[i][1]) == 0)
                j->parent = k;
        j->channel_count = i == 0 ? 6 : 3;
        for (int k = 0; k < j->channel_count; ++k)
            j->channels[k] = (uint8_t)(i == 0 ? k : CHANNEL_TURN_X + k);
        at += j->channel_count;
    }
    return b;
}

static int32_t joint_named(const biovision* b, const char* name) {
    for (int32_t i = 0; i < b->joint_count; ++i)
        if (strcmp(b->joints[i].name, name) == 0)
            return i;
    return -1;
}

static void set_channel(biovision* b, int32_t frame, const char* joint, int k, double value) {
    int32_t at = b->joints[joint_named(b, joint)].first_channel + k;
    b->values[frame * b->channel_count + at] = value;
}

typedef struct retargeted {
    arena* memory;
    scene before, after;
    joint_map map;
    bool done;
} retargeted;

static retargeted retarget(const biovision* b, arena* memory) {
    retargeted t = {.memory = memory, .before = *sample_once("swimmer")};
    report r = report_new(memory);
    t.done = joint_map_guess(b, &t.before, memory, &t.map) &&
             retarget_clip(b, &t.map, &t.before, "act", memory, &t.after, &r);
    return t;
}

static int32_t node_named(const scene* s, const char* name) {
    for (int32_t i = 0; i < s->node_count; ++i)
        if (strcmp(s->nodes[i].name, name) == 0)
            return i;
    return -1;
}

static vec3 at_frame(const retargeted* t, int32_t frame, const char* name) {
    pose p = pose_at(&t->after, t->after.clip_count - 1, 0.1 * frame, t->memory);
    return mat4_point(p.world[node_named(&t->after, name)], v3(0, 0, 0));
}

static vec3 bone(const retargeted* t, int32_t frame, const char* from, const char* to) {
    return v3_unit(v3_sub(at_frame(t, frame, to), at_frame(t, frame, from)));
}

// Straight legs, hanging down as standing people have them.
static void stand(biovision* b, bool z_up) {
    double spread = exact_atan2(15.0, 40.0) * 180.0 / EXACT_PI;
    for (int32_t f = 0; f < FRAMES; ++f) {
        set_channel(b, f, "LeftUpLeg", z_up ? 1 : 2, z_up ? spread : -spread);
        set_channel(b, f, "RightUpLeg", z_up ? 1 : 2, z_up ? -spread : spread);
    }
}

TEST(bones_point_where_the_actors_do) {
    for (int z_up = 0; z_up < 2; ++z_up) {
        arena* memory = arena_create();
        biovision b = make_actor(z_up, memory);
        stand(&b, z_up);
        set_channel(&b, 2, "LeftLeg", 0, 90.0); // a knee bent backwards: the shin points back
        retargeted t = retarget(&b, memory);
        CHECK(t.done);
        CHECK(v3_distance(bone(&t, 0, "l_upper_arm", "l_forearm"), v3(1, 0, 0)) < 1e-5);
        CHECK(v3_distance(bone(&t, 0, "r_upper_arm", "r_forearm"), v3(-1, 0, 0)) < 1e-5);
        CHECK(v3_distance(bone(&t, 0, "l_thigh", "l_shin"), v3(0, -1, 0)) < 1e-5);
        quat turns[BONES];
        vec3 places[BONES];
        biovision_pose(&b, 2, turns, places);
        vec3 shin = v3_unit(
            v3_sub(places[joint_named(&b, "LeftFoot")], places[joint_named(&b, "LeftLeg")]));
        shin = z_up ? v3(shin.x, shin.z, -shin.y) : shin;
        CHECK(shin.z < -0.9 && v3_distance(bone(&t, 2, "l_shin", "l_foot"), shin) < 1e-5);
        CHECK(v3_distance(bone(&t, 2, "r_shin", "r_foot"), v3(0, -1, 0)) < 1e-5);
        arena_destroy(memory);
    }
}

TEST(steps_are_as_long_as_the_legs_and_feet_stand_on_the_ground) {
    arena* memory = arena_create();
    biovision b = make_actor(false, memory);
    stand(&b, false);
    for (int32_t f = 0; f < FRAMES; ++f) {
        set_channel(&b, f, "Hips", 1, 500.0 + (f == 2 ? 50.0 : 0.0)); // a hop high above the origin
        set_channel(&b, f, "Hips", 2, 10.0 * f);
    }
    retargeted t = retarget(&b, memory);
    CHECK(t.done);
    pose bound = bind_pose(&t.before, memory);
    double foot = mat4_point(bound.world[node_named(&t.before, "l_foot")], v3(0, 0, 0)).y;
    CHECK_NEAR(at_frame(&t, 0, "l_foot").y, foot, 1e-5);
    vec3 joint[3];
    static const char* const leg[] = {"l_thigh", "l_shin", "l_foot"};
    for (int i = 0; i < 3; ++i)
        joint[i] = mat4_point(bound.world[node_named(&t.before, leg[i])], v3(0, 0, 0));
    double scale = (v3_distance(joint[0], joint[1]) + v3_distance(joint[1], joint[2])) /
                   (2.0 * sqrt(15.0 * 15.0 + 40.0 * 40.0));
    vec3 displacement = v3_sub(at_frame(&t, 3, "hips"), at_frame(&t, 0, "hips"));
    CHECK(v3_distance(displacement, v3(0, 0, 30.0 * scale)) < 1e-5);
    CHECK_NEAR(at_frame(&t, 2, "hips").y - at_frame(&t, 0, "hips").y, 50.0 * scale, 1e-5);
    arena_destroy(memory);
}

TEST(an_actor_who_does_nothing_leaves_the_trunk_as_it_was_bound) {
    arena* memory = arena_create();
    biovision b = make_actor(true, memory);
    retargeted t = retarget(&b, memory);
    CHECK(t.done);
    pose bound = bind_pose(&t.before, memory),
         now = pose_at(&t.after, t.after.clip_count - 1, 0.2, memory);
    static const char* const trunk[] = {"hips", "spine", "chest", "head"};
    for (size_t i = 0; i < sizeof trunk / sizeof *trunk; ++i) {
        int32_t n = node_named(&t.before, trunk[i]);
        for (int k = 0; k < 12; ++k)
            if (k != 3 && k != 7 && k != 11)
                CHECK_NEAR(now.world[n].m[k], bound.world[n].m[k], 1e-6);
    }
    arena_destroy(memory);
}

TEST(a_pose_put_before_the_motion_is_left_out) {
    arena* memory = arena_create();
    biovision b = make_actor(false, memory);
    CHECK(retarget_first_frame(&b) == 0);
    for (int32_t f = 1; f < FRAMES; ++f)
        set_channel(&b, f, "LeftArm", 2, -60.0 + f);
    CHECK(retarget_first_frame(&b) == 1);
    arena_destroy(memory);
}

// ---- maps ------------------------------------------------------------------------------

static const char* driver_of(const biovision* b, const joint_map* m, const scene* s,
                             const char* name) {
    for (int32_t i = 0; i < m->count; ++i)
        if (m->pairs[i].to == node_named(s, name))
            return b->joints[m->pairs[i].from].name;
    return "";
}

static bool read_map(const char* text, const biovision* b, const scene* s, arena* memory,
                     joint_map* m, const char** said) {
    report r = report_new(memory);
    bool ok =
        joint_map_read((bytes){(const uint8_t*)text, strlen(text)}, "map", b, s, memory, m, &r);
    *said = r.count > 0 ? finding_text(&r.findings[0], memory) : "";
    return ok;
}

TEST(common_names_are_known) {
    static const char* const names[] = {"mixamorig:LeftUpLeg",
                                        "mixamorig:LeftLeg",
                                        "UpArm_L",
                                        "LoArm_L",
                                        "LHipJoint",
                                        "leg_joint_R_1",
                                        "leg_joint_R_2",
                                        "thigh_twist_l",
                                        "RightHandIndex1",
                                        "Chest",
                                        "LeftToeBase",
                                        "pelvis"};
    static const int32_t parents[] = {-1, 0, -1, 2, -1, -1, 5, -1, -1, -1, -1, -1};
    static const joint_slot wanted[] = {SLOT_THIGH,
                                        SLOT_SHIN,
                                        SLOT_UPPER_ARM,
                                        SLOT_FOREARM,
                                        SLOT_NONE,
                                        SLOT_THIGH + SLOT_SIDE,
                                        SLOT_SHIN + SLOT_SIDE,
                                        SLOT_NONE,
                                        SLOT_NONE,
                                        SLOT_SPINE,
                                        SLOT_TOE,
                                        SLOT_HIPS};
    arena* memory = arena_create();
    joint_slot* slots = joint_slots(names, parents, 12, memory);
    for (int i = 0; i < 12; ++i)
        CHECK(slots[i] == wanted[i]);
    arena_destroy(memory);
}

TEST(a_map_changes_the_guess) {
    arena* memory = arena_create();
    biovision b = make_actor(false, memory);
    scene s = *sample_once("swimmer");
    joint_map m;
    const char* said;
    CHECK(joint_map_guess(&b, &s, memory, &m));
    CHECK_TEXT(driver_of(&b, &m, &s, "l_thigh"), "LeftUpLeg");
    CHECK_TEXT(driver_of(&b, &m, &s, "chest"), "Spine1");
    CHECK(m.left_count == 0);
    CHECK(read_map("# crossed\nLeftUpLeg = r_thigh # so\nHead =\n", &b, &s, memory, &m, &said));
    CHECK_TEXT(driver_of(&b, &m, &s, "r_thigh"), "LeftUpLeg");
    CHECK_TEXT(driver_of(&b, &m, &s, "l_thigh"), "");
    CHECK_TEXT(driver_of(&b, &m, &s, "head"), "");
    CHECK(m.left_count == 2);
    arena_destroy(memory);
}

TEST(a_map_that_cannot_be_is_told_with_its_line) {
    arena* memory = arena_create();
    biovision b = make_actor(false, memory);
    scene s = *sample_once("swimmer");
    joint_map m;
    const char* said;
    CHECK(!read_map("\nLeftUpLegs = l_thigh\n", &b, &s, memory, &m, &said));
    CHECK_TEXT(said, "map:2: the motion has no joint \"LeftUpLegs\"; did you mean \"LeftUpLeg\"?");
    CHECK(!read_map("Head = haed", &b, &s, memory, &m, &said));
    CHECK_TEXT(said, "map:1: the character has no joint \"haed\"; did you mean \"head\"?");
    CHECK(!read_map("Head", &b, &s, memory, &m, &said));
    CHECK(strstr(said, "map:1: a line of a map is") != NULL);
    arena_destroy(memory);
}

TEST_MAIN(CASE(bones_point_where_the_actors_do),
          CASE(steps_are_as_long_as_the_legs_and_feet_stand_on_the_ground),
          CASE(an_actor_who_does_nothing_leaves_the_trunk_as_it_was_bound),
          CASE(a_pose_put_before_the_motion_is_left_out), CASE(common_names_are_known),
          CASE(a_map_changes_the_guess), CASE(a_map_that_cannot_be_is_told_with_its_line))
