// Transfer folded with a light: the sums in double, for any number of numbers, in words and in bytes, and nothing beside them.
// SPDX-License-Identifier: MIT
#include "runtime/show/light_fold.h"
#include "test/kit/check.h"
#include "test/kit/random.h"

#include <stdlib.h>

enum { NUMBERS = 108, POINTS = 37 };

static int16_t words[POINTS * NUMBERS];
static int8_t bytes[POINTS * NUMBERS];
static float by[NUMBERS], got[3 * POINTS + 3], of_bytes[3 * POINTS + 3];

TEST(sums_are_those_in_double_and_nothing_beside_them_is_written) {
    seed = 4;
    double worst = 0.0;
    for (int32_t numbers = 3; numbers <= NUMBERS; numbers += 3)
        for (uint32_t count = 0; count <= POINTS; count += 1 + count / 3) {
            for (int32_t i = 0; i < POINTS * NUMBERS; ++i)
                words[i] = bytes[i] = (int8_t)random_in(-127.0, 127.0);
            for (int32_t i = 0; i < NUMBERS; ++i)
                by[i] = (float)random_in(-1.0, 1.0);
            for (int32_t i = 0; i < 3 * POINTS + 3; ++i)
                got[i] = of_bytes[i] = -77.0f;
            light_fold(words, by, numbers, count, got);
            light_fold_bytes(bytes, by, numbers, count, of_bytes);
            CHECK(memcmp(got, of_bytes, sizeof got) == 0);
            for (uint32_t p = 0; p < count; ++p)
                for (int32_t c = 0; c < 3; ++c) {
                    double sum = 0.0;
                    for (int32_t i = c; i < numbers; i += 3)
                        sum += (double)words[(int32_t)p * numbers + i] * (double)by[i];
                    worst = fmax(worst, fabs((double)got[3 * p + (uint32_t)c] - sum));
                }
            for (uint32_t i = 3 * count; i < 3 * POINTS + 3; ++i)
                CHECK(got[i] == -77.0f);
        }
    printf("        off by %.1e at most\n", worst);
    CHECK(worst < 1e-3); // of sums up to 4,572
}

TEST_MAIN(CASE(sums_are_those_in_double_and_nothing_beside_them_is_written))
