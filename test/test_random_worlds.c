// Random worlds keep the laws, and so do the worst that a search has found.
//
// Fifty are drawn, a thousand when thorough, and then the worst are changed to look for worse. Nothing may
// become infinite, gain energy, pass through anything, or work without bound; what can rest does. Work is
// counted, not timed.
// SPDX-License-Identifier: MIT
#include "scenes/world_search.h"
#include "test/check.h"
#include "test/thorough.h"

// The worst of their time, with what they showed then.
typedef struct worst {
    uint64_t number;
    const char* showed;
} worst;

static const worst found[] = {
    {0x29, "a kick at a vertex of a ball of 3 mm on the ground: 22 times its energy"},
    {0x30, "a slab on a joint, teleported by half its size: 1,000 times"},
    {0x13, "a rod, a cube and a ring in each other: 800 times the energy, 1.3 km/s"},
    {0x20, "bodies of 5 to 40 m in each other: 10 km/s"},
    {0xe1, "infinite, with 8 million rows in a frame"},
    {0xce, "1e9 m/s"},
    {0x2e, "a slab, pinned and kicked: a third more energy"},
    {0x27, "a cube of 10 m, pinned in flight: 15 %"},
    {0x14, "a million rows in a frame of two bodies"},
    {0x62, "a rod that spins faster than its flesh swings: 6 %"},
    {0x173, "the same: 1e36 J"},
    {0x123, "the same: 48 %"},
    {0x17, "two cubes of 15 m on joints, one put into the other: 10 times"},
    {0x31, "eight bodies of 1 cm, sweeps that did not end near a solution: 5,800 times"},
    {0x66, "a hinged rod of 4 mm at 3,000 rad/s: infinite"},
    {0x95, "a stiff rod on the ground, kicked: 4e10 times"},
    {0x12f, "a stiff rod, kicked, in flight: 2,900 times"},
    {0x1a0, "a stiff ring, kicked while it lies: 17 times"},
    {0x268, "the same, a meter wide: twice"},
    {0x108, "a pinned slab, put elsewhere: 3 times"},
    {0x13c, "a ball that is welded to the world in a capsule: 1.4 times"},
    {0x282, "a rod on a distance, a pendulum of 2 cm: 43 %"},
    {0x78, "a ball that its flesh cannot bear: its centre below the ground"},
    {0x351, "a slab of 3 mm under a cube: the same"},
    {0x1df, "a rod of 9 mm that friction holds: never asleep"},
    {0x129, "a cube of 20 m put around one of 5 m: in each other for seconds"},
    {0x19b,
     "a ball of 46 m that a pin pulls between two boxes: 250,000 rows and points in a frame"},
    {0x24d, "flesh of 0.5 Hz on a joint: half in the ground"},
    {0x319, "a slab of 2 mm that a pin pulls into the ground: half in it"},
    // of seeds 1 to 3,000, those that were cured since; 0x4f6 and 0x914 broke under designs that were tried on the way
    {0x7f, "a slab across two walls that close: 1.2 times the energy, 2,900 rad/s"},
    {0x289, "a ball on a joint far outside of it: 14 % more energy"},
    {0x4f6, "soft joints that foresee spin without end: 118 times"},
    {0x77a, "a soft cube of 2 mm on a joint: 0.8 of its size in the ground"},
    {0x4ad, "a cube of 1 cm and 3 Hz that falls: 0.41 of its size in the ground"},
    {0x65d, "a cube of 1 cm and 0.6 Hz: the same"},
    {0x5a8, "a soft cube that 18 times its weight presses to a wall: 0.73 in it"},
    {0x85, "a slab and a cube in a press: 241,000 rows and points in a frame"},
    {0x2d9, "a slab that leans on a figure: each woke the other for ever"},
    {0x8a, "a slab of 6 kHz thrown across a room: asleep late"},
    {0x914, "a soft rod whose flesh shivers at its limit: never asleep"},
    // cured by accounts of energy
    {0x4e1, "a ball that spins faster than its flesh swings, in flight: 6 %"},
    {0x95f, "a slab of 5 mm on a joint, kicked to 25,000 rad/s: a third more energy"},
    {0xe98, "a slab and a ring on joints, pinned: 60 %"},
    {0xddb, "a ball that two pins stretch; the fault was one of the books"},
};

// The worst of worlds that were changed from the worst (search_climb), with the seed first.
static const struct {
    uint64_t numbers[SEARCH_PATH];
    int32_t count;
    const char* showed;
} climbed[] = {
    {{0x22c, 0x100005c, 0x1000068},
     3,
     "an undamped ball that spins: 1.2 times the energy, 636 m/s"},
    {{0x22c, 0x100005c, 0x1000068, 0x10000a0}, 4, "the same"},
};

static search looked; // too large for the stack

static int judge(const uint64_t* numbers, int32_t count) {
    search_found f = {.count = count};
    search_result r;
    memcpy(f.numbers, numbers, sizeof *numbers * (size_t)count);
    if (search_try(&looked, f.numbers, f.count, &r) && search_lawful(&r))
        return 0;
    search_print_result(&f, &r, stdout);
    return 1;
}

TEST(random_worlds_keep_the_laws) {
    int32_t draws = test_thorough() ? 1000 : 50;
    search_begin(&looked);
    looked.seconds = test_thorough() ? 20.0 : 0.0;
    int32_t wrong = search_draw(&looked, 1, draws);
    int32_t climbs = test_thorough() ? 200 : 0;
    // printed, not judged: some take more work than the bound (docs/decisions/0068)
    int32_t above = search_climb(&looked, 0x1000000, climbs);
    search_print(&looked, stdout);
    printf("    %d of %d worlds changed from the worst break a law\n", above, climbs);
    printf("    %d of %d worlds break a law; bounds: gain %g, work %g, depth %g\n", wrong, draws,
           search_bounds[SEARCH_GAIN], search_bounds[SEARCH_WORK], search_bounds[SEARCH_DEPTH]);
    CHECK(looked.worlds >= draws);
    CHECK(wrong == 0);
    search_end(&looked);
}

TEST(the_worst_that_were_found_keep_the_laws) {
    int wrong = 0;
    search_begin(&looked);
    looked.seconds = 20.0; // or what is never asleep would not be seen
    for (size_t i = 0; i < sizeof found / sizeof *found; ++i)
        wrong += judge(&found[i].number, 1);
    for (size_t i = 0; i < sizeof climbed / sizeof *climbed; ++i)
        wrong += judge(climbed[i].numbers, climbed[i].count);
    CHECK(wrong == 0);
    search_end(&looked);
}

TEST(a_world_is_the_same_every_time) {
    static world_script a, b;
    const uint64_t numbers[3] = {7, 8, 9};
    random_world(numbers, 3, &a);
    random_world(numbers, 3, &b);
    CHECK(memcmp(&a, &b, sizeof a) == 0);
}

TEST_MAIN(CASE(random_worlds_keep_the_laws), CASE(the_worst_that_were_found_keep_the_laws),
          CASE(a_world_is_the_same_every_time))
