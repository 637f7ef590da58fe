// Reads as the recipe: unit, surface, parts, each part's modes and shapes, the asset.
// SPDX-License-Identifier: MIT
#include "bake/bake.h"

#include "bake/base/text.h"
#include "bake/model/soft.h"
#include "bake/model/whole.h"
#include "bake/scene/bind.h"
#include "bake/scene/unit.h"
#include "bake/volume/part_auto.h"

#include <string.h>

static const double GRAVITY = 9.81; // m/s^2, along -y of the file's world

typedef struct baking {
    const scene* s;
    const recipe* how;
    const bake_options* options;
    arena* memory;
    report* r;
    pose pose;
    surface surface;
    character character;
    soft_body body;
    int32_t plan_count;
    recipe_part* plans; // the recipe's parts, or those of the search
    region* regions;    // [plan_count]
    asset_draft_part* drafts;
    bake_result* out;
} baking;

// ---- what to make ----------------------------------------------------------------------

static bool settle_unit(baking* b) {
    bake_result* out = b->out;
    bounds box = bounds_of(b->surface.positions, b->surface.vertex_count);
    out->unit_reason = "as the recipe says";
    out->unit = b->how->unit;
    if (out->unit > 0.0)
        return true;
    unit_guess guess = unit_from_size(box, unit_hints_of(b->s), &out->unit_reason, b->memory);
    out->unit = unit_in_metres(guess);
    return true;
}

// The places of the search as parts of a recipe, with the defaults for all else.
static void plan_search(baking* b, const part_plan* found, int32_t count) {
    b->plan_count = count;
    b->plans = ARENA_NEW(b->memory, recipe_part, (size_t)count);
    for (int32_t i = 0; i < count; ++i) {
        b->plans[i] = recipe_part_default();
        b->plans[i].name = found[i].name;
        b->plans[i].region.place_or_null = found[i].name;
    }
}

static bool choose_region(baking* b, const recipe_part* how, const part_plan* found, int32_t count,
                          region* out) {
    return region_of_recipe(&how->region, &b->character, found, count, b->memory, out, b->r);
}

static bool plan_parts(baking* b) {
    part_plan found[PARTS_MOST];
    bool searched = b->how->part_count == 0;
    for (int32_t i = 0; i < b->how->part_count; ++i)
        searched = searched || b->how->parts[i].region.place_or_null != NULL;
    int32_t count = 0;
    if (searched)
        count = parts_find(&b->character, b->options->threads, b->memory, found, b->r);
    b->plan_count = b->how->part_count;
    b->plans = b->how->parts;
    if (b->plan_count == 0)
        plan_search(b, found, count);
    b->regions = ARENA_NEW(b->memory, region, (size_t)b->plan_count);
    for (int32_t i = 0; i < b->plan_count; ++i)
        if (!choose_region(b, &b->plans[i], found, count, &b->regions[i]))
            return false;
    return b->plan_count > 0;
}
