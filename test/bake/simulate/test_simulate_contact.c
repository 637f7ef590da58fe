// Scenes with contact through bake/simulate: what is resumed, by how many threads, where rigid bodies with supports of their
// own go, who touches whom, and what is refused.
// SPDX-License-Identifier: MIT
#define _GNU_SOURCE // mkdtemp
#include "test/kit/simulate_kit.h"

static char folder[] = TEST_FOLDER;

// Cloth that falls on a ball that comes from below, on a support that shakes: friction and stiffness are remembered.
static const char busy[] = "bodies:\n"
                           "  - {name: cloth, sample: cloth-4, kind: shell, unit: 0.3, at: [0, "
                           "0.12, 0], velocity: [0, -1, 0],\n"
                           "     material: {preset: cotton, bending: 1e-5, compression: 1e-3}}\n"
                           "  - {name: post, sample: box-1, kind: solid, tets: 20, unit: 0.1, at: "
                           "[1, 0, 0], held: {base: 0.3}}\n"
                           "  - {name: ball, sample: ball-3, kind: rigid, unit: 0.2, support: "
                           "{moves: [{at: 0.04, velocity: [0, 0.5, 0], spin: "
                           "[0, 90, 0]}]}}\n"
                           "support: {moves: [{at: 0.05, velocity: [0.2, 0, 0]}]}\n"
                           "contact: {friction: 0.5}\n"
                           "damping: {beta: 0.002}\n"
                           "accuracy: 1e-5\n"
                           "seconds: 0.15\n";

static bool play(kit_run* k, const char* text, int threads) {
    bool done = kit_make(k, text, threads) && kit_go(k, folder, -1);
    if (!done)
        kit_say(k);
    return done;
}

static bool same_bytes(const kit_run* a, const kit_run* b) {
    return a->file.size == b->file.size && memcmp(a->file.data, b->file.data, a->file.size) == 0;
}

TEST(what_is_resumed_has_the_bytes_of_what_went_on) {
    kit_run whole;
    CHECK(play(&whole, busy, 1));
    CHECK(contact_stats_of(whole.a.contact).most_pairs > 0);
    for (int32_t until = 2; until < 9; until += 3) {
        kit_run first, second;
        CHECK(kit_make(&first, busy, 1) && !kit_go(&first, folder, until));
        kit_end(&first);
        CHECK(play(&second, busy, 2));
        CHECK(second.result.resumed == until && same_bytes(&whole, &second));
        kit_end(&second);
    }
    kit_end(&whole);
}

TEST(threads_change_no_byte) {
    kit_run one;
    CHECK(play(&one, busy, 1));
    for (int threads = 2; threads < 4; ++threads) {
        kit_run k;
        CHECK(play(&k, busy, threads) && same_bytes(&one, &k));
        kit_end(&k);
    }
    kit_end(&one);
}

// A rigid body with a support of its own goes as that says, in the world, whatever the scene's does.
TEST(a_rigid_body_goes_its_own_way) {
    kit_run k;
    CHECK(play(&k, busy, 1));
    int32_t last = k.points.frame_count - 1, cloth = 25, post = k.a.bodies[1].drawn.vertex_count;
    double time = last / 60.0;
    const vec3* rest = k.a.bodies[2].drawn.positions;
    for (int32_t i = 0; i < k.a.bodies[2].drawn.vertex_count; ++i) {
        quat turn = quat_axis_angle(v3(0.0, 1.0, 0.0), (time - 0.04) * EXACT_PI / 2.0);
        vec3 x = v3_add(quat_rotate(turn, rest[i]), v3(0.0, 0.5 * (time - 0.04), 0.0));
        CHECK_NEAR(v3_distance(x, kit_point(&k, last, cloth + post + i)), 0.0, 1e-6);
    }
    kit_end(&k);
}

#define FALL(words, rest)                                                                          \
    "bodies:\n"                                                                                    \
    "  - {name: cloth, sample: cloth-2, kind: shell, unit: 0.2, at: [0, 0.02, 0], " words "}\n"    \
    "  - {name: floor, sample: cloth-1, kind: rigid}\n" rest "seconds: 0.2\n"

static double lowest(const char* text) {
    kit_run k;
    double least = INFINITY;
    bool done = play(&k, text, 1);
    for (int32_t i = 0; i < 9 && done; ++i)
        least = fmin(least, kit_point(&k, k.points.frame_count - 1, i).y);
    kit_end(&k);
    return done ? least : NAN;
}

TEST(who_touches_what) {
    CHECK(lowest(FALL("touches: all", "contact: auto\n")) > 0.0);
    CHECK(lowest(FALL("touches: others", "contact: auto\n")) > 0.0);
    CHECK(lowest(FALL("touches: nothing", "contact: auto\n")) < -0.1);
    CHECK(lowest(FALL("touches: all", "contact: none\n")) < -0.1);
    CHECK(lowest(FALL("touches: all", "contact: {thickness: 0.01}\n")) > 0.01);
}

typedef struct fault {
    const char *text, *sentence;
} fault;

static const fault faults[] = {
    {"bodies:\n  - {name: a, sample: cloth-2, kind: shell}\n  - {name: b, sample: upright-2, kind: "
     "rigid, at: [0, "
     "-0.45, 0.1]}\ncontact: auto\n",
     "of body \"b\" passes through triangle"},
    {"bodies:\n  - {name: a, sample: cloth-2, kind: shell, at: [0, 0.001, 0]}\n  - {name: b, "
     "sample: cloth-1, kind: "
     "rigid}\ncontact: {thickness: 0.002}\n",
     "is 0.001 m from triangle"},
    {"bodies: [{name: a, sample: cloth-2, kind: shell}]\ncontact: auto\nrule: conserving\n",
     "has the rule backward"},
    {"bodies: [{name: a, sample: cloth-2, kind: shell}]\ncontact: {friction: -1}\n", "friction"},
    {"bodies: [{name: a, sample: cloth-2, kind: shell}]\ncontact: {rubbing: 1}\n", "rubbing"},
    {"bodies: [{name: a, sample: cloth-2, kind: shell, touches: some}]\n",
     "\"touches\" is one of all, others, nothing"},
    {"bodies: [{name: a, sample: cloth-2, kind: shell, support: {}}]\n", "is for rigid bodies"},
};

TEST(scenes_that_cannot_be_get_a_sentence) {
    for (size_t i = 0; i < sizeof faults / sizeof *faults; ++i) {
        kit_run k;
        CHECK(!kit_make(&k, faults[i].text, 1) && k.r.count > 0);
        if (k.r.count == 0 || strstr(k.r.findings[0].text, faults[i].sentence) == NULL)
            kit_say(&k);
        CHECK(k.r.count > 0 && strstr(k.r.findings[0].text, faults[i].sentence) != NULL);
        kit_end(&k);
    }
}

// Self-contact may be switched off: sheets that are folded flat through themselves begin crossed, but not among `others`.
TEST(a_body_that_touches_others_only_may_cross_itself) {
    static const char crossed[] =
        "bodies:\n  - {name: a, sample: cloth-2, kind: shell, touches: others}\n"
        "  - {name: b, sample: cloth-1, kind: rigid, at: [0, -1, 0]}\ncontact: auto\n";
    kit_run k;
    CHECK(kit_make(&k, crossed, 1));
    double* u = ARENA_NEW(k.memory, double, 3 * (size_t)k.a.node_count);
    for (int i = 0; i < 3; ++i) { // the far row, folded back and down through the near one
        u[3 * (6 + i) + 1] = -0.3;
        u[3 * (6 + i) + 2] = -1.1;
        u[3 * i + 1] = -0.2;
    }
    CHECK(contact_crossings(k.a.contact, u, NULL, 0) == 0);
    kit_end(&k);
}

// A ball that rises through the held half of a cloth, by little or by far more than its size a step.
#define RISE(at, velocity)                                                                         \
    "bodies:\n"                                                                                    \
    "  - {name: cloth, sample: cloth-6, kind: shell, unit: 0.4, held: {box: [[-1, -1, -1], "       \
    "[0.05, "                                                                                      \
    "1, 1]]}, material: {preset: cotton, compression: 1e-3}}\n"                                    \
    "  - {name: ball, sample: ball-3, kind: rigid, unit: 0.05, at: [-0.1, " at                     \
    ", 0.01], support: {moves: [{at: 0.02, velocity: [0, " velocity ", 0]}]}}\n"                   \
    "contact: {distance: 1e-3}\ndamping: {beta: 0.002}\naccuracy: 1e-5\nseconds: 0.2\n"

static bool says(const kit_run* k, const char* words) {
    for (int32_t i = 0; i < k->r.count; ++i)
        if (strstr(k->r.findings[i].text, words) != NULL)
            return true;
    return false;
}

TEST(what_is_held_ends_the_run_before_an_obstacle_goes_through_it) {
    static const char* const scenes[] = {RISE("-0.1", "1"), RISE("-0.4", "80"), RISE("0.3", "-90")};
    for (int i = 0; i < 3; ++i) {
        kit_run k;
        CHECK(kit_make(&k, scenes[i], 1) && k.a.watched != NULL && !kit_go(&k, folder, -1));
        bool named = says(&k, "of body \"cloth\" meets triangle") ||
                     says(&k, "of body \"ball\" meets triangle");
        if (!named || !says(&k, "do not give way"))
            kit_say(&k);
        CHECK(named && says(&k, "do not give way"));
        stream_drop(&k.result.states);
        unlink(arena_format(k.memory, "%s/out.mdd.checkpoint", folder));
        kit_end(&k);
    }
    kit_run away, begun; // past it, and inside it from the beginning
    CHECK(play(&away, RISE("-0.2", "0.5"), 1));
    kit_end(&away);
    CHECK(!kit_make(&begun, RISE("0", "1"), 1) && says(&begun, "at the beginning triangle"));
    kit_end(&begun);
}

int main(int argc, char** argv) {
    static const test_case cases[] = {
        CASE(what_is_resumed_has_the_bytes_of_what_went_on),
        CASE(threads_change_no_byte),
        CASE(a_rigid_body_goes_its_own_way),
        CASE(who_touches_what),
        CASE(scenes_that_cannot_be_get_a_sentence),
        CASE(a_body_that_touches_others_only_may_cross_itself),
        CASE(what_is_held_ends_the_run_before_an_obstacle_goes_through_it),
    };
    if (mkdtemp(folder) == NULL)
        return 1;
    int code = test_run(cases, (int)(sizeof cases / sizeof *cases), argc, argv);
    rmdir(folder);
    return code;
}
