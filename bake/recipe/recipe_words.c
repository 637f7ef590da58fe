// Tables and lists of the words that recipes and scenes share.
// SPDX-License-Identifier: MIT
#include "bake/recipe/recipe_words.h"

#include "bake/base/file.h"
#include "bake/fem/damping.h"
#include "bake/recipe/recipe.h"
#include "bake/recipe/recipe_region.h"

#include <string.h>

// ---- places ----------------------------------------------------------------------------

bool words_point(const scan* s, const tree* value, const char* name, void* member) {
    return scan_point(s, value, name, member);
}

bool words_box(const scan* s, const tree* value, const char* name, void* member) {
    recipe_box* box = member;
    box->given = true;
    if (value->kind != TREE_LIST || value->count != 2)
        return report_error(s->r, scan_place(s, value),
                            "\"%s\" is two corners like [[-1, 0, -1], [1, 2, 1]], not %s", name,
                            scan_shown(s, value));
    return scan_point(s, value->items[0], name, &box->corner[0]) &&
           scan_point(s, value->items[1], name, &box->corner[1]);
}

static bool has_both(const scan* s, const tree* map, const char* name, const char* a,
                     const char* b) {
    return (tree_find(map, a) != NULL && tree_find(map, b) != NULL) ||
           report_error(s->r, scan_place(s, map), "\"%s\" needs both \"%s\" and \"%s\"", name, a,
                        b);
}

static const scan_key sphere_list[] = {
    {"centre", SCAN_OWN, SCAN_AT(recipe_sphere, centre), .own = words_point},
    {"radius", SCAN_NUMBER, SCAN_AT(recipe_sphere, radius), .high = INFINITY, .above = true},
};
static const scan_keys sphere_keys = SCAN_KEYS("a sphere", sphere_list);

bool words_sphere(const scan* s, const tree* value, const char* name, void* member) {
    ((recipe_sphere*)member)->given = true;
    return scan_map(s, value, &sphere_keys, member) && has_both(s, value, name, "centre", "radius");
}

static const scan_key plane_list[] = {
    {"point", SCAN_OWN, SCAN_AT(recipe_plane, point), .own = words_point},
    {"normal", SCAN_OWN, SCAN_AT(recipe_plane, normal), .own = words_point},
};
static const scan_keys plane_keys = SCAN_KEYS("a plane", plane_list);

bool words_plane(const scan* s, const tree* value, const char* name, void* member) {
    recipe_plane* plane = member;
    plane->given = true;
    if (!scan_map(s, value, &plane_keys, plane) || !has_both(s, value, name, "point", "normal"))
        return false;
    return v3_length(plane->normal) > 0.0 ||
           report_error(s->r, scan_place(s, value), "the plane's normal has no direction");
}

// ---- lists and paint -------------------------------------------------------------------

bool words_ints(const scan* s, const tree* value, const char* name, int32_t** out, int32_t* count) {
    if (value->kind != TREE_LIST)
        return report_error(s->r, scan_place(s, value), "\"%s\" is a list like [0, 17], not %s",
                            name, scan_shown(s, value));
    *count = 0;
    *out = ARENA_NEW(s->memory, int32_t, (size_t)value->count);
    for (int32_t i = 0; i < value->count; ++i)
        if (!scan_int(s, value->items[i], name, &(*out)[(*count)++]))
            return false;
    return true;
}

bool words_color(const scan* s, const tree* value, const char* name, void* member) {
    float rgb[3];
    const char** text = member;
    if (!scan_text(s, value, name, text))
        return false;
    *text += **text == '#';
    return recipe_color(*text, rgb) ||
           report_error(s->r, scan_place(s, value),
                        "\"%s\" is six hexadecimal digits, like e4572e, not %s", name,
                        scan_shown(s, value));
}

bool words_path(const scan* s, const tree* value, const char* name, void* member) {
    const char** path = member;
    if (!scan_text(s, value, name, path))
        return false;
    if ((*path)[0] != '/')
        *path = path_beside(s->path, *path, s->memory);
    return true;
}

// ---- material and damping --------------------------------------------------------------

bool words_preset(const scan* s, const tree* value, const char* name, void* member) {
    const char* preset;
    return scan_text(s, value, name, &preset) &&
           material_find(preset, member, scan_place(s, value), s->r);
}

static bool read_ratios(const scan* s, const tree* value, const char* name, void* member) {
    damping_request* q = member;
    bool shaped = value->kind == TREE_LIST && value->count == 2;
    for (int i = 0; i < 2 && shaped; ++i)
        shaped = value->items[i]->kind == TREE_LIST && value->items[i]->count == 2;
    if (!shaped)
        return report_error(s->r, scan_place(s, value),
                            "\"%s\" is two pairs of hertz and ratio like [[3, 0.1], [20, 0.2]], "
                            "not %s",
                            name, scan_shown(s, value));
    for (int i = 0; i < 2; ++i)
        if (!scan_number(s, value->items[i]->items[0], name, &q->hz[i]) ||
            !scan_number(s, value->items[i]->items[1], name, &q->ratio[i]))
            return false;
    return true;
}

static const scan_key damping_list[] = {
    {"swings", SCAN_NUMBER, SCAN_AT(damping_request, swings), .high = INFINITY, .above = true},
    {"seconds", SCAN_NUMBER, SCAN_AT(damping_request, seconds), .high = INFINITY, .above = true},
    {"ratios", SCAN_OWN, 0, .own = read_ratios},
    {"alpha", SCAN_NUMBER, SCAN_AT(damping_request, numbers.alpha), .high = INFINITY},
    {"beta", SCAN_NUMBER, SCAN_AT(damping_request, numbers.beta), .high = INFINITY},
};
static const scan_keys damping_keys = SCAN_KEYS("a damping", damping_list);

bool words_damping(const scan* s, const tree* value, const char* name, void* member) {
    damping_request q = {0};
    if (!scan_map(s, value, &damping_keys, &q))
        return false;
    bool numbers = tree_find(value, "alpha") != NULL || tree_find(value, "beta") != NULL;
    bool given[4] = {tree_find(value, "swings") != NULL, tree_find(value, "seconds") != NULL,
                     tree_find(value, "ratios") != NULL, numbers};
    static const damping_form ways[4] = {DAMPING_BY_SWINGS, DAMPING_BY_SECONDS, DAMPING_BY_RATIOS,
                                         DAMPING_BY_NUMBERS};
    int count = 0;
    for (int i = 0; i < 4; ++i) {
        count += given[i];
        q.form = given[i] ? ways[i] : q.form;
    }
    *(damping_request*)member = q;
    return count == 1 ||
           report_error(s->r, scan_place(s, value),
                        "\"%s\" is told in one way: swings, or seconds, or ratios, or alpha and "
                        "beta",
                        name);
}
