// What stands in a body's way, as the options --box and --ball say it.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/play/solid.h"

enum { SOLID_CHOICE_MOST = 2 };

// How many there are; below 0, after a sentence, when one is none. Texts may be NULL.
int32_t solid_choice(const char* box, const char* ball, play_solid out[SOLID_CHOICE_MOST]);
