// Everything that is given narrows the surface down.
// SPDX-License-Identifier: MIT
#include "bake/recipe/recipe_region.h"

#include "bake/base/assert.h"
#include "bake/base/color.h"
#include "bake/base/text.h"
#include "bake/volume/pieces.h"

#include <ctype.h>
#include <string.h>

#define COLOR_TOLERANCE 0.1 // linear RGB: one paint with its shades, not the next one

static bool find_place(const char* name, const part_plan* found, int32_t count, region* out,
                       arena* memory, report* r) {
    const char* names[PARTS_MOST];
    for (int32_t i = 0; i < count; ++i) {
        names[i] = found[i].name;
        if (strcmp(name, names[i]) == 0) {
            *out = found[i].region;
            return true;
        }
    }
    return report_error(
        r, place_none(), "there is no soft place \"%s\"%s", name,
        text_hint(name, names, count, "; `supple parts` lists those there are", memory));
}

bool recipe_color(const char* text, float rgb[3]) {
    uint32_t value = 0;
    for (int i = 0; i < 6; ++i) {
        const char* digits = "0123456789abcdef";
        const char* at = text[i] != 0 ? strchr(digits, tolower((unsigned char)text[i])) : NULL;
        if (at == NULL)
            return false;
        value = 16 * value + (uint32_t)(at - digits);
    }
    for (int i = 0; i < 3; ++i)
        rgb[i] = (float)color_from_srgb((value >> (16 - 8 * i) & 255) / 255.0);
    return text[6] == 0;
}

bounds recipe_bounds(const recipe_box* b) {
    return (bounds){v3_min(b->corner[0], b->corner[1]), v3_max(b->corner[0], b->corner[1])};
}

bool recipe_settle_rigid(const recipe* how, character* c, arena* memory, report* r) {
    return !how->rigid_given ||
           pieces_choose(c, (const char* const*)how->rigid, how->rigid_count, memory, r);
}

void recipe_take_rigid(const character* c, arena* memory, recipe* how) {
    how->rigid = ARENA_NEW(memory, const char*, (size_t)c->pieces->count);
    how->rigid_count = pieces_rigid_names(c, how->rigid, memory);
    how->rigid_given = true;
}

bool recipe_region_given(const recipe_region* g) {
    return g->place_or_null != NULL || g->bone_count > 0 || g->attribute_or_null != NULL ||
           g->color_or_null != NULL || g->box.given || g->sphere.given;
}

bool recipe_region_of(const recipe_region* g, const character* c, const part_plan* found,
                      int32_t found_count, arena* memory, region* out, report* r) {
    SUPPLE_ASSERT(found_count >= 0 && (found_count == 0 || found != NULL));
    *out = region_empty(c, memory);
    for (int32_t v = 0; v < out->count; ++v)
        out->value[v] = 1.0f;
    region x;
    float rgb[3];
    if (g->place_or_null != NULL) {
        if (!find_place(g->place_or_null, found, found_count, &x, memory, r))
            return false;
        region_intersect(out, &x);
    }
    if (g->bone_count > 0) {
        if (!region_by_bones(c, (const char* const*)g->bones, g->bone_count, g->threshold, memory,
                             &x, r))
            return false;
        region_intersect(out, &x);
    }
    if (g->attribute_or_null != NULL) {
        if (!region_by_attribute(c, g->attribute_or_null, g->threshold, memory, &x, r))
            return false;
        region_intersect(out, &x);
    }
    if (g->color_or_null != NULL) {
        if (!recipe_color(g->color_or_null, rgb))
            return report_error(r, place_none(),
                                "\"%s\" is no colour: write six hexadecimal digits, like e4572e",
                                g->color_or_null);
        x = region_by_color(c, rgb, COLOR_TOLERANCE, memory);
        region_intersect(out, &x);
    }
    if (g->box.given) {
        x = region_by_box(c, recipe_bounds(&g->box), memory);
        region_intersect(out, &x);
    }
    if (g->sphere.given) {
        x = region_by_sphere(c, g->sphere.centre, g->sphere.radius, memory);
        region_intersect(out, &x);
    }
    return true;
}
