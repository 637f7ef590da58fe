// Soft places found without being told, on the swimmer; joints known by their names.
// SPDX-License-Identifier: MIT
#include "bake/scene/bind.h"
#include "bake/volume/joint_role.h"
#include "bake/volume/part_auto.h"
#include "scenes/scenes.h"
#include "test/check.h"
#include "test/skinned_ball.h"

TEST(names_fall_into_words) {
    arena* a = arena_create();
    CHECK_TEXT(joint_words("b_LeftUpLeg01", a), " b left up leg ");
    CHECK_TEXT(joint_words("LHipJoint", a), " l hip joint ");
    CHECK_TEXT(joint_words("mixamorig:Spine2", a), " mixamorig spine ");
    CHECK_TEXT(joint_words("upperarm.l", a), " upperarm l ");
    CHECK_TEXT(joint_words("", a), " ");
    CHECK_TEXT(joint_words("007", a), " ");
    arena_destroy(a);
}

typedef struct named_role {
    const char *name, *parent;
    joint_role role;
} named_role;

TEST(joints_of_many_rigs_are_known_by_name) {
    static const named_role cases[] = {
        {"LeftUpLeg", "Hips", ROLE_THIGH},
        {"LeftLeg", "LeftUpLeg", ROLE_HARD},
        {"b_LeftLeg01_015", "b_Hip_01", ROLE_THIGH},
        {"b_LeftLeg02_016", "b_LeftLeg01_015", ROLE_HARD},
        {"DEF-thigh.L.001", "DEF-thigh.L", ROLE_THIGH},
        {"upperleg.l", "hips", ROLE_THIGH},
        {"back_leg_upper_l", "back_leg_pelvis_l", ROLE_THIGH},
        {"front_leg_upper_l", "front_humerus_l", ROLE_HARD},
        {"LeftArm", "LeftShoulder", ROLE_UPPER_ARM},
        {"LeftForeArm", "LeftArm", ROLE_HARD},
        {"upperarm_l", "clavicle_l", ROLE_UPPER_ARM},
        {"arm_joint_L_2", "arm_joint_L_1", ROLE_HARD},
        {"ribcage_middle", "spine_3", ROLE_TORSO},
        {"middle_01_l", "hand_l", ROLE_HARD},
        {"LowerBack", "Hips", ROLE_TORSO},
        {"ear_1_r", "head", ROLE_EAR},
        {"tail_2", "tail_1", ROLE_TAIL},
        {"Breast.L", "chest", ROLE_SOFT},
        {"Armature", "", ROLE_UNKNOWN},
        {"Bone.001", "Bone", ROLE_UNKNOWN},
    };
    arena* a = arena_create();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        node nodes[2] = {{.name = cases[i].parent, .parent = -1},
                         {.name = cases[i].name, .parent = 0}};
        int32_t joints[1] = {1};
        skin k = {.name = "", .joint_count = 1, .joints = joints};
        scene s = {.node_count = 2, .nodes = nodes, .skin_count = 1, .skins = &k};
        joint_role found = joint_roles(&s, a)[1];
        if (found != cases[i].role)
            printf("%s\n", cases[i].name);
        CHECK(found == cases[i].role);
    }
    arena_destroy(a);
}

static int32_t find(const part_plan* plans, int32_t count, const char* name) {
    for (int32_t i = 0; i < count; ++i)
        if (strcmp(plans[i].name, name) == 0)
            return i;
    return -1;
}

TEST(the_swimmer_is_soft_where_people_are_and_alike_on_both_sides) {
    arena* a = arena_create();
    report r = report_new(a);
    scene s = sample_find("swimmer")->make(a);
    pose p = bind_pose(&s, a);
    surface f = surface_from_scene(&s, &p, a);
    character c = character_new(&s, &f, &p, a);
    part_plan plans[PARTS_MOST];
    int32_t count = parts_find(&c, 0, a, plans, &r);
    CHECK(count >= 7 && count <= PARTS_MOST && r.count == 0);
    CHECK(find(plans, count, "belly") >= 0 && find(plans, count, "chest") >= 0);
    CHECK(find(plans, count, "buttocks") >= 0);
    CHECK(find(plans, count, "thigh left") >= 0 && find(plans, count, "upper arm left") >= 0);
    for (int32_t i = 0; i < count; ++i) {
        const char* side = strstr(plans[i].name, " left");
        if (side == NULL)
            continue;
        int32_t twin =
            find(plans, count,
                 arena_format(a, "%.*s right", (int)(side - plans[i].name), plans[i].name));
        CHECK(twin >= 0);
        double left = region_size(&plans[i].region), right = region_size(&plans[twin].region);
        CHECK_NEAR(left / right, 1.0, 0.05);
        CHECK_NEAR(plans[i].flesh / plans[twin].flesh, 1.0, 0.05);
        for (int32_t v = 0; v < f.vertex_count; ++v) // left is +x
            CHECK(!(plans[i].region.value[v] > 0.0f) || f.positions[v].x > -0.02);
    }
    const region* belly = &plans[find(plans, count, "belly")].region;
    const region* bottom = &plans[find(plans, count, "buttocks")].region;
    double front = 0.0, back = 0.0;
    for (int32_t v = 0; v < f.vertex_count; ++v) {
        front += belly->value[v] * f.positions[v].z / region_size(belly);
        back += bottom->value[v] * f.positions[v].z / region_size(bottom);
    }
    CHECK(front > 0.03 && back < -0.03);
    arena_destroy(a);
}

TEST(joints_without_known_names_are_places_of_their_own) {
    arena* a = arena_create();
    report r = report_new(a);
    ball* b = ball_make(10, a);
    part_plan plans[PARTS_MOST];
    int32_t count = parts_find(&b->body, 1, a, plans, &r);
    CHECK(count == 2 && find(plans, count, "low soft") >= 0 &&
          find(plans, count, "high soft") >= 0);
    arena_destroy(a);
}

TEST(a_body_without_bones_gets_a_sentence) {
    arena* a = arena_create();
    report r = report_new(a);
    scene s = sample_find("jelly")->make(a);
    pose p = bind_pose(&s, a);
    surface f = surface_from_scene(&s, &p, a);
    character c = character_new(&s, &f, &p, a);
    part_plan plans[PARTS_MOST];
    CHECK(parts_find(&c, 1, a, plans, &r) == 0 && r.error_count == 1);
    CHECK(strstr(r.findings[0].text, "no skeleton") != NULL);
    arena_destroy(a);
}

TEST_MAIN(CASE(names_fall_into_words), CASE(joints_of_many_rigs_are_known_by_name),
          CASE(the_swimmer_is_soft_where_people_are_and_alike_on_both_sides),
          CASE(joints_without_known_names_are_places_of_their_own),
          CASE(a_body_without_bones_gets_a_sentence))
