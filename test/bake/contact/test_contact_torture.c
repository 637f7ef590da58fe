// Whatever bodies do to each other, no stored state has a crossing; and without contact the same scenes are full of them,
// so that the count can fail. What is drawn at random is searched further by `make test-all`.
// SPDX-License-Identifier: MIT
#define _GNU_SOURCE // mkdtemp
#include "test/kit/thorough.h"
#include "test/kit/torture_kit.h"

static char folder[] = TEST_FOLDER;

static void print(const char* name, const torture* t) {
    const newmark* n = dynamics_stepper(t->a.motion);
    contact_stats c = contact_stats_of(t->a.contact);
    printf("%s: %d states of %d, %lld crossings (%lld of floats); %.1f corrections and %.1f "
           "matrices a state, %lld cut; %lld pairs at most, gap %.2g m\n",
           name, t->states, simulation_states(&t->s), (long long)t->crossings,
           (long long)t->float_crossings, (double)n->newton.counts.corrections / t->states,
           (double)n->newton.counts.matrices / t->states, (long long)n->cut,
           (long long)c.most_pairs, c.smallest);
}

static void run_both_ways(const contact_scene* s) {
    torture with, without;
    if (!torture_make(&with, s->text, 2))
        torture_say(&with);
    CHECK(with.made);
    torture_go(&with, folder);
    print(s->name, &with);
    if (with.done == s->impossible)
        torture_say(&with);
    CHECK(with.done != s->impossible && with.crossings == 0);
    CHECK(contact_stats_of(with.a.contact).most_pairs > 0);
    torture_end(&with);
    arena* memory = arena_create();
    CHECK(torture_make(&without, contact_scene_without(s->text, memory), 2));
    torture_go(&without, folder);
    printf("    without contact %lld crossings\n", (long long)without.crossings);
    CHECK(without.done && without.crossings > 0);
    torture_end(&without);
    arena_destroy(memory);
}

TEST(no_state_of_any_scene_has_a_crossing_and_without_contact_they_have) {
    for (int i = 0; i < contact_scene_count; ++i)
        if (contact_scenes[i].quick || test_thorough())
            run_both_ways(&contact_scenes[i]);
}

static bool is_refused_as_crossed(const torture* t) {
    for (int32_t i = 0; i < t->r.count; ++i)
        if (strstr(t->r.findings[i].text, "at the beginning") != NULL)
            return true;
    return false;
}

// A scene that begins crossed is refused with the pairs named; one that is not solved ends with a sentence. Neither may cross.
TEST(no_state_of_scenes_at_random_has_a_crossing) {
    int32_t refused = 0, ended = 0, touched = 0, count = test_thorough() ? 40 : 4;
    for (int32_t i = 0; i < count; ++i) {
        torture t;
        arena* memory = arena_create();
        const char* text = contact_random_scene((uint64_t)i + 1, memory);
        if (torture_make(&t, text, 2)) {
            torture_go(&t, folder);
            print(arena_format(memory, "scene %d", i + 1), &t);
            touched += contact_stats_of(t.a.contact).most_pairs > 0;
            ended += !t.done;
            if (!t.done || t.crossings > 0) {
                printf("%s", text);
                torture_say(&t);
            }
            CHECK(t.crossings == 0 && (t.done || t.r.count > 0));
        } else {
            ++refused;
            CHECK(is_refused_as_crossed(&t));
        }
        torture_end(&t);
        arena_destroy(memory);
    }
    printf("of %d scenes %d begin crossed, %d touch, %d end early\n", count, refused, touched,
           ended);
    CHECK(2 * touched >= count && ended == 0 && 2 * refused <= count);
}

typedef const char* (*drawn_scene)(uint64_t seed, arena* memory);

// All of scenes that are drawn go to their end, or are refused because they begin crossed. None may cross.
static void go_to_their_end(const char* name, drawn_scene draw, const int32_t* seeds,
                            int32_t count) {
    int32_t ended = 0, refused = 0;
    for (int32_t i = 0; i < count; ++i) {
        torture t;
        arena* memory = arena_create();
        int32_t seed = seeds != NULL ? seeds[i] : i + 1;
        const char* text = draw((uint64_t)seed, memory);
        if (torture_make(&t, text, 2)) {
            torture_go(&t, folder);
            print(arena_format(memory, "%s %d", name, seed), &t);
            ended += !t.done;
            if (!t.done)
                torture_say(&t);
            CHECK(t.crossings == 0);
        } else {
            ++refused;
            CHECK(is_refused_as_crossed(&t));
        }
        torture_end(&t);
        arena_destroy(memory);
    }
    printf("of %d %ss %d begin crossed, %d end early\n", count, name, refused, ended);
    CHECK(2 * refused <= count && ended == 0);
}

// Heavy, coarse bodies that come fast, one step a frame: the barrier must become as stiff as the strike needs within the step
// (docs/decisions/0074-strikes.md). The seeds are the ones that ended before it did.
TEST(strikes_and_heaps_go_to_their_end) {
    static const int32_t strikes[] = {21, 22};
    bool all = test_thorough();
    go_to_their_end("strike", contact_random_strike, all ? NULL : strikes, all ? 60 : 2);
    if (all)
        go_to_their_end("heap", contact_random_heap, NULL, 12);
}

int main(int argc, char** argv) {
    static const test_case cases[] = {
        CASE(no_state_of_any_scene_has_a_crossing_and_without_contact_they_have),
        CASE(no_state_of_scenes_at_random_has_a_crossing),
        CASE(strikes_and_heaps_go_to_their_end),
    };
    if (mkdtemp(folder) == NULL)
        return 1;
    int code = test_run(cases, (int)(sizeof cases / sizeof *cases), argc, argv);
    rmdir(folder);
    return code;
}
