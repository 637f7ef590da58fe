// Which flesh: a man with hat and belt, a robot, a shark and a spider, made by procedure.
// SPDX-License-Identifier: MIT
#include "bake/volume/part_auto.h"
#include "bake/volume/pieces.h"
#include "scenes/scenes.h"
#include "test/kit/beasts.h"
#include "test/kit/check.h"
#include "test/kit/sample_once.h"

typedef struct found {
    arena* memory;
    report report;
    character body;
    int32_t count;
    part_plan plans[PARTS_MOST];
} found;

static void look_at(const scene* s, arena* a, found* out) {
    pose* p = ARENA_NEW(a, pose, 1);
    surface* f = ARENA_NEW(a, surface, 1);
    *p = bind_pose(s, a);
    *f = surface_from_scene(s, p, a);
    out->memory = a;
    out->report = report_new(a);
    out->body = character_new(s, f, p, a);
    out->count = parts_find(&out->body, 0, a, out->plans, &out->report);
}

static bool has_part(const found* x, const char* begins) {
    for (int32_t i = 0; i < x->count; ++i)
        if (strncmp(x->plans[i].name, begins, strlen(begins)) == 0)
            return true;
    return false;
}

static const piece* piece_called(const found* x, const char* name) {
    for (int32_t i = 0; i < x->body.pieces->count; ++i)
        if (strcmp(x->body.pieces->list[i].name, name) == 0)
            return &x->body.pieces->list[i];
    return NULL;
}

// ---- a man with a hat and a belt -------------------------------------------------------

enum { SKIN_HIPS = 0, SKIN_SPINE = 1, SKIN_HEAD = 4 }; // in the swimmer's skin

// A crown and a brim round the swimmer's head. With `bent`, two joints carry it, and only its name and
// shape speak.
static cloth hat(bool bent, arena* a) {
    cloth c = cloth_new(a);
    on_joints on = {SKIN_HEAD, SKIN_HEAD - 1, bent ? 0.2 : 0.0};
    vec3 up = v3(0, 1.52, 0);
    tube_stop stops[] = {{up, 0.22, 0.22, on},
                         {v3_add(up, v3(0, 0.012, 0)), 0.22, 0.22, on},
                         {v3_add(up, v3(0, 0.013, 0)), 0.12, 0.13, on},
                         {v3_add(up, v3(0, 0.15, 0)), 0.10, 0.11, on}};
    cloth_tube(&c, stops, 4, 24, v3(1, 0, 0));
    return c;
}

static cloth belt(arena* a) { // a band of 4 cm, 3 cm thick
    cloth c = cloth_new(a);
    on_joints on = {SKIN_HIPS, SKIN_SPINE, 0.5};
    tube_stop stops[] = {{v3(0, 0.93, 0), 0.235, 0.215, on},
                         {v3(0, 0.93, 0), 0.26, 0.24, on},
                         {v3(0, 0.97, 0), 0.26, 0.24, on},
                         {v3(0, 0.97, 0), 0.235, 0.215, on}};
    cloth_tube(&c, stops, 4, 40, v3(1, 0, 0));
    return c;
}

TEST(a_brim_is_no_ear_and_a_belt_no_tail) {
    for (int bent = 0; bent < 2; ++bent) {
        arena* a = arena_create();
        cloth top = hat(bent, a), band = belt(a);
        scene s = tailor_add(sample_once("swimmer"), bent ? "Top" : "Hut", "felt", 0.0f, &top, a);
        s = tailor_add(&s, "Band", "leather", 0.0f, &band, a);
        found x;
        look_at(&s, a, &x);
        CHECK(has_part(&x, "belly") && has_part(&x, "thigh left"));
        CHECK(!has_part(&x, "ear") && !has_part(&x, "tail"));
        if (!bent) { // the bone alone says that it is rigid
            CHECK(piece_called(&x, "Hut")->rigid);
            CHECK(strstr(piece_called(&x, "Hut")->reason, "one bone (head)") != NULL);
        }
        CHECK(!piece_called(&x, "Band")->rigid && !piece_called(&x, "swimmer")->rigid);
        arena_destroy(a);
    }
}

// ---- a robot ---------------------------------------------------------------------------

TEST(a_metal_robot_has_nothing_soft_and_a_word_turns_it_round) {
    arena* a = arena_create();
    scene s = *sample_once("swimmer");
    scene_material steel = s.materials[0];
    steel.metallic = 1.0f;
    s.materials = &steel;
    found x;
    look_at(&s, a, &x);
    CHECK(x.count == 0 && x.report.error_count == 1);
    CHECK(strstr(x.report.findings[0].text, "rigid") != NULL &&
          strstr(x.report.findings[0].text, "metal") != NULL);
    CHECK(pieces_choose(&x.body, NULL, 0, a, &x.report));
    CHECK(parts_find(&x.body, 0, a, x.plans, &x.report) > 6);
    const char* word = "swimmer";
    CHECK(pieces_choose(&x.body, &word, 1, a, &x.report));
    CHECK(parts_find(&x.body, 0, a, x.plans, &x.report) == 0);
    const char* wrong = "swimer";
    CHECK(!pieces_choose(&x.body, &wrong, 1, a, &x.report));
    CHECK(strstr(x.report.findings[x.report.count - 1].text, "did you mean \"swimmer\"") != NULL);
    arena_destroy(a);
}

// Boxes on the swimmer's bones, each on one: hands among them.
TEST(a_robot_of_boxes_has_no_soft_palms) {
    arena* a = arena_create();
    scene s = *sample_once("swimmer");
    pose p = bind_pose(&s, a);
    cloth c = cloth_new(a);
    for (int32_t k = 0; k < s.skins[0].joint_count; ++k) {
        vec3 at = mat4_point(p.world[s.skins[0].joints[k]], v3(0, 0, 0));
        cloth_box(&c, at, v3(0.05, 0.05, 0.05), k);
    }
    s.primitive_count = s.mesh_count = s.material_count = 0;
    s.nodes = memcpy(ARENA_NEW(a, node, (size_t)s.node_count), s.nodes,
                     (size_t)s.node_count * sizeof *s.nodes);
    for (int32_t i = 0; i < s.node_count; ++i)
        s.nodes[i].mesh = s.nodes[i].skin = -1;
    s = tailor_add(&s, "Unit", "grey", 0.0f, &c, a);
    found x;
    look_at(&s, a, &x);
    CHECK(x.count == 0 && x.report.error_count == 1);
    for (int32_t i = 0; i < x.body.pieces->count; ++i)
        CHECK(x.body.pieces->list[i].rigid);
    arena_destroy(a);
}

TEST(eyes_and_buttons_are_rigid_by_name_and_flesh_is_not) {
    arena* a = arena_create();
    cloth c = cloth_new(a);
    on_joints on = {SKIN_HEAD, SKIN_HEAD - 1, 0.3};
    tube_stop stops[] = {{v3(0.03, 1.5, 0.08), 0.01, 0.01, on},
                         {v3(0.03, 1.5, 0.09), 0.01, 0.01, on}};
    cloth_tube(&c, stops, 2, 12, v3(1, 0, 0));
    static const struct {
        const char *mesh, *material;
        bool rigid;
    } cases[] = {{"Eye_L", "white", true},        {"Object_7", "teeth", true},
                 {"Body_Armor", "x", true},       {"HelmetMesh", "", true},
                 {"Cube.003", "Metal.001", true}, {"Shirt", "cloth", false},
                 {"Belt", "leather", false},      {"Whatever", "skin", false}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; ++k) {
        scene s = tailor_add(sample_once("swimmer"), cases[k].mesh, cases[k].material, 0.0f, &c, a);
        pose p = bind_pose(&s, a);
        surface f = surface_from_scene(&s, &p, a);
        character body = character_new(&s, &f, &p, a);
        const piece* last = &body.pieces->list[body.pieces->count - 1];
        if (last->rigid != cases[k].rigid)
            printf("%s %s: %s\n", cases[k].mesh, cases[k].material, last->reason);
        CHECK(last->rigid == cases[k].rigid && !body.pieces->list[0].rigid);
    }
    arena_destroy(a);
}

// ---- a shark ---------------------------------------------------------------------------

TEST(a_shark_has_no_ears_cheeks_thighs_or_belly_of_a_man) {
    static const char* const names[2][7] = {
        {"Spine", "Chest", "Head", "Tail", "Tail.001", "Fin.L", "Fin.R"},
        {"Bone", "Bone.001", "Bone.002", "Bone.003", "Bone.004", "Bone.005", "Bone.006"}};
    static const char* const never[] = {"ear",       "cheek", "thigh", "buttocks",
                                        "upper arm", "belly", "chest", "foreleg"};
    for (int k = 0; k < 2; ++k) {
        arena* a = arena_create();
        scene s = shark(names[k], a);
        found x;
        look_at(&s, a, &x);
        CHECK(x.count > 0);
        for (size_t n = 0; n < sizeof never / sizeof *never; ++n)
            CHECK(!has_part(&x, never[n]));
        CHECK(!has_part(&x, "tail") == (k == 1));
        arena_destroy(a);
    }
}

// ---- a spider --------------------------------------------------------------------------

TEST(eight_legs_are_no_thighs) {
    static const char* const legs[] = {"Leg", "thigh", "femur_", "UpperLeg"};
    for (int k = 0; k < 4; ++k) {
        arena* a = arena_create();
        scene s = spider(legs[k], a);
        found x;
        look_at(&s, a, &x);
        for (int32_t i = 0; i < x.count; ++i)
            CHECK(strstr(x.plans[i].name, " soft") != NULL); // named after its bone
        CHECK(x.count > 0);
        arena_destroy(a);
    }
}

// ---- what cannot be --------------------------------------------------------------------

static bool is_said(const found* x, const char* part, const char* why) {
    for (int32_t i = 0; i < x->report.count; ++i)
        if (strstr(x->report.findings[i].text, part) != NULL &&
            strstr(x->report.findings[i].text, why) != NULL)
            return true;
    return false;
}

// The swimmer with a head `times` as large.
static scene big_head(double times, arena* a) {
    scene s = *sample_once("swimmer");
    primitive* p = ARENA_NEW(a, primitive, 1);
    *p = s.primitives[0];
    p->positions = ARENA_NEW(a, vec3, (size_t)p->vertex_count);
    for (int32_t v = 0; v < p->vertex_count; ++v) {
        double weight = 0.0;
        for (int32_t k = 0; k < p->influence_count; ++k)
            if (p->joints[v * p->influence_count + k] == SKIN_HEAD)
                weight += p->weights[v * p->influence_count + k];
        vec3 neck = v3(0, 1.4, 0), at = s.primitives[0].positions[v];
        p->positions[v] = v3_madd(neck, v3_sub(at, neck), 1.0 + weight * (times - 1.0));
    }
    s.primitives = p;
    return s;
}

TEST(cheeks_larger_than_a_body_has_are_left_out_with_a_line) {
    arena* a = arena_create();
    scene s = big_head(1.0, a);
    found x;
    look_at(&s, a, &x);
    CHECK(has_part(&x, "cheek left") && !is_said(&x, "cheek", "left out"));
    s = big_head(6.0, a);
    look_at(&s, a, &x);
    CHECK(!has_part(&x, "cheek") && is_said(&x, "\"cheek left\"", "of the flesh"));
    CHECK(is_said(&x, "\"cheek right\"", "of the flesh"));
    arena_destroy(a);
}

// A man of so few vertices that hardly one of a part is off its seam.
TEST(parts_of_a_handful_of_vertices_are_left_out_with_a_line) {
    arena* a = arena_create();
    tailor_joint joints[] = {{"Hips", -1, {0, 0.9, 0}},          {"Spine", 0, {0, 1.1, 0}},
                             {"Neck", 1, {0, 1.5, 0}},           {"Head", 2, {0, 1.6, 0}},
                             {"LeftUpLeg", 0, {0.1, 0.85, 0}},   {"LeftLeg", 4, {0.1, 0.45, 0}},
                             {"RightUpLeg", 0, {-0.1, 0.85, 0}}, {"RightLeg", 6, {-0.1, 0.45, 0}}};
    scene s = tailor_skeleton(joints, 8, a);
    cloth c = cloth_new(a);
    tube_stop trunk[] = {{v3(0, 0.85, 0), 0.2, 0.15, {0, 1, 0.0}},
                         {v3(0, 1.05, 0), 0.2, 0.2, {0, 1, 0.5}},
                         {v3(0, 1.3, 0), 0.2, 0.15, {1, 2, 0.0}},
                         {v3(0, 1.5, 0), 0.1, 0.1, {2, 1, 0.2}},
                         {v3(0, 1.8, 0), 0.1, 0.1, {3, 2, 0.1}}};
    cloth_tube(&c, trunk, 5, 6, v3(1, 0, 0));
    for (int side = 0; side < 2; ++side) {
        double x = side == 0 ? 0.1 : -0.1;
        int up = 4 + 2 * side;
        tube_stop leg[] = {{v3(x, 0.85, 0), 0.1, 0.1, {up, 0, 0.3}},
                           {v3(x, 0.45, 0), 0.08, 0.08, {up, up + 1, 0.5}},
                           {v3(x, 0.0, 0.05), 0.05, 0.05, {up + 1, up, 0.1}}};
        cloth_tube(&c, leg, 3, 5, v3(1, 0, 0));
    }
    s = tailor_add(&s, "Man", "skin", 0.0f, &c, a);
    found x;
    look_at(&s, a, &x);
    CHECK(is_said(&x, "left out", "vertices would move") && x.count < 3);
    for (int32_t i = 0; i < x.count; ++i)
        CHECK(strstr(x.plans[i].name, "left") == NULL || has_part(&x, "thigh right"));
    arena_destroy(a);
}

TEST_MAIN(SIZED_CASE(cheeks_larger_than_a_body_has_are_left_out_with_a_line),
          CASE(parts_of_a_handful_of_vertices_are_left_out_with_a_line),
          SIZED_CASE(a_brim_is_no_ear_and_a_belt_no_tail),
          SIZED_CASE(a_metal_robot_has_nothing_soft_and_a_word_turns_it_round),
          SIZED_CASE(a_robot_of_boxes_has_no_soft_palms),
          SIZED_CASE(eyes_and_buttons_are_rigid_by_name_and_flesh_is_not),
          CASE(a_shark_has_no_ears_cheeks_thighs_or_belly_of_a_man), CASE(eight_legs_are_no_thighs))
