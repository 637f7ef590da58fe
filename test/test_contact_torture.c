// Whatever bodies do to each other, no stored state has a crossing; and without contact the same scenes are full of them,
// so that the count can fail.
// SPDX-License-Identifier: MIT
#define _GNU_SOURCE // mkdtemp
#include "test/thorough.h"
#include "test/torture_kit.h"

static char folder[] = TEST_FOLDER;

static void run_scene_both_ways(const contact_scene* s) {
    torture with, without;
    if (!torture_make(&with, s->text, 2))
        torture_say(&with);
    CHECK(with.made);
    torture_go(&with, folder);
    const newmark* n = dynamics_stepper(with.a.motion);
    contact_stats c = contact_stats_of(with.a.contact);
    printf(
        "%s: %d states of %d, %lld crossings (%lld of floats); %.1f corrections and %.1f matrices "
        "a state, %lld cut; %lld pairs at most, gap %.2g m; %.2f s of processor\n",
        s->name, with.states, simulation_states(&with.s), (long long)with.crossings,
        (long long)with.float_crossings, (double)n->newton.counts.corrections / with.states,
        (double)n->newton.counts.matrices / with.states, (long long)n->cut, (long long)c.most_pairs,
        c.smallest, with.result.processor);
    if (with.done == s->impossible)
        torture_say(&with);
    CHECK(with.done != s->impossible && with.crossings == 0);
    CHECK(s->impossible || c.most_pairs > 0);
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
        run_scene_both_ways(&contact_scenes[i]);
}

int main(int argc, char** argv) {
    static const test_case cases[] = {
        CASE(no_state_of_any_scene_has_a_crossing_and_without_contact_they_have),
    };
    if (mkdtemp(folder) == NULL)
        return 1;
    int code = test_run(cases, (int)(sizeof cases / sizeof *cases), argc, argv);
    rmdir(folder);
    return code;
}
