// Middles and sizes, as numbers with commas between.
// SPDX-License-Identifier: MIT
#include "cli/solid_choice.h"

#include "cli/cli.h"

int32_t solid_choice(const char* box, const char* ball, play_solid out[SOLID_CHOICE_MOST]) {
    double n[6];
    int32_t count = 0;
    if (box != NULL) {
        if (!cli_numbers(box, 6, n) || !(n[3] > 0.0 && n[4] > 0.0 && n[5] > 0.0)) {
            cli_usage_error("--box is a middle and three edges above 0, six numbers with commas "
                            "between, not \"%s\"",
                            box);
            return -1;
        }
        out[count++] = (play_solid){.middle = v3(n[0], n[1], n[2]), .size = v3(n[3], n[4], n[5])};
    }
    if (ball != NULL) {
        if (!cli_numbers(ball, 4, n) || !(n[3] > 0.0)) {
            cli_usage_error("--ball is a middle and a radius above 0, four numbers with commas "
                            "between, not \"%s\"",
                            ball);
            return -1;
        }
        out[count++] = (play_solid){
            .ball = true, .middle = v3(n[0], n[1], n[2]), .size = v3(2.0 * n[3], 0, 0)};
    }
    return count;
}
