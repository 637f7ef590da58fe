// recipe_file.h: recipes from YAML and JSON, and back.
// SPDX-License-Identifier: MIT
#include "bake/recipe/recipe_file.h"

#include "test/kit/check.h"
#include "test/kit/mutate.h"

static const char full[] = "# everything that a recipe can say\n"
                           "input: models/hero.glb\n"
                           "unit: 0.01\n"
                           "rigid: [hat, \"eye left\"]\n"
                           "bends: 3\n"
                           "spin: false\n"
                           "defaults: {modes: 5, element: t4}\n"
                           "parts:\n"
                           "  - name: belly\n"
                           "    region:\n"
                           "      place: belly\n"
                           "      bones: [hips, \"spine 1\"]\n"
                           "      threshold: 0.25\n"
                           "      attribute: _SOFT\n"
                           "      color: \"e4572e\"\n"
                           "      box: [[-1, 0, -1], [1, 2, 1.5]]\n"
                           "      sphere: {centre: [0, 1, 0], radius: 0.5}\n"
                           "    fixing:\n"
                           "      core: 0.2\n"
                           "      base: 0.1\n"
                           "      attribute: _FIXED\n"
                           "      box: [[0, 0, 0], [1, 1, 1]]\n"
                           "      sphere: {centre: [0, 2, 0], radius: 0.25}\n"
                           "      plane: {point: [0, 1, 0], normal: [0, 1, 0]}\n"
                           "      vertices: [3, 1, 4]\n"
                           "    volume: v.msh\n"
                           "    tets: 500\n"
                           "    cell: 0.02\n"
                           "    element: t10\n"
                           "    fade: 0.1\n"
                           "    material: {young: 5000, preset: muscle}\n"
                           "    paint: red\n"
                           "    paint_poisson: _RATIO\n"
                           "    first: 3.5\n"
                           "    damping: {ratios: [[3, 0.1], [20, 0.3]]}\n"
                           "    modes: 6\n"
                           "    below: 40\n"
                           "    fps: 30\n"
                           "    visible: {distance: 250, pixels: 720, angle: 60, push: 8}\n"
                           "    tuning: {stiffness: 2, damping: 0.5, response: 3, limit: 0.25}\n"
                           "  - region: {place: chest}\n"
                           "    material: organ\n"
                           "    damping: {alpha: 1, beta: 0.01}\n"
                           "  - name: seat\n"
                           "    damping: {seconds: 0.5}\n";

static const char sculpted[] =
    "parts:\n"
    "  - name: arm\n"
    "    elasticity: stvk\n"
    "    derivatives: true\n"
    "    joints: [elbow, shoulder]\n"
    "    translation: 4\n"
    "    smoothing: 0.01\n"
    "    targets:\n"
    "      - name: rest\n"
    "      - shape: bent\n"
    "        pose: {clip: bend, time: 0.5}\n"
    "        material: rubber\n"
    "        poisson: 0.25\n"
    "        stiffness: 3\n"
    "        paint: _STIFF\n"
    "      - name: between\n"
    "        shape: {bent: 0.5, \"el bow\": 0.25}\n"
    "        young: 7000\n"
    "        pose: {nodes: {elbow: {rotation: [0, 0, 0.6, 0.8], translation: [1, 2, 3]}, tip: "
    "{translation: [0, 0, 1]}}}\n"
    "      - {name: as bound, pose: bind, shape: none}\n";

static bool parse(const char* text, arena* memory, recipe* out, report* r) {
    *r = report_new(memory);
    return recipe_parse((bytes){(const uint8_t*)text, strlen(text)}, "a/r.yaml", memory, out, r);
}

TEST(every_key_reaches_its_field) {
    arena* a = arena_create();
    report r;
    recipe x;
    CHECK(parse(full, a, &x, &r));
    CHECK_TEXT(x.input_or_null, "a/models/hero.glb");
    CHECK(x.unit == 0.01 && x.bends == 3 && !x.spin && x.part_count == 3);
    CHECK(x.rigid_given && x.rigid_count == 2 && strcmp(x.rigid[1], "eye left") == 0);
    const recipe_part* p = &x.parts[0];
    CHECK_TEXT(p->region.place_or_null, "belly");
    CHECK(p->region.bone_count == 2 && strcmp(p->region.bones[1], "spine 1") == 0);
    CHECK(p->region.threshold == 0.25 && p->region.box.given && p->region.box.corner[1].z == 1.5);
    CHECK(p->region.sphere.given && p->region.sphere.radius == 0.5);
    CHECK_TEXT(p->region.attribute_or_null, "_SOFT");
    CHECK_TEXT(p->region.color_or_null, "e4572e");
    CHECK(p->fixing.core == 0.2 && p->fixing.base == 0.1 && p->fixing.box.given);
    CHECK(p->fixing.sphere.centre.y == 2.0 && p->fixing.plane.normal.y == 1.0);
    CHECK(p->fixing.vertex_count == 3 && p->fixing.vertices[2] == 4);
    CHECK_TEXT(p->fixing.attribute_or_null, "_FIXED");
    CHECK_TEXT(p->volume_or_null, "a/v.msh");
    CHECK(p->tets == 500 && p->cell == 0.02 && p->ten_nodes && p->fade == 0.1);
    CHECK(p->material.young == 5000.0 && p->material.density == 1050.0);
    CHECK_TEXT(p->paint_or_null, "red");
    CHECK_TEXT(p->paint_poisson_or_null, "_RATIO");
    CHECK(p->fps == 30.0 && recipe_fastest(p) == 15.0 && p->visible.distance == 250.0 &&
          p->visible.pixels == 720.0 && p->visible.angle == 60.0 && p->visible.push == 8.0);
    CHECK_NEAR(recipe_pixel(&p->visible), 500.0 / sqrt(3.0) / 720.0, 1e-12);
    CHECK(p->first == 3.5 && p->sag == 0.0);
    CHECK(p->damping.form == DAMPING_BY_RATIOS && p->damping.hz[1] == 20.0 &&
          p->damping.ratio[1] == 0.3);
    CHECK(p->modes == 6 && p->below == 40.0 && p->stiffness == 2.0 && p->damping_scale == 0.5 &&
          p->response == 3.0 && p->limit == 0.25);
    arena_destroy(a);
}

TEST(every_key_of_a_target_reaches_its_field) {
    arena* a = arena_create();
    report r;
    recipe x;
    CHECK(parse(sculpted, a, &x, &r));
    const recipe_part* p = &x.parts[0];
    CHECK(p->stvk && p->derivatives && p->translation == 4.0 && p->smoothing == 0.01);
    CHECK(p->joint_count == 2 && strcmp(p->joints[1], "shoulder") == 0 && p->target_count == 4);
    const recipe_target *rest = &p->targets[0], *bent = &p->targets[1], *between = &p->targets[2];
    CHECK(rest->shape_count == 0 && rest->young == 0.0 && rest->poisson == -1.0);
    CHECK(rest->pose.clip_or_null == NULL && rest->stiffness == 1.0 && rest->where.line == 9);
    CHECK_TEXT(bent->name, "bent"); // of its shape
    CHECK(bent->shape_count == 1 && bent->shapes[0].weight == 1.0 && bent->pose.time == 0.5);
    CHECK(bent->young == 1.5e6 && bent->poisson == 0.25 && bent->stiffness == 3.0);
    CHECK_TEXT(bent->paint_or_null, "_STIFF");
    CHECK(between->shape_count == 2 && between->shapes[1].weight == 0.25 &&
          between->young == 7000.0 && between->pose.node_count == 2);
    const recipe_node *elbow = &between->pose.nodes[0], *tip = &between->pose.nodes[1];
    CHECK(elbow->turned && elbow->moved && elbow->rotation.z == 0.6 && elbow->translation.y == 2.0);
    CHECK(!tip->turned && tip->moved);
    CHECK(p->targets[3].shape_count == 0 && p->targets[3].pose.node_count == 0);
    CHECK(recipe_is_posed(p) && !recipe_is_posed(&x.defaults));
    arena_destroy(a);
}

TEST(a_part_has_the_defaults_for_what_it_does_not_say) {
    arena* a = arena_create();
    report r;
    recipe x;
    CHECK(parse(full, a, &x, &r));
    const recipe_part *chest = &x.parts[1], *seat = &x.parts[2];
    CHECK_TEXT(chest->name, "chest");
    CHECK(chest->modes == 5 && !chest->ten_nodes && chest->fixing.core == 0.3);
    CHECK(chest->damping.form == DAMPING_BY_NUMBERS && chest->damping.numbers.beta == 0.01);
    CHECK(seat->damping.form == DAMPING_BY_SECONDS && seat->damping.seconds == 0.5);
    CHECK(seat->sag == RECIPE_SAG_AUTO && seat->first == 0.0); // the rule
    CHECK(chest->sag == 0.0 && chest->first == 0.0); // whoever names a material wants that one
    arena_destroy(a);
}

TEST(json_is_a_recipe_too) {
    arena* a = arena_create();
    report r;
    recipe x;
    CHECK(parse("{\"unit\": 1,\n\t\"parts\": [{\"name\": \"x\", \"modes\": 3, \"sag\": 0.1}]}", a,
                &x, &r));
    CHECK(x.part_count == 1 && x.parts[0].modes == 3 && x.parts[0].sag == 0.1);
    arena_destroy(a);
}

TEST(nothing_said_is_the_default) {
    arena* a = arena_create();
    report r;
    recipe x, wanted = recipe_default();
    CHECK(parse("# only words\n", a, &x, &r));
    bytes read = recipe_to_yaml(&x, NULL, a), meant = recipe_to_yaml(&wanted, NULL, a);
    CHECK(x.input_or_null == NULL && x.part_count == 0 && x.parts == NULL);
    CHECK(read.size == meant.size && memcmp(read.data, meant.data, read.size) == 0);
    arena_destroy(a);
}

// Text -> recipe -> text -> recipe -> the same text.
TEST(what_is_written_is_read_as_the_same_recipe) {
    static const char* const texts[] = {full,
                                        sculpted,
                                        "parts: [{name: \"true\"}, {name: 'a: \"b\" # c'}]",
                                        "defaults: {first: 7}\nparts: [{name: x, sag: 0}]",
                                        "defaults: {material: wood}\n"
                                        "parts: [{name: x, sag: 0.123456789012345678}]",
                                        "rigid: []",
                                        "bends: true\ndefaults: {fps: 60, paint_poisson: blue, "
                                        "visible: {distance: 2}}\n"
                                        "parts: [{name: x, visible: any, fps: any, "
                                        "paint_poisson: none}, {name: y}]",
                                        "bends: false\ntable_bits: 8",
                                        "rigid: auto"};
    arena* a = arena_create();
    for (size_t i = 0; i < sizeof texts / sizeof *texts; ++i) {
        report r;
        recipe x, y;
        CHECK(parse(texts[i], a, &x, &r));
        x.input_or_null = NULL; // it is seen from the recipe's folder, and would move each time
        bytes one = recipe_to_yaml(&x, NULL, a);
        bool read = recipe_parse(one, "r.yaml", a, &y, &r);
        for (int32_t k = 0; k < r.count; ++k)
            printf("        %s\n", finding_text(&r.findings[k], a));
        CHECK(read);
        bytes two = recipe_to_yaml(&y, NULL, a);
        CHECK(one.size == two.size && memcmp(one.data, two.data, one.size) == 0);
        CHECK(x.part_count == y.part_count);
        for (int32_t k = 0; k < x.part_count; ++k)
            CHECK(x.parts[k].sag == y.parts[k].sag && x.parts[k].first == y.parts[k].first &&
                  x.parts[k].modes == y.parts[k].modes &&
                  x.parts[k].material.young == y.parts[k].material.young);
    }
    arena_destroy(a);
}

typedef struct fault {
    const char *text, *sentence;
} fault;

static const fault faults[] = {
    {"unit: 1\nprats: []\n",
     "a/r.yaml:2: \"prats\" is no key of a recipe; did you mean \"parts\"?"},
    {"parts:\n  - name: x\n    modess: 3\n",
     "a/r.yaml:3: \"modess\" is no key of a part; did you mean \"modes\"?"},
    {"parts:\n  - name: x\n    region: {bnoes: [a]}\n",
     "a/r.yaml:3: \"bnoes\" is no key of a region; did you mean \"bones\"?"},
    {"qqqqqq: 1\n",
     "a/r.yaml:1: \"qqqqqq\" is no key of a recipe; it has input, unit, rigid, bends, spin, "
     "table_bits, recorded, light, light_fields, defaults, parts"},
    {"parts:\n  - name: x\n    modes: many\n",
     "a/r.yaml:3: \"modes\" is a whole number of at least 0, not \"many\""},
    {"parts: [{name: x, modes: 2.5}]",
     "a/r.yaml:1: \"modes\" is a whole number of at least 0, not \"2.5\""},
    {"parts: [{name: x, modes: 0}]",
     "a/r.yaml:1: \"modes\" is at least 1 and at most 1000, or auto, not 0"},
    {"unit: -1", "a/r.yaml:1: \"unit\" is above 0, or auto, not -1"},
    {"unit: \"1\"", "a/r.yaml:1: \"unit\" is a number without quotes, not \"1\""},
    {"unit: nan", "a/r.yaml:1: \"unit\" is a number, not \"nan\""},
    {"unit:", "a/r.yaml:1: \"unit\" is a number, not nothing"},
    {"spin: yes", "a/r.yaml:1: \"spin\" is true or false, not \"yes\""},
    {"bends: yes", "a/r.yaml:1: \"bends\" is true, false, or for how many coordinates of each "
                   "part, the most important first, not \"yes\""},
    {"table_bits: 12",
     "a/r.yaml:1: \"table_bits\" is 16, or 8 for tables of half the size, not \"12\""},
    {"bends: -1", "a/r.yaml:1: \"bends\" is true, false, or for how many coordinates of each "
                  "part, the most important first, not \"-1\""},
    {"defaults: {fps: 0}", "a/r.yaml:1: \"fps\" is above 0, or any, not 0"},
    {"defaults: {visible: 3}", "a/r.yaml:1: \"visible\" is any, or from where it is looked at, "
                               "like {distance: 3, pixels: 1080}, not \"3\""},
    {"defaults: {visible: {pixels: 720}}",
     "a/r.yaml:1: \"visible\" lacks \"distance\": how far away the eye is, in units"},
    {"defaults: {visible: {distance: 3, angle: 180}}",
     "a/r.yaml:1: \"angle\" is at least 0.1 and at most 170, not 180"},
    {"defaults: {visible: {distance: 3, far: 1}}",
     "a/r.yaml:1: \"far\" is no key of \"visible\"; it has distance, pixels, angle, push"},
    {"parts: {name: x}",
     "a/r.yaml:1: \"parts\" is a list, each beginning with `- name: ...`, not a map"},
    {"parts:\n  - modes: 3\n", "a/r.yaml:2: a part has no name; give it one, like `name: belly`"},
    {"parts:\n  - name: x\n  - name: x\n", "a/r.yaml:3: two parts are called \"x\""},
    {"parts:\n  - name: x\n    material: steel\n",
     "a/r.yaml:3: there is no material \"steel\"; there are fat, muscle, skin, organ, jelly, "
     "rubber, foam and wood"},
    {"defaults:\n  material: {poisson: 0.5}\n",
     "a/r.yaml:2: \"poisson\" is above -1 and at most 0.499, not 0.5"},
    {"defaults: {damping: {seconds: 1, alpha: 2}}",
     "a/r.yaml:1: \"damping\" is told in one way: swings, or seconds, or ratios, or alpha and "
     "beta"},
    {"defaults: {damping: {ratios: [1, 2]}}",
     "a/r.yaml:1: \"ratios\" is two pairs of hertz and ratio like [[3, 0.1], [20, 0.2]], not a "
     "list"},
    {"defaults: {first: 3, sag: 0.1}",
     "a/r.yaml:1: \"first\" and \"sag\" both say how soft it is; keep one of them"},
    {"defaults:\n  name: x\n",
     "a/r.yaml:2: \"name\" is of one part and cannot stand in \"defaults\""},
    {"parts: [{name: x, region: {sphere: {radius: 1}}}]",
     "a/r.yaml:1: \"sphere\" needs both \"centre\" and \"radius\""},
    {"parts: [{name: x, region: {box: [[0, 0], [1, 1, 1]]}}]",
     "a/r.yaml:1: \"box\" is a point like [0, 1.2, 0], not a list of another length"},
    {"parts: [{name: x, region: {color: red}}]",
     "a/r.yaml:1: \"color\" is six hexadecimal digits, like e4572e, not \"red\""},
    {"parts: [{name: x, element: t5}]", "a/r.yaml:1: \"element\" is t4 or t10, not \"t5\""},
    {"defaults: {elasticity: soft}", "a/r.yaml:1: \"elasticity\" is linear or stvk, not \"soft\""},
    {"defaults: {targets: [{name: x}]}",
     "a/r.yaml:1: \"targets\" is of one part and cannot stand in \"defaults\""},
    {"parts: [{name: x, targets: []}]", "a/r.yaml:1: \"targets\" are 1 to 64, not 0"},
    {"parts:\n  - name: x\n    targets:\n      - name: a\n      - name: a\n",
     "a/r.yaml:5: two targets are called \"a\""},
    {"parts: [{name: x, targets: [{young: 1}]}]",
     "a/r.yaml:1: a target has no name; give it one, like `name: bent`"},
    {"parts: [{name: x, targets: [{name: a, pose: bent}]}]",
     "a/r.yaml:1: \"pose\" is bind, or {clip: bend, time: 0.5}, or {nodes: {elbow: {rotation: [x, "
     "y, z, w]}}}, not \"bent\""},
    {"parts: [{name: x, targets: [{name: a, pose: {time: 1}}]}]",
     "a/r.yaml:1: \"pose\" is told in one way: by a clip and a time, or by nodes"},
    {"parts: [{name: x, targets: [{name: a, pose: {nodes: {e: {rotation: [0, 0, 90]}}}}]}]",
     "a/r.yaml:1: \"rotation\" is a quaternion x y z w like [0, 0, 0.38, 0.92], not a list of "
     "another length"},
    {"parts: [{name: x, targets: [{name: a, pose: {nodes: {e: {rotation: [0, 0, 0, 9]}}}}]}]",
     "a/r.yaml:1: \"rotation\" is a quaternion of length 1, not of 9"},
    {"parts: [{name: x, targets: [{name: a, shaep: b}]}]",
     "a/r.yaml:1: \"shaep\" is no key of a target; did you mean \"shape\"?"},
    {"unit: 1\nunit: 2\n", "a/r.yaml:2: \"unit\" stands here a second time; keep one of them"},
    {"- a\n- b\n", "a/r.yaml:1: a recipe is a map of keys and values, not a list"},
    {"unit: 1\n---\nunit: 2\n",
     "a/r.yaml:3: a second document begins here; write one recipe a file"},
    {"? [a]\n: 1\n", "a/r.yaml:1: a key is a list or a map; keys are words, like `name: belly`"},
    {"parts: [\n", "a/r.yaml:2: is no YAML: did not find expected node content"},
    {"parts: [\n  {name: x}\nunit: 1\n",
     "a/r.yaml:3: is no YAML: did not find expected ',' or ']', while parsing a flow sequence that "
     "began in line 1"},
};

TEST(every_fault_gets_one_sentence_with_its_line) {
    arena* a = arena_create();
    for (size_t i = 0; i < sizeof faults / sizeof *faults; ++i) {
        report r;
        recipe x;
        CHECK(!parse(faults[i].text, a, &x, &r));
        CHECK(r.error_count == 1);
        CHECK_TEXT(finding_text(&r.findings[0], a), faults[i].sentence);
    }
    arena_destroy(a);
}

TEST(all_faults_are_told_at_once) {
    arena* a = arena_create();
    report r;
    recipe x;
    CHECK(!parse("unti: 1\nspin: 3\nparts:\n  - name: x\n    tets: -4\n  - fade: x\n", a, &x, &r));
    CHECK(r.error_count == 4);
    CHECK(r.findings[2].where.line == 5 && r.findings[3].where.line == 6);
    arena_destroy(a);
}

TEST(a_list_that_contains_itself_is_refused) {
    arena* a = arena_create();
    report r;
    recipe x;
    CHECK(!parse("parts: &p\n  - *p\n", a, &x, &r));
    CHECK(!parse("defaults: &d {fixing: *d}\n", a, &x, &r));
    CHECK(r.error_count >= 1);
    arena_destroy(a);
}

static int refused, taken;

static void read_broken(const char* data, size_t size) {
    arena* a = arena_create();
    report r = report_new(a);
    recipe x;
    bool sound = recipe_parse((bytes){(const uint8_t*)data, size}, "r.yaml", a, &x, &r);
    if (sound != (r.error_count == 0)) {
        printf("        %.*s\n", (int)size, data);
        ++test_failures;
    }
    refused += !sound;
    taken += sound;
    for (int32_t i = 0; i < x.part_count && sound; ++i)
        if (x.parts[i].name == NULL || x.parts[i].modes < 0 || !(x.parts[i].material.young > 0.0))
            ++test_failures;
    arena_destroy(a);
}

TEST(broken_text_is_refused_with_a_sentence_or_is_a_sound_recipe) {
    mutate_prefixes(full, sizeof full - 1, read_broken);
    mutate_bytes(full, sizeof full - 1, 3000, read_broken);
    printf("        %d refused, %d taken\n", refused, taken);
    CHECK(refused > 1000 && taken > 20);
}

TEST_MAIN(CASE(every_key_reaches_its_field), CASE(every_key_of_a_target_reaches_its_field),
          CASE(a_part_has_the_defaults_for_what_it_does_not_say), CASE(json_is_a_recipe_too),
          CASE(nothing_said_is_the_default), CASE(what_is_written_is_read_as_the_same_recipe),
          CASE(every_fault_gets_one_sentence_with_its_line), CASE(all_faults_are_told_at_once),
          CASE(a_list_that_contains_itself_is_refused),
          CASE(broken_text_is_refused_with_a_sentence_or_is_a_sound_recipe))
