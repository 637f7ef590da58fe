// What a bake makes: the unit, the body, and the parts that its recipe names or that the search finds.
// SPDX-License-Identifier: MIT
#include "bake/baking.h"

#include "bake/recipe/recipe_region.h"
#include "bake/scene/bind.h"
#include "bake/scene/unit.h"

#include <math.h>

static void settle_unit(baking* b) {
    bake_result* out = b->out;
    unit_hints hints = unit_hints_of(b->s);
    bounds box = unit_box(&b->surface, hints);
    unit_guess guess = unit_from_size(box, hints, &out->unit_reason, b->memory);
    out->unit = unit_in_metres(guess);
    if (b->how->unit > 0.0) {
        out->unit = b->how->unit;
        out->unit_reason = b->how->unit_asked ? "as asked for" : "the recipe says so";
    }
}

// What no soft thing is long: the numbers of its modes would not fit the format either.
static bool is_believable(const baking* b) {
    bounds box = unit_box(&b->surface, unit_hints_of(b->s));
    vec3 s = v3_sub(box.high, box.low);
    double size = fmax(s.x, fmax(s.y, s.z)), metres = size * b->out->unit;
    if (metres >= UNIT_SMALLEST && metres <= UNIT_LARGEST)
        return true;
    return report_error(b->r, place_none(),
                        "the body is %.3g units long, which are %.3g m at 1 unit = %g m (%s): soft "
                        "bodies are between %g and %g m; say its unit (--unit, or `unit` in a "
                        "recipe), or scale it",
                        size, metres, b->out->unit, b->out->unit_reason, UNIT_SMALLEST,
                        UNIT_LARGEST);
}

bool baking_prepare(baking* b) {
    b->pose = bind_pose(b->s, b->memory);
    b->surface = surface_from_scene(b->s, &b->pose, b->memory);
    if (b->surface.triangle_count == 0)
        return report_error(b->r, place_none(), "there is no triangle in it to make soft");
    settle_unit(b);
    if (!is_believable(b))
        return false;
    b->character = character_new(b->s, &b->surface, &b->pose, b->memory);
    return recipe_settle_rigid(b->how, &b->character, b->memory, b->r);
}

// ---- parts -------------------------------------------------------------------------------

// The places of the search as parts of a recipe, with the defaults for all else.
static void plan_search(baking* b, const part_plan* found, int32_t count) {
    b->plan_count = count;
    b->plans = ARENA_NEW(b->memory, recipe_part, (size_t)count);
    for (int32_t i = 0; i < count; ++i) {
        b->plans[i] = b->how->defaults;
        b->plans[i].name = found[i].name;
        b->plans[i].region.place_or_null = found[i].name;
    }
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
    bool sound = true;
    for (int32_t i = 0; i < b->plan_count; ++i) {
        report own = report_new(b->memory);
        sound = recipe_region_of(&b->plans[i].region, &b->character, found, count, b->memory,
                                 &b->regions[i], &own) &&
                sound;
        report_pass_on(b->r, &own, b->plans[i].where, false);
    }
    return sound && b->plan_count > 0;
}

// A body without a skeleton is one part: the recipe's only one, or the defaults.
static void plan_whole(baking* b) {
    if (b->how->part_count > 1)
        report_warning(b->r, place_none(),
                       "there is no skeleton, so all of the body is one part: of %d parts only "
                       "\"%s\" is made",
                       b->how->part_count, b->how->parts[0].name);
    if (b->how->part_count > 0 && recipe_region_given(&b->how->parts[0].region))
        report_warning(b->r, place_none(),
                       "there is no skeleton, so all of the body is soft: the region of \"%s\" "
                       "is not used; hold the rest of it by `fixing`",
                       b->how->parts[0].name);
    b->plan_count = 1;
    b->plans = ARENA_NEW(b->memory, recipe_part, 1);
    b->plans[0] = b->how->part_count > 0 ? b->how->parts[0] : b->how->defaults;
    b->regions = ARENA_NEW(b->memory, region, 1); // all of it
}

bool baking_plan(baking* b) {
    if (b->character.axis_count > 0)
        return plan_parts(b);
    plan_whole(b);
    return true;
}

recipe baking_recipe(const baking* b) {
    recipe how = *b->how;
    how.part_count = b->plan_count;
    how.parts = b->plans;
    if (!how.rigid_given)
        recipe_take_rigid(&b->character, b->memory, &how);
    return how;
}

bool bake_plan(const scene* s, int threads, arena* memory, recipe* how, const char** unit_reason,
               report* r) {
    bake_result out = {0};
    bake_options o = {.threads = threads};
    baking b = {.s = s, .how = how, .options = &o, .memory = memory, .r = r, .out = &out};
    if (!baking_prepare(&b) || !baking_plan(&b))
        return false;
    *unit_reason = out.unit_reason;
    *how = baking_recipe(&b);
    return true;
}
