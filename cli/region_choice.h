// Soft parts of a character by words on the command line.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/volume/part_auto.h"
#include "cli/cli.h"

// Options that were not given are NULL. What is given narrows the rest down.
typedef struct region_choice {
    const char* part; // of those that are found, or the name of the region
    const char *bones, *attribute, *color, *box, *sphere;
    double threshold; // of weights and paint
} region_choice;

bool region_chosen(const region_choice* x);
int region_choice_check(const region_choice* x); // EXIT_OK, or a sentence and EXIT_BAD_USAGE

// The region that is described, or all soft parts that are found, or the one of that name. 0 with a
// sentence when there is none.
int32_t region_plans(const region_choice* x, int threads, cli* c, const character* body,
                     part_plan plans[PARTS_MOST]);
