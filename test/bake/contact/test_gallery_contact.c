// The scenes of docs/gallery, counted: no state of beast, plant and door has a drawn triangle that passes through another, by an
// exact count that shares nothing with bake/contact, over the floats that are stored. A strike without contact does.
// SPDX-License-Identifier: MIT
#define _GNU_SOURCE // mkdtemp
#include "bake/base/file.h"
#include "test/kit/thorough.h"
#include "test/kit/torture_kit.h"

static char folder[] = TEST_FOLDER;

// For how long: all of it is ten seconds, for `make test-all`. The door's slam takes seconds a state.
typedef struct gallery_scene {
    const char* name;
    double seconds, thorough; // s
    int32_t
        each; // states from one count to the next, when thorough: those of 65,000 triangles take long
} gallery_scene;

static const gallery_scene gallery[] = {
    {"plant", 0.04, 10.0, 1}, {"door", 0.04, 4.0, 2}, {"beast", 0.0, 10.0, 4}};

typedef struct counting {
    torture* t;
    int32_t each;
} counting;

static bool count_some(void* user, const assembly* a, int32_t state, report* r) {
    const counting* c = user;
    c->t->counts = state % c->each == 0;
    return torture_stored(c->t, a, state, r);
}

static void run(const gallery_scene* g, double seconds, int32_t each) {
    report r = report_new(arena_create());
    bytes file;
    CHECK(file_map(arena_format(r.memory, TEST_SOURCE_FOLDER "/docs/gallery/%s.yaml", g->name),
                   &file, &r));
    char* text = arena_alloc(r.memory, file.size + 1, 1);
    memcpy(text, file.data, file.size);
    file_unmap(file);
    torture t;
    bool made = torture_make(&t, text, 2);
    t.s.seconds = seconds;
    counting c = {&t, each};
    const run_options o = {.output = arena_format(r.memory, "%s/gallery.pc2", folder),
                           .mark = 3,
                           .anew = true,
                           .stored = count_some,
                           .user = &c};
    t.done = made && run_scene(&t.a, &o, t.memory, &t.result, &t.r);
    if (!t.done)
        torture_say(&t);
    printf("%s: %d states, crossings %lld (%lld of floats)\n", g->name, t.states,
           (long long)t.crossings, (long long)t.float_crossings);
    CHECK(t.done && t.crossings == 0 && t.float_crossings == 0);
    if (t.states > 0)
        stream_drop(&t.result.states);
    run_forget(&o, t.memory);
    torture_end(&t);
    arena_destroy(r.memory);
}

TEST(no_state_of_the_gallery_has_a_drawn_crossing) {
    for (size_t i = 0; i < sizeof gallery / sizeof *gallery; ++i) {
        double seconds = test_thorough() ? gallery[i].thorough : gallery[i].seconds;
        if (seconds > 0.0)
            run(&gallery[i], seconds, test_thorough() ? gallery[i].each : 3);
    }
}

// A ball of many triangles in few elements, thrown at a floor.
#define THROWN(contact)                                                                            \
    "bodies:\n"                                                                                    \
    "  - {name: ball, sample: ball-6, kind: solid, tets: 60, unit: 0.2, velocity: [0, -2, 0], "    \
    "material: {preset: rubber, young: 3e4, poisson: 0.3, density: 300}}\n"                        \
    "  - {name: floor, sample: box-2, kind: rigid, at: [0, -0.62, 0]}\n"                           \
    "contact: " contact "\ndamping: {beta: 0.01}\nrule: backward\naccuracy: 1e-5\nseconds: 0.1\n"

TEST(a_drawn_skin_that_is_finer_than_its_elements_crosses_nothing_and_without_contact_it_does) {
    static const char* const scenes[] = {THROWN("auto"), THROWN("none")};
    for (int i = 0; i < 2; ++i) {
        torture t;
        CHECK(torture_make(&t, scenes[i], 1) && torture_go(&t, folder));
        torture_say(&t);
        printf("%s: %d states, %lld crossings\n", i == 0 ? "with" : "without", t.states,
               (long long)t.crossings);
        CHECK((t.crossings == 0) == (i == 0));
        CHECK(i == 1 || (t.a.is_carried && contact_stats_of(t.a.contact).most_pairs > 0));
        torture_end(&t);
    }
}

int main(int argc, char** argv) {
    static const test_case cases[] = {
        CASE(no_state_of_the_gallery_has_a_drawn_crossing),
        CASE(
            a_drawn_skin_that_is_finer_than_its_elements_crosses_nothing_and_without_contact_it_does),
    };
    if (mkdtemp(folder) == NULL)
        return 1;
    int code = test_run(cases, (int)(sizeof cases / sizeof *cases), argc, argv);
    rmdir(folder);
    return code;
}
