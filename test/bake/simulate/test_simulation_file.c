// simulation_file.h: scenes from YAML, and a sentence with its line for everything that is none.
// SPDX-License-Identifier: MIT
#include "bake/simulate/simulation_file.h"

#include "bake/simulate/sheet_presets.h"
#include "test/kit/check.h"
#include "test/kit/mutate.h"

static const char full[] =
    "bodies:\n"
    "  - name: beast\n"
    "    file: m/beast.glb\n"
    "    kind: solid\n"
    "    meshes: [body, neck]\n"
    "    drawn: fine\n"
    "    unit: 0.01\n"
    "    at: [0, 1, 0]\n"
    "    velocity: [1, 2, 3]\n"
    "    held: {base: 0.1, plane: {point: [0, 1, 0], normal: [0, 1, 0]}, vertices: [4, 2]}\n"
    "    material: {young: 5000, preset: muscle, law: stvk}\n"
    "    materials:\n"
    "      - {region: {attribute: _HARD, threshold: 0.25}, material: {preset: wood, law: stvk}}\n"
    "    tets: 500\n"
    "    cell: 0.02\n"
    "    volume: m/beast.msh\n"
    "    element: t10\n"
    "  - name: cloth\n"
    "    sample: sheet\n"
    "    kind: shell\n"
    "    material: {preset: denim, thickness: 0.002, bending: auto, stretch: none, compression: "
    "0.01}\n"
    "    held:\n"
    "      - {sphere: {centre: [0, 1, 0], radius: 0.1}}\n"
    "      - {box: [[0, 0, 0], [1, 1, 1]], color: e4572e, meshes: hem}\n"
    "  - {name: door, sample: jelly, kind: rigid}\n"
    "support:\n"
    "  pivot: [1, 0, 0]\n"
    "  turns: {axis: [0, 2, 0], from: -90, to: 90}\n"
    "  moves: [{at: 0.5, rate: 180}, {at: 1, rate: -90}]\n"
    "gravity: [0, 0, -1]\n"
    "air: {density: 1, across: 2, along: 0.5, wind: [{at: 0, velocity: [0, 0, 0]}, {at: 2, "
    "velocity: [4, 0, 0]}]}\n"
    "pushes:\n"
    "  - {region: {body: cloth}, force: [0, 0, 5], from: 0.1, to: 0.2}\n"
    "  - {region: {body: cloth, box: [[0, 0, 0], [1, 1, 1]]}, force: [{at: 0, newtons: [1, 0, 0]}, "
    "{at: 1, newtons: [3, 0, 0]}]}\n"
    "springs:\n"
    "  - {region: {body: beast}, stiffness: 20, to: [0, 3, 0]}\n"
    "damping: {alpha: 1, beta: 0.01}\n"
    "seconds: 2.5\n"
    "fps: 24\n"
    "steps: 3\n"
    "rule: backward\n"
    "accuracy: 1e-6\n"
    "shapes: hanging\n"
    "start: rest\n"
    "frame: support\n";

static bool parse(const char* text, arena* memory, simulation* out, report* r) {
    *r = report_new(memory);
    return simulation_parse((bytes){(const uint8_t*)text, strlen(text)}, "a/s.yaml", memory, out,
                            r);
}

TEST(every_key_of_a_body_reaches_its_field) {
    arena* a = arena_create();
    report r;
    simulation x;
    bool read = parse(full, a, &x, &r);
    for (int32_t i = 0; i < r.count; ++i)
        printf("        %s\n", finding_text(&r.findings[i], a));
    CHECK(read && x.body_count == 3);
    const simulation_body *beast = &x.bodies[0], *cloth = &x.bodies[1];
    CHECK_TEXT(beast->file_or_null, "a/m/beast.glb");
    CHECK_TEXT(beast->volume_or_null, "a/m/beast.msh");
    CHECK(beast->kind == SIMULATION_SOLID && beast->mesh_count == 2 && beast->drawn_count == 1);
    CHECK(beast->unit == 0.01 && beast->at.y == 1.0 && beast->velocity.z == 3.0);
    CHECK(beast->held_count == 1 && beast->held[0].base == 0.1 && beast->held[0].plane.given);
    CHECK(beast->held[0].vertex_count == 2 && beast->held[0].vertices[1] == 2);
    CHECK(beast->material.law == LAW_STVK && beast->material.solid.young == 5000.0);
    CHECK(beast->material.solid.density == 1050.0 && beast->patch_count == 1);
    CHECK(beast->patches[0].material.solid.young == 10e9);
    CHECK(beast->patches[0].region.threshold == 0.25);
    CHECK(beast->tets == 500 && beast->cell == 0.02 && beast->ten_nodes);
    CHECK(cloth->kind == SIMULATION_SHELL && cloth->held_count == 2 && cloth->held[1].box.given);
    CHECK(cloth->material.sheet.thickness == 0.002 && isinf(cloth->material.sheet.limit));
    CHECK(cloth->material.sheet.compression == 0.01);
    CHECK(cloth->material.sheet.bending == sheet_plate_bending(&cloth->material.sheet));
    CHECK(x.bodies[2].kind == SIMULATION_RIGID && x.bodies[2].where.line == 25);
    arena_destroy(a);
}

TEST(every_key_of_a_scene_reaches_its_field) {
    arena* a = arena_create();
    report r;
    simulation x;
    CHECK(parse(full, a, &x, &r));
    CHECK(x.support.frame.kind == SUPPORT_TURNING && x.support.frame.pivot.x == 1.0 &&
          x.support.frame.axis.y == 1.0);
    CHECK_NEAR(x.support.frame.low, -0.5 * EXACT_PI, 1e-15);
    CHECK(x.support.move_count == 2 && x.support.moves[1].time == 1.0);
    CHECK_NEAR(x.support.moves[0].rate, EXACT_PI, 1e-15);
    CHECK(x.gravity.z == -1.0 && x.has_air && x.air.across == 2.0 && x.wind.count == 2);
    CHECK(simulation_track_at(&x.wind, 1.0).x == 2.0 && simulation_track_at(&x.wind, 9.0).x == 4.0);
    CHECK(x.push_count == 2 && x.pushes[0].to == 0.2 && isinf(x.pushes[1].to));
    CHECK(simulation_track_at(&x.pushes[0].force, 7.0).z == 5.0);
    CHECK(simulation_track_at(&x.pushes[1].force, 0.5).x == 2.0);
    CHECK(x.spring_count == 1 && x.springs[0].stiffness == 20.0 && x.springs[0].to.y == 3.0);
    CHECK(x.damping.alpha == 1.0 && x.damping.beta == 0.01);
    CHECK(x.seconds == 2.5 && x.fps == 24.0 && x.steps == 3 && x.rule == NEWMARK_BACKWARD);
    CHECK(x.accuracy == 1e-6 && x.hanging && x.start_at_rest && x.in_support &&
          simulation_states(&x) == 61);
    arena_destroy(a);
}

typedef struct fault {
    const char *text, *sentence;
} fault;

#define BODY         "bodies: [{name: b, sample: jelly, kind: solid}]\n"
#define CLOTH(words) "bodies:\n  - {name: c, sample: sheet, kind: shell, " words "}\n"
#define SOLID(words) "bodies:\n  - {name: b, sample: jelly, kind: solid, " words "}\n"

static const fault faults[] = {
    {"# nothing\n", "a/s.yaml: says nothing: a scene needs \"bodies\""},
    {"seconds: 1\n", "a/s.yaml: has no \"bodies\": there is nothing to move"},
    {"bodies: []\n", "a/s.yaml:1: \"bodies\" is empty: there is nothing to move"},
    {"bodies: 3\n", "a/s.yaml:1: \"bodies\" is a list, not \"3\""},
    {"bodies:\n  - {sample: jelly, kind: solid}\n",
     "a/s.yaml:2: a body has no name; give it one, like `name: cloth`"},
    {"bodies:\n  - {name: b, sample: jelly}\n",
     "a/s.yaml:2: body \"b\" has no kind: solid, shell or rigid"},
    {"bodies:\n  - {name: b, kind: solid}\n",
     "a/s.yaml:2: body \"b\" comes from a \"file\" or a \"sample\": give one of them"},
    {"bodies:\n  - {name: b, kind: solid, file: x.obj, sample: jelly}\n",
     "a/s.yaml:2: body \"b\" comes from a \"file\" or a \"sample\": give one of them"},
    {"bodies:\n  - {name: b, kind: fluid, sample: jelly}\n",
     "a/s.yaml:2: \"kind\" is one of solid, shell, rigid, not \"fluid\""},
    {"bodies:\n  - {name: b, sample: jelly, kind: solid}\n"
     "  - {name: b, sample: sheet, kind: shell}\n",
     "a/s.yaml:3: two bodies are called \"b\""},
    {CLOTH("tets: 100"), "a/s.yaml:2: \"tets\" is of a solid, and this body is a shell"},
    {"bodies:\n  - {name: d, sample: sheet, kind: rigid, held: {base: 0.1}}\n",
     "a/s.yaml:2: \"held\" is of a soft body, and this one is rigid: it is drawn, and moves with "
     "the support"},
    {CLOTH("material: {thickness: 0}"),
     "a/s.yaml:2: \"thickness\" is above 0 and at most 1, not 0"},
    {CLOTH("material: {thickness: -0.1}"),
     "a/s.yaml:2: \"thickness\" is above 0 and at most 1, not -0.1"},
    {CLOTH("material: {thickness: nan}"), "a/s.yaml:2: \"thickness\" is a number, not \"nan\""},
    {CLOTH("material: {area_density: 0}"),
     "a/s.yaml:2: \"area_density\" is above 0 and at most 10000, not 0"},
    {CLOTH("material: {density: 1}"),
     "a/s.yaml:2: \"density\" is no key of a shell's material; it has preset, young, poisson, "
     "thickness, area_density, bending, stretch, compression"},
    {CLOTH("material: {bending: -1}"), "a/s.yaml:2: \"bending\" is at least 0, or auto, not -1"},
    {CLOTH("material: {stretch: 0.9}"),
     "a/s.yaml:2: \"stretch\" is a length over its rest length, above 1, or none, not 0.9"},
    {CLOTH("material: {compression: 0}"),
     "a/s.yaml:2: \"compression\" is a strain, above 0, or none, not 0"},
    {CLOTH("material: velvet"),
     "a/s.yaml:2: there is no sheet \"velvet\"; there are cotton, silk, denim, leaf, petal, stem, "
     "paper, fat, muscle, skin, organ, jelly, rubber, foam, wood"},
    {SOLID("material: {young: 1e30}"),
     "a/s.yaml:2: \"young\" is above 0 and at most 1e+13, not 1e+30"},
    {SOLID("material: {young: inf}"), "a/s.yaml:2: \"young\" is a number, not \"inf\""},
    {SOLID("material: {poisson: 0.5}"),
     "a/s.yaml:2: \"poisson\" is above -1 and at most 0.499, not 0.5"},
    {SOLID("material: {density: -3}"),
     "a/s.yaml:2: \"density\" is above 0 and at most 100000, not -3"},
    {SOLID("material: {law: hooke}"),
     "a/s.yaml:2: \"law\" is one of neo-hookean, stvk, linear, not \"hooke\""},
    {SOLID("material: {thickness: 1}"),
     "a/s.yaml:2: \"thickness\" is no key of a solid's material; it has preset, law, young, "
     "poisson, density"},
    {SOLID("element: t10"), "a/s.yaml:2: ten-node elements are for the laws stvk and linear; "
                            "neo-hookean takes t4"},
    {SOLID("materials: [{region: {base: 0.5}, material: {law: stvk}}]"),
     "a/s.yaml:2: a body has one law: that of its \"material\""},
    {SOLID("materials: [{material: fat}]"),
     "a/s.yaml:2: each of \"materials\" is {region: ..., material: ...}"},
    {SOLID("held: {bass: 0.1}"),
     "a/s.yaml:2: \"bass\" is no key of a region; did you mean \"base\"?"},
    {SOLID("held: {sphere: {radius: 1}}"),
     "a/s.yaml:2: \"sphere\" needs both \"centre\" and \"radius\""},
    {SOLID("at: [0, 1]"),
     "a/s.yaml:2: \"at\" is a point like [0, 1.2, 0], not a list of another length"},
    {SOLID("velocity: [0, .nan, 0]"), "a/s.yaml:2: \"velocity\" is a number, not \".nan\""},
    {BODY "seconds: 0\n", "a/s.yaml:2: \"seconds\" is above 0 and at most 1e+06, not 0"},
    {BODY "fps: -60\n", "a/s.yaml:2: \"fps\" is above 0 and at most 100000, not -60"},
    {BODY "steps: 0\n", "a/s.yaml:2: \"steps\" is at least 1 and at most 100000, not 0"},
    {BODY "rule: euler\n",
     "a/s.yaml:2: \"rule\" is one of newmark, conserving, backward, not \"euler\""},
    {BODY "seconds: 1e6\nfps: 1e5\n",
     "a/s.yaml:1: 1e+06 s at 100000 states a second are more than 10000000"},
    {BODY "graviti: [0, 0, 0]\n",
     "a/s.yaml:2: \"graviti\" is no key of a scene; did you mean \"gravity\"?"},
    {BODY "damping: {swings: 4}\n",
     "a/s.yaml:2: \"damping\" of a scene is ratios at two frequencies, or alpha and beta: swings "
     "and seconds need modes, which only a bake finds"},
    {BODY "support: {turns: {axis: [0, 0, 0], to: 90}}\n",
     "a/s.yaml:2: the support's axis has no direction"},
    {BODY "support: {turns: {axis: [0, 1, 0], from: 90, to: 0}}\n",
     "a/s.yaml:2: the support turns from 90 to 0 degrees: `to` must be larger"},
    {BODY "support:\n  moves:\n    - {at: 1, rate: 3}\n",
     "a/s.yaml:4: \"rate\" is no key of a move of the support; did you mean \"at\"?"},
    {BODY "support:\n  moves:\n    - {at: 1}\n    - {at: 1}\n",
     "a/s.yaml:5: \"moves\" go forward in time, but 1 s comes after 1 s"},
    {BODY "support: {motion: m.csv, turns: {axis: [0, 1, 0], to: 90}}\n",
     "a/s.yaml:2: a support that follows a \"motion\" has neither \"moves\" nor \"turns\" nor "
     "\"follows\": keep one way of moving it"},
    {BODY "support: {follows: {sample: x, clip: a, node: b}, pivot: [0, 1, 0]}\n",
     "a/s.yaml:2: a support that \"follows\" a clip goes and turns with its node: leave \"moves\", "
     "\"turns\" and \"pivot\" out"},
    {BODY "support:\n  follows: {sample: x, file: y.glb, clip: a, node: b}\n",
     "a/s.yaml:3: what a support \"follows\" is in a \"file\" or a \"sample\": give one of them"},
    {BODY "support:\n  follows: {sample: x, node: b}\n",
     "a/s.yaml:3: \"follows\" needs a clip and a node, by their names"},
    {BODY "support: {follows: {sample: x, clip: a, node: b}}\nstart: rest\n",
     "a/s.yaml:3: \"start: rest\" needs a support that stands still at first, and this one follows "
     "a clip"},
    {BODY "support: {motion: m.csv}\nstart: rest\n",
     "a/s.yaml:3: \"start: rest\" needs a support that stands still at first, and this one follows "
     "a motion"},
    {BODY "pushes: [{region: {base: 0.5}}]\n", "a/s.yaml:2: a push needs a region and a force"},
    {BODY "pushes: [{region: {base: 0.5}, force: [0, 0, 1], from: 2, to: 1}]\n",
     "a/s.yaml:2: a push from 2 s to 1 s lasts no time"},
    {BODY "springs: [{region: {base: 0.5}}]\n",
     "a/s.yaml:2: a spring needs a region and a stiffness"},
    {BODY "springs: [{region: {base: 0.5}, stiffness: 0}]\n",
     "a/s.yaml:2: \"stiffness\" is above 0, not 0"},
    {BODY "air: {across: -1}\n", "a/s.yaml:2: \"across\" is at least 0 and at most 100, not -1"},
};

TEST(every_fault_has_a_sentence_and_its_line) {
    arena* a = arena_create();
    for (size_t i = 0; i < sizeof faults / sizeof *faults; ++i) {
        report r;
        simulation x;
        CHECK(!parse(faults[i].text, a, &x, &r));
        CHECK(r.error_count >= 1);
        CHECK_TEXT(finding_text(&r.findings[0], a), faults[i].sentence);
    }
    arena_destroy(a);
}

TEST(one_run_shows_all_faults) {
    arena* a = arena_create();
    report r;
    simulation x;
    CHECK(!parse(BODY "fps: 0\nsteps: 0\nrule: none\n", a, &x, &r));
    CHECK(r.error_count == 3);
    arena_destroy(a);
}

TEST(what_never_happens_gets_a_warning_and_its_line) {
    static const struct {
        const char *text, *sentence;
    } late[] = {
        {BODY "support:\n  moves:\n    - {at: 0.1}\n    - {at: 2}\nseconds: 2\n",
         "a/s.yaml:5: this move begins at 2 s, and the scene ends at 2 s: it never happens"},
        {BODY "pushes:\n  - {region: {}, force: [0, 0, 1], from: 3}\n",
         "a/s.yaml:3: this push begins at 3 s, and the scene ends at 1 s: it never happens"},
        {BODY "seconds: 0.01\n",
         "a/s.yaml:1: 0.01 s at 60 states a second are one state, the first: nothing moves"},
    };
    arena* a = arena_create();
    for (size_t i = 0; i < sizeof late / sizeof *late; ++i) {
        report r;
        simulation x;
        CHECK(parse(late[i].text, a, &x, &r));
        CHECK(r.count == 1 && r.findings[0].severity == FINDING_WARNING);
        CHECK_TEXT(finding_text(&r.findings[0], a), late[i].sentence);
    }
    arena_destroy(a);
}

static void read_mutated(const char* data, size_t size) {
    arena* a = arena_create();
    report r = report_new(a);
    simulation x;
    bool read = simulation_parse((bytes){(const uint8_t*)data, size}, "s.yaml", a, &x, &r);
    CHECK(read || r.error_count > 0);
    CHECK(!read || (x.body_count > 0 && x.fps > 0.0 && x.seconds > 0.0 && x.steps > 0));
    arena_destroy(a);
}

TEST(broken_scenes_are_refused_or_sound) {
    mutate_prefixes(full, sizeof full - 1, read_mutated);
    mutate_bytes(full, sizeof full - 1, 2000, read_mutated);
}

TEST_MAIN(CASE(every_key_of_a_body_reaches_its_field), CASE(every_key_of_a_scene_reaches_its_field),
          CASE(every_fault_has_a_sentence_and_its_line), CASE(one_run_shows_all_faults),
          CASE(what_never_happens_gets_a_warning_and_its_line),
          CASE(broken_scenes_are_refused_or_sound))
