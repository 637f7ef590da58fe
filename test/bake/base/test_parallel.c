// Every item is done once, whatever the number of threads.
// SPDX-License-Identifier: MIT
#include "bake/base/parallel.h"
#include "test/kit/check.h"

static void add_one(void* user, int64_t begin, int64_t end) {
    int* items = user;
    for (int64_t i = begin; i < end; ++i)
        items[i] += 1;
}

TEST(every_item_is_done_once) {
    static int items[10007];
    int rounds = 0;
    for (int threads = 0; threads < 9; ++threads)
        for (int64_t grain = 1; grain < 20000; grain = grain * 7 + 1) {
            parallel_for(threads, 10007, grain, add_one, items);
            ++rounds;
        }
    for (int i = 0; i < 10007; ++i)
        CHECK(items[i] == rounds);
}

TEST(an_empty_loop_does_nothing) {
    int untouched = 5;
    parallel_for(4, 0, 16, add_one, &untouched);
    CHECK(untouched == 5);
}

TEST_MAIN(CASE(every_item_is_done_once), CASE(an_empty_loop_does_nothing))
