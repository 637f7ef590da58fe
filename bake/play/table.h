// Lines of numbers, as tables that people write have them: commas, semicolons or blanks between.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/import/lines.h"

// The numbers of a line that text_more is true of; returns how many. bad: a word that is no finite number, or more
// than `most`.
int32_t table_numbers(text* t, double* numbers, int32_t most, bool* bad);
