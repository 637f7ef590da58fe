// Recipes: a text or a file, and what counts for every part of it.
// SPDX-License-Identifier: MIT
#include "bake/base/assert.h"
#include "bake/base/text.h"
#include "bake/library/library.h"
#include "bake/recipe/recipe_file.h"

#include <math.h>
#include <string.h>

typedef struct choice {
    const supple_bake_recipe* said;
    arena* memory;
    report* r;
    material material;
    recipe how;
} choice;

supple_bake_recipe supple_bake_recipe_default(void) {
    return (supple_bake_recipe){0};
}

static bool in_range(const choice* c) {
    const supple_bake_recipe* q = c->said;
    if (q->modes < 0 || q->modes > SUPPLE_BAKE_MODES_MAX)
        return report_error(c->r, place_none(), "modes are 1 to %d, not %d", SUPPLE_BAKE_MODES_MAX,
                            q->modes);
    if (q->tets != 0 && q->tets < SUPPLE_BAKE_TETS_MIN)
        return report_error(c->r, place_none(), "tets are %d to %d, not %d", SUPPLE_BAKE_TETS_MIN,
                            SUPPLE_BAKE_TETS_MAX, q->tets);
    if (q->tets > SUPPLE_BAKE_TETS_MAX) {
        int modes = q->modes;
        const recipe_part plain = recipe_part_default();
        modes = modes > 0 ? modes : recipe_modes(&plain, false);
        return report_error(c->r, place_none(),
                            "%d tets and %d modes a part would take %s; at most %d tets are taken",
                            q->tets, modes, bake_takes(q->tets, modes, c->r->memory),
                            SUPPLE_BAKE_TETS_MAX);
    }
    if (!(q->unit >= 0.0) || !isfinite(q->unit))
        return report_error(c->r, place_none(), "the unit is a length above 0, not %g", q->unit);
    if (!(q->first >= 0.0 && q->first <= SUPPLE_BAKE_FIRST_MAX))
        return report_error(c->r, place_none(), "the first mode is above 0 and up to %g Hz, not %g",
                            SUPPLE_BAKE_FIRST_MAX, q->first);
    if (!(q->base >= 0.0 && q->base <= SUPPLE_BAKE_BASE_MAX))
        return report_error(c->r, place_none(), "the base is 0 to %g of the height, not %g",
                            SUPPLE_BAKE_BASE_MAX, q->base);
    return (q->light >= 0 && q->light <= SUPPLE_BAKE_LIGHT_MAX) ||
           report_error(c->r, place_none(), "light is made for up to %d shapes, not %d",
                        SUPPLE_BAKE_LIGHT_MAX, q->light);
}

static void apply(const choice* c, recipe_part* p) {
    const supple_bake_recipe* q = c->said;
    if (q->material_or_null != NULL) {
        p->material = c->material;
        p->sag = p->first = 0.0;
    }
    if (q->first > 0.0) {
        p->first = q->first;
        p->sag = 0.0;
    }
    p->modes = q->modes > 0 ? q->modes : p->modes;
    p->tets = q->tets > 0 ? q->tets : p->tets;
    p->cell = q->tets > 0 ? 0.0 : p->cell;
    p->fixing.base = q->base > 0.0 ? q->base : p->fixing.base;
}

// One part of the recipe, or a place of the search by this name.
static bool choose_part(const choice* c, const char* name, recipe_part* out) {
    const recipe* how = &c->how;
    if (how->part_count == 0) {
        *out = how->defaults;
        out->name = out->region.place_or_null = name;
        return true;
    }
    const char** names = ARENA_NEW(c->memory, const char*, (size_t)how->part_count);
    for (int32_t i = 0; i < how->part_count; ++i) {
        names[i] = how->parts[i].name;
        if (strcmp(names[i], name) == 0) {
            *out = how->parts[i];
            return true;
        }
    }
    return report_error(c->r, place_file(c->said->path_or_null), "there is no part \"%s\"%s", name,
                        text_hint(name, names, how->part_count, "", c->memory));
}

static bool choose_parts(choice* c) {
    int32_t count = 0;
    const char** names = text_pieces(c->said->parts_or_null, &count, c->memory);
    recipe_part* parts = ARENA_NEW(c->memory, recipe_part, (size_t)count);
    for (int32_t i = 0; i < count; ++i)
        if (!choose_part(c, names[i], &parts[i]))
            return false;
    c->how.parts = parts;
    c->how.part_count = count;
    return true;
}

static bool read_text(choice* c) {
    const supple_bake_recipe* q = c->said;
    const char* path = q->path_or_null != NULL ? q->path_or_null : "recipe";
    path = arena_copy_text(c->memory, path, strlen(path)); // parts remember where they stand
    if (q->text_or_null == NULL)
        return q->path_or_null == NULL || recipe_read(path, c->memory, &c->how, c->r);
    char* text = arena_copy_text(c->memory, q->text_or_null, q->text_size);
    return recipe_parse((bytes){(const uint8_t*)text, q->text_size}, path, c->memory, &c->how,
                        c->r);
}

static bool choose(choice* c) {
    c->how = recipe_default();
    if (!in_range(c) || !read_text(c))
        return false;
    const char* material_name = c->said->material_or_null;
    if (material_name != NULL && !material_find(material_name, &c->material, place_none(), c->r))
        return false;
    c->how.unit = c->said->unit > 0.0 ? c->said->unit : c->how.unit;
    c->how.unit_asked = c->said->unit > 0.0;
    c->how.part_said = c->how.part_said || material_name != NULL || c->said->first > 0.0 ||
                       c->said->tets > 0 || c->said->base > 0.0 || c->said->parts_or_null != NULL;
    if (c->said->modes > 0) // of a recording; of anything else they are those of parts
        c->how.recorded.modes = c->said->modes;
    if (c->said->scene_or_null != NULL) {
        c->how.recorded.scene_or_null =
            arena_copy_text(c->memory, c->said->scene_or_null, strlen(c->said->scene_or_null));
        c->how.recorded.given = true;
    }
    c->how.light.shapes = c->said->light > 0 ? c->said->light : c->how.light.shapes;
    const char *file = c->said->light_file_or_null, *work = c->said->light_work_or_null;
    if (file != NULL)
        c->how.light.file_or_null = arena_copy_text(c->memory, file, strlen(file));
    if (work != NULL)
        c->how.light.work_or_null = arena_copy_text(c->memory, work, strlen(work));
    c->how.light.piece = c->said->light_piece;
    c->how.light.pieces = c->said->light_pieces;
    if (c->said->light_pieces > 0 && (c->how.light.shapes == 0 || work == NULL))
        return report_error(
            c->r, place_none(),
            "a piece is one of the light: say for how many shapes, and where to keep it");
    apply(c, &c->how.defaults);
    for (int32_t i = 0; i < c->how.part_count; ++i)
        apply(c, &c->how.parts[i]);
    return c->said->parts_or_null == NULL || choose_parts(c);
}

static bool make_recipe(supple_bake_job* job, arena* memory, void* user) {
    choice* c = user;
    c->memory = memory;
    c->r = &job->findings;
    return choose(c);
}

static void keep_recipe(supple_bake_job* job, arena* memory, void* user) {
    const choice* c = user;
    library_drop_result(job);
    arena_destroy(job->recipe_memory);
    job->recipe_memory = memory;
    job->recipe = c->how;
}

supple_bake_status supple_bake_set_recipe(supple_bake_job* job, const supple_bake_recipe* said) {
    SUPPLE_ASSERT(job != NULL && said != NULL);
    static const library_call call = {make_recipe, keep_recipe, OF_RECIPE};
    choice c = {.said = said};
    return library_make(job, &call, &c);
}

const char* supple_bake_input(const supple_bake_job* job) {
    SUPPLE_ASSERT(job != NULL);
    return job->recipe.input_or_null;
}
