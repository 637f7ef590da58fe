// Lists of names and of numbers, with commas between.
// SPDX-License-Identifier: MIT
#include "cli/region_choice.h"

#include "bake/base/color.h"
#include "bake/base/text.h"

#include <ctype.h>
#include <string.h>

#define COLOR_TOLERANCE 0.1 // linear RGB: one paint with its shades, not the next one

// "e4572e", as in a colour picker, to linear RGB.
static bool read_color(const char* text, float rgb[3]) {
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

static bool choose_bones(const region_choice* x, cli* c, const character* body, region* g) {
    const char** names = ARENA_NEW(c->memory, const char*, strlen(x->bones) + 1);
    int32_t count = 0;
    for (const char* at = x->bones;; ++at) {
        size_t length = strcspn(at, ",");
        names[count++] = arena_copy_text(c->memory, at, length);
        at += length;
        if (*at == 0)
            return region_by_bones(body, names, count, x->threshold, c->memory, g, &c->findings);
    }
}

bool region_chosen(const region_choice* x) {
    return x->bones != NULL || x->attribute != NULL || x->color != NULL || x->box != NULL ||
           x->sphere != NULL;
}

int region_choice_check(const region_choice* x) {
    double n[6];
    float rgb[3];
    if (x->color != NULL && !read_color(x->color, rgb))
        return cli_usage_error("--color takes six hexadecimal digits, like e4572e");
    if (x->box != NULL && !cli_numbers(x->box, 6, n))
        return cli_usage_error("--box takes six numbers, like -0.1,0,0,0.1,0.5,1");
    if (x->sphere != NULL && !cli_numbers(x->sphere, 4, n))
        return cli_usage_error("--sphere takes four numbers, like 0,1,0,0.25");
    return EXIT_OK;
}

static bool region_choose(const region_choice* x, cli* c, const character* body, region* out) {
    *out = region_empty(body, c->memory);
    for (int32_t v = 0; v < out->count; ++v)
        out->value[v] = 1.0f;
    region g;
    double n[6];
    if (x->bones != NULL) {
        if (!choose_bones(x, c, body, &g))
            return false;
        region_intersect(out, &g);
    }
    if (x->attribute != NULL) {
        if (!region_by_attribute(body, x->attribute, x->threshold, c->memory, &g, &c->findings))
            return false;
        region_intersect(out, &g);
    }
    float rgb[3];
    if (x->color != NULL && read_color(x->color, rgb)) {
        g = region_by_color(body, rgb, COLOR_TOLERANCE, c->memory);
        region_intersect(out, &g);
    }
    if (x->box != NULL && cli_numbers(x->box, 6, n)) {
        vec3 a = v3(n[0], n[1], n[2]), b = v3(n[3], n[4], n[5]);
        g = region_by_box(body, (bounds){v3_min(a, b), v3_max(a, b)}, c->memory);
        region_intersect(out, &g);
    }
    if (x->sphere != NULL && cli_numbers(x->sphere, 4, n)) {
        g = region_by_sphere(body, v3(n[0], n[1], n[2]), n[3], c->memory);
        region_intersect(out, &g);
    }
    return true;
}

int32_t region_plans(const region_choice* x, int threads, cli* c, const character* body,
                     part_plan plans[PARTS_MOST]) {
    if (region_chosen(x)) {
        plans[0].name = x->part != NULL ? x->part : "part";
        return region_choose(x, c, body, &plans[0].region) ? 1 : 0;
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
    const char* near = text_nearest(x->part, names, count);
    report_error(&c->findings, place_none(), "there is no part \"%s\"%s%s%s", x->part,
                 near != NULL ? "; did you mean \"" : "; `supple parts` shows all",
                 near != NULL ? near : "", near != NULL ? "\"?" : "");
    return 0;
}
