// Whatever bodies do to each other, no stored state has a crossing; and without contact the same scenes are full of them,
// so that the count can fail. What is drawn at random is searched further by `make test-all`.
// SPDX-License-Identifier: MIT
#define _GNU_SOURCE // mkdtemp
#include "test/thorough.h"
#include "test/torture_kit.h"

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
            CHECK(t.r.count > 0 && strstr(t.r.findings[0].text, "at the beginning") != NULL);
        }
        torture_end(&t);
        arena_destroy(memory);
    }
    printf("of %d scenes %d begin crossed, %d touch, %d end early\n", count, refused, touched,
           ended);
    CHECK(2 * touched >= count && 10 * ended <= count && 2 * refused <= count);
}

int main(int argc, char** argv) {
    static const test_case cases[] = {
        CASE(no_state_of_any_scene_has_a_crossing_and_without_contact_they_have),
        CASE(no_state_of_scenes_at_random_has_a_crossing),
    };
    if (mkdtemp(folder) == NULL)
        return 1;
    int code = test_run(cases, (int)(sizeof cases / sizeof *cases), argc, argv);
    rmdir(folder);
    return code;
}
