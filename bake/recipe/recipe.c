// The defaults.
// SPDX-License-Identifier: MIT
#include "bake/recipe/recipe.h"

// How far flesh hangs at 1 g, of its size: a belly of 0.3 m by 2 cm, and swings at 4 to 5 Hz; a toy, which is to be seen to
// wobble, by twice that. What the rule is for and how it was chosen: docs/decisions/0011-defaults.md.
#define SAG_HELD 0.07
#define SAG_FREE 0.15

enum { RECIPE_MODES = 8 }; // of a part that says nothing

recipe_part recipe_part_default(void) {
    return (recipe_part){.name = "body",
                         .where = place_none(),
                         .region = {.threshold = 0.5},
                         .fixing = {.core = 0.3},
                         .tets = 3000,
                         .ten_nodes = true,
                         .material = material_presets[0].material, // fat
                         .sag = RECIPE_SAG_AUTO,
                         .damping = {.form = DAMPING_BY_SWINGS, .swings = 4.0},
                         .visible = {.pixels = 1080.0, .angle = 45.0},
                         .derivatives = true,
                         .stiffness = 1.0,
                         .damping_scale = 1.0,
                         .response = 1.0};
}

int32_t recipe_modes(const recipe_part* p, bool held) {
    if (p->modes > 0)
        return p->modes;
    return held && !p->plain && !recipe_is_posed(p) ? RECIPE_RESPONSES_MOST : RECIPE_MODES;
}

double recipe_fastest(const recipe_part* p) {
    double half = 0.5 * p->fps;
    if (!(p->below > 0.0) || !(half > 0.0))
        return fmax(p->below, half);
    return fmin(p->below, half);
}

double recipe_pixel(const recipe_visible* v) {
    double sine, cosine;
    exact_sincos(v->angle * EXACT_PI / 360.0, &sine, &cosine);
    return 2.0 * v->distance * sine / (cosine * v->pixels);
}

double recipe_sag(const recipe_part* p, bool held) {
    if (p->sag != RECIPE_SAG_AUTO)
        return p->sag;
    return held ? SAG_HELD : SAG_FREE;
}

recipe_target recipe_target_default(void) {
    return (recipe_target){.where = place_none(), .poisson = -1.0, .stiffness = 1.0, .mass = 1.0};
}

recipe recipe_default(void) {
    return (recipe){
        .bends = RECIPE_BENDS_ALL,
        .spin = true,
        .table_bits = 16,
        .defaults = recipe_part_default(),
        .recorded = {.tolerance = 0.01, .shortest = 0.25, .run_on = 0.1, .look = RECIPE_LOOK_ALL}};
}
