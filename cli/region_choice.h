// A region of a character by words on the command line.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/volume/region.h"
#include "cli/cli.h"

// Options that were not given are NULL. What is given narrows the rest down.
typedef struct region_choice {
    const char *bones, *attribute, *color, *box, *sphere;
    double threshold; // of weights and paint
} region_choice;

bool region_chosen(const region_choice* x);
int region_choice_check(const region_choice* x); // EXIT_OK, or a sentence and EXIT_BAD_USAGE
bool region_choose(const region_choice* x, cli* c, const character* body, region* out);
