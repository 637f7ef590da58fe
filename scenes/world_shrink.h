// Takes out of a world what its failure does not need: what is left can be read.
// SPDX-License-Identifier: MIT
#pragma once

#include "scenes/world_search.h"

// Leaves things out of the script, one after the other, and turns off what can be, as long as its score stays
// above `bound`. Returns the score of what is left; a world that is not above the bound stays as it is.
double world_shrink(world_script* s, script_stock* stock, search_measure by, double bound);
