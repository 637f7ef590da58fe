// The defaults.
// SPDX-License-Identifier: MIT
#include "bake/recipe/recipe.h"

// Flesh that jumps and runs feels two to three g, and swings twice as far as it would hang: some
// two fifths of its size at most, where the limit begins to be felt. See docs/decisions/0010-defaults.md.
#define SAG_SHARE 0.15

recipe_part recipe_part_default(void) {
    return (recipe_part){.name = "body",
                         .region = {.threshold = 0.5},
                         .fixing = {.core = 0.3},
                         .tets = 3000,
                         .ten_nodes = true,
                         .material = material_presets[0].material, // fat
                         .sag = SAG_SHARE,
                         .damping = {.way = DAMPING_BY_SWINGS, .swings = 4.0},
                         .modes = 8,
                         .stiffness = 1.0,
                         .damping_scale = 1.0,
                         .response = 1.0};
}

recipe recipe_default(void) {
    return (recipe){.bends = true, .spin = true, .defaults = recipe_part_default()};
}
