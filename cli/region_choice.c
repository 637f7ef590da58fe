// Lists of names and of numbers, with commas between.
// SPDX-License-Identifier: MIT
#include "cli/region_choice.h"

#include "bake/base/text.h"
#include "bake/recipe/recipe_region.h"

#include <string.h>

bool region_chosen(const region_choice* x) {
    return x->bones != NULL || x->attribute != NULL || x->color != NULL || x->box != NULL ||
           x->sphere != NULL;
}

int region_choice_check(const region_choice* x) {
    double n[6];
    float rgb[3];
    if (x->color != NULL && !recipe_color(x->color, rgb))
        return cli_usage_error("--color takes six hexadecimal digits, like e4572e");
    if (x->box != NULL && !cli_numbers(x->box, 6, n))
        return cli_usage_error("--box takes six numbers, like -0.1,0,0,0.1,0.5,1");
    if (x->sphere != NULL && !cli_numbers(x->sphere, 4, n))
        return cli_usage_error("--sphere takes four numbers, like 0,1,0,0.25");
    return EXIT_OK;
}

// Its numbers were read once before, by region_choice_check.
static recipe_region describe(const region_choice* x, arena* memory) {
    recipe_region g = {.threshold = x->threshold,
                       .attribute_or_null = x->attribute,
                       .color_or_null = x->color,
                       .box.given = x->box != NULL,
                       .sphere.given = x->sphere != NULL};
    double n[6] = {0};
    if (x->bones != NULL)
        g.bones = text_pieces(x->bones, &g.bone_count, memory);
    if (g.box.given && cli_numbers(x->box, 6, n)) {
        g.box.corner[0] = v3(n[0], n[1], n[2]);
        g.box.corner[1] = v3(n[3], n[4], n[5]);
    }
    if (g.sphere.given && cli_numbers(x->sphere, 4, n)) {
        g.sphere.centre = v3(n[0], n[1], n[2]);
        g.sphere.radius = n[3];
    }
    return g;
}

int32_t region_plans(const region_choice* x, int threads, cli* c, const character* body,
                     part_plan plans[PARTS_MOST]) {
    if (region_chosen(x)) {
        plans[0].name = x->part != NULL ? x->part : "part";
        recipe_region g = describe(x, c->memory);
        return recipe_region_of(&g, body, NULL, 0, c->memory, &plans[0].region, &c->findings);
    }
    int32_t count = parts_find(body, threads, c->memory, plans, &c->findings);
    if (x->part == NULL || count == 0)
        return count;
    const char* names[PARTS_MOST];
    for (int32_t i = 0; i < count; ++i) {
        names[i] = plans[i].name;
        if (strcmp(names[i], x->part) == 0) {
            plans[0] = plans[i];
            return 1;
        }
    }
    report_error(&c->findings, place_none(), "there is no part \"%s\"%s", x->part,
                 text_hint(x->part, names, count, "; `supple parts` shows all", c->memory));
    return 0;
}
