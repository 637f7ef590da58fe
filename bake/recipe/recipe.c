// The defaults.
// SPDX-License-Identifier: MIT
#include "bake/recipe/recipe.h"

recipe recipe_default(void) {
    return (recipe){.bends = true, .spin = true};
}

recipe_part recipe_part_default(void) {
    recipe_part p = {.name = "body",
                     .region = {.threshold = 0.5},
                     .fixing = {.core = 0.3},
                     .tets = 3000,
                     .ten_nodes = true,
                     .damping = {.way = DAMPING_BY_SECONDS, .seconds = 1.0},
                     .modes = 8,
                     .stiffness = 1.0,
                     .damping_scale = 1.0,
                     .response = 1.0};
    for (int i = 0; i < MATERIAL_PRESET_COUNT; ++i)
        if (material_presets[i].name[0] == 'f' && material_presets[i].name[1] == 'a')
            p.material = material_presets[i].material; // fat
    return p;
}
