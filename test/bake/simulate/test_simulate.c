// bake/simulate: scene files in, states on disk, beside what mechanics says about them.
// SPDX-License-Identifier: MIT
#define _GNU_SOURCE // mkdtemp
#include "test/kit/simulate_kit.h"

static char folder[] = TEST_FOLDER;

// A scene to its end; false, and its sentences shown, when it does not get there.
static bool play(kit_run* k, const char* text, int threads) {
    bool done = kit_make(k, text, threads) && kit_go(k, folder, -1);
    if (!done)
        kit_say(k);
    return done;
}

static const char thrown[] =
    "bodies:\n"
    "  - {name: c, sample: cube, kind: solid, tets: 40, velocity: [1, 2, 0.5]}\n"
    "  - {name: s, sample: sheet, kind: shell, at: [1, 0, 0]}\n"
    "seconds: 0.5\nfps: 20\n";

// Parabolas are exact for both rules of the trapezoid, up to the floats of the file.
TEST(what_nothing_holds_falls_as_a_stone) {
    static const char* const rules[] = {"rule: conserving\n", "rule: newmark\nsteps: 3\n"};
    for (int i = 0; i < 2; ++i) {
        kit_run k;
        arena* a = arena_create();
        CHECK(play(&k, arena_format(a, "%s%s", thrown, rules[i]), 1));
        CHECK(k.points.frame_count == 11 && k.points.point_count == 8 + 25);
        for (int32_t n = 0; n < 11; ++n)
            for (int32_t p = 0; p < 33; ++p) {
                double t = n / 20.0;
                vec3 v = p < 8 ? v3(1.0, 2.0, 0.5) : v3(0.0, 0.0, 0.0);
                vec3 x = v3_add(k.a.drawn.positions[p], v3_scale(v, t));
                x.y -= 0.5 * 9.81 * t * t;
                CHECK(v3_distance(kit_point(&k, n, p), x) < 1e-6);
            }
        kit_end(&k);
        arena_destroy(a);
    }
}

// From a time to another that are no times of steps.
TEST(a_push_gives_its_impulse) {
    kit_run k;
    CHECK(
        play(&k,
             "bodies: [{name: c, sample: cube, kind: solid, tets: 40, material: {density: 500}}]\n"
             "gravity: [0, 0, 0]\n"
             "pushes: [{region: {plane: {point: [0, 9, 0], normal: [0, 1, 0]}}, force: [3, 0, 0], "
             "from: 0.117, to: 0.231}]\n"
             "seconds: 0.5\nfps: 40\n",
             1));
    double speed = (kit_point(&k, 20, 0).x - kit_point(&k, 19, 0).x) * 40.0;
    CHECK_NEAR(speed, 3.0 * (0.231 - 0.117) / (500.0 * 0.008), 1e-5);
    CHECK_NEAR(kit_point(&k, 4, 0).x, k.a.drawn.positions[0].x, 1e-7); // nothing before
    kit_end(&k);
}

// A whole body on one spring is an oscillator; the trapezoid turns it by 2 atan(w h / 2) a step.
TEST(a_body_on_a_spring_swings) {
    kit_run k;
    CHECK(play(&k,
               "bodies: [{name: s, sample: sheet, kind: shell, material: {area_density: 0.5}}]\n"
               "gravity: [0, 0, 0]\n"
               "springs: [{region: {}, stiffness: 2, to: [0.25, -0.2, 0]}]\n"
               "seconds: 1\nfps: 30\n",
               1));
    double turn = 2.0 * atan(0.5 * sqrt(2.0 / (0.5 * 0.16)) / 30.0);
    for (int32_t n = 0; n < 31; ++n)
        CHECK_NEAR(kit_point(&k, n, 3).x, k.a.drawn.positions[3].x + 0.05 * (1.0 - cos(n * turn)),
                   1e-6);
    kit_end(&k);
}

TEST(what_begins_at_rest_stays_at_rest) {
    kit_run k;
    CHECK(play(&k,
               "bodies:\n"
               "  - {name: c, sample: cube, kind: solid, tets: 60, material: {young: 2e4}, held: "
               "{base: 0.05}}\n"
               "start: rest\nseconds: 0.4\nfps: 20\n",
               1));
    CHECK(k.a.drawn.positions[3].y - kit_point(&k, 0, 3).y > 1e-4); // it hangs
    for (int32_t n = 1; n < 9; ++n)
        for (int32_t p = 0; p < 8; ++p)
            CHECK(v3_distance(kit_point(&k, n, p), kit_point(&k, 0, p)) < 1e-7);
    kit_end(&k);
}

// As drawn, without being asked to come to rest.
TEST(shapes_that_hang_already_hang_no_further) {
    kit_run k;
    CHECK(play(&k,
               "bodies:\n"
               "  - {name: c, sample: cube, kind: solid, tets: 60, material: {young: 2e4}, held: "
               "{base: 0.05}}\n"
               "shapes: hanging\nseconds: 0.2\nfps: 20\n",
               1));
    for (int32_t n = 0; n < 5; ++n)
        for (int32_t p = 0; p < 8; ++p)
            CHECK(v3_distance(kit_point(&k, n, p), k.a.drawn.positions[p]) < 1e-7);
    kit_end(&k);
}

static const char swinging[] = "bodies:\n"
                               "  - {name: s, sample: sheet, kind: shell, held: {plane: {point: "
                               "[0, -0.01, 0], normal: [0, -1, "
                               "0]}}}\n"
                               "  - {name: r, sample: cube, kind: rigid, at: [0, 0.1, 0]}\n"
                               "support:\n"
                               "  pivot: [-0.1, 0, 0.2]\n"
                               "  turns: {axis: [0, 1, 0], from: 0, to: 30}\n"
                               "  moves: [{at: 0.043, rate: 200}]\n"
                               "air: {wind: [1, 0, 0]}\n"
                               "damping: {beta: 0.001}\n"
                               "rule: backward\nseconds: 0.3\nfps: 40\n";

// What a rider sees is what the world sees, turned; what is rigid stands still before the rider.
TEST(the_world_and_the_support_see_one_motion) {
    arena* a = arena_create();
    kit_run world, rider;
    CHECK(play(&world, swinging, 1));
    CHECK(play(&rider, arena_format(a, "%sframe: support\n", swinging), 1));
    vec3 pivot = v3(-0.1, 0.0, 0.2);
    for (int32_t n = 0; n < 13; ++n) {
        double angle = 200.0 * (n / 40.0 - 0.043);
        angle = angle < 0.0 ? 0.0 : angle > 30.0 ? 30.0 : angle;
        quat turn = quat_axis_angle(v3(0.0, 1.0, 0.0), angle * EXACT_PI / 180.0);
        for (int32_t p = 0; p < 33; ++p) {
            vec3 seen = kit_point(&rider, n, p);
            vec3 x = v3_add(quat_rotate(turn, v3_sub(seen, pivot)), pivot);
            CHECK(v3_distance(x, kit_point(&world, n, p)) < 1e-6);
            CHECK(p < 25 || v3_distance(seen, rider.a.drawn.positions[p]) < 1e-7);
        }
    }
    kit_end(&world);
    kit_end(&rider);
    arena_destroy(a);
}

static const char carried_along[] = "bodies:\n"
                                    "  - {name: s, sample: sheet, kind: shell, held: {plane: "
                                    "{point: [0, -0.15, 0], normal: [0, -1, "
                                    "0]}}}\n"
                                    "  - {name: r, sample: cube, kind: rigid, at: [0, 0.1, 0]}\n"
                                    "support: {follows: {sample: rig, clip: wave, node: hand}}\n"
                                    "rule: backward\nseconds: 0.3\nfps: 40\nsteps: 2\n";

// W(t) W(rest)^-1, of the node's transforms in the world: a turn about its place, which itself goes along. After the
// clip's end it stands.
TEST(what_is_held_goes_with_the_node_of_a_clip) {
    kit_run k;
    CHECK(play(&k, carried_along, 1));
    vec3 hand = v3(0.2, 0.0, 0.0);
    for (int32_t n = 0; n < 13; ++n) {
        double part = fmin(n / 40.0 / KIT_WAVE, 1.0);
        quat turn = quat_axis_angle(v3(0.0, 0.0, 1.0), KIT_FROM + part * (KIT_TO - KIT_FROM));
        vec3 displacement = v3_add(hand, v3(0.3 * part, 0.0, 0.0));
        for (int32_t p = 0; p < 33; ++p) {
            vec3 x = k.a.drawn.positions[p];
            if (p < 25 && x.y < -0.15)
                continue; // free
            x = v3_add(quat_rotate(turn, v3_sub(x, hand)), displacement);
            CHECK(v3_distance(kit_point(&k, n, p), x) < 1e-6);
        }
    }
    CHECK(v3_distance(kit_point(&k, 12, 24), kit_point(&k, 11, 24)) > 1e-3); // it swings on
    kit_end(&k);
}

// ---- going on ----------------------------------------------------------------------------

static const char busy[] =
    "bodies:\n"
    "  - {name: c, sample: cube, kind: solid, tets: 40, material: {young: 2e4}, held: {base: "
    "0.05}}\n"
    "  - {name: s, sample: sheet, kind: shell, at: [0.3, 0.2, 0], held: {base: 0.3}, material: "
    "leaf}\n"
    "support: {moves: [{at: 0.02, velocity: [0.3, 0, 0]}, {at: 0.04, spin: [0, 30, 0]}, {at: "
    "0.08}]}\n"
    "pushes: [{region: {body: c, attribute: _TOP}, force: [0, 0, 1], from: 0.025, to: 0.06}]\n"
    "air: {wind: [{at: 0, velocity: [0, 0, 0]}, {at: 0.1, velocity: [0, 0, 3]}]}\n"
    "damping: {alpha: 0.5, beta: 0.002}\n"
    "seconds: 0.1\nfps: 100\nsteps: 2\naccuracy: 1e-7\n";

static bool same_bytes(const kit_run* a, const kit_run* b) {
    return a->done && b->done && a->file.size == b->file.size &&
           memcmp(a->file.data, b->file.data, a->file.size) == 0;
}

// Stopped after any state, torn after it, and resumed by a process that made everything anew; driven, and by a clip.
TEST(what_is_resumed_has_the_bytes_of_what_went_on) {
    static const char* const rules[] = {"rule: conserving\n", "rule: newmark\n",
                                        "rule: backward\n"};
    arena* a = arena_create();
    for (int rule = 0; rule < 4; ++rule) {
        const char* text = rule < 3 ? arena_format(a, "%s%s", busy, rules[rule]) : carried_along;
        kit_run whole;
        CHECK(play(&whole, text, 1));
        for (int32_t stop = 1; stop < 11; stop += 3) {
            kit_run first, second;
            CHECK(kit_make(&first, text, 1) && !kit_go(&first, folder, stop));
            kit_end(&first);
            FILE* part = fopen(arena_format(a, "%s/out.mdd.part", folder), "ab");
            CHECK(part != NULL && fwrite("torn", 1, 4, part) == 4 && fclose(part) == 0);
            CHECK(play(&second, text, 1));
            CHECK(second.result.resumed == stop);
            CHECK(same_bytes(&whole, &second));
            CHECK(second.result.counts.steps == whole.result.counts.steps &&
                  second.result.counts.matrices == whole.result.counts.matrices);
            kit_end(&second);
        }
        kit_end(&whole);
    }
    arena_destroy(a);
}

TEST(threads_change_no_byte) {
    kit_run one;
    CHECK(play(&one, busy, 1));
    for (int threads = 2; threads < 5; ++threads) {
        kit_run k;
        CHECK(play(&k, busy, threads) && same_bytes(&one, &k));
        kit_end(&k);
    }
    kit_end(&one);
}

// Every byte that is another one, every length that is too short.
TEST(a_checkpoint_that_is_torn_or_another_one_is_refused) {
    arena* a = arena_create();
    kit_run first;
    const char* path = arena_format(a, "%s/out.mdd.checkpoint", folder);
    CHECK(kit_make(&first, busy, 1) && !kit_go(&first, folder, 2));
    bytes file;
    CHECK(file_map(path, &file, &first.r));
    uint8_t* copy = ARENA_NEW(a, uint8_t, file.size);
    size_t size = file.size;
    memcpy(copy, file.data, size);
    file_unmap(file);
    checkpoint c = {
        .mark = 17, .size = support_state_size(&first.a.on), .rigid_count = first.a.body_count};
    c.rigid = ARENA_NEW(a, support_state, (size_t)c.rigid_count);
    c.state = ARENA_NEW(a, double, (size_t)c.size);
    CHECK(checkpoint_read(&c, path, a) == CHECKPOINT_FITS && c.states == 2);
    for (size_t at = 0; at < size; at += at < 64 ? 3 : 997) {
        copy[at] ^= 4;
        CHECK(file_write(path, copy, size, &first.r));
        CHECK(checkpoint_read(&c, path, a) == CHECKPOINT_OTHER);
        copy[at] ^= 4;
        CHECK(file_write(path, copy, at + (at == 0), &first.r));
        CHECK(checkpoint_read(&c, path, a) == CHECKPOINT_OTHER);
    }
    kit_end(&first);
    kit_run second;
    CHECK(kit_make(&second, busy, 1) && !kit_go(&second, folder, -1));
    CHECK(strstr(second.r.findings[second.r.count - 1].text, "--anew begins anew") != NULL);
    kit_end(&second);
    unlink(path);
    unlink(arena_format(a, "%s/out.mdd.part", folder));
    CHECK(checkpoint_read(&c, path, a) == CHECKPOINT_NONE);
    arena_destroy(a);
}

// ---- what is drawn -----------------------------------------------------------------------

// A triangle that turns and moves as a whole takes what stands beside it along.
TEST(what_stands_beside_a_sheet_goes_with_it) {
    arena* a = arena_create();
    const vec3 nodes[4] = {{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {1.0, 1.0, 0.3}};
    static const int32_t triangles[6] = {0, 1, 2, 1, 3, 2};
    const vec3 drawn[4] = {{0.2, 0.3, 0.1}, {0.9, 0.8, -0.2}, {-0.4, -0.1, 0.0}, {1.4, 1.2, 0.5}};
    carried c = carried_by_triangles(drawn, 4, nodes, triangles, 2, a);
    quat turn = quat_axis_angle(v3(0.6, 0.0, 0.8), 1.1);
    double u[12];
    for (int i = 0; i < 4; ++i) {
        vec3 d = v3_sub(v3_add(quat_rotate(turn, nodes[i]), v3(1.0, 2.0, 3.0)), nodes[i]);
        memcpy(u + 3 * i, &d, sizeof d);
    }
    vec3 out[4];
    carried_places(&c, nodes, u, out);
    for (int i = 0; i < 4; ++i)
        CHECK(v3_distance(out[i], v3_add(quat_rotate(turn, drawn[i]), v3(1.0, 2.0, 3.0))) < 1e-14);
    arena_destroy(a);
}

// With constant weights places are linear in the nodes, as contact's straight ways want it, and exact for whatever stretches
// and shears a triangle in its plane, also beside it.
TEST(what_is_carried_along_a_sheet_goes_straight_when_its_nodes_do) {
    arena* a = arena_create();
    const vec3 nodes[3] = {{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}};
    static const int32_t triangle[3] = {0, 1, 2};
    const vec3 drawn[4] = {{0.2, 0.3, 0.1}, {0.9, 0.8, -0.2}, {-0.4, -0.1, 0.0}, {30.0, 0.0, 0.0}};
    carried c = carried_along_triangles(drawn, 4, nodes, triangle, 1, a);
    CHECK(c.arms_or_null == NULL);
    double begin[9] = {0.0}, middle[9], end[9];
    const double plane[3][3] = {{0.0, 0.0, 0.0}, {0.3, 0.1, 0.7}, {-0.2, 0.4, 0.2}}; // of nodes
    for (int i = 0; i < 9; ++i) {
        end[i] = plane[i / 3][i % 3];
        middle[i] = 0.3 * end[i];
    }
    vec3 from[4], between[4], to[4];
    carried_places(&c, nodes, begin, from);
    carried_places(&c, nodes, middle, between);
    carried_places(&c, nodes, end, to);
    for (int i = 0; i < 4; ++i) {
        vec3 straight = v3_madd(v3_scale(from[i], 0.7), to[i], 0.3);
        CHECK(v3_distance(from[i], drawn[i]) == 0.0 && v3_distance(between[i], straight) < 1e-15);
        if (i == 3) // so far outside that its nearest point counts
            continue;
        vec3 moved = v3(0.3 * drawn[i].x - 0.2 * drawn[i].y, 0.1 * drawn[i].x + 0.4 * drawn[i].y,
                        0.7 * drawn[i].x + 0.2 * drawn[i].y);
        CHECK(v3_distance(to[i], v3_add(drawn[i], moved)) < 1e-15);
    }
    CHECK(v3_distance(to[3], v3(30.3, 0.1, 0.7)) < 1e-14);
    arena_destroy(a);
}

// ---- scenes that cannot be ------------------------------------------------------------------

typedef struct fault {
    const char *text, *sentence;
} fault;

#define CUBE(words) "bodies:\n  - {name: c, sample: cube, kind: solid, tets: 40, " words "}\n"

#define FOLLOW(words) CUBE("held: {base: 0.1}") "support:\n  follows: {" words "}\n"

static const fault faults[] = {
    {CUBE("outside: cells"),
     "s.yaml:2: a solid touches by what is \"drawn\" of it or by its \"tets\", a shell by what is "
     "\"drawn\" or by its \"cells\", and a rigid body by what it is"},
    {CUBE("held: {base: 0.1}") "springs:\n  - {region: {base: 0.1}, stiffness: 5}\n",
     "s.yaml:4: the node at (-0.1339, -0.09577, -0.07252) m is held twice: by \"held\" and by this "
     "spring; make "
     "one of the regions smaller"},
    {CUBE("unit: 1") "support:\n  moves: [{at: 0, velocity: [1, 0, 0]}]\n",
     "s.yaml:4: the support carries no body: nothing is held; give a body \"held\", or leave the "
     "support out"},
    {CUBE("unit: 1") "start: rest\n",
     "s.yaml:2: \"start: rest\" is for bodies that something holds: nothing is \"held\" or on "
     "\"springs\", and they would fall for ever"},
    {CUBE("unit: 1") "shapes: hanging\n",
     "s.yaml:2: \"shapes: hanging\" is for bodies that something holds: nothing is \"held\", and "
     "they would float"},
    {"bodies: [{name: c, sample: cub, kind: solid}]\n", "s.yaml:1: there is no sample \"cub\""},
    {"bodies: [{name: c, sample: cube, kind: rigid}]\n",
     "s.yaml:1: all bodies are rigid: nothing would move"},
    {CUBE("held: {sphere: {centre: [5, 0, 0], radius: 1}}"),
     "s.yaml:2: no node of body \"c\" lies in this region; it reaches from (-0.228, -0.0958, "
     "-0.261) to (0.244, 0.376, 0.211) m"},
    {CUBE("held: {meshes: [cub]}"),
     "s.yaml:2: there is no node, mesh or material \"cub\"; did you mean \"cube\"?"},
    {CUBE("meshes: [leg]"),
     "s.yaml:2: there is no node, mesh or material \"leg\"; the file has cube, cube"},
    {CUBE("drawn: cube"), "s.yaml:2: body \"c\" has no triangles beside those that are only drawn"},
    {CUBE("held: {vertices: [8]}"), "s.yaml:2: body \"c\" has the vertices 0 to 7, not 8"},
    {CUBE("held: {vertices: [3, 3]}"), "s.yaml:2: vertex 3 is listed twice"},
    {CUBE("held: {base: 0.95, vertices: [0, 1, 2, 3, 4, 5, 6, 7]}") "pushes:\n"
                                                                    "  - {region: {body: d}, "
                                                                    "force: [0, 0, 1]}\n",
     "s.yaml:4: there is no body \"d\""},
    {CUBE("held: {base: 0.1}") "pushes:\n  - {region: {base: 0.1}, force: [0, 0, 1]}\n",
     "s.yaml:4: all nodes of this region are held, so that the push moves nothing: make the region "
     "larger, or put it elsewhere"},
    {CUBE("held: {}"), "nothing is free to move: all nodes of the body are held"},
    {"bodies:\n  - {name: c, sample: cube, kind: solid, tets: 40}\n"
     "  - {name: s, sample: sheet, kind: shell}\npushes:\n  - {region: {}, force: [0, 0, 1]}\n",
     "s.yaml:5: there are 2 soft bodies: say which one with \"body\""},
    {"bodies: [{name: x, file: nowhere.obj, kind: shell}]\n",
     "nowhere.obj: cannot be opened: No such file or directory"},
    {CUBE("held: {base: 0.1}") "support: {motion: nowhere.csv}\n",
     "nowhere.csv: cannot be opened: No such file or directory"},
    {FOLLOW("file: nowhere.glb, clip: wave, node: hand"),
     "nowhere.glb: cannot be opened: No such file or directory"},
    {FOLLOW("sample: rug, clip: wave, node: hand"), "s.yaml:4: there is no sample \"rug\""},
    {FOLLOW("sample: cube, clip: wave, node: cube"), "s.yaml:4: there is no clip \"wave\""},
    {FOLLOW("sample: rig, clip: wafe, node: hand"),
     "s.yaml:4: there is no clip \"wafe\"; did you mean \"wave\"?"},
    {FOLLOW("sample: rig, clip: wave, node: hans"),
     "s.yaml:4: there is no node \"hans\"; did you mean \"hand\"?"},
    {FOLLOW("sample: rig, clip: wave, node: twin"),
     "s.yaml:4: 2 nodes are called \"twin\": give one of them another name"},
    {FOLLOW("sample: rig, clip: wave, node: flat"),
     "s.yaml:4: node \"flat\" is scaled to nothing at rest: follow another one"},
    {FOLLOW("sample: rig, clip: wave, node: balloon"),
     "s.yaml:4: node \"balloon\" is scaled or sheared by the clip, to 1, 1.07, 1 of its size at "
     "rest at 0.01667 s, and a support is rigid: follow another node, or bake the scale into the "
     "mesh"},
};

TEST(scenes_that_cannot_be_get_a_sentence) {
    for (size_t i = 0; i < sizeof faults / sizeof *faults; ++i) {
        kit_run k;
        CHECK(!kit_make(&k, faults[i].text, 1));
        CHECK(k.r.error_count >= 1);
        const char* said = NULL;
        for (int32_t n = 0; n < k.r.count && said == NULL; ++n)
            if (k.r.findings[n].severity == FINDING_ERROR)
                said = finding_text(&k.r.findings[n], k.memory);
        CHECK_TEXT(said, faults[i].sentence);
        kit_end(&k);
    }
}

int main(int argc, char** argv) {
    static const test_case cases[] = {
        CASE(what_nothing_holds_falls_as_a_stone),
        CASE(a_push_gives_its_impulse),
        CASE(a_body_on_a_spring_swings),
        CASE(what_begins_at_rest_stays_at_rest),
        CASE(shapes_that_hang_already_hang_no_further),
        CASE(the_world_and_the_support_see_one_motion),
        CASE(what_is_held_goes_with_the_node_of_a_clip),
        CASE(what_is_resumed_has_the_bytes_of_what_went_on),
        CASE(threads_change_no_byte),
        CASE(a_checkpoint_that_is_torn_or_another_one_is_refused),
        CASE(what_is_carried_along_a_sheet_goes_straight_when_its_nodes_do),
        CASE(what_stands_beside_a_sheet_goes_with_it),
        CASE(scenes_that_cannot_be_get_a_sentence),
    };
    if (mkdtemp(folder) == NULL)
        return 1;
    int code = test_run(cases, (int)(sizeof cases / sizeof *cases), argc, argv);
    rmdir(folder);
    return code;
}
